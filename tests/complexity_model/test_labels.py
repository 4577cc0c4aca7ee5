"""Bounds as people state them, and what is refused as a label."""

import pytest

from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity.labels import LEAKED, UnusableLabel, bounds_in, label_of


@pytest.mark.parametrize(
    ("text", "bound", "complexity"),
    [
        ("O(n)", "O(n)", "linear"),
        ("O(N log N), N is the length", "O(n log n)", "nlogn"),
        ("$O(m * n)$", "O(m * n)", "quadratic"),
        (r"$O(n \cdot 2^{n})$", "O(2^n * n)", "exponential"),
        ("~ O(k)", "O(n)", "linear"),
        ("O(|V| + |E|)", "O(E + V)", "linear"),
        ("`O(1)` for each call", "O(1)", "constant"),
        ("O(sqrt(n))", "O(sqrt(n))", "linear"),
        ("O(n**2)", "O(n^2)", "quadratic"),
    ],
)
def test_one_bound_is_a_label(text: str, bound: str, complexity: str) -> None:
    label = label_of(text)
    assert label.bound == bound
    assert label.complexity is ComplexityClass(complexity)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("linear", "no bound"),
        ("", "no bound"),
        ("O(n) on average, O(n^2) worst", "several bounds"),
        ("O(n + m) = O(n)", "equality of bounds"),
        ("push: O(1)", "bound of one operation"),
        ("O(C(n, k))", "unread"),
        ("O(n", "no bound"),
    ],
)
def test_what_is_uncertain_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(UnusableLabel) as caught:
        label_of(text)
    assert str(caught.value) == reason


def test_bounds_are_found_with_their_brackets() -> None:
    assert bounds_in("O(log(n)) time and O(n * (m + 1)) space") == ["log(n)", "n * (m + 1)"]


@pytest.mark.parametrize(
    ("code", "leaks"),
    [
        ("x = 1", False),
        ("def get_complexity(): pass", True),
        ("s = 'O(n)'", True),
        ("O(n log n)", True),
        ("foo(n)", False),
        ("BIG_O_TABLE = 1", True),
    ],
)
def test_a_bound_left_in_the_code_is_seen(code: str, leaks: bool) -> None:
    assert bool(LEAKED.search(code)) == leaks
