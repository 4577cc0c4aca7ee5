func solve(a []int) { a[0], a[len(a)-1] = a[len(a)-1], a[0] }
