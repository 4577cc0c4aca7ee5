func solve(a []int) { slices.Sort(a) }
