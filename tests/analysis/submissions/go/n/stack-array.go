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
	var stack []int
	answer := 0
	for _, x := range read()[1:] {
		for len(stack) > 0 && stack[len(stack)-1] > x {
			stack = stack[:len(stack)-1]
		}
		stack = append(stack, x)
		answer ^= len(stack)
	}
	fmt.Println(answer)
}
