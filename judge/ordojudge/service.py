"""The judge: from a submission to its report, top to bottom.

completion → extract → source → box: compile once, run each test → outcomes → classify → check → report →
complexity, if asked and every test is accepted → score.
"""

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import structlog

from ordojudge.analysis.combine import Estimator, Site
from ordojudge.analysis.static import StaticAnalyser
from ordojudge.contents import Contents
from ordojudge.core.errors import (
    JobCancelled,
    ProblemError,
    SandboxError,
    SandboxUnavailable,
    SubmissionError,
    SubmissionTooLarge,
    boundary,
)
from ordojudge.core.extract import Extraction, extract
from ordojudge.core.grading import aggregate
from ordojudge.core.languages import Language, find_language, limits_for
from ordojudge.core.models import (
    MAX_SOURCE_BYTES,
    CompileResult,
    ComplexityEstimate,
    FunctionInterface,
    InteractiveChecker,
    Judgement,
    Problem,
    Report,
    StdioInterface,
    Submission,
    Task,
    TestCase,
    TestResult,
    Timings,
)
from ordojudge.core.reporting import no_code, report_on
from ordojudge.core.reward import PRESETS, RewardScheme
from ordojudge.core.texts import to_bytes
from ordojudge.core.verdict import Verdict
from ordojudge.functions.building import build, require_function
from ordojudge.ports import Program, Sandbox
from ordojudge.sandbox.memory_files import Shelf
from ordojudge.trial import Observer, Trial
from ordojudge.version import JUDGE_VERSION

log = structlog.get_logger(__name__)

SHELF_BYTES: Final = 64 << 20
"""How much memory of long inputs is kept for those of the next problems."""

ATTEMPTS: Final = 2
"""A job whose box fails is done once more, in another box; then it is a judging error."""


