"""CPU time in place of a count, for languages that have no counter."""

from typing import Final

from ordojudge.analysis.costs import Cost, failure_of, harness_of
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language
from ordojudge.core.models import FunctionInterface, Limits, Problem
from ordojudge.ports import Box, Input, Run

_CPU_REPEATS: Final = 2


class CpuCounter:
    """A program whose cost is its CPU time, in microseconds: the least of a few runs."""

    def __init__(self, source: bytes, language: Language, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._program = box.compile(source, language)
        is_function = isinstance(problem.interface, FunctionInterface)
        self._harness = harness_of(problem, "function") if is_function else None
        if not self._program.ok:
            raise AnalyserError("it doesn't compile")

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        run = Run(program=self._program, limits=limits, input=given, harness=self._harness)
        ran = self._box.start(run).wait()
        for _ in range(_CPU_REPEATS):
            if failure_of(ran.outcome) is not None:
                break
            again = self._box.start(run).wait()
            ran = min(ran, again, key=lambda each: each.outcome.cpu_s)
        failure = failure_of(ran.outcome)
        output = ran.output.read() if self._harness is None else (ran.result or b"")[1:]
        if self._harness is not None and failure is None and (ran.result or b"")[:1] != b"=":
            failure = "ended without an answer"
        microseconds = max(1, int(ran.outcome.cpu_s * 1e6))
        return Cost(ran.outcome, output, microseconds, failure)
