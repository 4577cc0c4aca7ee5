package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"sync"
)

func read() []int {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<16), 1<<26)
	in.Split(bufio.ScanWords)
	var all []int
	for in.Scan() {
		x, _ := strconv.Atoi(in.Text())
		all = append(all, x)
	}
	return all
}

func main() {
	a := read()[1:]
	jobs, sums := make(chan []int), make(chan int)
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for part := range jobs {
				sum := 0
				for _, x := range part {
					sum += x % 7
				}
				sums <- sum
			}
		}()
	}
	total := 0
	done := make(chan bool)
	go func() {
		for sum := range sums {
			total += sum
		}
		done <- true
	}()
	for len(a) > 0 {
		n := min(len(a), 64)
		jobs <- a[:n]
		a = a[n:]
	}
	close(jobs)
	wait.Wait()
	close(sums)
	<-done
	fmt.Println(total)
}
