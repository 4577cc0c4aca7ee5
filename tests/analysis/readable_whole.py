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
    "C++ counts in a range": (
        "cpp",
        "O(n^2)",
        """\
int pairs(vector<int>& values) {
    int found = 0;
    for (int v : values) {
        found += count_if(begin(values), end(values), [&](int w) { return w > v; });
    }
    return found;
}
""",
    ),
    "C++ counts in a range of a number of entries": (
        "cpp",
        "O(n)",
        """\
int kinds(vector<int>& values) {
    vector<int> seen(3);
    int found = 0;
    for (int v : values) {
        ++seen[v];
        found += all_of(cbegin(seen), cend(seen), [](int x) { return x > 0; });
    }
    return found;
}
""",
    ),
    "Rust sums up a part": (
        "rust",
        "O(n^2)",
        """\
fn sums(values: Vec<i32>) -> i32 {
    let mut best = 0;
    for i in 0..values.len() {
        let before: i32 = values[..i].iter().sum();
        best = best.max(before);
    }
    best
}
""",
    ),
    "Go looks for a part of a text": (
        "go",
        "O(n^2)",
        """\
package a

func known(words []string, text string) int {
	found := 0
	for _, w := range words {
		if strings.Contains(text, w) {
			found++
		}
	}
	return found
}
""",
    ),
    "JavaScript looks for an element": (
        "javascript",
        "O(n^2)",
        """\
function followed(values) {
    let found = 0;
    for (const v of values) {
        if (values.includes(v + 1)) found++;
    }
    return found;
}
""",
    ),
    "Python reduces a list": (
        "python",
        "O(n)",
        """\
def together(values):
    return reduce(operator.xor, values)
""",
    ),
    "C++ puts both numbers of a place into a queue": (
        "cpp",
        "O(n^2)",
        """\
int reached(vector<vector<int>>& field) {
    queue<pair<int, int>> q;
    q.emplace(0, 0);
    int found = 0;
    while (!q.empty()) {
        auto [r, c] = q.front();
        q.pop();
        if (r >= size(field) || c >= size(field[0]) || field[r][c]) continue;
        field[r][c] = 1;
        ++found;
        q.emplace(r + 1, c);
        q.emplace(r, c + 1);
    }
    return found;
}
""",
    ),
    "what is taken from a queue is put back": (
        "python",
        "O(n^2)",
        """\
def served(guests, dishes):
    waiting = deque(guests)
    for dish in dishes:
        turns = 0
        while turns < len(waiting) and waiting[0] != dish:
            guest = waiting.popleft()
            waiting.append(guest)
            turns += 1
        if waiting:
            waiting.popleft()
    return len(waiting)
""",
    ),
    "JavaScript halves and rounds up": (
        "javascript",
        "O(log n)",
        """\
function rounds(teams) {
    let played = 0;
    while (teams > 1) {
        played++;
        teams = Math.ceil(teams / 2);
    }
    return played;
}
""",
    ),
    "a power of ten grows to a number": (
        "kotlin",
        "O(log n)",
        """\
fun width(number: Int): Int {
    var power = 1
    var found = 0
    while (power <= number) {
        power = power * 10
        found++
    }
    return found
}
""",
    ),
    "digits of a number are counted": (
        "python",
        "O(n * log n)",
        """\
def ones(values):
    found = 0
    for v in values:
        found += bin(v)[2:].count("1")
    return found
""",
    ),
    "Java moves a part of a table": (
        "java",
        "O(n^2)",
        """\
class A {
    void doubled(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == 0) System.arraycopy(a, i, a, i + 1, a.length - 1 - i);
        }
    }
}
""",
    ),
    "Swift replaces parts of a text": (
        "swift",
        "O(n^2)",
        """\
func cleaned(_ text: String, _ parts: [String]) -> String {
    var text = text
    for part in parts {
        text = text.replacingOccurrences(of: part, with: "")
    }
    return text
}
""",
    ),
    "Python puts things between others": (
        "python",
        "O(n^2)",
        """\
def placed(values, places):
    made = []
    for v, place in zip(values, places):
        made.insert(place, v)
    return made
""",
    ),
}
