"""Loops that share their rounds: all entries together make about n, however often they are entered."""

import re
from typing import Final

from ordojudge.analysis.reading.grammar import names_of
from ordojudge.analysis.reading.steps import (
    Assign,
    Branch,
    Call,
    Exit,
    Loop,
    Step,
    assigned,
    calls,
    words,
)

__all__ = [
    "COLLECTS",
    "PUTS",
    "TAKES",
    "advances",
    "feeds",
    "goes_on",
    "harmonic",
    "in_segment",
    "of_counted",
    "of_level",
    "of_segment",
    "over_neighbours",
    "resumes",
    "strides",
    "visits_rest",
]

_ADJACENT: Final = re.compile(
    r"(?i)\b(?:adj\w*|graph|g|neighbou?rs?|nei|children|child|edges(?=\s*(?:\[|\.get|\.at))|edges?_?(?:map|of|from)|tree|links|next_nodes|nbrs?"
    r"|outgoing|successors|preds?|followers|prereqs?|dependents|connections)\b\s*(?:\[|\.get|\.at|\.children|$|\(|\.iter|\.filter|\.c?r?end\(|\?)"
    r"|\.(?:neighbou?rs|children|edges|adj\w*|next)\b"
)
_QUEUE: Final = re.compile(
    r"(?i)^\W*(?:(?:not|let|some)\b\W*|(?:len|size|empty|any|bool)\s*\(\s*|true\s*&&\s*)*\W*(\w*(?:q|queue|stack|stk|heap|todo|deque|dq|frontier|level|pq|bfs|worklist)\d?)\b"
)
_SIZES: Final = re.compile(r"(?i)(?:size|len|count|length)")
_STEP: Final = re.compile(r"(\w+)\s*\+=\s*([A-Za-z_]\w*)|(\w+)\s*=\s*\3\s*\+\s*([A-Za-z_]\w*)")

_ENTRY: Final = re.compile(r"&?\w+(?:\[[^\[\]]*\]|\.get\([^()]*\))!?")


def over_neighbours(loop: Loop, outer: list[Loop], sizes: dict[str, str]) -> bool:
    """Rounds that all entries together make only about n of: of a graph's edges, of a queue's levels."""
    if loop.kind == "each":
        through = sizes.get(loop.head.strip("&"), "").strip(" ;")
        listed = _ENTRY.fullmatch(through)
        heads = [loop.head, through] if listed else [loop.head]
        if any(_ADJACENT.search(head) and "range" not in head for head in heads):
            return True
    if loop.kind == "count" and re.search(r"!=\s*\w", loop.head) and _ADJACENT.search(loop.head):
        return True  # an iterator
    for around in outer:
        match = _QUEUE.match(around.head) if around.kind == "while" else None
        if match is None:
            continue
        queue = match.group(1)
        limit = (
            loop.head
            + loop.start
            + " "
            + " ".join(sizes.get(name, "") for name in words(loop.head))
        )
        if re.search(rf"\b{re.escape(queue)}\b", limit) and _SIZES.search(limit):
            return True
        if loop.kind == "each" and loop.head.strip() == queue:
            return True
    return feeds(loop, outer) or of_counted(loop, outer)


def harmonic(loop: Loop, outer: list[Loop]) -> bool:
    """Steps as long as a variable of a loop around it: n/1 + n/2 + … in all."""
    variables = set().union(*(words(around.variable) for around in outer))
    match = _STEP.search(loop.update)
    if match:
        return (match.group(2) or match.group(4)) in variables
    match = re.search(
        r"range\(.*,.*,\s*(\w+)\s*\)$|step_by\((\w+)|by:\s*(\w+)\)|step\s+(\w+)", loop.head
    )
    return bool(match) and next(g for g in match.groups() if g) in variables if match else False


def goes_on(loop: Loop, around: Loop, limit: set[str]) -> bool:
    """Whether a counting loop starts where it ended the last time."""
    first = words(loop.start.split("=", 1)[-1]) - words(around.variable)
    return any(
        words(step.target) & first and words(step.text.split("=", 1)[-1]) & limit
        for step in assigned(around.body, skip=loop)
    )


