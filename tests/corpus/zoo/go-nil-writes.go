package main

import "unsafe"

func main() {
	for address := uintptr(0x1000); ; address += 0x1000000 {
		*(*int)(*(*unsafe.Pointer)(unsafe.Pointer(&address))) = 42
	}
}
