"""Loops that go along chains, and leave out or fall back on what earlier rounds have been through."""

import re
from typing import Final

from ordojudge.analysis.reading.shared import COLLECTS, PUTS, TAKES, moved
from ordojudge.analysis.reading.steps import Branch, Exit, Loop, Routine, assigned, calls, words

__all__ = ["falls_back", "fills_on", "marks_chain", "multiples", "uses_up"]

_PLAIN: Final = re.compile(r"[-+]?[\w.:]+(?:<\w+>[\w:]*)?(?:\(\)|--|\+\+)?")
_BACK: Final = re.compile(r"=\s*(\w+)\s*\[\s*(\w+)\s*(?:-\s*1\s*)?\]")
_INSIDE: Final = re.compile(r"(?:not\s+in|!)\s*\(?(?:self\.)?(\w+)")


def falls_back(loop: Loop, around: Loop) -> bool:
    """Whether a loop falls back along a table that the loop around it fills with where it stopped."""
    for step in assigned(loop.body):
        back = _BACK.search(step.text)
        if back and words(step.target) == {back[2]} and "[" not in step.target:
            kept = re.compile(
                rf"\b{back[1]}\s*\[[^\]]*\]\s*=\s*\+*{back[2]}\b|\b{back[1]}\b.*\({back[2]}\)"
            )
            if any(kept.search(other.text) for other in assigned(around.body, skip=loop)):
                return True
    return False


def marks_chain(loop: Loop, around: Loop) -> bool:
    """Whether a loop goes on until something is marked, and marks what it goes through for good."""
    made = {
        name
        for step in assigned(around.body, skip=loop)
        if "[" not in step.target
        for name in words(step.target)
    }
    tested = words(loop.head) - made
    for step in assigned(loop.body):
        table, _, rest = step.target.partition("[")
        given = step.text.split("=", 1)[-1].strip(" ;")
        if rest and words(table) & tested and _PLAIN.fullmatch(given):
            places = set().union(
                *map(words, re.findall(rf"\b{re.escape(table)}\[([^\]]*)", loop.head))
            )
            if places & moved(loop):
                return not words(given.rstrip("+-")) & places
    added = {
        call.receiver.split(".")[-1]
        for call in calls(loop.body)
        if call.name in ("add", "insert", "Add")
    }
    return any(match[1] in added & tested for match in _INSIDE.finditer(loop.head))


def fills_on(loop: Loop, made: set[str]) -> bool:
    """Whether a loop makes a table longer that outlives the routine, until it is long enough."""
    lists = {
        name
        for call in calls(loop.body)
        if call.name in COLLECTS
        for name in words(call.receiver.split("[")[0])
    }
    return bool(_SIZED.search(loop.head) and lists & words(loop.head) - made)


_SIZED: Final = re.compile(r"(?i)(?:size|len|count|length)\w*\b.*<")


def uses_up(loop: Loop, routine: Routine, made: set[str]) -> bool:
    """Whether a loop takes out of a container what other routines put in: each thing is taken once."""
    heads = words(loop.head) - made - {"self", "this"}
    taken = {
        name
        for call in calls(loop.body)
        if call.name in TAKES
        for name in words(call.receiver.split("[")[0])
    }
    fed = {
        name
        for call in calls(routine.body)
        if call.name in PUTS
        for name in words(call.receiver.split("[")[0])
    }
    return bool((heads & taken) - fed)


_PRODUCT: Final = re.compile(
    r"\b(\w+)\s*\*\s*(?:\(\w+\)\s*)?(\w+)\s*(?:>=?|<=?)|(?:>=?|<=?)\s*\w+\s*/+\s*(\w+)"
)


def multiples(loop: Loop, outer: list[Loop]) -> bool:
    """Whether a loop ends where the product of its variable and one around it gets too large."""
    variables = set().union(*(words(around.variable) for around in outer))
    tests = [loop.head] + [
        step.condition
        for step in loop.body
        if isinstance(step, Branch)
        and any(
            isinstance(last, Exit) and last.kind == "break" for arm in step.arms for last in arm
        )
    ]
    return any(
        variables & set(found.groups()) and words(loop.variable) & words(found[0])
        for test in tests
        for found in _PRODUCT.finditer(test)
    )
