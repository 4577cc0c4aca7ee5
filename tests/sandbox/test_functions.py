"""Functions of submissions, called with JSON arguments in a real box."""

import json
from typing import Any, NamedTuple

import pytest

from ordojudge.core.models import Problem, Report, Submission, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge

UNSET: Any = object()


def problem(*tests: tuple[Any, Any], checker: Any = None, **interface: Any) -> Problem:
    """A problem whose tests are pairs of arguments and answer, as values or as JSON texts."""
    return problem_from_data(
        {
            "problem_id": "called",
            "interface": {"type": "function", "entry_point": "f", **interface},
            "tests": [
                {"case_id": str(number), "input": given, "output": answer}
                for number, (given, answer) in enumerate(tests, start=1)
            ],
            "limits": {"cpu_s": 2.0, "memory_bytes": "256MiB"},
            **({"checker": checker} if checker else {}),
        }
    )


def graded(judge: Judge, source: str, of: Problem) -> tuple[Report, list[str]]:
    """The report, and each test's answer as it came out."""
    answers: list[str] = []
    report = judge.grade(
        Submission(source=source, language="python"),
        of,
        observe=lambda _test, _result, head: answers.append(head.decode()),
    )
    return report, answers


class Call(NamedTuple):
    source: str
    given: Any
    answer: Any
    interface: dict[str, Any] = {}  # noqa: RUF012  never changed


METHOD = "class Solution:\n    def f(self, a, b=2): return [a, b]\n"
NODES = "def f(node):\n    return node.next\n"
NODE = {"parameters": [{"name": "node", "type": "Optional[ListNode]"}], "returns": "ListNode"}
TREE = {"parameters": [{"name": "root", "type": "TreeNode"}], "returns": "TreeNode"}

