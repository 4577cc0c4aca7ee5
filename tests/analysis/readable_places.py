"""Programs that go over places, runs and rings: by shape, the language, the bound, and the program."""

PLACES = {
    "a queue of places goes over the whole table": (
        "python",
        "O(n^2)",
        """\
def fill(picture, row, column, paint):
    old = picture[row][column]
    picture[row][column] = paint
    open_places = deque([(row, column)])
    while open_places:
        r, c = open_places.popleft()
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            y, x = r + down, c + right
            if 0 <= y < len(picture) and 0 <= x < len(picture[0]) and picture[y][x] == old:
                picture[y][x] = paint
                open_places.append((y, x))
""",
    ),
    "a heap of places": (
        "cpp",
        "O(n^2 * log n)",
        """\
int climb(vector<vector<int>>& height, vector<vector<bool>>& seen) {
    priority_queue<tuple<int, int, int>> next;
    next.push({0, 0, 0});
    int best = 0;
    while (!next.empty()) {
        auto [h, r, c] = next.top();
        next.pop();
        best = max(best, h);
        for (int i = 0; i < 2; ++i) {
            int y = r + i, x = c + 1 - i;
            if (y < height.size() && x < height[0].size() && !seen[y][x]) {
                seen[y][x] = true;
                next.push({-height[y][x], y, x});
            }
        }
    }
    return best;
}
""",
    ),
    "a queue of pairs whose rows are lists of neighbours": (
        "python",
        "O(n)",
        """\
def depth(adjacent):
    stack = [(0, 0, 1)]
    deepest = 0
    while stack:
        node, at, level = stack.pop()
        deepest = max(deepest, level)
        if at < len(adjacent[node]):
            stack.append((node, at + 1, level))
            stack.append((adjacent[node][at], 0, level + 1))
    return deepest
""",
    ),
    "a level of a queue counted down": (
        "java",
        "O(n)",
        """\
class A {
    int levels(Node root) {
        Queue<Node> queue = new LinkedList<>();
        queue.add(root);
        int levels = 0;
        while (!queue.isEmpty()) {
            levels++;
            for (int i = queue.size(); i > 0; i--) {
                Node node = queue.poll();
                if (node.left != null) queue.add(node.left);
                if (node.right != null) queue.add(node.right);
            }
        }
        return levels;
    }
}
""",
    ),
}

RUNS = {
    "runs are followed from their first numbers": (
        "java",
        "O(n)",
        """\
class A {
    int longest(Set<Integer> known) {
        int best = 0;
        for (int x : known) {
            if (!known.contains(x - 1)) {
                int length = 1;
                while (known.contains(x + length)) length++;
                best = Math.max(best, length);
            }
        }
        return best;
    }
}
""",
    ),
    "runs are followed from every number": (
        "java",
        "O(n^2)",
        """\
class A {
    int longest(Set<Integer> known) {
        int best = 0;
        for (int x : known) {
            int length = 1;
            while (known.contains(x + length)) length++;
            best = Math.max(best, length);
        }
        return best;
    }
}
""",
    ),
}

RINGS = {
    "a place that goes round": (
        "python",
        "O(n^2)",
        """\
def turns(wheel, wanted):
    at = total = 0
    for sign in wanted:
        while wheel[at] != sign:
            at = (at + 1) % len(wheel)
            total += 1
    return total
""",
    ),
    "what is taken from a queue is put at its end": (
        "python",
        "O(n^2)",
        """\
def serve(line, dishes):
    left = len(line)
    for dish in dishes:
        refused = 0
        while refused < len(line) and line[0] != dish:
            line.append(line.popleft())
            refused += 1
        if refused == len(line):
            break
        line.popleft()
        left -= 1
    return left
""",
    ),
}

SEGMENTS = {
    "a list that another one replaces is no part of the input": (
        "python",
        "O(n^2)",
        """\
def ways(n, k):
    last = [1] * (k + 1)
    for i in range(n):
        following = [0] * len(last)
        total = 0
        for j in range(len(last)):
            total += last[j]
            following[j] = total
        last = following
    return last[k]
""",
    ),
}

SHORT = {
    "the largest of a few": (
        "python",
        "O(n)",
        """\
def best(a):
    kinds = [0, 0, 0]
    result = 0
    for x in a:
        kinds[x % 3] += x
        result = max(result, max(kinds))
    return result
""",
    ),
    "a few rows by a maker's name": (
        "kotlin",
        "O(n)",
        """\
fun reach(a: IntArray): Int {
    val turns = arrayOf(intArrayOf(0, 1), intArrayOf(1, 0))
    var total = 0
    for (x in a) {
        for (turn in turns) {
            total = total + x * turn[0]
        }
    }
    return total
}
""",
    ),
}

PLACE_RULES = {**PLACES, **RUNS, **RINGS, **SEGMENTS, **SHORT}
