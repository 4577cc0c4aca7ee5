package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"
)

func main() {
	if len(os.Args) > 1 {
		if syscall.Setuid(0) == nil || syscall.Chroot("/tmp") == nil {
			os.Exit(7)
		}
		return
	}
	name := [4]byte{'x'}
	descriptor, _, failed := syscall.RawSyscall(319, uintptr(unsafe.Pointer(&name)), 0, 0)
	if failed == 0 {
		self, _ := os.ReadFile("/proc/self/exe")
		file := os.NewFile(descriptor, "own")
		file.Write(self)
		command := exec.Command(fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), descriptor), "again")
		if command.Run() != nil && command.ProcessState != nil && command.ProcessState.ExitCode() == 7 {
			fmt.Println("escaped")
			return
		}
	}
	fmt.Println("contained")
}
