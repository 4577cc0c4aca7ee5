"""Functions in each language with the calls that they must answer."""

import json
from typing import Any, NamedTuple

SCRIPTS = ("javascript", "typescript")


class Case(NamedTuple):
    """One function, written in several languages, and its calls."""

    calls: list[tuple[Any, Any]]
    """Arguments and answer, as values or as JSON texts."""

    interface: dict[str, Any]
    sources: dict[str, str]


TREE = {"parameters": [{"name": "root", "type": "Optional[TreeNode]"}], "returns": "TreeNode"}
LIST = {"parameters": [{"name": "head", "type": "ListNode"}], "returns": "ListNode"}


def scripts(source: str, typed: str | None = None) -> dict[str, str]:
    """The same program in JavaScript and TypeScript, unless the latter is given."""
    return {"javascript": source, "typescript": typed or source}


CASES: dict[str, Case] = {
    "numbers and their place": Case(
        [([[2, 7, 11, 15], 9], [0, 1]), ([[3, 3], 6], [0, 1]), ([[], 5], []), ("[[3,2,4],6]", "[1,2]")],
        {
            "class_name": "Solution",
            "parameters": [{"name": "nums", "type": "List[int]"}, {"name": "target", "type": "int"}],
            "returns": "List[int]",
        },
        {
            "cpp": """class Solution {
public:
    vector<int> f(vector<int>& nums, int target) {
        unordered_map<int, int> seen;
        for (int i = 0; i < (int)nums.size(); ++i) {
            if (seen.count(target - nums[i])) return {seen[target - nums[i]], i};
            seen[nums[i]] = i;
        }
        return {};
    }
};""",
            "java": """class Solution {
    public int[] f(int[] nums, int target) {
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < nums.length; i++) {
            if (seen.containsKey(target - nums[i])) return new int[] {seen.get(target - nums[i]), i};
            seen.put(nums[i], i);
        }
        return new int[0];
    }
}""",
            "go": """func f(nums []int, target int) []int {
	seen := map[int]int{}
	for i, x := range nums {
		if j, ok := seen[target-x]; ok {
			return []int{j, i}
		}
		seen[x] = i
	}
	return nil
}""",
            **scripts(
                """/**
 * @param {number[]} nums
 * @param {number} target
 * @return {number[]}
 */
var f = function(nums, target) {
    const seen = new Map();
    for (let i = 0; i < nums.length; i++) {
        if (seen.has(target - nums[i])) return [seen.get(target - nums[i]), i];
        seen.set(nums[i], i);
    }
    return [];
};""",
                """function f(nums: number[], target: number): number[] {
    const seen: Map<number, number> = new Map();
    for (let i = 0; i < nums.length; i++) {
        if (seen.has(target - nums[i])) return [seen.get(target - nums[i])!, i];
        seen.set(nums[i], i);
    }
    return [];
};""",
            ),
        },
    ),
    "integers of 64 bits": Case(
        [
            ([[2**63 - 1, -(2**63), 0], 10**18], [10**18, 0, -(2**63), 2**63 - 1]),
            ([[], -1], [-1]),
        ],
        {"parameters": [{"name": "a", "type": "List[long]"}, {"name": "b", "type": "long"}]},
        {
            "cpp": "class Solution { public: vector<long long> f(vector<long long>& a, long long b) {"
            " a.push_back(b); reverse(a.begin(), a.end()); return a; } };",
            "java": "class Solution { public List<Long> f(long[] a, long b) {"
            " List<Long> r = new ArrayList<>(); r.add(b);"
            " for (int i = a.length; i-- > 0;) r.add(a[i]); return r; } }",
            "go": "func f(a []int64, b int64) []int64 {\n\tr := []int64{b}\n"
            "\tfor i := len(a) - 1; i >= 0; i-- {\n\t\tr = append(r, a[i])\n\t}\n\treturn r\n}",
            **scripts(
                "/**\n * @param {bigint[]} a\n * @param {bigint} b\n */\n"
                "const f = (a, b) => [...a, b].reverse()",
                "function f(a: bigint[], b: bigint): bigint[] { return [...a, b].reverse(); }",
            ),
        },
    ),
    "numbers with a point": Case(
        [
            ([[0.5, 1, -2.25e-7, 1e300], True], [0.25, 0.5, -1.125e-7, 5e299]),
            ("[[Infinity, -Infinity], false]", "[Infinity, -Infinity]"),
            ([[0.1, 123456789.123456789], False], [0.1, 123456789.123456789]),
        ],
        {},
        {
            "cpp": "class Solution { public: vector<double> f(vector<double>& a, bool half) {"
            " if (half) for (double& x : a) x /= 2; return a; } };",
            "java": "class Solution { public double[] f(double[] a, boolean half) {"
            " if (half) for (int i = 0; i < a.length; i++) a[i] /= 2; return a; } }",
            "go": "func f(a []float64, half bool) []float64 {\n\tfor i := range a {\n\t\tif half {\n"
            "\t\t\ta[i] /= 2\n\t\t}\n\t}\n\treturn a\n}",
            **scripts("function f(a, half) { return half ? a.map(x => x / 2) : a }"),
        },
    ),
    "texts with everything in them": Case(
        [
            (['é\n\0"😀\\/', ["", "a b"]], ['é\n\0"😀\\/', "", "a b"]),
            ('["\\ud83d\\ude00\\ud800x\\u00e9\\t", []]', '["\\ud83d\\ude00\\ud800xé\\t"]'),
        ],
        {},
        {
            "cpp": "class Solution { public: vector<string> f(string s, vector<string> more) {"
            " more.insert(more.begin(), s); return more; } };",
            "java": "class Solution { public List<String> f(String s, List<String> more) {"
            " more.add(0, s); return more; } }",
            "go": "func f(s string, more []string) []string {\n\treturn append([]string{s}, more...)\n}",
            **scripts("const f = function (s, more) { return [s, ...more]; };"),
        },
    ),
    "characters in a matrix": Case(
        [
            ([[["a", "b"], ["c", '"']], "x"], [["x", "b"], ["x", '"']]),
            ([[["\\"]], "\n"], [["\n"]]),
        ],
        {"parameters": [{"name": "board", "type": "char[][]"}, {"name": "c", "type": "character"}]},
        {
            "cpp": "class Solution { public: vector<vector<char>> f(vector<vector<char>>& board, char c) {"
            " for (auto& row : board) row[0] = c; return board; } };",
            "java": "class Solution { public char[][] f(char[][] board, char c) {"
            " for (char[] row : board) row[0] = c; return board; } }",
            "go": "func f(board [][]byte, c byte) [][]byte {\n\tfor _, row := range board {\n"
            "\t\trow[0] = c\n\t}\n\treturn board\n}",
            **scripts("function f(board, c) { for (const row of board) row[0] = c; return board; }"),
        },
    ),
    "lists in lists in lists": Case(
        [([[[[1], []], []]], [[[1, 0], [0]], []]), ([[]], [])],
        {},
        {
            "cpp": "class Solution { public: vector<vector<vector<int>>> f(vector<vector<vector<int>>> a) {"
            " for (auto& b : a) for (auto& c : b) c.push_back(0); return a; } };",
            "java": "class Solution { public List<List<List<Integer>>> f(List<List<List<Integer>>> a) {"
            " for (var b : a) for (var c : b) c.add(0); return a; } }",
            "go": "func f(a [][][]int) [][][]int {\n\tfor i := range a {\n\t\tfor j := range a[i] {\n"
            "\t\t\ta[i][j] = append(a[i][j], 0)\n\t\t}\n\t}\n\treturn a\n}",
            **scripts("var f = a => { for (const b of a) for (const c of b) c.push(0); return a }"),
        },
    ),
    "in place": Case(
        [
            ([3, [3, 1, 2]], [1, 2, 3]),
            ({"a": [2, 1], "n": 2}, [1, 2]),
        ],
        {
            "parameters": [{"name": "n", "type": "int"}, {"name": "a", "type": "List[int]"}],
            "result_argument": 1,
        },
        {
            "cpp": "class Solution { public: void f(int n, vector<int>& a) { sort(a.begin(), a.end()); } };",
            "java": "class Solution { public void f(int n, int[] a) { Arrays.sort(a); } }",
            "go": "func f(n int, a []int) {\n\tsort.Ints(a)\n}",
            **scripts("/** @return {void} */\nvar f = function (n, a) { a.sort((x, y) => x - y); };"),
        },
    ),
    "a linked list, reversed": Case(
        [([[1, 2, 3]], [3, 2, 1]), ([[]], []), ([[5]], [5]), ([None], [])],
        LIST,
        {
            "cpp": "/**\n * struct ListNode {\n *     int val;\n *     ListNode *next;\n * };\n */\n"
            "class Solution { public: ListNode* f(ListNode* head) { ListNode* back = nullptr;"
            " while (head) { ListNode* next = head->next; head->next = back; back = head; head = next; }"
            " return back; } };",
            "java": "/**\n * Definition for singly-linked list.\n * public class ListNode {\n *     int val;\n"
            " * }\n */\nclass Solution { public ListNode f(ListNode head) { ListNode back = null;"
            " while (head != null) { ListNode next = head.next; head.next = back; back = head; head = next; }"
            " return back; } }",
            "go": "/**\n * type ListNode struct {\n *     Val int\n *     Next *ListNode\n * }\n */\n"
            "func f(head *ListNode) *ListNode {\n\tvar back *ListNode\n\tfor head != nil {\n"
            "\t\thead.Next, back, head = back, head, head.Next\n\t}\n\treturn back\n}",
            **scripts(
                "/**\n * function ListNode(val, next) {\n *     this.val = val\n * }\n */\n"
                "var f = function (head) { let back = null;"
                " while (head) { const next = head.next; head.next = back; back = head; head = next; }"
                " return back; };"
            ),
        },
    ),
    "a tree, in its mirror": Case(
        [
            ([[1, 2, 3, None, 4]], [1, 3, 2, None, None, 4]),
            ([[]], []),
            ([[1, None, 2, 3]], [1, 2, None, None, 3]),
        ],
        TREE,
        {
            "cpp": "class Solution { public: TreeNode* f(TreeNode* root) { if (!root) return nullptr;"
            " return new TreeNode(root->val, f(root->right), f(root->left)); } };",
            "java": "class Solution { public TreeNode f(TreeNode root) { if (root == null) return null;"
            " return new TreeNode(root.val, f(root.right), f(root.left)); } }",
            "go": "func f(root *TreeNode) *TreeNode {\n\tif root == nil {\n\t\treturn nil\n\t}\n"
            "\treturn &TreeNode{root.Val, f(root.Right), f(root.Left)}\n}",
            **scripts(
                "var f = root => root && new TreeNode(root.val, f(root.right), f(root.left));",
                "function f(root: TreeNode | null): TreeNode | null {\n"
                "  return root && new TreeNode(root.val, f(root.right), f(root.left));\n}",
            ),
        },
    ),
    "lists of nodes, by the submission's own types": Case(
        [([[[1, 2], [], [3]], [7, 8]], [[2], [], [], [7]])],
        {},
        {
            "cpp": "class Solution { public: vector<ListNode*> f(vector<ListNode*>& lists, TreeNode* t) {"
            " for (auto& list : lists) if (list) list = list->next;"
            " lists.push_back(new ListNode(t->val)); return lists; } };",
            "java": "class Solution { public ListNode[] f(ListNode[] lists, TreeNode t) {"
            " ListNode[] all = Arrays.copyOf(lists, lists.length + 1);"
            " for (int i = 0; i < lists.length; i++) if (lists[i] != null) all[i] = lists[i].next;"
            " all[lists.length] = new ListNode(t.val); return all; } }",
            "go": "func f(lists []*ListNode, t *TreeNode) []*ListNode {\n\tfor i := range lists {\n"
            "\t\tif lists[i] != nil {\n\t\t\tlists[i] = lists[i].Next\n\t\t}\n\t}\n"
            "\treturn append(lists, &ListNode{Val: t.Val})\n}",
            **scripts(
                "/**\n * @param {ListNode[]} lists\n * @param {TreeNode} t\n * @return {ListNode[]}\n */\n"
                "var f = (lists, t) => [...lists.map(l => l && l.next), new ListNode(t.val)];",
                "function f(lists: Array<ListNode | null>, t: TreeNode): Array<ListNode | null> {\n"
                "  return [...lists.map(l => l && l.next), new ListNode(t.val)];\n}",
            ),
        },
    ),
    "nodes that it defines itself": Case(
        [([[1, 2]], [0, 1, 2])],
        LIST,
        {
            "cpp": "#include <iostream>\nstruct ListNode { int val; struct ListNode *next;"
            " ListNode(int x) : val(x), next(NULL) {} };\n"
            "class Solution { public: ListNode* f(ListNode* head) {"
            " ListNode* first = new ListNode(0); first->next = head; return first; } };",
            "java": "class ListNode { int val; ListNode next; ListNode(int x) { val = x; } }\n"
            "public class Solution { public ListNode f(ListNode head) {"
            " ListNode first = new ListNode(0); first.next = head; return first; } }",
            "go": "package main\n\ntype ListNode struct {\n\tVal  int\n\tNext *ListNode\n}\n\n"
            "func f(head *ListNode) *ListNode {\n\treturn &ListNode{0, head}\n}",
            **scripts(
                "class ListNode { constructor(x) { this.val = x; this.next = null; this.mine = 1; } }\n"
                "function f(head) { const first = new ListNode(0); first.next = head;"
                " if (head && !head.mine) throw new Error('another class'); return first; }"
            ),
        },
    ),
    "nodes in place": Case(
        [([[1, 2, 3]], [1])],
        {**LIST, "result_argument": 0},
        {
            "cpp": "class Solution { public: void f(ListNode* head) { head->next = nullptr; } };",
            "java": "class Solution { public void f(ListNode head) { head.next = null; } }",
            "go": "func f(head *ListNode) {\n\thead.Next = nil\n}",
            **scripts("var f = function (head) { head.next = null; };"),
        },
    ),
    "with a helper of the same name, and other classes": Case(
        [([[1, 2, 3]], True), ([[3, 1]], False)],
        {"class_name": "Solution", "parameters": [{"name": "a", "type": "List[int]"}]},
        {
            "cpp": "struct Range { long low, high; };\nclass Solution {\n"
            "    bool f(vector<int>& a, size_t at, Range r) {\n"
            "        return at == a.size() || (a[at] > r.low && f(a, at + 1, {a[at], r.high})); }\n"
            "public:\n    bool f(vector<int>& a) { return f(a, 0, {LONG_MIN, LONG_MAX}); }\n};",
            "java": "class Range { long low; Range(long low) { this.low = low; } }\nclass Solution {\n"
            "    private boolean f(int[] a, int at, Range r) {\n"
            "        return at == a.length || a[at] > r.low && f(a, at + 1, new Range(a[at])); }\n"
            "    public boolean f(int[] a) { return f(a, 0, new Range(Long.MIN_VALUE)); }\n}",
            "go": "type span struct{ low int }\n\nfunc (s span) holds(x int) bool { return x > s.low }\n\n"
            "func f(a []int) bool {\n\ts := span{-1 << 63}\n\tfor _, x := range a {\n"
            "\t\tif !s.holds(x) {\n\t\t\treturn false\n\t\t}\n\t\ts.low = x\n\t}\n\treturn true\n}",
            **scripts(
                "class Range { constructor(low) { this.low = low } }\n"
                "class Solution {\n  g(a, at, r) { return at === a.length || (a[at] > r.low"
                " && this.g(a, at + 1, new Range(a[at]))); }\n"
                "  f(a) { return this.g(a, 0, new Range(-Infinity)); }\n}"
            ),
        },
    ),
    "it may print": Case(
        [([1], 1)],
        {},
        {
            "cpp": "class Solution { public: int f(int a) { cout << \"=8\" << endl; printf(\"[9]\");"
            " cerr << '!'; return a; } };",
            "java": "class Solution { public int f(int a) { System.out.println(\"=8\");"
            " System.err.println('!'); return a; } }",
            "go": "func f(a int) int {\n\tfmt.Println(\"=8\")\n\tprintln(\"!\")\n\treturn a\n}",
            **scripts("function f(a) { console.log('=8'); console.error('!'); return a; }"),
        },
    ),
    "with imports and a main program of its own": Case(
        [([[3, 1, 2]], 6)],
        {},
        {
            "cpp": "#include <vector>\n#include <bits/stdc++.h>\n#define int long long\n"
            "class Solution {\npublic:\n    int f(std::vector<int>& a) { int s = 0; for (int x : a) s += x;"
            " return s; }\n};\n\nsigned main() { std::vector<int> a{1}; std::cout << Solution().f(a); }",
            "java": "import java.util.Scanner;\nimport java.util.*;\n\npublic class Main {\n"
            "    public static void main(String[] args) { System.out.println(f(new int[] {1})); }\n"
            "    static int f(int[] a) { int s = 0; for (int x : a) s += x; return s; }\n}",
            "go": 'package main\n\nimport (\n\t"fmt"\n)\n\nfunc f(a []int) int {\n\ts := 0\n'
            "\tfor _, x := range a {\n\t\ts += x\n\t}\n\treturn s\n}\n\nfunc main() {\n"
            "\tfmt.Println(f([]int{1}))\n}",
            **scripts(
                "const lines = require('fs').readFileSync(0, 'utf8');\n"
                "const f = a => a.reduce((x, y) => x + y, 0);\nmodule.exports = { f };"
            ),
        },
    ),
    "keywords in any order": Case(
        [({"b": 10, "a": 3}, 7), ([10, 3], 7)],
        {},
        {
            "cpp": "int f(int b, int a) { return b - a; }",
            "java": "class Solution { static int f(int b, int a) { return b - a; } }",
            "go": "func f(b, a int) int { return b - a }",
            **scripts("let f = (b, a) => b - a", "let f = (b: number, a: number): number => b - a"),
        },
    ),
    "no arguments, and nothing returned": Case(
        [([], None)],
        {},
        {
            "cpp": "class Solution { public: void f() {} };",
            "java": "class Solution { public void f() {} }",
            "go": "func f() {}",
            **scripts("function f() {}"),
        },
    ),
    "sets and maps": Case(
        [([[3, 1, 3]], [[1, 3], {"1": 1, "3": 2}])],
        {},
        {
            "cpp": "class Solution { public: pair<unordered_set<int>, map<int, int>> f(set<int> s) {"
            " return {unordered_set<int>(s.begin(), s.end()), {{1, 1}, {3, 2}}}; } };",
            "java": "class Solution { public List<Object> f(List<Integer> a) {"
            " Map<Integer, Integer> n = new TreeMap<>(); for (int x : a) n.merge(x, 1, Integer::sum);"
            " return List.of(new HashSet<>(a), n); } }",
            "go": "func f(a []int) []interface{} {\n\tn := map[int]int{}\n\tfor _, x := range a {\n"
            "\t\tn[x]++\n\t}\n\tsort.Ints(a)\n\treturn []interface{}{a[:2:2], n}\n}".replace(
                "a[:2:2]", "[]int{a[0], a[2]}"
            ),
            **scripts("const f = a => [new Set(a), new Map([[1, 1], ['3', 2]])]"),
        },
    ),
    "deep recursion": Case(
        [([10_000], 50_005_000)],
        {},
        {
            "cpp": "long long f(int n) { return n ? n + f(n - 1) : 0; }",
            "java": "class Solution { long f(int n) { return n == 0 ? 0 : n + f(n - 1); } }",
            "go": "func f(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn n + f(n-1)\n}",
            **scripts("function f(n) { return n ? n + f(n - 1) : 0 }"),
        },
    ),
}  # fmt: skip

