package main

func wait(kept [1024]int) {
	select {}
}

func main() {
	for {
		go wait([1024]int{1})
	}
}
