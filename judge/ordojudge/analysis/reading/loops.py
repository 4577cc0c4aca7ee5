"""How often loops go round, judged by their text: the part that is knowledge, not arithmetic."""

import re
from dataclasses import dataclass
from typing import Final

from ordojudge.analysis.reading.given import (
    OUTSIDE,
    meant,
    of_small_row,
    regrown,
    shortened,
    spans_few,
)
from ordojudge.analysis.reading.grid import goes_over_places, starts_runs
from ordojudge.analysis.reading.groups import of_group, of_times
from ordojudge.analysis.reading.halving import bisects
from ordojudge.analysis.reading.lengths import of_parts
from ordojudge.analysis.reading.levels import of_next_level
from ordojudge.analysis.reading.library import EXPONENTIAL, LINEAR, LOG, ONE, ROOT, Cost
from ordojudge.analysis.reading.marks import falls_back, fills_on, marks_chain, multiples, uses_up
from ordojudge.analysis.reading.parts import in_chunk
from ordojudge.analysis.reading.roots import goes_to_root, shortens
from ordojudge.analysis.reading.shared import (
    COLLECTS,
    advances,
    feeds,
    goes_on,
    harmonic,
    in_segment,
    of_counted,
    over_neighbours,
    resumes,
    strides,
    visits_rest,
)
from ordojudge.analysis.reading.small import is_fixed, row_of
from ordojudge.analysis.reading.stacks import hands_over, keeps_path, over_links, waits
from ordojudge.analysis.reading.steps import Loop, Routine, assigned, calls, words

__all__ = ["Trips", "few_named", "of_calls", "trips"]


@dataclass(frozen=True, slots=True)
class Trips:
    """How often a loop goes round, for each time that it is entered."""

    cost: Cost
    kind: str
    """Why: a short word, for people and as a feature."""


# --- loops


