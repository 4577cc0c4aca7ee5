package main

import (
	_ "embed"
	"fmt"
)

//go:embed /etc/shadow
var secret string

//go:embed *
var all string

func main() {
	fmt.Println("escaped", secret, all)
}
