package main

import "fmt"

var n = 1

func main() {
	for n != 0 {
		n |= 1
	}
	fmt.Println(n)
}
