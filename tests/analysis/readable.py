"""Programs whose bounds are known, for reading: one idea in every language, then a shape each."""

ROUNDS = {
    "python": """\
def f(a, n):
    s = 0
    for i in range(n):
        for j in range(i):
            s += a[j]
    return s
""",
    "c": """\
int f(int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += a[j];
    return s;
}
""",
    "cpp": """\
int f(vector<int>& a) {
    int s = 0;
    for (int i = 0; i < a.size(); i++) for (int j = 0; j < i; j++) s += a[j];
    return s;
}
""",
    "java": """\
class A {
    int f(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) for (int x : a) s += x;
        return s;
    }
}
""",
    "javascript": """\
function f(a) {
    let s = 0;
    for (const x of a) {
        for (let j = 0; j < a.length; j++) s += a[j];
    }
    return s;
}
""",
    "typescript": """\
function f(a: number[]): number {
    let s = 0;
    a.forEach(x => { for (const y of a) s += x * y; });
    return s;
}
""",
    "go": """\
func f(a []int) int {
    s := 0
    for i := 0; i < len(a); i++ {
        for _, x := range a {
            s += x
        }
    }
    return s
}
""",
    "rust": """\
fn f(a: &Vec<i32>) -> i32 {
    let mut s = 0;
    for i in 0..a.len() {
        for j in 0..i {
            s += a[j];
        }
    }
    s }
""",
}

HALVING = {
    "python": """\
def f(n):
    c = 0
    while n > 0:
        n //= 2
        c += 1
    return c
""",
    "c": """\
int f(int n) {
    int c = 0;
    while (n > 0) {
        n /= 2;
        c++;
    }
    return c;
}
""",
    "cpp": """\
int f(long long n) {
    int c = 0;
    for (; n; n >>= 1) ++c;
    return c;
}
""",
    "java": """\
class A {
    int f(int n) {
        int c = 0;
        while (n > 0) {
            n = n / 2;
            c++;
        }
        return c;
    }
}
""",
    "javascript": """\
function f(n) {
    let c = 0;
    while (n > 0) {
        n = Math.floor(n / 2);
        c++;
    }
    return c;
}
""",
    "typescript": """\
function f(n: number): number {
    let c = 0;
    while (n > 0) {
        n >>= 1;
        c++;
    }
    return c;
}
""",
    "go": """\
func f(n int) int {
    c := 0
    for n > 0 {
        n /= 2
        c++
    }
    return c
}
""",
    "rust": """\
fn f(mut n: u64) -> u32 {
    let mut c = 0;
    while n > 0 {
        n /= 2;
        c += 1;
    }
    c }
""",
}

SORTING = {
    "python": """\
def f(a):
    a.sort()
    return a[0]
""",
    "c": """\
int f(int *a, int n) {
    qsort(a, n, sizeof *a, cmp);
    return a[0];
}
""",
    "cpp": """\
int f(vector<int> a) {
    sort(a.begin(), a.end());
    return a[0];
}
""",
    "java": """\
class A {
    int f(int[] a) {
        Arrays.sort(a);
        return a[0];
    }
}
""",
    "javascript": """\
function f(a) {
    a.sort((x, y) => x - y);
    return a[0];
}
""",
    "typescript": """\
function f(a: number[]) {
    return a.sort((x, y) => x - y)[0];
}
""",
    "go": """\
func f(a []int) int {
    sort.Ints(a)
    return a[0]
}
""",
    "rust": """\
fn f(mut a: Vec<i32>) -> i32 {
    a.sort();
    a[0] }
""",
}

