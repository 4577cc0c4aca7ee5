package main

import (
	"os"
	"strings"
)

func main() {
	block := []byte(strings.Repeat("x", 1<<16))
	for n := 0; n < 8; n++ {
		go func() {
			for {
				os.Stdout.Write(block)
			}
		}()
	}
	select {}
}
