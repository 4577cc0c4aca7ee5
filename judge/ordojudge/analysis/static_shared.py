"""Loops that share their rounds: all entries together make about n, however often they are entered."""

import re
from typing import Final

from ordojudge.analysis.static_steps import Loop, assigned, calls, words

__all__ = ["goes_on", "harmonic", "over_neighbours", "resumes"]

_ADJACENT: Final = re.compile(
    r"(?i)\b(?:adj\w*|graph|g|neighbou?rs?|nei|children|child|edges(?=\s*(?:\[|\.get|\.at))|edges?_?(?:map|of|from)|tree|links|next_nodes|nbrs?"
    r"|outgoing|successors|preds?|followers|prereqs?|dependents|connections)\b\s*(?:\[|\.get|\.at|\.children|$|\(|\.iter|\.filter|\?)"
    r"|\.(?:neighbou?rs|children|edges|adj\w*|next)\b"
)
_QUEUE: Final = re.compile(
    r"(?i)^\W*(?:(?:not|let|some)\b\W*|(?:len|size|empty|any|bool)\s*\(\s*|true\s*&&\s*)*\W*(\w*(?:q|queue|stack|stk|heap|todo|deque|dq|frontier|level|pq|bfs|worklist))\b"
)
_SIZES: Final = re.compile(r"(?i)(?:size|len|count|length)")
_STEP: Final = re.compile(r"(\w+)\s*\+=\s*([A-Za-z_]\w*)|(\w+)\s*=\s*\3\s*\+\s*([A-Za-z_]\w*)")


def over_neighbours(loop: Loop, outer: list[Loop], sizes: dict[str, str]) -> bool:
    """Rounds that all entries together make only about n of: of a graph's edges, of a queue's levels."""
    if loop.kind == "each" and _ADJACENT.search(loop.head) and "range" not in loop.head:
        return True
    for around in outer:
        match = _QUEUE.match(around.head) if around.kind == "while" else None
        if match is None:
            continue
        queue = match.group(1)
        limit = loop.head + " " + " ".join(sizes.get(name, "") for name in words(loop.head))
        if re.search(rf"\b{re.escape(queue)}\b", limit) and _SIZES.search(limit):
            return True
        if loop.kind == "each" and loop.head.strip() == queue:
            return True
    return False


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


def resumes(loop: Loop, outer: list[Loop], named: set[str]) -> bool:
    """Whether a loop goes on where it stopped the last time, so that all entries together make n rounds."""
    head = loop.head
    moved = {name for step in assigned(loop.body) for name in words(step.target.split("[")[0])}
    moved |= {
        call.receiver.split("[")[0].split(".")[-1]
        for call in calls(loop.body)
        if call.name
        in (
            "pop",
            "popleft",
            "pop_back",
            "pop_front",
            "poll",
            "removeLast",
            "pollLast",
            "removeFirst",
        )
        or call.name
        in ("shift", "Pop", "Dequeue", "pop_first", "pollFirst", "remove_first", "dequeue")
    }
    moved |= {
        word
        for call in calls(loop.body)
        if call.name in ("heappop", "Pop", "heapreplace", "pop_heap")
        for argument in call.arguments[:1]
        for word in words(argument)
    }
    if loop.update:
        moved |= words(loop.update)
    if re.search(r"\.(?:right|left)\b.*!==?\s*(?:cur|curr|root|node)\b", head):
        return True  # Morris' traversal
    moving = moved & named if named - {"true", "True"} else moved
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
    reset = {
        name
        for step in assigned(around.body, skip=loop)
        if not _STEPPED.search(step.text) and not re.search(r"[\[.>]", step.target)
        for name in words(step.target)
        if name not in words(step.text.split("=", 1)[-1])
    }
    if around.kind == "while" and reset & moving:
        # a run: j starts at i, and i goes on from j
        ahead = reset & words(around.head)
        taken = " ".join(
            s.text for s in assigned(around.body, skip=loop) if words(s.target) & ahead
        )
        if ahead and words(taken.split("=", 1)[-1]) & moving:
            return True
    return not reset & moving
