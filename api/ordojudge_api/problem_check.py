"""Whether problems can be used: each is loaded, and its reference solution judged if asked."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ordojudge.core.errors import ProblemError, SubmissionError
from ordojudge.core.models import Problem, Report, Submission
from ordojudge.core.verdict import Verdict
from ordojudge.problems import PROBLEM_FILE, load_problem
from ordojudge.service import Judge
from ordojudge.settings import Settings
from ordojudge_api import wiring
from ordojudge_api.report_view import mebibytes, printable


@dataclass(frozen=True, slots=True)
class CheckedProblem:
    """One place where a problem was looked for: the problem, an error, or both."""

    path: Path
    problem: Problem | None = None
    reference: Report | None = None
    """How the reference solution was judged; none if there is none or it wasn't asked for."""

    error: str | None = None

    @property
    def judge_failed(self) -> bool:
        """The reference solution got no verdict, through no fault of the problem's."""
        return self.reference is not None and self.reference.verdict is Verdict.JE


def check_problems(paths: Sequence[Path], *, run_with: Settings | None) -> Iterator[CheckedProblem]:
    """Look at every problem in these places.

    Args:
        paths: Problem files, problem folders, and folders of those.
        run_with: Judge the reference solutions too, in the sandbox of these settings.

    Raises:
        SandboxError: the reference solutions can't be judged.
    """
    with wiring.open_judge(run_with) if run_with else nullcontext() as judge:
        for path in paths:
            places = problems_in(path)
            if not places:
                yield CheckedProblem(path, error=f"{path}: no {PROBLEM_FILE} in this folder")
            for place in places:
                yield _check(place, judge)


def print_checked(console: Console, checked: Sequence[CheckedProblem]) -> None:
    """Print the problems that could be loaded as a table; errors are left to the caller."""
    table = Table(box=None, pad_edge=False)
    table.add_column("problem", overflow="fold")
    for name in ("tests", "size"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("interface", "checker", "reference"):
        table.add_column(name, no_wrap=True)
    for entry in checked:
        problem = entry.problem
        if problem is None:
            continue
        table.add_row(
            printable(problem.problem_id),
            str(len(problem.tests)),
            mebibytes(_size_bytes(problem)),
            problem.interface.type,
            problem.checker.type,
            _reference_cell(entry, problem),
        )
    if table.row_count:
        console.print(table)


def problems_in(path: Path) -> list[Path]:
    """The problem files and problem folders at a path; none if it is a folder without any."""
    if not path.is_dir() or (path / PROBLEM_FILE).exists():
        return [path]
    return sorted(file.parent for file in path.rglob(PROBLEM_FILE))


def _check(place: Path, judge: Judge | None) -> CheckedProblem:
    try:
        problem = load_problem(place)
    except ProblemError as error:
        return CheckedProblem(place, error=str(error))
    solution = problem.reference.solution if problem.reference else None
    if judge is None or solution is None:
        return CheckedProblem(place, problem=problem)
    try:
        submission = Submission(source=solution.source, language=solution.language)
        report = judge.grade(submission, problem)
    except (ProblemError, SubmissionError) as error:
        message = f"{place}: reference.solution: {error}"
        return CheckedProblem(place, problem=problem, error=message)
    return CheckedProblem(place, problem=problem, reference=report, error=_fault(place, report))


def _fault(place: Path, report: Report) -> str | None:
    if report.verdict is Verdict.AC:
        return None
    failed = next((test for test in report.tests if test.verdict is not Verdict.AC), None)
    where = f" on test {failed.case_id}" if failed else ""
    reason = f": {failed.reason}" if failed and failed.reason else ""
    return f"{place}: reference.solution: {report.verdict.long_name}{where}{reason}"


def _reference_cell(entry: CheckedProblem, problem: Problem) -> str:
    if entry.reference is not None:
        return str(entry.reference.verdict)
    if problem.reference is None or problem.reference.solution is None:
        return "none"
    return "unusable" if entry.error else "not run"


def _size_bytes(problem: Problem) -> int:
    texts = (text for test in problem.tests for text in (test.input, test.output) if text)
    return sum(len(text.encode(errors="surrogateescape")) for text in texts)
