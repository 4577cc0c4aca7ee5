"""What a routine that calls itself costs: its recurrence, judged by its calls and their arguments."""

import re
from typing import Final, NamedTuple

from ordojudge.analysis.reading.library import EXPONENTIAL, LINEAR, LOG, ONE, Cost
from ordojudge.analysis.reading.loops import Trips
from ordojudge.analysis.reading.parts import cut_apart
from ordojudge.analysis.reading.shared import COLLECTS, TAKES
from ordojudge.analysis.reading.steps import (
    Assign,
    Call,
    Loop,
    Routine,
    assigned,
    loops_in,
    words,
)
from ordojudge.analysis.reading.steps import (
    calls as calls_in,
)
from ordojudge.analysis.reading.visits import (
    compresses,
    counts_down,
    given_to_masks,
    goes_where_it_stopped,
    into_child,
    keeps_answers,
    marks_its_place,
    of_own_parent,
    only_steps,
    relaxes,
    unmarks,
    walks_back,
)

__all__ = ["MANY", "Solved", "moves_outside", "solve"]

MANY: Final = 1_000.0
"""Calls on one way through a routine, when their number grows."""

_COMPARED: Final = 50
"""Calls of itself that are looked at; a routine of a person has fewer."""

_FINDS: Final = re.compile(r"(?i)^_?(?:find\w*|get_?(?:parent|root)|root|uf_find|leader)$")
_PARENTS: Final = re.compile(r"(?i)paren|root|par\b|fa\b|uf|dsu|\bp\[")
_STRUCTURE: Final = re.compile(
    r"(?:\.|->)(?:left|right|next|child\w*|prev|random|sibling|down|parent)\b"
    r"|\b(?:child|neighbou?r|nei|nbr|adj\w*|next_node|nxt|son)\b|\.(?:Left|Right|Next)\b"
)
_REMEMBERS: Final = re.compile(
    r"(?i)@(?:functools\.)?(?:lru_)?cache|\bmemo\w*\b|\bdp\w*\s*[\[(.]|\bcache\w*\s*[\[(.]|\bvisit\w*\b|\bseen\b"
    r"|\bvis\s*[\[(.]|\bcolou?rs?\s*\[|\bstate\s*\[|\b[ft]\s*(?:\[[^\]\n]*\]\s*){1,3}=[^=]|lookup|\bused\s*\[|\bcycle\b"
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
    program: str,
) -> Solved:
    """Solve the recurrence of a routine that calls itself.

    Args:
        routine: The routine.
        body: What it costs but for its calls of itself.
        most: Calls of itself on one way through, at most.
        calls: Those calls, each with the loops around it.
        rounds: How often loops go round, by ``id``.
        program: Text of the whole program, which says how large a memory is.
    """
    calls = calls[:_COMPARED]
    arguments = [argument for call, _ in calls for argument in call.arguments]
    receivers = [call.receiver for call, _ in calls]
    text = routine.heading + routine.text
    varying = _varying(routine, calls, rounds)
    paths = _paths(routine)
    structural = any(
        _STRUCTURE.search(paths.get(argument.strip("&* "), argument))
        for argument in [*arguments, *receivers]
    )
    half = any(_halves(argument) for argument in arguments) or (
        bool(re.search(r"(?i)\bmid\w*\s*:?=|(?://|/|>>)\s*[12]\b", text))
        and not structural
        and not only_steps(routine, calls)
    )
    if most >= 2 and not half and _TWICE_AS_FAST.search(text):
        half, structural = True, False
    if most < 2 and counts_down(routine, calls):
        half = any("mid" in words(argument) for argument in arguments)
    undone = most >= 2 and bool(_UNDOES.search(text) or _puts_back(routine))
    remembers = bool(
        _REMEMBERS.search(text) or marks_its_place(routine) or keeps_answers(routine)
    ) and not (undone and "@" not in routine.heading)
    many = most >= MANY
    named = _FINDS.match(routine.name) and _PARENTS.search(text)
    if most < 2 and (named or compresses(routine, calls)):
        return Solved("find", ONE)
    if many and (
        all(_into_parts(routine, call, loops) for call, loops in calls)
        or all(_takes(loops) for _, loops in calls)
        or all(_unchanged(routine, call, loops) for call, loops in calls)
        or (not undone and all(into_child(routine, call, loops) for call, loops in calls))
    ):
        return Solved(
            "structure",
            LINEAR.times(body if body.power < 1 else body._replace(power=body.power - 1)),
            once_each=True,
        )
    if many and not undone and all(of_own_parent(routine, *own) for own in calls):
        return Solved("structure", body.times(LINEAR))
    if remembers and not (structural and varying <= 1 and not many):
        if _MASK.search(" , ".join(arguments)) or _MASK.search(given_to_masks(routine, arguments)):
            return Solved("masks", body.times(EXPONENTIAL))
        if varying <= 1 and half and not many and not _STEPS.search(" , ".join(arguments)):
            return Solved("halves", body.times(LOG))
        varying = min(varying, _dimensions(text) or varying)
        if _combines(routine):
            return Solved("combines", body.times(EXPONENTIAL))
        varying = max(1, varying - _constant_dimensions(program)) if varying > 1 else varying
        states = Cost(power=min(varying, 3) or 1)
        return Solved(f"remembered{min(varying, 4)}", body.times(states), once_each=True)
    if most < 2 and _CHILD.search(text):
        return Solved("sift", body.times(LOG))
    if structural and not many:
        once = not (unmarks(routine) or (not remembers and walks_back(routine, calls)))
        if relaxes(routine):
            return Solved("relaxed", body.times(LINEAR).times(LINEAR))
        if most < 2 and body == LINEAR:
            return Solved("structure", LINEAR, once)
        return Solved("structure", body.times(LINEAR), once)
    if half and most >= 2 and not many and _within(routine, [call for call, _ in calls]):
        return Solved("segments", body.times(LOG))
    if half and not many:
        if _SEARCHED.search(text):
            return Solved("uneven", body.times(LINEAR))
        return Solved(*_halved(body, most))
    if (
        most >= 2
        and not many
        and (_parts(routine, [call for call, _ in calls]) or moves_outside(routine))
    ):
        return Solved("parts", body.times(LINEAR))
    if most < 2 and body == LINEAR and goes_where_it_stopped(routine, calls):
        return Solved("structure", LINEAR)
    if most < 2:
        return Solved("line", body.times(LINEAR))
    if many:
        return Solved("choices", body.times(Cost(exponential=2)))
    return Solved("tree", body.times(Cost(exponential=1)))


