"""Programs for one rule of reading each: by shape, the language, the bound, and the program."""

SHARED = {
    "a loop that pushes the outer variable on": (
        "python",
        "O(n)",
        """\
def runs(a):
    n, i, best = len(a), 0, 0
    while i < n:
        length = 0
        while True:
            i += 1
            length += 1
            if i == n or a[i] != a[i - 1]:
                break
        best = max(best, length)
    return best
""",
    ),
    "one of two limits is never set back": (
        "java",
        "O(n)",
        """\
class A {
    Node skip(Node head, int keep) {
        Node node = head;
        while (node != null) {
            int left = keep;
            while (node != null && left > 0) {
                node = node.next;
                left--;
            }
        }
        return head;
    }
}
""",
    ),
    "a counted loop walks along a list": (
        "javascript",
        "O(n)",
        """\
function cut(node, parts, size) {
    for (let i = 0; i < parts; i++) {
        for (let j = 0; j < size && node; j++) node = node.next;
    }
    return node;
}
""",
    ),
    "an element is stepped down, the place starts anew": (
        "rust",
        "O(n^2)",
        """\
fn order(v: &mut Vec<i32>) {
    for i in 1..v.len() {
        let mut j = i;
        let x = v[i];
        while j > 0 && x < v[j - 1] {
            v[j] = v[j - 1];
            j -= 1;
        }
        v[j] = x;
    }
}
""",
    ),
    "searches that leave out what was seen": (
        "python",
        "O(n)",
        """\
def parts(adj, n):
    seen = [False] * n
    count = 0
    for start in range(n):
        if seen[start]:
            continue
        count += 1
        stack = [start]
        while stack:
            node = stack.pop()
            if seen[node]:
                continue
            seen[node] = True
            for other in adj[node]:
                stack.append(other)
    return count
""",
    ),
    "searches that forget what was seen": (
        "python",
        "O(n^2)",
        """\
def reach(adj, n):
    total = 0
    for start in range(n):
        seen = [False] * n
        stack = [start]
        while stack:
            node = stack.pop()
            total += 1
            seen[node] = True
            for other in adj[node]:
                if not seen[other]:
                    stack.append(other)
    return total
""",
    ),
    "each round queues up what the outer loop takes": (
        "cpp",
        "O(n)",
        """\
int size(Node* root) {
    queue<Node*> q;
    q.push(root);
    int count = 0;
    while (!q.empty()) {
        Node* node = q.front();
        q.pop();
        ++count;
        Node* part = node->first;
        while (part) {
            q.push(part);
            part = part->sibling;
        }
    }
    return count;
}
""",
    ),
    "what is counted adds up": (
        "go",
        "O(n)",
        """\
func sorted(a []int, top int) []int {
    count := make([]int, top)
    for _, x := range a {
        count[x]++
    }
    out := []int{}
    for x := 0; x < top; x++ {
        for k := 0; k < count[x]; k++ {
            out = append(out, x)
        }
    }
    return out
}
""",
    ),
    "every few entries, from each start": (
        "python",
        "O(n)",
        """\
def columns(text, rows):
    out = []
    for row in range(rows):
        for i in range(row, len(text), rows):
            out.append(text[i])
    return out
""",
    ),
    "parts that follow on each other": (
        "python",
        "O(n)",
        """\
def turn(s):
    first = 0
    for last in range(len(s)):
        if s[last] == " ":
            i, j = first, last - 1
            while i < j:
                s[i], s[j] = s[j], s[i]
                i += 1
                j -= 1
            first = last + 1
    return s
""",
    ),
    "parts that begin where the round does": (
        "java",
        "O(n^2)",
        """\
class A {
    int f(int[] a) {
        int total = 0;
        for (int i = 0; i < a.length; i++) {
            int begin = i;
            for (int j = begin; j < a.length; j++) total += a[j];
        }
        return total;
    }
}
""",
    ),
    "a level of a queue turned round": (
        "python",
        "O(n)",
        """\
def levels(root):
    queue, out = deque([root]), []
    while queue:
        level = []
        for _ in range(len(queue)):
            node = queue.popleft()
            level.append(node.value)
            for part in node.children:
                queue.append(part)
        level.reverse()
        out.append(level)
    return out
""",
    ),
    "a queue with a number in its name": (
        "python",
        "O(n)",
        """\
def both(a, b):
    q1, q2 = deque([a]), deque([b])
    while q1 and q2:
        for _ in range(len(q1)):
            x, y = q1.popleft(), q2.popleft()
            if x and y:
                q1.append(x.left)
                q2.append(y.left)
    return True
""",
    ),
}

