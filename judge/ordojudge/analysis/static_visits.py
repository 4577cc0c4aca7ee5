"""What the calls of a recursion are given: what says how often a part of the input is visited."""

import re
from typing import Final

from ordojudge.analysis.static_steps import Call, Loop, Routine, assigned, words

__all__ = [
    "counts_down",
    "goes_where_it_stopped",
    "into_child",
    "marks_its_place",
    "of_own_parent",
    "only_steps",
]

Own = list[tuple[Call, list[Loop]]]
"""Calls that a routine makes of itself, each with the loops around it."""

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


def _parameters(routine: Routine) -> list[str]:
    return [name for name in routine.parameters if name != "self"]