class Judge:
    """Grades submissions. Thread-safe; as many threads as the sandbox has slots keep it busy."""

    def __init__(
        self, sandbox: Sandbox | None = None, *, estimator: Estimator | None = None
    ) -> None:
        """A judge over a sandbox.

        Args:
            sandbox: Where submissions run, and the caller's to close.
                By default the one that the environment configures, closed with the judge.
            estimator: Judges time complexity; by default from measurements and what the text shows.

        Raises:
            SandboxUnavailable: this machine can't have boxes; the message says what is missing.
        """
        self._sandbox = sandbox or _configured_sandbox()
        self._owned = sandbox is None
        self._estimator = estimator or Estimator((StaticAnalyser(),))
        self._contents_of: dict[tuple[int, Path | None], Contents] = {}
        self._shelf = Shelf(capacity_bytes=SHELF_BYTES)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take down the sandbox if it is the judge's own, and release what is kept between problems."""
        self._shelf.clear()
        if self._owned:
            self._sandbox.close()

    def grade(
        self,
        submission: Submission,
        problem: Problem,
        *,
        reward: RewardScheme | None = None,
        all_tests: bool = True,
        complexity: bool = False,
        target: str | None = None,
        observe: Observer | None = None,
    ) -> Report:
        """Judge one submission.

        Args:
            submission: Source, or a completion that holds it.
            problem: With its tests' texts in place.
            reward: How the judgement becomes a reward; the ``default`` preset if none.
            all_tests: Run every test; else stop after the first that isn't accepted, and count the others as
                not passed.
            complexity: Also compare the time complexity with the problem's bound, if every test is accepted.
            target: The bound to compare with in place of the problem's.
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
        extraction = locate(submission, scheme.extraction)
        task = task_of(extraction, all_tests=all_tests, complexity=complexity, target=target)
        if task is None:
            judgement = no_code(extraction, judge_version=JUDGE_VERSION)
        else:
            judgement = self.judge(task, problem, observe=observe)
        return report_on(
            submission,
            problem,
            extraction=extraction,
            judgement=judgement,
            reward=scheme,
            total_s=time.perf_counter() - began,
        )

    def judge(
        self,
        task: Task,
        problem: Problem,
        *,
        folder: Path | None = None,
        observe: Observer | None = None,
        cancellation: "Cancellation | None" = None,
    ) -> Judgement:
        """Judge one program, whoever sent it and whatever it will be rewarded.

        Args:
            task: The program.
            problem: The problem that the task names.
            folder: Where its test files are, as its store says; needed unless all tests carry their texts.
            observe: As in `grade`.
            cancellation: Lets another thread end the work.

        Raises:
            Whatever ``observe`` raises.
            JobCancelled: it was cancelled meanwhile.
            StoreError: a test file is missing or damaged.
            UnknownLanguage, ProblemError, SandboxUnavailable: as in `grade`.
        """
        language = find_language(task.language)
        require_support(problem, language)
        if folder is None:
            _require_texts(problem)
        cancellation = cancellation or Cancellation()
        progress = Progress()
        for attempt in range(1, ATTEMPTS + 1):
            progress = Progress()
            try:
                with boundary(SandboxError, "judging"), ExitStack() as boxes:
                    self._run(
                        task,
                        problem,
                        folder=folder,
                        language=language,
                        progress=progress,
                        boxes=boxes,
                        observe=observe and _unattributed(observe),
                        cancellation=cancellation,
                    )
                break
            except _ObserverFailed as failed:
                raise failed.error from None
            except SandboxUnavailable:
                raise
            except SandboxError as error:
                cancellation.check()
                log.warning("box failed", attempt=attempt, error=str(error))
                progress.failure = str(error)
        return progress.judgement(problem)

    def _run(
        self,
        task: Task,
        problem: Problem,
        *,
        folder: Path | None,
        language: Language,
        progress: "Progress",
        boxes: ExitStack,
        observe: Observer | None,
        cancellation: "Cancellation",
    ) -> None:
        """One attempt at a task: compile once, run each test."""
        asked = time.perf_counter()
        box = boxes.enter_context(self._sandbox.box(language))
        ready = time.perf_counter()
        progress.queue_s = ready - asked
        boxes.enter_context(cancellation.ending(box.abort))
        source = to_bytes(task.source, place="source")
        progress.program = program = build(box, source, language, interface=problem.interface)
        compiled = time.perf_counter()
        progress.compile_s = compiled - ready
        if not program.ok:
            return
        trial = Trial(
            problem,
            program,
            sandbox=self._sandbox,
            box=box,
            boxes=boxes,
            ending=cancellation.ending,
            contents=self._prepared(problem, folder),
            observe=observe,
        )
        for test in problem.tests:
            cancellation.check()
            result = trial.grade_test(test)
            progress.results.append(result)
            progress.run_s = time.perf_counter() - compiled
            if result.verdict is not Verdict.AC and not task.all_tests:
                break
        if task.complexity and progress.all_accepted(problem):
            began = time.perf_counter()
            site = Site(program, box, trial.companion)
            progress.complexity = self._estimator.estimate(
                task.source, language, problem=problem, target=task.target, site=site
            )
            cancellation.check()
            progress.complexity_s = time.perf_counter() - began

    def _prepared(self, problem: Problem, folder: Path | None) -> Contents:
        """What the problem's tests feed and expect, kept as long as the problem is."""
        key = id(problem), folder
        contents = self._contents_of.get(key)
        if contents is None:
            contents = self._contents_of[key] = Contents(folder, shelf=self._shelf)
            weakref.finalize(problem, self._contents_of.pop, key, None)
        return contents


class _ObserverFailed(BaseException):
    """Carries an observer's exception past those who attribute exceptions to the sandbox."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _unattributed(observe: Observer) -> Observer:
    def observed(test: TestCase, result: TestResult, head: bytes) -> None:
        try:
            observe(test, result, head)
        except Exception as error:
            raise _ObserverFailed(error) from error

    return observed


class Cancellation:
    """Ends a job's work from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._ends: list[Callable[[], None]] = []

    def cancel(self) -> None:
        """End the work now, in the middle of a test if need be; harmless when repeated."""
        with self._lock:
            self._cancelled = True
            for end in self._ends:
                end()

    def check(self) -> None:
        """Stop here if the work was cancelled.

        Raises:
            JobCancelled: it was.
        """
        if self._cancelled:
            raise JobCancelled("cancelled")

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        """Call ``end`` on cancellation while this lasts."""
        with self._lock:
            self._ends.append(end)
        try:
            self.check()
            yield
        finally:
            with self._lock:
                self._ends.remove(end)


