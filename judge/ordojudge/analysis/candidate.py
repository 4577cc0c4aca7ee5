"""One candidate's runs on generated inputs: what they cost, and whether their answers are right."""

import hashlib
from collections.abc import Callable
from typing import Final

from ordojudge.analysis.costs import Cost, Counter, Kind, NoCounter, plain_cost, plain_run
from ordojudge.analysis.counters import counter_for, kind_of
from ordojudge.analysis.inputs import Given
from ordojudge.analysis.ladder import LARGE_SIZE, RUN_LIMITS, Rung, Weight, like_it
from ordojudge.checking import CheckerProgram
from ordojudge.core.checkers import check
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import Problem, ProgramChecker
from ordojudge.core.texts import to_bytes
from ordojudge.ports import Box, ComplexityQuestion, Program
from ordojudge.sandbox.memory_files import MemoryFile

SUSPECT: Final = "suspect"
DIFFERENT: Final = "behaves differently when counted"
FORESEES: Final = "costs more on inputs of another seed"
"""Flags of a candidate."""


class Stopped(Exception):
    """A candidate's measurement ends here; the reason is what is said of it."""

    def __init__(self, reason: str, *, fails: bool = False) -> None:
        """End a measurement.

        Args:
            fails: Whether the candidate failed on an input larger than the tests'.
        """
        super().__init__(reason)
        self.fails = fails


class Candidate:
    """A program that passed its tests, in its box."""

    def __init__(
        self,
        question: ComplexityQuestion,
        problem: Problem,
        *,
        program: Program,
        box: Box,
        companion: Callable[[Language], Box],
        weight: Weight = like_it,
    ) -> None:
        """Prepare a candidate to be counted.

        Args:
            weight: How many times the reference's cost it may have.

        Raises:
            AnalyserError: it can't be counted.
            SandboxError: the box failed.
        """
        self.language = question.language
        self.box = box
        self.cpu_s = 0.0
        self.unit = "operations"
        self.flags: list[str] = []
        self._problem = problem
        self._program = program
        self._companion = companion
        self._weight = weight
        self._checker: CheckerProgram | None = None
        self._has_run = False
        source = to_bytes(question.source, place="source")
        self.seed = int.from_bytes(hashlib.sha256(source).digest()[:3], "big")
        """A seed that depends on the program, so that it can't foresee the input."""

        self.kind: Kind = kind_of(question.language)
        try:
            self._counter: Counter = counter_for(
                source, question.language, kind=self.kind, problem=problem, box=box
            )
        except NoCounter:
            self.kind = "cpu"
            self._counter = counter_for(
                source, question.language, kind=self.kind, problem=problem, box=box
            )

    def run(self, given: Given) -> Cost:
        """One counted run, whatever comes of it."""
        cost = self._counter.run(given.file, limits=RUN_LIMITS)
        self.cpu_s += cost.outcome.cpu_s
        self.unit = cost.unit
        return cost

    def climb(self, given: Given) -> Cost:
        """One counted run on a size that no reference vouches for.

        Until it has run once, a failure may mean that the problem has no inputs so small; and on sizes that
        are numbers rather than lengths, that it has none so large.

        Raises:
            Stopped: it failed, where it didn't on a smaller size.
        """
        cost = self.run(given)
        must_run = self._has_run and given.size <= LARGE_SIZE
        if must_run or cost.suspect:
            self._check(cost, Rung(given))
        self._has_run |= cost.failure is None
        return cost

    def cost(self, rung: Rung) -> int:
        """What it costs on one input, whose answer must be right.

        Raises:
            Stopped: it failed there.
        """
        cost = self.run(rung.given)
        self._check(cost, rung)
        return cost.operations or 0

    def _check(self, cost: Cost, rung: Rung) -> None:
        """Look at a counted run.

        Raises:
            Stopped: it is of no use.
        """
        if cost.suspect:
            self.flags.append(SUSPECT)
            raise Stopped(f"{_place(rung.given)}: {cost.failure}")
        if cost.failure is not None or cost.operations is None:
            self._blame(cost, rung)
        if rung.answer is not None and not self.is_right(rung.given, cost.output, rung.answer):
            self._blame(cost, rung)

    def _blame(self, cost: Cost, rung: Rung) -> None:
        """Say whether a failed run is the program's doing or the counting's.

        Raises:
            Stopped: always.
        """
        self.check_plainly(rung)
        place = _place(rung.given)
        if cost.failure is not None and cost.failure.startswith("stopped for"):
            raise Stopped(f"{place}: costs too much to be counted")
        self.flags.append(DIFFERENT)
        raise Stopped(f"{place}: when counted: {cost.failure or 'another answer'}")

    def check_plainly(self, rung: Rung) -> bytes:
        """Run it as for a test, uncounted; its answer.

        Raises:
            Stopped: it fails.
        """
        failure, output, _ = self.timed(rung.given)
        if failure is None and rung.answer is not None:
            right = self.is_right(rung.given, output, rung.answer)
            failure = None if right else "wrong answer"
        if failure == "stopped for cpu" and self._weight(rung.given) > 1:
            # The reference's time says nothing of a program that may be slower.
            raise Stopped(f"{_place(rung.given)}: takes too long, as the target may allow")
        if failure is not None:
            raise fails_on(rung.given, failure)
        return output

    def timed(self, given: Given, *, cpu_s: float | None = None) -> tuple[str | None, bytes, float]:
        """Run it as for a test: how it failed, if it did, its answer, and its CPU time in seconds."""
        limits = RUN_LIMITS
        if cpu_s is not None:
            limits = limits.model_copy(update={"cpu_s": cpu_s})
        run = plain_run(self._problem, self._program, limits=limits, given=given.file)
        cost = plain_cost(self._problem, self.box.start(run).wait())
        self.cpu_s += cost.outcome.cpu_s
        return cost.failure, cost.output, cost.outcome.cpu_s

    def is_right(self, given: Given, output: bytes, answer: bytes) -> bool:
        """Whether the problem's checker accepts an output."""
        if not isinstance(self._problem.checker, ProgramChecker):
            return check(self._problem.checker, answer, output)[0]
        if output == answer:
            return True
        if self._checker is None:
            box = self._companion(find_language(self._problem.checker.language))
            self._checker = CheckerProgram(self._problem.checker, box)
        return self._checker.check(
            test_input=given.file, output=MemoryFile(output), answer=MemoryFile(answer)
        )[0]


def fails_on(given: Given, failure: str) -> Stopped:
    """What ends the measurement of a candidate that passed the tests and failed on a generated input."""
    return Stopped(f"fails on larger inputs: {_place(given)}: {failure}", fails=True)


def _place(given: Given) -> str:
    return f"size {given.size:g}" + (f" ({given.variant})" if given.variant else "")
