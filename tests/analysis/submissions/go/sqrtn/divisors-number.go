package main

import (
	"fmt"
)

func main() {
	var n int
	fmt.Scan(&n)
	count := 0
	for d := 1; d*d <= n; d++ {
		if n%d == 0 {
			count++
			if d*d < n {
				count++
			}
		}
	}
	fmt.Println(count)
}
