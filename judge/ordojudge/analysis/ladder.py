"""The sizes on which programs are compared, and what the reference solution costs on each.

Made once per problem and kept: a candidate is then measured on inputs whose right answers are known.
"""

import hashlib
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ordojudge.analysis.costs import SCALES, Cost, Counter, Kind
from ordojudge.analysis.counters import counter_for
from ordojudge.analysis.inputs import (
    GeneratedInputs,
    GeneratorStopped,
    Given,
    check_growth,
    count_growing,
    grows_as_number,
    inputs_of_tests,
    keeps_pace,
)
from ordojudge.core.checkers import check
from ordojudge.core.errors import AnalyserError, JudgeError
from ordojudge.core.languages import find_language
from ordojudge.core.models import InteractiveChecker, Limits, Problem, ProgramChecker
from ordojudge.core.texts import to_bytes
from ordojudge.ports import Box

STEPS: Final = 6
"""Sizes in a ladder."""

FEWEST: Final = 4
TESTS_OF_REFERENCE: Final = 8
"""Tests of the problem that a reference must pass before it is believed."""

EXTENSIONS: Final = 2
"""Further sizes where these leave the question open."""

STEEP: Final = 40.0
"""Growth per doubling from which on sizes go up by one rather than by doubling."""


LARGE_SIZE: Final = 65_536
"""The largest size that a program must solve though no reference solution does."""

RUN_LIMITS: Final = Limits(cpu_s=3.0, wall_s=5.0, memory_bytes=1 << 30, output_bytes=64 << 20)
"""What one run may use; far more than the largest rung takes."""


@dataclass(slots=True)
class Rung:
    """One input, with the reference's cost and answer on it."""

    given: Given
    cost: int | None = None
    answer: bytes | None = None


@dataclass(slots=True)
class Ladder:
    """Rungs by variant, in order of size."""

    variants: tuple[str, ...]
    rungs: dict[str, list[Rung]]
    bases: dict[str, Rung]
    """The smallest input of each variant, whose cost is not growth."""

    numeric: bool
    source: str
    """``generator`` or ``tests``."""

    has_reference: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)
    unextendable: set[str] = field(default_factory=set)
    large: Given | None = None
    """A large input to look at CPU time with, once made."""


TIMED: Final = 8_000
"""Microseconds of CPU time that a run must take beyond its start to be timed."""

BEYOND: Final = 4.0
"""How many times the operations at which a ladder ends a further size may be worth."""

FAR: Final = 4.0
"""How many times the operations at which a ladder ends the next size may be expected to cost."""


Run = Callable[[Given], Cost]
"""Runs the program that a ladder is made by."""

Weight = Callable[[Given], float]
"""How many times the cost of the program that a ladder is made by counts on an input."""


def like_it(_: Given) -> float:
    """What is compared costs what the program does that a ladder is made by."""
    return 1.0


def seed_of(problem: Problem) -> int:
    """What the generator is called with: the same for every candidate."""
    return int.from_bytes(hashlib.sha256(problem.problem_id.encode()).digest()[:3], "big")


