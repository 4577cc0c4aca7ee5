package main

import "runtime/debug"

func down(n int) int {
	return 1 + down(n+1)
}

func main() {
	debug.SetMaxStack(1 << 40)
	println(down(0))
}
