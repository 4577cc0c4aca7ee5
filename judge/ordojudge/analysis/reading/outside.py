"""Whether what a routine marks is still marked when it is called again."""

import re
from typing import Final

from ordojudge.analysis.reading.steps import Assign, Call, Loop, Routine, assigned, words

__all__ = ["marks_outside", "works_anew"]

_MARKS: Final = re.compile(
    r"(?i)\b(grid|board|image|visit\w*|seen|vis|lookup|colou?rs?|maze|matrix|used)\s*\[[^=\n]*\]\s*=[^=]"
)

_DECLARED: Final = re.compile(r"[>\w][ ]+(\w+)(?=\s*[({\[][^=\n]{0,80}[)}\]];)")
"""Variables of C++ that are declared with arguments or a length."""

_MADE: Final = re.compile(
    r"(?:new |std::|unordered_)*(?:set|\w{0,8}Set(?:Of)?|HashSet::new)\b[\w<> :,]{0,40}\(\)"
    r"|\[False\] ?\*|make\(map|&mut (?:HashSet|vec!\[false)"
)
"""A new set or table as an argument."""


def marks_outside(routine: Routine) -> bool:
    """Whether a routine marks what it has seen in a table that outlives it."""
    made = {
        name
        for step in assigned(routine.body)
        if "[" not in step.target
        for name in words(step.target)
    }
    made |= set(_DECLARED.findall(routine.text))
    return any(match[1] not in made for match in _MARKS.finditer(routine.text))


def works_anew(routine: Routine, call: Call, loops: list[Loop]) -> bool:
    """Whether a call works with something made in the loop around it, such as a new set of what was seen."""
    if any(map(_MADE.match, call.arguments)):
        return True
    given = set().union(*map(words, call.arguments)) if call.arguments else set()
    made = {
        word
        for step in (loops[-1].body if loops else ())
        if isinstance(step, Assign) and re.search("visit|seen", step.target)
        for word in words(step.target)
    }
    anew = {
        step.target
        for step in (loops[-1].body if loops else ())
        if isinstance(step, Assign)
        and step.target in made
        and step.target not in routine.parameters
    }
    return bool(given & made or (anew and anew & words(routine.text)))
