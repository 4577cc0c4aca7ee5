package main

import (
	"fmt"
)

func main() {
	var n int
	fmt.Scan(&n)
	d := make([][]int, n)
	for i := range d {
		d[i] = make([]int, n)
		for j := range d[i] {
			d[i][j] = (i*7+j*13)%101 + 1
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				if d[i][k]+d[k][j] < d[i][j] {
					d[i][j] = d[i][k] + d[k][j]
				}
			}
		}
	}
	sum := 0
	for _, row := range d {
		for _, x := range row {
			sum += x
		}
	}
	fmt.Println(sum)
}
