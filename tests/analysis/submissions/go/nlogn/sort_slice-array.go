package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
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
	sort.Slice(a, func(i, j int) bool { return a[i] > a[j] })
	fmt.Println(a[0])
}
