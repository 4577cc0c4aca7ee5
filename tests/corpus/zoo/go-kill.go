package main

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

func main() {
	reached := ""
	names, _ := os.ReadDir("/proc")
	for _, name := range names {
		pid, failed := strconv.Atoi(name.Name())
		if failed != nil || pid == os.Getpid() {
			continue
		}
		for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP, 0} {
			if syscall.Kill(pid, signal) == nil {
				reached += " " + name.Name()
			}
		}
	}
	if reached == "" {
		fmt.Println("contained")
	} else {
		fmt.Println("escaped" + reached)
	}
}
