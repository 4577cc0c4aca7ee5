package main

import (
	"runtime"
	"syscall"
)

func main() {
	for {
		go func() {
			runtime.LockOSThread()
			pause := syscall.Timespec{Sec: 100}
			syscall.Nanosleep(&pause, nil)
		}()
		runtime.Gosched()
	}
}
