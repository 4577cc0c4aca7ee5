func solve(a []int) int {
	sort.Ints(a)
	return a[len(a)/2]
}
