"""Programs that go through one group after another: by shape, the language, the bound, and the program."""

GROUPS = {
    "lists that are the values of a table": (
        "python",
        "O(n)",
        """\
from collections import defaultdict
def gaps(a):
    places = defaultdict(list)
    for i, x in enumerate(a):
        places[x].append(i)
    total = 0
    for found in places.values():
        for place in found:
            total += place - found[0]
    return total
""",
    ),
    "the second of key and value": (
        "go",
        "O(n)",
        """\
package main
func gaps(a []int) int {
    places := make(map[int][]int)
    for i, x := range a {
        places[x] = append(places[x], i)
    }
    total := 0
    for _, found := range places {
        for _, place := range found {
            total += place - found[0]
        }
    }
    return total
}
""",
    ),
    "pairs within a group": (
        "python",
        "O(n^2)",
        """\
def pairs(groups):
    total = 0
    for found in groups.values():
        for a in found:
            for b in found:
                total += a < b
    return total
""",
    ),
    "calls over a fixed number of things": (
        "python",
        "O(n)",
        """\
def bounded(a, low, high):
    last = [-1] * 2
    total = 0
    for i, x in enumerate(a):
        if x == low:
            last[0] = i
        if x == high:
            last[1] = i
        total += min(last) + 1
    return total
""",
    ),
    "calls over what was made of two and has grown": (
        "python",
        "O(n^2)",
        """\
def growing(a):
    last = [0, 0]
    total = 0
    for x in a:
        last.append(x)
        total += min(last)
    return total
""",
    ),
    "sorting a fixed number of things": (
        "cpp",
        "O(n)",
        """\
int presses(string text) {
    vector<int> count(26);
    for (char letter : text) ++count[letter - 'a'];
    sort(begin(count), end(count));
    return count[25];
}
""",
    ),
    "rows of a table of rows": (
        "python",
        "O(n^2)",
        """\
def total(rows):
    result = 0
    for row in rows:
        for x in row:
            result += x
    return result
""",
    ),
}
