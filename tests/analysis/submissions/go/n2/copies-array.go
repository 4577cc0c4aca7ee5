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
	a := read()[1:]
	b := make([]int, len(a))
	answer := 0
	for i := range a {
		copy(b, a)
		b[i] = 0
		answer ^= b[(i*7)%len(b)]
	}
	fmt.Println(answer)
}
