func solve(a []int, b []int) int {
	i, j, sum := 0, 0, 0
	for i < len(a) || j < len(b) {
		if j == len(b) || i < len(a) && a[i] <= b[j] {
			sum = (sum*3 + a[i]) % 1000003
			i++
		} else {
			sum = (sum*3 + b[j]) % 1000003
			j++
		}
	}
	return sum
}
