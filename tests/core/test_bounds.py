"""What bounds people write, how they are normalised and printed, and which grows faster."""

import contextlib
import math
import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ordojudge.core.bounds import (
    Bound,
    ComplexityClass,
    Facts,
    Policy,
    Relation,
    class_of,
    compare,
    format_bound,
    parse_bound,
    renamed,
)
from ordojudge.core.errors import BoundError, JudgeError

BETTER, EQUAL, WORSE, INCOMPARABLE = Relation
INVERSE = {BETTER: WORSE, WORSE: BETTER, EQUAL: EQUAL, INCOMPARABLE: INCOMPARABLE}

# --- reading and printing

WRITTEN = {
    "O(n log n)": "O(n log n)",
    "nlogn": "O(n log n)",
    "NlogN": "O(N log N)",
    "n*log(n)": "O(n log n)",
    "O(nlgn)": "O(n log n)",
    "O(n log2(n))": "O(n log n)",
    "O(n * log_2 n)": "O(n log n)",
    "n²logn": "O(n^2 log n)",
    "O(nlog^2n)": "O(n log^2 n)",
    "log(n)^2": "O(log^2 n)",
    "log^2 n": "O(log^2 n)",
    "log n^2": "O(log n)",
    "log 2n": "O(log n)",
    "log nm": "O(log m + log n)",
    "loglog n": "O(log log n)",
    "log n log log n": "O(log n log log n)",
    "nlog(logn)": "O(n log log n)",
    "O(|V|+|E|)": "O(E + V)",
    "O(V + E log V)": "O(E log V + V)",
    "ElogV": "O(E log V)",
    "(V+E)logV": "O(E log V + V log V)",
    "|E| * log|V|": "O(E log V)",
    r"\mathcal{O}(n \log n)": "O(n log n)",
    r"$\mathcal{O}\left(\sqrt{n}\right)$": "O(sqrt(n))",
    r"\(O(n^{2})\)": "O(n^2)",
    r"$O(2^{n} \cdot n)$": "O(2^n * n)",
    r"O(n \log_{2} n)": "O(n log n)",
    r"\frac{n^2}{\log n}": "O(n^2 / log n)",
    r"\text{rows} \times \text{cols}": "O(cols * rows)",
    r"O(\max(n, m))": "O(m + n)",
    r"\sqrt[3]{n}": "O(n^(1/3))",
    r"O(\lvert V \rvert^2)": "O(V^2)",
    "2^n": "O(2^n)",
    "n 2^n": "O(2^n * n)",
    "2ⁿ": "O(2^n)",
    "n!": "O(n!)",
    "n * n!": "O(n! * n)",
    "(n+1)!": "O(n! * n)",
    "n^n": "O(n^n)",
    "n^k": "O(n^k)",
    "sqrt(n)": "O(sqrt(n))",
    "√n": "O(sqrt(n))",
    "sqrt n log n": "O(sqrt(n) log n)",
    "n^1.5": "O(n^(3/2))",
    "n ** 2": "O(n^2)",
    "pow(n, 3)": "O(n^3)",
    "n^2.807": "O(n^(2807/1000))",
    "n^(log_2 3)": "O(n^(log_2 3))",
    "3^(log n)": "O(n^(log_2 3))",
    "mn": "O(m * n)",
    "n·m": "O(m * n)",
    "n\u00d7m": "O(m * n)",
    "rows * cols": "O(cols * rows)",
    "min(n, m)": "O(min(m, n))",
    "log(min(n, m))": "O(min(log m, log n))",
    "min(n, n^2)": "O(n)",
    "max(a,b)": "O(a + b)",
    "n log max(a, b)": "O(n log a + n log b)",
    "len(s)": "O(s)",
    "nums.length": "O(nums)",
    "word.length() * k": "O(k * word)",
    "grid[0].length": "O(grid[0])",
    "maxVal": "O(maxVal)",
    "sum(len(w))": "O(sum(w))",
    "max(nums) log n": "O(max(nums) log n)",
    "n_{max}": "O(n_max)",
    "N": "O(N)",
    "n2": "O(n2)",
    "linear": "O(n)",
    "linear in m": "O(m)",
    "quadratic time": "O(n^2)",
    "constant time": "O(1)",
    "exponential": "O(2^n)",
    "linearithmic": "O(n log n)",
    "amortized O(1)": "O(1)",
    "O(n) on average": "O(n)",
    "O(n) (amortized)": "O(n)",
    "expected O(n log n) time": "O(n log n)",
    "worst-case O(n^2)": "O(n^2)",
    "Time complexity: O(n).": "O(n)",
    "T(n) = O(n log n)": "O(n log n)",
    "O(n log n) where n is the length": "O(n log n)",
    "Θ(n log n)": "O(n log n)",
    r"\Theta(n)": "O(n)",
    "~n": "O(n)",
    "**O(n)**": "O(n)",
    "`O(n)`": "O(n)",
    "O(1)": "O(1)",
    "26n": "O(n)",
    "O(n) + O(m)": "O(m + n)",
    "n(n-1)/2": "O(n^2)",
    "n^2 - n": "O(n^2)",
    "(n-k)*k": "O(k * (n-k))",
    "n/k": "O(n / k)",
    "log_k n": "O(log n / log k)",
    "n + n^2 + n log n": "O(n^2)",
    "n + 2^n + n!": "O(n!)",
    "log(n!)": "O(n log n)",
    "log(2^n)": "O(n)",
    "E * \u03b1(V)": "O(E alpha(V))",
    "log* n": "O(log*(n))",
    r"n \lceil \log n \rceil": "O(n log n)",
    "2^⌈n/2⌉": "O(2^(n / 2))",
    "O(VE^2)": "O(E^2 * V)",
    "O(VE²)": "O(E^2 * V)",
    "O(nm^2)": "O(m^2 * n)",
    "nmk!": "O(k! * m * n)",
    "(VE)^2": "O(E^2 * V^2)",
    "2^mn": "O(2^(m * n))",
    "log mn^2": "O(log m + log n)",
    "O(N Log N)": "O(N log N)",
    "NLogN": "O(N log N)",
    "NLOGN": "O(N log N)",
    "N·Log(N)": "O(N log N)",
    "n LG n": "O(n log n)",
    "n Ln n": "O(n log n)",
    "N LN(N)": "O(N log N)",
    "LN + K": "O(L * N + K)",
    "nlnn": "O(n log n)",
    "Log2(n)": "O(log n)",
    "log3 n": "O(log n)",
    "log₂ n": "O(log n)",
    "n₁ + n₂": "O(n1 + n2)",
    "Sqrt(n)": "O(sqrt(n))",
    "Min(n, m)": "O(min(m, n))",
    "MAX(n, m)": "O(m + n)",
    "Max": "O(Max)",
    "Big-O(n)": "O(n)",
    "Big O(n)": "O(n)",
    "big-oh of n": "O(n)",
    "Big-Theta(n log n)": "O(n log n)",
    "θ(n)": "O(n)",
    "on the order of n log n": "O(n log n)",
    "n squared": "O(n^2)",
    "n times m": "O(m * n)",
    "n plus m": "O(m + n)",
    "n x m": "O(m * n)",
    "rows x cols": "O(cols * rows)",
    "nxm": "O(m * n)",
    "n x log x": "O(n * x log x)",
    "rows log cols": "O(rows log cols)",
    "2rows": "O(rows)",
    "maxVal n_2": "O(maxVal * n_2)",
    "n2^n": "O(2^n * n)",
    "(n2)^k": "O((n2)^k)",
    "e^n": "O(exp(n))",
    "n^2/2 + n^3 / 3": "O(n^3)",
    "T(n+m)": "O(T * m + T * n)",
}


