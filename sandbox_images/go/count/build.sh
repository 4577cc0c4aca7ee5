# Run while the image is made: build.sh GOROOT READY COUNT makes the tool that counts, from the sources in COUNT, and
# counted copies of what `copied` in main.go names; READY has the compiler, the linker and the list of packages.
set -eu
root=$1 ready=$2 count=$3 here=/usr/lib/ordojudge/go
export PATH=$root/bin:$PATH GOROOT=$root CGO_ENABLED=0 GOTOOLCHAIN=local GOPROXY=off GOFLAGS=-mod=mod HOME=/tmp
work=$(mktemp -d)
sed "s|=$here/|=$ready/|" $ready/importcfg >$work/plain
cp $work/plain $work/counted
compile() { # PATH FILE...
    path=$1 && shift
    mkdir -p $ready/counted
    product=counted/$(echo "$path" | tr / -).a
    $ready/compile -p "$path" -complete -dwarf=false -importcfg $work/counted -o $ready/$product "$@"
    echo "packagefile $path=$ready/$product" >>$work/counted
}
cd $work
$ready/compile -p main -complete -dwarf=false -importcfg $work/plain -o count.a $count/main.go
$ready/link -s -w -importcfg $work/plain -o $ready/count count.a
compile ordojudge/steps $count/steps.go
# in the order of what imports what
for path in internal/bytealg internal/stringslite unicode/utf8 slices sort container/heap container/list \
    container/ring strings bytes math/big; do
    case $path in
        # the plain one is assembly
        internal/bytealg) files="bytealg.go $(cd $root/src/$path && echo *_generic.go)" ;;
        *) files=$(go list -tags math_big_pure_go -f '{{join .GoFiles " "}}' $path) ;;
    esac
    sources=
    for file in $files; do sources="$sources $root/src/$path/$file"; done
    target=$work/$path
    mkdir -p $target
    $ready/count library $work/plain $path $target $sources
    compile ordojudge/$path $target/*.go
done
sed "s|=$ready/|=$here/|" $work/counted >$ready/counted.importcfg
rm -rf $work
