package main

import (
	"fmt"
)

func main() {
	var e int
	fmt.Scan(&e)
	base, out := 3, 1
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			out = out * base % 1000000007
		}
		base = base * base % 1000000007
	}
	fmt.Println(out)
}
