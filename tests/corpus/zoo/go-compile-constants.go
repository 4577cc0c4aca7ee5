package main

const (
	a = 1 << 500
	b = a * a * a * a * a * a * a * a
	c = b << 100000
	d = 1.0 / c
	e = 1e1000000000
)

func main() {
	println(d*c == e)
}
