package main

import (
	"fmt"
	"os"
	"syscall"
)

func main() {
	reached := ""
	for _, name := range []string{"/etc/shadow", "/proc/1/mem", "/proc/1/environ", "/proc/1/maps", "/proc/1/fd/3", "/proc/1/root/etc", "/dev/mem", "/dev/kmsg", "/proc/kcore", "/proc/kmsg"} {
		if file, failed := os.Open(name); failed == nil {
			if _, failed := file.Read(make([]byte, 1)); failed == nil {
				reached += " " + name
			}
		}
	}
	self, _ := os.Executable()
	for _, name := range []string{"/own", "/judge/own", "/box/own", "/box/s/own", "/etc/own", "/usr/own", self, "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/self/fd/0"} {
		if file, failed := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); failed == nil {
			if _, failed := file.Write([]byte("x")); failed == nil {
				reached += " " + name
			}
		}
	}
	for _, name := range []string{"node", "/tmp/node"} {
		if syscall.Mknod(name, syscall.S_IFBLK|0o666, 0x800) == nil {
			reached += " device"
		}
	}
	if reached == "" {
		fmt.Println("contained")
	} else {
		fmt.Println("escaped" + reached)
	}
}
