"""Loops over what the input holds by its shape: places of a table, and runs of numbers."""

import re
from collections.abc import Iterator
from typing import Final

from ordojudge.analysis.reading.shared import PUTS, TAKES
from ordojudge.analysis.reading.steps import Assign, Branch, Call, Loop, Step, assigned, calls

__all__ = ["goes_over_places", "starts_runs"]

_PLACE: Final = re.compile(
    r"\b(\w+)\)?(?:\[\(?&?([A-Za-z_]\w*)(?: as usize)?\)?\]\s*\[\(?&?([A-Za-z_]\w*)(?: as usize)?\)?\]"
    r"|\[([a-z]\w*), ([a-z]\w*)\])"
)
_GRAPH: Final = re.compile(r"(?i)adj|graph|nei|edges|child|tree|^auto$")


def goes_over_places(loop: Loop) -> bool:
    """Whether a loop puts places of a table with rows into its queue, so that it goes over the whole table."""
    inner = list(calls(loop.body))
    if not any(call.name in TAKES or call.name in ("heappop", "poll") for call in inner):
        return False
    places = {
        (match[2] or match[4], match[3] or match[5])
        for text in _texts(loop.body, 200)
        for match in _PLACE.finditer(text)
        if not _GRAPH.search(match[1])
    }
    given = [" ".join(call.arguments) for call in inner if call.name in PUTS]
    given += [step.text for step in assigned(loop.body) if "append(" in step.text]
    put = [set(re.findall(r"\w+", _PLACE.sub("", text))) for text in given]
    return any({a, b} <= names for a, b in places if a != b for names in put)


def _texts(steps: list[Step], most: int) -> Iterator[str]:
    """Conditions and assignments of a block."""
    for step in steps[:most]:
        if isinstance(step, Assign):
            yield step.text
        elif isinstance(step, Branch):
            yield step.condition
            for arm in step.arms:
                yield from _texts(arm, most)
        elif isinstance(step, Loop):
            yield from _texts(step.body, most)
        elif isinstance(step, Call):
            yield " ".join(step.arguments)


_BEFORE: Final = re.compile(r"\b(\w+)\s*-\s*1\b")
_MEMBER: Final = re.compile(r"\bin\s+(\w+)\s*\)?$|\b(\w+)(?:\.\w+\(|\[)[^<>\[\]]{0,20}-\s*1")


def starts_runs(loop: Loop, around: Loop) -> bool:
    """Whether a loop goes along a run of numbers in a set, and is left out unless it starts the run."""
    variable = set(re.findall(r"\w+", around.variable))
    ahead = loop.head + " ".join(step.text for step in assigned(loop.body))
    for step in around.body:
        text = (
            step.condition
            if isinstance(step, Branch)
            else step.text
            if isinstance(step, Assign)
            else ""
        )
        before = _BEFORE.search(text)
        if before and before[1] in variable:
            sets = {name for match in _MEMBER.finditer(text) for name in match.groups() if name}
            return any(re.search(rf"\b{name}\b", ahead) for name in sets - {before[1]})
    return False
