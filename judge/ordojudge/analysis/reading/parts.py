"""What takes the input part by part: in chunks of one length, in ever smaller parts, or cut in two."""

import re
from typing import Final

from ordojudge.analysis.reading.steps import Call, Loop, assigned, words

__all__ = ["cut_apart", "in_chunk", "narrows", "of_chunk", "of_narrowed"]

_RANGE_STEP: Final = re.compile(
    r"(?:reversed\(\s*)?x?range\([^,]{1,40},.{1,60},\s*([^,()]{1,20})\)|.*\bby:\s*([^,()]{1,20})\)"
    r"|.*\bstep\s+(\w{1,20})|.*\.step_by\((\w{1,20})(?: as usize)?\)"
)
_UPDATE_STEP: Final = re.compile(r"(\w+)\s*\+=\s*([\w* ]{1,20}?)\s*|(\w+)\s*=\s*\3\s*\+\s*(\w+)")
_UP_TO: Final = re.compile(
    r"x?range\(\s*(?:0\s*,\s*)?([^,()]{1,20})\)|\(?0\s*(?:\.\.<?|until)\s*([^,()]{1,20}?)\)?"
)
_BELOW: Final = re.compile(r"\w+\s*<\s*(\w[\w* ]{0,19})")


def _step(loop: Loop) -> str:
    """The length of the steps that a loop takes, if it has a name."""
    if loop.kind == "each":
        match = _RANGE_STEP.fullmatch(loop.head.strip())
    else:
        match = _UPDATE_STEP.fullmatch(loop.update.strip("; "))
    found = (match[match.lastindex or 0] if match else "").strip()
    return found if words(found) else ""


def _chunks(outer: list[Loop]) -> tuple[set[str], str]:
    """Where a chunk of the innermost of some loops begins, and how long it is."""
    step = _step(outer[-1]) if outer else ""
    variables = set().union(set(), *(words(around.variable) for around in outer[:-1]))
    if not step or words(step) & variables:
        return set(), ""
    return words(outer[-1].variable), step


def in_chunk(loop: Loop, outer: list[Loop]) -> bool:
    """Whether a loop goes through one chunk, and the loop around it from one chunk to the next."""
    begins, step = _chunks(outer)
    if not step:
        return False
    head = loop.head.strip()
    limit = _UP_TO.fullmatch(head) if loop.kind == "each" else _BELOW.fullmatch(head)
    if limit and limit[limit.lastindex or 0].strip() == step:
        return True
    place = head + " " + loop.start
    return bool(words(head) & words(step) and begins & words(place)) and not _step(loop)


def of_chunk(call: Call, outer: list[Loop]) -> bool:
    """Whether a call works on one chunk, and the loop around it goes from one chunk to the next."""
    begins, step = _chunks(outer)
    given = words(" ".join([call.receiver, *call.arguments]))
    return bool(step) and bool(begins & given) and bool(words(step) & given)


_ENDS: Final = re.compile(r"\(?\s*(\w+)\s*<=?\s*(\w+)\s*\)?")
_PAST: Final = re.compile(r"=\s*(\w+)\s*([-+])\s*1\s*;?$")


def narrows(loop: Loop) -> set[str]:
    """Both ends of the part that a loop makes smaller by dividing it at a place, until one place is left."""
    ends = _ENDS.fullmatch(loop.head)
    if loop.kind != "while" or ends is None:
        return set()
    moved: dict[str, set[str]] = {}
    for step in assigned(loop.body):
        past = _PAST.search(step.text)
        if past and step.target in (ends[1], ends[2]):
            moved.setdefault(step.target, set()).add(past[2])
    if moved.get(ends[1]) == {"+"} and moved.get(ends[2]) == {"-"}:
        return {ends[1], ends[2]}
    return set()


def of_narrowed(call: Call, around: Loop) -> bool:
    """Whether a call goes through the part that the loop around it makes smaller each time."""
    ends = narrows(around)
    return bool(ends) and ends <= words(" ".join(call.arguments))


_SLICED_UP_TO: Final = re.compile(r"^&?(\w+)(?:\.slice\(0, (\w+)\)|\[0?(?:\.\.|:)(\w+)\])$")
_SLICED_FROM: Final = re.compile(
    r"^&?(\w+)(?:\.slice\((\w+)(?: \+ 1)?[,)]|\[(\w+)(?:\s*\+\s*1)?(?:\.\.|:))"
)


def cut_apart(one: str, other: str) -> bool:
    """Whether one argument is a list up to some place, and the other one the same list from there."""
    for first, second in ((one, other), (other, one)):
        start, end = _SLICED_UP_TO.match(first), _SLICED_FROM.match(second)
        if start and end and start[1] == end[1] and (start[2] or start[3]) == (end[2] or end[3]):
            return True
    return False