LOOPS = {
    "a remainder by a number": (
        "python",
        "O(1)",
        """\
def f(n):
    total = 0
    for i in range(n % 7):
        total += i
    return total
""",
    ),
    "an entry of a table in the program": (
        "javascript",
        "O(n)",
        """\
function f(n) {
    const next = [[1], [0, 2], [0, 1]];
    let state = 0;
    for (let i = 0; i < n; i++) {
        for (const x of next[state]) state = x;
    }
    return state;
}
""",
    ),
    "halved with one more": (
        "python",
        "O(log n)",
        """\
def f(n):
    rounds = 0
    while n > 1:
        rounds += n // 2
        n = (n + 1) // 2
    return rounds
""",
    ),
    "Euclid, with sides swapped": (
        "javascript",
        "O(log n)",
        """\
function f(a, b) {
    while (b !== 0) {
        a %= b;
        [a, b] = [b, a];
    }
    return a;
}
""",
    ),
    "a middle that is popped is no bisection": (
        "python",
        "O(n)",
        """\
def f(heights):
    stack, total = [], 0
    for i in range(len(heights)):
        while stack and heights[stack[-1]] < heights[i]:
            mid = stack.pop()
            if stack:
                left = heights[mid] - 1
                total += left
        stack.append(i)
    return total
""",
    ),
    "bisection in a loop that takes one at a time": (
        "python",
        "O(n * log n)",
        """\
def f(a, n):
    while n > 1:
        n -= 1
        lo, hi = 0, len(a)
        while lo < hi:
            mid = (lo + hi) // 2
            if a[mid] < n:
                lo = mid + 1
            else:
                hi = mid
    return n
""",
    ),
    "all ways, from all ways of less": (
        "python",
        "O(2^n * n^2)",
        """\
def ways(n):
    found = [[] for _ in range(n + 1)]
    found[0] = [()]
    for total in range(1, n + 1):
        for last in range(1, total + 1):
            for way in found[total - last]:
                found[total].append((way, last))
    return found[n]
""",
    ),
    "a table of n times n entries": (
        "cpp",
        "O(n^2)",
        """\
int f(int n, int m) {
    vector<vector<int>> table = vector<vector<int>>(n, vector<int>(m));
    return table[0][0];
}
""",
    ),
    "a search in a text of the program": (
        "cpp",
        "O(n)",
        """\
int f(string text) {
    string few = "aeiou";
    int count = 0;
    for (char c : text) if (few.find(c) != string::npos) ++count;
    return count;
}
""",
    ),
    "compared with a text of the program": (
        "java",
        "O(n)",
        """\
class A {
    int f(String[] words) {
        int count = 0;
        for (String word : words) if (word.equals("up")) count++;
        return count;
    }
}
""",
    ),
    "another name for a node": (
        "rust",
        "O(n)",
        """\
fn same(a: Tree, b: Tree) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            same(a.left.clone(), b.left.clone()) && same(a.right.clone(), b.right.clone())
        }
        _ => false,
    }
}
""",
    ),
}

