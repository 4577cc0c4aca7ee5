"""Programs that call their own routines, or seem to: by shape, the language, the bound, and the program."""

OWN_CALLS = {
    "a parameter of a type with several arguments": (
        "java",
        "O(n)",
        """\
class A {
    void collect(Map<Integer, List<Integer>> parts, List<Integer> found, int item) {
        for (int part : parts.get(item)) {
            found.add(part);
            collect(parts, found, part);
        }
    }
}
""",
    ),
    "a closure that is given itself": (
        "cpp",
        "O(n)",
        """\
int heaviest(vector<vector<int>>& adj, vector<int>& weights) {
    vector<int> dp(size(adj));
    const auto walk = [&](this auto&& walk, int node, int from) -> void {
        dp[node] = weights[node];
        for (const auto& other : adj[node]) {
            if (other == from) continue;
            walk(other, node);
            dp[node] += dp[other];
        }
    };
    walk(0, -1);
    return dp[0];
}
""",
    ),
    "a way to the root that becomes short, whatever its names": (
        "cpp",
        "O(n)",
        """\
class Sets {
    int top(int x) {
        if (above_[x] != x) above_[x] = top(above_[x]);
        return above_[x];
    }
    void unite(vector<pair<int, int>>& pairs) {
        for (auto& [a, b] : pairs) above_[top(a)] = top(b);
    }
    vector<int> above_;
};
""",
    ),
    "a method of a container that has the same name": (
        "python",
        "O(1)",
        """\
class Pile:
    def __init__(self):
        self.levels = []

    def pop(self):
        return self.levels.pop()
""",
    ),
    "a method of a class of the library that has the same name": (
        "csharp",
        "O(n)",
        """\
class A {
    string Reverse(string text) {
        char[] letters = text.ToCharArray();
        Array.Reverse(letters);
        return new string(letters);
    }
}
""",
    ),
    "routines of one name that differ in what they are given": (
        "java",
        "O(log n)",
        """\
class A {
    int place(int[] row, int wanted) {
        return place(row, wanted, 0, row.length - 1);
    }
    int place(int[] row, int wanted, int low, int high) {
        if (low > high) return -1;
        int mid = (low + high) / 2;
        if (row[mid] == wanted) return mid;
        if (row[mid] < wanted) return place(row, wanted, mid + 1, high);
        return place(row, wanted, low, mid - 1);
    }
}
""",
    ),
    "a routine inside one of the same name": (
        "python",
        "O(log n)",
        """\
def power(base, exponent, modulus):
    def power(base, exponent):
        result = 1
        while exponent:
            result = result * base
            exponent //= 2
        return result
    return power(base, exponent) - power(base, modulus)
""",
    ),
}