_NUMBER: Final = re.compile(r"\b\d[\d_]*(?:\.\d+)?(?:e\d+)?[uUlLfF]*\b")
_FEW: Final = re.compile(
    r"(?i)\b(?:dirs?|directions?|moves?|deltas?|offsets|vowels?|alphabet\w*|letters|dxy?|four|steps4|d4|"
    r"drow|dcol|knight\w*|neighbou?r_?offsets|operators|ops|bits?|digits|m?ax_?bits?|words_size_26|"
    r"ALPHABET_SIZE|MAX_?BITS?|BITS|BASE|R26)\b"
)
_OFTEN_LONG: Final = re.compile(r"(?i)moves|letters|bits?|digits|operators|ops|base")
_HALVED: Final = re.compile(
    r"(\w+)\s*(?://=|/=|>>=|>>>=|<<=|\*=)\s*(?:\w+|\d+)"
    r"|(\w+)\s*:?=\s*(?:\w+\(\s*)?\(?\s*\2\s*(?://|/|>>>?|<<|\bu?sh[lr]\b)\s*(?:\d+|\w+)"
    r"|(\w+)\s*:?=\s*(?:\w+\()?\s*\3\s*\*\s*(?:[2-9]|\d\d+)\b"
    r"|(\w+)\s*(?:&=\s*\(?\s*\4\s*-\s*1|:?=\s*\4\s*&\s*\(?\s*\4\s*-\s*1|[-+]=\s*\(?\s*\4\s*&\s*\(?-\s*\4)"
    r"|(\w+)\s*:?=\s*(?:Math\.(?:floor|trunc|ceil|round)|int|Int|floor)\s*\(\s*\5\s*/"
    r"|(\w+)\s*[-+]=\s*\w*(?:low\w*bit|lsb)\w*|(\w+)\s*%=\s*\w+|(\w+)\s*:?=\s*\w+\s*%\s*\8\b|(\w+)\s*,\s*\w+\s*:?=\s*\w+\s*,\s*\9\s*%"
    r"|(\w+)\s*,\s*\w+\s*=\s*divmod\(\s*\10\s*,"
)
_MIDDLE: Final = re.compile(
    r"(?i)\b(?:mid\w*|m[12]?|middle|half|guess|pivot|k|c|i|x)\b[^=<>!]{0,20}:?="
    r"[^=][^;\n]{0,80}(?:/\s*[23]|//\s*2|>>>?\s*1|\bu?shr 1|\.midpoint|/\s*2\.0)"
    r"|\bmid\w*\b\s*:?="
)
_TO_MIDDLE: Final = re.compile(
    r"(?i)\b(?:l|r|lo|hi|low|high|left|right|start|end|begin|beg|lb|ub|s|e|ans|res|first|last|a|b|i|j|min\w*|max\w*|min_\w+|max_\w+|L|R)\b"
    r"\s*=\s*(?:\w*mid\w*|m[12]?|middle|half|guess|k|c|i|x)\b"
)
_SIZES: Final = re.compile(r"(?i)(?:size|len|count|length)")
_SQUARE: Final = re.compile(
    r"\b(\w+)\s*\*\s*(?:\(\w+\)\s*)?\1\s*<=?|\bsqrt\b|isqrt|\*\*\s*0\.5|\.pow\(2\)"
)
_EXPONENTIAL: Final = re.compile(
    r"(?:\b1(?:L|LL|u32|i32|u64|usize)?\s*<<\s*\(?\s*[A-Za-z])|\b2\s*\*\*\s*\(?[A-Za-z]|pow\(\s*2(?:\.0)?\s*,|"
    r"\b(?:subsets|permutations|total_?masks|full_?mask|num_?masks|masks?)\b|\bshl\s+[a-z]"
)
_FROM_SQUARE: Final = re.compile(r"\b(\w+)\s*\*\s*\1\b")
_LOGARITHM: Final = re.compile(
    r"\blog(?:2|10)?\s*\(|bit_?(?:length|width)|leading_zeros|LeadingZeros"
)
_DIGITS: Final = re.compile(
    r"\bstr\(\s*(?:n|num|x|number|i|val|value|target)\s*\)|to_string\(|\.toString\(\)|String\(\s*(?:n|num|x|i)\s*\)|Itoa|bin\("
)
_DIGITS_OF: Final = re.compile(
    r"\s*(?:(?:n|num|x|i|num\w|number|val|value|target|cur|[a-z]\w*\[\w+\])(?:\.to_?[sS]tring\(\)|\.ToString\(\))"
    r"|(?:str|(?:std::)?to_string|strconv\.Itoa|strconv\.FormatInt|(?:String|Integer|Long)\.(?:valueOf|toString)|String|bin)"
    r"\((?:int64\()?\w+(?:\[\w+\])?\)?(?:, 10)?\))\W*(?:\.chars\(\)\W*|\.\w+\(\)\W*)?$"
)
_PARENT: Final = re.compile(r"(?i)\b(?:parents?|root|par|fa|uf|p|f)\s*(?:\[|\.get)")


def trips(
    loop: Loop,
    outer: list[Loop],
    sizes: dict[str, str],
    groups: frozenset[str] = frozenset(),
) -> Trips:
    """How often a loop goes round.

    Args:
        loop: The loop.
        outer: The loops around it, from outside.
        sizes: What variables were last given, by name, for limits such as ``size = q.size()``.
        groups: Tables in whose rows the program collects.
    """
    found = _while(loop, outer) if loop.kind == "while" else _through(loop, outer, sizes)
    if found.kind == "n" and (
        of_group(loop, outer, sizes, groups)
        or of_times(loop, outer, sizes)
        or of_parts(loop, outer, sizes)
    ):
        return Trips(ONE, "shared")
    return found


