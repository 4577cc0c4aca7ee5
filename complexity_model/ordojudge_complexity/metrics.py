"""How good a judge of complexity is: figures over rows, with intervals over problems.

Programs for one problem stand and fall together, so intervals come from drawing problems, not rows.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ordojudge.core.bounds import ComplexityClass

__all__ = [
    "Interval",
    "Judged",
    "accepted_wrongly",
    "area",
    "calibration_error",
    "class_accuracy",
    "covered",
    "interval",
    "let_through",
    "macro_f1",
    "rejected",
    "right_when_sure",
    "verdict_accuracy",
]

_DRAWS: Final = 1_000
_CLASSES: Final = tuple(ComplexityClass)


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled program, and what was said of it."""

    problem: str
    language: str
    source: str
    label: ComplexityClass
    said: ComplexityClass
    probability: float
    """Of the class that was said."""

    target: ComplexityClass
    exceeds: float
    """Probability that the label is above the target."""

    several: bool
    """Whether programs for its problem are of several classes."""

    sure: bool
    """Outside the abstain band."""

    @property
    def above(self) -> bool:
        return self.label.rank > self.target.rank


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with the middle 95 % of what it is when problems are drawn anew."""

    value: float
    low: float
    high: float
    rows: int
    problems: int

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


Figure = Callable[[Sequence[Judged]], float]


def interval(rows: Sequence[Judged], figure: Figure, *, seed: int = 0) -> Interval:
    """A figure over rows, and its interval over problems.

    Raises:
        ValueError: no rows.
    """
    if not rows:
        raise ValueError("no rows to judge")
    groups: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        groups[row.problem].append(row)
    names = sorted(groups)
    draw = random.Random(seed)  # noqa: S311 - a fixed seed, for figures that repeat
    drawn = sorted(
        figure([row for name in draw.choices(names, k=len(names)) for row in groups[name]])
        for _ in range(_DRAWS)
    )
    low, high = drawn[int(0.025 * _DRAWS)], drawn[int(0.975 * _DRAWS) - 1]
    return Interval(figure(rows), low, high, len(rows), len(names))


def _share(hits: int, of: int) -> float:
    return hits / of if of else 0.0


def class_accuracy(rows: Sequence[Judged]) -> float:
    """Share of rows whose class was said."""
    return _share(sum(row.said is row.label for row in rows), len(rows))


def macro_f1(rows: Sequence[Judged]) -> float:
    """Mean over the classes that occur of the harmonic mean of precision and recall."""
    scores = []
    for member in _CLASSES:
        truly = sum(row.label is member for row in rows)
        said = sum(row.said is member for row in rows)
        both = sum(row.label is member and row.said is member for row in rows)
        if truly:
            scores.append(2 * both / (truly + said))
    return _share(1, len(scores)) * sum(scores)


def verdict_accuracy(rows: Sequence[Judged]) -> float:
    """Share of rows that are on the right side of their target, forced to decide."""
    return _share(sum((row.exceeds > 0.5) == row.above for row in rows), len(rows))


def area(rows: Sequence[Judged]) -> float:
    """How often a row above its target gets a higher probability than one that isn't; ties count half."""
    ordered = sorted(rows, key=lambda row: row.exceeds)
    ranks = 0.0
    start = 0
    while start < len(ordered):
        end = start
        while end < len(ordered) and ordered[end].exceeds == ordered[start].exceeds:
            end += 1
        ranks += (start + 1 + end) / 2 * sum(row.above for row in ordered[start:end])
        start = end
    above = sum(row.above for row in rows)
    pairs = above * (len(rows) - above)
    return (ranks - above * (above + 1) / 2) / pairs if pairs else 0.5


def covered(rows: Sequence[Judged]) -> float:
    """Share of rows outside the abstain band."""
    return _share(sum(row.sure for row in rows), len(rows))


def right_when_sure(rows: Sequence[Judged]) -> float:
    """Share of the rows outside the abstain band that are on the right side."""
    sure = [row for row in rows if row.sure]
    return verdict_accuracy(sure)


def accepted_wrongly(rows: Sequence[Judged]) -> float:
    """Share of the rows accepted outside the abstain band that are above their target."""
    accepted = [row for row in rows if row.sure and row.exceeds <= 0.5]
    return _share(sum(row.above for row in accepted), len(accepted))


def let_through(rows: Sequence[Judged]) -> float:
    """Share of the rows above their target that are accepted outside the abstain band."""
    above = [row for row in rows if row.above]
    return _share(sum(row.sure and row.exceeds <= 0.5 for row in above), len(above))


def rejected(rows: Sequence[Judged]) -> float:
    """Share of rows said to exceed outside the abstain band."""
    return _share(sum(row.sure and row.exceeds > 0.5 for row in rows), len(rows))


def calibration_error(pairs: Sequence[tuple[float, bool]], *, bins: int = 10) -> float:
    """Mean distance between probabilities and how often they come true, over equal bins of probability."""
    groups: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for probability, true in pairs:
        groups[min(int(probability * bins), bins - 1)].append((probability, true))
    return _share(1, len(pairs)) * sum(
        abs(sum(p for p, _ in group) - sum(true for _, true in group)) for group in groups.values()
    )
