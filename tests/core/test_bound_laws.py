"""Laws of comparing bounds, with numbers and sympy as witnesses."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ordojudge.core.bounds import (
    Bound,
    Facts,
    Policy,
    Relation,
    class_of,
    compare,
    format_bound,
    parse_bound,
    renamed,
)

BETTER, EQUAL, WORSE, INCOMPARABLE = Relation
INVERSE = {BETTER: WORSE, WORSE: BETTER, EQUAL: EQUAL, INCOMPARABLE: INCOMPARABLE}

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
