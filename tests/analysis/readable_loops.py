"""Programs for one rule of counting rounds each: by shape, the language, the bound, and the program."""

RESUMED = {
    "a counting loop without a start goes on where it stopped": (
        "cpp",
        "O(n)",
        """\
int longest(vector<int>& a, int limit) {
    int sum = 0, best = 0, left = 0;
    for (int right = 0; right < a.size(); ++right) {
        sum += a[right];
        for (; sum > limit; ++left) {
            sum -= a[left];
        }
        best = max(best, right - left + 1);
    }
    return best;
}
""",
    ),
    "a loop falls back along what the loop around it filled": (
        "python",
        "O(n)",
        """\
def borders(text):
    border = [0] * len(text)
    for i in range(1, len(text)):
        at = border[i - 1]
        while at > 0 and text[i] != text[at]:
            at = border[at - 1]
        if text[i] == text[at]:
            at += 1
        border[i] = at
    return border
""",
    ),
    "a chain is marked as it is followed": (
        "python",
        "O(n)",
        """\
def longest_cycle(after):
    done = [False] * len(after)
    best = 0
    for first in range(len(after)):
        place, length = first, 0
        while not done[place]:
            done[place] = True
            place = after[place]
            length += 1
        best = max(best, length)
    return best
""",
    ),
    "an element is marked by what it is given, whatever the table": (
        "cpp",
        "O(n)",
        """\
int cycles(vector<int>& after) {
    int total = 0;
    for (int first = 0; first < after.size(); ++first) {
        int at = first;
        while (after[at] != -1) {
            const int old = at;
            at = after[at];
            after[old] = -1;
        }
        ++total;
    }
    return total;
}
""",
    ),
    "elements that move on are no marks": (
        "cpp",
        "O(n^2)",
        """\
void order(vector<int>& a) {
    for (int i = 1; i < a.size(); ++i) {
        int at = i;
        int x = a[i];
        while (at > 0 && a[at - 1] > x) {
            a[at] = a[at - 1];
            --at;
        }
        a[at] = x;
    }
}
""",
    ),
}

GROUPS = {
    "rows that were collected are gone through once each": (
        "python",
        "O(n)",
        """\
def earnings(days, jobs):
    ending = [[] for _ in range(days)]
    for start, day, gain in jobs:
        ending[day].append((start, gain))
    best = [0] * (days + 1)
    for day in range(days):
        best[day + 1] = best[day]
        for start, gain in ending[day]:
            best[day + 1] = max(best[day + 1], best[start] + gain)
    return best[days]
""",
    ),
    "all groups of a map together": (
        "go",
        "O(n)",
        """\
func pairs(a []int) int {
	places := map[int][]int{}
	for i, x := range a {
		places[x] = append(places[x], i)
	}
	total := 0
	for _, list := range places {
		for _, place := range list {
			total += place
		}
	}
	return total
}
""",
    ),
    "a row of what was taken from a queue": (
        "javascript",
        "O(n)",
        """\
function reach(pairs, count) {
    const roads = Array.from({length: count}, () => []);
    for (const [a, b] of pairs) roads[a].push(b);
    const reached = new Set([0]);
    const queue = [0];
    while (queue.length > 0) {
        const town = queue.pop();
        const next = roads[town];
        for (const other of next) {
            if (!reached.has(other)) {
                reached.add(other);
                queue.push(other);
            }
        }
    }
    return reached.size;
}
""",
    ),
    "as often as something was counted": (
        "java",
        "O(n)",
        """\
class A {
    void order(int[] a, Map<Integer, Integer> counted) {
        int at = 0;
        for (Map.Entry<Integer, Integer> entry : counted.entrySet()) {
            for (int i = 0; i < entry.getValue(); i++) a[at++] = entry.getKey();
        }
    }
}
""",
    ),
    "a name for how often something was counted": (
        "python",
        "O(n)",
        """\
def spread(letters, counts):
    result = []
    for letter in letters:
        left = counts.get(letter)
        for _ in range(left):
            result.append(letter)
    return result
""",
    ),
    "an account is no count": (
        "python",
        "O(n^2)",
        """\
def total(accounts):
    result = 0
    for account in accounts:
        for part in account:
            result += part
    return result
""",
    ),
    "a row for each element may be the same row each time": (
        "python",
        "O(n^2)",
        """\
def score(a):
    places = {}
    total = 0
    for i, x in enumerate(a):
        for place in places.get(x, ()):
            total += i - place
        places.setdefault(x, []).append(i)
    return total
""",
    ),
}

