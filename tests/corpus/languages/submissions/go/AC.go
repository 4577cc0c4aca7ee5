package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	seen := map[int64]bool{}
	var sum int64
	for i := 0; i < n; i++ {
		var x int64
		fmt.Fscan(in, &x)
		if !seen[x] {
			seen[x] = true
			sum += x
		}
	}
	fmt.Println(len(seen), sum)
}