_TWICE_AS_FAST: Final = re.compile(
    r"\b(\w+)\s*=\s*\1[!?]*(?:(?:\.|->)(?:get)?[nN]ext\b(?:\(\))?[!?]*){2}"
)

_PATH: Final = re.compile(r"&?(?:ref )?(?:\w|[.?!]|->|\(\))+;?$")


def _paths(routine: Routine) -> dict[str, str]:
    """What names stand for that are given a part of something, such as ``let left = node.left``."""
    return {
        name: given
        for step in assigned(routine.body)
        if _PATH.match(given := step.text.split("=", 1)[-1].strip())
        for name in words(step.target)
    }


_MASK: Final = re.compile(
    r"(?i)\b\w*mask\w*\s*(?:[|^&+-]|xor|or\b)|[|^]\s*\(?\s*1\w*\s*<<|\bor\s*\(1 shl|xor\s*\(1 shl"
)
_STEPS: Final = re.compile(r"[-+]\s*1\b")
_CHILD: Final = re.compile(
    r"\b2\s*\*\s*(?:\w+|\(\w+[^)]*\))\s*\+\s*[12]\b|\b\w+\s*\*\s*2\s*\+\s*[12]\b"
    r"|<<\s*1\)?\s*(?:\+|\|)\s*[12]\b|\bshl 1\)?\s*(?:\+|or)\s*[12]\b"
)
_SEARCHED: Final = re.compile(
    r"(?i)\bmid\w*\s*:?=\s*[^;\n]*(?:index|find|indexOf|position|partition|get)\w*\s*[(\[]"
    r"|\bmid\w*\s*:?=\s*\w*(?:map|idx|index|pos)\w*\s*\["
)
_MEMORY: Final = re.compile(
    r"(?i)\b(?:memo\w*|dp\w*|cache\w*|visit\w*|seen|f|t)\s*((?:\[[^\[\]=]+\]){2,4})"
    r"|\(?\b(?:memo|dp|cache)\w*\[\(?((?:\w+\s*,\s*)+\w+)\)?\]"
)


