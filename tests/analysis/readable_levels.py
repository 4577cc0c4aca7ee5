"""Programs about levels, and lists in tables: by shape, the language, the bound, and the program."""

LEVELS = {
    "a level that is replaced": (
        "cpp",
        "O(n)",
        """\
int widest(Node* top) {
    vector<Node*> here{top}, below;
    int best = 0;
    while (!here.empty()) {
        best = max(best, (int)here.size());
        below.clear();
        for (Node* each : here) {
            if (each->first) below.push_back(each->first);
            if (each->second) below.push_back(each->second);
        }
        swap(here, below);
    }
    return best;
}
""",
    ),
    "a level that is moved elsewhere": (
        "cpp",
        "O(n)",
        """\
int depth(Node* top) {
    vector<Node*> here = {top}, last;
    int rounds = 0;
    while (!here.empty()) {
        last = move(here);
        here.clear();
        ++rounds;
        for (Node* each : last) {
            if (each->first) here.push_back(each->first);
        }
    }
    return rounds;
}
""",
    ),
    "what isn't replaced is gone through each time": (
        "python",
        "O(n^2)",
        """\
def drain(a):
    total = 0
    while a:
        for x in a:
            total += x
        a.pop()
    return total
""",
    ),
    "lists by their place, under any name": (
        "python",
        "O(n)",
        """\
def profit(n, offers):
    ending = [[] for _ in range(n)]
    for start, last, gold in offers:
        ending[last].append((start, gold))
    best = [0] * (n + 1)
    for day in range(n):
        best[day + 1] = best[day]
        for start, gold in ending[day]:
            best[day + 1] = max(best[day + 1], best[start] + gold)
    return best[n]
""",
    ),
    "lists in Go": (
        "go",
        "O(n)",
        """\
package main
func reach(pairs [][]int, n int) int {
    ways := make([][]int, n)
    for _, pair := range pairs {
        ways[pair[0]] = append(ways[pair[0]], pair[1])
    }
    met := map[int]bool{0: true}
    open := []int{0}
    for i := 0; i < len(open); i++ {
        for _, other := range ways[i] {
            if !met[other] {
                met[other] = true
                open = append(open, other)
            }
        }
    }
    return len(open)
}
""",
    ),
    "lists that are gone through for each of many questions": (
        "python",
        "O(n^2)",
        """\
def answers(words, questions):
    places = [[] for _ in range(26)]
    for i, word in enumerate(words):
        places[ord(word[0]) - 97].append(i)
    total = 0
    for question in questions:
        for place in places[question]:
            total += place
    return total
""",
    ),
    "lists filled by two loops": (
        "python",
        "O(n^2)",
        """\
def table(a):
    ways = [[] for _ in a]
    for i in range(len(a)):
        for j in range(len(a)):
            if a[i] < a[j]:
                ways[i].append(j)
    total = 0
    for i in range(len(a)):
        for j in ways[i]:
            total += j
    return total
""",
    ),
    "a table of lists is no list": (
        "cpp",
        "O(n)",
        """\
int known(vector<int>& a) {
    unordered_map<int, vector<int>> met;
    int total = 0;
    for (int x : a) {
        if (met.count(x)) ++total;
        met[x].push_back(1);
    }
    return total;
}
""",
    ),
}
