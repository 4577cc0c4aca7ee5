"""Loops that go from cell to cell of a grid: rounds for rows times columns."""

import re
from typing import Final

from ordojudge.analysis.static_shared import TAKES
from ordojudge.analysis.static_steps import Loop, assigned, calls, loops_in, words

__all__ = ["over_cells"]

_CELL: Final = re.compile(r"\w\[([^\[\],]{1,40})(?:\]\[|,)([^\[\],]{1,40})\]$")
_COUNTED_UP: Final = re.compile(r"\+\+|--|[-+*]=")
_TAKES_NEXT: Final = TAKES | {"heappop", "Pop"}


def over_cells(loop: Loop) -> bool:
    """Whether each round takes a cell from a queue or stack, and cells are marked by row and column."""
    if not any(call.name in _TAKES_NEXT for call in calls([loop])):
        return False
    steps = list(assigned(loop.body))
    found = set().union(*(words(step.target) for step in steps if "[" not in step.target))
    found |= words(loop.head.split("=")[0])
    variables = [words(inner.variable) for inner in loops_in(loop.body)]
    for step in steps:
        cell = _CELL.search(step.target.strip())
        if cell and not _COUNTED_UP.search(step.text):
            row, column = map(words, cell.groups())
            alone = any(bool(row & names) != bool(column & names) for names in variables)
            if row & found and column & found and not alone:
                return True
    return False
