package main

import (
	"fmt"
	"os"
	"syscall"
)

func main() {
	file, failed := os.Create("large")
	if failed == nil {
		file.Truncate(1 << 50)
		syscall.Fallocate(int(file.Fd()), 0, 0, 1<<40)
		syscall.Fallocate(int(file.Fd()), 1, 0, 1<<30)
	}
	fmt.Println("contained")
}
