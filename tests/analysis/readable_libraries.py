"""Programs for what languages and their libraries mean: by shape, the language, the bound, and the program."""

LIBRARIES = {
    "a pair swapped by a tuple keeps both sizes": (
        "csharp",
        "O(n^2)",
        """\
class A {
    int Pairs(int[] a, int[] b) {
        int rows = a.Length, cols = b.Length, found = 0;
        if (cols > rows) (rows, cols) = (cols, rows);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++)
                if (a[r] == b[c]) found++;
        return found;
    }
}
""",
    ),
    "what follows a switch is read": (
        "java",
        "O(n^2)",
        """\
class A {
    int run(int[] jobs) {
        int sum = 0;
        for (int job : jobs) {
            switch (job) {
                case 1: sum += 1; break;
                case 2: sum += 2; break;
            }
            for (int other : jobs) sum += other;
        }
        return sum;
    }
}
""",
    ),
    "what a switch is over is read": (
        "csharp",
        "O(n)",
        """\
class A {
    string Kind(List<int> values) {
        return values.Max() switch { 0 => "none", 1 => "one", _ => "many" };
    }
}
""",
    ),
    "an array of a size is no literal": (
        "java",
        "O(n)",
        """\
class A {
    int padded(int[] a) {
        int[] wide = new int[a.length + 2];
        int sum = 0;
        for (int i = 0; i < wide.length; i++) sum += i;
        return sum;
    }
}
""",
    ),
    "a copy of a row of constant length": (
        "python",
        "O(n)",
        """\
def prefixes(s):
    n = len(s)
    before = [[0] * 26 for _ in range(n + 1)]
    for i in range(n):
        before[i + 1] = before[i][:]
        before[i + 1][ord(s[i]) - 97] += 1
    return before
""",
    ),
    "a slice of constant length": (
        "csharp",
        "O(n)",
        """\
class A {
    int Old(string[] people) {
        int found = 0;
        foreach (string p in people) {
            if (int.Parse(p.Substring(4, 2)) > 60) found++;
        }
        return found;
    }
}
""",
    ),
    "a slice from a place to one a few further": (
        "python",
        "O(n)",
        """\
def triples(s):
    best = ""
    for i in range(len(s) - 2):
        part = s[i : i + 3]
        if part[0] == part[2]:
            best = max(best, part)
    return best
""",
    ),
    "a sum over a few": (
        "python",
        "O(n)",
        """\
def counted(s):
    seen = [0] * 26
    best = 0
    for c in s:
        seen[ord(c) - 97] += 1
        best = max(best, sum(seen))
    return best
""",
    ),
    "the heap of Go's library": (
        "go",
        "O(n * log n)",
        """\
package main

import "container/heap"

type Least []int

func (h Least) Len() int           { return len(h) }
func (h Least) Less(i, j int) bool { return h[i] < h[j] }
func (h Least) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *Least) Push(x any)        { *h = append(*h, x.(int)) }
func (h *Least) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func order(nums []int) []int {
	least := &Least{}
	for _, x := range nums {
		heap.Push(least, x)
	}
	return *least
}
""",
    ),
    "a priority queue of Go": (
        "go",
        "O(n * log n)",
        """\
func largest(nums []int, k int) int {
	least := priorityqueue.NewWith(utils.IntComparator)
	for _, x := range nums {
		least.Enqueue(x)
		if least.Size() > k {
			least.Dequeue()
		}
	}
	top, _ := least.Peek()
	return top.(int)
}
""",
    ),
    "a library's method has the name of the own one": (
        "java",
        "O(1)",
        """\
class Bag {
    private List<Integer> items = new ArrayList<>();

    boolean remove(int value) {
        if (items.isEmpty()) return false;
        items.remove(items.size() - 1);
        return true;
    }
}
""",
    ),
    "a value taken from a map is no sorted map": (
        "java",
        "O(n)",
        """\
class A {
    void group(int[] keys, HashMap<Integer, Queue<Integer>> map) {
        for (int key : keys) {
            Queue<Integer> part = map.get(key);
            part.add(key);
        }
    }
}
""",
    ),
    "reversed goes through what it is given only as far as it is read": (
        "python",
        "O(1)",
        """\
def last(values):
    return next(reversed(values))
""",
    ),
    "a list of a few arguments": (
        "java",
        "O(n)",
        """\
class A {
    void pairs(int[] a, List<List<Integer>> out) {
        for (int x : a) out.add(Arrays.asList(x, x + 1));
    }
}
""",
    ),
    "elements are compared": (
        "java",
        "O(n)",
        """\
class A {
    boolean mirrored(List<Integer> a) {
        for (int i = 0; i < a.size(); i++)
            if (!a.get(i).equals(a.get(a.size() - 1 - i))) return false;
        return true;
    }
}
""",
    ),
    "all of a text is replaced": (
        "go",
        "O(n^2)",
        """\
func clean(s string, parts []string) string {
	for _, part := range parts {
		s = strings.ReplaceAll(s, part, "")
	}
	return s
}
""",
    ),
    "searching a list": (
        "python",
        "O(n^2)",
        """\
def followed(values: List[int]) -> int:
    found = 0
    for x in values:
        if x + 1 in values:
            found += 1
    return found
""",
    ),
    "counting in what a list holds": (
        "python",
        "O(n^2)",
        """\
def most(rows):
    best = 0
    for row in rows:
        best = max(best, row.count(1))
    return best
""",
    ),
    "the least of spread arguments": (
        "javascript",
        "O(n)",
        """\
function least(nums) {
    return Math.min(...nums);
}
""",
    ),
    "slices put together are a copy": (
        "go",
        "O(n^2)",
        """\
func without(s string) []string {
	var result []string
	for i := 0; i < len(s); i++ {
		result = append(result, s[:i]+s[i+1:])
	}
	return result
}
""",
    ),
    "the end of a deque that is taken from": (
        "csharp",
        "O(n)",
        """\
class A {
    void Keep(int[] nums) {
        var kept = new LinkedList<int>();
        for (int i = 0; i < nums.Length; i++) {
            while (kept.Count > 0 && nums[kept.Last.Value] < nums[i]) kept.RemoveLast();
            kept.AddLast(i);
        }
    }
}
""",
    ),
    "down to below zero": (
        "go",
        "O(n^2)",
        """\
func pairs(a []int) int {
	found := 0
	for i := len(a) - 1; i >= 0; i-- {
		for j := i - 1; j >= -1; j-- {
			found++
		}
	}
	return found
}
""",
    ),
    "rows made in a loop": (
        "go",
        "O(n^2)",
        """\
func table(n int) [][]int {
	rows := make([][]int, n)
	for i := range rows {
		rows[i] = make([]int, n)
	}
	return rows
}
""",
    ),
    "a sorted set made of a whole range": (
        "cpp",
        "O(n * log n)",
        """\
int kinds(vector<int>& nums) {
    set<int> found(nums.begin(), nums.end());
    return found.size();
}
""",
    ),
}