def _dimensions(text: str) -> int:
    """By how many numbers a memory is looked up, as far as the text says; 0 if it doesn't."""
    found = [
        match[1].count("[") if match[1] else match[2].count(",") + 1
        for match in _MEMORY.finditer(text)
    ]
    return max(found, default=0)


_TABLE: Final = re.compile(
    r"(?i)\b(?:memo\w*|dp\w*|cache\w*)\b[^=;\n]{0,60}=([^;\n]{0,160})"
    r"|vector<vector<[\w ]+>>\s*(?:memo\w*|dp\w*|cache\w*)(\([^;\n]{0,160})"
)
_SMALL: Final = re.compile(
    r"(?:\]\s*\*\s*|new \w+\[[^\]]*\]\[|\[\]\[|Array\(|vector<[\w ]+>\(|;\s*|count:\s*|in range\()"
    r"(?:\d{1,2}|1[01]\d|12[0-8])\s*(?:[\]),]|for\b)"
)


def _constant_dimensions(program: str) -> int:
    """How many dimensions of a memory have a small number as their size."""
    return max(
        (len(_SMALL.findall(m[1] or m[2] or "")) for m in _TABLE.finditer(program[:20_000])),
        default=0,
    )


def _combines(routine: Routine) -> bool:
    """Whether what a call collected is gone through, to collect more of it: as many as there are ways."""
    own = re.compile(rf"\b{re.escape(routine.name)}\s*\(")
    names = {
        name
        for step in assigned(routine.body)
        if own.search(step.text.split("=", 1)[-1])
        for name in words(step.target)
    }
    return any(
        loop.kind == "each"
        and (
            own.search(loop.head)
            or (words(loop.head) & names and not re.search(r"range|\.\.|until", loop.head))
        )
        and any(call.name in COLLECTS for call in calls_in(loop.body))
        for loop in loops_in(routine.body)
    )


def _puts_back(routine: Routine) -> bool:
    """Whether an element is given something for the calls, and then what it was before."""
    given: dict[str, list[str]] = {}
    for step in assigned(routine.body):
        given.setdefault(step.target.replace(" ", ""), []).append(
            re.split(r"(?<![=!<>])=(?!=)", step.text, maxsplit=1)[-1].strip("; ")
        )
    for target, values in given.items():
        if "[" not in target or len(values) < 2:
            continue
        if re.match(r"b?['\"].{1,2}['\"]$", values[0]) and re.match(
            r"\w+[\[.].*[\])]$", values[-1]
        ):
            return True  # marked by a letter, then written anew
        saved = given.get(values[-1], [])
        if any(value.replace(" ", "") == target for value in saved):
            return True
    return False


def _into_parts(routine: Routine, call: Call, loops: list[Loop]) -> bool:
    """Whether a call in a loop goes into one element of what the routine was given."""
    for loop in loops:
        head = re.fullmatch(r"&?(?:mut )?(\w+)(?:\.\w+\(\))*", loop.head.strip())
        if loop.kind != "each" or head is None or head[1] not in routine.parameters:
            continue
        inside = words(loop.variable)
        given = [*call.arguments, call.receiver]
        return any(words(part) & inside for part in given) and not any(
            head[1] in words(part) for part in given
        )
    return False


def _unchanged(routine: Routine, call: Call, loops: list[Loop]) -> bool:
    """Whether a loop with a condition calls the routine with what it was given: what changes is outside."""
    own = routine.parameters[len(routine.parameters) - len(call.arguments) :]
    return (
        any(loop.kind == "while" for loop in loops)
        and [argument.strip("&* ") for argument in call.arguments] == own
    )


def _takes(loops: list[Loop]) -> bool:
    """Whether each call takes one edge away from a graph for good."""
    for loop in loops:
        if loop.kind != "while":
            continue
        named = words(loop.head)
        for call in calls_in(loop.body):
            if call.name in TAKES or call.name == "heappop":
                whole = call.receiver + " " + " ".join(call.arguments[:1])
                if "[" in whole + loop.head and words(whole) & named:
                    return True
    return False


