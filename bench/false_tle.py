"""Whether load changes verdicts: programs of known CPU time, graded while the machine has far too much to do.

``python -m bench.false_tle``: at 0.6 of its limit a program must never be TLE, at 1.5 times its limit always.
Eight gradings at once share two slots, and beside them four processes spin.
"""

import argparse
import json
import statistics
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
QUIET_RUNS: Final = 15
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
        "C++, reading 32 MB at random",
        "cpp",
        """\
#include <cstdio>
#include <vector>
int main() {
    long steps;
    if (scanf("%ld", &steps) != 1) return 1;
    std::vector<unsigned long> cells(1 << 22, 1);
    unsigned long x = 1;
    while (steps-- > 0) x ^= x << 13, x ^= x >> 7, x ^= x << 17, x += cells[x >> 42];
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
cells = list(range(1 << 18))
x = 1
for _ in range(int(input())):
    x = (x * 1103515245 + cells[x & 0x3FFFF]) & 0x7FFFFFFF
print("done")
""",
        500_000,
    ),
)


@dataclass(frozen=True, slots=True)
class Sized:
    """A program with the input that makes it work for about ``TARGET_CPU_S``."""

    program: Program
    steps: int

    def grade(self, judge: Judge, limits: Limits) -> Report:
        """Run it once."""
        problem = Problem(
            problem_id="load",
            tests=(TestCase(case_id="1", input=f"{self.steps}\n", output="done\n"),),
            checker=TokensChecker(),
            limits=limits,
        )
        submission = Submission(language=self.program.language, source=self.program.source)
        return judge.grade(submission, problem)


class QuietTimes:
    """What programs take without the load: CPU seconds of many runs."""

    def __init__(self, programs: Sequence[Sized]) -> None:
        self._programs = programs
        self._taken_s: list[list[float]] = [[] for _ in programs]

    def measure(self, judge: Judge) -> None:
        """Add runs, of all programs in turn: other tenants of the machine come and go within seconds."""
        for _ in range(QUIET_RUNS):
            for sized, taken_s in zip(self._programs, self._taken_s, strict=True):
                taken_s.append(_cpu_s(sized.grade(judge, GENEROUS)))

    def limits(self, of_limit: float) -> list[Limits]:
        """Limits of which each program needs this multiple: typically if within them, else at the least."""
        basis = statistics.median if of_limit < 1 else min
        return [Limits(cpu_s=basis(taken_s) / of_limit) for taken_s in self._taken_s]


@dataclass(frozen=True, slots=True)
class Tally:
    """How the runs of one program went."""

    program: str
    of_limit: float
    """CPU time without the load, over the limit."""

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


def size(judge: Judge, program: Program) -> Sized:
    """Find the input of a program."""
    steps = program.steps
    for _ in range(4):
        taken_s = _cpu_s(Sized(program, steps).grade(judge, GENEROUS))
        steps = max(1, round(steps * TARGET_CPU_S / taken_s))
    return Sized(program, steps)


def grade_under_load(
    judge: Judge,
    programs: Sequence[Sized],
    quiet: QuietTimes,
    *,
    of_limit: float,
    runs: int,
) -> list[Tally]:
    """Grade the programs in turn, ``AT_ONCE`` at a time, while ``SPINNERS`` processes spin.

    Args:
        quiet: What each takes without the load.
        of_limit: That time over the limit that the program is given.
        runs: Of all programs together.
    """
    limits = quiet.limits(of_limit)

    def grade(index: int) -> tuple[int, Report]:
        return index, programs[index].grade(judge, limits[index])

    with spinning(SPINNERS), ThreadPoolExecutor(AT_ONCE) as threads:
        graded = list(threads.map(grade, islice(cycle(range(len(programs))), runs)))
    tallies = []
    for index, sized in enumerate(programs):
        limit_s = limits[index].cpu_s
        reports = [report for its, report in graded if its == index]
        highest = max((test.cpu_s for report in reports for test in report.tests), default=0.0)
        verdicts = dict(Counter(report.verdict for report in reports))
        name = sized.program.name
        tallies.append(Tally(name, of_limit, verdicts, highest / limit_s))
    return tallies


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
    parser.add_argument("--rounds", type=int, default=5, help="of 20 runs within and 8 over")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: at least 1")

    tallies: list[Tally] = []
    with wiring.open_judge(Settings(sandbox=LocalSandboxSettings(slots=SLOTS))) as judge:
        programs = [size(judge, program) for program in PROGRAMS]
        quiet = QuietTimes(programs)
        for number in range(1, options.rounds + 1):
            print(f"round {number} …", file=sys.stderr)
            quiet.measure(judge)
            tallies += grade_under_load(judge, programs, quiet, of_limit=WITHIN, runs=20)
            tallies += grade_under_load(judge, programs, quiet, of_limit=OVER, runs=8)
    totals = [total for of_limit in (WITHIN, OVER) for total in _totals(tallies, of_limit)]
    if options.json:
        print(json.dumps([asdict(total) | {"wrong": total.wrong} for total in totals]))
    else:
        print("| program | needs of its limit | runs | verdicts | wrong | highest |")
        print("| --- | --- | --- | --- | --- | --- |")
        for total in totals:
            verdicts = ", ".join(f"{count} {verdict}" for verdict, count in total.verdicts.items())
            print(
                f"| {total.program} | {total.of_limit:g} | {total.runs} | {verdicts} "
                f"| {total.wrong} | {total.highest:.2f} |"
            )
    return 1 if any(total.wrong for total in totals) else 0


def _totals(tallies: Sequence[Tally], of_limit: float) -> Iterator[Tally]:
    for program in PROGRAMS:
        own = [
            tally
            for tally in tallies
            if (tally.program, tally.of_limit) == (program.name, of_limit)
        ]
        verdicts = sum((Counter(tally.verdicts) for tally in own), Counter[Verdict]())
        yield Tally(program.name, of_limit, dict(verdicts), max(tally.highest for tally in own))


def _cpu_s(report: Report) -> float:
    assert report.verdict is Verdict.AC, report.model_dump_json()
    return report.tests[0].cpu_s


if __name__ == "__main__":
    sys.exit(main())
