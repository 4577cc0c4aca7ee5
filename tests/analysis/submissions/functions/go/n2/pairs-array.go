func solve(a []int) int {
	count := 0
	for i := range a {
		for j := 0; j < i; j++ {
			if (a[i]^a[j])%5 == 0 {
				count++
			}
		}
	}
	return count
}
