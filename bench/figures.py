"""What a benchmark found, and how it is shown."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.cpu import Meter


@dataclass(frozen=True, slots=True)
class Spread:
    """Several rounds of the same measurement."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Of at least one value."""
        return cls(statistics.median(values), min(values), max(values))

    def shown(self, digits: int) -> str:
        """As in ``0.21 (0.20 to 0.24)``."""
        return f"{self.median:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table."""

    work: str
    unit: str
    judge: Spread
    floor: Spread | None
    ratio: Spread | None
    """Judge over floor, round by round; the target is one for it if it is there, else for the judge."""

    target: float
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether the median is within the target."""
        return (self.ratio or self.judge).median <= self.target

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"met": self.met}


@dataclass(frozen=True, slots=True)
class Missing:
    """A row that this machine can't fill."""

    work: str
    reason: str

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


Rounds = list[float]


def rounds_of(
    meter: Meter, *jobs: tuple[Callable[[], object], int], rounds: int
) -> tuple[Rounds, ...]:
    """CPU milliseconds of one repetition of each job, by round.

    The jobs alternate, and each round begins with another one, so that a change of the machine's speed
    meets them all.

    Args:
        jobs: What to do, and how often in a round.
    """
    found: tuple[Rounds, ...] = tuple([] for _ in jobs)
    for number in range(rounds):
        for offset in range(len(jobs)):
            index = (number + offset) % len(jobs)
            act, repetitions = jobs[index]
            before = meter.read_s()
            for _ in range(repetitions):
                act()
            found[index].append(1000 * (meter.read_s() - before) / repetitions)
    return found


def against_floor(
    work: str, *, judged: Rounds, floor: Rounds, target: float, note: str = ""
) -> Figure:
    """A row that holds the judge against a floor measured in the same rounds."""
    ratios = [mine / bare for mine, bare in zip(judged, floor, strict=True)]
    return Figure(
        work=work,
        unit="CPU ms per submission",
        judge=Spread.of(judged),
        floor=Spread.of(floor),
        ratio=Spread.of(ratios),
        target=target,
        note=note,
    )


def markdown(figures: Sequence[Figure | Missing]) -> Iterator[str]:
    """Lines of a table: median (lowest to highest round)."""
    yield "| work | unit | judge | floor | judge / floor | at most | |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for figure in figures:
        if isinstance(figure, Missing):
            yield f"| {figure.work} | | not measured: {figure.reason} | | | | |"
            continue
        cells = [
            figure.work,
            figure.unit,
            figure.judge.shown(1 if figure.judge.median >= 1 else 2),
            "" if figure.floor is None else figure.floor.shown(1),
            "" if figure.ratio is None else figure.ratio.shown(2),
            f"{figure.target:g}" + (" of the floor" if figure.ratio is not None else ""),
            "met" if figure.met else "missed",
        ]
        yield f"| {' | '.join(cells)} |"
    yield from (
        f"\n{figure.work}: {figure.note}."
        for figure in figures
        if isinstance(figure, Figure) and figure.note
    )