@pytest.mark.parametrize(("text", "printed"), WRITTEN.items(), ids=WRITTEN.keys())
def test_what_people_write_is_read(text: str, printed: str) -> None:
    assert format_bound(parse_bound(text)) == printed


KEPT_CONSTANTS = {
    "2^(n+1)": "2^n",
    "4^n": "2^(2n)",
    "2^(n/2)": "sqrt(2^n)",
    "8^(n/3)": "2^n",
    "2^n * 3^n": "6^n",
    "1.5^n": "(3/2)^n",
    "2^(n+m)": "2^n * 2^m",
    "2^max(n, m)": "2^n + 2^m",
    "2^(n log n)": "n^n",
    "2^(log n)": "n",
    "exp(ln n)": "n",
    "4^(log_2 n)": "n^2",
    "2^(log log n)": "log n",
    "n^(log n)": "2^(log(n)^2)",
    "(2n)!": "4^n * n!^2 / sqrt(n)",
    "n! * n^0.5": "(n+1)! / sqrt(n)",
    "log^2 n * log n": "log^3 n",
}


@pytest.mark.parametrize(("text", "same"), KEPT_CONSTANTS.items(), ids=KEPT_CONSTANTS.keys())
def test_one_bound_written_in_two_ways_is_one(text: str, same: str) -> None:
    assert parse_bound(text) == parse_bound(same)


