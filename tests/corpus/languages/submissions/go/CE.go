package main

import "fmt"

func main() {
	unused := 1
	fmt.Println("x")
}
