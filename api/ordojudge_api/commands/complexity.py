"""``ordojudge complexity``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordojudge_api.commands.command_line import SandboxDriver, configure, console, print_json
from ordojudge_api.commands.grade import read_submission
from ordojudge_api.exits import JUDGE_FAILED, OK, complain, ends_with_code

if TYPE_CHECKING:
    from ordojudge.core.models import ComplexityEstimate, Problem, Submission
    from ordojudge.settings import Settings


@ends_with_code
def complexity(
    solution: Annotated[
        str,
        typer.Argument(metavar="SOLUTION", help="File with the solution; - for standard input."),
    ],
    problem: Annotated[
        Path | None,
        typer.Option(
            "--problem", "-p", help="Problem to measure it on: a JSON file, or a problem folder."
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option("--language", "-l", help="Language; otherwise told by the file's ending."),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="BOUND", help="Bound to meet; else the problem's."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the curves: an SVG or PNG file."),
    ] = None,
    sandbox: Annotated[
        SandboxDriver | None, typer.Option("--sandbox", help="Where it runs.", show_default=False)
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the estimate as one JSON document.")
    ] = False,
) -> int:
    """Estimate a solution's time complexity, and say on what evidence."""
    from ordojudge.core.bounds import parse_bound
    from ordojudge.core.errors import BoundError, ConfigurationError
    from ordojudge.problems import load_problem
    from ordojudge_api.complexity_view import SUFFIXES, draw, print_estimate

    settings = configure(sandbox)
    if target is not None:
        try:
            parse_bound(target)
        except BoundError as error:
            raise ConfigurationError(f"--target: {error}") from None
    if plot is not None and plot.suffix.lower() not in SUFFIXES:
        raise ConfigurationError(f"--plot: {plot}: its name must end in {' or '.join(SUFFIXES)}")
    submission = read_submission(solution, language=language, completion=False)
    if problem is None:
        if plot is not None:
            raise ConfigurationError("--plot: needs --problem, to measure the solution on")
        estimate, failed = _read(submission, target), False
    else:
        estimate, failed = _measured(submission, load_problem(problem), target, settings)
    if as_json:
        print_json(estimate.model_dump_json())
    else:
        print_estimate(console(), estimate)
    if failed:
        complain(estimate.evidence[0].detail)
        return JUDGE_FAILED
    if plot is not None:
        draw(estimate, plot)
    return OK


def _read(submission: Submission, target: str | None) -> ComplexityEstimate:
    """What the text alone shows."""
    from ordojudge.core.languages import find_language
    from ordojudge_api.wiring import make_estimator

    language = find_language(submission.language or "")
    return make_estimator().estimate(submission.source or "", language, target=target)


def _measured(
    submission: Submission, problem: Problem, target: str | None, settings: Settings
) -> tuple[ComplexityEstimate, bool]:
    """Judge it, and measure it if it is right; whether the judge failed."""
    from ordojudge.core.verdict import Verdict
    from ordojudge_api import wiring
    from ordojudge_api.complexity_view import not_accepted

    with wiring.open_judge(settings) as judge:
        report = judge.grade(submission, problem, complexity=True, target=target)
    estimate = report.complexity or not_accepted(report, problem, target=target)
    return estimate, report.verdict is Verdict.JE