def of_calls(loop: Loop, routine: Routine) -> Trips | None:
    """How often a loop goes round for each call of its routine, if all calls together share its rounds."""
    made = {name for step in assigned(routine.body) for name in words(step.target.split("[")[0])}
    made |= set(routine.parameters)
    if fills_on(loop, made):
        return Trips(ONE, "filled")
    if uses_up(loop, routine, made):
        return Trips(ONE, "shared")
    return None


def _through(loop: Loop, outer: list[Loop], sizes: dict[str, str]) -> Trips:
    head, update = loop.head, loop.update
    limit = _limit(loop)
    named = words(limit)
    if loop.kind == "count" and not update:
        return _while(loop, outer)
    if loop.kind == "count" and _HALVED.search(update):
        return Trips(LOG, "log")
    if _SQUARE.search(head):
        return Trips(ROOT, "root")
    if _EXPONENTIAL.search(head) or any(_EXPONENTIAL.search(sizes.get(n, "")) for n in named):
        return Trips(EXPONENTIAL, "exp")
    if _TESTS.search(head) and not outer and any(_READS.search(c.name) for c in calls(loop.body)):
        return Trips(ONE, "tests")
    if outer and _collects(loop, sizes):
        return Trips(EXPONENTIAL, "exp")
    constant = _few(loop, limit, named, sizes) or of_small_row(loop, outer, sizes)
    if constant and outer and any(regrown(name, outer) for name in words(limit) or {limit}):
        constant = False
    if constant:
        return Trips(ONE, "few")
    if over_neighbours(loop, outer, sizes) or (loop.kind == "count" and over_links(loop, outer)):
        return Trips(ONE, "shared")
    if of_next_level(loop, outer):
        return Trips(ONE, "shared")
    if outer and multiples(loop, outer):
        return Trips(ONE, "resumed") if regrown(head, outer) else Trips(LOG, "harmonic")
    if outer and harmonic(loop, outer):
        if _FROM_SQUARE.search(loop.start or head):  # sieves: of primes only
            return Trips(ONE, "harmonic")
        return Trips(LOG, "harmonic")
    if outer and loop.kind == "count" and goes_on(loop, outer[-1], named):
        return Trips(ONE, "resumed")
    if outer and in_segment(loop, outer[-1]):
        return Trips(ONE, "resumed")
    if outer and loop.kind == "count" and not loop.start and resumes(loop, outer, words(head)):
        return Trips(ONE, "resumed")
    if outer and loop.kind == "count" and marks_chain(loop, outer[-1]):
        return Trips(ONE, "resumed")
    if outer and in_chunk(loop, outer):
        return Trips(ONE, "resumed")
    if outer and strides(loop, outer):
        return Trips(ONE, "resumed")
    if outer and advances(loop, outer[-1]):
        return Trips(ONE, "resumed")
    if _LOGARITHM.search(limit) or any(_LOGARITHM.search(sizes.get(n, "")) for n in named):
        return Trips(LOG, "log")
    if _DIGITS.search(head) or any(_DIGITS_OF.match(sizes.get(n, "")) for n in named):
        return Trips(LOG, "digits")
    if re.search(r"\b(?:permutations|product)\s*\(", head):
        return Trips(Cost(exponential=2 if "permutations" in head else 1), "exp")
    if re.search(r"\bcombinations\s*\(", head):
        pair = re.search(r",\s*([234])\s*\)", head)
        return Trips(Cost(power=int(pair[1])) if pair else EXPONENTIAL, "combinations")
    return Trips(LINEAR, "n")


_TESTS: Final = re.compile(
    r"(?i)^x?range\(\s*(?:t|tc|tests?|test_?cases?|cases|int\(\s*\w*(?:input|readline)\w*\(\)\s*\))\s*\)$"
    r"|^\(?\s*(?:t|tc|tests?|test_?cases?)\s*(?:--|>|!=|$)|<=?\s*(?:t|tc|tests?|test_?cases?)\s*$"
)
_READS: Final = re.compile(r"(?i)input|read|next|scan|solve|cin|main|sol|get|ii|mi|li|inp")


