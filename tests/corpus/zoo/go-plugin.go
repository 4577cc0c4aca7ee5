package main

import (
	"fmt"
	"plugin"
)

func main() {
	for _, name := range []string{"own.so", "/judge/spawnd.so", "/lib/x86_64-linux-gnu/libc.so.6"} {
		if _, failed := plugin.Open(name); failed == nil {
			fmt.Println("escaped", name)
			return
		}
	}
	fmt.Println("contained")
}
