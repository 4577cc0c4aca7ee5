package main

//go:cgo_ldflag "-Wl,-rpath,/tmp"
//go:cgo_import_dynamic libc_system system "libc.so.6"
//go:cgo_dynamic_linker "/tmp/own"

func main() {
	println("escaped")
}
