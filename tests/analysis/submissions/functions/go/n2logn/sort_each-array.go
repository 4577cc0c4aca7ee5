func solve(a []int) int {
	sum := 0
	for i := range a {
		b := append([]int{}, a...)
		sort.Ints(b)
		sum += b[i] % 7
	}
	return sum
}
