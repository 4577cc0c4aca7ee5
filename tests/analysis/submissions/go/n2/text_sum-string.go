package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	var text string
	fmt.Fscan(bufio.NewReader(os.Stdin), &text)
	all, sum := "", 0
	for _, c := range text {
		all += string(c)
		sum += len(all)
	}
	fmt.Println(sum)
}
