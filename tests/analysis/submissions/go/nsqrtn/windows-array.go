package main

import (
	"bufio"
	"fmt"
	"math"
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
	width := int(math.Sqrt(float64(len(a))))
	best := math.MaxInt
	for i := range a {
		most := 0
		for _, x := range a[i:min(i+width, len(a))] {
			most = max(most, x^(most>>3))
		}
		best = min(best, most)
	}
	fmt.Println(best)
}
