"""A program's outline in words that don't depend on the names in it, and hardly on its language.

A name becomes what it stands for: a parameter its type, a local variable what it was made as,
a loop's variable how deep the loop is. The words are for counting, and nothing else knows them:

| word | stands for |
| --- | --- |
| `i0`, `i1`, `i2`, `s0`, `T0`, `N0` | parameter: number, list, list of lists, string, tree, linked list |
| `P`, `Q`, `B`, `D`, `H` | variable: heap, queue or stack, ordered map, map, set |
| `AA`, `A`, `c`, `s` | variable: table, list, number, text |
| `v1`, `v2` | variable of the outermost loop, of the one in it |
| `self`, `own`, `len`, `x`, `#` | call of the routine itself, another routine, a size, other names, numbers |
"""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from ordojudge.analysis.reading.bound import StaticBound
from ordojudge.analysis.reading.grammar import names_of
from ordojudge.analysis.reading.loops import Trips
from ordojudge.analysis.reading.steps import (
    Assign,
    Branch,
    Call,
    Exit,
    Loop,
    Outline,
    Routine,
    Step,
    routines,
)

__all__ = ["PATH", "WORD", "roles"]

WORD: Final = "¤"
"""Begins the names of words and runs of words."""

PATH: Final = "¦"
"""Begins the names of loops within loops, and of what is done in how many."""

_MOST: Final = 3_000
"""Words of a program; a program of a person has hundreds."""