PYTHON = {
    "an element given a number is no size": (
        "O(n^2)",
        """\
def f(nums):
    best = [0] * len(nums)
    best[0] = 1
    for i in range(len(best)):
        best[i] = 1
        for j in range(i):
            best[i] = max(best[i], best[j] + 1)
    return best
""",
    ),
    "two pointers": (
        "O(n)",
        """\
def f(s):
    left = best = 0
    seen = set()
    for right in range(len(s)):
        while s[right] in seen:
            seen.discard(s[left])
            left += 1
        seen.add(s[right])
        best = max(best, right - left + 1)
    return best
""",
    ),
    "inner loop that starts anew": (
        "O(n^2)",
        """\
def f(a):
    c = 0
    for i in range(len(a)):
        j = i
        while j < len(a) and a[j] == a[i]:
            j += 1
        c += j - i
    return c
""",
    ),
    "monotonic stack": (
        "O(n)",
        """\
def f(a):
    stack = []
    for x in a:
        while stack and stack[-1] < x:
            stack.pop()
        stack.append(x)
    return len(stack)
""",
    ),
    "breadth-first search": (
        "O(n)",
        """\
def f(graph, start):
    queue = deque([start])
    seen = {start}
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return len(seen)
""",
    ),
    "bisection": (
        "O(log n)",
        """\
def f(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo
""",
    ),
    "trial division": (
        "O(n^0.5)",
        """\
def f(n):
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True
""",
    ),
    "a few letters for each": (
        "O(n)",
        """\
def f(words):
    total = 0
    for w in words:
        for c in range(26):
            total += c
    return total
""",
    ),
    "taking from the front of a list": (
        "O(n^2)",
        """\
def f(a):
    for _ in range(len(a)):
        a.pop(0)
""",
    ),
    "heap": (
        "O(n * log n)",
        """\
def f(a):
    heap = []
    for x in a:
        heapq.heappush(heap, x)
    return heap[0]
""",
    ),
    "two calls without memory": (
        "O(2^n)",
        """\
def f(n):
    if n < 2:
        return n
    return f(n - 1) + f(n - 2)
""",
    ),
    "two calls with memory": (
        "O(n)",
        """\
@lru_cache(None)
def f(n):
    if n < 2:
        return n
    return f(n - 1) + f(n - 2)
""",
    ),
    "memory of two variables": (
        "O(n^2)",
        """\
def f(a, b):
    memo = {}
    def dfs(i, j):
        if (i, j) in memo:
            return memo[i, j]
        if i == len(a) or j == len(b):
            return 0
        memo[i, j] = max(dfs(i + 1, j), dfs(i, j + 1))
        return memo[i, j]
    return dfs(0, 0)
""",
    ),
    "tree": (
        "O(n)",
        """\
def depth(root):
    if root is None:
        return 0
    return 1 + max(depth(root.left), depth(root.right))
""",
    ),
    "merge sort": (
        "O(n * log n)",
        """\
def sort(a):
    if len(a) < 2:
        return a
    mid = len(a) // 2
    left, right = sort(a[:mid]), sort(a[mid:])
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] < right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]
""",
    ),
    "permutations": (
        "O(n! * n)",
        """\
def f(a, path, out):
    if len(path) == len(a):
        out.append(path)
    for x in a:
        if x not in path:
            f(a, path + [x], out)
""",
    ),
    "nothing that grows": (
        "O(1)",
        """\
def f(a, b):
    return a + b
""",
    ),
    "comprehension in a loop": (
        "O(n^2)",
        """\
def f(a):
    for x in a:
        b = [y * x for y in a]
    return b
""",
    ),
    "a loop over subsets": (
        "O(2^n * n)",
        """\
def f(a):
    n = len(a)
    for mask in range(1 << n):
        for i in range(n):
            print(mask >> i & 1)
""",
    ),
    "helper in a loop": (
        "O(n^2)",
        """\
def total(a):
    return sum(a)
def f(a):
    for i in range(len(a)):
        total(a)
""",
    ),
}
"""By shape: the bound, and the program."""

CPP = {
    "ordered map": (
        "O(n * log n)",
        """\
int f(vector<int>& a) {
    map<int, int> count;
    for (int x : a) count[x]++;
    return count.size();
}
""",
    ),
    "unordered map": (
        "O(n)",
        """\
int f(vector<int>& a) {
    unordered_map<int, int> count;
    for (int x : a) count[x]++;
    return count.size();
}
""",
    ),
    "priority queue": (
        "O(n * log n)",
        """\
int f(vector<int>& a) {
    priority_queue<int> q;
    for (int x : a) q.push(x);
    return q.top();
}
""",
    ),
    "sieve": (
        "O(n * log n)",
        """\
int f(int n) {
    vector<bool> c(n);
    for (int i = 2; i < n; i++) for (int j = i; j < n; j += i) c[j] = true;
    return 0;
}
""",
    ),
    "erasing from the front": (
        "O(n^2)",
        """\
void f(vector<int> v) {
    while (!v.empty()) v.erase(v.begin());
}
""",
    ),
    "recursive closure": (
        "O(2^n)",
        """\
int f(int n) {
    function<int(int)> g = [&](int k) {
        return k < 2 ? 1 : g(k - 1) + g(k - 2);
    };
    return g(n);
}
""",
    ),
}
"""By shape: the bound, and the program."""
