"""How long lists get that a program fills in loops which go round log n times."""

import re
from typing import Final

from ordojudge.analysis.reading.given import OUTSIDE
from ordojudge.analysis.reading.library import LOG, ONE, Cost
from ordojudge.analysis.reading.shared import COLLECTS
from ordojudge.analysis.reading.steps import Call, words

__all__ = ["note_length", "of_digits"]

_DIGITS: Final = re.compile(r"(?:bin|hex)\(|(?:list\()?str\((?:n|num|x|number)\)")
_LOGARITHMIC: Final = "log(n) elements"


def note_length(call: Call, around: Cost, sizes: dict[str, str]) -> None:
    """Note what a call puts into a list, ``around`` times in all."""
    if call.name in COLLECTS and sizes.get(call.receiver) != OUTSIDE:
        if around == LOG:
            sizes[call.receiver] = _LOGARITHMIC
        elif around != ONE and sizes.get(call.receiver) == _LOGARITHMIC:
            del sizes[call.receiver]


def of_digits(call: Call, sizes: dict[str, str]) -> bool:
    """Whether a call works on a list that is log n long, or on the digits of a number."""
    if _DIGITS.match(call.receiver or "".join(call.arguments[:1])):
        return True
    names = words(call.receiver).union(*map(words, call.arguments[:2]))
    return any(sizes.get(name) == _LOGARITHMIC for name in names)
