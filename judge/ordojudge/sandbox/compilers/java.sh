# Java: java.sh JUDGE SOURCE PRODUCT compiles one source to a jar; java.sh JUDGE serves (see compile_server.py).
# Java's own launcher compiles JavaCompiler.java at its start, which also warms the compiler up.
javac=$(readlink -f /usr/bin/javac)
judge=$1
shift
exec "${javac%javac}java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xshare:auto -Xbatch -Xss16m \
    -Xmx384m "$judge/compilers/JavaCompiler.java" "$@"