REFUSED: dict[str, tuple[int, str]] = {
    "": (0, "variable"),
    "O(": (2, "variable"),
    "O()": (2, "variable"),
    "O(n": (3, "')'"),
    "O(n))": (4, "end"),
    "n +": (3, "variable"),
    "O(n), O(m)": (6, "end"),
    "n m 2": (4, "end"),
    "n & m": (2, "'& m'"),
    "C(n, k)": (0, "'C'"),
    "f1(n)": (0, "'f1'"),
    "o(n)": (0, "from above"),
    "Ω(n)": (0, "from above"),
    r"\tilde{O}(n)": (0, "tilde"),
    "polynomial time": (0, "'polynomial'"),
    "log-linear": (3, "variable"),
    "n per query": (2, "'per'"),
    "O(n) lookups": (5, "end"),
    "O(n) space": (5, "'space'"),
    "n/2k": (3, "brackets"),
    "0": (0, "not 0"),
    "0 n": (0, "not 0"),
    "m^2 - n": (4, "difference"),
    "-n": (0, "negative"),
    "1/(n+m)": (1, "divisor"),
    "log(n/k)": (0, "quotient"),
    "(n+m)!": (5, "factorial"),
    "(n+m)^k": (2, "base"),
    "0.5^n": (0, "above 1"),
    "2^(n⌊m/2⌋)": (4, "exponent"),
    "2^(n!)": (4, "exponent"),
    "n^1000": (2, "at most 100"),
    "2^(99999999 n)": (12, "exponent"),
    "1" * 30: (0, "digits"),
    "10000019^n": (0, "base"),
    "log log log log n": (0, "three"),
    "(" * 40 + "n" + ")" * 40: (24, "nested"),
    "n^" * 40 + "n": (48, "nested"),
    "n" * 1001: (0, "characters"),
    "+".join(f"a{i}" for i in range(40)): (2, "terms"),
    "min(a, b, c, d, e)": (0, "minimum"),
    "O(n choose k)": (4, "binomials"),
    "O(nCk)": (2, "binomials"),
    "n C r": (0, "binomials"),
    "T(n) = 2T(n/2) + n": (8, "recurrence"),
    "2T(n/2) + n": (1, "'T'"),
    "O(f(n))": (2, "'f'"),
    "big omega(n)": (4, "from above"),
    "n steps": (2, "'*'"),
    "order n log n": (6, "'*'"),
    "O(tree height)": (7, "'*'"),
    "O(n mod m)": (4, "'*'"),
    "O(min n m)": (6, "'*'"),
    "O(n max)": (4, "'*'"),
    "sum_i n_i": (6, "'*'"),
    "log n squared": (6, "'*'"),
    "at least n": (3, "'least'"),
    "output-sensitive": (6, "spaces"),
    "logk n": (5, "brackets"),
    "LN M": (3, "brackets"),
    "n^3/2": (3, "the exponent"),
    "n^1/2": (3, "the exponent"),
    "2^O(n)": (2, "an exponent without"),
    "phi^n": (0, "1.618"),
    "N/A": (0, "'N/A'"),
    "unknown": (0, "'unknown'"),
    "O[n]": (0, "'O[n]'"),
    "n times": (7, "variable"),
}


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [(text, *where) for text, where in REFUSED.items()],
    ids=[text[:24] or "empty" for text in REFUSED],
)
def test_a_refusal_says_where_and_what_was_expected(text: str, at: int, expected: str) -> None:
    with pytest.raises(BoundError) as caught:
        parse_bound(text)
    assert isinstance(caught.value, JudgeError)
    assert expected in caught.value.message
    assert caught.value.at == at
    assert str(caught.value).startswith(f"character {at + 1}: ")


HOSTILE = {
    "deep brackets": "(" * 500 + "n" + ")" * 500,
    "many factors": "(a+b)" * 199,
    "tower": "2^" * 499 + "n",
    "powers of sums": "((a+b+c+d)^99)^99",
    "logs": "log " * 240 + "n",
    "big numbers": "9" * 15 + "^" + "9" * 15 + " n",
    "big powers of numbers": "2^((999999^64)^64 n)",
    "factorials": "n" + "!" * 999,
    "sums in exponents": "2^((a+b+c+d+e+f)^4)",
    "minima": "min(a,min(b,min(c,min(d,e))))" * 30,
    "products of minima": "+".join(f"min(a{i},b)" for i in range(60)),
    "products of sums of minima": "(min(a,b)+min(c,d)+min(e,f))(min(a,c)+min(b,d)+min(a,f))" * 2,
    "minima of sums": "*".join(f"min(a{i}+b+c,d+e{i},f+g)" for i in range(8)),
    "nested minima": "min(a+" * 20 + "b" + ",c log d)" * 20,
    "bars": "|" * 1000,
    "a word": "log" * 333,
    "superscripts": "n" + "²" * 900,
    "LaTeX": "\\frac{" * 160,
    "spaces": "n" + " " * 990 + "m",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_cost_little(text: str) -> None:
    start = time.process_time()
    with contextlib.suppress(BoundError):
        format_bound(parse_bound(text))
    assert time.process_time() - start < 1.0


PIECES = ["n", "m", "k", *"23()+-*/^!,²|\\{}_.√⌊⌋", "10", "log", "sqrt", "min", "max", "exp", "O("]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join) | st.text(max_size=30))
def test_any_text_is_a_bound_or_refused(text: str) -> None:
    try:
        bound = parse_bound(text)
    except BoundError:
        return
    assert parse_bound(format_bound(bound)) == bound


