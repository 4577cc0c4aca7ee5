func solve(n int) int {
	result, base := 1, 3
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			result = result * base % 1000007
		}
		base = base * base % 1000007
	}
	return result
}
