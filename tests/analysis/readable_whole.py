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
    "a loop over a table with a number of entries": (
        "javascript",
        "O(n)",
        """\
function widest(text) {
    const found = new Array(26).fill(0);
    let best = 0;
    for (const c of text) {
        found[c.charCodeAt(0) - 97]++;
        for (const some of found) best = Math.max(best, some);
    }
    return best;
}
""",
    ),
}