# --- comparison

PAIRS: dict[tuple[str, str], Relation] = {
    ("n", "n log n"): BETTER,
    ("n log n", "n^1.01"): BETTER,
    ("n", "m"): INCOMPARABLE,
    ("n", "n m"): BETTER,
    ("n + m", "n m"): BETTER,
    ("n + m", "max(n, m)"): EQUAL,
    ("n log m", "n log n"): INCOMPARABLE,
    ("n log m", "n m"): BETTER,
    ("(n+m) log(n+m)", "n log n + m log m"): EQUAL,
    ("sqrt(n m)", "n + m"): BETTER,
    ("n m", "n^2 + m^2"): BETTER,
    ("(n m k)^(1/3)", "n + m + k"): BETTER,
    ("min(n, m)", "n"): BETTER,
    ("min(n, m) max(n, m)", "n m"): EQUAL,
    ("min(n, m)^2", "n m"): BETTER,
    ("min(n, 2^m)", "n"): BETTER,
    ("min(n, m) + k", "n + m + k"): BETTER,
    ("min(n, k)", "min(n, m)"): INCOMPARABLE,
    ("2^n", "3^n"): BETTER,
    ("4^n", "2^n"): WORSE,
    ("2^(n/2)", "2^n"): BETTER,
    ("n^100", "1.01^n"): BETTER,
    ("n 2^n", "3^n"): BETTER,
    ("2^n", "2^m"): INCOMPARABLE,
    ("2^n", "2^(n m)"): BETTER,
    ("2^k", "n^k"): BETTER,
    ("2^sqrt(n)", "2^n"): BETTER,
    ("n^99", "n^(log n)"): BETTER,
    ("n^(log n)", "2^sqrt(n)"): BETTER,
    ("n!", "100^n"): WORSE,
    ("n!", "n^n"): BETTER,
    ("n!", "(n-1)!"): WORSE,
    ("2^n n!", "n^n"): BETTER,
    ("3^n n!", "n^n"): WORSE,
    ("n - k", "n"): BETTER,
    ("n - k", "k"): INCOMPARABLE,
    ("k (n-k)", "n k"): BETTER,
    ("n/k", "n"): BETTER,
    ("n/k", "1"): INCOMPARABLE,
    ("n/log n", "n"): BETTER,
    ("log^5 n", "sqrt(n)"): BETTER,
    ("n log log n", "n log n"): BETTER,
    ("n alpha(n)", "n log* n"): BETTER,
    ("n log* n", "n log log log n"): BETTER,
    ("n^1.58", "n^(log_2 3)"): BETTER,
    ("n^(log_2 3)", "n^1.585"): BETTER,
    ("1", "log n"): BETTER,
}


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [(*pair, relation) for pair, relation in PAIRS.items()],
    ids=[f"{left} and {right}" for left, right in PAIRS],
)
def test_growth_of_independent_variables(left: str, right: str, relation: Relation) -> None:
    assert compare(parse_bound(left), parse_bound(right)) is relation
    assert compare(parse_bound(right), parse_bound(left)) is INVERSE[relation]


GRAPH = ("E <= V^2", "E >= V - 1")
DECLARED: dict[str, tuple[tuple[str, ...], str, str, Relation]] = {
    "a dense graph's edges": (GRAPH, "E log V", "V^2 log V", BETTER),
    "sparse against dense": (GRAPH, "E log V", "V^2", INCOMPARABLE),
    "log E is log V": (GRAPH, "E log E", "E log V", EQUAL),
    "but not without a lower bound": (GRAPH[:1], "E log E", "E log V", BETTER),
    "connected": (GRAPH, "V log V + E", "E log V", BETTER),
    "V is within E": (GRAPH, "V + E", "E", EQUAL),
    "V + E is within V^2": (GRAPH, "V + E", "V^2", BETTER),
    "a smaller factor": (("m <= n",), "n log m", "n log n", BETTER),
    "a smaller summand": (("m <= n",), "n + m", "n", EQUAL),
    "from the other side": (("n >= m",), "n + m", "n", EQUAL),
    "a smaller exponent": (("m <= n",), "2^m", "2^n", BETTER),
    "not with a larger base": (("m <= n",), "3^m", "2^n", INCOMPARABLE),
    "nor up to a constant": (("m <= 2 n",), "2^m", "2^n", INCOMPARABLE),
    "a larger base as well": (("m <= n",), "2^m m", "3^n", BETTER),
    "a chain": (("1 <= k <= m <= n",), "k n", "n^2", BETTER),
    "a minimum that is known": (("m <= n",), "min(n, m)", "m", EQUAL),
    "a minimum between": (("k <= m", "m <= n"), "min(n, k)", "m", BETTER),
    "a product": (("S = n L",), "S", "n L", EQUAL),
    "a balanced height": (("h = log n",), "n h", "n log n", EQUAL),
    "a height of a height": (("h = log n", "d = h"), "d + h", "log n", EQUAL),
    "powers both ways": (("m <= n", "n <= m^2"), "m log n", "m log m", EQUAL),
    "a divisor": (("m <= n",), "n / log n", "n / log m", BETTER),
    "three sizes": (("k <= n m",), "k", "n m", BETTER),
    "a sum below": (("a + b <= n",), "a log n + b", "n log n", BETTER),
    "nothing of use": (("a <= b",), "n", "m", INCOMPARABLE),
}


