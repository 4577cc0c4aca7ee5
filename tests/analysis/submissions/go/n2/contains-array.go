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
	var kept []int
	for _, x := range read()[1:] {
		if !slices.Contains(kept, x) {
			kept = append(kept, x)
		}
	}
	fmt.Println(len(kept))
}
