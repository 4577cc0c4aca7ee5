package main

import (
	"fmt"
)

func main() {
	var n uint64
	fmt.Scan(&n)
	fmt.Println(n * (n + 1) / 2)
}