@pytest.mark.parametrize(
    ("relations", "left", "right", "relation"), DECLARED.values(), ids=DECLARED.keys()
)
def test_growth_under_declared_relations(
    relations: tuple[str, ...], left: str, right: str, relation: Relation
) -> None:
    facts = Facts(relations)
    assert compare(parse_bound(left), parse_bound(right), facts=facts) is relation
    assert compare(parse_bound(right), parse_bound(left), facts=facts) is INVERSE[relation]


@pytest.mark.parametrize(
    ("constants", "left", "right", "relation"),
    [
        pytest.param("A", "n + A", "n", EQUAL, id="a summand"),
        pytest.param("A", "n A log A", "n", EQUAL, id="a factor and its logarithm"),
        pytest.param("n", "2^n", "1", EQUAL, id="alone in an exponent"),
        pytest.param("k", "n^k", "n^k", EQUAL, id="the same unknown power"),
        pytest.param("k", "n^k", "n^2", INCOMPARABLE, id="an unknown power"),
        pytest.param("A", "2^(n A)", "2^n", INCOMPARABLE, id="an unknown base"),
        pytest.param("k", "n - k", "n", EQUAL, id="taken away"),
        pytest.param("A", "min(n, A)", "1", EQUAL, id="in a minimum"),
    ],
)
def test_small_values_count_as_constants(
    constants: str, left: str, right: str, relation: Relation
) -> None:
    facts = Facts(constants=frozenset(constants))
    assert compare(parse_bound(left), parse_bound(right), facts=facts) is relation


def test_the_candidates_names_are_translated() -> None:
    swapped = Facts(names={"n": "m", "m": "n"})
    assert compare(parse_bound("n log m"), parse_bound("m log n"), facts=swapped) is EQUAL
    assert compare(parse_bound("N - K"), parse_bound("n - k")) is INCOMPARABLE
    facts = Facts(names={"N": "n", "K": "k"})
    assert compare(parse_bound("N - K"), parse_bound("n - k"), facts=facts) is EQUAL
    assert compare(parse_bound("K^N"), parse_bound("k^n"), facts=facts) is EQUAL


BAD_FACTS: dict[str, tuple[dict[str, Any], str]] = {
    "no sign": ({"relations": ("m n",)}, "two sides"),
    "a number above": ({"relations": ("n <= 20",)}, "constants"),
    "a sum above": ({"relations": ("n <= a + b",)}, "one product"),
    "a logarithm": ({"relations": ("k <= log n",)}, "products of powers"),
    "an exponential": ({"relations": ("n <= 2^k",)}, "products of powers"),
    "unreadable": ({"relations": ("n <= (",)}, "variable"),
    "equal products": ({"relations": ("a b = c",)}, "to be equal"),
    "equal to itself": ({"relations": ("a = 2 a",)}, "to be equal"),
    "equal twice": ({"relations": ("a = b", "a = c")}, "to be equal"),
    "a circle": ({"relations": ("a = b", "b = a")}, "circle"),
    "a replaced sum": ({"relations": ("a = b + c", "a <= d")}, "equals a sum"),
    "too many": ({"relations": ("a <= b",) * 13}, "at most"),
    "no name": ({"names": {"a": "b + c"}}, "name of a variable"),
}


@pytest.mark.parametrize(("fields", "expected"), BAD_FACTS.values(), ids=BAD_FACTS.keys())
def test_facts_that_cant_be_used_are_refused(fields: dict[str, Any], expected: str) -> None:
    with pytest.raises(BoundError, match=expected):
        Facts(**fields)


# --- policies and classes

POLICIES: dict[tuple[str, str], tuple[Relation, Relation, Relation]] = {
    ("n log n", "n"): (WORSE, EQUAL, WORSE),
    ("n log log n", "n"): (WORSE, EQUAL, EQUAL),
    ("n^2 log n", "n^2"): (WORSE, EQUAL, EQUAL),
    ("n^2", "n log n"): (WORSE, WORSE, WORSE),
    ("n m", "n^2"): (INCOMPARABLE, INCOMPARABLE, EQUAL),
    ("n^4", "n^3"): (WORSE, WORSE, EQUAL),
    ("sqrt(n)", "n"): (BETTER, BETTER, EQUAL),
    ("log n", "1"): (WORSE, EQUAL, WORSE),
    ("n!", "2^n"): (WORSE, WORSE, EQUAL),
    ("min(n log n, m)", "min(n, m)"): (WORSE, EQUAL, EQUAL),
}


