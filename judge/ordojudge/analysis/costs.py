"""What one counted run cost, and what a counter of a language is."""

from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

from ordojudge.core.errors import AnalyserError
from ordojudge.core.models import FunctionInterface, Limits, Outcome, Problem
from ordojudge.ports import Harness, Input, Program, Ran, Run

Kind = Literal["python", "native", "go", "javascript", "java", "cpu"]
"""How a language's programs are counted; ``cpu`` by their CPU time."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How far programs of one kind are measured, and what one of their operations takes."""

    operations: int
    """Cost of one run at which a ladder of sizes ends."""

    size: int
    """Largest size where the input is as long as the size."""

    large_operations: float
    """About what a run should cost whose CPU time is held against its count."""

    seconds_per_operation: float
    """CPU time that no honest program needs for one operation."""

    number: int = 1 << 24
    """Largest size where the size is a number in the input."""

    startup_s: float = 0.0
    """CPU time that the runtime may take before the program begins, and to warm up."""


SCALES: Final[dict[Kind, Scale]] = {
    "cpu": Scale(
        operations=300_000,
        size=1 << 21,
        number=1 << 30,
        large_operations=0.0,
        seconds_per_operation=1e-6,
    ),
    "python": Scale(
        operations=300_000, size=4_096, large_operations=1e6, seconds_per_operation=5e-7
    ),
    "native": Scale(
        operations=20_000_000, size=8_192, large_operations=5e7, seconds_per_operation=1e-8
    ),
    "go": Scale(
        operations=20_000_000, size=8_192, large_operations=5e7, seconds_per_operation=2e-8
    ),
    "javascript": Scale(
        operations=5_000_000,
        size=8_192,
        large_operations=5e7,
        seconds_per_operation=2e-7,
        startup_s=0.3,
    ),
    "java": Scale(
        operations=5_000_000,
        size=8_192,
        large_operations=5e7,
        seconds_per_operation=5e-8,
        startup_s=0.5,
    ),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """One run, and what it cost."""

    outcome: Outcome
    output: bytes
    """What a checker looks at."""

    operations: int | None
    """Steps counted; none if the count is missing or forged."""

    failure: str | None = None
    """Why the run is of no use, in one line."""

    suspect: bool = False
    """Whether the program seems to have tried to get around being counted."""

    unit: str = "operations"


class NoCounter(AnalyserError):
    """The box lacks what counts programs of this language; CPU time is what can be had."""


class Counter(Protocol):
    """A program prepared to be run for its cost."""

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """Run once.

        Raises:
            SandboxError: the box failed.
        """
        ...


def answered(cost: Cost) -> Cost:
    """The cost of a function's run, whose driver wrote the answer, of which a sign says what it is."""
    sign, answer = cost.output[:1], cost.output[1:]
    failure = cost.failure
    if failure is None and sign != b"=":
        failure = answer.decode("utf-8", "replace")[:200] or "ended without an answer"
    return replace(cost, output=answer, failure=failure)


def harness_of(problem: Problem, mode: str, *, key: str = "") -> Harness:
    """How a Python submission is called; as a program where the problem has no function."""
    interface = problem.interface
    if not isinstance(interface, FunctionInterface):
        return Harness(mode=mode, key=key)
    return Harness(
        mode=mode,
        entry_point=interface.entry_point,
        class_name=interface.class_name,
        parameters=None
        if interface.parameters is None
        else tuple((parameter.name, parameter.type) for parameter in interface.parameters),
        returns=interface.returns,
        result_argument=interface.result_argument,
        prelude=interface.prelude,
        key=key,
    )


def plain_run(problem: Problem, program: Program, *, limits: Limits, given: Input) -> Run:
    """An uncounted run, as for a test."""
    run = Run(program=program, limits=limits, input=given)
    if not isinstance(problem.interface, FunctionInterface):
        return run
    if program.language.runtime == "python":
        return replace(run, harness=harness_of(problem, "function"))
    return replace(run, note=b"")  # where its driver leaves the answer


def plain_cost(problem: Problem, ran: Ran) -> Cost:
    """What came of an uncounted run, which has no operations."""
    failure = failure_of(ran.outcome)
    if isinstance(problem.interface, FunctionInterface):
        return answered(Cost(ran.outcome, ran.result or b"", None, failure))
    return Cost(ran.outcome, ran.output.read(), None, failure)


def suspect(ran: Ran, failure: str) -> Cost:
    """The cost of a run whose program seems to have got around being counted."""
    return Cost(ran.outcome, b"", None, failure, suspect=True)


def failure_of(outcome: Outcome) -> str | None:
    """How a run ended, if not well."""
    if outcome.stopped is not None:
        return f"stopped for {outcome.stopped}"
    if outcome.signal is not None:
        return f"signal {outcome.signal}"
    return f"exit status {outcome.exit_code}" if outcome.exit_code else None
