"""Programs that take the input part by part: by shape, the language, the bound, and the program."""

PARTS = {
    "chunks of one length": (
        "python",
        "O(n)",
        """\
def lines(text, width):
    return [text[at : at + width] for at in range(0, len(text), width)]
""",
    ),
    "a loop in each chunk": (
        "java",
        "O(n)",
        """\
class A {
    int[] sums(int[] a, int width) {
        int[] sums = new int[a.length / width + 1];
        for (int i = 0; i < a.length; i += width) {
            for (int j = 0; j < width; j++) {
                sums[i / width] += a[i + j];
            }
        }
        return sums;
    }
}
""",
    ),
    "a part made smaller by dividing it": (
        "python",
        "O(n)",
        """\
def divide(a, low, high):
    at = low
    for i in range(low, high):
        if a[i] < a[high]:
            a[i], a[at] = a[at], a[i]
            at += 1
    a[at], a[high] = a[high], a[at]
    return at


def smallest(a, k):
    low, high = 0, len(a) - 1
    while low <= high:
        at = divide(a, low, high)
        if at == k:
            return a[at]
        if at > k:
            high = at - 1
        else:
            low = at + 1
""",
    ),
    "a stack given to a routine": (
        "cpp",
        "O(n)",
        """\
#include <stack>
#include <string>
void apply(std::stack<int>& values, std::stack<char>& signs) {
    signs.pop();
}
int value(const std::string& s) {
    std::stack<int> values;
    std::stack<char> signs;
    for (int i = 0; i < s.size(); ++i) {
        if (s[i] == ')') {
            while (signs.top() != '(') {
                apply(values, signs);
            }
            signs.pop();
        } else {
            signs.push(s[i]);
        }
    }
    return values.top();
}
""",
    ),
    "a way kept on a stack": (
        "java",
        "O(n)",
        """\
class A {
    void visit(Node root, List<Integer> found) {
        Deque<Node> way = new ArrayDeque<>();
        Node at = root;
        while (at != null || !way.isEmpty()) {
            while (at != null) {
                way.push(at);
                at = at.left;
            }
            found.add(way.peek().value);
            at = way.pop().right;
        }
    }
}
""",
    ),
    "children counted through": (
        "csharp",
        "O(n)",
        """\
class A {
    void Visit(Node root, List<int> found) {
        var open = new Stack<Node>();
        open.Push(root);
        while (open.Count > 0) {
            var node = open.Pop();
            found.Add(node.Value);
            for (int i = node.children.Count - 1; i >= 0; i--) {
                open.Push(node.children[i]);
            }
        }
    }
}
""",
    ),
    "waiting for another thread": (
        "python",
        "O(n)",
        """\
class Turns:
    def first(self, n):
        for _ in range(n):
            while self.other:
                self.changed.wait()
            self.other = True
""",
    ),
    "up to the root of a set, and all on the way": (
        "java",
        "O(n)",
        """\
class A {
    int[] above;
    int top(int member) {
        int last = member;
        while (last != above[last]) last = above[last];
        while (member != last) {
            int next = above[member];
            above[member] = last;
            member = next;
        }
        return last;
    }
    int sets(int[][] pairs, int n) {
        for (int[] pair : pairs) {
            above[top(pair[0])] = top(pair[1]);
        }
        return n;
    }
}
""",
    ),
    "all on the way put on a list": (
        "python",
        "O(n)",
        """\
class Sets:
    def top(self, x):
        way = []
        while self.above[x] != x:
            way.append(x)
            x = self.above[x]
        while way:
            self.above[way.pop()] = x
        return x


def joined(sets, pairs):
    for a, b in pairs:
        sets.above[sets.top(a)] = sets.top(b)
""",
    ),
    "a list of what is linked": (
        "cpp",
        "O(n)",
        """\
#include <algorithm>
#include <numeric>
#include <vector>
long total(std::vector<std::vector<int>>& adj) {
    long total = 0;
    std::vector<int> open = {0};
    while (!open.empty()) {
        const int u = open.back();
        open.pop_back();
        std::vector<int> gains;
        for (const auto& v : adj[u]) {
            gains.push_back(v);
            open.push_back(v);
        }
        total += std::accumulate(gains.begin(), gains.end(), 0);
    }
    return total;
}
""",
    ),
    "rows that were collected, put together": (
        "python",
        "O(n)",
        """\
def by_place(a, most):
    rows = [[] for _ in range(most)]
    for x in a:
        rows[x].append(x)
    result = []
    for row in rows:
        result.extend(row)
    return result
""",
    ),
    "counting through rows that were collected": (
        "cpp",
        "O(n)",
        """\
#include <unordered_map>
#include <vector>
long gaps(const std::vector<int>& a) {
    std::unordered_map<int, std::vector<int>> places;
    for (int i = 0; i < a.size(); ++i) {
        places[a[i]].push_back(i);
    }
    long sum = 0;
    for (const auto& [value, found] : places) {
        for (int i = 0; i < found.size(); ++i) {
            sum += found[i] - found[0];
        }
    }
    return sum;
}
""",
    ),
    "digits of each number": (
        "python",
        "O(n * log n)",
        """\
def sums(n):
    return [sum(map(int, str(x))) for x in range(1, n + 1)]
""",
    ),
    "tuples of a few": (
        "cpp",
        "O(n)",
        """\
#include <tuple>
#include <vector>
int last(const std::vector<int>& a) {
    int up = 0, down = 0;
    for (int i = 0; i < a.size(); ++i) {
        std::tie(up, down) = std::tuple(down + a[i], up);
    }
    return up;
}
""",
    ),
    "a few put into a list": (
        "python",
        "O(n)",
        """\
def lowest(root):
    queue = [root]
    while queue:
        node = queue.popleft()
        queue.extend([n for n in [node.right, node.left] if n])
    return node.value
""",
    ),
    "letters from one to another": (
        "rust",
        "O(n)",
        """\
fn first(s: &[u8]) -> Option<usize> {
    let mut least = None;
    for c in b'a'..=b'z' {
        if let Some(i) = s.iter().position(|&x| x == c) {
            least = Some(i);
        }
    }
    least
}
""",
    ),
    "bits of a type": (
        "cpp",
        "O(n)",
        """\
#include <vector>
int ones(const std::vector<int>& a) {
    int count = 0;
    for (int i = 0; i < 8 * sizeof(int); ++i) {
        for (const auto& x : a) {
            count += (x >> i) & 1;
        }
    }
    return count;
}
""",
    ),
    "at most two of them": (
        "kotlin",
        "O(n)",
        """\
fun kept(given: IntArray): Int {
    var kept = 0
    for (times in given) {
        for (i in 0 until minOf(2, times)) {
            kept += 1
        }
    }
    return kept
}
""",
    ),
    "a word from where the last one ended": (
        "python",
        "O(n)",
        """\
def words(s):
    found = start = end = 0
    while start < len(s):
        while end < len(s) and s[end] != " ":
            end += 1
        found += end > start
        start = end + 1
        end += 1
    return found
""",
    ),
    "a run in a counting loop": (
        "java",
        "O(n)",
        """\
class A {
    int runs(int[] a) {
        int runs = 0;
        for (int i = 0; i < a.length; i++) {
            int j = i + 1;
            while (j < a.length && a[j] == a[i]) j++;
            runs++;
            i = j - 1;
        }
        return runs;
    }
}
""",
    ),
    "always from the front to where the last round ended": (
        "python",
        "O(n^2)",
        """\
def backwards(head):
    end = None
    while head != end:
        at = head
        while at.next != end:
            at = at.next
        print(at.value)
        end = at
""",
    ),
    "a window in a ring": (
        "python",
        "O(n)",
        """\
def longest(a, most):
    best = total = left = 0
    for right in range(2 * len(a)):
        total += a[right % len(a)]
        while total > most:
            total -= a[left % len(a)]
            left += 1
        best = max(best, right - left + 1)
    return best
""",
    ),
    "a shift that assigns": (
        "swift",
        "O(log n)",
        """\
func height(_ leaf: Int) -> Int {
    var at = leaf
    var height = 0
    while at >= 1 {
        height += 1
        at >>= 1
    }
    return height
}
""",
    ),
    "a copy of a list that was copied": (
        "rust",
        "O(n^2)",
        """\
fn changed(word: &str, all: &mut Vec<Vec<u8>>) {
    let copied = word.as_bytes().to_vec();
    for i in 0..copied.len() {
        let mut other = copied.clone();
        other[i] = b'*';
        all.push(other);
    }
}
""",
    ),
}
