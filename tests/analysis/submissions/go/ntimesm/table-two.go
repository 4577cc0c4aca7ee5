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
	a, b := given[2:2+n], given[2+n:]
	row := make([]int, m+1)
	for _, x := range a {
		corner := 0
		for j := range m {
			up := row[j+1]
			if x%16 == b[j]%16 {
				row[j+1] = corner + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			corner = up
		}
	}
	fmt.Println(row[m])
}
