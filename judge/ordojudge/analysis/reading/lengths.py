"""How long lists get that a program fills in loops which share their rounds, or go round log n times."""

import re
from typing import Final

from ordojudge.analysis.reading.given import OUTSIDE
from ordojudge.analysis.reading.library import LOG, ONE, Cost
from ordojudge.analysis.reading.shared import COLLECTS
from ordojudge.analysis.reading.steps import Call, Loop, assigned, calls, words

__all__ = ["note_length", "of_digits", "of_parts", "works_on_parts"]

_DIGITS: Final = re.compile(r"(?:bin|hex)\(|(?:list\()?str\((?:n|num|x|number)\)")
_LOGARITHMIC: Final = "log(n) elements"
_PARTS: Final = "a part of n elements"
_EMPTY: Final = re.compile(
    r"\s*(?:\[\]|\{\}|vec!\[\]|Vec::new\(\)|\[\]\w+\{\}"
    r"|(?:new\s+)?\w{0,30}(?:[lL]ist|Array|deque|Vec|[sS]tack|Queue)\w{0,9}(?:Of)?(?:<[^()]{0,60}>)?\(\)"
    r"|\[[\w\[\]]{1,20}\]\(\))\s*;?\s*"
)
_WRITTEN_OUT: Final = re.compile(
    r"(?:\w{1,9}(?:\.\w{1,9})?\((?:int, ?)?)?"
    r"(?:(?:str|(?:std::)?to_string|strconv\.Itoa|(?:String|Integer|Long)\.(?:valueOf|toString)|bin)"
    r"\([^()'\"]{1,20}\)|(?:\(\w{1,9} [-+*/] \w{1,9}\)|\w{1,9})\.(?:to_s|toS|ToS)tring\(\))\)?;?"
)


def note_length(
    call: Call, loops: list[Loop], rounds: list[Cost], around: Cost, sizes: dict[str, str]
) -> None:
    """Note what a call puts into a list.

    Args:
        call: The call.
        loops: The loops around it.
        rounds: How often each of them goes round.
        around: How often all of them go round.
        sizes: What variables were last given, to which the note is added.
    """
    name = call.receiver
    given = sizes.get(name, "")
    if call.name not in COLLECTS or not name.isidentifier():
        return
    if given != OUTSIDE and around == LOG:
        sizes[name] = _LOGARITHMIC
    elif loops and (_EMPTY.fullmatch(given) or given == _PARTS):
        inside = _since_made(name, loops)
        within = ONE
        for cost in rounds[inside:]:
            within = within.times(cost)
        sizes[name] = _PARTS if within == ONE else f"many in {given}"
    elif around != ONE and given == _LOGARITHMIC:
        del sizes[name]


def _since_made(name: str, loops: list[Loop]) -> int:
    """The first of the loops inside of the one that makes a list anew in each round."""
    for place in range(len(loops) - 1, 0, -1):
        made = assigned(loops[place - 1].body, skip=loops[place])
        if any(step.target == name for step in made):
            return place
    return 0


def of_digits(call: Call, sizes: dict[str, str]) -> bool:
    """Whether a call works on a list that is log n long, or on a number that is written out."""
    if _DIGITS.match(call.receiver or "".join(call.arguments[:1])):
        return True
    names = words(call.receiver).union(*map(words, call.arguments[:2]))
    if any(sizes.get(name) == _LOGARITHMIC for name in names):
        return True
    whole = call.receiver or " ".join(call.arguments[:1])
    return bool(_WRITTEN_OUT.fullmatch(sizes.get(whole, whole).strip()))


def works_on_parts(call: Call, sizes: dict[str, str]) -> bool:
    """Whether a call works on a list that was filled in rounds which are shared."""
    names = words(call.receiver).union(*map(words, call.arguments[:2]))
    return any(sizes.get(name) == _PARTS for name in names)


def of_parts(loop: Loop, outer: list[Loop], sizes: dict[str, str]) -> bool:
    """Whether a loop goes through a list that was filled in rounds which are shared."""
    names = {name for name in words(loop.head) if sizes.get(name) == _PARTS}
    if not names or any(names & words(around.head) for around in outer):
        return False
    return not any(call.name in COLLECTS and call.receiver in names for call in calls(loop.body))
