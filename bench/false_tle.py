"""Whether load changes verdicts: programs of known CPU time, graded while the machine has far too much to do.

``python -m bench.false_tle``: at 0.6 of its limit a program must never be TLE, at 1.5 times its limit always.
Eight gradings at once share two slots, and beside them four processes spin.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from typing import Final

from ordojudge.core.models import Limits, Problem, Report, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from ordojudge.settings import LocalSandboxSettings, Settings
from ordojudge_api import wiring

SLOTS: Final = 2
AT_ONCE: Final = 8
SPINNERS: Final = 4
WITHIN: Final = 0.6
OVER: Final = 1.5
TARGET_CPU_S: Final = 0.15
CALIBRATION_RUNS: Final = 7
GENEROUS: Final = Limits(cpu_s=20.0)


@dataclass(frozen=True, slots=True)
class Program:
    """A right solution that works as long as its input says, and answers ``done``."""

    name: str
    language: str
    source: str
    steps: int
    """A first guess at the input."""


PROGRAMS: Final = (
    Program(
        "C++, computing",
        "cpp",
        """\
#include <cstdio>
int main() {
    long steps;
    if (scanf("%ld", &steps) != 1) return 1;
    unsigned long x = 1;
    while (steps-- > 0) x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    puts(x ? "done" : "never");
}
""",
        50_000_000,
    ),
    Program(
        "C++, reading 64 MB at random",
        "cpp",
        """\
#include <cstdio>
#include <vector>
int main() {
    long steps;
    if (scanf("%ld", &steps) != 1) return 1;
    std::vector<unsigned long> cells(1 << 23, 1);
    unsigned long x = 1;
    while (steps-- > 0) x ^= x << 13, x ^= x >> 7, x ^= x << 17, x += cells[x >> 41];
    puts(x != 7 ? "done" : "unlucky");
}
""",
        2_000_000,
    ),
    Program(
        "Python, computing",
        "python",
        """\
x = 1
for _ in range(int(input())):
    x = (x * 1103515245 + 12345) & 0x7FFFFFFF
print("done")
""",
        1_000_000,
    ),
    Program(
        "Python, reading a list at random",
        "python",
        """\
cells = list(range(1 << 20))
x = 1
for _ in range(int(input())):
    x = (x * 1103515245 + cells[x & 0xFFFFF]) & 0x7FFFFFFF
print("done")
""",
        500_000,
    ),
)


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A program, and what it takes where nothing disturbs it."""

    program: Program
    steps: int
    cpu_s: float

    def problem(self, limits: Limits) -> Problem:
        """Its problem."""
        test = TestCase(case_id="1", input=f"{self.steps}\n", output="done\n")
        return Problem(problem_id="load", tests=(test,), checker=TokensChecker(), limits=limits)

    def grade(self, judge: Judge, limits: Limits) -> Report:
        """Run it once."""
        submission = Submission(language=self.program.language, source=self.program.source)
        return judge.grade(submission, self.problem(limits))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the runs of one program went."""

    program: str
    of_limit: float
    """CPU time on the quiet machine, over the limit."""

    limit_s: float
    verdicts: dict[Verdict, int]
    highest: float
    """The most CPU time that a run was charged, over the limit."""

    @property
    def runs(self) -> int:
        """How many runs there were."""
        return sum(self.verdicts.values())

    @property
    def wrong(self) -> int:
        """How many had a verdict that isn't the program's."""
        right = Verdict.AC if self.of_limit < 1 else Verdict.TLE
        return self.runs - self.verdicts.get(right, 0)


def calibrate(judge: Judge, program: Program) -> Calibrated:
    """Find the input with which a program takes about ``TARGET_CPU_S``, and what it takes at the least."""
    steps = program.steps
    for _ in range(4):
        found = Calibrated(program, steps, 0.0)
        steps = max(1, round(steps * TARGET_CPU_S / _cpu_s(found.grade(judge, GENEROUS))))
    found = Calibrated(program, steps, 0.0)
    least = min(_cpu_s(found.grade(judge, GENEROUS)) for _ in range(CALIBRATION_RUNS))
    return Calibrated(program, steps, least)


def grade_under_load(
    judge: Judge, calibrated: Sequence[Calibrated], *, of_limit: float, runs: int
) -> list[Outcome]:
    """Grade each program in turn, ``AT_ONCE`` at a time, while ``SPINNERS`` processes spin.

    Args:
        of_limit: The program's time on the quiet machine, over the limit that it is given.
        runs: Of all programs together.
    """
    limits = {each.program.name: Limits(cpu_s=each.cpu_s / of_limit) for each in calibrated}

    def grade(each: Calibrated) -> tuple[str, Report]:
        name = each.program.name
        return name, each.grade(judge, limits[name])

    with spinning(SPINNERS), ThreadPoolExecutor(AT_ONCE) as threads:
        graded = list(threads.map(grade, islice(cycle(calibrated), runs)))
    outcomes = []
    for name, limit in limits.items():
        reports = [report for its, report in graded if its == name]
        highest = max((test.cpu_s for report in reports for test in report.tests), default=0.0)
        verdicts = dict(Counter(report.verdict for report in reports))
        outcomes.append(Outcome(name, of_limit, limit.cpu_s, verdicts, highest / limit.cpu_s))
    return outcomes


@contextmanager
def spinning(count: int) -> Iterator[None]:
    """Processes that want a core each, and get their share."""
    spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
        for spinner in spinners:
            spinner.wait()


def main() -> int:
    """Run the experiment; exit status 1 if a verdict was wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.false_tle", description=__doc__)
    parser.add_argument("--runs", type=int, default=100, help="of programs within their limit")
    parser.add_argument("--over", type=int, default=40, help="runs of programs over their limit")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()

    with wiring.open_judge(Settings(sandbox=LocalSandboxSettings(slots=SLOTS))) as judge:
        calibrated = [calibrate(judge, program) for program in PROGRAMS]
        outcomes = grade_under_load(judge, calibrated, of_limit=WITHIN, runs=options.runs)
        outcomes += grade_under_load(judge, calibrated, of_limit=OVER, runs=options.over)
    if options.json:
        print(json.dumps([asdict(outcome) for outcome in outcomes]))
    else:
        print("| program | needs of its limit | limit | runs | verdicts | wrong | highest |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        for outcome in outcomes:
            verdicts = ", ".join(
                f"{count} {verdict}" for verdict, count in outcome.verdicts.items()
            )
            print(
                f"| {outcome.program} | {outcome.of_limit:g} | {outcome.limit_s:.3f} s "
                f"| {outcome.runs} | {verdicts} | {outcome.wrong} | {outcome.highest:.2f} |"
            )
    return 1 if any(outcome.wrong for outcome in outcomes) else 0


def _cpu_s(report: Report) -> float:
    assert report.verdict is Verdict.AC, report.model_dump_json()
    return report.tests[0].cpu_s


if __name__ == "__main__":
    sys.exit(main())
