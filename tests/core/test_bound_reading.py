"""What people write as a bound is read as they mean it, or refused."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.bounds import (
    format_bound,
    parse_bound,
)
from ordojudge.core.errors import BoundError, JudgeError

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