@pytest.mark.parametrize(
    ("left", "right", "relations"),
    [(*pair, relations) for pair, relations in POLICIES.items()],
    ids=[f"{left} and {right}" for left, right in POLICIES],
)
def test_what_counts_as_the_same(
    left: str, right: str, relations: tuple[Relation, Relation, Relation]
) -> None:
    bounds = parse_bound(left), parse_bound(right)
    assert tuple(compare(*bounds, policy=policy) for policy in Policy) == relations


CLASSES = {
    "1": "constant",
    "alpha(n)": "constant",
    "n/k": "constant",
    "log n": "logn",
    "log^2 n": "logn",
    "log log n": "logn",
    "sqrt(n) log n": "linear",
    "n": "linear",
    "n / log n": "linear",
    "min(n, m^2)": "linear",
    "n log n": "nlogn",
    "n log^2 m": "nlogn",
    "n sqrt(n)": "quadratic",
    "V E": "quadratic",
    "n^2 log n": "quadratic",
    "n m k": "cubic",
    "n^2.5": "cubic",
    "n^7": "cubic",
    "1.1^n": "exponential",
    "n!": "exponential",
    "n^(log n)": "exponential",
    "n / 2^n": "constant",
}


@pytest.mark.parametrize(("text", "name"), CLASSES.items(), ids=CLASSES.keys())
def test_classes_have_the_names_of_data_sets(text: str, name: str) -> None:
    assert class_of(parse_bound(text)) == name


def test_classes_are_in_order_of_growth() -> None:
    bounds = ("1", "log n", "n", "n log n", "n^2", "n^3", "2^n")
    assert [class_of(parse_bound(text)) for text in bounds] == list(ComplexityClass)
    assert [member.rank for member in ComplexityClass] == list(range(7))


# --- laws

NAMES = "nmk"
POWERS = [Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3)]


def factors(names: str) -> st.SearchStrategy[str]:
    name = st.sampled_from(names)
    power = st.sampled_from(POWERS)
    return st.one_of(
        st.builds("{}^({})".format, name, power),
        st.builds("{}^({})".format, name, power),
        st.builds("log({})^({})".format, name, power),
        st.builds("log(log({}))".format, name),
    )


def terms(names: str) -> st.SearchStrategy[str]:
    return st.lists(factors(names), min_size=1, max_size=3).map(" * ".join)


def polynomials(names: str = NAMES) -> st.SearchStrategy[Bound]:
    """Sums of products of powers and logarithms."""
    return st.lists(terms(names), min_size=1, max_size=3).map(" + ".join).map(parse_bound)


def rich_factors(names: str) -> st.SearchStrategy[str]:
    name = st.sampled_from(names)
    return st.one_of(
        factors(names),
        st.builds("{}^{}".format, st.sampled_from(["2", "3", "4", "1.5"]), name),
        st.builds("2^({}/{})".format, name, st.integers(1, 4)),
        st.builds("2^({}*{})".format, name, name),
        st.builds("{}!".format, name),
        st.builds("{}^{}".format, name, name),
        st.builds("1/{}".format, name),
        st.builds("1/log({})".format, name),
        st.builds("min({}, {})".format, terms(names), terms(names)),
        st.builds("{}^(log {})".format, name, name),
        st.builds("n^(log_2 {})".format, st.integers(3, 9)),
        st.sampled_from(["alpha(n)", "log*(m)", "(n-k)", "exp(n)", "3^(n*ln(m))"]),
    )


def bounds(names: str = NAMES) -> st.SearchStrategy[Bound]:
    """Everything that a bound may hold."""
    term = st.lists(rich_factors(names), min_size=1, max_size=3).map(" * ".join)
    return st.lists(term, min_size=1, max_size=3).map(" + ".join).map(parse_bound)


def facts() -> st.SearchStrategy[Facts]:
    return st.sampled_from(
        [
            Facts(),
            Facts(("m <= n",)),
            Facts(("m <= n^2", "m >= n - 1")),
            Facts(("k <= n", "m <= n")),
            Facts(("k <= n m",)),
            Facts(("m <= 3 n", "n <= k^2")),
        ]
    )


@given(bounds())
def test_printing_and_reading_give_the_same_bound(bound: Bound) -> None:
    assert parse_bound(format_bound(bound)) == bound


@given(bounds())
def test_a_bound_added_to_itself_is_itself(bound: Bound) -> None:
    text = format_bound(bound)
    assume(len(text) < 300)
    assert parse_bound(f"{text} + {text}") == bound
    assert parse_bound(f"17 * {text} + {text} / 2") == bound


