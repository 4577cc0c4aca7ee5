"""What this machine gets through: right solutions, graded one after another in every slot."""

import json
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import count
from secrets import token_hex
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ordojudge.core.errors import JudgeError, SandboxError, SandboxUnavailable
from ordojudge.core.models import Problem, Report, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge_api.report_view import excerpt, printable

TESTS: Final = 10

SUM: Final = Problem(
    problem_id="bench-sum",
    tests=tuple(
        TestCase(case_id=str(n), input=f"{n} {10**n}\n", output=f"{n + 10**n}\n")
        for n in range(1, TESTS + 1)
    ),
    checker=TokensChecker(),
)

Grade = Callable[[Submission, Problem], Report]


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of work: a right solution of a problem."""

    name: str
    language: str
    source: str
    comment: str = ""
    """What begins a comment, if each submission is to be one never seen before; else all are the same."""

    def submissions(self) -> Iterator[Submission]:
        """As many submissions as are asked for; safe to be shared by threads only under a lock."""
        series = token_hex(8)
        for number in count():
            mark = f"{self.comment} {series} {number}\n" if self.comment else ""
            yield Submission(language=self.language, source=mark + self.source)


PYTHON: Final = Work(
    "Python, 10 tests",
    "python",
    "import sys\n\nprint(sum(map(int, sys.stdin.read().split())))\n",
)
NUMPY: Final = Work(
    "Python with numpy, 10 tests",
    "python",
    "import sys\n\nimport numpy as np\n\nprint(np.array(sys.stdin.read().split(), dtype=np.int64).sum())\n",
)
_CPP_SOURCE: Final = """\
#include <bits/stdc++.h>

int main() {
    long long sum = 0, number;
    while (std::cin >> number) sum += number;
    std::cout << sum << "\\n";
}
"""
CPP: Final = Work("C++17, binary cached, 10 tests", "cpp", _CPP_SOURCE)
CPP_COMPILED: Final = Work("C++17, compiled, 10 tests", "cpp", _CPP_SOURCE, comment="//")

WORKLOADS: Final = (PYTHON, NUMPY, CPP, CPP_COMPILED)


@dataclass(frozen=True, slots=True)
class Throughput:
    """How one kind of work went; only ``missing`` is told of work that this machine can't do."""

    work: str
    submissions: int = 0
    submissions_per_s: float = 0.0
    median_s: float = 0.0
    """Wall time of one submission in its slot."""

    p95_s: float = 0.0
    missing: str | None = None


def measure_all(
    grade: Grade, *, slots: int, seconds: float, workloads: Sequence[Work] = WORKLOADS
) -> list[Throughput]:
    """Measure each kind of work for itself.

    Args:
        grade: The judge; called by as many threads as there are slots.
        seconds: How long each is measured, after one submission that isn't counted.

    Raises:
        SandboxUnavailable: not even the first one can be done on this machine.
        SandboxError: the judge failed.
    """
    measured: list[Throughput] = []
    for work in workloads:
        try:
            reason = _first_grade(work, grade)
        except SandboxUnavailable as error:
            if not measured:
                raise
            reason = str(error)
        if reason is None:
            measured.append(measure(work, grade, slots=slots, seconds=seconds))
        else:
            measured.append(Throughput(work.name, missing=reason))
    return measured


def measure(
    work: Work,
    grade: Grade,
    *,
    slots: int,
    seconds: float,
    clock: Callable[[], float] = time.perf_counter,
) -> Throughput:
    """Keep every slot busy with one kind of work.

    Raises:
        SandboxError: the judge failed.
    """
    began = clock()

    def fill_a_slot(_slot: int) -> list[float]:
        walls: list[float] = []
        for submission in work.submissions():
            before = clock()
            if before - began >= seconds and walls:
                break
            _require_accepted(grade(submission, SUM))
            walls.append(clock() - before)
        return walls

    with ThreadPoolExecutor(slots) as threads:
        walls = sorted(wall for slot in threads.map(fill_a_slot, range(slots)) for wall in slot)
    return Throughput(
        work.name,
        submissions=len(walls),
        submissions_per_s=len(walls) / (clock() - began),
        median_s=statistics.median(walls),
        p95_s=walls[math.ceil(0.95 * len(walls)) - 1],
    )


def print_throughputs(console: Console, throughputs: Sequence[Throughput], *, slots: int) -> None:
    """Print the table for people."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"{slots} slot{'s' if slots > 1 else ''}", no_wrap=True)
    for heading in ("a second", "a minute", "median", "95 % within"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in throughputs:
        if row.missing is not None:
            table.add_row(row.work, "-", "-", "-", "-")
            continue
        table.add_row(
            row.work,
            f"{row.submissions_per_s:,.1f}",
            f"{60 * row.submissions_per_s:,.0f}",
            f"{1000 * row.median_s:,.0f} ms",
            f"{1000 * row.p95_s:,.0f} ms",
        )
    console.print(table)
    for row in throughputs:
        if row.missing is not None:
            console.print(Text(f"{row.work}: not measured: {printable(row.missing)}"))


def throughputs_as_json(throughputs: Sequence[Throughput], *, slots: int) -> str:
    """One JSON document: ``{"slots": …, "work": [{work, submissions, …}, …]}``."""
    return json.dumps({"slots": slots, "work": [asdict(row) for row in throughputs]})


def _first_grade(work: Work, grade: Grade) -> str | None:
    """Warm up what the work needs; why it can't be done here, if it can't."""
    report = grade(next(work.submissions()), SUM)
    if report.verdict in {Verdict.AC, Verdict.JE}:
        _require_accepted(report)
        return None
    return _reason(report)


def _require_accepted(report: Report) -> None:
    if report.verdict is Verdict.JE:
        raise SandboxError(f"the judge failed: {_reason(report)}")
    if report.verdict is not Verdict.AC:
        raise JudgeError(
            f"a right solution was judged {report.verdict.long_name}: {_reason(report)}"
        )


def _reason(report: Report) -> str:
    reasons = [report.compile.message, *(test.reason or "" for test in report.tests)]
    return excerpt(next((reason for reason in reasons if reason), report.verdict.long_name))
