"""What a program does, as far as it costs time: the same for every language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Literal

from ordojudge.analysis.reading.grammar import names_of

__all__ = [
    "Assign",
    "Branch",
    "Call",
    "Exit",
    "Loop",
    "Outline",
    "Routine",
    "Step",
    "assigned",
    "calls",
    "loops_in",
    "routines",
    "without_breaks",
    "words",
]


_LOOKED_AT: Final = 150
"""Assignments or calls of a block that are looked at; a program of a person has fewer."""

_IN_BLOCK: Final = 400
"""Steps of a block that are gone through to look for assignments."""

_WORD: Final = re.compile(r"\b(?!(?:begin|end)\()[A-Za-z_]\w*")
_NOT_NAMES: Final = names_of(
    "xrange Int Long string in_range ..= int long size_t let var const auto i32 i64 usize range len"
    " length size count in for of Math min max"
    " rev step_by as u8 u32 u64 until downTo to indices reversed stride from by step through enumerate"
    " ascii_lowercase string"
)


@dataclass(slots=True)
class Loop:
    """Something done repeatedly."""

    kind: Literal["count", "each", "while"]
    variable: str
    """What it assigns before each round; none of a while loop."""

    head: str
    """What it goes through, or the condition to go on."""

    start: str
    update: str
    body: "list[Step]"


@dataclass(slots=True)
class Call:
    name: str
    receiver: str
    arguments: list[str]


@dataclass(slots=True)
class Assign:
    target: str
    text: str


@dataclass(slots=True)
class Branch:
    """Ways of which one is taken."""

    condition: str
    arms: "list[list[Step]]"


@dataclass(slots=True)
class Exit:
    """Leaves the block: return, break, continue, throw."""

    kind: str


@dataclass(slots=True)
class Routine:
    """A function, method or closure with a body."""

    name: str
    parameters: list[str]
    heading: str
    text: str
    body: "list[Step]" = field(default_factory=list)


Step = Loop | Call | Assign | Branch | Exit | Routine


@dataclass(slots=True)
class Outline:
    """A whole program."""

    body: list[Step]
    text: str
    partial: bool
    """Something was nested too deep, or the text doesn't follow the grammar."""


def words(text: str) -> set[str]:
    """Names in a piece of text."""
    return {word for word in _WORD.findall(text) if word not in _NOT_NAMES}


def assigned(steps: list[Step], skip: Loop | None = None) -> Iterator[Assign]:
    """The first assignments in a block, but for those in one loop."""
    return islice(_all_assigned(steps, skip), _LOOKED_AT)


def _all_assigned(steps: list[Step], skip: Loop | None) -> Iterator[Assign]:
    for step in steps[:_IN_BLOCK]:
        if isinstance(step, Assign):
            yield step
        elif isinstance(step, Loop):
            if step is not skip:
                yield from _all_assigned(step.body, skip)
                if step.start:
                    yield Assign(step.variable, step.start)
        elif isinstance(step, Branch):
            for arm in step.arms:
                yield from _all_assigned(arm, skip)


def calls(steps: list[Step], most: int = _LOOKED_AT) -> Iterator[Call]:
    """The first calls in a block."""
    return islice(_all_calls(steps), most)


def _all_calls(steps: list[Step]) -> Iterator[Call]:
    for step in steps:
        if isinstance(step, Call):
            yield step
        elif isinstance(step, Loop | Routine):
            yield from _all_calls(step.body)
        elif isinstance(step, Branch):
            for arm in step.arms:
                yield from _all_calls(arm)


def loops_in(steps: list[Step]) -> Iterator[Loop]:
    """Every loop of a block, outer ones first, but for those of routines in it."""
    for step in steps:
        if isinstance(step, Loop):
            yield step
            yield from loops_in(step.body)
        elif isinstance(step, Branch):
            for arm in step.arms:
                yield from loops_in(arm)


def routines(steps: list[Step]) -> Iterator[Routine]:
    """Every routine, outer ones first."""
    for step in steps:
        if isinstance(step, Routine):
            yield step
            yield from routines(step.body)
        elif isinstance(step, Loop):
            yield from routines(step.body)
        elif isinstance(step, Branch):
            for arm in step.arms:
                yield from routines(arm)


def without_breaks(steps: list[Step]) -> list[Step]:
    """An arm of a switch, whose breaks leave nothing but the switch."""
    kept: list[Step] = []
    for step in steps:
        if isinstance(step, Branch):
            kept.append(Branch(step.condition, [without_breaks(arm) for arm in step.arms]))
        elif not (isinstance(step, Exit) and step.kind == "break"):
            kept.append(step)
    return kept
