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
	given := read()
	n, m := given[0], given[1]
	a, b := given[2:2+n], given[2+n:]
	sort.Ints(a)
	found := 0
	for _, x := range b[:m] {
		found += sort.SearchInts(a, x)
	}
	fmt.Println(found)
}
