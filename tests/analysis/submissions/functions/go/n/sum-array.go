func solve(a []int) int {
	sum := 0
	for _, x := range a {
		sum += x
	}
	return sum
}
