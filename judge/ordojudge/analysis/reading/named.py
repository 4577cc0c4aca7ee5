"""Which of a program's own routines a call goes to."""

import re
from collections.abc import Iterable
from typing import Final

from ordojudge.analysis.reading.grammar import names_of
from ordojudge.analysis.reading.shared import COLLECTS, TAKES
from ordojudge.analysis.reading.steps import Call, Routine

__all__ = ["Named"]

_SELF: Final = frozenset({"self", "this", "Self", "super", "cls", "super()", "base"})
_OF_CONTAINERS: Final = (
    COLLECTS
    | TAKES
    | names_of(
        "get put set remove Remove count size reverse Reverse compare new next peek top find min max"
        " contains index clear update copy sort Get Peek Count"
    )
)
"""Names that methods of libraries have, and routines of people too."""

_PART: Final = re.compile(
    r"(?i)left|right|next|prev|child|parent|root|node|head|tail|cur|tree|trie|sub|neighbou?r|other|\bnei"
)
_RECEIVER: Final = re.compile(r"func \((\w+)")
_OPEN: Final = re.compile(r"\.\.\.|\*\w|\bparams\b|\bvararg\b|\barguments\b")
_EXACT: Final = frozenset({"java", "go", "c"})
"""Languages in which a call gives a value for every parameter."""


class Named:
    """A program's own routines."""

    def __init__(self, routines: Iterable[Routine], foreign: frozenset[str], language: str) -> None:
        """Note routines by name.

        Args:
            routines: All of the program.
            foreign: Variables of types of libraries.
            language: What the program is written in.
        """
        self.first: dict[str, Routine] = {}
        """One routine of each name."""

        self._taking: dict[tuple[str, int], Routine] = {}
        for routine in routines:
            if routine.name:
                self.first.setdefault(routine.name, routine)
                self._taking.setdefault((routine.name, _values(routine)), routine)
        self.foreign = foreign
        self.language = language

    def called(self, call: Call, inside: Routine | None) -> Routine | None:
        """The routine that a call goes to, if it is one of the program.

        Args:
            call: The call.
            inside: The routine that makes it.
        """
        first = self.first.get(call.name)
        if first is None:
            return None
        receiver = re.split(r"\.|->", call.receiver)[-1].strip("() ")
        if receiver in self.foreign:
            return None
        if receiver == "heap" and self.language == "go":  # calls what the program says of its heap
            return None
        given = len(call.arguments)
        routine = self._taking.get((call.name, given))
        if routine is None:
            if self.is_none(first, given):
                return None
            routine = first
        return None if routine is inside and _of_container(call, routine) else routine

    def is_none(self, routine: Routine, given: int) -> bool:
        """Whether a routine can't be called with a number of arguments."""
        if _OPEN.search(routine.text[:200]):
            return False
        return given > len(routine.parameters) or (
            self.language in _EXACT and given < len(routine.parameters)
        )


def _values(routine: Routine) -> int:
    """How many values a call gives."""
    return sum(name != "self" for name in routine.parameters)


def _of_container(call: Call, routine: Routine) -> bool:
    """Whether a call in a routine goes to a method of a library that has the same name."""
    if not call.receiver or call.receiver in _SELF or call.name not in _OF_CONTAINERS:
        return False
    own = _RECEIVER.match(routine.text)
    return not (own and own[1] == call.receiver) and not _PART.search(call.receiver)
