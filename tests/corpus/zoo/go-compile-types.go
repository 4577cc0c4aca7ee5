package main

func down[T any](n int) int {
	if n == 0 {
		return 0
	}
	return down[struct{ a, b *T }](n-1) + down[[]T](n-1)
}

func main() {
	println(down[int](1000))
}
