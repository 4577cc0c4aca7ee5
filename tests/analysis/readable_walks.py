"""Walks through graphs and trees by recursion: by shape, the language, the bound, and the program."""

WALKS = {
    "a walk from every node that leaves out where it came from": (
        "go",
        "O(n^2)",
        """\
package main

func widest(n int, adj [][]int) int {
	var reach func(at, from int) int
	reach = func(at, from int) int {
		far := 0
		for _, neighbor := range adj[at] {
			if neighbor == from {
				continue
			}
			far = max(far, 1+reach(neighbor, at))
		}
		return far
	}
	best := 0
	for i := 0; i < n; i++ {
		best = max(best, reach(i, -1))
	}
	return best
}
""",
    ),
    "marks that are taken back": (
        "java",
        "O(n^2)",
        """\
class A {
    boolean[] visited;
    int longest(int at, List<Integer>[] adj) {
        if (visited[at]) return 0;
        visited[at] = true;
        int best = 0;
        for (int neighbor : adj[at]) best = Math.max(best, longest(neighbor, adj));
        visited[at] = false;
        return best + 1;
    }
    int all(int n, List<Integer>[] adj) {
        int best = 0;
        for (int i = 0; i < n; i++) best = Math.max(best, longest(i, adj));
        return best;
    }
}
""",
    ),
    "marks that stay, made true at the end": (
        "python",
        "O(n)",
        """\
def ends(adj, n):
    safe = {}

    def leads(node):
        if node in safe:
            return safe[node]
        safe[node] = False
        for neighbor in adj[node]:
            if not leads(neighbor):
                return False
        safe[node] = True
        return True

    return [i for i in range(n) if leads(i)]
""",
    ),
    "answers that are kept in a table, whatever its name": (
        "python",
        "O(n)",
        """\
known = {}

def tilings(width):
    if width < 2:
        return 1
    if width in known:
        return known[width]
    known[width] = tilings(width - 1) + tilings(width - 2)
    return known[width]
""",
    ),
    "a new set of what was seen for each question": (
        "python",
        "O(n^2)",
        """\
def answers(adj, questions):
    def joined(one, last, seen):
        if one == last:
            return True
        seen.add(one)
        for nbr in adj[one]:
            if nbr not in seen and joined(nbr, last, seen):
                return True
        return False

    return [joined(one, last, set()) for one, last in questions]
""",
    ),
    "a walk that comes again with something better": (
        "python",
        "O(n^2)",
        """\
def spread(adj, start, best):
    def improve(node, length):
        if length >= best[node]:
            return
        best[node] = length
        for neighbor, more in adj[node]:
            improve(neighbor, length + more)

    improve(start, 0)
    return best
""",
    ),
    "a table with two numbers in one pair of brackets": (
        "csharp",
        "O(n^2)",
        """\
class A {
    int[][] ways = new int[][] { new int[] { 0, 1 }, new int[] { 1, 0 } };
    void Spread(int row, int column, bool[,] wet, int[][] heights) {
        wet[row, column] = true;
        foreach (var way in ways) {
            int r = row + way[0], c = column + way[1];
            if (r < heights.Length && c < heights[0].Length && !wet[r, c]) Spread(r, c, wet, heights);
        }
    }
}
""",
    ),
    "what a table behind a pointer lists": (
        "cpp",
        "O(n)",
        """\
int total(map<int, vector<int>> *parts, int whole) {
    int result = 1;
    for (const auto& part : (*parts)[whole]) result += total(parts, part);
    return result;
}
""",
    ),
    "a closure that is called for one node or none": (
        "rust",
        "O(n)",
        """\
fn height(root: Option<Rc<RefCell<Node>>>) -> usize {
    root.map(|node| {
        let node = node.borrow();
        1 + height(node.left.clone()).max(height(node.right.clone()))
    })
    .unwrap_or(0)
}
""",
    ),
    "parts on both sides of a place, given as other types": (
        "rust",
        "O(n^2)",
        """\
fn split(row: &[i32], low: isize, high: isize) -> i32 {
    if low > high {
        return 0;
    }
    let mut least = low as usize;
    for i in low as usize..=high as usize {
        if row[i] < row[least] {
            least = i;
        }
    }
    split(row, low as isize, least as isize - 1) + split(row, least as isize + 1, high as isize)
}
""",
    ),
    "what a field of a node lists": (
        "cpp",
        "O(n)",
        """\
int count(Entry *entry) {
    int result = 1;
    for (const auto& [name, below] : entry->folders) result += count(below);
    return result;
}
""",
    ),
}
