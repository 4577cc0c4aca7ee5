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
	rank := map[int]int{}
	sorted := slices.Sorted(slices.Values(a))
	for i, x := range sorted {
		rank[x] = i + 1
	}
	tree := make([]int, len(a)+1)
	count := 0
	for i, x := range a {
		for j := rank[x]; j > 0; j -= j & -j {
			count -= tree[j]
		}
		count += i
		for j := rank[x]; j <= len(a); j += j & -j {
			tree[j]++
		}
	}
	fmt.Println(count)
}
