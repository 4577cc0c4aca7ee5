"""Counted programs do what the plain ones do, and the same input always costs the same."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ordojudge.analysis.costs import Counter
from ordojudge.analysis.counters import counter_for, kind_of
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits, Problem
from ordojudge.ports import Run, Sandbox
from ordojudge.sandbox.memory_files import MemoryFile

LIMITS = Limits(cpu_s=5.0, memory_bytes=1 << 29)
STDIO = Problem.model_validate(
    {"problem_id": "p", "tests": [{"case_id": "1", "input": "1", "output": "1"}]}
)
FUNCTION = Problem.model_validate(
    {
        "problem_id": "p",
        "interface": {"type": "function", "entry_point": "f", "class_name": "Solution"},
        "tests": [{"case_id": "1", "input": [1], "output": 1}],
    }
)


@contextmanager
def counted(
    sandbox: Sandbox, source: str, language: str = "python", problem: Problem = STDIO
) -> Iterator[Counter]:
    row = find_language(language)
    with sandbox.box(row) as box:
        yield counter_for(source.encode(), row, kind=kind_of(row), problem=problem, box=box)


def operations(counter: Counter, text: str) -> int:
    cost = counter.run(MemoryFile(text.encode()), limits=LIMITS)
    assert cost.failure is None
    assert cost.operations is not None
    return cost.operations


TRICKY = '''
"""A docstring."""
from __future__ import annotations
import bisect, copy, functools, heapq, itertools, math, operator, re, sys
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field

sys.setrecursionlimit(10**6)
Point = namedtuple("Point", "x y")

@dataclass(order=True)
class Item:
    key: int
    others: list = field(default_factory=list)

class Base:
    def __init__(self, *args, **kwargs):
        self.args = args
    def name(self):
        return type(self).__name__

class Child(Base):
    def __init__(self, *args):
        super().__init__(*args, tail=1)
        self.text = ""
    def add(self, c):
        self.text += c
        return self
    def __len__(self):
        return len(self.text)
    def __contains__(self, x):
        return x in self.args
    def __eq__(self, other):
        return isinstance(other, Child) and self.text == other.text
    @property
    def size(self):
        return len(self)

def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)

@functools.lru_cache(None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def gen(n):
    for i in range(n):
        got = yield i
        if got:
            yield -got

words = sys.stdin.read().split()
n = int(words[0])
a = [int(w) for w in words[1:]]
first, *rest = a
print(first, len(rest), deep(3000), fib(80))
print(sorted(a)[:3], sorted(a, key=lambda v: -v)[:3], max(a, key=abs), min(a, default=0))
b = a[:]
b.sort(reverse=True); b.insert(1, 7); b.pop(0); b.pop(); b.remove(7); b.extend(range(3)); b.reverse()
print(b[:5], b.index(b[3]), b.count(b[0]), 7 in b, 8 not in b, b[1:3] == b[1:3], b != a)
del b[0], b[-1]
b[1:3] = [1, 2, 3]
print(*b[:6], sep="-", end="!\\n")
s = "".join(map(str, a[:10])); s += "tail"; s = s + "x" * 3
print(s, s.find("tail"), s.replace("1", "2"), s.split("2")[:2], "ai" in s)
print(f"{n:>5}|{s[:3]!r}", "%d-%s" % (n, s[:2]))
h = []
for x in a: heapq.heappush(h, (x, -x))
print([heapq.heappop(h)[0] for _ in range(3)], heapq.nsmallest(2, a), bisect.bisect(sorted(a), 500))
d = defaultdict(list)
for i, x in enumerate(a): d[x % 3].append(i)
print({k: len(v) for k, v in sorted(d.items())}, Counter(words).most_common(1)[0][1], set(a) & set(b) <= set(a))
print(sum(x * x for x in a), any(x > 5 for x in a), all(map(bool, a)), list(zip(a, b))[:2], sum(map(abs, a)))
q = deque(a, maxlen=5); q.rotate(2); q.appendleft(q.popleft()); print(list(q))
c = Child(1, 2).add("a").add("b")
print(c.name(), len(c), 2 in c, c == Child(), c.size, c.args)
print(Point(1, 2)._replace(x=3), Item(3) < Item(4), copy.deepcopy({"a": [1, [2]]}))
g = gen(3); print(next(g), g.send(5), list(g))
big = 1
for i in range(1, 40): big *= i
print(big, big.bit_length(), pow(3, big, 1000007), 2 ** 200 % 97, big // 10 ** 20, -big >> 3, big ^ (big << 70))
print(list(itertools.accumulate(a[:5])), list(itertools.combinations([1, 2, 3], 2)))
print(functools.reduce(operator.add, a[:4]), re.sub("[0-4]", "*", s), math.gcd(*a[:2]), divmod(n, 7))
print(eval("n + 1"), eval("[v for v in a if v > 990][:1]"))
exec("total = 0\\nfor v in a: total += v\\nprint(total)")
x: int = 5
x <<= 3; x |= 1; x -= 2; m = {1, 2}; m |= {3}; t = (1,) + (2, 3); t += (4,)
print(x, m, t, [[0] * 2 for _ in range(2)], [*t, *m], {**{"k": 1}}, (lambda *v, k=2: (v, k))(1, 2))
match t:
    case (1, *others): print(others)
try:
    print([][1])
except IndexError as error:
    print(error)
w = list(range(9)); i = 0
i, w[i:i + 2], *w[6:7], (w[0], w[-1:]) = 3, "ab", 1, 2, ("c", "de")
print(w, i); w[1:3], w[0] = w[0:2], w[1]; u = w[::2] = [0] * len(w[::2]); print(w, u, len({**d, **{}}))
w[1:2] += w[:2]; w[len(w):] = iter("xy"); w[i] *= 2; w[i - 1:][0]; del w[::3], w[i - 1], w[i:i + 1]; print(w)
for w[1:2] in ("pq", "rs"): print(w)
print([w[:] for w[0] in (1, 2)], [w[:] for w[0:1] in ("tu", "v")], w.pop(-2), w.insert(-1, "z"), w)
q = deque(range(200)); q[i * 40] = -1; q[i - 4] += 5; del q[i * 30]; q.insert(-3, 7); q.rotate(-70)
print(q[i], q[-i], q[100:][:1] if False else q.index(-1), q[99], "".join(map(str, q))[:20], 7 in q)
try: q[i * 1000] = 1
except IndexError as error: print(error)
v = bytearray(b"abcdef"); v[:2] = b""; v[i:] = b"xyz"; del v[0]; v.insert(1, 65); v += b"!"
print(v, 65 in v, b"yz" in v)
def place(*at: slice(None), where: "list[int]" = w) -> deque[int]:
    where[at[0]:at[1]] = at[2:]; local: list = where[slice(0, 3)]
    return local
print(place(0, 1, 8, 9), place.__annotations__["where"], f"{n:{i}}|{s!s:>{i + 20}}"[:30], f"a" "b")
try: w["x":] = 1
except TypeError as error: print(error)
print(OrderedDict(a=1), 1 < 2 < 3, not (1 in a), (y := 5) + y, complex(1, 2), 3.5 * 2, 7 / 2, a[-1])
'''


def test_a_counted_python_program_prints_what_the_plain_one_does(sandbox: Sandbox) -> None:
    generator = random.Random(3)
    numbers = [generator.randint(1, 1000) for _ in range(60)]
    given = MemoryFile(f"{len(numbers)} {' '.join(map(str, numbers))}\n".encode())
    language = find_language("python")
    with sandbox.box(language) as box:
        program = box.compile(TRICKY.encode(), language)
        assert program.ok, program.message
        plain = box.start(Run(program=program, limits=LIMITS, input=given)).wait()
        assert plain.outcome.exit_code == 0, plain.error
        counter = counter_for(TRICKY.encode(), language, kind="python", problem=STDIO, box=box)
        cost = counter.run(given, limits=LIMITS)
    assert cost.failure is None
    assert cost.output.decode() == plain.output.read().decode()
    assert cost.operations is not None
    assert cost.operations > 3000  # the recursion alone


@pytest.mark.parametrize(
    ("source", "growth"),
    [
        pytest.param("for x in a: x += 1", 2.0, id="a loop"),
        pytest.param("[x for x in a if x]", 2.0, id="a comprehension"),
        pytest.param("sum(map(int, a))", 2.0, id="a built-in over an iterator"),
        pytest.param("sorted(a)", 2.2, id="sorted"),
        pytest.param("a.sort()", 2.2, id="sort"),
        pytest.param("f = sorted; f(a)", 2.2, id="sorted by another name"),
        pytest.param("list(map(sorted, [a]))", 2.2, id="sorted in map"),
        pytest.param("for x in a: x in a", 4.0, id="in a list"),
        pytest.param("for x in a: x in d", 2.0, id="in a set"),
        pytest.param("for x in a: a.count(x)", 4.0, id="count"),
        pytest.param("for i in range(n): a[i:]", 4.0, id="slices"),
        pytest.param("b = []\nfor x in a: b.insert(0, x)", 4.0, id="insert in front"),
        pytest.param("b = []\nfor x in a: b.append(x)", 2.0, id="append"),
        pytest.param("while a: a.pop(0)", 4.0, id="pop in front"),
        pytest.param("while a: a.pop()", 2.0, id="pop at the end"),
        pytest.param("while a: del a[0]", 4.0, id="del in front"),
        pytest.param("while a: del a[-1]", 2.0, id="del at the end"),
        pytest.param("t = ''\nfor x in a: t += 'xxxxxxxx'", 2.0, id="text extended in place"),
        pytest.param("t = ()\nfor x in a: t = t + (x,)", 4.0, id="tuples copied"),
        pytest.param("m = 1\nfor x in a: m <<= 32", 4.0, id="long integers"),
        pytest.param("exec('for x in a: x in a')", 4.0, id="text executed"),
        pytest.param("max(a, key=a.index)", 4.0, id="a method as a key"),
        pytest.param("for x in a: min(a)", 4.0, id="min"),
        pytest.param("for x in a: a == a[:]", 4.0, id="lists compared"),
        pytest.param("for x in a: [] == a", 2.0, id="lists of other lengths compared"),
        pytest.param("b = []\nfor x in a: b[:0] = [x]", 4.0, id="a slice in front"),
        pytest.param("b = []\nfor i in range(n): b[i // 2:i // 2] = [i]", 4.0, id="a slice between"),
        pytest.param("b = []\nfor x in a: b[len(b):] = [x]", 2.0, id="a slice at the end"),
        pytest.param("b = [0] * n\nfor x in a: b[1:2] = [x]", 2.0, id="a slice of the same length"),
        pytest.param("b = [0] * n\nwhile b: b[:1] = []", 4.0, id="a slice taken away"),
        pytest.param("b = []\nfor x in a: b[:0] += [x]", 4.0, id="a slice extended"),
        pytest.param("b = []\nfor x in a: b[:0], c = [x], 1", 4.0, id="a slice among others"),
        pytest.param("b = []\nfor x in a: c = b[:0] = [x]", 4.0, id="a slice and a name"),
        pytest.param("b = []\nfor b[:0] in ([x] for x in a): pass", 4.0, id="a slice in a loop"),
        pytest.param("b = []\n[0 for x in a for b[:0] in ([x],)]", 4.0, id="in a comprehension"),
        pytest.param("s = slice(0, 0)\nb = []\nfor x in a: b[s] = [x]", 4.0, id="a slice by name"),
        pytest.param("b = bytearray()\nfor x in a: b[:0] = b'12345678'", 4.0, id="bytes in front"),
        pytest.param("b = bytearray(n)\nwhile b: del b[:1]", 2.0, id="bytes off the front"),
        pytest.param("b = [a, a[:]]\nfor x in a: del b[1][0]", 4.0, id="del in a list's list"),
        pytest.param("while a: del a[len(a) - 1:]", 2.0, id="del the rest"),
        pytest.param("from array import array\nb = array('i')\nfor x in a: b.insert(0, x)", 4.0,
                     id="array"),
        pytest.param("class L(list): pass\nb = L()\nfor x in a: b.insert(0, x)", 4.0,
                     id="a class of lists"),
        pytest.param("from collections import deque\nb = deque(a)\nfor x in a: b[n // 2]", 4.0,
                     id="middle of a deque"),
        pytest.param("from collections import deque\nb = deque(a)\nfor x in a: b[n // 2] += 1",
                     4.0, id="middle of a deque changed"),
        pytest.param("from collections import deque\nb = deque(a)\nfor x in a: b[n - 1]", 2.0,
                     id="end of a deque"),
        pytest.param("from collections import deque\nb = deque(a)\nfor x in a: b.rotate(-1)", 2.0,
                     id="a deque turned by one"),
        pytest.param("b = dict.fromkeys(a, 1)\nfor x in a: x in b.values()", 4.0, id="in values"),
        pytest.param("t = 'x' * 8 * n\nfor x in a: t.isalpha()", 4.0, id="letters"),
        pytest.param("t = 'x' * 8 * n\nfor x in a: f'{t}.'", 4.0, id="an f-string"),
        pytest.param("m = 1 << 32 * n\nwhile m: m >>= 32", 4.0, id="a long integer shortened"),
        pytest.param("from itertools import islice\nfor i in range(n): next(islice(a, i, None))",
                     4.0, id="items skipped"),
        pytest.param("for x in a: d.remove(x)", 2.0, id="remove from a set"),
        pytest.param("while a: a.remove(a[0])", 4.0, id="remove in front"),
        pytest.param("for x in a: d & {x}", 2.0, id="intersection with a small set"),
        pytest.param("for x in a: d.intersection([x])", 2.0, id="intersection with a short list"),
        pytest.param("e = {-x for x in a if x}\nfor x in a: d & e", 4.0, id="disjoint sets"),
        pytest.param("for x in a: d - {x}", 4.0, id="difference"),
        pytest.param("e = d | {-1}\nfor x in a: d - e", 4.0, id="an empty difference"),
        pytest.param("for x in a: {x} - d", 2.0, id="difference of a small set"),
        pytest.param("for x in a:\n  try: a.index(-1)\n  except ValueError: pass", 4.0,
                     id="a failed search"),
        pytest.param("for x in a:\n  try: a.remove(-1)\n  except ValueError: pass", 4.0,
                     id="a failed remove"),
        pytest.param("for x in a:\n  try: sum([*a, ''])\n  except TypeError: pass", 4.0,
                     id="a sum that fails"),
        pytest.param("for i in range(n): a.index(a[i], i)", 2.0, id="a search from where it is"),
        pytest.param("t = 'xy' * 4 * n\ni = -1\nwhile (i := t.find('y', i + 1)) >= 0: pass", 2.0,
                     id="a text searched once"),
        pytest.param("t = 'x' * 8 * n\nfor x in a: t.find('y')", 4.0, id="a text searched in vain"),
        pytest.param("from collections import Counter\nCounter(a).most_common()", 2.2,
                     id="all of a Counter"),
        pytest.param("from collections import Counter\nfor x in a: Counter(a).most_common(1)", 4.0,
                     id="the most common"),
        pytest.param("from heapq import nsmallest\nnsmallest(3, a)", 2.0, id="the smallest few"),
        pytest.param("from heapq import nsmallest\nnsmallest(n, a)", 2.2, id="all by a heap"),
    ],
)  # fmt: skip
def test_python_costs_grow_as_the_work_does(sandbox: Sandbox, source: str, growth: float) -> None:
    head = "n = int(input())\na = [(i * 7919) % 100003 for i in range(n)]\nd = set(a)\n"
    with counted(sandbox, head + source) as counter:
        base = operations(counter, "1\n")
        with_setup = []
        for n in (2000, 4000):
            with_setup.append(operations(counter, f"{n}\n") - base)
    with counted(sandbox, head) as counter:
        base = operations(counter, "1\n")
        setup = [operations(counter, f"{n}\n") - base for n in (2000, 4000)]
    own = [whole - part for whole, part in zip(with_setup, setup, strict=True)]
    assert own[1] / own[0] == pytest.approx(growth, rel=0.06)


NATIVE = """
#include <bits/stdc++.h>
using namespace std;
#define PASTE(x, y) x##y
int main() {
  int n; cin >> n; vector<int> a(n); string t;
  for (int i = 0; i < n; i++) a[i] = (i * 7919LL) % 100003;
  BODY
  cout << a.size() << t.size() << endl;
}
"""


@pytest.mark.parametrize(
    ("body", "growth"),
    [
        pytest.param("for (int &x : a) if (x % 3) x++;", 2.0, id="a loop"),
        pytest.param("sort(a.begin(), a.end());", 2.2, id="sort"),
        pytest.param("set<int> s(a.begin(), a.end());", 2.2, id="set"),
        pytest.param("for (int i = 0; i < n; i++) a.insert(a.begin(), i);", 4.0, id="insert"),
        pytest.param("for (int i = 0; i < n; i++) t = t + 'x';", 4.0, id="text copied"),
        pytest.param("for (int i = 0; i < n; i++) t += 'x';", 2.0, id="text extended"),
        pytest.param("for (int i = 0; i < n; i++) memset(a.data(), i, 4 * n);", 4.0, id="memset"),
        pytest.param(
            "t.assign(n, 'x'); for (int i = 0; i < n; i++) a[i] += strlen(t.c_str() + (i & 1));",
            4.0,
            id="strlen",
        ),
        pytest.param(
            "t.assign(n, 'x'); for (int i = 0; i < n; i++) a[i] += t.find('y') == 1;",
            4.0,
            id="find",
        ),
        pytest.param(
            "vector<char> v(n + 1); t.assign(n, 'x');"
            ' for (int &x : a) snprintf(v.data(), n + 1, "%s", t.c_str()), x += v[0];',
            4.0,
            id="snprintf",
        ),
        pytest.param(
            "vector<char> v(n + 1); t.assign(n, 'x');"
            ' for (int &x : a) sprintf(v.data(), "%s", t.c_str()), x += v[0];',
            4.0,
            id="sprintf",
        ),
        pytest.param(
            "t.assign(n, '1'); char c[2];"
            ' for (int &x : a) sscanf(t.c_str(), "%1s", c), x += c[0];',
            4.0,
            id="sscanf",
        ),
        pytest.param(
            "t.assign(n, 'x'); for (int &x : a) { char *c = strdup(t.c_str()); x += *c; free(c); }",
            4.0,
            id="strdup",
        ),
        pytest.param("int PASTE(to, tal) = 0; for (int x : a) PASTE(to, tal) ^= x % 7;"
                     " a[0] = total;", 2.0, id="words pasted together"),
    ],
)  # fmt: skip
def test_native_costs_grow_as_the_work_does(sandbox: Sandbox, body: str, growth: float) -> None:
    costs = []
    for text in (body, ""):
        with counted(sandbox, NATIVE.replace("BODY", text), "cpp") as counter:
            costs.append([operations(counter, f"{n}\n") for n in (2000, 4000)])
    own = [whole - part for whole, part in zip(*costs, strict=True)]
    assert own[1] / own[0] == pytest.approx(growth, rel=0.08)


def test_c_is_counted_too(sandbox: Sandbox) -> None:
    source = """