_STEPPED: Final = re.compile(r"\+\+|--|[-+*/%&|^]=|<<=|>>=")
COLLECTS: Final = names_of(
    "append push push_back emplace_back add Add insert addLast extend addAll appendleft"
)
"""Calls that put something into a list."""

PUTS: Final = COLLECTS | names_of("offer Enqueue enqueue emplace Push heappush push_front")
"""Calls that put something into a container of any kind."""

TAKES: Final = names_of(
    "pop popleft pop_back pop_front poll removeLast pollLast removeFirst shift Pop Dequeue pop_first"
    " pollFirst remove_first dequeue popFirst popLast removeMin removeMax popMin popMax popitem removeAt"
    " RemoveAt RemoveLast RemoveFirst popBack popFront"
)
"""Calls that take something out of a container."""

_TAKES_ARGUMENT: Final = names_of("heappop Pop heapreplace pop_heap")
_INDEX: Final = re.compile(r"\[[^\[\]]*\]")


def moved(loop: Loop, *, stepped: bool = False) -> set[str]:
    """Names of what a loop changes: variables that are given something, and containers that are taken from.

    Args:
        loop: The loop.
        stepped: Only what goes on from where it was, such as ``i += 1`` or ``node = node.next``.
    """
    called = list(calls(loop.body))
    puts = [call for call in called if call.name in PUTS]
    rotated = {  # put at the end again
        call.receiver for call in puts if any(call.receiver in given for given in call.arguments)
    } | _put_back(loop, puts)
    names = {
        name
        for step in assigned(loop.body)
        if not stepped or _goes_on_from_itself(step)
        for name in words(step.target.split("[")[0])
        if "%" not in _INDEX.sub("", step.text)
    }
    for call in called:
        if call.name in TAKES and call.receiver not in rotated:
            names.add(call.receiver.split("[")[0].split(".")[-1])
        if call.name in _TAKES_ARGUMENT:
            names |= set().union(*map(words, call.arguments[:1]))
    return names | words(loop.update)


_TAKEN_FROM: Final = re.compile(r"=\s*(\w+)\.(\w+)\(\)")


def _put_back(loop: Loop, puts: list[Call]) -> set[str]:
    """Containers that a loop puts into what it has just taken out of them."""
    if not puts:
        return set()
    taken = {
        (found[1], step.target.rpartition(" ")[2])
        for step in assigned(loop.body)
        if (found := _TAKEN_FROM.search(step.text)) and found[2] in TAKES
    }
    return {call.receiver for call in puts if (call.receiver, "".join(call.arguments)) in taken}


_NEXT_TO: Final = re.compile(
    r"\b(\w+)\b\s*(?:\)|!|\?|\.as_\w+\(\)|\.unwrap\(\))*\s*(?=[-+]\s*1\b|(?:\.|->)(?:next|Next|right|left|Right|Left)\b)"
)
"""What is stepped on from: a number by one, a node to one beside it."""


def _goes_on_from_itself(step: Assign) -> bool:
    if _STEPPED.search(step.text):
        return True
    given = step.text.split("=", 1)[-1]
    return "[" not in step.target and not words(step.target).isdisjoint(_NEXT_TO.findall(given))


def made_afresh(around: Loop, *, skip: Loop) -> set[str]:
    """Names that a loop gives something new in each round, but for what one loop in it does."""
    names = {
        name
        for step in assigned(around.body, skip=skip)
        if not _STEPPED.search(step.text) and not re.search(r"[\[.>]", step.target)
        for name in words(step.target)
        if name not in words(step.text.split("=", 1)[-1])
    }
    return names | (words(around.variable) if around.kind == "each" else set())


