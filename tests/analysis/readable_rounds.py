"""More programs for one rule of counting rounds each: by shape, the language, the bound, and the program."""

OF_CALLS = {
    "a table that outlives the routine is filled on": (
        "python",
        "O(n)",
        """\
products = [1]

def product(n):
    while len(products) <= n:
        products.append(products[-1] * len(products))
    return products[n]

def total(n):
    result = 0
    for i in range(n):
        result += product(i)
    return result
""",
    ),
    "filling a table takes its length, even if nothing else does": (
        "python",
        "O(n)",
        """\
products = [1]

def product(n):
    while len(products) <= n:
        products.append(products[-1] * len(products))
    return products[n]
""",
    ),
    "what other calls put in is taken out once": (
        "java",
        "O(1)",
        """\
class Line {
    Stack<Integer> entered = new Stack<>(), turned = new Stack<>();

    void put(int x) {
        entered.push(x);
    }

    int take() {
        if (turned.isEmpty()) {
            while (!entered.isEmpty()) turned.push(entered.pop());
        }
        return turned.pop();
    }
}
""",
    ),
    "what the same call puts in is taken out by each": (
        "cpp",
        "O(n)",
        """\
int count(Node* root) {
    int total = 0;
    stack<Node*> open;
    open.push(root);
    while (!open.empty()) {
        Node* node = open.top();
        open.pop();
        ++total;
        if (node->left) open.push(node->left);
    }
    return total;
}
""",
    ),
}

LIMITS = {
    "down to a number, from how many": (
        "cpp",
        "O(n^2)",
        """\
int reach(vector<int>& a, int n) {
    vector<int> best(n + 1);
    for (int x : a) {
        for (int i = n; i >= 1; --i) best[i] = max(best[i], best[i - 1] + x);
    }
    return best[n];
}
""",
    ),
    "as many as a number has digits": (
        "python",
        "O(n * log n)",
        """\
def ones(a, most):
    total = 0
    width = most.bit_length()
    for x in a:
        for place in range(width):
            total += x >> place & 1
    return total
""",
    ),
}

GROWN = {
    "a short list whose name is given longer ones": (
        "go",
        "O(n^2)",
        """\
func row(n int) []int {
	last := []int{1}
	for i := 0; i < n; i++ {
		next := make([]int, len(last)+1)
		for j := 0; j < len(last); j++ {
			next[j] += last[j]
			next[j+1] += last[j]
		}
		last = next
	}
	return last
}
""",
    ),
    "a short list that things are put in": (
        "javascript",
        "O(n^2)",
        """\
function distinct(a) {
    const kept = [0];
    for (const x of a) {
        let known = false;
        for (const other of kept) {
            if (other === x) known = true;
        }
        if (!known) kept.push(x);
    }
    return kept.length;
}
""",
    ),
    "a short list whose name is given short ones": (
        "python",
        "O(n)",
        """\
def ways(n):
    last = [1, 0, 0]
    for _ in range(n):
        following = [0, 0, 0]
        for i in range(len(last)):
            following[(i + 1) % 3] += last[i]
        last = following
    return sum(last)
""",
    ),
}

PRODUCTS = {
    "primes are tried until the product gets too large": (
        "python",
        "O(n)",
        """\
def smallest_factors(n):
    primes = []
    least = [0] * (n + 1)
    for i in range(2, n + 1):
        if not least[i]:
            least[i] = i
            primes.append(i)
        for p in primes:
            if i * p > n or p > least[i]:
                break
            least[i * p] = p
    return least
""",
    ),
    "multiples of primes are struck out": (
        "cpp",
        "O(n)",
        """\
int primes(int n) {
    vector<bool> struck(n, false);
    int found = 0;
    for (int p = 2; p < n; p++) {
        if (struck[p]) continue;
        found++;
        for (long i = 1L * p * p; i < n; i += p) struck[i] = true;
    }
    return found;
}
""",
    ),
    "factors are tried until the product gets too large": (
        "java",
        "O(n * log n)",
        """\
class A {
    int[] divisors(int n) {
        int[] found = new int[n + 1];
        for (int i = 1; i <= n; i++) {
            for (int j = 1; i * j <= n; j++) found[i * j]++;
        }
        return found;
    }
}
""",
    ),
}

LOGARITHMS = {
    "digits by quotient and rest": (
        "python",
        "O(log n)",
        """\
def digits(n):
    total = 0
    while n:
        n, digit = divmod(n, 10)
        total += digit
    return total
""",
    ),
    "a rest by what stays the same": (
        "swift",
        "O(n^2)",
        """\
func best(_ a: [Int], _ k: Int) -> Int {
    var last = [Int](repeating: 0, count: k)
    for i in 1..<a.count {
        var most = 0
        var j = i
        while j > i - k {
            most = max(most, a[j] + last[(j - 1) % k])
            j -= 1
        }
        last[i % k] = most
    }
    return last[0]
}
""",
    ),
    "a third is left": (
        "go",
        "O(log n)",
        """\
func find(n int) int {
	l, r := 1, n
	for l < r {
		m1 := l + (r-l)/3
		m2 := r - (r-l)/3
		if ask(m1) == ask(m2) {
			l = m1 + 1
			r = m2 - 1
		} else if ask(m1) > 0 {
			l = m2 + 1
		} else {
			r = m1 - 1
		}
	}
	return l
}
""",
    ),
    "a shift by name": (
        "kotlin",
        "O(log n)",
        """\
fun power(n: Int): Int {
    var width = 1
    while (width < n) {
        width = width shl 1
    }
    return width
}
""",
    ),
    "a list of digits is turned round": (
        "cpp",
        "O(log n)",
        """\
string binary(int n) {
    string result;
    while (n > 0) {
        result.push_back('0' + n % 2);
        n /= 2;
    }
    reverse(result.begin(), result.end());
    return result;
}
""",
    ),
    "a list of digits that gets more than digits": (
        "cpp",
        "O(n)",
        """\
string written(int n, int zeros) {
    string result;
    while (n > 0) {
        result.push_back('0' + n % 2);
        n /= 2;
    }
    for (int i = 0; i < zeros; ++i) result.push_back('0');
    reverse(result.begin(), result.end());
    return result;
}
""",
    ),
}

ROUND_RULES = {**OF_CALLS, **LIMITS, **GROWN, **PRODUCTS, **LOGARITHMS}
