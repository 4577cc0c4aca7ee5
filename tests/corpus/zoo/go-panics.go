package main

func again() {
	defer func() {
		recover()
		again()
	}()
	panic("again")
}

func main() {
	again()
}
