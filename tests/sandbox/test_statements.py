"""Test statements in one box and the submission in another: what passes, and whose fault it is if not."""

from collections.abc import Callable

import pytest

from ordojudge.core.models import (
    AssertsInterface,
    Limits,
    Problem,
    Submission,
    TestResult,
    TokensChecker,
)
from ordojudge.core.models import TestCase as Case
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge

Grade = Callable[..., TestResult]


@pytest.fixture
def grade(judge: Judge) -> Grade:
    """Grade a source by one test's statements."""

    def grade(source: str, statements: str, *, prelude: str = "", name: str = "f") -> TestResult:
        problem = Problem(
            problem_id="stated",
            interface=AssertsInterface(entry_point=name, prelude=prelude),
            tests=(Case(case_id="1", input=statements),),
            checker=TokensChecker(),
            limits=Limits(cpu_s=0.5, memory_bytes=128 << 20),
        )
        report = judge.grade(Submission(source=source, language="python"), problem)
        [result] = report.tests
        assert result.verdict is report.verdict
        assert (report.reward is None) == (report.verdict is Verdict.JE)
        return result

    return grade


INCREMENT = "def f(x): return x + 1"
SAME = "def f(*x): return x[0] if len(x) == 1 else x"
STACK = """
class Stack:
    LIMIT = 5
    def __init__(self, *items): self.items = [*items]
    def push(self, item):
        self.items.append(item)
        return self
    def pop(self): return self.items.pop()
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items)
    def __getitem__(self, at): return self.items[at]
    def __str__(self): return f"<{self.items}>"
    def __bool__(self): return bool(self.items)
def f(*items): return Stack(*items)
"""

VECTOR = """
class Vector:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def __sub__(self, other): return Vector(self.x - other.x, self.y - other.y)
    def __neg__(self): return Vector(-self.x, -self.y)
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def parts(self): return self.x, self.y
def f(x, y): return Vector(x, y)
"""

