package main

import "fmt"

func main() {
	var kept [][]byte
	for {
		block := make([]byte, 1<<20)
		for i := range block {
			block[i] = 1
		}
		kept = append(kept, block)
		if len(kept) > 1<<20 {
			fmt.Println(len(kept))
		}
	}
}
