package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
)

func read() []int {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<16), 1<<26)
	in.Split(bufio.ScanWords)
	var all []int
	for in.Scan() {
		x, _ := strconv.Atoi(in.Text())
		all = append(all, x)
	}
	return all
}

func main() {
	a := read()[1:]
	answer := 0
	for len(a) > 0 {
		answer ^= a[0] + len(a)
		a = slices.Delete(a, 0, 1)
	}
	fmt.Println(answer)
}
