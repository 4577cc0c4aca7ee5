"""Loops that leave a fraction of what the round before had: bisection, digits of a number."""

import re
from typing import Final

from ordojudge.analysis.reading.steps import Assign, Loop, assigned, words

__all__ = ["bisects"]

_DIVIDES: Final = re.compile(r"/\s*(?:\d|2\.0)|>>|\bu?shr\b|\bdiv\b|midpoint|divmod\(")
_TAKES: Final = re.compile(r"pop|poll|peek|top\(|front\(|first\(|last\(")


def bisects(loop: Loop) -> bool:
    """Whether ends of a range move to a place between them, or a number is given what a division leaves."""
    steps = [step for step in _own(loop) if not _TAKES.search(step.text)]
    limits = words(loop.head) - {"true", "True"}
    for step in steps:
        given = _given(step)
        if not _DIVIDES.search(given) or "[" in step.target:
            continue
        for place in words(step.target):
            ends = words(given) & (limits or words(given)) - {place}
            if any(_moves_to(place, ends, other) for other in steps if other is not step):
                return True
            if place in words(given) & limits and "divmod(" in given:
                return True
    return False


def _own(loop: Loop) -> list[Assign]:
    """Assignments of a loop itself, not of loops in it."""
    return list(assigned([step for step in loop.body if not isinstance(step, Loop)]))


def _given(step: Assign) -> str:
    return step.text.split("=", 1)[-1]


def _moves_to(place: str, ends: set[str], step: Assign) -> bool:
    """Whether an end is given the place, or what is next to it."""
    return step.target.strip() in ends and bool(
        re.match(rf"\s*\(?\s*{re.escape(place)}\b\s*\)?\s*(?:[-+]\s*1\b)?\W*$", _given(step))
    )
