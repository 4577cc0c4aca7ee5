package main

var table = [1 << 40]byte{1<<40 - 1: 1}

func main() {
	println(table[7])
}
