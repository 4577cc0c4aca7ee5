"""What the calls of a recursion are given: what says how often a part of the input is visited."""

import re
from itertools import islice
from typing import Final

from ordojudge.analysis.reading.grammar import names_of
from ordojudge.analysis.reading.shared import COLLECTS, TAKES
from ordojudge.analysis.reading.steps import (
    Assign,
    Branch,
    Call,
    Loop,
    Routine,
    Step,
    assigned,
    words,
)

__all__ = [
    "compresses",
    "counts_down",
    "given_to_masks",
    "goes_where_it_stopped",
    "into_child",
    "marks_its_place",
    "of_own_parent",
    "only_steps",
    "undone_around",
]

Own = list[tuple[Call, list[Loop]]]
"""Calls that a routine makes of itself, each with the loops around it."""

_LOOKED_AT: Final = 150
"""Steps of a block that are looked at; a routine of a person has fewer."""

_REMOVES: Final = names_of("remove erase discard delete truncate Remove RemoveAt removeAt")
_STEP_OF: Final = re.compile(r"\(?(\w+)(?:\s*[-+]\s*\d{1,3})?\)?")
_NEXT: Final = re.compile(r"(?:\.|->)(?:get)?[nN]ext\b")
_BESIDE: Final = re.compile(r"[!?]*(?:\.|->)(?:get)?(?:[nN]ext|[rR]ight|[sS]ibling)\b")


def counts_down(routine: Routine, calls: Own) -> bool:
    """Whether every call lowers the same parameter by one, whatever becomes of the others."""
    parameters = _parameters(routine)
    return any(
        all(
            place < len(call.arguments)
            and re.fullmatch(rf"{re.escape(name)}\s*-\s*1", call.arguments[place].strip())
            for call, _ in calls
        )
        for place, name in enumerate(parameters)
    )


def only_steps(routine: Routine, calls: Own) -> bool:
    """Whether calls are given nothing but parameters, or what is a fixed number from one."""
    parameters = set(routine.parameters)
    stepped = False
    for call, _ in calls:
        for argument in call.arguments:
            found = _STEP_OF.fullmatch(argument.strip("&* "))
            if found is None or found[1] not in parameters:
                return False
            stepped = stepped or found[1] != argument.strip("&* ")
    return stepped


def compresses(routine: Routine, calls: Own) -> bool:
    """Whether an element is given what a call says of it: the way from there becomes short."""
    given = {argument for call, _ in calls for argument in call.arguments if "[" in argument}
    return any(step.target in given for step in assigned(routine.body))


def goes_where_it_stopped(routine: Routine, calls: Own) -> bool:
    """Whether a call goes on with the list from where a loop of the routine stopped."""
    given = set().union(
        *(words(argument) for call, _ in calls for argument in call.arguments), set()
    )
    return any(
        re.fullmatch(r"\w+", target := step.target.strip("*& "))
        and target in given
        and re.search(rf"=\s*&?{re.escape(target)}[!?]*{_NEXT.pattern}", step.text)
        for step in assigned(routine.body)
    )


def into_child(routine: Routine, call: Call, loops: list[Loop]) -> bool:
    """Whether a call in a loop goes to one child of the node that the routine was given."""
    parameters = _parameters(routine)
    for loop in loops[-1:]:
        if loop.kind == "while" and _walked(loop, call):
            return True
        of = re.fullmatch(
            r"&?(\w+)(?:\[(\w+)\]|\.get\(&?(\w+)\))(?:!!|!|\.unwrap\(\)|\.iter\(\))*",
            loop.head.strip(),
        )
        if loop.kind != "each" or of is None:
            continue
        for place, name in enumerate(parameters[: len(call.arguments)]):
            given = call.arguments[place].strip("&*() ")
            others = [a.strip("&*() ") for a in call.arguments if a != call.arguments[place]]
            if (
                name in (of[2], of[3])
                and given == loop.variable.strip("&*() ")
                and all(other in parameters for other in others)
            ):
                return True
    return False


def _walked(loop: Loop, call: Call) -> bool:
    """Whether a call is given what its loop walks along: one node after the other."""
    return any(
        step.target in call.arguments
        and re.search(rf"=\s*{re.escape(step.target)}{_BESIDE.pattern}", step.text)
        for step in assigned(loop.body)
    )


def of_own_parent(routine: Routine, call: Call, loops: list[Loop]) -> bool:
    """Whether a loop calls the routine for what has the node it was given as its one parent."""
    for loop in loops[-1:]:
        for variable in words(loop.variable):
            if not any(variable in words(argument) for argument in call.arguments):
                continue
            for name in routine.parameters:
                if re.search(
                    rf"\[{re.escape(variable)}\]\s*===?\s*{re.escape(name)}\b", routine.text
                ):
                    return True
    return False


def marks_its_place(routine: Routine) -> bool:
    """Whether a routine writes to a table at the two numbers it was given, once and for good."""
    parameters = set(routine.parameters)
    written = [
        found
        for step in assigned(routine.body)
        if (found := re.match(r"\(?\*?(\w+)\)?\[(\w+)\]\[(\w+)\]\s*[-*|^+]?=", step.text))
        and {found[2], found[3]} <= parameters
    ]
    return len(written) == 1


def given_to_masks(routine: Routine, arguments: list[str]) -> str:
    """What a routine assigns to masks that it gives to itself."""
    return " , ".join(
        step.text.split("=", 1)[-1]
        for step in assigned(routine.body)
        if step.target in arguments and "mask" in step.target.lower()
    )


def undone_around(steps: list[Step], name: str) -> bool:
    """Whether a routine does something before a call of itself, and undoes it right after."""
    before: set[tuple[str, ...]] = set()
    called: set[tuple[str, ...]] = set()
    for step in islice(steps, _LOOKED_AT):
        if isinstance(step, Call) and step.name == name:
            called = called | before
        done = _done(step)
        if done and done in called:
            return True
        before.add(done)
        arms = step.arms if isinstance(step, Branch) else []
        if isinstance(step, Loop):
            arms = [step.body]
        if any(undone_around(arm, name) for arm in arms):
            return True
    return False


def _done(step: Step) -> tuple[str, ...]:
    """What is the same of doing something and undoing it; nothing if it can't be undone."""
    if isinstance(step, Assign):
        return (step.target,) if "[" in step.target else ()
    if not isinstance(step, Call):
        return ()
    if step.name in COLLECTS | TAKES | _REMOVES and step.receiver:
        return ("of", step.receiver)
    if "swap" in step.name.lower():
        return ("swap", *sorted(step.arguments))
    return ()


def _parameters(routine: Routine) -> list[str]:
    return [name for name in routine.parameters if name != "self"]
