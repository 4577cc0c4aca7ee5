package main

import (
	"fmt"
	"net"
	"time"
)

func main() {
	reached := ""
	for network, address := range map[string]string{"tcp": "127.0.0.1:0", "tcp6": "[::1]:0", "unix": "own", "unixpacket": "@own"} {
		if listener, failed := net.Listen(network, address); failed == nil {
			reached += " " + network
			listener.Close()
		}
	}
	for _, target := range [][2]string{{"tcp", "169.254.169.254:80"}, {"udp", "8.8.8.8:53"}, {"unix", "/ctl/s"}, {"ip4:icmp", "127.0.0.1"}} {
		if connection, failed := net.DialTimeout(target[0], target[1], 100*time.Millisecond); failed == nil {
			reached += " " + target[1]
			connection.Close()
		}
	}
	if reached == "" {
		fmt.Println("contained")
	} else {
		fmt.Println("escaped" + reached)
	}
}