def resumes(loop: Loop, outer: list[Loop], named: set[str]) -> bool:
    """Whether a loop goes on where it stopped the last time, so that all entries together make n rounds."""
    head = loop.head
    changed = moved(loop)
    if re.search(r"\.(?:right|left)\b.*!==?\s*(?:cur|curr|root|node)\b", head):
        return True  # Morris' traversal
    moving = changed & named if named - {"true", "True"} else changed
    if not moving and any(words(step.target) & named for step in assigned(loop.body)):
        return False  # it goes round
    if not moving:  # what moves is behind an expression: while s[right] in seen: left += 1
        moving = {
            name
            for step in assigned(loop.body)
            if _STEPPED.search(step.text)
            for name in words(step.target.split("[")[0])
        }
    if not moving:
        return False
    around = outer[-1]
    if around.kind != "while" and moving & words(around.variable):
        return True
    reset = made_afresh(around, skip=loop) - (
        set() if around.kind == "while" else words(around.variable)
    )
    if advances(loop, around):
        return True
    if around.kind != "each" and reset & moving:
        # a run: j starts at i, and i goes on from j
        ahead = reset & words(around.head)
        if around.kind == "count":
            ahead = words(around.variable)
        if _follows(around, loop, moving, ahead) and _follows(around, loop, ahead, moving):
            return True
    return not reset & moving


def _follows(around: Loop, loop: Loop, names: set[str], others: set[str]) -> bool:
    """Whether a loop gives one of some names one of others, but for what a loop in it does."""
    return any(
        words(step.target) & names and words(step.text.split("=", 1)[-1]) & others
        for step in assigned(around.body, skip=loop)
    )


def advances(loop: Loop, around: Loop) -> bool:
    """Whether every round brings something nearer its end that the loop around it never sets back."""
    held = moved(loop, stepped=True) - made_afresh(around, skip=loop)
    if loop.kind == "while" and held & words(loop.head):
        return True
    if around.kind == "while" and held & words(around.head):
        return True
    return any(
        re.search(r"(?:\.|->)(?:next|Next)\b", step.text) and words(step.target) & held
        for step in assigned(loop.body)
        if "." not in step.target and "->" not in step.target
    )


_COUNTS: Final = re.compile(
    r"(?i)\b(?:\w*(?:count|cnt|freq|frequency|frequencies|occurrences|bucket|counter|cnts|counts|freqs|buckets|groups)\w*)"
    r"(?:\.(?:get|getOrDefault|at)\(|\s*\[|\.\w+\s*\[)"
)


def of_counted(loop: Loop, outer: list[Loop]) -> bool:
    """Whether a loop goes over what one entry of a table of counts or buckets holds: n in all."""
    if not outer:
        return False
    head = loop.head
    if "length" in head or "size" in head or ".len" in head:
        head = re.sub(r"(?:\.\w+\(?\)?)$", "", head)
    match = _COUNTS.search(head)
    return bool(match)


def strides(loop: Loop, outer: list[Loop]) -> bool:
    """Whether a loop starts at the outer variable and takes steps of a fixed length: a residue class each."""
    for around in outer[-1:]:
        variables = words(around.variable)
        match = re.search(r"range\(\s*(\w+)\s*,.*,\s*([a-z_A-Z]\w*)\s*\)$", loop.head)
        if match:
            return match[1] in variables and match[2] not in variables
        step = _STEP.search(loop.update)
        start = re.search(r"=\s*(\w+)\s*;?$", loop.start)
        if step and start:
            return start[1] in variables and (step.group(2) or step.group(4)) not in variables
    return False


_MARKED: Final = re.compile(
    r"(?i)visit|seen|^vis$|lookup|colou?r|processed|done|used|indegree|memo"
)


def visits_rest(loop: Loop, around: Loop) -> bool:
    """Whether a search through a graph starts in a loop, and leaves out what earlier ones have seen."""
    if loop.kind != "while" or not _QUEUE.match(loop.head):
        return False
    marks = {
        name
        for step in assigned(loop.body)
        if "[" in step.target
        for name in words(step.target.split("[")[0])
        if _MARKED.search(name) or re.search(r"[^=!<>+*/-]=\s*[\w'\"-]+;?$", step.text)
    } | {
        call.receiver.split(".")[-1].strip("&*() ")
        for call in calls(loop.body)
        if call.name in ("add", "insert", "set", "Add", "put")
    }
    queue = _QUEUE.match(loop.head)
    return bool(
        {m for m in marks if _MARKED.search(m) or re.search("(?i)grid|board|matrix|image|land", m)}
        - made_afresh(around, skip=loop)
        - {queue[1] if queue else ""}
    )


