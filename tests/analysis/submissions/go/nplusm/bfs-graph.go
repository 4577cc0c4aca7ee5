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
	given := read()
	n, m := given[0], given[1]
	near := make([][]int, n)
	for i := range m {
		a, b := given[2+2*i], given[3+2*i]
		near[a] = append(near[a], b)
		near[b] = append(near[b], a)
	}
	far := make([]int, n)
	queue := []int{0}
	far[0] = 1
	last := 0
	for len(queue) > 0 {
		last = queue[0]
		queue = queue[1:]
		for _, u := range near[last] {
			if far[u] == 0 {
				far[u] = far[last] + 1
				queue = append(queue, u)
			}
		}
	}
	fmt.Println(far[last] - 1)
}
