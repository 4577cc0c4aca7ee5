package main

import (
	"fmt"
	"sort"
)

func main() {
	var n int
	fmt.Scan(&n)
	fmt.Println(sort.Search(n, func(x int) bool { return x*x >= n }))
}
