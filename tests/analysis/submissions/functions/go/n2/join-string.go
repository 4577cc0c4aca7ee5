func solve(s string) int {
	t := ""
	for _, c := range s {
		t += string(c)
	}
	return len(t)
}
