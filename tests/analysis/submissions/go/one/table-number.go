package main

import (
	"fmt"
)

func main() {
	var n int
	fmt.Scan(&n)
	seen := make([]bool, 1000)
	x, turns := n%1000, 0
	for i := 0; i < 5000; i++ {
		seen[x] = true
		x = (x*x + n) % 1000
		if seen[x] {
			turns++
		}
	}
	fmt.Println(min(turns, 1))
}