#include <stdio.h>
int main(void) {
    int n, c = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) if (i % 7) c ^= i;
    printf("%d", c);
}
"""
    with counted(sandbox, source, "c") as counter:
        costs = [operations(counter, f"{n}\n") for n in (1000, 2000)]
    assert costs[1] / costs[0] == pytest.approx(2, rel=0.05)


@pytest.mark.parametrize("language", ["python", "cpp"])
def test_the_same_run_costs_the_same(sandbox: Sandbox, language: str) -> None:
    folder = Path(__file__).parent / "submissions" / language / "nlogn"
    suffix = {"python": "py", "cpp": "cpp"}[language]
    source = (folder / f"merge-array.{suffix}").read_text()
    text = f"1000\n{' '.join(str(i * 7919 % 10007) for i in range(1000))}\n"
    with counted(sandbox, source, language) as counter:
        assert len({operations(counter, text) for _ in range(5)}) == 1


def test_a_function_is_counted_with_its_answer(sandbox: Sandbox) -> None:
    source = "class Solution:\n    def f(self, n):\n        print('x')\n        return [i for i in range(n)]\n"
    with counted(sandbox, source, problem=FUNCTION) as counter:
        cost = counter.run(MemoryFile(b"[3]"), limits=LIMITS)
        assert (cost.output, cost.failure) == (b"[0, 1, 2]", None)
        assert operations(counter, "[2000]") / operations(counter, "[1000]") == pytest.approx(
            2, rel=0.02
        )


def test_cpu_time_stands_in_where_nothing_is_counted(sandbox: Sandbox) -> None:
    row = find_language("python")
    source = b"n = int(input())\nprint(sum(i % 7 for i in range(n)))\n"
    with sandbox.box(row) as box:
        counter = counter_for(source, row, kind="cpu", problem=STDIO, box=box)
        small, large = (operations(counter, f"{n}\n") for n in (1, 1_000_000))
    assert large > small


@pytest.mark.parametrize(
    "source",
    [
        "int main() { asm(\"nop\"); }",
        "__attribute__((no_sanitize_coverage)) int main() {}",
        "#define J(x, y) x##y\nint main() { J(as, m)(\"nop\"); }",
        "int main() { as\\\nm(\"nop\"); }",
        "extern \"C\" void __sanitizer_cov_trace_pc(); int main() {}",
    ],
)  # fmt: skip
def test_sources_that_could_run_uncounted_are_refused(sandbox: Sandbox, source: str) -> None:
    with pytest.raises(AnalyserError, match="uncounted"), counted(sandbox, source, "cpp"):
        pass


def test_words_in_comments_and_texts_are_harmless(sandbox: Sandbox) -> None:
    source = '#include <cstdio>\n// asm\nint main() { puts("asm __asm__"); /* sanitizer */ }\n'
    with counted(sandbox, source, "cpp") as counter:
        assert operations(counter, "") > 0
