package main

import (
	"syscall"
	"unsafe"
)

func main() {
	// mov eax, 20 (getpid); int 0x80; ret
	code := []byte{0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3}
	page, failed := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE|syscall.PROT_EXEC, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if failed != nil {
		panic(failed)
	}
	copy(page, code)
	start := &page[0]
	pointer := unsafe.Pointer(&start)
	call := *(*func())(unsafe.Pointer(&pointer))
	call()
	println("escaped: the 32-bit door is open")
}
