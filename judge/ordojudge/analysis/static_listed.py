"""Tables of lists: what all entries hold together is no more than what was put in."""

import re
from collections.abc import Mapping
from typing import Final

from ordojudge.analysis.static_shared import COLLECTS, TAKES
from ordojudge.analysis.static_steps import Assign, Call, Loop, assigned, calls, words

__all__ = ["listed", "over_listed"]

_ENTRY: Final = re.compile(
    r"[&*(]*(\w+)\)?!?\??\s*(?:\[|\.get\(|\.at\(|\.entry\(|\.computeIfAbsent\(|\.getOrPut\(|\.setdefault\(|\.get_mut\()"
)
_APPENDED: Final = re.compile(r"^(\w+)\[.*\]\s*=\s*append\(")
_ROUNDS: Final = re.compile(r"range|\.\.|until|indices|stride|keys?\(|Keys|enumerate")
_NEXT: Final = TAKES | {"heappop", "Pop"}


def listed(step: Call | Assign) -> str:
    """The table to an entry of which a step appends; nothing if it doesn't."""
    if isinstance(step, Call):
        entry = _ENTRY.match(step.receiver) if step.name in COLLECTS else None
    else:
        entry = _APPENDED.match(step.text)
    return entry[1] if entry else ""


def over_listed(loop: Loop, outer: list[Loop], filled: Mapping[str, float]) -> bool:
    """Whether a loop goes through an entry of a table of lists, another one in each round.

    Args:
        loop: The inner loop.
        outer: The loops around it, from outside.
        filled: By table, the power of n to which entries were appended.
    """
    entry = _ENTRY.match(loop.head) if loop.kind == "each" else None
    if entry is None or filled.get(entry[1], 2.0) > 1:
        return False
    if any(listed(call) == entry[1] for call in calls(outer[0].body if outer else [])):
        return False
    index = words(loop.head[entry.end() :])
    return any(index & _others(around, entry[1]) for around in outer)


def _others(around: Loop, table: str) -> set[str]:
    """Names of what is another one in each round of a loop, which may be over a table's keys."""
    if around.kind == "count":
        return words(around.variable)
    if around.kind == "each":
        if around.head.strip("& ") != table and not _ROUNDS.search(around.head):
            return set()
        return words(
            around.variable.split(",")[0] if "enumerate" in around.head else around.variable
        )
    return {
        name
        for step in assigned(around.body)
        if any(re.search(rf"\b{take}\(", step.text) for take in _NEXT)
        for name in words(step.target)
    } | (words(around.head.split("=")[0]) if "let Some" in around.head else set())
