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
    "keeps_answers",
    "marks_its_place",
    "of_own_parent",
    "only_steps",
    "relaxes",
    "undone_around",
    "unmarks",
    "walks_back",
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
            place < len(call.arguments) and call.arguments[place].replace(" ", "") == f"{name}-1"
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


_ELEMENT: Final = re.compile(r"(?:self\.|this\.)?\w+\s*\[.{1,60}\]$")
_ANSWERS: Final = re.compile(r"\breturn (?:self\.|this\.)?(\w+)\[[^\n;]{1,60}\](?=\s*(?:[;\n}]|$))")


def keeps_answers(routine: Routine) -> bool:
    """Whether a routine answers with what a table from outside says, and writes answers there."""
    steps = list(assigned(routine.body))
    made = {name for step in steps if "[" not in step.target for name in words(step.target)}
    kept = {found[0].replace(" ", "") for step in steps if (found := _ELEMENT.match(step.target))}
    return any(
        found[1] not in made and found[0].split(" ", 1)[-1].replace(" ", "") in kept
        for found in _ANSWERS.finditer(routine.text)
    )


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
            r"&?(?:\(\*)?(\w+)\)?(?:\[(\w+)\]|\.get\(&?(\w+)\))(?:!!|!|\.unwrap\(\)|\.iter\(\))*",
            loop.head.strip(),
        )
        if _in_field(loop, call, parameters):
            return True
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


_FIELD: Final = re.compile(r"&?(?:mut )?(?:\(\*)?(\w+)\)?[!?]*(?:\.|->)\w+[\w.!?()]{0,40}$")
_OF_FIELD: Final = re.compile(r"&?(\w+)[!?]*(?:\.|->)\w+(?:\[(\w+)\]|\.get\((\w+)\))")


def _in_field(loop: Loop, call: Call, parameters: list[str]) -> bool:
    """Whether a call goes into one of the things that a field of the node lists."""
    inside = words(loop.variable)
    given = [*call.arguments, call.receiver]
    if loop.kind == "each" and (of := _FIELD.match(loop.head)) and of[1] in parameters:
        return any(words(part) & inside for part in given)
    return any(
        (of := _OF_FIELD.match(part)) and of[1] in parameters and {of[2], of[3]} & inside
        for part in given
    )


def _walked(loop: Loop, call: Call) -> bool:
    """Whether a call is given what its loop walks along: one node after the other."""
    return any(
        step.target in call.arguments
        and re.search(rf"=\s*{re.escape(step.target)}{_BESIDE.pattern}", step.text)
        for step in assigned(loop.body)
    )


_ENTRY_IS: Final = re.compile(r"\[(\w+)\]\s*===?\s*(\w+)\b")


def of_own_parent(routine: Routine, call: Call, loops: list[Loop]) -> bool:
    """Whether a loop calls the routine for what has the node it was given as its one parent."""
    for loop in loops[-1:]:
        for variable in words(loop.variable):
            if not any(variable in words(argument) for argument in call.arguments):
                continue
            compared = _ENTRY_IS.findall(routine.text)
            if any((variable, name) in compared for name in routine.parameters):
                return True
    return False


_PLACE: Final = re.compile(r"\(?\*?(\w+)\)?\[(\w+)(?:\]\[|, )(\w+)\]\s*[-*|^+]?=")


def marks_its_place(routine: Routine) -> bool:
    """Whether a routine writes to a table at the two numbers it was given, once and for good."""
    parameters = set(routine.parameters)
    written = [
        found
        for step in assigned(routine.body)
        if (found := _PLACE.match(step.text)) and {found[2], found[3]} <= parameters
    ]
    return len(written) == 1


_MARK: Final = re.compile(
    r"\b(\w+)\s*\[[^\]\n]{0,60}\]\s*=\s*(?:true|True|1)\b|\b(\w+)\.(?:add|insert|Add|put|set)\("
)
_UNMARK: Final = re.compile(
    r"\b(\w+)\s*\[[^\]\n]{0,60}\]\s*=\s*(?:false|False|0)\b"
    r"|\b(\w+)\.(?:remove|discard|erase|delete|Remove)\("
)


def unmarks(routine: Routine) -> bool:
    """Whether all that a routine marks is unmarked before it ends, so that it may be visited again."""
    marked = {found[1] or found[2]: found.start() for found in _MARK.finditer(routine.text)}
    again = {found[1] or found[2]: found.start() for found in _UNMARK.finditer(routine.text)}
    return (
        bool(marked)
        and not any(again.get(name, 0) <= place for name, place in marked.items())
        and not any(re.search(rf"\breturn {re.escape(name)}\b", routine.text) for name in marked)
    )


def walks_back(routine: Routine, calls: Own) -> bool:
    """Whether a walk leaves out where it came from, and says in each call where that is."""
    parameters = _parameters(routine)
    return any(
        argument in parameters
        and argument != (parameters[place] if place < len(parameters) else "")
        for call, loops in calls
        if loops
        for place, argument in enumerate(call.arguments)
    )


_BETTER: Final = re.compile(r"\b(\w+)\s*[<>]=?\s*(\w+)(?:\[|\.get\(&?|\.at\()(\w+)[\])]")


def relaxes(routine: Routine) -> bool:
    """Whether a routine goes on only if what it was given is better than what a table says, and notes it."""
    parameters = set(_parameters(routine))
    return any(
        {found[1], found[3]} <= parameters
        and re.search(
            rf"\b{found[2]}(?:\[{found[3]}\]\s*=\s*|\.\w{{3,6}}\({found[3]}, ){found[1]}\b",
            routine.text,
        )
        for found in _BETTER.finditer(routine.text)
    )


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