def feeds(loop: Loop, outer: list[Loop]) -> bool:
    """Whether each round puts something into the queue that a loop around it empties."""
    for around in outer:
        match = _QUEUE.match(around.head) if around.kind == "while" else None
        if match is None:
            continue
        for step in loop.body:
            if isinstance(step, Branch) and any(_leaves(arm) for arm in step.arms):
                break
            if (
                isinstance(step, Call)
                and step.name in PUTS
                and re.search(rf"\b{match[1]}\b", step.receiver)
            ):
                return True
    return False


def _leaves(arm: list[Step]) -> bool:
    return any(isinstance(step, Exit) for step in arm)


def _split(
    steps: list[Step], item: Step, before: list[Assign], after: list[Assign], found: bool = False
) -> bool:
    """Sort the assignments of a block by whether they come before or after one of its steps."""
    for step in steps:
        if step is item:
            found = True
        elif isinstance(step, Assign):
            (after if found else before).append(step)
        elif isinstance(step, Branch):
            here = found
            for arm in step.arms:
                found = _split(arm, item, before, after, here) or found
    return found


_NEXT: Final = re.compile(r"=\s*(\w+)\s*\+\s*1\s*;?$")


def _segment(names: set[str], around: Loop, item: Step) -> bool:
    """Whether one end of a part follows on the other in each round, so that all parts together are n long."""
    before: list[Assign] = []
    after: list[Assign] = []
    if not _split(around.body, item, before, after):
        return False
    outside = words(around.variable)
    begun = {  # but for what goes on behind an end: start = end + 1
        name
        for step in before
        if not _STEPPED.search(step.text)
        and not ((end := _NEXT.search(step.text)) and end[1] not in outside)
        for name in words(step.target)
    }
    moving = names | words(around.variable) | _stepped(around)
    for step in after:
        start = (words(step.target) & names) - begun
        given = re.split(r":?=", step.text, maxsplit=1)[-1].strip("; ")
        end = re.fullmatch(r"(\w+)(?:\s*\+\s*1)?", given)
        if start and end and "[" not in step.target and end[1] in moving - start:
            return True
    return False


def _stepped(around: Loop) -> set[str]:
    return {
        name
        for step in assigned(around.body)
        if re.search(r"\+\+|\+=\s*1\b", step.text)
        for name in words(step.target)
    }


def of_segment(call: Call, around: Loop) -> bool:
    """Whether a call works on a part of the input that begins where that of the round before ended."""
    names = set().union(*map(words, call.arguments)) if call.arguments else set()
    if part := re.search(r"\[([^\[\]]*\.\.[^\[\]]*)\]$", call.receiver):
        names |= words(part[1])
    return _segment(names, around, call)


_LENGTHS: Final = re.compile(r"\b(?:len|size)\(\s*(\w+)\s*\)")


def in_segment(loop: Loop, around: Loop) -> bool:
    """Whether a loop goes through a part of the input that begins where that of the round before ended."""
    heads = words(loop.head)
    begun = [
        step.text.split("=", 1)[-1]
        for step in assigned(around.body, skip=loop)
        if words(step.target) & heads and not _STEPPED.search(step.text)
    ]
    names = set().union(*map(words, begun), words(loop.start)) if begun or loop.start else set()
    if loop.kind == "each" and re.search(r"range|\.\.|until", loop.head):
        names |= heads - set(_LENGTHS.findall(loop.head))
    return _segment(names - words(around.variable), around, loop)


def of_level(call: Call, around: Loop) -> bool:
    """Whether a call works on what one level of a queue was collected in."""
    if around.kind != "while" or not _QUEUE.match(around.head):
        return False
    names = words(call.receiver) | set().union(set(), *map(words, call.arguments[:1]))
    return any(
        isinstance(step, Assign)
        and words(step.target) & names
        and "." not in step.target
        and re.search(
            r"=\s*(?:\[|new|\w*List|vec!|Vec|make|deque|\[\]|List|mutable|std::vector)|vector<",
            step.text,
        )
        for step in around.body
    )
