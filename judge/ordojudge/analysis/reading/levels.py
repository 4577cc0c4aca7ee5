"""Loops over one level of a search after another: all levels together hold n."""

import re
from typing import Final

from ordojudge.analysis.reading.steps import Call, Loop, assigned, calls, words

__all__ = ["of_next_level"]

_LEFT: Final = re.compile(
    r"(?i)^\W*(?:(?:not|let|true|len|size|empty|std|any|bool)\b\W*)*(\w+)(?:\.|->)?"
    r"(?:\w*empty\w*|size|len|length|count|any)?[()!\s]*(?:(?:[>!=]=?=?|is)\s*(?:0|false|true|null|None))?\W*$"
)
_SWAPS: Final = frozenset({"swap", "Swap"})


def of_next_level(loop: Loop, outer: list[Loop]) -> bool:
    """Whether a loop goes through what a loop around it goes on with until nothing is left.

    Each round replaces it, or moves it elsewhere to go through that.
    """
    around = outer[-1] if outer else None
    if around is None or around.kind != "while" or loop.kind != "each":
        return False
    level = _LEFT.match(around.head)
    if level is None:
        return False
    name = level[1]
    over = words(loop.head)
    moved = {
        target
        for step in assigned(around.body, skip=loop)
        if re.search(rf"=.*\b{re.escape(name)}\b", step.text)
        for target in words(step.target)
    }
    if len(over) != 1 or not over & (moved | {name}):
        return False
    return any(
        (name in words(step.target) and "[" not in step.target)
        or re.search(rf"\bmove\(\s*{re.escape(name)}\s*\)", step.text)
        for step in assigned(around.body, skip=loop)
    ) or any(_swaps(call, name) for call in calls(around.body))


def _swaps(call: Call, name: str) -> bool:
    return call.name in _SWAPS and name in words(" ".join([call.receiver, *call.arguments]))