@dataclass(slots=True)
class Progress:
    """What came of one attempt at a task so far."""

    program: Program | None = None
    results: list[TestResult] = field(default_factory=list)
    failure: str | None = None
    queue_s: float = 0.0
    compile_s: float = 0.0
    run_s: float = 0.0
    complexity: ComplexityEstimate | None = None
    complexity_s: float = 0.0

    def all_accepted(self, problem: Problem) -> bool:
        """Whether every test of the problem was run and accepted."""
        verdict, pass_rate = aggregate(self.results, tests_in_problem=len(problem.tests))
        return verdict is Verdict.AC and pass_rate == 1

    def judgement(self, problem: Problem) -> Judgement:
        """The judgement as it stands; a failure of the judge makes it JE."""
        verdict, pass_rate = aggregate(self.results, tests_in_problem=len(problem.tests))
        if self.failure is not None:
            verdict = Verdict.JE
            compiled = CompileResult(ok=False, message=f"the judge failed: {self.failure}")
        elif self.program is not None:
            program = self.program
            compiled = CompileResult(ok=program.ok, cpu_s=program.cpu_s, message=program.message)
            verdict = verdict if program.ok else Verdict.CE
        return Judgement(
            verdict=verdict,
            pass_rate=pass_rate,
            tests=tuple(self.results),
            compile=compiled,
            complexity=self.complexity,
            timings=Timings(
                queue_s=self.queue_s,
                compile_s=self.compile_s,
                run_s=self.run_s,
                complexity_s=self.complexity_s,
            ),
            judge_version=JUDGE_VERSION,
        )


# ------------------------------------------------------------------------------------------- pieces


def locate(submission: Submission, rule: str) -> Extraction:
    """Find the program of a submission.

    Args:
        rule: Extraction rule for completions.

    Raises:
        UnknownLanguage: no row of the table has the submission's language.
        SubmissionTooLarge: the program is longer than the judge accepts.
        SubmissionError: it holds a lone surrogate that stands for no byte.
    """
    language = find_language(submission.language).id if submission.language is not None else None
    if submission.source is not None:
        extraction = Extraction(kind="source", source=submission.source, language=language)
    else:
        extraction = extract(submission.completion or "", language, rule=rule)
    try:
        size = len(to_bytes(extraction.source or "", place="source"))
    except ProblemError as error:
        raise SubmissionError(str(error)) from None
    if size > MAX_SOURCE_BYTES:
        raise SubmissionTooLarge(f"source: {size} bytes; at most {MAX_SOURCE_BYTES} are accepted")
    return extraction


def task_of(
    extraction: Extraction,
    *,
    all_tests: bool,
    complexity: bool = False,
    target: str | None = None,
    problem_digest: str | None = None,
) -> Task | None:
    """The task for a program that was found; none if there is none, or its language isn't known."""
    if extraction.source is None or extraction.language is None:
        return None
    return Task(
        problem_digest=problem_digest,
        language=extraction.language,
        source=extraction.source,
        all_tests=all_tests,
        complexity=complexity,
        target=target,
    )


def require_support(problem: Problem, language: Language) -> None:
    """Refuse what this version can't judge.

    Raises:
        ProblemError: it names the field.
    """
    limits_for(language, problem.limits, own=problem.language_limits)
    interactive = isinstance(problem.checker, InteractiveChecker)
    if interactive and not isinstance(problem.interface, StdioInterface):
        raise ProblemError(
            f"checker: an interactor talks to stdio submissions, not to {problem.interface.type} ones"
        )
    if isinstance(problem.interface, FunctionInterface):
        require_function(problem.interface, language)
    elif not isinstance(problem.interface, StdioInterface) and language.runtime != "python":
        kind = problem.interface.type
        raise ProblemError(
            f"interface: {kind} problems take Python submissions, not {language.name}"
        )


def _require_texts(problem: Problem) -> None:
    for index, test in enumerate(problem.tests):
        if test.input is None or test.output_file is not None:
            raise ProblemError(
                f"tests.{index}: its files were not read; load the problem from its folder"
            )


def _configured_sandbox() -> Sandbox:
    from ordojudge.sandbox.drivers import make_sandbox
    from ordojudge.settings import load_settings

    return make_sandbox(load_settings().sandbox)
