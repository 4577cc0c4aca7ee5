"""What bounds come to at given sizes."""

import math

import pytest

from ordojudge.analysis.growth import log_of
from ordojudge.core.bounds import parse_bound
from ordojudge.core.errors import AnalyserError


@pytest.mark.parametrize(
    ("text", "sizes", "value"),
    [
        ("O(1)", {}, 1.0),
        ("O(n)", {"n": 1000}, 1000.0),
        ("O(n log n)", {"n": 1000}, 1000 * math.log(1000)),
        ("O(n sqrt(n))", {"n": 100}, 1000.0),
        ("O(n + m)", {"n": 30, "m": 12}, 42.0),
        ("O(n m k)", {"n": 3, "m": 4, "k": 5}, 60.0),
        ("O(2^n)", {"n": 20}, 2.0**20),
        ("O(min(n, m))", {"n": 30, "m": 12}, 12.0),
        ("O(n / k)", {"n": 30, "k": 3}, 10.0),
        ("O(log log n)", {"n": 10**6}, math.log(math.log(10**6))),
        ("O(n alpha(n))", {"n": 50}, 50.0),
    ],
)
def test_the_value_of_a_bound(text: str, sizes: dict[str, float], value: float) -> None:
    assert math.exp(log_of(parse_bound(text), sizes)) == pytest.approx(value)


def test_an_exponential_of_a_large_size_is_no_overflow() -> None:
    assert log_of(parse_bound("O(2^n)"), {"n": 1e6}) == pytest.approx(1e6 * math.log(2))


def test_a_variable_without_a_size_is_named() -> None:
    with pytest.raises(AnalyserError, match="'m'"):
        log_of(parse_bound("O(n m)"), {"n": 3})
