func solve(a []int) int {
	count := 0
	for i := range a {
		for j := 0; j < i; j++ {
			for k := 0; k < j; k++ {
				if (a[i]+a[j]+a[k])%7 == 0 {
					count++
				}
			}
		}
	}
	return count
}
