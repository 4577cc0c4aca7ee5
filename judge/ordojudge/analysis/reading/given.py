"""What names stand for: other names, numbers written in the program, and what routines are given."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ordojudge.analysis.reading.shared import COLLECTS
from ordojudge.analysis.reading.steps import Call, Loop, Routine, assigned, calls, words

__all__ = [
    "OUTSIDE",
    "given_to",
    "meant",
    "of_small_row",
    "regrown",
    "shortened",
    "spans_few",
]

OUTSIDE: Final = "(parameter)"
"""What is noted of a parameter that calls give different things."""

_ALIAS: Final = re.compile(
    r"\s*&?(?:mut )?(\w+(?:\[[\w.]{1,30}\]|\.get\(&?[\w.]{1,30}\)!?)?)(?:\s*(?:\?\?|\|\|)\s*\[\])?\s*;?\s*"
)
_WRITTEN: Final = re.compile(r"\d{1,3}|[\"'][^\"']{0,30}[\"']|\[[\w\s,.'\"()-]{1,60}\]")
_OWN: Final = frozenset({"self", "this", "cls"})


def meant(text: str, sizes: Mapping[str, str]) -> str:
    """What a piece of text stands for, if it is a name that was given another name or an element."""
    for _ in range(3):
        given = sizes.get(text.strip().strip("&()"), "")
        alias = _ALIAS.fullmatch(given)
        if not alias or alias[1] == text.strip() or alias[1].isdigit():
            break
        text = alias[1]
    return text


_LEAST: Final = re.compile(
    r"(?i)\bmin(?:of)?\s*\(([^()]{1,80}(?:\([^()]{0,40}\)[^()]{0,40}){0,3})\)"
)


def shortened(limit: str) -> bool:
    """Whether a limit is the least of several, and one of these is a number."""
    return any(
        re.fullmatch(r"\s*(?:\d|[1-6]\d)\s*", part)
        for found in _LEAST.finditer(limit)
        for part in found[1].split(",")
    )


def given_to(routine: Routine, calls: Iterable[Call]) -> Iterator[tuple[str, str]]:
    """Each parameter, with what every call from elsewhere gives it if that is written in the program."""
    names = [name for name in routine.parameters if name not in _OWN]
    arguments = [call.arguments for call in calls if len(call.arguments) == len(names)]
    for place, name in enumerate(names):
        values = [given[place] for given in arguments]
        constant = bool(values) and all(map(_WRITTEN.fullmatch, values))
        yield name, max(values, key=len) if constant else OUTSIDE


_SPAN: Final = re.compile(
    r"x?range\(\s*(max\([^()]{1,40}\)|[^,]{1,40}),"
    r"\s*(min\((?:[^()]|\([^()]{0,20}\)){1,40}\)(?:\s*\+\s*1)?|[^,]{1,40})\)"
    r"|\(?(.{1,40}?)\s*(?:\.\.[.<=]?|\buntil\b)\s*(.{1,40})"
)
_NEAR: Final = re.compile(r"[-+]\s*\d|\.\.=|<=")
_ENDED: Final = re.compile(r"<=?(.*)")
_OFFSET: Final = re.compile(r"(\w+)(?:([-+])(\d))?")


def spans_few(loop: Loop) -> bool:
    """Whether a loop goes from a few before a place to a few after it."""
    if not _NEAR.search(loop.head):
        return False
    if loop.kind == "each":
        found = _SPAN.fullmatch(re.sub(r"^reversed\((.*)\)$", r"\1", loop.head.strip()))
        ends = (found[1] or found[3], found[2] or found[4]) if found else ("", "")
    else:
        limit = _ENDED.search(loop.head)
        ends = (loop.start.split("=", 1)[-1], limit[1] if limit else "")
    first, last = _places(ends[0], "max"), _places(ends[1], "min")
    return bool(first & last)


def _places(end: str, of_two: str) -> set[str]:
    """Names that an end of a range is a few from."""
    plain = re.sub(r"\s|;|Math\.|std::|\bcmp\.", "", end)
    clipped = re.fullmatch(rf"(?i){of_two}(?:Of)?\((.*)\)(?:\+1)?", plain)
    parts = clipped[1].split(",") if clipped else [plain]
    places = (_OFFSET.fullmatch(part.strip("()")) for part in parts)
    return {place[1] for place in places if place and not place[1].isdigit()}


_SMALL_ROWS: Final = re.compile(
    r"\s*(?:vec!)?[\[{(]\s*&?(?:vec!)?[\[{(][^\[{(]{1,60}[\]})]|\s*new \w+\[\d{1,2}\]\[\d{1,2}\]"
    r"|.*\]\s*\*\s*\d{1,2}\s+for\b|\s*make\(\[\]\[\d{1,2}\]|.*\(\d{1,2}[,)].*\(\d{1,2}[,)]"
)


def of_small_row(loop: Loop, outer: list[Loop], sizes: Mapping[str, str]) -> bool:
    """Whether a loop goes through a row of a table whose rows are written in the program."""
    head = loop.head.strip("&() ")
    for around in outer:
        if around.kind == "each" and head and head in words(around.variable):
            given = sizes.get(meant(around.head.strip("&() "), sizes), "")
            return bool(_SMALL_ROWS.match(given)) and not re.search(r"\.\.\.|=>", given)
    return False


_TAKEN: Final = re.compile(
    r"(?:std::)?(?:move|list|set|swap)?\(?\s*&?(\w+)\s*\)?(?:\.clone\(\))?\s*;?\s*"
)
_SMALL: Final = re.compile(
    r"[\[{(].{0,150}[\]})]\W*|[^-+*]*\d\W*|.*\]\s*\*\s*\d{1,2}\W*", re.DOTALL
)


def regrown(name: str, outer: list[Loop]) -> bool:
    """Whether a loop puts more into a list, or gives its name another list that may be longer."""
    for around in outer[-2:]:
        given = {
            step.target.split()[-1]: step.text.split("=", 1)[-1].strip()
            for step in assigned(around.body)
            if step.target and "[" not in step.target
        }
        taken = _TAKEN.fullmatch(given.get(name, ""))
        if taken and not _SMALL.fullmatch(given.get(taken[1], "0")):
            return True
        if any(call.name in COLLECTS and call.receiver == name for call in calls(around.body)):
            return True
    return False