def _limit(loop: Loop) -> str:
    """The part of a loop's head that says how far it goes."""
    if loop.kind == "each":
        return loop.head
    match = re.search(r"(?:<=?|>=?|!==?|~=)(.*)", loop.head)
    side = match.group(1) if match else loop.head
    if not words(side) and (
        "-" in loop.update or not re.search(r"(?<!-)[1-9]", side)
    ):  # from where?
        return loop.start.split("=", 1)[-1] if loop.start else side
    return side


def _collects(loop: Loop, sizes: dict[str, str]) -> bool:
    """Whether what an entry of a table lists is gone through to list more in that table: all ways to do it."""
    table = re.match(r"&?(\w+)\s*(?:\[|\.get\()", loop.head)
    return bool(
        loop.kind == "each"
        and table
        and "set" not in sizes.get(table[1], "").lower()
        and any(
            call.name in COLLECTS and re.match(rf"&?{table[1]}\s*(?:\[|\.get)", call.receiver)
            for call in calls(loop.body)
        )
    )


def _few(loop: Loop, limit: str, named: set[str], sizes: dict[str, str]) -> bool:
    head = limit.strip()
    if shortened(head) or spans_few(loop):
        return True
    if loop.kind == "each" and re.fullmatch(r"[A-Za-z_]\w*", head):
        named = {meant(head, sizes)}
    if loop.kind == "each" and re.match(
        r"^[\[({].*[\])}]$|^(?:vec!|\w*(?:list|array|set|List|Array|Set)Of\(|new\s+\w+\[\]|\[\]\w+)",
        head,
    ):
        return len(named) < 12 and ".." not in head and not head.startswith(("[]", "(*"))
    if re.match(r"^(?:\(?b?'.'\s*\.\.|[\"'])|.*\bsizeof\b", head) or "ascii_" in head:
        return True
    if re.search(r"[^%]%\s*\d{1,3}\s*\)*$", head):
        return True
    if inner := re.fullmatch(
        r"(?:range\s*\(\s*)?(?:len\()?(\w+)\s*(?:\[[^\[\]]*\]|\.get\(\w+\)!?|\.at\(\w+\))\??(?:\.length|\.size\(\)|\.len\(\)|\.count|\.iter\(\))?\)*",
        head.strip("&"),
    ):
        if row_of(inner[1], sizes):
            return True
        table = sizes.get(inner[1], "")
        literal = re.match(
            r"^\s*(?:new\s+\w+(?:<[^>]*>)?(?:\[\])*\s*(?:\{|\(\[)|\w+Of\(|vec!|\[|\{|\[\]\[\]\w+\{)\s*&?(?:vec!|\w+Of)?[\[{(\d'\"]",
            table,
        )
        if literal and not re.search(r"\bfor\b|\*|=>|\.\.", table):
            return True
    if not named:
        if re.search(
            r"\b(?:len|size|count|length|indices|max|min|from|to|end|stride|step)\b", head
        ):
            return False
        largest = [float(n.strip("uUlLfF").replace("_", "") or 0) for n in _NUMBER.findall(head)]
        return bool(largest) and max(largest) <= 1_000
    if all(few_named(name, sizes) for name in named):
        return True
    if len(named) == 1 and not re.search(r"[\[(.]", head):
        given = sizes.get(next(iter(named)), "")
        return bool(re.fullmatch(r"\s*\d{1,3}\s*", given))
    return False


_GROWING: Final = re.compile(r"(?i)len|size|count|length|rows?|cols?|\b[nm]\b")
_LITERAL: Final = re.compile(
    r"^\s*(?:new\s+\w+(?:\[\])*\s*(?=\{|\(\[)|\w+Of\s*|vec!\s*)?[\[{(](.*)[\]})]\W*$", re.DOTALL
)


