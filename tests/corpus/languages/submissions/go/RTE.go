package main

import "fmt"

func main() {
	var v []int
	fmt.Scan(&v)
	fmt.Println(v[len(v)])
}
