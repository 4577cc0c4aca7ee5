"""Programs whose inner loops do start anew: by shape, the language, the bound, and the program."""

ROUNDS_ANEW = {
    "a loop that skips before it puts something into the queue": (
        "python",
        "O(n^2)",
        """\
def met(discs):
    seen = [False] * len(discs)
    stack = [0]
    while stack:
        u = stack.pop()
        for v in range(len(discs)):
            if seen[v] or discs[u] < discs[v]:
                continue
            seen[v] = True
            stack.append(v)
    return all(seen)
""",
    ),
    "two empty lists aren't a few things": (
        "python",
        "O(n^2)",
        """\
def sums(a):
    low, high = [], []
    for x in a:
        (low if x < 0 else high).append(x)
    total = 0
    for x in low:
        for y in high:
            total += x * y
    return total
""",
    ),
    "a row that becomes the row before": (
        "python",
        "O(n^2)",
        """\
def pairs(n, k):
    row = [1]
    for i in range(n):
        following = [0] * min(len(row) + i, k + 1)
        for j in range(len(following)):
            following[j] = row[j] if j < len(row) else 0
        row = following
    return row[-1]
""",
    ),
    "marks that each call declares": (
        "cpp",
        "O(n^2)",
        """\
void reach(const vector<vector<int>>& adj, int from, vector<int>* reached) {
    vector<bool> seen(adj.size());
    vector<int> stack = {from};
    while (!stack.empty()) {
        const int u = stack.back();
        stack.pop_back();
        for (int v : adj[u]) {
            if (seen[v]) continue;
            seen[v] = true;
            stack.push_back(v);
            ++(*reached)[v];
        }
    }
}
vector<int> all(const vector<vector<int>>& adj) {
    vector<int> reached(adj.size());
    for (int u = 0; u < (int)adj.size(); ++u) reach(adj, u, &reached);
    return reached;
}
""",
    ),
}
