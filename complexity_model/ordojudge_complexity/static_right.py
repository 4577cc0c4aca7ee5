"""How often the static rules are right: ``python -m ordojudge_complexity.static_right ROWS.jsonl``.

ROWS is what ``ordojudge_complexity.data build`` wrote. The confidences in ``ordojudge.analysis.static`` are
these shares. Rows of the final fold are left out, so that nothing is fitted to it.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ordojudge.analysis.reading.bound import static_bound
from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity.data import Row, fold_of, read_rows
from ordojudge_complexity.data_sources import trust

__all__ = ["Share", "shares"]

_TRUSTED: Final = 0.6
"""A source trusted less says more about its labels than about the rules."""

_FEWEST_PROBLEMS: Final = 20
"""A kind of recursion seen on fewer problems has no confidence of its own."""


@dataclass(slots=True)
class Share:
    """Programs of which the rules said one thing."""

    right: int = 0
    rows: int = 0
    problems: set[str] = field(default_factory=set)

    def add(self, problem: str, *, right: bool) -> None:
        self.right += right
        self.rows += 1
        self.problems.add(problem)

    @property
    def value(self) -> float:
        return self.right / self.rows


def shares(rows: Iterable[Row]) -> dict[str, dict[str, Share]]:
    """How often the rules were right, by what they said of programs that they read as a whole.

    Returns:
        ``class``: by class. ``recursion``: by class and the kind of recursion that decided.
        ``relation``: by relation to the best class of a problem, on problems with several classes.
    """
    kept = [row for row in rows if fold_of(row.problem) != "final"]
    classes: dict[str, set[ComplexityClass]] = defaultdict(set)
    for row in kept:
        classes[row.problem].add(row.complexity)
    table: dict[str, dict[str, Share]] = {
        title: defaultdict(Share) for title in ("class", "recursion", "relation")
    }
    for row in kept:
        found = None if trust(row.source) < _TRUSTED else static_bound(row.code, row.language)
        if found is None or found.partial:
            continue
        said = found.complexity
        right = said is row.complexity
        table["class"][said.value].add(row.problem, right=right)
        if found.recursion != "none":
            table["recursion"][f"{said.value}, {found.recursion}"].add(row.problem, right=right)
        if len(classes[row.problem]) > 1:
            target = min(member.rank for member in classes[row.problem])
            if (
                said.rank >= target
            ):  # nothing is better than the best, so that "better" can't be right
                equal = said.rank == target
                right = (row.complexity.rank == target) is equal
                table["relation"]["equal" if equal else "worse"].add(row.problem, right=right)
    return {title: dict(sorted(entries.items())) for title, entries in table.items()}


def markdown(table: Mapping[str, Mapping[str, Share]]) -> str:
    """The shares as tables; kinds of recursion only if enough problems have them."""
    lines = []
    for title, entries in table.items():
        lines += [f"| {title} | right | rows | problems |", "| --- | --- | --- | --- |"]
        lines += [
            f"| {name} | {share.value:.2f} | {share.rows} | {len(share.problems)} |"
            for name, share in entries.items()
            if title != "recursion" or len(share.problems) >= _FEWEST_PROBLEMS
        ]
        lines.append("")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m ordojudge_complexity.static_right", description=__doc__
    )
    parser.add_argument("rows", type=Path, help="JSON Lines file that `data build` wrote")
    options = parser.parse_args(arguments)
    print(markdown(shares(read_rows(options.rows))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