def _within(routine: Routine, calls: list[Call]) -> bool:
    """Whether calls on both halves of a range end early outside of, or within, another range that stays."""
    parameters = [name for name in routine.parameters if name != "self"]
    if len(parameters) < 4:
        return False
    if not any(
        re.search(r"(?i)mid|/\s*2|>>\s*1|half", a) for call in calls for a in call.arguments
    ):
        return False
    same = [p for p in parameters if all(p in call.arguments for call in calls)]
    moving = [p for p in parameters if p not in same]
    crossed = {
        (one, other)
        for one in same
        for other in moving
        if re.search(rf"\b{one}\s*[<>]=?\s*{other}\b|\b{other}\s*[<>]=?\s*{one}\b", routine.text)
    }
    return len({one for one, _ in crossed}) >= 2 and len({other for _, other in crossed}) >= 2


def moves_outside(routine: Routine) -> bool:
    """Whether every call takes one more of what is outside: a position there moves on."""
    own = set(routine.parameters)
    local = {
        name
        for step in assigned(routine.body)
        if re.search(r"\b(?:int|let|var|val|auto|const|long|size_t)\s", step.text)
        or ":=" in step.text
        for name in words(step.target)
    }
    for step in routine.body:
        if isinstance(step, Assign) and re.search(r"\+\+|--|[-+]=\s*1\b", step.text):
            names = words(step.target.split(".")[-1])
            if "[" in step.target and not re.search(r"\[\s*0\s*\]", step.target):
                continue
            if names and (step.target.startswith("*") or not names & (own | local)):
                return True
    return False


def _halves(text: str) -> bool:
    """Whether an argument is about half, or less, of something."""
    return bool(
        re.search(
            r"(?i)\bmid\w*\b|/\s*2\b|//\s*2\b|>>>?\s*1\b|\bhalf\b|//\s*\w|%|/\s*(?:10|[3-9])\b",
            text,
        )
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
    few_values = {
        name
        for step in assigned(routine.body)
        if re.search(r"(?:%|\^)\s*\d{1,2}\s*\)*;?\s*$|-\s*(?:'a'|ord\('a'\)|b'a'|97)", step.text)
        for name in words(step.target)
    }
    for call, loops in calls:
        few = {
            word
            for loop in loops
            if rounds[id(loop)].kind == "few"
            for word in words(loop.variable)
        }
        around = any(rounds[id(loop)].kind == "shared" for loop in loops)
        for place, argument in enumerate(call.arguments):
            own = parameters[place] if place < len(parameters) else ""
            plain = argument.strip("&* ")
            if around and plain in parameters:
                continue  # where it came from: one call for each edge
            if (
                plain not in (own, f"mut {own}")
                and not _COLLECTED.search(plain)
                and plain not in few
                and plain not in few_values
            ):
                changing.add(place)
    return len(changing)


_COLLECTED: Final = re.compile(
    r"^\[|\+\s*\[|(?:path|cur|res|ans|out|memo|dp|visited|seen)\b"
    r"|^(?:-?\d|true|false|True|False|None|nil|null)$|^(?:not |!)|\^\s*1$|^[1-3]\s*-|^-\s*[A-Za-z_]\w*$"
)


_CAST: Final = re.compile(r"\s+as \w+")


def _parts(routine: Routine, calls: list[Call]) -> bool:
    """Whether the calls go to disjoint parts: one keeps the lower end of a range, the other the upper one.

    Or each takes what the ones before left: nothing given changes, a position outside moves on.
    """
    parameters = [name for name in routine.parameters if name != "self"]
    changed = [
        {
            p: a
            for p, given in enumerate(call.arguments)
            if (a := _CAST.sub("", given)) not in parameters[p : p + 1]
        }
        for call in calls
    ]
    if not any(changed):
        return not any(step.target in parameters for step in assigned(routine.body))
    for place, one in enumerate(changed):
        for other in changed[:place]:
            first, second = one.keys() - other.keys(), other.keys() - one.keys()
            shared = [words(one[p]) & words(other[q]) for p in first for q in second]
            if any(names - set(parameters) for names in shared):
                return True
            if any(cut_apart(one[p], other[p]) for p in one.keys() & other.keys()):
                return True
    return False