RECURSION = {
    "into the elements of what was given": (
        "python",
        "O(n)",
        """\
def total(nested):
    result = 0
    for item in nested:
        if item.is_number():
            result += item.number()
        else:
            result += total(item.items())
    return result
""",
    ),
    "each edge taken once": (
        "python",
        "O(n)",
        """\
def tour(edges, node, out):
    while edges[node]:
        other = edges[node].pop()
        tour(edges, other, out)
    out.append(node)
""",
    ),
    "memory by subsets": (
        "python",
        "O(2^n * n)",
        """\
def f(a):
    memo = {}
    def best(mask):
        if mask in memo:
            return memo[mask]
        memo[mask] = 0
        for i in range(len(a)):
            if not mask >> i & 1:
                memo[mask] = max(memo[mask], a[i] + best(mask | 1 << i))
        return memo[mask]
    return best(0)
""",
    ),
    "memory of halves": (
        "python",
        "O(log n)",
        """\
def f(n, memo):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = 1 + min(n % 2 + f(n // 2, memo), n % 3 + f(n // 3, memo))
    return memo[n]
""",
    ),
    "memory of fewer numbers than change": (
        "python",
        "O(n^2)",
        """\
def f(costs, n):
    memo = [[-1] * n for _ in range(n)]
    def best(i, left, right):
        if i == len(costs):
            return 0
        if memo[left][right] == -1:
            memo[left][right] = min(best(i + 1, left - 1, right), best(i + 1, left, right - 1))
        return memo[left][right]
    return best(0, n, n)
""",
    ),
    "memory of a number and a few states": (
        "python",
        "O(n)",
        """\
def f(text):
    memo = [[-1] * 3 for _ in text]
    def ways(i, state):
        if i == len(text):
            return 1
        if memo[i][state] == -1:
            memo[i][state] = ways(i + 1, state) + ways(i + 1, state + 1)
        return memo[i][state]
    return ways(0, 0)
""",
    ),
    "ways collected from the ways of the rest": (
        "python",
        "O(2^n * n^2)",
        """\
def f(text, known):
    memo = {}
    def ways(i):
        if i in memo:
            return memo[i]
        out = []
        for j in range(i, len(text)):
            if (i, j) in known:
                for way in ways(j + 1):
                    out.append((j, way))
        memo[i] = out
        return out
    return ways(0)
""",
    ),
    "an element put back": (
        "python",
        "O(2^n)",
        """\
def f(grid, r, c):
    if r < 0 or c < 0 or grid[r][c] == 0:
        return 0
    kept = grid[r][c]
    grid[r][c] = 0
    best = max(f(grid, r + 1, c), f(grid, r, c + 1))
    grid[r][c] = kept
    return best + kept
""",
    ),
    "a walk on the only way down": (
        "python",
        "O(n)",
        """\
def remove(node, key):
    if key > node.key:
        node.right = remove(node.right, key)
    elif key < node.key:
        node.left = remove(node.left, key)
    else:
        least = node.right
        while least.left:
            least = least.left
        node.key = least.key
    return node
""",
    ),
    "down a heap": (
        "python",
        "O(n * log n)",
        """\
def sink(a, n, i):
    child = 2 * i + 1
    if child < n and a[child] > a[i]:
        a[child], a[i] = a[i], a[child]
        sink(a, n, child)
def order(a):
    for i in range(len(a)):
        sink(a, len(a), i)
""",
    ),
    "a range in a tree of segments": (
        "python",
        "O(log n)",
        """\
def least(tree, node, low, high, first, last):
    if first > high or last < low:
        return INFINITE
    if low >= first and high <= last:
        return tree[node]
    mid = (low + high) // 2
    one = least(tree, 2 * node, low, mid, first, last)
    other = least(tree, 2 * node + 1, mid + 1, high, first, last)
    return one if one < other else other
""",
    ),
    "a middle that is searched for": (
        "python",
        "O(n^2)",
        """\
def build(before, among):
    if not among:
        return None
    node = Node(before[0])
    mid = among.index(before[0])
    node.one = build(before[1:mid + 1], among[:mid])
    node.two = build(before[mid + 1:], among[mid + 1:])
    return node
""",
    ),
    "a place outside that moves on": (
        "python",
        "O(n)",
        """\
def f(keys):
    place = 0
    def build(limit):
        nonlocal place
        if place == len(keys) or keys[place] > limit:
            return None
        key = keys[place]
        place += 1
        return (key, build(key), build(limit))
    return build(INFINITE)
""",
    ),
    "a search with its own marks, from every start": (
        "python",
        "O(n^2)",
        """\
def far(graph, start):
    seen = [False] * len(graph)
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if not seen[other]:
                seen[other] = True
                queue.append(other)
    return sum(seen)
def f(graph):
    return [far(graph, start) for start in range(len(graph))]
""",
    ),
    "labels of arguments": (
        "swift",
        "O(n^2)",
        """\
func ways(_ i: Int, left: Int, memo: inout [[Int]]) -> Int {
    if i == 0 { return 1 }
    if memo[i][left] >= 0 { return memo[i][left] }
    memo[i][left] = ways(i - 1, left: left, memo: &memo) + ways(i - 1, left: left - 1, memo: &memo)
    return memo[i][left]
}
""",
    ),
}

RULES = SHARED | LOOPS | RECURSION