GIVEN = {
    "a parameter is given a number by every call": (
        "python",
        "O(n)",
        """\
def largest(a, k):
    best = [0] * k
    for x in a:
        for i in range(k):
            if x > best[i]:
                best[i], x = x, best[i]
    return best

def ends(a):
    return largest(a, 3), largest([-x for x in a], 2)
""",
    ),
    "a parameter is given a number by one call only": (
        "python",
        "O(n^2)",
        """\
def largest(a, k):
    best = [0] * k
    for x in a:
        for i in range(k):
            if x > best[i]:
                best[i], x = x, best[i]
    return best

def ends(a, k):
    return largest(a, 3), largest([-x for x in a], k)
""",
    ),
    "the caller's number of the same name is another": (
        "python",
        "O(n)",
        """\
def total(k):
    result = 0
    for i in range(k):
        result += i
    return result

def main(a):
    k = 3
    print(k)
    return total(len(a))
""",
    ),
    "what is given from outside is long, whatever its name": (
        "java",
        "O(n)",
        """\
class A {
    int end(String moves) {
        int at = 0;
        for (char move : moves.toCharArray()) at += move == 'R' ? 1 : -1;
        return at;
    }
}
""",
    ),
    "what is stepped up by a number isn't given it": (
        "python",
        "O(n^2)",
        """\
def pairs(a):
    kept = 0
    for x in a:
        if x > 0:
            kept += 1
    total = 0
    for x in a:
        for i in range(kept):
            total += x * i
    return total
""",
    ),
    "the least of a number and something": (
        "go",
        "O(n)",
        """\
func firsts(rows [][]int) int {
	total := 0
	for i := 0; i < len(rows); i++ {
		for j := 0; j < min(3, len(rows[i])); j++ {
			total += rows[i][j]
		}
	}
	return total
}
""",
    ),
    "a table named like a count": (
        "cpp",
        "O(n)",
        """\
int widest(string s) {
    vector<int> count(26, 0);
    for (char c : s) count[c - 'a']++;
    int best = 0;
    for (int more : count) {
        for (int less : count) best = max(best, more - less);
    }
    return best;
}
""",
    ),
    "a few places around a place": (
        "python",
        "O(n)",
        """\
def smooth(a):
    result = []
    for i in range(len(a)):
        total = 0
        for j in range(max(0, i - 1), min(len(a), i + 2)):
            total += a[j]
        result.append(total)
    return result
""",
    ),
    "a few places from a place on": (
        "java",
        "O(n)",
        """\
class A {
    int best(int[] a) {
        int best = 0;
        for (int i = 0; i + 2 < a.length; i++) {
            int sum = 0;
            for (int j = i; j < i + 3; j++) sum += a[j];
            best = Math.max(best, sum);
        }
        return best;
    }
}
""",
    ),
    "rows that are written in the program": (
        "java",
        "O(n)",
        """\
class A {
    int ways(int n) {
        int[][] last = {{1, 1}, {1, 0}};
        for (int i = 0; i < n; i++) {
            int[][] next = new int[2][2];
            next[0][0] = last[0][1];
            next[1][1] = last[0][0] + last[1][0];
            last = next;
        }
        int total = 0;
        for (int[] row : last) {
            for (int ways : row) total += ways;
        }
        return total;
    }
}
""",
    ),
    "a name for the digits of a number": (
        "go",
        "O(n * log n)",
        """\
func digits(a []int) int {
	total := 0
	for _, x := range a {
		written := strconv.Itoa(x)
		for _, c := range written {
			total += int(c - '0')
		}
	}
	return total
}
""",
    ),
}

FOLDED = {
    "a fold goes through its second argument": (
        "python",
        "O(n)",
        """\
def product(a):
    return reduce(lambda x, y: x * y, a, 1)
""",
    ),
}

LOOP_RULES = {**RESUMED, **GROUPS, **GIVEN, **FOLDED}
