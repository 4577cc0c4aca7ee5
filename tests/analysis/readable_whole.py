"""Programs whose cost hides in a call or an operator: by shape, the language, the bound, and the program."""

WHOLE = {
    "Swift's operators on bits halve": (
        "swift",
        "O(log n)",
        """\
func ones(_ n: Int) -> Int {
    var n = n
    var found = 0
    while n > 0 {
        found += n & 1
        n >>= 1
    }
    return found
}
""",
    ),
    "a list that was collected isn't a few things": (
        "go",
        "O(n * log n)",
        """\
package a

func ordered(values []int) []int {
	keys := []int{0}
	for _, v := range values {
		keys = append(keys, v)
	}
	sort.Ints(keys)
	return keys
}
""",
    ),
    "a search in a table with a number of entries": (
        "go",
        "O(n)",
        """\
package a

func f(values []int) int {
	table := make([]int, 26)
	best := 0
	for _, v := range values {
		table[v]++
		best += slices.Max(table)
		copy(table, values)
	}
	return best
}
""",
    ),
}
