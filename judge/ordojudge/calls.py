"""How a submission is called for one test: as a program, as a function, or by the test's statements.

Each call runs in the submission's box and comes back as an `Execution`: the box's facts, the answer to be
checked, and for statements what they said of the answers.
"""

import json
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from ordojudge.analysis.reading.grammar import family_of
from ordojudge.contents import Contents
from ordojudge.core.errors import ProblemError, SandboxProtocolError
from ordojudge.core.models import (
    AssertsInterface,
    FunctionInterface,
    Limits,
    Outcome,
    Problem,
    TestCase,
)
from ordojudge.core.verdict import Verdict
from ordojudge.functions.values import fault_of
from ordojudge.ports import Box, Harness, Output, Program, Ran, Run
from ordojudge.sandbox.memory_files import MemoryFile

STATEMENTS_LIMITS = Limits(cpu_s=10.0, memory_bytes=1 << 30, output_bytes=1 << 24)
"""What a test's statements may use, beside what the submission uses."""


@dataclass(frozen=True, slots=True)
class Execution:
    """One call of a submission."""

    outcome: Outcome
    output: Output
    """Standard output."""

    error: bytes
    """The head of standard error."""

    answer: bytes | None = None
    """What a checker compares, where that isn't standard output."""

    said: tuple[Verdict, str | None] | None = None
    """A verdict that needs no checker, if the outcome leaves one to be given."""


class Call(Protocol):
    """Calls a submission for one test."""

    def __call__(
        self, program: Program, test: TestCase, *, limits: Limits, grace: float
    ) -> Execution:
        """Call once.

        Args:
            grace: The multiple of its CPU limit after which the program is stopped.

        Raises:
            SandboxError: the box failed.
        """
        ...


def calls_of(
    problem: Problem, contents: Contents, *, box: Box, companion: Callable[[], Box]
) -> Call:
    """How this problem's submissions are called, in a box."""
    match problem.interface:
        case FunctionInterface() as interface:
            return _FunctionCall(interface, contents, box)
        case AssertsInterface() as interface:
            return _StatementsCall(interface, contents, box, companion)
        case _:
            return _ProgramCall(contents, box)


class _ProgramCall:
    def __init__(self, contents: Contents, box: Box) -> None:
        self._contents = contents
        self._box = box

    def __call__(
        self, program: Program, test: TestCase, *, limits: Limits, grace: float
    ) -> Execution:
        run = Run(program=program, limits=limits, input=self._contents.input(test), grace=grace)
        return _execution(self._box.start(run).wait())


class _FunctionCall:
    def __init__(self, interface: FunctionInterface, contents: Contents, box: Box) -> None:
        self._interface = interface
        self._contents = contents
        self._box = box
        self._harness = Harness(
            mode="function",
            entry_point=interface.entry_point,
            class_name=interface.class_name,
            parameters=None
            if interface.parameters is None
            else tuple((parameter.name, parameter.type) for parameter in interface.parameters),
            returns=interface.returns,
            result_argument=interface.result_argument,
            prelude=interface.prelude,
        )

    def __call__(
        self, program: Program, test: TestCase, *, limits: Limits, grace: float
    ) -> Execution:
        interpreted = program.language.runtime == "python"
        run = Run(
            program=program,
            limits=limits,
            input=self._contents.input(test),
            harness=self._harness if interpreted else None,
            note=None if interpreted else b"",  # where its driver leaves the answer
            grace=grace,
        )
        ran = self._box.start(run).wait()
        kind, answer = (ran.result or b"")[:1], (ran.result or b"")[1:]
        if kind == b"=":
            return replace(_execution(ran), answer=answer)
        if kind == b"?":
            self._require_usable(test, program)
        reason = (
            answer.decode("utf-8", "replace")[:200] if kind == b"!" else "ended without an answer"
        )
        return replace(_execution(ran), said=(Verdict.WA, reason))

    def _require_usable(self, test: TestCase, program: Program) -> None:
        """See whether a test's arguments can go to any function, where they don't go to this one.

        Raises:
            ProblemError: they can't.
        """
        file = open(self._contents.input(test).open(), encoding="utf-8", errors="replace")  # noqa: SIM115
        with file:
            family = family_of(program.language.id)
            fault = fault_of(self._interface, file.read(), family=family)
        if fault is not None:
            raise ProblemError(f"tests: {test.case_id}: input: {fault}")


class _StatementsCall:
    """Runs a test's statements in the companion and the submission in its own box, joined by a socket.

    The submission sees the arguments of calls and answers them.
    What the statements expect stays on the other side.
    """

    def __init__(
        self,
        interface: AssertsInterface,
        contents: Contents,
        box: Box,
        companion: Callable[[], Box],
    ) -> None:
        self._interface = interface
        self._contents = contents
        self._box = box
        self._companion = companion
        self._serve = Harness(
            mode="serve", entry_point=interface.entry_point, prelude=interface.prelude
        )
        self._state = Harness(mode="statements", entry_point=interface.entry_point)

    def __call__(
        self, program: Program, test: TestCase, *, limits: Limits, grace: float
    ) -> Execution:
        texts = {"prelude": self._interface.prelude, "statements": self._contents.statements(test)}
        statements = self._companion().script(json.dumps(texts).encode())
        mine, theirs = socket.socketpair()
        nothing = MemoryFile()
        with theirs:
            with mine:
                serving = self._box.start(
                    Run(
                        program=program,
                        limits=limits,
                        input=nothing,
                        harness=self._serve,
                        channel=mine.fileno(),
                        grace=grace,
                    )
                )
            try:
                stating = self._companion().start(
                    Run(
                        program=statements,
                        limits=_patient(limits, grace),
                        input=nothing,
                        harness=self._state,
                        channel=theirs.fileno(),
                    )
                )
            finally:
                theirs.close()  # the statements hold their end alone: when they end, the submission does
        stated = stating.wait()
        served = serving.wait()
        return replace(_execution(served), said=_said(stated))


def _patient(limits: Limits, grace: float) -> Limits:
    """Limits for statements that also wait for the submission to use up its own."""
    waits_s = grace * (limits.cpu_s + limits.wall_limit_s) + STATEMENTS_LIMITS.wall_limit_s + 1
    return STATEMENTS_LIMITS.model_copy(update={"wall_s": waits_s})


_SAID: Mapping[str, Verdict] = {
    "passed": Verdict.AC,
    "failed": Verdict.WA,
    "raised": Verdict.RTE,
    "gone": Verdict.WA,
}


def _said(stated: Ran) -> tuple[Verdict, str | None]:
    try:
        report = json.loads(stated.result or b"{}")
    except ValueError as error:
        raise SandboxProtocolError(f"the statements' report can't be read: {error}") from error
    outcome = report.get("outcome")
    if outcome == "unusable":
        raise ProblemError(report["reason"])
    if outcome in _SAID:
        return _SAID[outcome], report["reason"] or None
    # They ended without a word: an answer made them use up their limits, or broke the interpreter.
    return Verdict.WA, "the test's statements could not deal with the answer"


def _execution(ran: Ran) -> Execution:
    return Execution(outcome=ran.outcome, output=ran.output, error=ran.error)


def last_line(error: bytes) -> str:
    """The last line of standard error: where an interpreter names the exception."""
    lines = error.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip()[:200] if lines else ""
