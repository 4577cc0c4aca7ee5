"""Loops inside a search or a reading of the input that share what goes through one stack or queue."""

import re
from typing import Final

from ordojudge.analysis.reading.shared import PUTS, TAKES
from ordojudge.analysis.reading.steps import Loop, assigned, calls, words

__all__ = ["hands_over", "keeps_path", "over_links", "waits"]

_TOP: Final = re.compile(
    r"\b([A-Za-z_]\w*)(?:(?:\.|->)(?:top|back|peek|last|Peek|Last)\b|\[-1\]|\[len\(\1\)\s*-\s*1\])"
)
_PUSHES: Final = PUTS | {"addFirst"}
_WALKS: Final = re.compile(r"(?:\.|->)(?:borrow\(\)\.)?(?:left|right|next|child|Left|Right|Next)\b")
_LINKS: Final = re.compile(
    r"(?:\bchildren|\bneighbou?rs|\b(?:adj\w*|graph)\s*\[\w+\])(?:\)|\.(?:size|length|count|Count|len|Length)\b)"
)
_WAITS: Final = frozenset({"wait", "await", "sleep", "Wait", "Sleep", "yield", "sched_yield"})


def hands_over(loop: Loop) -> bool:
    """Whether a loop looks at the top of a stack, and gives the stack to a routine, which takes that off."""
    tops = {match[1] for match in _TOP.finditer(loop.head)}
    if not tops:
        return False
    inner = list(calls(loop.body))
    if any(call.name in _PUSHES and call.receiver in tops for call in inner):
        return False
    given = {argument.strip("&* ") for call in inner for argument in call.arguments}
    return bool(tops & given)


def keeps_path(loop: Loop, around: Loop) -> bool:
    """Whether a loop goes along nodes and puts each on a stack that the loop around it takes from."""
    taken = {call.receiver for call in calls(around.body) if call.name in TAKES}
    walked = {
        step.target
        for step in assigned(loop.body)
        if _WALKS.search(step.text) and step.target in words(loop.head)
    }
    return any(
        call.name in _PUSHES and call.receiver in taken and walked & set(call.arguments)
        for call in calls(loop.body)
    )


def over_links(loop: Loop, outer: list[Loop]) -> bool:
    """Whether a loop counts through the neighbours of what a loop around it takes from its stack."""
    limit = loop.head + " " + loop.start
    return bool(_LINKS.search(limit)) and any(
        around.kind == "while" and any(call.name in TAKES for call in calls(around.body))
        for around in outer
    )


def waits(loop: Loop) -> bool:
    """Whether a loop does nothing but wait for another thread."""
    inner = list(calls(loop.body))
    return any(call.name in _WAITS for call in inner) and not any(assigned(loop.body))
