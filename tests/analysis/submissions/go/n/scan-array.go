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
	best, here := 0, 0
	for i := 0; i < n; i++ {
		var x int
		fmt.Fscan(in, &x)
		here = max(0, here+x-500000000)
		best = max(best, here)
	}
	fmt.Println(best)
}
