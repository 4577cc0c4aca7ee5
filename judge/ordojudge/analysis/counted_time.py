"""For languages that have no counter: the processor's count of instructions, or else CPU time."""

from dataclasses import replace
from typing import Final

from ordojudge.analysis.costs import Cost, failure_of, plain_cost, plain_run
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language
from ordojudge.core.models import Limits, Problem
from ordojudge.functions.building import build
from ordojudge.ports import Box, Input, Run

_CPU_REPEATS: Final = 2


INSTRUCTIONS_PER_UNIT: Final = 1_000
"""So that a unit is about a microsecond either way, and what holds for one holds for the other."""


class CpuCounter:
    """A program whose cost is its CPU time, in microseconds, the least of a few runs.

    Where the processor counts instructions, which no load changes, thousands of them take the place of
    microseconds, and one run is enough. The runtime's start is in both, so neither tells a logarithm.
    """

    def __init__(self, source: bytes, language: Language, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._problem = problem
        self._program = build(box, source, language, interface=problem.interface)
        if not self._program.ok:
            raise AnalyserError("it doesn't compile")
        self._count = box.count_instructions()

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        run = plain_run(self._problem, self._program, limits=limits, given=given)
        counted = self._counted(run)
        if counted is not None:
            return counted
        ran = self._box.start(run).wait()
        for _ in range(_CPU_REPEATS):
            if failure_of(ran.outcome) is not None:
                break
            again = self._box.start(run).wait()
            ran = min(ran, again, key=lambda each: each.outcome.cpu_s)
        microseconds = max(1, int(ran.outcome.cpu_s * 1e6))
        return replace(
            plain_cost(self._problem, ran),
            operations=microseconds,
            unit="microseconds of CPU time",
        )

    def _counted(self, run: Run) -> Cost | None:
        """The cost of a run by the processor's count; none if it has none."""
        if self._count is None:
            return None
        try:
            before = self._count.read()
            ran = self._box.start(run).wait()
            thousands = (self._count.read() - before) // INSTRUCTIONS_PER_UNIT
        except OSError:
            self._count.close()
            self._count = None
            return None
        return replace(
            plain_cost(self._problem, ran),
            operations=max(1, thousands),
            unit="thousands of instructions",
        )
