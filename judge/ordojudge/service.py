"""The judge: from a submission to its report, top to bottom.

completion → extract → source → box: compile once, run each test → outcomes → classify → check → report → score.
"""

import hashlib
import time
import weakref
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final, Self

import structlog

from ordojudge.calls import Call, Execution, Inputs, calls_of, last_line
from ordojudge.checking import CheckerProgram
from ordojudge.core.checkers import check
from ordojudge.core.errors import (
    ProblemError,
    SandboxError,
    SandboxUnavailable,
    SubmissionTooLarge,
    boundary,
)
from ordojudge.core.extract import Extraction, extract
from ordojudge.core.grading import aggregate, classify
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import (
    MAX_SOURCE_BYTES,
    CompileResult,
    InteractiveChecker,
    Problem,
    ProgramChecker,
    Report,
    StdioInterface,
    Submission,
    TestCase,
    TestResult,
    Timings,
)
from ordojudge.core.reward import PRESETS, RewardScheme, score
from ordojudge.core.texts import to_bytes
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Box, Program, Sandbox
from ordojudge.version import JUDGE_VERSION

log = structlog.get_logger(__name__)

ATTEMPTS: Final = 2
"""A job whose box fails is done once more, in another box; then it is a judging error."""

GRACE: Final = 1.7
"""How far over its CPU limit other work on the machine can push a program; measured, at 8 on each core."""

OBSERVED_BYTES: Final = 1 << 16
"""How much of a test's output an observer is shown."""

Observer = Callable[[TestCase, TestResult, bytes], None]


class Judge:
    """Grades submissions. Thread-safe; as many threads as the sandbox has slots keep it busy."""

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        """A judge over a sandbox.

        Args:
            sandbox: Where submissions run, and the caller's to close.
                By default boxes on this machine, as the environment configures them, closed with the judge.

        Raises:
            SandboxUnavailable: this machine can't have boxes; the message says what is missing.
        """
        self._sandbox = sandbox or _local_sandbox()
        self._owned = sandbox is None
        self._inputs_of: dict[int, Inputs] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take down the sandbox if it is the judge's own."""
        if self._owned:
            self._sandbox.close()

    def grade(
        self,
        submission: Submission,
        problem: Problem,
        *,
        reward: RewardScheme | None = None,
        all_tests: bool = True,
        observe: Observer | None = None,
    ) -> Report:
        """Judge one submission.

        Args:
            submission: Source, or a completion that holds it.
            problem: With its tests' texts in place.
            reward: How the judgement becomes a reward; the ``default`` preset if none.
            all_tests: Run every test; else stop after the first that isn't accepted, and count the others as
                not passed.
            observe: Called after each test with its result and the head of its output.

        Returns:
            The report. Its verdict is JE, without a reward, if the judge failed twice.

        Raises:
            UnknownLanguage, SubmissionTooLarge: the submission can't be judged as given.
            ProblemError: the problem needs what this version doesn't have.
            SandboxUnavailable: no box, or no compiler, can be had on this machine.
        """
        began = time.perf_counter()
        scheme = reward or PRESETS["default"]
        located = _locate(submission, scheme.extraction)
        judged = Judged()
        if located.source is not None and located.language is not None:
            source = to_bytes(located.source, place="source")
            if len(source) > MAX_SOURCE_BYTES:
                raise SubmissionTooLarge(
                    f"source: {len(source)} bytes; at most {MAX_SOURCE_BYTES} are accepted"
                )
            job = Job(source, find_language(located.language), problem, all_tests, observe)
            _require_support(job)
            judged = self._run(job)
        return _report(
            submission, problem, located=located, judged=judged, scheme=scheme, began=began
        )

    # -- the box's part of the line

    def _run(self, job: "Job") -> "Judged":
        judged = Judged()
        for attempt in range(1, ATTEMPTS + 1):
            judged = Judged()
            try:
                with boundary(SandboxError, "judging"), ExitStack() as boxes:
                    self._run_once(job, judged, boxes)
                return judged
            except SandboxUnavailable:
                raise
            except SandboxError as error:
                log.warning("box failed", attempt=attempt, error=str(error))
                judged.failed(str(error))
        return judged

    def _run_once(self, job: "Job", judged: "Judged", boxes: ExitStack) -> None:
        asked = time.perf_counter()
        box = boxes.enter_context(self._sandbox.box())
        ready = time.perf_counter()
        judged.queue_s = ready - asked
        judged.program = program = box.compile(job.source, job.language)
        compiled = time.perf_counter()
        judged.compile_s = compiled - ready
        if not program.ok:
            return
        bench = Bench(self, job, box, boxes)
        for test in job.problem.tests:
            result = bench.grade_test(program, test)
            judged.results.append(result)
            judged.run_s = time.perf_counter() - compiled
            if result.verdict is not Verdict.AC and not job.all_tests:
                break

    def _prepared(self, problem: Problem) -> Inputs:
        """The problem's inputs in memory, kept as long as the problem is."""
        inputs = self._inputs_of.get(id(problem))
        if inputs is None:
            inputs = self._inputs_of[id(problem)] = Inputs()
            weakref.finalize(problem, self._inputs_of.pop, id(problem), None)
        return inputs


