"""The ``ordojudge`` command.

Exit codes: 0 the command did its job, whatever the verdict; 1 a submission was not accepted and
``--fail-on-reject`` was given; 2 wrong usage or configuration; 3 the judge failed.
Results go to standard output, all else to standard error.

Only typer is imported here: each command imports what it needs, so that ``--help`` stays quick.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordojudge_api.exits import (
    JUDGE_FAILED,
    OK,
    REJECTED,
    USAGE,
    complain,
    ends_with_code,
    unwinding_on_signals,
)

if TYPE_CHECKING:
    from rich.console import Console

    from ordojudge.core.errors import JudgeError
    from ordojudge.core.models import Report, Submission, TestCase, TestResult
    from ordojudge.core.reward import RewardScheme
    from ordojudge.settings import Settings
    from ordojudge_api.report_view import FinishedTest

MAX_COMPLETION_BYTES = 16 << 20
"""The longest completion read: far more than a model writes, far less than fills memory."""

STDIN = "-"

app = typer.Typer(
    name="ordojudge",
    help="Judge code written by language models.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help and tracebacks: rich ones would cost each start more than typer itself.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
problems_app = typer.Typer(help="Work with problems.", no_args_is_help=True)
app.add_typer(problems_app, name="problems")


class SandboxDriver(StrEnum):
    """Drivers that ``--sandbox`` names."""

    LOCAL = "local"
    DOCKER = "docker"


class DataSetFormat(StrEnum):
    """Formats that ``problems import`` reads."""

    JUDGE_CORPUS = "judge-corpus"


def main() -> None:
    """Run the command line; the entry point of the ``ordojudge`` script."""
    with unwinding_on_signals():
        app(prog_name="ordojudge")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("ordojudge")
        except PackageNotFoundError:
            found = "(not installed, but run from its source)"
        typer.echo(f"ordojudge {found}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Judge code written by language models."""


@app.command()
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
    from ordojudge.core.verdict import Verdict
    from ordojudge.problems import load_problem
    from ordojudge_api import wiring
    from ordojudge_api.report_view import print_report

    settings = _configure(sandbox)
    scheme = _reward_scheme(reward, settings)
    submission = _submission(solution, language=language, completion=completion)
    judged = load_problem(problem)
    with _Progress(len(judged.tests)) as progress, wiring.open_judge(settings) as judge:
        report = judge.grade(
            submission, judged, reward=scheme, all_tests=all_tests, observe=progress.observe
        )
    if as_json:
        _print_json(report.model_dump_json())
    else:
        print_report(_console(), report, problem=judged, failed=progress.failed)
    if report.verdict is Verdict.JE:
        complain(_failure_of_judge(report))
        return JUDGE_FAILED
    return REJECTED if fail_on_reject and report.verdict is not Verdict.AC else OK


@app.command()
@ends_with_code
def doctor(
    self_test: Annotated[
        bool, typer.Option(help="Judge one small program in each language.")
    ] = True,
    sandbox: Annotated[
        SandboxDriver | None,
        typer.Option("--sandbox", help="Which driver to look at.", show_default=False),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the findings as one JSON document.")
    ] = False,
) -> int:
    """Tell what works on this machine, and what to install for the rest."""
    from ordojudge_api.doctor import examine, findings_as_json, print_findings

    findings, works = examine(_configure(sandbox), self_test=self_test)
    if as_json:
        _print_json(findings_as_json(findings, works=works))
    else:
        print_findings(_console(), findings)
    return OK if works else USAGE


@app.command()
@ends_with_code
def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="How long each kind of work is measured.")
    ] = 3.0,
    sandbox: Annotated[
        SandboxDriver | None, typer.Option("--sandbox", help="Where it runs.", show_default=False)
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as one JSON document.")
    ] = False,
) -> int:
    """Measure how many submissions this machine grades a second."""
    from ordojudge_api import wiring
    from ordojudge_api.bench import measure_all, print_throughputs, throughputs_as_json

    settings = _configure(sandbox)
    slots = settings.sandbox.slot_count
    with wiring.open_judge(settings) as judge:
        throughputs = measure_all(judge.grade, slots=slots, seconds=seconds)
    if as_json:
        _print_json(throughputs_as_json(throughputs, slots=slots))
    else:
        print_throughputs(_console(), throughputs, slots=slots)
    return OK