PASSING = {
    # what is expected
    "a literal": (INCREMENT, "assert f(1) == 2"),
    "several": (INCREMENT, "assert f(1) == 2\nassert f(2) == 3, 'two'\nassert not f(-1)"),
    "a computed value": (INCREMENT, "assert f(9) == sum(range(5))"),
    "a value computed by a helper": (
        INCREMENT,
        "def right(x): return x + 1\nassert f(1) == right(1)",
    ),
    "random values in a loop": (
        INCREMENT,
        "import random\nfor _ in range(20):\n    x = random.randint(0, 99)\n    assert f(x) == x + 1",
    ),
    "about a value": ("def f(x): return x / 3", "assert abs(f(1) - 0.333) < 0.001"),
    "a close value": ("def f(x): return x / 3", "import math\nassert math.isclose(f(1), 1 / 3)"),
    "no number": ("def f(): return float('nan')", "import math\nassert math.isnan(f())"),
    "none": ("def f(): pass", "assert f() is None"),
    "a type": ("def f(): return (1,)", "assert type(f()) is tuple and isinstance(f()[0], int)"),
    "a value among others": (INCREMENT, "assert f(1) in {1, 2} and f(1) in [2, 3]"),
    "one call inside another": (INCREMENT, "assert f(f(1)) == 3"),
    "keyword arguments": ("def f(a, *, b=2): return a - b", "assert f(a=5) == 3 == f(4, b=1)"),
    "arguments out of a table": (
        INCREMENT,
        "for given, answer in [((1,), 2), ((5,), 6)]: assert f(*given) == answer",
    ),
    "by the name candidate": (INCREMENT, "assert candidate(1) == 2"),
    "a function check, which nobody calls": (
        INCREMENT,
        "def check(candidate):\n    assert candidate(1) == 2",
    ),
    "a function check, which is called": (
        "n = 0\ndef f(x):\n    global n\n    n += 1\n    return n",
        "def check(candidate):\n    assert candidate(1) == 1\n\ncheck(f)",
    ),
    "unittest's assertions": (
        INCREMENT,
        "import unittest\nt = unittest.TestCase()\nt.assertEqual(f(1), 2)\nt.assertAlmostEqual(f(.1), 1.1)",
    ),
    "standard output is nobody's business": (
        "def f(x):\n    print(x)\n    return x",
        "print(1)\nassert f(1) == 1",
    ),
    # exceptions
    "an exception": (
        "def f(x): raise ValueError('no')",
        "try:\n    f(1)\n    assert False\nexcept ValueError as error:\n    assert str(error) == 'no'",
    ),
    "an exception of a subclass": (
        "class Own(KeyError): pass\ndef f(x): raise Own('no')",
        "try: f(1)\nexcept LookupError: pass\nelse: assert False",
    ),
    "an exception of the submission's own": (
        "class Own(Exception): pass\ndef f(x): raise Own('no')",
        "try: f(1)\nexcept Exception as error: assert 'no' in str(error)",
    ),
    "a division by zero": (
        "def f(x): return 1 / x",
        "import unittest\nwith unittest.TestCase().assertRaises(ZeroDivisionError): f(0)",
    ),
    # values there and back
    "containers": (
        SAME,
        "for x in ([1, [2]], (1, (2,)), {1, 2}, frozenset({1}), {'k': {1: (2,)}}, {(1, 2): None}):\n"
        "    assert f(x) == x and type(f(x)) is type(x)",
    ),
    "scalars": (
        SAME,
        "from decimal import Decimal\nfrom fractions import Fraction\nfrom datetime import *\n"
        "for x in (True, 2 ** 70, 10 ** 5000, -0.5, 1j, 'é\\0', b'\\xff', range(3), ..., Decimal('0.10'),\n"
        "          Fraction(1, 3), date(2000, 1, 1), timedelta(1, 2)):\n"
        "    assert f(x) == x and type(f(x)) is type(x)",
    ),
    "collections": (
        SAME,
        "from collections import *\n"
        "for x in (deque([1]), Counter('aab'), OrderedDict(a=1)): assert f(x) == x",
    ),
    "much": (SAME, "x = list(range(100_000))\nassert f(x) == x"),
    "many arguments": (SAME, "assert f(1, 'a', [2]) == (1, 'a', [2])"),
    # what stays in the submission
    "a generator": ("def f(n): yield from range(n)", "assert list(f(3)) == [0, 1, 2]"),
    "a generator, step by step": (
        "def f():\n    yield 1\n    yield 2",
        "g = f()\nassert next(g) == 1 and next(g) == 2 and next(g, None) is None",
    ),
    "an endless generator": (
        "import itertools\ndef f(): return itertools.count()",
        "import itertools\nassert list(itertools.islice(f(), 3)) == [0, 1, 2]",
    ),
    "an object's parts": (STACK, "s = f(1)\nassert s.push(2).pop() == 2 and s.items == [1]"),
    "an object that is a container": (
        STACK,
        "s = f(1, 2)\nassert len(s) == 2 and [*s] == [1, 2] and s[-1] == 2 and 2 in s and 3 not in s",
    ),
    "an object's text and truth": (STACK, "assert str(f(1)) == '<[1]>' and f(1) and not f()"),
    "an object is itself": (STACK, "s = f()\nassert s == s and s != f()"),
    "an object's items changed from outside": (
        "def f(): return Own()\n"
        "class Own:\n"
        "    def __init__(self): self.items = [1, 2]\n"
        "    def __setitem__(self, at, item): self.items[at] = item\n"
        "    def __delitem__(self, at): del self.items[at]",
        "s = f()\ns[0] = 5\ndel s[1]\nassert s.items == [5]",
    ),
    "operators between its objects": (
        VECTOR,
        "a, b = f(1, 2), f(3, 4)\n"
        "assert (a + b).parts() == (4, 6) and (b - a - a).parts() == (1, 0) and (-a).parts() == (-1, -2)\n"
        "a += b\nassert a.parts() == (4, 6) and abs(f(3, 4)) == 5",
    ),
    "an object as an argument": (STACK, "s = f()\nassert f(s, [s]).pop()[0] is not None"),
    "a function that it returns": ("def f(n): return lambda x: x + n", "assert f(2)(3) == 5"),
    # arguments
    "an argument changed in place": ("def f(x): x.sort()", "x = [3, 1]\nf(x)\nassert x == [1, 3]"),
    "every kind of argument changed in place": (
        "def f(a, b, c, d, e):\n    a.append(1); b.add(2); c['k'] = 3; d.append(4); e.extend(b'5')",
        "from collections import deque\na, b, c, d, e = [], set(), {}, deque(), bytearray()\n"
        "f(a, b, c, d, e)\nassert (a, b, c, [*d], bytes(e)) == ([1], {2}, {'k': 3}, [4], b'5')",
    ),
    "an argument that is not to be changed": (
        "def f(x): return sorted(x)",
        "x = [3, 1]\nassert f(x) == [1, 3] and x == [3, 1]",
    ),
    "an argument changed before an exception is shown as it was": (
        "def f(x):\n    x.append(1)\n    raise ValueError",
        "x = []\ntry: f(x)\nexcept ValueError: pass\nassert x in ([], [1])",
    ),
    "functions as arguments": (
        "def f(g, *x): return g(*x)",
        "import math, operator\nfactor = 3\ndef times(x): return x * factor\n"
        "assert f(lambda x: x + 1, 1) == 2 and f(times, 2) == 6 and f(max, 1, 5) == 5\n"
        "assert f(math.sqrt, 9) == 3 and f(operator.add, 1, 2) == 3 and f(str, 5) == '5'",
    ),
    "functions in a list": (
        "def f(gs, x): return [g(x) for g in gs]",
        "assert f([abs, bool], -2) == [2, True]",
    ),
    "itself as an argument": (
        "def f(g, x): return x if x > 3 else g(g, x + 1)",
        "assert f(f, 0) == f(candidate, 1) == 4",
    ),
    # entry points that are no functions
    "a method of Solution": (
        "class Solution:\n    def f(self, x): return x + 1",
        "assert f(1) == 2",
    ),
    "a recursive function": ("def f(n): return n and 1 + f(n - 1)", "assert f(900) == 900"),
}


