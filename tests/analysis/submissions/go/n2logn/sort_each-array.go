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
	turned := make([]int, len(a))
	for i := range a {
		for j, x := range a {
			turned[j] = x ^ a[i]
		}
		slices.Sort(turned)
		answer ^= turned[i]
	}
	fmt.Println(answer)
}
