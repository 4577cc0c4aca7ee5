package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	text, _ := in.ReadString('\n')
	var out strings.Builder
	for _, c := range strings.TrimSpace(text) {
		out.WriteRune(c)
		if out.Len()%3 == 0 {
			out.WriteString("-")
		}
	}
	fmt.Println(strings.Count(out.String(), "a-"), len(strings.Split(text, "b")))
}