@pytest.mark.parametrize(("source", "statements"), PASSING.values(), ids=PASSING.keys())
def test_right_answers_pass(grade: Grade, source: str, statements: str) -> None:
    result = grade(source, statements)
    assert result.verdict is Verdict.AC, result.reason


def test_a_class_may_be_the_entry_point(grade: Grade) -> None:
    statements = (
        "assert Stack.LIMIT == 5\ns = Stack(1)\ns.push(2)\nassert s.pop() == 2 and len(s) == 1\n"
        "def check(candidate): assert False"
    )
    assert grade(STACK, statements, name="Stack").verdict is Verdict.AC


def test_a_prelude_is_in_force_on_both_sides(grade: Grade) -> None:
    prelude = "import math\ndef double(x): return 2 * x\ndef f(x): raise NotImplementedError\n"
    source = "def f(x): return double(math.floor(x))"
    assert grade(source, "assert f(1.5) == double(1)", prelude=prelude).verdict is Verdict.AC


def test_without_an_entry_point_of_its_own_a_submission_has_the_prelude_s(grade: Grade) -> None:
    result = grade("pass", "assert f(1) == 1", prelude="def f(x): return x\n")
    assert result.verdict is Verdict.AC


def test_arrays_of_numpy_travel(grade: Grade) -> None:
    source = (
        "import numpy as np\ndef f(x):\n    x[0] = 9\n    return np.arange(6).reshape(2, 3) * x[1]"
    )
    statements = (
        "import numpy as np\nx = np.array([1, 2])\na = f(x)\n"
        "assert a.shape == (2, 3) and a.dtype == np.arange(1).dtype and (x == [9, 2]).all()\n"
        "np.testing.assert_array_equal(a, np.arange(6).reshape(2, 3) * 2)"
    )
    result = grade(source, statements)
    if "No module named 'numpy'" in (result.reason or ""):
        pytest.skip("numpy: the interpreter of the boxes has none")
    assert result.verdict is Verdict.AC, result.reason


# -------------------------------------------------------------------------- wrong answers

ALWAYS = """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __hash__(self): return 0
    def __contains__(self, item): return True
    def __len__(self): return 2
    def __bool__(self): return True
"""