_TOKEN: Final = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|[-+*/%<>=!&|^]+|[\[.]")
_SIZES: Final = names_of("len length size Length Count count Len indices ssize")
_LEFT_OUT: Final = names_of(
    "in of let var const val auto int Int long Long mut ref self this usize i32 i64 u32 u64 u8 as new"
    " size_t xrange range until downTo and or not is double float string String char bool begin end"
    " iter into_iter enumerate std static_cast unsigned void final Math math Integer it to_owned clone"
    " unwrap chars as_bytes bytes toCharArray Array List Vec vector uint"
)
_KEPT: Final = names_of(
    "min max sqrt abs pow log sort sorted reversed left right next val key value zip null nil None"
    " true false True False children child keys values items pop mid"
)
_KEPT_NUMBERS: Final = frozenset("012")
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_DOCUMENTED: Final = re.compile(r":type\s+(\w+)\s*:\s*([^\n]*)")
_BETWEEN: Final = re.compile(r",(?![^<(\[]*[>)\]])")
_LIMIT: Final = re.compile(r"(?:<=?|>=?|!==?|~=)(.*)")
_GIVEN: Final = re.compile(r"(?<![=<>!])(?::=|=)(?!=)(.*)", re.DOTALL)
_SCALAR: Final = re.compile(r"int|i32|i64|long|double|float|bool|char|num")
_NESTING: Final = ("list[", "vector<", "vec<", "[]", "list<", "array", "[")
_BY_NAME: Final = {
    **dict.fromkeys(("n", "k", "m", "x", "target"), "i0"),
    **dict.fromkeys(("nums", "arr"), "i1"),
    **dict.fromkeys(("grid", "matrix", "board", "edges"), "i2"),
    **dict.fromkeys(("s", "t", "word"), "s0"),
    **dict.fromkeys(("words", "strs"), "s1"),
    **dict.fromkeys(("root", "node"), "T0"),
    "head": "N0",
}
"""Parameters without a type."""

_MADE_AS: Final = tuple(
    (re.compile(pattern), role)
    for pattern, role in (
        (r"(?i)heap|priority", "P"),
        (r"(?i)deque|queue|stack|linkedlist", "Q"),
        (r"(?i)treemap|treeset|sorted(?:dict|list|set)|btree|\bmap<|\bset<", "B"),
        (r"(?i)map|dict|counter|^\s*\{\s*\}|\bmap\[", "D"),
        (r"(?i)\bset\b|hashset|set<|set\(", "H"),
        (
            r"\[\s*\[|(?i:vec!\[\s*vec|\[\]\[|vector<\s*vector|array\(\w+\)\s*\{\s*\w*array)|\bfor\b",
            "AA",
        ),
        (r"(?i)^\s*\[|vec|list|array|make\(|\[\]|new \w+\[", "A"),
        (r"^\s*-?\d[\w.]*\W*$", "c"),
        (r"^\s*[\"']", "s"),
        (r"(?i)inf\b|max|min", "c"),
    )
)
"""What a variable holds by what it was given, the first that fits."""


def roles(bound: StaticBound) -> Counter[str]:
    """How often each word, run of up to three words, and path of loops occurs in a program's outline."""
    if bound.program is None:
        return Counter()
    reading = _Reading(bound.program, bound.rounds)
    reading.steps(bound.program.body, 0)
    words, counts = reading.words, reading.counts
    counts.update(WORD + word for word in words)
    counts.update(f"{WORD}{one} {two}" for one, two in pairwise(words))
    runs = zip(words, words[1:], words[2:], strict=False)
    counts.update(f"{WORD}{one} {two} {three}" for one, two, three in runs)
    return counts


class _Reading:
    """One program being put into words."""

    def __init__(self, program: Outline, rounds: Mapping[int, Trips]) -> None:
        self.rounds = rounds
        self.own = {routine.name for routine in routines(program.body) if routine.name}
        self.types: dict[str, str] = dict(_DOCUMENTED.findall(program.text[:4_000]))
        self.known: dict[str, list[str]] = {}
        """Words for names in sight."""

        self.active: list[str] = []
        self.path: list[str] = []
        self.growing = 0
        """Loops around that go round a number of times which grows."""

        self.words: list[str] = []
        self.counts: Counter[str] = Counter()

    def said(self, text: str, most: int = 12) -> list[str]:
        """A piece of the program in words."""
        result: list[str] = []
        for token in _TOKEN.findall(text):
            if len(result) >= most:
                break
            role = self.known.get(token)
            if role is not None:
                result.extend(role)
            elif token in _LEFT_OUT:
                continue
            elif token in _SIZES:
                result.append("len")
            elif token in _KEPT:
                result.append(token)
            elif token[0].isdigit():
                result.append(token if token in _KEPT_NUMBERS else "#")
            elif token[0].isalpha() or token[0] == "_":
                own = "self" if token in self.active else "own" if token in self.own else "x"
                result.append(own)
            else:
                result.append(token)
        return result

    def steps(self, steps: list[Step], depth: int) -> None:
        for step in steps:
            if len(self.words) > _MOST:
                return
            if isinstance(step, Assign):
                self.assignment(step)
            elif isinstance(step, Call):
                self.call(step)
            elif isinstance(step, Loop):
                self.loop(step, depth)
            elif isinstance(step, Branch):
                self.words.append("?")
                self.words.extend(self.said(step.condition, 10))
                for arm in step.arms:
                    self.steps(arm, depth + 1)
                    self.words.append("|")
            elif isinstance(step, Exit):
                self.words.append(step.kind[:6])
            else:
                self.routine(step, depth)

    def assignment(self, step: Assign) -> None:
        self.words.append("=")
        self.words.extend(self.said(step.text))
        target = self.said(step.target, 6)
        if "[" in target or "." in target:
            self.counts[f"{PATH}{self.growing}{''.join(target)}"] += 1
        given = _GIVEN.search(step.text)
        if given and _NAME.fullmatch(step.target):
            self.known[step.target] = self.made_as(given.group(1).strip())

    def made_as(self, text: str) -> list[str]:
        for pattern, role in _MADE_AS:
            if pattern.search(text[:60]):
                return [role]
        words = self.said(text, 5)
        return words if 0 < len(words) <= 4 else ["x"]

    def call(self, step: Call) -> None:
        if step.name in self.own:
            word = "self" if step.name in self.active else "own"
            for argument in step.arguments[:5]:
                self.counts[f"{PATH}{word}({' '.join(self.said(argument, 5))}"] += 1
            self.counts[f"{PATH}{self.growing}{word}{len(self.path)}"] += 1
            self.words.append(f"{word}{len(step.arguments)}")
            return
        name = step.name.lower().replace("_", "")[:24]
        receiver = self.said(step.receiver, 3)
        owner = receiver[-1] if receiver else ""
        self.counts[f"{PATH}{self.growing}{name}.{owner}"] += 1
        self.words.append(f"{owner}.{name}")

    def loop(self, step: Loop, depth: int) -> None:
        trips = self.rounds.get(id(step))
        limit = set(self.said(_limit(step), 14))
        sizes = sorted(word for word in limit if word[0].isalnum() or word == "?")
        letter = "w" if step.kind == "while" else "e"
        name = f"{letter}{trips.kind if trips else '-'}:{'+'.join(sizes[:5])}"
        grows = trips is not None and trips.cost.power >= 0.5
        self.path.append(name)
        for count in range(1, min(len(self.path), 3) + 1):
            self.counts[PATH + ">".join(self.path[-count:])] += 1
        self.growing += grows
        variables = _NAME.findall(step.variable)[:3]
        before = {variable: self.known.get(variable) for variable in variables}
        level = f"v{min(len(self.path), 4)}"
        self.known.update({variable: [level] for variable in variables})
        self.words.append("[" + name)
        self.steps(step.body, depth + 1)
        self.words.append("]")
        for variable, role in before.items():
            if role is None:
                self.known.pop(variable, None)
            else:
                self.known[variable] = role
        self.growing -= grows
        self.path.pop()

    def routine(self, step: Routine, depth: int) -> None:
        before = dict(self.known)
        parts = _BETWEEN.split(_listed(step.text[:400]))
        kinds = []
        for name in step.parameters[:8]:
            if name == "self":
                continue
            mention = re.compile(rf"\b{re.escape(name)}\b")
            given = self.types.get(name) or next(filter(mention.search, parts), "")
            kind = _kind(mention.sub(" ", given, count=1), name)
            kinds.append(kind)
            outermost = depth < 2 and not self.active
            self.known[name] = [kind if outermost else "p" + kind]
        word = ("in:" if self.active else "fn:") + ",".join(sorted(kinds))
        self.counts[PATH + word] += 1
        if not self.active:
            self.counts.update(f"{PATH}takes:{kind}" for kind in kinds)
        self.words.append(word)
        self.active.append(step.name)
        path, growing = self.path, self.growing
        if step.name:  # a closure without a name runs where it stands
            self.path, self.growing = [], 0
        self.steps(step.body, depth + 1)
        self.path, self.growing = path, growing
        self.active.pop()
        self.words.append("end")
        self.known = before


def _listed(text: str) -> str:
    """What stands in the first round brackets."""
    start = text.find("(") + 1
    depth = 1
    for place in range(start, len(text) if start else 0):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return text[start:place]
    return ""


def _limit(step: Loop) -> str:
    """The part of a loop's head that says how far it goes."""
    if step.kind != "count":
        return step.head
    match = _LIMIT.search(step.head)
    side = match.group(1) if match else step.head
    if not re.search(r"[A-Za-z1-9]", side) and step.start:  # down to zero: from where?
        return step.start.split("=", 1)[-1]
    return side


def _kind(given: str, name: str) -> str:
    """A parameter's kind by its type as written: a letter, and how deep it is nested."""
    low = given.lower()
    if "treenode" in low or ("node" in low and "list" not in low):
        return "T0"
    if "listnode" in low:
        return "N0"
    depth = next(filter(None, map(low.count, _NESTING)), 0)
    base = "s" if "str" in low else "i" if _SCALAR.search(low) else ""
    if not base and not depth:
        return _BY_NAME.get(name, "?")
    return f"{base or '?'}{min(depth, 3)}"
