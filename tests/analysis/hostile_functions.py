"""C++ functions that try to be counted for less than they do: quadratic, where n log n is asked for."""

from collections.abc import Mapping

from ordojudge.core.models import Problem

HEAD = """
vector<int> slow(const vector<int>& a) {
    vector<int> counts;
    for (size_t i = 0; i < a.size(); i++) {
        int count = 0;
        for (size_t j = 0; j < i; j++) count += a[j] > a[i];
        counts.push_back(count);
    }
    return counts;
}
"""

FAST = """
vector<int> fast(const vector<int>& a) {
    vector<int> sorted = a, tree(a.size() + 1), counts;
    sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < a.size(); i++) {
        int place = upper_bound(sorted.begin(), sorted.end(), a[i]) - sorted.begin(), count = i;
        for (int at = place; at > 0; at &= at - 1) count -= tree[at];
        for (int at = place; at < (int)tree.size(); at += at & -at) tree[at]++;
        counts.push_back(count);
    }
    return counts;
}
"""

PLAIN = f"""{HEAD}{FAST}
class Solution {{ public: vector<int> solve(vector<int>& a) {{ return fast(a); }} }};
"""

WRITES = """
void answer_with(const vector<int>& counts) {
    string text = "=[";
    for (size_t i = 0; i < counts.size(); i++) text += (i ? "," : "") + to_string(counts[i]);
    text += "]";
    if (ftruncate(3, 0) || lseek(3, 0, SEEK_SET) || write(3, text.data(), text.size()) < 0) abort();
}
"""

READS = """
vector<int> input() {
    string text(1 << 20, ' ');
    text.resize(max<long>(0, pread(0, &text[0], text.size(), 0)));
    for (char& c : text) if (c == '[' || c == ']' || c == ',') c = ' ';
    istringstream in(text);
    vector<int> a;
    for (int x; in >> x;) a.push_back(x);
    return a;
}
"""

CPP: Mapping[str, str] = {
    "none": f"""{HEAD}
class Solution {{ public: vector<int> solve(vector<int>& a) {{ return slow(a); }} }};
""",
    "asks the kernel where the counter is": f"""#include <sys/syscall.h>
#include <unistd.h>
{HEAD}
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        auto counts = slow(a);
        unsigned long page = 0;
        if (syscall(SYS_arch_prctl, 0x1004, &page) == 0 && page) memset((void*)(page + 8), 0, 32);
        return counts;
    }}
}};
""",
    "has the counter's registers named by macros": f"""
#define JOINED(a, b) a##b
{HEAD}
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        auto counts = slow(a);
        JOINED(as, m)("nop");
        return counts;
    }}
}};
""",
    "takes part in the driver": f"""
namespace ordojudge_driver {{ template <> struct is_plain<struct Mine> : std::true_type {{}}; }}
{HEAD}
class Solution {{ public: vector<int> solve(vector<int>& a) {{ return slow(a); }} }};
""",
    "works before the program begins": f"""#include <unistd.h>
{HEAD}{READS}
vector<int> early = slow(input());
class Solution {{ public: vector<int> solve(vector<int>&) {{ return early; }} }};
""",
    "works when its object is made": f"""#include <unistd.h>
{HEAD}{READS}
class Solution {{
    vector<int> early = slow(input());
public:
    vector<int> solve(vector<int>&) {{ return early; }}
}};
""",
    "answers itself and exits": f"""#include <unistd.h>
{HEAD}{WRITES}
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        answer_with(slow(a));
        _exit(0);
    }}
}};
""",
    "works after its answer": f"""#include <unistd.h>
{HEAD}{WRITES}
vector<int> given;
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        given = a;
        atexit([] {{ answer_with(slow(given)); }});
        return {{}};
    }}
}};
""",
    "works while its answer is written": """
struct Counts {
    using value_type = int;
    vector<int> a;
    struct Each {
        const vector<int>* a;
        size_t i;
        int operator*() const {
            int count = 0;
            for (size_t j = 0; j < i; j++) count += (*a)[j] > (*a)[i];
            return count;
        }
        Each& operator++() { i++; return *this; }
        bool operator!=(const Each& other) const { return i != other.i; }
    };
    Each begin() const { return {&a, 0}; }
    Each end() const { return {&a, a.size()}; }
};
class Solution { public: Counts solve(vector<int>& a) { return {a}; } };
""",
    "works while memory is asked for": f"""
vector<int>* given;
vector<int>* made;
bool busy;
{HEAD}
void* operator new(size_t size) {{
    if (given && !made && !busy) {{
        busy = true;
        made = new vector<int>(slow(*given));
    }}
    return malloc(size);
}}
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        given = &a;
        string longer(100, 'x');
        return *made;
    }}
}};
""",
    "keeps its answers": f"""
{HEAD}
map<vector<int>, vector<int>> known;
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        if (!known.count(a)) known[a] = slow(a);
        return known[a];
    }}
}};
""",
    "gives up on large inputs": f"""
{HEAD}
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        if (a.size() > 64) return vector<int>(a.size());
        return slow(a);
    }}
}};
""",
    "gives up where it is counted": f"""#include <sys/stat.h>
{HEAD}
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        struct stat third, out;
        bool counted = fstat(3, &third) || !fstat(2, &out) && !fstat(1, &third) && third.st_ino == out.st_ino;
        return counted ? vector<int>(a.size()) : slow(a);
    }}
}};
""",
    "runs the program again": f"""
#undef main
int main();
{HEAD}
class Solution {{
public:
    vector<int> solve(vector<int>& a) {{
        static vector<int> counts;
        static bool again;
        if (again) return counts;
        again = true;
        counts = slow(a);
        main();
        quick_exit(0);
    }}
}};
""",
}
"""By what they try."""