@given(polynomials(), polynomials(), polynomials())
def test_order_of_summands_is_no_matter(a: Bound, b: Bound, c: Bound) -> None:
    x, y, z = map(format_bound, (a, b, c))
    assert parse_bound(f"{x} + ({y} + {z})") == parse_bound(f"({z} + {x}) + {y}")


@given(bounds(), facts(), st.sampled_from(Policy))
def test_each_bound_equals_itself(bound: Bound, known: Facts, policy: Policy) -> None:
    assert compare(bound, bound, facts=known, policy=policy) is EQUAL


@given(bounds(), bounds(), facts(), st.sampled_from(Policy))
def test_the_relation_turns_with_the_sides(
    a: Bound, b: Bound, known: Facts, policy: Policy
) -> None:
    forth, back = (compare(x, y, facts=known, policy=policy) for x, y in ((a, b), (b, a)))
    assert back is INVERSE[forth]


@settings(max_examples=300)
@given(st.lists(polynomials("nm"), min_size=3, max_size=3), facts())
def test_what_is_better_than_something_better_is_better(triple: list[Bound], known: Facts) -> None:
    a, b, c = sorted(triple, key=lambda bound: class_of(bound).rank)
    first, second = compare(a, b, facts=known), compare(b, c, facts=known)
    assume({first, second} <= {BETTER, EQUAL})
    assert compare(a, c, facts=known) is (EQUAL if first is second is EQUAL else BETTER)


@given(bounds(), terms(NAMES), facts())
def test_more_work_is_never_better(bound: Bound, factor: str, known: Facts) -> None:
    more = parse_bound(f"({format_bound(bound)}) * ({factor})")
    assert compare(more, bound, facts=known) in (WORSE, EQUAL, INCOMPARABLE)
    both = parse_bound(f"{format_bound(bound)} + {factor}")
    assert compare(bound, both, facts=known) in (BETTER, EQUAL, INCOMPARABLE)


@given(polynomials(), terms(NAMES))
def test_a_growing_factor_makes_a_polynomial_worse(bound: Bound, factor: str) -> None:
    more = parse_bound(f"({format_bound(bound)}) * ({factor})")
    assert compare(bound, more) is BETTER


@given(bounds(), bounds())
def test_names_are_no_matter(a: Bound, b: Bound) -> None:
    names = {"n": "x", "m": "y1", "k": "zed"}
    relation = compare(a, b)
    assert compare(renamed(a, names), renamed(b, names)) is relation
    assert compare(a, renamed(b, names), facts=Facts(names=names)) is relation
    assert renamed(renamed(a, names), {new: old for old, new in names.items()}) == a


@given(bounds(), bounds())
def test_a_stricter_relation_bounds_the_collapsed_one(a: Bound, b: Bound) -> None:
    if compare(a, b) in (BETTER, EQUAL):
        assert compare(a, b, policy=Policy.UP_TO_LOGS) is not WORSE
        assert compare(a, b, policy=Policy.BY_CLASS) in (BETTER, EQUAL)


# --- numbers as the witness


def log_value(bound: Bound, logs: Mapping[str, float]) -> float:
    """ln of a bound's value, given ln of each variable."""
    return max(log_term(bound, index, logs) for index in range(len(bound.terms)))


def log_term(bound: Bound, index: int, logs: Mapping[str, float]) -> float:
    term = bound.terms[index]
    total = 0.0
    for (name, level), power in term.powers:
        value = logs[name]
        for _ in range(level):
            value = math.log(value)
        total += float(power) * value
    for powers, rate in term.exponent:
        product = math.prod(
            (math.exp(logs[name]) if level == 0 else logs[name]) ** float(power)
            for (name, level), power in powers
        )
        total += product * sum(
            float(amount) * (math.log(prime) if prime else 1.0) / math.log(2) ** twos
            for (prime, twos), amount in rate
        )
    for arguments, power in term.minima:
        total += float(power) * min(log_value(argument, logs) for argument in arguments)
    return total


SPEEDS = st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.0, 2.0, 3.0]), min_size=3, max_size=3)
TOLERANCE = 20.0
"""ln of the constant factor that stands for C, at sizes where any growth exceeds it by far."""


def sizes(speeds: list[float], log_n: float) -> dict[str, float]:
    return {name: speed * log_n or 30.0 for name, speed in zip(NAMES, speeds, strict=True)}


def may_have(left: float, right: float, relation: Relation) -> bool:
    """Whether ln values are such as the relation allows at great sizes."""
    if relation in (BETTER, EQUAL) and left > right + TOLERANCE:
        return False
    return not (relation in (WORSE, EQUAL) and right > left + TOLERANCE)


@settings(max_examples=300)
@given(polynomials(), polynomials(), SPEEDS)
def test_relations_agree_with_numbers(a: Bound, b: Bound, speeds: list[float]) -> None:
    logs = sizes(speeds, 2.0**70)
    assert may_have(log_value(a, logs), log_value(b, logs), compare(a, b))