class Builder:
    """Makes ladders for one problem."""

    def __init__(self, problem: Problem, *, kind: Kind, weight: Weight = like_it) -> None:
        """What makes them.

        Args:
            weight: How many times the reference's cost a program that is to be compared may have.
        """
        self._problem = problem
        self._weight = weight
        self._kind: Kind = kind
        self._reach = SCALES[kind]

    def inputs(self, box: Box) -> GeneratedInputs | None:
        """The problem's generator, if it has one.

        Raises:
            AnalyserError: it can't be used.
        """
        reference = self._problem.reference
        if reference is None or reference.generator is None:
            return None
        return GeneratedInputs(
            self._problem, reference.generator, box=box, seed=seed_of(self._problem)
        )

    def reference(self, box: Box) -> Run | None:
        """Runs the reference solution, if there is one.

        Raises:
            AnalyserError: it doesn't compile or can't be counted.
        """
        reference = self._problem.reference
        if reference is None or reference.solution is None:
            return None
        solution = reference.solution
        place = "reference.solution"
        try:
            language = find_language(solution.language)
            source = to_bytes(solution.source, place=place)
            counter = counter_for(source, language, kind=self._kind, problem=self._problem, box=box)
        except JudgeError as error:
            raise AnalyserError(f"{place}: {error}") from None

        def run(given: Given) -> Cost:
            return run_on(counter, given)

        self._check_tests(run, place)
        return run

    def _check_tests(self, run: Run, place: str) -> None:
        """Hold the reference against some of the problem's own tests.

        Raises:
            AnalyserError: it fails one.
        """
        checker = self._problem.checker
        if isinstance(checker, ProgramChecker | InteractiveChecker):
            return
        for test in self._problem.tests[:TESTS_OF_REFERENCE]:
            if test.input is None or test.output is None:
                continue
            content = to_bytes(test.input, place=place)
            cost = run(Given(1.0, "tests", content, {}))
            reason = cost.failure
            if reason is None:
                answer = to_bytes(test.output, place=place)
                accepted, said = check(checker, answer, cost.output)
                reason = None if accepted else f"wrong answer: {said}"
            if reason is not None:
                raise AnalyserError(f"{place}: fails its own test {test.case_id}: {reason}")

    def build(self, run: Run, inputs: GeneratedInputs | None, *, is_reference: bool) -> Ladder:
        """A ladder for a program.

        Args:
            run: Runs the reference, or the candidate where there is none.

        Raises:
            AnalyserError: no ladder can be had; says why.
        """
        if inputs is None:
            return self._of_tests(run, is_reference=is_reference)
        who = "reference.solution" if is_reference else "the program"
        first = inputs.variants[0]
        base, climbed = self._climb(run, inputs, first, who=who)
        check_growth([rung.given for rung in climbed])
        climbed = self._while_growing(climbed, inputs, first)
        if self._kind == "cpu":
            climbed = [rung for rung in climbed if _growth(rung, base) >= TIMED]
            if len(climbed) < FEWEST:
                raise AnalyserError(f"{who}: too quick, or too soon slow, for CPU time to tell")
        numeric = grows_as_number([rung.given for rung in climbed])
        ladder = Ladder(
            variants=inputs.variants,
            rungs={first: climbed[-STEPS:]},
            bases={first: base},
            numeric=numeric,
            source="generator",
            has_reference=is_reference,
        )
        sizes = [int(rung.given.size) for rung in ladder.rungs[first]]
        for variant in inputs.variants[1:]:
            rungs = [Rung(inputs.make(size, variant)) for size in sizes]
            bottom = Rung(inputs.make(int(base.given.size), variant))
            if is_reference:
                for rung in [bottom, *rungs]:
                    _measure(rung, run, who)
            ladder.rungs[variant], ladder.bases[variant] = rungs, bottom
        return ladder

    def _of_tests(self, run: Run, *, is_reference: bool) -> Ladder:
        rungs = [Rung(given) for given in inputs_of_tests(self._problem, most=STEPS + 1)]
        if is_reference:
            for rung in rungs:
                _measure(rung, run, "reference.solution")
        else:
            for rung in rungs:
                rung.answer = rung.given.expected
        return Ladder(
            variants=("tests",),
            rungs={"tests": rungs},
            bases={},
            numeric=False,
            source="tests",
            has_reference=is_reference,
        )

    def _climb(
        self, run: Run, inputs: GeneratedInputs, variant: str, *, who: str
    ) -> tuple[Rung, list[Rung]]:
        """Double the size until the cost is enough to judge by."""
        base: Rung | None = None
        climbed: list[Rung] = []
        size, factor, failure = 1, 2, ""
        reach = self._reach
        while True:
            try:
                rung = Rung(inputs.make(size, variant))
                _measure(rung, run, who)
            except GeneratorStopped:
                raise
            except AnalyserError as error:
                failure = str(error)
                if climbed or size >= 64:
                    break
                size *= 2
                continue
            if base is None:
                base = rung
            if size >= 4 or base.given.size >= 4:
                climbed.append(rung)
            cost = self._worth(rung)
            growth = STEEP ** math.log2(factor)
            if len(climbed) > 1 and cost > growth * max(self._worth(climbed[-2]), 50):
                steep = self._climb_slowly(run, inputs, variant, climbed, who=who)
                if len(steep) >= FEWEST:
                    return base, steep
            numeric = len(climbed) > 3 and grows_as_number([each.given for each in climbed])
            factor = 4 if numeric and size >= 64 else 2
            most = reach.number if numeric else reach.size
            if cost > reach.operations or size * factor > most:
                break
            if len(climbed) > FEWEST and self._next(climbed, factor) > FAR * reach.operations:
                break
            size *= factor
        if base is None or len(climbed) < FEWEST:
            told = failure or f"only {len(climbed)} sizes can be run"
            raise AnalyserError(told)
        return base, climbed

    def _climb_slowly(
        self, run: Run, inputs: GeneratedInputs, variant: str, climbed: list[Rung], *, who: str
    ) -> list[Rung]:
        """One by one, for costs that grow so fast that doubling leaves too few sizes."""
        rungs: list[Rung] = []
        start = int(climbed[-2].given.size)
        for size in range(max(2, start // 2), 4 * start):
            try:
                rung = Rung(inputs.make(size, variant))
                _measure(rung, run, who)
            except AnalyserError:  # larger than the problem allows
                break
            rungs.append(rung)
            if self._worth(rung) > self._reach.operations:
                break
        return rungs

    def _worth(self, rung: Rung) -> float:
        """What a program may cost on a rung whose ladder was made for it."""
        return (rung.cost or 0) * self._weight(rung.given)

    def _next(self, climbed: list[Rung], factor: float) -> float:
        """What a size ``factor`` times the last will be worth, if costs go on as they did."""
        before, last = climbed[-2:]
        steps = math.log(factor) / math.log(last.given.size / before.given.size)
        worth = max(self._worth(last), 1.0)
        return float(worth * (worth / max(self._worth(before), 1.0)) ** steps)

    def _while_growing(
        self, climbed: list[Rung], inputs: GeneratedInputs, variant: str
    ) -> list[Rung]:
        """The sizes below those where inputs stop growing, which the generator should have refused.

        Raises:
            AnalyserError: they are too few.
        """
        given = [rung.given for rung in climbed]
        if keeps_pace(given):
            return climbed
        try:
            beyond = inputs.make(_next_size(climbed), variant)
        except AnalyserError:  # larger than the problem allows, and refused
            return climbed
        count = count_growing(given, beyond)
        if count < min(STEPS, len(climbed)):
            raise AnalyserError(
                f"reference.generator: stops growing: {len(given[count].content)} bytes"
                f" at {given[count].size:g}, {len(beyond.content)} at {beyond.size:g}"
            )
        return climbed[:count]

    def extend(
        self, ladder: Ladder, run: Run | None, inputs: GeneratedInputs | None, variant: str
    ) -> Rung | None:
        """One more rung at the top; none if there can't be one."""
        rungs = ladder.rungs[variant]
        if inputs is None or variant in ladder.unextendable:
            return None
        try:
            rung = Rung(inputs.make(_next_size(rungs), variant))
            if len(self._while_growing([*rungs, rung], inputs, variant)) <= len(rungs):
                raise AnalyserError("reference.generator: stops growing")
            if run is not None:
                _measure(rung, run, "reference.solution")
            if self._weight(rung.given) > 1 and self._worth(rung) > BEYOND * self._reach.operations:
                raise AnalyserError("a program within the target might take too long")
        except AnalyserError:
            ladder.unextendable.add(variant)
            return None
        rungs.append(rung)
        return rung


def _next_size(rungs: list[Rung]) -> int:
    before, last = (int(rung.given.size) for rung in rungs[-2:])
    return last * 2 if last >= 2 * before else 2 * last - before


def _growth(rung: Rung, base: Rung) -> int:
    return (rung.cost or 0) - (base.cost or 0)


def run_on(counter: Counter, given: Given) -> Cost:
    """One run of a counted program."""
    return counter.run(given.file, limits=RUN_LIMITS)


def _measure(rung: Rung, run: Run, who: str) -> None:
    cost = run(rung.given)
    variant = f", variant {rung.given.variant!r}" if rung.given.variant else ""
    place = f"{who}: size {rung.given.size:g}{variant}"
    if cost.failure is not None:
        raise AnalyserError(f"{place}: {cost.failure}")
    if cost.operations is None:
        raise AnalyserError(f"{place}: nothing was counted")
    if rung.given.expected is not None and rung.given.variant == "tests":
        rung.answer = rung.given.expected
    else:
        rung.answer = cost.output
    rung.cost = cost.operations