@app.command()
@ends_with_code
def serve(
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen at.", show_default=False)
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Port; 0 for any.", show_default=False),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option("--redis", metavar="URL", help="Let workers judge, by way of this Redis."),
    ] = None,
    slots: Annotated[
        int | None,
        typer.Option("--slots", min=1, max=1024, help="Submissions that run at a time."),
    ] = None,
    sandbox: Annotated[
        SandboxDriver | None, typer.Option("--sandbox", help="Where they run.", show_default=False)
    ] = None,
) -> int:
    """Serve the HTTP API until SIGTERM or Ctrl-C."""
    from ordojudge.core.errors import ConfigurationError

    try:
        from ordojudge_api.serve import serve as serve_until_stopped
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"serve: {error.name} is not installed; it comes with pip install 'ordojudge[server]'"
        ) from None

    if redis is not None:
        raise ConfigurationError("--redis: this version has no queue on Redis; leave it out")
    settings = _configure(sandbox)
    api = settings.api.model_copy(update=_given(host=host, port=port))
    boxes = settings.sandbox.model_copy(update=_given(slots=slots))
    serve_until_stopped(settings.model_copy(update={"api": api, "sandbox": boxes}))
    return OK


@problems_app.command("check")
@ends_with_code
def check(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Problem files, problem folders, folders of those."),
    ],
    run: Annotated[
        bool, typer.Option("--run", help="Judge each problem's reference solution as well.")
    ] = False,
) -> int:
    """Check that problems can be used."""
    from ordojudge_api.problem_check import check_problems, print_checked

    settings = _configure()
    checked = []
    for entry in check_problems(paths, run_with=settings if run else None):
        checked.append(entry)
        if entry.error:
            complain(entry.error)
    print_checked(_console(), checked)
    if any(entry.judge_failed for entry in checked):
        return JUDGE_FAILED
    return USAGE if any(entry.error for entry in checked) else OK


@problems_app.command("push")
@ends_with_code
def push(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Problem files, problem folders, folders of those."),
    ],
) -> int:
    """Register problems in the configured store."""
    from ordojudge_api import wiring
    from ordojudge_api.problem_transfer import push_problems
    from ordojudge_api.report_view import printable

    refused = False
    for pushed in push_problems(paths, wiring.open_store(_configure())):
        if pushed.error:
            complain(pushed.error)
            refused = True
        else:
            typer.echo(f"{pushed.digest}  {printable(pushed.problem_id)}")
    return USAGE if refused else OK


@problems_app.command("import")
@ends_with_code
def import_(
    format_name: Annotated[
        DataSetFormat, typer.Argument(metavar="FORMAT", help="Format of the data set.")
    ],
    source: Annotated[Path, typer.Argument(metavar="IN", help="File of the data set.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="New folder for the problems.")],
) -> int:
    """Make problem folders of a data set's problems."""
    from ordojudge_api.problem_transfer import import_problems

    _configure()
    written = refused = 0
    for imported in import_problems(format_name, source, target):
        if imported.error:
            complain(imported.error)
            refused += 1
        else:
            written += 1
    typer.echo(f"{written} written, {refused} refused")
    return USAGE if refused else OK


# ------------------------------------------------------------------ what goes in


def _configure(sandbox: SandboxDriver | None = None) -> Settings:
    """Settings from the environment, and logging as they say."""
    from ordojudge.log import configure_logging
    from ordojudge.settings import load_settings

    settings = load_settings(driver=sandbox)
    configure_logging(settings.log)
    return settings


def _given(**options: object) -> dict[str, object]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _reward_scheme(reward: str | None, settings: Settings) -> RewardScheme:
    from ordojudge_api.reward_choice import reward_scheme

    if reward is None:
        return reward_scheme(settings.reward, where="ORDOJUDGE_REWARD")
    return reward_scheme(reward, where="--reward")


def _submission(solution: str, *, language: str | None, completion: bool) -> Submission:
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


# ------------------------------------------------------------------ what comes out


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


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:  # a pipe or a file has no width of its own to fold lines at
        console.width = 160
    return console


def _print_json(document: str) -> None:
    # Bytes, since JSON is UTF-8 whatever the locale.
    typer.echo(document.encode())


def _failure_of_judge(report: Report) -> str:
    from ordojudge.core.verdict import Verdict

    for test in report.tests:
        if test.verdict is Verdict.JE:
            return f"the judge failed on test {test.case_id}: {test.reason or 'without a reason'}"
    return report.compile.message or "the judge failed"


if __name__ == "__main__":
    main()
