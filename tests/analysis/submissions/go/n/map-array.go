package main

import (
	"bufio"
	"fmt"
	"os"
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
	counts := map[int]int{}
	most := 0
	for _, x := range read()[1:] {
		counts[x]++
		most = max(most, counts[x])
	}
	fmt.Println(most)
}
