"""From sizes and costs to a class of growth: straight lines in logarithms, and nested non-negative fits."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

Growth = Callable[[float], float]
"""A size to the natural logarithm of a cost; logarithms, since costs may be exponential."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A class of growth in one variable."""

    bound: str
    """As `parse_bound` reads it, in the variable n."""

    log: Growth


def _power(exponent: float, logs: float = 0.0) -> Growth:
    def growth(n: float) -> float:
        return exponent * math.log(n) + logs * math.log(max(math.log2(n), 1.0))

    return growth


SHAPES: Final = (
    Shape("O(1)", lambda n: 0.0),
    Shape("O(log n)", _power(0, 1)),
    Shape("O(sqrt(n))", _power(0.5)),
    Shape("O(n)", _power(1)),
    Shape("O(n log n)", _power(1, 1)),
    Shape("O(n log^2 n)", _power(1, 2)),
    Shape("O(n sqrt(n))", _power(1.5)),
    Shape("O(n^2)", _power(2)),
    Shape("O(n^2 log n)", _power(2, 1)),
    Shape("O(n^3)", _power(3)),
    Shape("O(n^3 log n)", _power(3, 1)),
    Shape("O(n^4)", _power(4)),
    Shape("O(2^n)", lambda n: n * math.log(2)),
)
"""In order of growth."""


_FAR: Final = 1e6
"""Relative error that is as bad as any larger one."""

_LEAST: Final = 1e-250
"""Terms that are smaller than this share of their last value, at all sizes fitted, are left out."""


def slope(sizes: Sequence[float], logs: Sequence[float]) -> float:
    """The least-squares slope of logarithms of costs over logarithms of sizes."""
    xs = [math.log(size) for size in sizes]
    mean_x, mean_y = sum(xs) / len(xs), sum(logs) / len(logs)
    spread = sum((x - mean_x) ** 2 for x in xs)
    if not spread:
        raise ValueError("slope: sizes are all the same")
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, logs, strict=True)) / spread


def uncertainty(sizes: Sequence[float], logs: Sequence[float]) -> float:
    """The standard error of `slope`, from how far the logarithms are off its line; 0 of fewer than three."""
    if len(sizes) < 3:
        return 0.0
    steep = slope(sizes, logs)
    xs = [math.log(size) for size in sizes]
    mean_x, mean_y = sum(xs) / len(xs), sum(logs) / len(logs)
    off = sum((y - mean_y - steep * (x - mean_x)) ** 2 for x, y in zip(xs, logs, strict=True))
    return math.sqrt(off / (len(xs) - 2) / sum((x - mean_x) ** 2 for x in xs))


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a class explains a curve."""

    error: float
    """Relative error on the largest sizes, which the fit did not see; root of the mean square."""

    share: float
    """How much of the cost at the largest size its own term makes up."""

    line: tuple[float, ...]
    """The cost that it predicts at each size, from a fit to all of them."""


def fit(
    sizes: Sequence[float], costs: Sequence[float], terms: Sequence[Growth], *, held_out: int
) -> Fit | None:
    """Fit a sum of terms with factors that are not negative, by relative error.

    Args:
        terms: The last is the class's own, the others lower terms.
        held_out: How many of the largest sizes are predicted rather than fitted.

    Returns:
        None if there are fewer sizes than terms.
    """
    seen = len(sizes) - held_out
    if seen < 2 or seen < len(terms):
        return None
    # Scaled to 1 at the largest size: an exponential term is larger than a float holds.
    columns = [[math.exp(term(n) - term(sizes[-1])) for n in sizes] for term in terms]
    factors = _non_negative([column[:seen] for column in columns], costs[:seen])
    predicted = [_total(factors, columns, i) for i in range(seen, len(sizes))]
    error = math.sqrt(
        sum(min(abs(p / y - 1), _FAR) ** 2 for p, y in zip(predicted, costs[seen:], strict=True))
        / held_out
    )
    whole = _non_negative(columns, costs)
    return Fit(
        error=error,
        share=whole[-1] / costs[-1],
        line=tuple(_total(whole, columns, i) for i in range(len(sizes))),
    )


def _total(factors: Sequence[float], columns: Sequence[Sequence[float]], index: int) -> float:
    return sum(factor * column[index] for factor, column in zip(factors, columns, strict=True))


def _non_negative(columns: Sequence[Sequence[float]], costs: Sequence[float]) -> list[float]:
    """Least squares of relative errors with factors of at least 0: the best of all sets of terms."""
    scales = [
        max(value / cost for value, cost in zip(column, costs, strict=True)) for column in columns
    ]
    usable = [i for i, scale in enumerate(scales) if scale > _LEAST]
    weighted = [
        [value / cost / (scale or 1.0) for value, cost in zip(column, costs, strict=True)]
        for column, scale in zip(columns, scales, strict=True)
    ]
    best, best_error = [0.0] * len(columns), float(len(costs))
    for count in range(1, len(usable) + 1):
        for chosen in combinations(usable, count):
            solved = _solve([weighted[i] for i in chosen])
            if solved is None or any(factor < 0 for factor in solved):
                continue
            residuals = [
                sum(f * weighted[i][row] for f, i in zip(solved, chosen, strict=True)) - 1
                for row in range(len(costs))
            ]
            error = sum(residual**2 for residual in residuals)
            if error < best_error * (1 - 1e-9):
                best_error = error
                best = [0.0] * len(columns)
                for factor, i in zip(solved, chosen, strict=True):
                    best[i] = factor / scales[i]
    return best


def _solve(columns: Sequence[Sequence[float]]) -> list[float] | None:
    """Factors that bring the sum of columns nearest to 1 in each row; none if columns depend on each other."""
    size = len(columns)
    rows = [
        [sum(a * b for a, b in zip(left, right, strict=True)) for right in columns] + [sum(left)]
        for left in columns
    ]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        if abs(rows[i][i]) < 1e-14:
            return None
        for row in range(i + 1, size):
            factor = rows[row][i] / rows[i][i]
            for column in range(i, size + 1):
                rows[row][column] -= factor * rows[i][column]
    solved = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * solved[j] for j in range(i + 1, size))
        solved[i] = (rows[i][size] - rest) / rows[i][i]
    return solved
