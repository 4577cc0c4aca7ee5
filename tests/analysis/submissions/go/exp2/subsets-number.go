package main

import (
	"fmt"
)

func count(left, sum int) int {
	if left == 0 {
		if sum%7 == 0 {
			return 1
		}
		return 0
	}
	return count(left-1, sum) + count(left-1, sum+left)
}

func main() {
	var n int
	fmt.Scan(&n)
	fmt.Println(count(n, 0))
}
