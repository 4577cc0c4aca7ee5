package main

import "runtime/debug"

var kept [][]byte

func main() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(1 << 40)
	for {
		block := make([]byte, 1<<16)
		for n := range block {
			block[n] = 1
		}
		kept = append(kept, block)
	}
}
