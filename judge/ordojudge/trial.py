"""One program before one problem's tests, in its box."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Final

from ordojudge.calls import Call, Execution, calls_of, last_line
from ordojudge.checking import CheckerProgram
from ordojudge.contents import Contents
from ordojudge.core.checkers import check
from ordojudge.core.errors import ProblemError
from ordojudge.core.grading import classify
from ordojudge.core.languages import Language, find_language, limits_for
from ordojudge.core.models import (
    Checker,
    InteractiveChecker,
    Problem,
    ProgramChecker,
    TestCase,
    TestResult,
)
from ordojudge.core.verdict import Verdict
from ordojudge.interaction import Interaction
from ordojudge.ports import Box, Program, Sandbox

GRACE: Final = 1.7
"""How far over its CPU limit other work can push a program; measured with 8 on each core."""

REPEATS: Final = 2
"""How often it is then measured again: what slows a program down may be no box, and then still be there."""

OBSERVED_BYTES: Final = 1 << 16
"""How much of a test's output an observer is shown."""

Observer = Callable[[TestCase, TestResult, bytes], None]
Ending = Callable[[Callable[[], None]], AbstractContextManager[None]]


class Trial:
    """Runs and names tests, one after another."""

    def __init__(
        self,
        problem: Problem,
        program: Program,
        *,
        sandbox: Sandbox,
        box: Box,
        boxes: ExitStack,
        ending: Ending,
        contents: Contents,
        observe: Observer | None,
    ) -> None:
        """Prepare a trial.

        Args:
            box: Where the program was compiled.
            boxes: Holds further boxes, for judge-side code, until the job is over.
            ending: Has a further box ended with the job, should that be cancelled.
            contents: What the problem's tests feed and expect.
            observe: Called after each test with its result and the head of its output.
        """
        self._problem = problem
        self._program = program
        self._sandbox = sandbox
        self._box = box
        self._boxes = boxes
        self._ending = ending
        self._contents = contents
        self._observe = observe
        self._limits = limits_for(program.language, problem.limits, own=problem.language_limits)
        self._companion_box: Box | None = None
        self._checker: CheckerProgram | None = None
        self._hopeless = False
        self._call = self._call_of(problem.checker)

    def _call_of(self, checker: Checker) -> Call:
        if isinstance(checker, InteractiveChecker):
            return Interaction(checker, self._contents, box=self._box, companion=self._companion)
        return calls_of(self._problem, self._contents, box=self._box, companion=self._companion)

    def grade_test(self, test: TestCase) -> TestResult:
        """Run one test and name what happened.

        Raises:
            SandboxError: the box failed.
        """
        execution: Execution | None = None
        try:
            execution = self._execute(test)
            verdict, reason = self._name(execution, test)
        except ProblemError as error:
            verdict, reason = Verdict.JE, str(error)[:500]
        result = _result(test, verdict, reason, execution)
        if self._observe is not None:
            head = b"" if execution is None else _answer(execution, OBSERVED_BYTES)
            self._observe(test, result, head)
        return result

    def _execute(self, test: TestCase) -> Execution:
        """Run one test; where other work may have slowed it down past its limit, again alone."""
        grace = GRACE if self._sandbox.contended and not self._hopeless else 1.0
        execution = self._call(self._program, test, limits=self._limits, grace=grace)
        if grace > 1 and execution.outcome.stopped is None:
            for _ in range(REPEATS):
                if execution.outcome.cpu_s <= self._limits.cpu_s:
                    break
                with self._sandbox.quiet():
                    again = self._call(self._program, test, limits=self._limits, grace=1.0)
                execution = min(execution, again, key=lambda run: run.outcome.cpu_s)
        # One test that is too slow beyond doubt: the next ones get no benefit of it.
        self._hopeless |= execution.outcome.cpu_s > self._limits.cpu_s
        return execution

    def _name(self, execution: Execution, test: TestCase) -> tuple[Verdict, str | None]:
        named = classify(execution.outcome, self._limits)
        if named is not None:
            verdict, why = named
            said = last_line(execution.error) if verdict is Verdict.RTE else ""
            return verdict, f"{why}: {said}" if said else why
        if execution.said is not None:
            return execution.said
        if isinstance(self._problem.checker, ProgramChecker):
            accepted, reason = self._check_by_program(self._problem.checker, execution, test)
        else:
            accepted, reason = self._compare(execution, test)
        return (Verdict.AC, None) if accepted else (Verdict.WA, reason)

    def _compare(self, execution: Execution, test: TestCase) -> tuple[bool, str | None]:
        expected = self._contents.output(test)
        if execution.answer is None and expected.is_exactly(execution.output):
            return True, None
        return check(self._problem.checker, expected.read(), _answer(execution))

    def _check_by_program(
        self, checker: ProgramChecker, execution: Execution, test: TestCase
    ) -> tuple[bool, str | None]:
        if self._checker is None:
            self._checker = CheckerProgram(checker, self._companion())
        return self._checker.check(
            test_input=self._contents.input(test),
            output=execution.output,
            answer=self._contents.output(test),
        )

    def _companion(self) -> Box:
        checker = self._problem.checker
        programs = (ProgramChecker, InteractiveChecker)
        language = find_language(checker.language) if isinstance(checker, programs) else None
        return self.companion(language)

    def companion(self, language: Language | None) -> Box:
        """The box for judge-side code, taken when first needed; its language is then settled."""
        if self._companion_box is None:
            box = self._boxes.enter_context(self._sandbox.box(language, companion=True))
            self._boxes.enter_context(self._ending(box.abort))
            self._companion_box = box
        return self._companion_box


def _answer(execution: Execution, size: int | None = None) -> bytes:
    return execution.output.read(size) if execution.answer is None else execution.answer[:size]


def _result(
    test: TestCase, verdict: Verdict, reason: str | None, execution: Execution | None
) -> TestResult:
    if execution is None:
        return TestResult(case_id=test.case_id, verdict=verdict, reason=reason)
    outcome = execution.outcome
    return TestResult(
        case_id=test.case_id,
        verdict=verdict,
        reason=reason,
        cpu_s=outcome.cpu_s,
        wall_s=outcome.wall_s,
        run_delay_s=outcome.run_delay_s,
        peak_memory_bytes=outcome.peak_memory_bytes,
        output_bytes=outcome.output_bytes,
    )
