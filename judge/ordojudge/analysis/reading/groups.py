"""Tables whose rows are collected one thing at a time: all rows together hold as much as was collected."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ordojudge.analysis.reading.given import meant
from ordojudge.analysis.reading.grammar import names_of
from ordojudge.analysis.reading.shared import COLLECTS, TAKES
from ordojudge.analysis.reading.steps import Assign, Call, Loop, assigned, words

__all__ = ["grouped", "of_group", "of_times", "works_on_group"]

_ROW: Final = re.compile(
    r"[(&*\s]*(?:self\.|this\.|this->)?([A-Za-z_]\w*)(?:\[|\.(?:get|at|entry|setdefault|computeIfAbsent|getOrPut|GetValueOrDefault)\()"
)
_ROWS: Final = re.compile(
    r"(?:enumerate\(|reversed\()?&?(?:mut )?(?:self\.|this\.)?(\w+)"
    r"(?:\.(?:values|items|iter|iter_mut|into_iter|into_values|values_mut|entries|itervalues|iteritems|entrySet|Values)(?:\(\))?)*\)?"
)

_WRAPPED: Final = re.compile(r"(?:enumerate|reversed|list|sorted|set)\((.*)\)")
_LENGTH_OF: Final = re.compile(
    r"(?:x?range\(\s*len|\w+\s*<\s*(?:len|size|\(?int\)?size))\(([\w.\[\]]{1,40})\)\)?"
    r"|\w+\s*<\s*([\w.\[\]]{1,40})\.(?:size|length|Count|Length)(?:\(\))?"
    r"|\(?0\s*(?:\.\.<?|until)\s*([\w.\[\]]{1,40})\.(?:size|count|len)(?:\(\))?\)?|([\w.\[\]]{1,40})\.indices"
)
_WALKED: Final = re.compile(
    r"(?:\.(?:iter|iter_mut|items|entries|copied|asReversed|reversed)\(\))+$"
)
_ONE_ROW: Final = re.compile(
    r"&?(?:mut )?(?:self\.|this\.)?(\w+)(?:\[&?([\w.]+)\][!?]*|\.(?:get|at)\(&?([\w.]+)\)!*)(?: \?\? \[\])?"
)
_COUNTED: Final = re.compile(
    r"range\(|\.\.|until|indices|downTo|\benumerate\(|\.keys\(\)|keySet|\.Keys|^(?:adj|graph)\w*$"
)


_VALUES: Final = re.compile(r"\.(?:iter|into_)?[vV]alues\b")


def grouped(calls: Iterable[Call], assigns: Iterable[Assign]) -> frozenset[str]:
    """Names of tables in whose rows a program collects."""
    receivers = [call.receiver for call in calls if call.name in COLLECTS]
    receivers += [step.target for step in assigns if "append(" in step.text]
    rows = (_ROW.match(receiver) for receiver in receivers)
    return frozenset(row[1] for row in rows if row)


def of_group(
    loop: Loop, outer: list[Loop], sizes: Mapping[str, str], groups: frozenset[str]
) -> bool:
    """Whether a loop goes through a row that no other round of the loops around it goes through."""
    counted = _LENGTH_OF.fullmatch(loop.head.strip())
    if not outer or not (loop.kind == "each" or (loop.kind == "count" and counted)):
        return False
    wrapped = counted or _WRAPPED.fullmatch(loop.head.strip())
    through = (wrapped[wrapped.lastindex or 0] if wrapped else _WALKED.sub("", loop.head)).strip(
        "&"
    )
    head = meant(through, sizes)
    if any(around.kind == "each" and around.head == loop.head for around in outer):
        return False  # pairs within a row
    if counted and any(re.search(rf"\b{re.escape(through)}(?!\w)", a.head) for a in outer):
        return False
    row = _ONE_ROW.fullmatch(head)
    if row:
        return row[1] in groups and _once(row[2] or row[3], outer)
    for around in outer:
        rows = _ROWS.fullmatch(around.head) if around.kind == "each" else None
        held = rows and (rows[1] in groups or _VALUES.search(around.head))
        if held and head.strip("&") in words(around.variable):
            return True
    return False


_BEGIN: Final = re.compile(
    r"(?:std::)?c?r?begin\(([^()]{1,40})\)(?:\s*\+.*)?|(.{1,40})\.c?r?begin\(\).*"
)
_OF_ARGUMENT: Final = names_of(
    "extend addAll AddRange putAll list max min sum accumulate nth_element reverse max_element min_element"
)


def works_on_group(
    call: Call, outer: list[Loop], sizes: Mapping[str, str], groups: frozenset[str]
) -> bool:
    """Whether a call works on a row that no other round of the loops around it works on."""
    through = call.receiver
    if call.name in _OF_ARGUMENT and call.arguments:
        begun = _BEGIN.fullmatch(call.arguments[0].strip())
        through = begun[begun.lastindex or 0] if begun else call.arguments[0]
    loop = Loop("each", "", through.strip(), "", "", [])
    return bool(through) and of_group(loop, outer, sizes, groups)


def _once(index: str, outer: list[Loop]) -> bool:
    """Whether loops give an index another value in each round: they count, or take it from a container."""
    for around in outer:
        if around.kind == "count" and index == around.variable:
            return True
        if around.kind == "each" and index in words(around.variable):
            first = words(around.variable.split(",")[0].strip("( "))
            return bool(_COUNTED.search(around.head)) and (index in first)
        if around.kind == "while" and any(
            name in TAKES
            for step in assigned(around.body)
            if index in words(step.target)
            for name in words(step.text)
        ):
            return True
    return False


_TIMES: Final = re.compile(
    r"(?i)(?:sorted\(|list\()?&?(?:mut )?(?!discount)(?!account)\w*(?:count|cnt|freq|occurrence|bucket)\w*"
    r"(?:\.(?!count)\w+(?:\(.*\))?)*(?:,.*)?\)?"
)
_TIMES_OF: Final = re.compile(
    r"(?i)\w*(?:count|cnt|freq|occurrence|bucket)\w*(?:\[|\.(?:get|at|getOrDefault)\()"
)


def of_times(loop: Loop, outer: list[Loop], sizes: Mapping[str, str]) -> bool:
    """Whether a loop goes round as often as something was counted: all counts together are n."""
    limits = words(loop.head) - words(loop.variable)
    for around in outer:
        if (
            around.kind == "each"
            and _TIMES.fullmatch(around.head)
            and limits & words(around.variable)
        ):
            return True
    return bool(outer) and any(_TIMES_OF.match(sizes.get(name, "").strip("*& ")) for name in limits)