CALLS = {
    # how it is found and called
    "a method of the class that is named": Call(METHOD, [1], [1, 2], {"class_name": "Solution"}),
    "a method of Solution, though no class is named": Call(METHOD, [1], [1, 2]),
    "a method of another class": Call(
        METHOD.replace("Solution", "Answer"), [1, 5], [1, 5], {"class_name": "Answer"}
    ),
    "a function, though a class is named": Call(
        "def f(a): return a + 1", [1], 2, {"class_name": "Solution"}
    ),
    "a function beside a class": Call(METHOD + "def f(a): return 'plain'", [1], "plain"),
    "a static method": Call("class Solution:\n    @staticmethod\n    def f(a): return a", [1], 1),
    "a class method": Call("class Solution:\n    @classmethod\n    def f(c, a): return a", [1], 1),
    "a lambda": Call("f = lambda a, b: a * b", [3, 4], 12),
    "a builtin": Call("f = max", [3, 4], 4),
    "a partial function": Call("import functools\nf = functools.partial(pow, 2)", [5], 32),
    "a cached function": Call("import functools\n@functools.cache\ndef f(a): return a", [1], 1),
    "an object that can be called": Call(
        "class F:\n    def __call__(self, a): return a\nf = F()", [1], 1
    ),
    "no arguments": Call("def f(): return 1", [], 1),
    "a list as the only argument": Call("def f(a): return len(a)", [[1, 2, 3]], 3),
    "keyword arguments": Call("def f(b, a): return [a, b]", {"a": 1, "b": 2}, [1, 2]),
    "keyword arguments of a method": Call(METHOD, {"b": 1, "a": 2}, [2, 1]),
    "arguments by keyword only": Call("def f(*, a): return a", {"a": 1}, 1),
    "any number of arguments": Call("def f(*a, **k): return [a, k]", [1, 2], [[1, 2], {}]),
    "other names than the problem's": Call(
        "def f(x): return x", [1], 1, {"parameters": [{"name": "a", "type": "int"}]}
    ),
    "names that a prelude imports": Call(
        "def f(a: List[int]) -> int: return a[0]", [[7]], 7,
        {"prelude": "from typing import List"},
    ),
    "a future import after a prelude": Call(
        "from __future__ import annotations\ndef f(a: Nothing): return a", [7], 7,
        {"prelude": "import math"},
    ),
    # what surrounds it
    "its main part stays quiet": Call(
        "def f(a): return a\nif __name__ == '__main__': raise SystemExit(1)", [1], 1
    ),
    "it may print": Call("def f(a):\n    print('=8')\n    return a", [1], 1),
    "it may print to standard error": Call(
        "import sys\ndef f(a):\n    print('!no', file=sys.stderr)\n    return a", [1], 1
    ),
    "it may close standard output": Call(
        "import sys\ndef f(a):\n    sys.stdout.close()\n    return a", [1], 1
    ),
    "it may recurse": Call("def f(n): return n and 1 + f(n - 1)", [950], 950),
    "it may recurse deeper": Call(
        "import sys\nsys.setrecursionlimit(10 ** 6)\ndef f(n): return n and 1 + f(n - 1)",
        [50_000],
        50_000,
    ),
    "it may use threads": Call(
        "import threading\ndef f(a):\n    t = threading.Thread(target=a.append, args=(2,))\n"
        "    t.start()\n    t.join()\n    return a",
        [[1]],
        [1, 2],
    ),
    # in place
    "what became of an argument": Call(
        "def f(a): a.sort()", [[3, 1, 2]], [1, 2, 3], {"result_argument": 0}
    ),
    "what became of the second one": Call(
        "class Solution:\n    def f(self, n, a): a[:] = [n]", [5, [1]], [5], {"result_argument": 1}
    ),
    "what became of a keyword": Call(
        "def f(n, a): a.append(n)", {"n": 5, "a": [1]}, [1, 5], {"result_argument": 1}
    ),
    "an argument, whatever is returned": Call(
        "def f(a):\n    a.append(2)\n    return 9", [[1]], [1, 2], {"result_argument": 0}
    ),
    # values
    "none": Call("def f(a): return a", [None], None),
    "no return": Call("def f(a): pass", [1], None),
    "truth": Call("def f(a): return not a", [False], True),
    "a float": Call("def f(a): return a / 4", [1], 0.25),
    "a whole float": Call("def f(a): return a / 2", [4], 2),
    "a text with everything in it": Call("def f(a): return a", ["é\n\0\"😀\\"], "é\n\0\"😀\\"),
    "a lone surrogate": Call("def f(a): return a", '["\\ud800"]', '"\\ud800"'),
    "an integer beyond doubles": Call("def f(a): return a + 1", [2**70], 2**70 + 1),
    "an integer of a hundred thousand digits": Call(
        "def f(a): return a + 1", "[1" + "0" * 100_000 + "]", "1" + "0" * 99_999 + "1"
    ),
    "a tuple": Call("def f(a): return (a, (a,))", [1], [1, [1]]),
    "a set, sorted": Call("def f(a): return set(a)", [[3, 1, 2, 3]], [1, 2, 3]),
    "a set of texts, sorted": Call("def f(a): return frozenset(a)", [["b", "a"]], ["a", "b"]),
    "a set of tuples, sorted": Call("def f(a): return {(2, 1), (1, 2)}", [0], [[1, 2], [2, 1]]),
    "a dictionary": Call("def f(a): return {'k': {'n': a}}", [1], {"k": {"n": 1}}),
    "a dictionary by numbers": Call("def f(a): return {a: 'x', 2.5: 0}", [1], {"1": "x", "2.5": 0}),
    "a dictionary by truth and none": Call(
        "def f(a): return {True: 1, None: 2}", [0], {"true": 1, "null": 2}
    ),
    "other containers": Call(
        "from collections import *\n"
        "def f(a): return [deque([a]), range(2), Counter('a'), OrderedDict(b=1),\n"
        "                  defaultdict(list, c=[]), {'d': 1}.keys(), {'d': 1}.values()]",
        [1],
        [[1], [0, 1], {"a": 1}, {"b": 1}, {"c": []}, ["d"], [1]],
    ),
    "subclasses of plain types": Call(
        "from enum import IntEnum\nfrom typing import NamedTuple\n"
        "class E(IntEnum):\n    A = 3\nclass P(NamedTuple):\n    x: int\nclass S(str): pass\n"
        "def f(a): return [E.A, P(1), S('s')]",
        [0],
        [3, [1], "s"],
    ),
    # LeetCode's nodes
    "a list of nodes": Call(NODES, [[1, 2, 3]], [2, 3], NODE),
    "a list of nodes that ends in none": Call(NODES, [[1]], [], NODE),
    "no nodes at all": Call("def f(node): return node", [[]], [], NODE),
    "nodes by the submission's annotations": Call(
        "from typing import Optional\n"
        "def f(node: Optional[ListNode]) -> Optional[ListNode]: return node.next",
        [[1]],
        [],
    ),
    "nodes by annotations that are texts": Call(
        "from __future__ import annotations\n"
        "def f(node: ListNode) -> ListNode | None: return node.next",
        [[1]],
        [],
    ),
    "nodes of the submission's own class": Call(
        "class ListNode:\n    def __init__(self, x):\n        self.val, self.next = x, None\n"
        "def f(node):\n    new = ListNode(0)\n    new.next = node\n    return new",
        [[1]],
        [0, 1],
        NODE,
    ),
    "nodes through a decorator": Call(
        "import functools\ndef same(g):\n    @functools.wraps(g)\n"
        "    def h(*a): return g(*a)\n    return h\n@same\n" + NODES,
        [[1, 2]],
        [2],
        NODE,
    ),
    "several lists of nodes": Call(
        "class Solution:\n    def f(self, lists): return [node.next for node in lists]",
        [[[1, 2], [3], [4, 5, 6]]],
        [[2], [], [5, 6]],
        {
            "parameters": [{"name": "lists", "type": "List[Optional[ListNode]]"}],
            "returns": "List[Optional[ListNode]]",
        },
    ),
    "a tree": Call(
        "def f(root):\n    root.left, root.right = root.right, root.left\n    return root",
        [[1, 2, 3, None, 4]],
        [1, 3, 2, None, None, None, 4],
        TREE,
    ),
    "a tree with holes": Call("def f(root): return root.right", [[1, None, 2, 3]], [2, 3], TREE),
    "no tree": Call("def f(root): return root", [[]], [], TREE),
    "a new tree": Call("def f(root): return TreeNode(5, None, TreeNode(6))", [[1]], [5, None, 6], TREE),
    "nodes by keyword": Call(NODES, {"node": [1, 2]}, [2], NODE),
    "nodes in place": Call(
        "def f(node): node.next = None", [[1, 2, 3]], [1], {**NODE, "result_argument": 0}
    ),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_a_right_answer_is_accepted(judge: Judge, call: Call) -> None:
    report, answers = graded(
        judge, call.source, problem((call.given, call.answer), **call.interface)
    )
    assert report.verdict is Verdict.AC, (report.tests, answers)


REJECTED = {
    "another value": ("def f(a): return 2", Verdict.WA, "expected 1, got 2"),
    "truth for one": ("def f(a): return True", Verdict.WA, "expected 1, got true"),
    "not a number": ("def f(a): return float('nan')", Verdict.WA, "NaN"),
    "infinity": ("def f(a): return float('inf')", Verdict.WA, "Infinity"),
    "an object": ("def f(a): return object()", Verdict.WA, "the answer holds a object"),
    "a generator": ("def f(a): yield 1", Verdict.WA, "the answer holds a generator"),
    "bytes": ("def f(a): return b'1'", Verdict.WA, "the answer holds a bytes"),
    "a complex number": ("def f(a): return [1j]", Verdict.WA, "the answer holds a complex"),
    "a class": ("def f(a): return int", Verdict.WA, "the answer holds a type"),
    "a dictionary by tuples": ("def f(a): return {(1, 2): 1}", Verdict.WA, "key of type tuple"),
    "a list that holds itself": (
        "def f(a):\n    a = []\n    a.append(a)\n    return a",
        Verdict.WA,
        "nested too deeply, or holds itself",
    ),
    "nodes in a ring": (
        "def f(a):\n    n = ListNode(1)\n    n.next = n\n    return n",
        Verdict.WA,
        "a list without an end",
    ),
    "an object that says it equals": (
        "class Yes:\n    def __eq__(self, other): return True\ndef f(a): return Yes()",
        Verdict.WA,
        "the answer holds a Yes",
    ),
    "an integer that says it equals": (
        "class Yes(int):\n    def __eq__(self, other): return True\n"
        "    def __str__(self): return '1'\n    __repr__ = __str__\ndef f(a): return Yes(2)",
        Verdict.WA,
        "expected 1, got 2",
    ),
    "leaving with success": ("import sys\ndef f(a): sys.exit(0)", Verdict.WA, "without an answer"),
    "leaving at once": ("import os\ndef f(a): os._exit(0)", Verdict.WA, "without an answer"),
    "leaving while it is loaded": ("raise SystemExit(0)", Verdict.WA, "without an answer"),
    "printing the answer only": ("def f(a): print(1)", Verdict.WA, "expected 1, got null"),
    "leaving with a status": ("import sys\ndef f(a): sys.exit(3)", Verdict.RTE, "exit status 3"),
    "an exception": (
        "def f(a): return [][a]",
        Verdict.RTE,
        "exit status 1: IndexError: list index out of range",
    ),
    "an exception while it is loaded": ("1 / 0\ndef f(a): return 1", Verdict.RTE, "ZeroDivision"),
    "no such function": (
        "def g(a): return 1",
        Verdict.RTE,
        "NameError: the submission defines no f",
    ),
    "no such method": ("class Solution:\n    def g(self, a): return 1", Verdict.RTE, "NameError"),
    "nothing at all": ("", Verdict.RTE, "NameError: the submission defines no f"),
    "a constant of its name": ("f = 1", Verdict.RTE, "TypeError: 'int' object is not callable"),
    "too few parameters": ("def f(): return 1", Verdict.RTE, "TypeError: f() takes 0 positional"),
    "a class that wants arguments": (
        "class Solution:\n    def __init__(self, x): pass\n    def f(self, a): return 1",
        Verdict.RTE,
        "TypeError",
    ),
    "a signal": ("import os\ndef f(a): os.abort()", Verdict.RTE, "signal SIGABRT"),
    "endless recursion": ("def f(a): return f(a)", Verdict.RTE, "RecursionError"),
    "a source that does not parse": ("def f(a) return 1", Verdict.CE, None),
}


@pytest.mark.parametrize(("source", "verdict", "reason"), REJECTED.values(), ids=REJECTED.keys())
def test_a_wrong_answer_is_rejected_with_its_reason(
    judge: Judge, source: str, verdict: Verdict, reason: str | None
) -> None:
    report, answers = graded(judge, source, problem(([0], 1)))
    assert report.verdict is verdict, (report.tests, answers)
    if reason is not None:
        assert reason in (report.tests[0].reason or "")


def test_a_class_that_is_named_is_named_when_it_is_missing(judge: Judge) -> None:
    report, _ = graded(judge, "x = 1", problem(([0], 1), class_name="Solution"))
    assert "the submission defines no Solution.f" in (report.tests[0].reason or "")


def test_tests_share_nothing(judge: Judge) -> None:
    source = (
        "seen = []\nclass Solution:\n    count = 0\n"
        "    def f(self, a, kept=[]):\n        Solution.count += 1\n        kept.append(a)\n"
        "        seen.append(a)\n        return [Solution.count, kept, seen]\n"
    )
    report, answers = graded(judge, source, problem(*(([n], [1, [n], [n]]) for n in range(3))))
    assert report.verdict is Verdict.AC, answers


def test_tolerances_and_orders_are_the_checker_s(judge: Judge) -> None:
    source = "def f(a): return [a / 3, a]"
    strict = problem(([1], [1, 0.333]))
    loose = problem(
        ([1], [1, 0.333]), checker={"type": "values", "abs_tol": 0.01, "ordered": False}
    )
    assert graded(judge, source, strict)[0].verdict is Verdict.WA
    assert graded(judge, source, loose)[0].verdict is Verdict.AC


def test_answers_of_numpy_are_plain_values(judge: Judge) -> None:
    source = (
        "import numpy as np\n"
        "def f(a): return [np.int64(a), np.float32(0.5), np.arange(4).reshape(2, 2), np.bool_(1)]"
    )
    report, answers = graded(judge, source, problem(([7], [7, 0.5, [[0, 1], [2, 3]], True])))
    if "No module named 'numpy'" in (report.tests[0].reason or ""):
        pytest.skip("numpy: the interpreter of the boxes has none")
    assert report.verdict is Verdict.AC, answers


def test_the_answer_that_an_observer_sees_is_json(judge: Judge) -> None:
    _, answers = graded(judge, "def f(a): return {'é': (a, None)}", problem(([1], 0)))
    assert json.loads(answers[0]) == {"é": [1, None]}


def test_an_answer_forged_on_the_harness_s_channel_is_only_an_answer(judge: Judge) -> None:
    source = "import os\ndef f(a):\n    os.write(3, b'=%d' % (a + 1))\n    os._exit(0)"
    report, _ = graded(judge, source, problem(([1], 2), ([1], 3)))
    assert [test.verdict for test in report.tests] == [Verdict.AC, Verdict.WA]
