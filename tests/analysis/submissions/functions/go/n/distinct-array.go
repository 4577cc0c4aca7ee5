func solve(a []int) int {
	seen := map[int]bool{}
	for _, x := range a {
		seen[x] = true
	}
	return len(seen)
}