FAILING = {
    "an object that answers every operator": (
        "class Own:\n    def __getattr__(self, name): return lambda *x: 0\n"
        "for name in ('sub', 'rsub', 'abs', 'lt', 'neg', 'add'):\n"
        "    setattr(Own, f'__{name}__', lambda *x: 0)\n"
        "def f(x): return Own()",
        "assert abs(f(1) - 0.333) < 0.001",
        Verdict.WA,
        "unsupported operand",
    ),
    "an operator that gives a plain value": (
        "class Own:\n    def __add__(self, other): return 3\ndef f(x): return Own()",
        "assert f(1) + f(2) == 3",
        Verdict.WA,
        "unsupported operand",
    ),
    "another value": (
        INCREMENT,
        "assert f(1) == 3",
        Verdict.WA,
        "line 1: assert f(1) == 3; the last call returned 2",
    ),
    "another value on a later line": (
        INCREMENT,
        "assert f(1) == 2\n\nassert f(1) == 3, 'text'",
        Verdict.WA,
        "line 3: assert f(1) == 3",
    ),
    "another value inside check": (
        INCREMENT,
        "def check(candidate):\n    assert candidate(1) == 3",
        Verdict.WA,
        "line 2: assert candidate(1) == 3",
    ),
    "another type": ("def f(): return [1]", "assert f() == (1,)", Verdict.WA, "returned [1]"),
    "none for a number": ("def f(): pass", "assert f() < 1", Verdict.WA, "TypeError"),
    "no exception": (
        INCREMENT,
        "try: f(1)\nexcept ValueError: pass\nelse: assert False",
        Verdict.WA,
        "line 3",
    ),
    "an exception": (
        "def f(): return [][0]",
        "assert f() == 1",
        Verdict.RTE,
        "IndexError: list index out of range",
    ),
    "an exception of its own": (
        "class Own(Exception): pass\ndef f(): raise Own('no')",
        "assert f() == 1",
        Verdict.RTE,
        "Own: no",
    ),
    "a failed assertion of its own": (
        "def f(): assert False, 'mine'",
        "assert f() == 1",
        Verdict.RTE,
        "AssertionError: mine",
    ),
    "an exception while it is loaded": (
        "1 / 0",
        "assert f() == 1",
        Verdict.RTE,
        "ZeroDivisionError",
    ),
    "no such function": (
        "def g(): pass",
        "assert f() == 1",
        Verdict.RTE,
        "NameError: the submission defines no f",
    ),
    "no such class": (INCREMENT, "assert f(Missing(1)) == 2", Verdict.RTE, "Missing"),
    "a source that ends at once": (
        "raise SystemExit(0)",
        "assert f() == 1",
        Verdict.WA,
        "before it answered",
    ),
    "leaving with success": (
        "import sys\ndef f(): sys.exit(0)",
        "assert f() == 1",
        Verdict.WA,
        "before it answered",
    ),
    "leaving at once": (
        "import os\ndef f(): os._exit(0)",
        "assert f() == 1",
        Verdict.WA,
        "before it answered",
    ),
    "leaving with a status": (
        "import os\ndef f(): os._exit(3)",
        "assert f() == 1",
        Verdict.RTE,
        "exit status 3",
    ),
    "a signal": (
        "import os\ndef f(): os.abort()",
        "assert f() == 1",
        Verdict.RTE,
        "signal SIGABRT",
    ),
    "endless work": ("def f():\n    while True: pass", "assert f() == 1", Verdict.TLE, "cpu"),
    "a value that is equal to all": (
        f"{ALWAYS}\ndef f(): return Yes()",
        "assert f() == 1",
        Verdict.WA,
        "line 1",
    ),
    "a value that contains all": (
        f"{ALWAYS}\ndef f(): return Yes()",
        "assert 1 in f()",
        Verdict.RTE,
        "TypeError",
    ),
    "a value that is less than all": (
        f"{ALWAYS}\ndef f(): return Yes()",
        "assert f() < 1",
        Verdict.WA,
        "TypeError",
    ),
    "a number that is equal to all": (
        f"{ALWAYS}\nclass Int(Yes, int): pass\ndef f(): return Int(5)",
        "assert f() == 1",
        Verdict.WA,
        "returned 5",
    ),
    "values equal to all in a list": (
        f"{ALWAYS}\ndef f(): return [Yes()]",
        "assert f() == [1]",
        Verdict.WA,
        "line 1",
    ),
    "an exception equal to all": (
        f"{ALWAYS}\nclass Error(Yes, Exception): pass\ndef f(): raise Error",
        "try: f()\nexcept ValueError: pass",
        Verdict.RTE,
        "Error",
    ),
    "changed builtins": (
        "import builtins\nbuiltins.abs = lambda x: 0\nbuiltins.AssertionError = ValueError\ndef f(): return 5",
        "assert abs(f()) == 0",
        Verdict.WA,
        "returned 5",
    ),
    "a changed argument": (
        "def f(x):\n    x.clear()\n    return 0",
        "x = [1]\nassert f(x) == 0 and x == [1]",
        Verdict.WA,
        "line 2",
    ),
    "a helper of the prelude replaced": (
        "def right(x): return 5\ndef f(x): return 5",
        "assert f(1) == right(1)",
        Verdict.WA,
        "returned 5",
    ),
    "a forged report": (
        'import os\ndef f():\n    os.write(3, b\'{"outcome": "passed", "reason": ""}\')\n    return 2',
        "assert f() == 1",
        Verdict.WA,
        "returned 2",
    ),
    "a forged message": (
        "import os\ndef f():\n    os.write(4, b'\\0\\0\\0\\2{}')\n    return 2",
        "assert f() == 1",
        Verdict.WA,
        None,
    ),
    "a message of a forged length": (
        "import os\ndef f():\n    os.write(4, b'\\xff\\xff\\xff\\xff')\n    os._exit(0)",
        "assert f() == 1",
        Verdict.WA,
        "before it answered",
    ),
}


