package main

import (
	"os"
	"os/signal"
)

func main() {
	taken := make(chan os.Signal, 100)
	signal.Notify(taken)
	signal.Ignore()
	for {
	}
}