@settings(max_examples=300)
@given(polynomials(), polynomials(), SPEEDS)
def test_relations_under_facts_agree_with_numbers(a: Bound, b: Bound, speeds: list[float]) -> None:
    logs = sizes(speeds, 2.0**70)
    cases = {
        Facts(("m <= n",)): logs["m"] <= logs["n"],
        Facts(("m <= n^2", "m >= n - 1")): logs["n"] <= logs["m"] <= 2 * logs["n"],
        Facts(("k <= n m",)): logs["k"] <= logs["n"] + logs["m"],
        Facts(("k <= n", "m <= n")): max(logs["k"], logs["m"]) <= logs["n"],
    }
    for known, holds in cases.items():
        if holds:
            relation = compare(a, b, facts=known)
            assert may_have(log_value(a, logs), log_value(b, logs), relation)


EXPONENTIALS = st.lists(
    st.sampled_from(
        [
            "2^n",
            "3^n",
            "2^(n/2)",
            "4^m",
            "n^k",
            "n^n",
            "2^k",
            "2^(n*m)",
            "n^3",
            "m",
            "log(k)",
            "1/2^k",
            "1/n",
            "2^sqrt(n)",
            "n^(log n)",
            "min(n, m)",
            "min(2^n, 3^m)",
            "k^m",
        ]
    ),
    min_size=1,
    max_size=3,
).map(lambda factors: parse_bound(" * ".join(factors)))


@settings(max_examples=400)
@given(
    st.lists(EXPONENTIALS, min_size=1, max_size=2),
    st.lists(EXPONENTIALS, min_size=1, max_size=2),
    st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.0, 1.5]), min_size=3, max_size=3),
    st.booleans(),
)
def test_relations_of_exponentials_agree_with_numbers(
    left: list[Bound], right: list[Bound], speeds: list[float], smaller: bool
) -> None:
    a, b = (parse_bound(" + ".join(map(format_bound, side))) for side in (left, right))
    logs = sizes(speeds, 60.0)
    known = Facts()
    if smaller:
        assume(logs["m"] <= logs["n"])
        known = Facts(("m <= n",))
    values = log_value(a, logs), log_value(b, logs)
    assume(max(values) - min(values) > 1e-9 * max(map(abs, values)))  # beyond rounding
    assert may_have(*values, compare(a, b, facts=known))


# --- sympy as the oracle

ONE_VARIABLE = [
    "1",
    "log(log(n))",
    "log(n)",
    "log(n)^2",
    "sqrt(n)",
    "n / log(n)",
    "n",
    "n * log(log(n))",
    "n * log(n)",
    "n^1.5",
    "n^2 / log(n)",
    "n^2",
    "n^2 * log(n)^3",
    "n^3",
    "2^sqrt(n)",
    "2^(n/2)",
    "2^n / n",
    "2^n",
    "n * 2^n",
    "3^n",
]
TWO_VARIABLES = ["n + m", "n * m", "n * log(m)", "m * log(n) + n", "n^2 + m", "sqrt(n * m)"]


@pytest.fixture(scope="module")
def limit_of_ratio() -> Any:
    import sympy  # takes seconds

    n = sympy.Symbol("n", positive=True)

    def limit(left: str, right: str, m: str = "n") -> Any:
        values = {"n": n, "m": sympy.sympify(m, locals={"n": n})}
        ratio = [sympy.sympify(text.replace("^", "**"), locals=values) for text in (left, right)]
        return sympy.limit(sympy.simplify(ratio[0] / ratio[1]), n, sympy.oo)

    return limit


@pytest.mark.parametrize("index", range(len(ONE_VARIABLE)), ids=ONE_VARIABLE)
def test_a_single_variable_agrees_with_limits(index: int, limit_of_ratio: Any) -> None:
    one = ONE_VARIABLE[index]
    for step in (1, 2, 5):
        other = ONE_VARIABLE[(index + step) % len(ONE_VARIABLE)]
        relation = compare(parse_bound(one), parse_bound(other))
        assert relation is (BETTER if limit_of_ratio(one, other) == 0 else WORSE)


@pytest.mark.parametrize("one", TWO_VARIABLES)
def test_two_variables_agree_with_limits(one: str, limit_of_ratio: Any) -> None:
    for other in TWO_VARIABLES:
        relation = compare(parse_bound(one), parse_bound(other))
        limits = [limit_of_ratio(one, other, m) for m in ("n", "n**2", "sqrt(n)", "log(n)")]
        if relation in (BETTER, EQUAL):
            assert all(limit.is_finite for limit in limits)
        if relation is INCOMPARABLE:  # each leaves the other behind somewhere
            assert any(limit == 0 for limit in limits)
            assert any(limit.is_infinite for limit in limits)
