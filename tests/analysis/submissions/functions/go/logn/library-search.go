func solve(a []int, x int) int { return sort.SearchInts(a, x) }