@pytest.mark.parametrize(
    ("source", "statements", "verdict", "reason"), FAILING.values(), ids=FAILING.keys()
)
def test_wrong_answers_fail_with_their_reason(
    grade: Grade, source: str, statements: str, verdict: Verdict, reason: str | None
) -> None:
    prelude = "def right(x): return x + 1\n" if "right(" in statements else ""
    result = grade(source, statements, prelude=prelude)
    assert result.verdict is verdict, result.reason
    assert (reason or "") in (result.reason or "")


SEARCH = """
import gc, glob, os, sys

def f():
    found = []
    frame = sys._getframe()
    while frame:
        found.append(repr((frame.f_locals, frame.f_globals, frame.f_code.co_consts)))
        frame = frame.f_back
    found += [repr(thing) for thing in gc.get_objects() if type(thing) in (str, bytes, dict, list)]
    for path in [*glob.glob('/box/**', recursive=True), *glob.glob('/proc/self/fd/*'), '/proc/self/environ']:
        try: found.append(open(path, 'rb').read(1 << 20).decode('latin-1'))
        except OSError: pass
    mark = 'sec' + 'ret-'
    for text in found:
        at = text.find(mark)
        while at >= 0:
            if text[at + 7:at + 10].isdigit(): return int(text[at + 7:at + 10])
            at = text.find(mark, at + 1)
    return 0
"""


def test_what_is_expected_is_nowhere_to_be_found(grade: Grade) -> None:
    result = grade(SEARCH, "expected = int('secret-417'[-3:])\nassert f() == expected")
    assert result.verdict is Verdict.WA
    assert "the last call returned 0" in (result.reason or "")


# ------------------------------------------------------------------------ unusable tests

UNUSABLE = {
    "statements that never call it": ("assert 1 == 1", "the statements never call f"),
    "no statements": ("", "the statements never call f"),
    "a check that nobody calls and that calls nothing": (
        "def check(candidate): pass",
        "the statements never call f",
    ),
    "a syntax error": ("assert f(1) ==", "SyntaxError"),
    "an unknown module": ("import nothing_like_it", "ModuleNotFoundError"),
    "an exception before the first call": ("len(5)\nassert f(1) == 2", "TypeError"),
    "a failed assertion before the first call": ("assert 1 == 2\nassert f(1) == 2", "line 1"),
    "leaving before the first call": ("raise SystemExit", "SystemExit"),
    "an argument that cannot be carried": (
        "class Own: pass\nassert f(Own()) == 1",
        "an argument can't be carried to the submission: a Own",
    ),
    "an argument that holds itself": (
        "x = []\nx.append(x)\nassert f(x)",
        "can't be carried to the submission: nested too deeply",
    ),
}


@pytest.mark.parametrize(("statements", "reason"), UNUSABLE.values(), ids=UNUSABLE.keys())
def test_unusable_statements_are_the_judge_s_error(
    grade: Grade, statements: str, reason: str
) -> None:
    result = grade(INCREMENT, statements)
    assert result.verdict is Verdict.JE, result.reason
    assert reason in (result.reason or "")


def test_an_unusable_prelude_is_the_judge_s_error(grade: Grade) -> None:
    result = grade(INCREMENT, "assert f(1) == 2", prelude="import nothing_like_it\n")
    assert result.verdict is Verdict.JE, result.reason
    assert "nothing_like_it" in (result.reason or "")


def test_each_test_has_a_submission_of_its_own(judge: Judge) -> None:
    source = "seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)"
    problem = Problem(
        problem_id="stated",
        interface=AssertsInterface(entry_point="f"),
        tests=tuple(
            Case(case_id=str(number), input="assert f(0) == 1 and f(0) == 2") for number in range(3)
        ),
        checker=TokensChecker(),
    )
    report = judge.grade(Submission(source=source, language="python"), problem)
    assert report.verdict is Verdict.AC, report.tests
