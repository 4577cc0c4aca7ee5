# Makes Java's counted platform: count_java.sh SOURCES PRODUCT, once per machine.
# In the product are the rewriter, which the judge runs on each program, and the platform's rewritten classes.
set -e
java=$(dirname "$(readlink -f /usr/bin/javac)")
mkdir steps rewriter
"$java/javac" -nowarn -proc:none --patch-module "java.base=$1" -d steps "$1/Steps.java"
"$java/javac" -nowarn -proc:none --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED -d rewriter "$1/CountJava.java"
exec /usr/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx384m \
    --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED -cp rewriter CountJava platform "$2" steps rewriter