@dataclass(frozen=True, slots=True)
class Job:
    """One program to be judged."""

    source: bytes
    language: Language
    problem: Problem
    all_tests: bool
    observe: Observer | None


@dataclass(slots=True)
class Judged:
    """What came of a job so far."""

    program: Program | None = None
    results: list[TestResult] = field(default_factory=list)
    failure: str | None = None
    queue_s: float = 0.0
    compile_s: float = 0.0
    run_s: float = 0.0

    def failed(self, reason: str) -> None:
        """Note that the judge failed."""
        self.failure = reason


class Bench:
    """Grades the tests of one job in its box."""

    def __init__(self, judge: Judge, job: Job, box: Box, boxes: ExitStack) -> None:
        self._sandbox = judge._sandbox
        self._job = job
        self._limits = job.problem.limits
        self._inputs = judge._prepared(job.problem)
        self._boxes = boxes
        self._companion_box: Box | None = None
        self._checker: CheckerProgram | None = None
        self._hopeless = False
        self._call: Call = calls_of(job.problem, self._inputs, box=box, companion=self._companion)

    def grade_test(self, program: Program, test: TestCase) -> TestResult:
        """Run one test and name what happened.

        Raises:
            SandboxError: the box failed.
        """
        execution: Execution | None = None
        try:
            execution = self._execute(program, test)
            verdict, reason = self._name(execution, test)
        except ProblemError as error:
            verdict, reason = Verdict.JE, str(error)[:500]
        result = _result(test, verdict, reason, execution)
        if self._job.observe is not None:
            head = b"" if execution is None else _answer(execution, OBSERVED_BYTES)
            self._job.observe(test, result, head)
        return result

    def _execute(self, program: Program, test: TestCase) -> Execution:
        """Run one test; where other work may have slowed it down past its limit, once more alone."""
        grace = GRACE if self._sandbox.contended and not self._hopeless else 1.0
        execution = self._call(program, test, limits=self._limits, grace=grace)
        outcome = execution.outcome
        if outcome.cpu_s <= self._limits.cpu_s:
            return execution
        if grace > 1 and outcome.stopped is None:
            with self._sandbox.quiet():
                again = self._call(program, test, limits=self._limits, grace=1.0)
            if again.outcome.cpu_s < outcome.cpu_s:
                execution = again
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
        if isinstance(self._job.problem.checker, ProgramChecker):
            accepted, reason = self._check_by_program(self._job.problem.checker, execution, test)
        else:
            accepted, reason = self._compare(execution, test)
        return (Verdict.AC, None) if accepted else (Verdict.WA, reason)

    def _compare(self, execution: Execution, test: TestCase) -> tuple[bool, str | None]:
        expected = to_bytes(test.output or "", place=f"tests: {test.case_id}: output")
        if execution.answer is None and execution.output.equals(expected):
            return True, None
        return check(self._job.problem.checker, expected, _answer(execution))

    def _check_by_program(
        self, checker: ProgramChecker, execution: Execution, test: TestCase
    ) -> tuple[bool, str | None]:
        if self._checker is None:
            self._checker = CheckerProgram(checker, self._companion())
        return self._checker.check(
            test_input=self._inputs.of(test),
            output=execution.output,
            answer=to_bytes(test.output or "", place=f"tests: {test.case_id}: output"),
        )

    def _companion(self) -> Box:
        """The box for judge-side code, taken when first needed."""
        if self._companion_box is None:
            self._companion_box = self._boxes.enter_context(self._sandbox.box(companion=True))
        return self._companion_box


