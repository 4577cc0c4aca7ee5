"""What is small whatever the input: rows and slices of a constant length, and calls that work on such."""

import re
from collections.abc import Mapping
from typing import Final

from ordojudge.analysis.reading.grammar import names_of
from ordojudge.analysis.reading.library import LINEAR, ONE, Cost
from ordojudge.analysis.reading.steps import Call, words

__all__ = ["is_fixed", "of_constant_length", "operand", "row_cost", "row_of", "rows"]

_NARROW: Final = re.compile(
    r"\b(\w+)\s*=\s*new\s+\w+\[[^\[\]\n]{1,40}\]\[\d{1,3}\]"
    r"|\b(\w+)\s*\[[^\[\]\n]{1,40}\]\s*=\s*(?:new\s+\w+\[\d{1,3}\]|make\(\[\]\w+,\s*\d{1,3}\))"
    r"|\b(\w+)\s*(?::[^=;\n]{0,60})?=\s*\[\s*\[[^\[\]\n]{1,40}\]\s*\*\s*\d{1,3}\s*for\b"
    r"|\b(\w+)\(\s*[^;(){}\n]{1,60},\s*(?:std::)?vector<[\w ]+>\(\s*\d{1,3}\s*[,)]"
    r"|vector<\s*(?:std::)?array<[\w ]+,\s*\d{1,3}>\s*>\s*(\w+)"
    r"|\b(\w+)\s*(?::[^=;\n]{0,60})?=\s*Array\.from\(\s*\{\s*length:[^{}]{1,40}\},\s*\(\w*\)\s*=>\s*(?:new\s+)?Array\(\d{1,3}\)"
    r"|\b(\w+)\s*(?::[^=;\n]{0,60})?=\s*vec!\[(?:vec!)?\[[^\[\];]{1,40};\s*\d{1,3}\];"
    r"|\b(?:int|long|bool|char)\s+(\w+)\[[^\[\]\n]{1,40}\]\[\d{1,3}\]"
)
_NUMBERED: Final = re.compile(r"\d\s*(?:[\]),>]|for\b)")
_LONGEST_LINE: Final = 400
_ROW: Final = "new row[9]"
_FIXED: Final = re.compile(
    r"\]\s*\*\s*\d{1,3}\s*$|^\s*new\s+\w+(?:\[\d{1,3}\])+\s*;?$|^\s*make\(\[\]\w+, \d{1,3}\)$"
    r"|^\s*(?!max|min|pow)\w+\(\d{1,3}\s*[,)]"
    r"|^\s*(?:new\s+)?Array\(\d{1,3}\)(?:\.fill\([\w-]*\))?;?$|^\s*(?:\[\d{1,3}\]\w+|vec!\[\w+; \d{1,3}\])"
)


def rows(text: str) -> dict[str, str]:
    """What the rows of a program's tables are, where they are of a constant length."""
    lines = (line for line in text.splitlines() if _NUMBERED.search(line))
    matches = (match for line in lines for match in _NARROW.finditer(line[:_LONGEST_LINE]))
    found = (name for match in matches for name in match.groups() if name)
    return {f"{name}[]": _ROW for name in found}


def row_of(name: str, sizes: Mapping[str, str]) -> str:
    """What a row of a table is, if it is of a constant length."""
    return sizes.get(f"{name}[]", "")


def is_fixed(given: str) -> bool:
    """Whether a variable was given so many elements as a number says."""
    return bool(_FIXED.search(given))


_MODULES: Final = names_of(
    "Arrays Array slices sort System Collections Objects std strings Math math collections copy heapq"
)
_OPERAND: Final = re.compile(
    r"&?(?:(?:std::)?c?r?begin\()?(?:self\.|this\.)?(\w+)\s*(\[[^\[\]]{1,40}\])?(?:\.c?r?begin\(\)|\))?"
)


def operand(call: Call) -> tuple[str, bool]:
    """The name of what a call goes through, and whether that is a row of it; an empty one if it has none."""
    receiver = call.receiver.strip()
    if (not receiver or receiver in _MODULES) and call.arguments:
        receiver = call.arguments[0].strip()
    match = _OPERAND.fullmatch(receiver)
    return (match[1], bool(match[2])) if match else ("", False)


_OFFSET: Final = re.compile(r"\s*[-+]\s*\d{1,3}$")
_BY_LENGTH: Final = names_of("substr Substring")
_BY_ENDS: Final = names_of("substring slice subSequence copyOfRange subList")


def of_constant_length(call: Call) -> bool:
    """Whether a call takes a part whose length is a number."""
    given = [argument.strip() for argument in call.arguments]
    if call.name == "[:]":
        given = [part.strip() for part in given[0].split(":")] if given else []
    elif call.name in _BY_LENGTH:
        return len(given) == 2 and bool(re.fullmatch(r"\d{1,3}", given[1]))
    elif call.name not in _BY_ENDS:
        return False
    if call.name == "copyOfRange":
        given = given[1:]
    if len(given) == 1 or given[1:] == [""]:
        return bool(re.fullmatch(r"-\d{1,3}", given[0]))
    if len(given) != 2:
        return False
    start, end = given
    return _base(start) == _base(end)


def _base(place: str) -> str:
    """Where a place is, but for a number of elements."""
    if re.fullmatch(r"\d{0,3}", place):
        return ""
    return "-" if re.fullmatch(r"-\d{1,3}", place) else _OFFSET.sub("", place)


_EXTENT: Final = r"([^\[\](),;{}\n]{1,40}(?:\(\w*\))?[^\[\](),;{}\n]{0,9})"
_ROW_MADE: Final = re.compile(
    rf"=\s*new\s+\w+\[{_EXTENT}\]\s*;?$|=\s*make\(\[\]\w+,\s*{_EXTENT}\)$"
    rf"|=\s*\[[^\[\],]{{1,20}}\]\s*\*\s*\(?{_EXTENT}\)?$"
    rf"|=\s*(?:new\s+)?Array\({_EXTENT}\)\.fill\([^()]{{0,20}}\);?$"
    rf"|^\w+\({_EXTENT},[^(),]{{1,20}}\)$|=\s*vec!\[[^\[\],;]{{1,20}};\s*{_EXTENT}\]"
)
_OF_PART: Final = re.compile(r"(?i)size|level|count|freq|width|deg|cnt|buckets?")


def row_cost(text: str, sizes: Mapping[str, str]) -> Cost:
    """What an assignment costs that makes a row as long as the input."""
    match = _ROW_MADE.search(text)
    extent = next(filter(None, match.groups()), "") if match else ""
    named = words(extent)
    if not named or _OF_PART.search(extent):
        return ONE
    if any(re.fullmatch(r"\s*\d{1,3}\W*", sizes.get(name, "")) for name in named):
        return ONE
    return LINEAR
