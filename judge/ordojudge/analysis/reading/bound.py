"""The bound of a program from its text alone: loops, recursion and the known costs of library calls.

Rules of thumb, so a hint and no proof.
Every size counts as n, so the bound is one in n alone.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Final

from ordojudge.analysis.reading.given import given_to
from ordojudge.analysis.reading.grammar import family_of, names_of
from ordojudge.analysis.reading.groups import grouped, works_on_group
from ordojudge.analysis.reading.lengths import note_length, of_digits, works_on_parts
from ordojudge.analysis.reading.library import (
    LINEAR,
    LOG,
    ONE,
    Cost,
    call_cost,
    containers,
    copy_cost,
    table_cost,
)
from ordojudge.analysis.reading.loops import Trips, few_named, of_calls, trips
from ordojudge.analysis.reading.named import Named
from ordojudge.analysis.reading.outside import marks_outside, works_anew
from ordojudge.analysis.reading.parts import of_chunk, of_narrowed
from ordojudge.analysis.reading.recursion import MANY, moves_outside, solve
from ordojudge.analysis.reading.shared import PUTS, of_level, of_segment
from ordojudge.analysis.reading.small import (
    is_fixed,
    of_constant_length,
    operand,
    row_cost,
    row_of,
    rows,
)
from ordojudge.analysis.reading.steps import (
    Assign,
    Branch,
    Call,
    Exit,
    Loop,
    Outline,
    Routine,
    Step,
    assigned,
    calls,
    routines,
    words,
)
from ordojudge.analysis.reading.tree import outline
from ordojudge.analysis.reading.visits import undone_around
from ordojudge.core.bounds import ComplexityClass

__all__ = ["StaticBound", "static_bound"]

_TARGETS: Final = re.compile(r"[A-Za-z_]\w*")
_MAKERS: Final = frozenset({"__init__", "init", "constructor", "new", "Constructor"})
"""Routines that set an object up: of a class that serves calls, what counts is one call."""

_STEPPED: Final = re.compile(r"^[^=<>!()]*(?:[-+*/%&|^]|<<|>>)=")
_CALLS_OF_ONE: Final = 50
_LOOPS: Final = 500
"""Loops of a program that are looked at."""

_CALLS: Final = 3_000
"""Calls of a program that are looked at, to know what its routines are given."""

_LONG_BLANK: Final = re.compile(r"\s{64,}")
_SEARCHES: Final = names_of("in find contains includes Contains count indexOf index IndexOf")
_COMPARES: Final = names_of(
    "equals Equals startsWith endsWith startswith endswith starts_with ends_with HasPrefix HasSuffix hasPrefix"
)
_WRITTEN: Final = re.compile(
    r"^\s*(?:b?[\"'][^\"']{0,80}[\"']\W*|[\[{]\s*[\"'\d][^()*]{0,120}[\]}]\s*;?)$"
)


@dataclass(slots=True)
class StaticBound:
    """What reading a program came to."""

    cost: Cost
    depth: int = 0
    """How deep loops are nested that go round a number of times which grows."""

    partial: bool = False
    recursion: str = "none"
    """Kind of the costliest recursion: none, and what follows from its calls and arguments."""

    marks: Counter[str] = field(default_factory=Counter)
    """What was found where, as features: loops and costly calls with the loops around them."""

    program: Outline | None = field(default=None, compare=False, repr=False)
    """What was read, for who wants to look closer."""

    rounds: dict[int, Trips] = field(default_factory=dict, compare=False, repr=False)
    """How often a loop of the program goes round, by its ``id``."""

    @property
    def bound(self) -> str:
        """The cost as a bound in n."""
        exponential, power, log = self.cost
        factors = []
        if exponential:
            factors.append("n!" if exponential > 1 else "2^n")
        if power:
            factors.append("n" if power == 1 else f"n^{power:g}")
        if log:
            factors.append("log n" if log == 1 else f"log^{log:g} n")
        return f"O({' * '.join(factors) or '1'})"

    @property
    def complexity(self) -> ComplexityClass:
        """The collapsed class of the cost."""
        return _class_of(self.cost)


def _class_of(cost: Cost) -> ComplexityClass:
    exponential, power, log = cost
    if exponential:
        return ComplexityClass.EXPONENTIAL
    if power <= 0:
        return ComplexityClass.LOGN if log else ComplexityClass.CONSTANT
    if power > 2:
        return ComplexityClass.CUBIC
    if power > 1:
        return ComplexityClass.QUADRATIC
    return ComplexityClass.NLOGN if power == 1 and log else ComplexityClass.LINEAR


@dataclass(slots=True)
class _Tally:
    """What a block comes to."""

    cost: Cost = ONE
    once: Cost = ONE
    """What is done on the way out of the routine, whatever the loops around it."""

    calls: float = 0.0
    """Calls of the routine itself on one way through to the end."""

    left: float = 0.0
    """Those on one way that leaves the block early."""

    leaves: bool = False


@lru_cache(64)
def static_bound(source: str, language: str) -> StaticBound | None:
    """What a program costs, judged by its text; nothing if the language isn't read or the text is too large.

    Args:
        source: Any text.
        language: Id of a language, such as ``cpp20``.
    """
    family = family_of(language)
    try:
        program = outline(source, family)
        return _Analysis(program, family).whole() if program else None
    except RecursionError:
        return None


class _Analysis:
    """One program being read."""

    def __init__(self, program: Outline, language: str) -> None:
        self.program = program
        self.language = language
        self.containers = containers(_LONG_BLANK.sub(" ", program.text[:20_000]), language)
        self.named = Named(routines(program.body), self.containers.foreign, language)
        known = list(calls(program.body, _CALLS))
        self.calls_of: dict[str, list[Call]] = {}
        for call in known:
            self.calls_of.setdefault(call.name, []).append(call)
        self.grown = {
            call.receiver or "".join(call.arguments[:1]) for call in known if call.name in PUTS
        }
        blocks = [program.body, *(routine.body for routine in self.named.first.values())]
        self.groups = grouped(known, chain.from_iterable(map(assigned, blocks)))
        self.costs: dict[int, Cost] = {}
        self.rounds: dict[int, Trips] = {}
        self.shared: set[int] = set()
        self.outside: dict[int, bool] = {}
        self.active: list[Routine] = []
        self.own_calls: list[list[tuple[Call, list[Loop]]]] = []
        self.result = StaticBound(ONE, partial=program.partial, program=program, rounds=self.rounds)
        self.sizes: dict[str, str] = rows(program.text[:20_000])
        self.worst_recursion = ONE
        self.budget = 20_000

    def whole(self) -> StaticBound:
        top = self.block(self.program.body, [], ONE).cost
        classes = set(re.findall(r"\b(?:class|struct)\s+(\w+)", self.program.text))
        costs = [
            self.cost_of(routine)
            for routine in list(routines(self.program.body))
            if routine.name not in _MAKERS and routine.name not in classes
        ]
        filled = any(rounds.kind == "filled" for rounds in self.rounds.values())
        self.result.cost = max([top, *costs, LINEAR if filled else ONE])
        return self.result

    def cost_of(self, routine: Routine) -> Cost:
        """What one call of a routine from outside costs."""
        if id(routine) in self.costs:
            return self.costs[id(routine)]
        if any(routine is active for active in self.active) or len(self.active) > 12:
            return ONE
        self.active.append(routine)
        self.own_calls.append([])
        sizes, self.sizes = self.sizes, dict(self.sizes)
        self.sizes.update(given_to(routine, self.calls_of.get(routine.name, [])[:_CALLS_OF_ONE]))
        tally = self.block(routine.body, [], ONE)
        tally.cost = max(tally.cost, tally.once)
        self.sizes = sizes
        own = self.own_calls.pop()
        self.active.pop()
        cost = self.recursive(routine, tally, own) if own else tally.cost
        if not own and tally.cost.power >= 1 and marks_outside(routine):
            self.shared.add(id(routine))
        self.costs[id(routine)] = cost
        return cost

    def block(self, steps: list[Step], loops: list[Loop], around: Cost) -> _Tally:
        """What steps come to; ``around`` is how often the loops around them go round."""
        result = _Tally()
        most = 0.0
        for step in steps:
            self.budget -= 1
            if self.budget < 0:
                self.result.partial = True
                break
            if isinstance(step, Loop):
                inner = self.loop(step, loops, around)
                result.cost = max(result.cost, inner.cost)
                result.once = max(result.once, inner.once)
                result.calls += inner.calls
            elif isinstance(step, Call):
                result.cost = max(result.cost, self.call(step, loops, around))
                rounds = [self.rounds[id(loop)].cost for loop in loops]
                note_length(step, loops, rounds, around, self.sizes)
                result.calls += self.calls_itself(step, loops)
            elif isinstance(step, Branch):
                arms = [self.block(arm, loops, around) for arm in step.arms]
                result.cost = max([result.cost, *(arm.cost for arm in arms)])
                result.once = max([result.once, *(arm.once for arm in arms)])
                leaving = [arm.calls for arm in arms if arm.leaves]
                leaving += [arm.left for arm in arms]
                staying = [arm.calls for arm in arms if not arm.leaves]
                most = max([most, *(result.calls + calls for calls in leaving)])
                result.calls += max(staying, default=0.0)
                if not staying:
                    result.leaves = True
                    break
            elif isinstance(step, Assign):
                stepped = _STEPPED.search(step.text)
                given = step.text if stepped else step.text.split("=", 1)[-1]
                given = self.sizes.get(given.strip("; "), given)
                # what an element is given says nothing about its container's size, or its index's
                if "[" not in step.target or given.lstrip().startswith("{"):
                    for name in _TARGETS.findall(step.target.split("[", 1)[0]):
                        self.sizes[name] = given
                result.cost = max(result.cost, table_cost(step.text, self.sizes))
                result.cost = max(result.cost, copy_cost(step.target, step.text, self.containers))
                if around.power >= 1:
                    result.cost = max(result.cost, row_cost(step.text, self.sizes))
                if self.containers.trees and around != ONE:
                    names = "|".join(map(re.escape, sorted(self.containers.trees)))
                    if re.search(rf"\b(?:{names})\[", step.text):
                        result.cost = max(result.cost, LOG)
            elif isinstance(step, Exit):
                result.leaves = True
                if step.kind == "return" and loops:
                    result.once, result.cost = max(result.once, result.cost), ONE
        result.left = most
        return result

    def loop(self, loop: Loop, loops: list[Loop], around: Cost) -> _Tally:
        if len(self.rounds) >= _LOOPS:
            self.result.partial = True
            return _Tally()
        rounds = trips(loop, loops, self.sizes, self.groups)
        if loop.kind == "while" and not loops and self.active and rounds.kind == "n":
            rounds = of_calls(loop, self.active[-1]) or rounds
        self.rounds[id(loop)] = rounds
        self.mark(rounds, loops)
        if loop.kind == "each" and (row := row_of(loop.head.strip("& "), self.sizes)):
            self.sizes.update(dict.fromkeys(words(loop.variable), row))
        grown = around.times(rounds.cost)
        inner = self.block(loop.body, [*loops, loop], grown)
        calls = max(inner.calls, inner.left)
        if calls:
            calls = calls * (4 if rounds.kind == "few" else 1 if rounds.kind == "shared" else MANY)
        return _Tally(rounds.cost.times(inner.cost), inner.once, calls)

    def mark(self, rounds: Trips, loops: list[Loop]) -> None:
        kinds = [self.rounds[id(loop)].kind for loop in loops[-3:]]
        self.result.marks[">".join([*kinds, rounds.kind])] += 1
        if rounds.cost.power >= 0.5:
            self.result.depth = max(
                self.result.depth, 1 + sum(kind in ("n", "root") for kind in kinds)
            )

    def call(self, call: Call, loops: list[Loop], around: Cost) -> Cost:
        routine = self.routine_of(call)
        if routine is not None and not any(routine is active for active in self.active):
            cost = self.cost_of(routine)
            if (
                id(routine) in self.shared
                and around != ONE
                and not works_anew(routine, call, loops)
            ):
                # each part of the input is visited once, however often it is called
                return ONE if around >= cost else cost.per(around)
            if loops and cost.power >= 1 and _of_parts(call, loops):
                return cost.per(LINEAR)
            return cost
        if routine is not None:
            return ONE
        cost = call_cost(call, self.containers, self.language)
        if cost.power == 1 and (self.in_literal(call, loops) or of_constant_length(call)):
            return ONE
        if call.name == "in" and re.search(
            r"\bset\(|\bdict\(|Counter|\{", self.sizes.get(call.receiver, "")
        ):
            return ONE
        if loops and call.name == "equals":
            return ONE  # elements, which differ early
        if cost.power == 1 and self.of_few(call, sorts=cost != LINEAR):
            return ONE
        if cost == LINEAR and of_digits(call, self.sizes):
            return LOG
        if loops and cost.power == 1 and self.shares_rounds(call, loops, cost):
            return cost.per(LINEAR)
        if loops and cost == LINEAR and (of_segment(call, loops[-1]) or of_chunk(call, loops)):
            return ONE
        if loops and cost == LINEAR and of_level(call, loops[-1]):
            return ONE
        if cost != ONE:
            where = "in" if around.power >= 1 else "at"
            deep = min(len(loops), 3)
            self.result.marks[f"{where}{deep}:{_short(cost)}"] += 1
        return cost

    def routine_of(self, call: Call) -> Routine | None:
        """The program's own routine that a call goes to."""
        return self.named.called(call, self.active[-1] if self.active else None)

    def shares_rounds(self, call: Call, loops: list[Loop], cost: Cost) -> bool:
        """Whether the calls of all rounds work on what is n long in all."""
        if works_on_parts(call, self.sizes):
            return True
        return not cost.log and works_on_group(call, loops, self.sizes, self.groups)

    def of_few(self, call: Call, *, sorts: bool) -> bool:
        """Whether a call works on a few things, whatever the input, and these don't get more."""
        name, of_row = operand(call)
        if of_row:
            return bool(row_of(name, self.sizes))
        if name not in self.sizes or name in self.grown:
            return False
        return is_fixed(self.sizes[name]) if sorts else few_named(name, self.sizes)

    def in_literal(self, call: Call, loops: list[Loop]) -> bool:
        """Whether a call searches what is written in the program, or compares with it."""
        receiver = call.receiver.strip()
        if loops and call.name == "join" and _WRITTEN.match(receiver):
            return True  # parts of the input, joined part by part
        if call.name in _COMPARES and any(map(_WRITTEN.match, call.arguments[:1])):
            return True
        given = self.sizes.get(receiver, "") if re.fullmatch(r"\w+", receiver) else receiver
        return call.name in _COMPARES | _SEARCHES and bool(_WRITTEN.match(given))

    def calls_itself(self, call: Call, loops: list[Loop]) -> float:
        routine = self.routine_of(call)
        for active, own in zip(self.active, self.own_calls, strict=True):
            if routine is active:
                count = len(call.arguments)
                given = active.parameters[-count:]
                same = count > 1 and sorted(call.arguments) == sorted(given)
                if same and not (call.arguments == given and self.changes_outside(active)):
                    return 0.0  # the same with sides swapped
                own.append((call, loops))
                return 1.0 if active is self.active[-1] else 0.0
        return 0.0

    def changes_outside(self, routine: Routine) -> bool:
        """Whether what changes for a call of itself is no argument: a place outside, or undone after it."""
        if id(routine) not in self.outside:
            undone = undone_around(routine.body, routine.name)
            self.outside[id(routine)] = undone or moves_outside(routine)
        return self.outside[id(routine)]

    def recursive(
        self, routine: Routine, tally: _Tally, calls: list[tuple[Call, list[Loop]]]
    ) -> Cost:
        """Solve the recurrence of a routine that calls itself."""
        most = max(tally.calls, tally.left)
        solved = solve(routine, tally.cost, most, calls, self.rounds, self.program.text)
        if solved.once_each:
            self.shared.add(id(routine))
        self.result.marks[f"rec:{solved.kind}"] += 1
        self.result.marks[f"rec:{solved.kind}:{_short(tally.cost)}"] += 1
        if solved.cost >= self.worst_recursion:
            self.worst_recursion, self.result.recursion = solved.cost, solved.kind
        return solved.cost


def _of_parts(call: Call, loops: list[Loop]) -> bool:
    """Whether a call is given a part of the input, and those of all rounds are n long in all."""
    around = loops[-1]
    return of_segment(call, around) or of_narrowed(call, around) or of_chunk(call, loops)


def _short(cost: Cost) -> str:
    exponential, power, log = cost
    if exponential:
        return "exp"
    return f"n{power:g}" + ("log" if log else "")