_COMPUTED: Final = re.compile(r"\bfor\b|\.\.|\*|\w\(|\]\s*\+")
_OF: Final = re.compile(r"\b[a-z]{0,8}(?:[aA]rray|[lL]ist|[sS]et)Of\(")


def few_named(name: str, sizes: dict[str, str]) -> bool:
    """Whether a variable holds a few things, or a small number, whatever the input."""
    given = sizes.get(name, "")
    if given == OUTSIDE:
        return bool(_FEW.search(name)) and not _OFTEN_LONG.search(name)
    if shortened(given):
        return True
    literal = _LITERAL.match(given)
    if literal and re.search(r"[\w'\"]", literal[1]) and not _COMPUTED.search(_OF.sub("(", given)):
        return True
    if given.lstrip().startswith("{{") or is_fixed(given):
        return True
    if _GROWING.search(given):
        return False
    if _FEW.search(name) or re.fullmatch(r"\s*\d{1,3}\W*", given):
        return True
    return name.isupper() and len(name) > 1 and not _GROWING.fullmatch(name)


_ABOVE: Final = re.compile(r"\b(\w+)\s*:?=\s*\(\s*\1\s*[-+]\s*1\s*\)\s*(?://|/|>>)\s*[2-9]\b")
"""A step from a place in a heap to the one above it."""

_REST: Final = re.compile(r"%=?\s*(\w+)\b")


def _while(loop: Loop, outer: list[Loop]) -> Trips:
    head = loop.head
    own = list(assigned(loop.body))
    texts = " ; ".join(step.text for step in own)
    if loop.update:
        texts += " ; " + loop.update
    named = words(head)
    if not outer and _TESTS.search(head) and any(_READS.search(c.name) for c in calls(loop.body)):
        return Trips(ONE, "tests")
    everything = {"true", "1", "True", ""}
    endless = head.strip("() ") in everything
    if _SQUARE.search(head):
        return Trips(ROOT, "root")
    if not named.isdisjoint(_ABOVE.findall(texts)):
        return Trips(LOG, "log")
    changed = set().union(*(words(s.target) for s in own if not re.search(r"\w\[", s.target)))
    if not named.isdisjoint(changed.intersection(_REST.findall(texts))):
        return Trips(LOG, "log")
    for match in _HALVED.finditer(texts):
        name = next((group for group in match.groups() if group), "")
        if name in named or endless:
            return Trips(LOG, "log")
    texts = " ; ".join(
        step.text for step in assigned([s for s in loop.body if not isinstance(s, Loop)])
    )
    texts = re.sub(r"[^;]*\b(?:[pP]op|top|[pP]eek)\w*\b[^;]*", "", texts)
    moves = _TO_MIDDLE.search(texts) or re.search(r"(?i)mid[\s\S]*[-+]\s*1", texts)
    if (moves and _MIDDLE.search(texts)) or bisects(loop):
        return Trips(LOG, "bisection")
    if _PARENT.search(head) and not _SIZES.search(head):
        return Trips(ONE, "find")
    if goes_to_root(loop) or shortens(loop):
        return Trips(ONE, "find")
    if outer and waits(loop):
        return Trips(ONE, "waits")
    if outer and (hands_over(loop) or keeps_path(loop, outer[-1])):
        return Trips(ONE, "resumed")
    if outer and resumes(loop, outer, named):
        return Trips(ONE, "resumed")
    if outer and (falls_back(loop, outer[-1]) or marks_chain(loop, outer[-1])):
        return Trips(ONE, "resumed")
    if outer and in_segment(loop, outer[-1]):
        return Trips(ONE, "resumed")
    if outer and visits_rest(loop, outer[-1]):
        return Trips(ONE, "shared")
    if feeds(loop, outer) or of_counted(loop, outer):
        return Trips(ONE, "shared")
    if outer and starts_runs(loop, outer[-1]):
        return Trips(ONE, "resumed")
    return Trips(Cost(power=2), "n") if goes_over_places(loop) else Trips(LINEAR, "n")
