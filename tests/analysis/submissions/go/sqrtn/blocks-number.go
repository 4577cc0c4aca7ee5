package main

import (
	"fmt"
)

func main() {
	var n int
	fmt.Scan(&n)
	total := 0
	for i := 1; i <= n; {
		q := n / i
		next := n/q + 1
		total += q * (next - i)
		i = next
	}
	fmt.Println(total)
}