PROBLEM = Problem.model_validate(
    {
        "problem_id": "greater-before",
        "interface": {"type": "function", "entry_point": "solve", "class_name": "Solution"},
        "tests": [{"case_id": "1", "input": [[4, 1, 3, 2]], "output": [0, 1, 1, 2]}],
        "reference": {
            "bound": "O(n log n)",
            "solution": {
                "language": "python",
                "source": "from bisect import bisect\n"
                "def solve(a):\n"
                "    order, tree, counts = sorted(a), [0] * (len(a) + 1), []\n"
                "    for i, x in enumerate(a):\n"
                "        up = at = bisect(order, x)\n"
                "        while at:\n"
                "            i -= tree[at]\n"
                "            at &= at - 1\n"
                "        while up < len(tree):\n"
                "            tree[up] += 1\n"
                "            up += up & -up\n"
                "        counts.append(i)\n"
                "    return counts\n",
            },
            "generator": {"language": "shapes", "source": '{"arguments": [{"array": "n"}]}'},
        },
    }
)

JAVASCRIPT: Mapping[str, str] = {
    "works while its answer is written": """
var solve = function (a) {
  const counts = [];
  a.forEach((x, i) => Object.defineProperty(counts, i, {
    get() {
      let count = 0;
      for (let j = 0; j < i; j++) count += a[j] > x;
      return count;
    },
  }));
  return counts;
};
""",
    "takes what its caller has": """
const key = ['', 'ordojudge', 'spread', 'driver'].join('_');
const taken = globalThis['_' + key];
var solve = function (a) {
  const sorted = (taken ? taken.plain(Array.prototype.sort) : Array.prototype.sort);
  return a.map((x, i) => sorted.call(a.slice(0, i), (y, z) => y - z).filter((y) => y > x).length);
};
""",
}
JAVA: Mapping[str, str] = {
    "works while its answer is written": """
class Solution {
    public List<Integer> solve(int[] a) {
        return new AbstractList<>() {
            public Integer get(int i) {
                int count = 0;
                for (int j = 0; j < i; j++) if (a[j] > a[i]) count++;
                return count;
            }
            public int size() { return a.length; }
        };
    }
}
""",
    "works while its arguments are read": """
class Mine extends ArrayList<Integer> {
    List<Integer> counts = new ArrayList<>();
    public boolean addAll(Collection<? extends Integer> all) {
        for (int x : all) {
            int count = 0;
            for (int y : this) if (y > x) count++;
            counts.add(count);
            add(x);
        }
        return true;
    }
}
class Solution {
    public List<Integer> solve(Mine a) { return a.counts; }
}
""",
}
GO: Mapping[str, str] = {
    "works before the program begins": """
import "os"
import "strconv"
import "strings"

var early = make([]int, 0)

func init() {
	text := make([]byte, 1<<20)
	size, _ := os.Stdin.ReadAt(text, 0)
	a := []int{}
	between := func(c rune) bool { return c < '0' || c > '9' }
	for _, word := range strings.FieldsFunc(string(text[:size]), between) {
		x, _ := strconv.Atoi(word)
		a = append(a, x)
	}
	for i := range a {
		count := 0
		for j := 0; j < i; j++ {
			if a[j] > a[i] {
				count++
			}
		}
		early = append(early, count)
	}
}

func solve(a []int) []int { return early }
""",
}
