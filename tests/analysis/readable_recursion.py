"""Programs for one rule of recursion each: by shape, the language, the bound, and the program."""

RECURSION = {
    "one of several ways out of nested branches": (
        "c",
        "O(log n)",
        """\
int least(int *a, int low, int high) {
    if (low == high) return a[low];
    int mid = (low + high) / 2;
    if (a[mid] < a[high]) {
        return least(a, low, mid);
    } else if (a[mid] > a[high]) {
        return least(a, mid + 1, high);
    }
    return least(a, low, high - 1);
}
""",
    ),
    "a colour that is turned round": (
        "python",
        "O(n)",
        """\
def paint(adj, node, side, colour):
    colour[node] = side
    for other in adj[node]:
        if colour[other] == side:
            return False
        if colour[other] == 0 and not paint(adj, other, -side, colour):
            return False
    return True
""",
    ),
    "a search that says where it came from": (
        "java",
        "O(n)",
        """\
class A {
    boolean ring(int node, int from, List<List<Integer>> adj, boolean[] visited) {
        if (visited[node]) return true;
        visited[node] = true;
        for (int other : adj.get(node)) {
            if (other != from && ring(other, node, adj, visited)) return true;
        }
        return false;
    }
}
""",
    ),
    "a result is halved, not an argument": (
        "python",
        "O(2^n)",
        """\
def share(row, place, water):
    if row == 0:
        return water
    above = share(row - 1, place - 1, water) + share(row - 1, place, water)
    return above / 2
""",
    ),
    "one parameter counts down, another is halved": (
        "go",
        "O(n)",
        """\
func digit(row int, place int) int {
	if row == 1 {
		return 0
	}
	above := digit(row-1, (place+1)/2)
	if place%2 == 0 {
		return 1 - above
	}
	return above
}
""",
    ),
    "a range is halved, a depth counts down": (
        "python",
        "O(log n)",
        """\
def find(a, x, low, high, depth):
    if depth == 0 or low >= high:
        return low
    mid = (low + high) // 2
    if a[mid] < x:
        return find(a, x, mid + 1, high, depth - 1)
    return find(a, x, low, mid, depth - 1)
""",
    ),
    "a table is marked at the place given": (
        "javascript",
        "O(n^2)",
        """\
function fill(sea, r, c, n) {
    if (r < 0 || c < 0 || r >= n || c >= n || sea[r][c]) return 0;
    sea[r][c] = true;
    return 1 + fill(sea, r + 1, c, n) + fill(sea, r - 1, c, n) + fill(sea, r, c + 1, n);
}
""",
    ),
    "the rest of a list from where a loop stopped": (
        "python",
        "O(n)",
        """\
def turn(head, size):
    last, count = head, 0
    while last and count < size:
        last = last.next
        count += 1
    if count < size:
        return head
    head.after = turn(last, size)
    return head
""",
    ),
    "what is listed for a node": (
        "python",
        "O(n)",
        """\
def below(staff, found, boss):
    for one in staff[boss]:
        found.append(one)
        below(staff, found, one)
""",
    ),
    "what is listed for a letter, with steps that count down": (
        "python",
        "O(n! * n)",
        """\
def ways(after, letter, left):
    if left == 0:
        return 1
    total = 0
    for one in after[letter]:
        total += ways(after, one, left - 1)
    return total
""",
    ),
    "children one after the other": (
        "kotlin",
        "O(n)",
        """\
fun deepest(node: Node): Int {
    var best = 0
    var child = node.left
    while (child != null) {
        best = maxOf(best, deepest(child))
        child = child.right
    }
    return best + 1
}
""",
    ),
    "all that have the node as their one parent": (
        "javascript",
        "O(n^2)",
        """\
function count(parent, node) {
    let total = 1;
    for (let i = 0; i < parent.length; i++) {
        if (parent[i] === node) total += count(parent, i);
    }
    return total;
}
""",
    ),
    "a short name that is read, not a memory": (
        "python",
        "O(2^n)",
        """\
def ways(s, t, i, j):
    if j == len(t):
        return 1
    if i == len(s):
        return 0
    total = ways(s, t, i + 1, j)
    if s[i] == t[j]:
        total += ways(s, t, i + 1, j + 1)
    return total
""",
    ),
    "two calls from places that the routine moved to": (
        "python",
        "O(2^n * n)",
        """\
def most(a):
    def best(i):
        if i >= len(a):
            return 0
        first = a[i]
        while i < len(a) and a[i] == first:
            i += 1
        left = best(i)
        while i < len(a) and a[i] == first + 1:
            i += 1
        return max(left, first + best(i))

    return best(0)
""",
    ),
    "each search has marks of its own, made outside of it": (
        "python",
        "O(n^2)",
        """\
def reach(adj, n):
    def visit(node):
        if node in seen:
            return 0
        seen.add(node)
        total = 1
        for other in adj[node]:
            total += visit(other)
        return total

    best = 0
    for start in range(n):
        seen = set()
        best = max(best, visit(start))
    return best
""",
    ),
    "a mask made before it is given": (
        "python",
        "O(2^n * n)",
        """\
def pair(a, memo, mask, turn):
    if mask in memo:
        return memo[mask]
    best = 0
    for i in range(len(a)):
        if not mask >> i & 1:
            next_mask = mask | (1 << i)
            best = max(best, turn * a[i] + pair(a, memo, next_mask, turn + 1))
    memo[mask] = best
    return best
""",
    ),
    "a letter stands for a cell until the calls are done": (
        "python",
        "O(2^n)",
        """\
def spell(board, word, r, c, i):
    if i == len(word):
        return True
    if board[r][c] != word[i]:
        return False
    board[r][c] = "#"
    found = spell(board, word, r + 1, c, i + 1) or spell(board, word, r, c + 1, i + 1)
    board[r][c] = word[i]
    return found
""",
    ),
    "a memory with small dimensions in a comprehension": (
        "python",
        "O(n)",
        """\
def days(n):
    cache = [[[-1 for _ in range(3)] for _ in range(2)] for _ in range(n + 1)]

    def go(i, late, away):
        if i == 0:
            return 1
        if cache[i][away][late] != -1:
            return cache[i][away][late]
        total = go(i - 1, 0, away)
        if late < 2:
            total += go(i - 1, late + 1, away)
        cache[i][away][late] = total
        return total

    return go(n, 0, 0)
""",
    ),
    "the middle of a list found by going twice as fast": (
        "java",
        "O(n * log n)",
        """\
class A {
    void show(Node first, Node end) {
        if (first == end) return;
        Node slow = first, fast = first;
        while (fast != end && fast.next != end) {
            slow = slow.next;
            fast = fast.next.next;
        }
        show(slow, end);
        show(first, slow);
    }
}
""",
    ),
    "what changes is no argument, and undone after the call": (
        "python",
        "O(n! * n)",
        """\
def orders(left, made, found):
    if len(made) == len(left):
        found.append(len(made))
    for i in range(len(left)):
        if left[i]:
            left[i] -= 1
            made.append(i)
            orders(left, made, found)
            made.pop()
            left[i] += 1
""",
    ),
}
