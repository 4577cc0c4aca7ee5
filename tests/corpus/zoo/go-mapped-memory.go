package main

import "syscall"

func main() {
	for {
		memory, failed := syscall.Mmap(-1, 0, 1<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_SHARED)
		if failed != nil {
			continue
		}
		for n := 0; n < len(memory); n += 4096 {
			memory[n] = 1
		}
	}
}