OWN: dict[str, tuple[str, Case]] = {
    "C++: a lambda": ("cpp", Case([([2, 3], 6)], {}, {"cpp": "auto f = [](int a, int b) { return a * b; };"})),
    "C++: an argument with a default": (
        "cpp",
        Case(
            [([[2]], 7)],
            {"parameters": [{"name": "a", "type": "vector<int>"}]},
            {"cpp": "class Solution { public: int f(vector<int> a, int b = 5) { return a[0] + b; } };"},
        ),
    ),
    "C++: const everywhere, and views": (
        "cpp",
        Case(
            [(["ab", ["c"]], "abc")],
            {},
            {
                "cpp": "class Solution { public: const string f(string_view a, const vector<string>& b) const"
                " noexcept { return string(a) + b[0]; } };"
            },
        ),
    ),
    "C++: tuples, arrays, short and unsigned numbers": (
        "cpp",
        Case(
            [([[1, "x"], [1, 2], -7, 2**64 - 1], [[2, "x!"], [1, 2, -7], 2**64 - 1])],
            {},
            {
                "cpp": "tuple<pair<int, string>, deque<short>, unsigned long long> f(pair<int, string> a,"
                " array<short, 2> b, short c, unsigned long long d) {"
                " return {{a.first + 1, a.second + '!'}, {b[0], b[1], c}, d}; }"
            },
        ),
    ),
    "C++: truths in a vector": (
        "cpp",
        Case(
            [([[True, False]], [False, True])],
            {},
            {"cpp": "class Solution { public: vector<bool> f(vector<bool> a) { a.flip(); return a; } };"},
        ),
    ),
    "C++: macros that change the language": (
        "cpp",
        Case(
            [([[1, 2]], 3)],
            {},
            {
                "cpp": "#define return return 0 +\n#define static_cast 7\n#define read(x) scanf(x)\n"
                "template <class... A> void put(A&&...) = delete;\n"
                "class Solution { public: long f(vector<int>& v) { return v[0] + v[1]; } };"
            },
        ),
    ),
    "C++: statics that run first, and a destructor": (
        "cpp",
        Case(
            [([1], 1)],
            {},
            {
                "cpp": "static int ready = [] { ios::sync_with_stdio(false); cin.tie(nullptr); string s;"
                " getline(cin, s); return 0; }();\n"
                "class Solution { public: ~Solution() { abort(); } int f(int a) { return a; } };"
            },
        ),
    ),
    "JavaScript: an answer that takes time": (
        "javascript",
        Case(
            [([1], 2)],
            {},
            {"javascript": "async function f(a) { await new Promise(r => setTimeout(r, 1)); return a + 1 }"},
        ),
    ),
    "JavaScript: exported from inside": (
        "javascript",
        Case([([1], 2)], {}, {"javascript": "(() => { exports.f = a => a + 1; setInterval(() => 0, 9); })()"}),
    ),
    "JavaScript: a last comment without an end of line": (
        "javascript",
        Case([([1], 2)], {}, {"javascript": "#!/usr/bin/env node\nfunction f(a) { return a + 1 } // done"}),
    ),
    "JavaScript: typed arrays and wrapped values": (
        "javascript",
        Case(
            [([[1, 2]], [[1, 2], "s", 3])],
            {},
            {"javascript": "f = a => [new Int32Array(a), Object('s'), 3n]"},
        ),
    ),
    "Java: packages, inner classes and overloads by type": (
        "java",
        Case(
            [([["a"]], "a"), ([[7]], "n")],
            {},
            {
                "java": "package a.b;\nimport java.util.List;\nclass Solution {\n"
                "    static class Named { String name; }\n"
                "    public String f(int[] a) { return \"n\"; }\n"
                "    public String f(String[] a) { return new Named().name = a[0]; }\n}"
            },
        ),
    ),
    "Go: runes, arrays and variables called like packages": (
        "go",
        Case(
            [([["x"], [1, 2]], ["x", "y"])],
            {"returns": "List[char]"},
            {
                "go": "import \"strings\"\n\nfunc f(a []rune, pair [2]int) []rune {\n"
                "\tlist := struct{ n int }{pair[0]}\n"
                "\t_ = list.n + strings.Count(\"a\", \"a\") + bits.Len(3)\n\treturn append(a, 'y')\n}"
            },
        ),
    ),
    "Go: a method of Solution": (
        "go",
        Case(
            [([1], 2)],
            {"class_name": "Solution"},
            {"go": "type Solution struct{}\n\nfunc (s *Solution) f(a int) int { return a + 1 }"},
        ),
    ),
}  # fmt: skip


def long_list() -> tuple[str, str]:
    """A million numbers and what they are after each has grown by one, as JSON texts."""
    numbers = [(index * 7919) % 2_000_001 - 1_000_000 for index in range(1_000_000)]
    return json.dumps([numbers]), json.dumps([number + 1 for number in numbers])
