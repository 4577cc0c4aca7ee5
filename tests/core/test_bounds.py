"""Which bound grows faster, under what is declared of its variables, and what counts as the same."""

from typing import Any

import pytest

from ordojudge.core.bounds import (
    ComplexityClass,
    Facts,
    Policy,
    Relation,
    class_of,
    compare,
    parse_bound,
)
from ordojudge.core.errors import BoundError

BETTER, EQUAL, WORSE, INCOMPARABLE = Relation
INVERSE = {BETTER: WORSE, WORSE: BETTER, EQUAL: EQUAL, INCOMPARABLE: INCOMPARABLE}

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
