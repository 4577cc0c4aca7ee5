# OCaml: ocaml.sh SOURCE PRODUCT. The compiler writes beside the source, which boxes have where nobody may write.
cp "$1" main.ml && exec /usr/bin/ocamlopt -O3 -I +str -I +unix -o "$2" unix.cmxa str.cmxa main.ml
