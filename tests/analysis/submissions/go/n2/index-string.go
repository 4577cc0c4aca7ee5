package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	var text string
	fmt.Fscan(bufio.NewReader(os.Stdin), &text)
	found := 0
	for i := range text {
		if strings.IndexByte(text[i:], 'z') >= 0 || strings.Contains(text[i:], "zebra") {
			found++
		}
	}
	fmt.Println(found)
}