# ------------------------------------------------------------------------------------------- pieces


def _local_sandbox() -> Sandbox:
    from ordojudge.sandbox.local import LocalSandbox
    from ordojudge.settings import load_settings

    return LocalSandbox(load_settings().sandbox)


def _locate(submission: Submission, rule: str) -> Extraction:
    """Find the source of a submission.

    Raises:
        UnknownLanguage: no row of the table has the submission's language.
    """
    language = find_language(submission.language).id if submission.language is not None else None
    if submission.source is not None:
        return Extraction(kind="source", source=submission.source, language=language)
    return extract(submission.completion or "", language, rule=rule)


def _require_support(job: Job) -> None:
    """Refuse what this version can't judge.

    Raises:
        ProblemError: it names the field.
    """
    if isinstance(job.problem.checker, InteractiveChecker):
        raise ProblemError("checker: interactive problems can't be judged by this version")
    if not isinstance(job.problem.interface, StdioInterface) and job.language.runtime != "python":
        kind = job.problem.interface.type
        raise ProblemError(
            f"interface: {kind} problems take Python submissions, not {job.language.name}"
        )
    for index, test in enumerate(job.problem.tests):
        if test.input is None or test.output_file is not None:
            raise ProblemError(
                f"tests.{index}: its files were not read; load the problem from its folder"
            )


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


def _report(
    submission: Submission,
    problem: Problem,
    *,
    located: Extraction,
    judged: Judged,
    scheme: RewardScheme,
    began: float,
) -> Report:
    verdict, pass_rate = aggregate(judged.results, tests_in_problem=len(problem.tests))
    program = judged.program
    if judged.failure is not None:
        verdict = Verdict.JE
    elif program is None:
        verdict = Verdict.SE
    elif not program.ok:
        verdict = Verdict.CE
    reward = score(
        scheme,
        verdict=verdict,
        pass_rate=pass_rate,
        extraction=None if submission.source is not None else located,
        complexity=None,
    )
    return Report(
        submission_id=submission.submission_id or _digest(located),
        problem_id=problem.problem_id,
        language=located.language,
        verdict=verdict,
        pass_rate=pass_rate,
        tests=tuple(judged.results),
        compile=_compile_result(program, judged.failure),
        extraction=located.summary,
        reward=reward,
        timings=Timings(
            queue_s=judged.queue_s,
            compile_s=judged.compile_s,
            run_s=judged.run_s,
            total_s=time.perf_counter() - began,
        ),
        judge_version=JUDGE_VERSION,
    )


def _compile_result(program: Program | None, failure: str | None) -> CompileResult:
    if program is not None:
        message = program.message if failure is None else f"judging failed: {failure}"
        return CompileResult(ok=program.ok, cpu_s=program.cpu_s, message=message)
    return CompileResult(
        ok=False, message=f"judging failed: {failure}" if failure else "no code to compile"
    )


def _digest(located: Extraction) -> str:
    content = f"{located.language}\0{located.source}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:16]
