"""``ordojudge grade``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordojudge_api.commands.command_line import SandboxDriver, configure, console, print_json
from ordojudge_api.commands.remote import Server, open_client, server_of
from ordojudge_api.exits import JUDGE_FAILED, OK, REJECTED, complain, ends_with_code

if TYPE_CHECKING:
    from ordojudge.core.errors import JudgeError
    from ordojudge.core.models import Problem, Report, Submission, TestCase, TestResult
    from ordojudge.core.reward import RewardScheme
    from ordojudge.settings import Settings
    from ordojudge_api.report_view import FinishedTest

MAX_COMPLETION_BYTES = 16 << 20
"""The longest completion read: far more than a model writes, far less than fills memory."""

STDIN = "-"


@ends_with_code
def grade(
    solution: Annotated[
        str,
        typer.Argument(metavar="SOLUTION", help="File with the solution; - for standard input."),
    ],
    problem: Annotated[
        Path, typer.Option("--problem", "-p", help="Problem: a JSON file, or a problem folder.")
    ],
    language: Annotated[
        str | None,
        typer.Option("--language", "-l", help="Language; otherwise told by the file's ending."),
    ] = None,
    completion: Annotated[
        bool, typer.Option("--completion", help="SOLUTION is a model's answer with code in it.")
    ] = False,
    sandbox: Annotated[
        SandboxDriver | None, typer.Option("--sandbox", help="Where it runs.", show_default=False)
    ] = None,
    reward: Annotated[
        str | None,
        typer.Option("--reward", metavar="PRESET|FILE", help="Preset, or a TOML or JSON file."),
    ] = None,
    server: Server = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the report as one JSON document.")
    ] = False,
    all_tests: Annotated[
        bool, typer.Option("--all-tests/--stop-early", help="Go on after the first failing test.")
    ] = True,
    fail_on_reject: Annotated[
        bool, typer.Option("--fail-on-reject", help="Exit with 1 unless the verdict is AC.")
    ] = False,
) -> int:
    """Judge one solution and print its report."""
    from ordojudge.core.errors import ConfigurationError
    from ordojudge.core.verdict import Verdict
    from ordojudge.problems import load_problem
    from ordojudge_api.report_view import print_report

    settings = configure(sandbox)
    asked = server_of(settings, server)
    scheme = _reward_scheme(reward, settings)
    submission = read_submission(solution, language=language, completion=completion)
    judged = load_problem(problem)
    if asked is None:
        report, failed = _graded_here(submission, judged, scheme, settings, all_tests=all_tests)
    else:
        if sandbox is not None:
            raise ConfigurationError("--sandbox: the service decides where it runs; leave it out")
        with open_client(settings, asked) as client:
            report = client.grade(submission, judged, reward=scheme, all_tests=all_tests)
        failed = _first_failed(report, judged)
    if as_json:
        print_json(report.model_dump_json())
    else:
        print_report(console(), report, problem=judged, failed=failed)
    if report.verdict is Verdict.JE:
        complain(_failure_of_judge(report))
        return JUDGE_FAILED
    return REJECTED if fail_on_reject and report.verdict is not Verdict.AC else OK


def _graded_here(
    submission: Submission,
    problem: Problem,
    scheme: RewardScheme,
    settings: Settings,
    *,
    all_tests: bool,
) -> tuple[Report, FinishedTest | None]:
    from ordojudge_api import wiring

    with _Progress(len(problem.tests)) as progress, wiring.open_judge(settings) as judge:
        report = judge.grade(
            submission, problem, reward=scheme, all_tests=all_tests, observe=progress.observe
        )
    return report, progress.failed


def _first_failed(report: Report, problem: Problem) -> FinishedTest | None:
    """The first test that was not accepted; what the program printed stayed with the service."""
    from ordojudge.core.verdict import Verdict
    from ordojudge_api.report_view import FinishedTest

    cases = {case.case_id: case for case in problem.tests}
    for result in report.tests:
        if result.verdict is not Verdict.AC and result.case_id in cases:
            return FinishedTest(cases[result.case_id], result, None)
    return None


def _reward_scheme(reward: str | None, settings: Settings) -> RewardScheme:
    from ordojudge_api.reward_choice import reward_scheme

    if reward is None:
        return reward_scheme(settings.reward, where="ORDOJUDGE_REWARD")
    return reward_scheme(reward, where="--reward")


def read_submission(solution: str, *, language: str | None, completion: bool) -> Submission:
    """The submission in a file or on standard input.

    Raises:
        SubmissionError: it is empty, too long, no text, or of no language known.
    """
    from ordojudge.core.errors import SubmissionError, SubmissionTooLarge
    from ordojudge.core.languages import find_language
    from ordojudge.core.models import MAX_SOURCE_BYTES, Submission

    path = Path(solution)
    language_id = None if language is None else find_language(language).id
    if language_id is None and not completion:
        language_id = _language_of(path)
    limit = MAX_COMPLETION_BYTES if completion else MAX_SOURCE_BYTES
    text = _read_text(path, limit_bytes=limit, too_large=SubmissionTooLarge)
    if completion:
        return Submission(completion=text, language=language_id)
    if not text.strip():
        raise SubmissionError(f"{solution}: empty")
    return Submission(source=text, language=language_id)


def _language_of(path: Path) -> str:
    from ordojudge.core.errors import UnknownLanguage
    from ordojudge.core.languages import LANGUAGES, language_of_suffix

    language = language_of_suffix(path.suffix)
    if language is None:
        known = ", ".join(sorted(row.id for row in LANGUAGES))
        raise UnknownLanguage(
            f"{path}: its name doesn't tell the language; give --language, one of {known}"
        )
    return language.id


def _read_text(
    path: Path,
    limit_bytes: int = 1 << 20,
    *,
    too_large: type[JudgeError] | None = None,
) -> str:
    """A file's text, read no further than its limit: it may be a pipe or a device."""
    from ordojudge.core.errors import ConfigurationError, SubmissionError

    if str(path) == STDIN:
        data = sys.stdin.buffer.read(limit_bytes + 1)
    else:
        with path.open("rb") as file:
            data = file.read(limit_bytes + 1)
    if len(data) > limit_bytes:
        error = too_large or ConfigurationError
        raise error(f"{path}: longer than the {limit_bytes:,} bytes that are accepted")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise SubmissionError(f"{path}: byte {error.start:,} isn't UTF-8") from None


class _Progress:
    """Counts finished tests on a terminal, and keeps the first that failed."""

    def __init__(self, total: int) -> None:
        self.failed: FinishedTest | None = None
        self._total = total
        self._finished: set[str] = set()
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def observe(self, case: TestCase, result: TestResult, output: bytes) -> None:
        """Take note of a finished test."""
        from ordojudge.core.verdict import Verdict
        from ordojudge_api.report_view import FinishedTest

        if case.case_id in self._finished:  # a box failed: all is done once more, in another one
            self._finished.clear()
            self.failed = None
        self._finished.add(case.case_id)
        if self.failed is None and result.verdict is not Verdict.AC:
            self.failed = FinishedTest(case, result, output)
        if self._shown:
            line = f"\r{len(self._finished)} of {self._total} tests"
            print(line, end="", file=sys.stderr, flush=True)


def _failure_of_judge(report: Report) -> str:
    from ordojudge.core.verdict import Verdict

    for test in report.tests:
        if test.verdict is Verdict.JE:
            return f"the judge failed on test {test.case_id}: {test.reason or 'without a reason'}"
    return report.compile.message or "the judge failed"
