"""What a routine that calls itself costs: its recurrence, judged by its calls and their arguments."""

import re
from typing import Final, NamedTuple

from ordojudge.analysis.static_library import LINEAR, LOG, ONE, Cost
from ordojudge.analysis.static_loops import Trips
from ordojudge.analysis.static_steps import Call, Loop, Routine, words

__all__ = ["MANY", "Solved", "solve"]

MANY: Final = 1_000.0
"""Calls on one way through a routine, when their number grows."""

_FINDS: Final = re.compile(r"(?i)^_?(?:find\w*|get_?(?:parent|root)|root|uf_find|leader)$")
_PARENTS: Final = re.compile(r"(?i)paren|root|par\b|fa\b|uf|dsu|\bp\[")
_STRUCTURE: Final = re.compile(
    r"(?:\.|->)(?:left|right|next|child\w*|prev|random|sibling|down|parent)\b"
    r"|\b(?:child|neighbou?r|nei|nbr|adj\w*|next_node|nxt|son)\b|\.(?:Left|Right|Next)\b"
)
_REMEMBERS: Final = re.compile(
    r"(?i)@(?:functools\.)?(?:lru_)?cache|\bmemo\w*\b|\bdp\w*\s*[\[(.]|\bcache\w*\s*[\[(.]|\bvisit\w*\b|\bseen\b"
    r"|\bvis\s*[\[(.]|\bcolou?rs?\s*\[|\bstate\s*\[|\bf\s*\[|\bt\s*\[|lookup|\bused\s*\[|\bcycle\b"
    r"|\b(?:grid\w*|board|image|heights?|matrix|maze|isl\w*|land\w*|rooms|mat|g)\)?\s*\[[^\]]*\]\s*\[[^\]]*\]\s*=[^=]"
    r"|(?:seen|visited|vis|lookup|memo|cache)\.(?:add|insert|set|put|Add|has|contains)"
)
_UNDOES: Final = re.compile(
    r"(?i)\.pop\(\)|\.pop_back\(\)|\.remove\w*\(|\.discard\(|\.erase\(|\.delete\(|\.truncate\("
    r"|(?:visit\w*|used|seen|board|path|vis|col\w*)\s*(?:\[[^=\n]*\])+\s*=\s*(?:false|False|0\b|'\.'|temp|tmp|original|c\b|ch\b|w\b|\"\.\")"
    r"|\[\s*:\s*len\(\w+\)\s*-\s*1\s*\]|delete\("
)


class Solved(NamedTuple):
    """What a recursion comes to."""

    kind: str
    """Why: a short word, for people and as a feature."""

    cost: Cost
    once_each: bool = False
    """Whether all calls from outside together cost what one does: each part of the input is visited once."""


def solve(
    routine: Routine,
    body: Cost,
    most: float,
    calls: list[tuple[Call, list[Loop]]],
    rounds: dict[int, Trips],
) -> Solved:
    """Solve the recurrence of a routine that calls itself.

    Args:
        routine: The routine.
        body: What it costs but for its calls of itself.
        most: Calls of itself on one way through, at most.
        calls: Those calls, each with the loops around it.
        rounds: How often loops go round, by ``id``.
    """
    arguments = [argument for call, _ in calls for argument in call.arguments]
    receivers = [call.receiver for call, _ in calls]
    text = routine.heading + routine.text
    varying = _varying(routine, calls, rounds)
    structural = any(_STRUCTURE.search(argument) for argument in [*arguments, *receivers])
    half = any(_halves(argument) for argument in arguments) or (
        bool(re.search(r"(?i)\bmid\w*\s*:?=|(?://|/|>>)\s*[12]\b", text)) and not structural
    )
    undone = bool(_UNDOES.search(text)) and most >= 2
    remembers = bool(_REMEMBERS.search(text)) and not (undone and "@" not in routine.heading)
    many = most >= MANY
    if most < 2 and _FINDS.match(routine.name) and _PARENTS.search(text):
        return Solved("find", ONE)
    if remembers and not (structural and varying <= 1 and not many):
        states = Cost(power=min(varying, 3) or 1)
        return Solved(f"remembered{min(varying, 4)}", body.times(states), once_each=True)
    if structural and not many:
        return Solved("structure", body.times(LINEAR), once_each=True)
    if half and not many:
        return Solved(*_halved(body, most))
    if most >= 2 and not many and _parts(routine, [call for call, _ in calls]):
        return Solved("parts", body.times(LINEAR))
    if most < 2:
        return Solved("line", body.times(LINEAR))
    if many:
        return Solved("choices", body.times(Cost(exponential=2)))
    return Solved("tree", body.times(Cost(exponential=1)))


def _halves(text: str) -> bool:
    """Whether an argument is about half, or less, of something."""
    return bool(
        re.search(r"(?i)\bmid\w*\b|/\s*2\b|//\s*2\b|>>>?\s*1\b|\bhalf\b|//\s*\w|%|/\s*10\b", text)
    )


def _halved(body: Cost, calls: float) -> tuple[str, Cost]:
    if calls < 2:
        return "half", body.times(LOG) if body.power == 0 else body
    if calls < 3:
        if body.power < 1:
            return "halves", LINEAR
        return "halves", body.times(LOG) if body.power == 1 else body
    return "parts", max(body, Cost(power=2))


def _varying(
    routine: Routine, calls: list[tuple[Call, list[Loop]]], rounds: dict[int, Trips]
) -> int:
    """How many parameters take a growing number of values, but for what is collected on the way."""
    parameters = [name for name in routine.parameters if name != "self"]
    changing: set[int] = set()
    for call, loops in calls:
        few = {
            word
            for loop in loops
            if rounds[id(loop)].kind == "few"
            for word in words(loop.variable)
        }
        for place, argument in enumerate(call.arguments):
            own = parameters[place] if place < len(parameters) else ""
            plain = argument.strip("&* ")
            if (
                plain not in (own, f"mut {own}")
                and not _COLLECTED.search(plain)
                and plain not in few
            ):
                changing.add(place)
    return len(changing)


_COLLECTED: Final = re.compile(
    r"^\[|\+\s*\[|(?:path|cur|res|ans|out|memo|dp|visited|seen)\b"
    r"|^(?:-?\d|true|false|True|False|None|nil|null)$|^(?:not |!)|\^\s*1$|^1\s*-"
)


def _parts(routine: Routine, calls: list[Call]) -> bool:
    """Whether the calls go to disjoint parts: one keeps the lower end of a range, the other the upper one.

    Or each takes what the ones before left: nothing given changes, a position outside moves on.
    """
    parameters = [name for name in routine.parameters if name != "self"]
    changed = [
        {p: a for p, a in enumerate(call.arguments) if a not in parameters[p : p + 1]}
        for call in calls
    ]
    if not any(changed):
        return True
    for place, one in enumerate(changed):
        for other in changed[:place]:
            first, second = one.keys() - other.keys(), other.keys() - one.keys()
            shared = [words(one[p]) & words(other[q]) for p in first for q in second]
            if any(names - set(parameters) for names in shared):
                return True
    return False
