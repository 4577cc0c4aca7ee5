"""The rows of the table: one function for each kind of work."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.cpu import Meter, cpu_of_command, descendants_of, open_meter
from bench.figures import Figure, Missing, Rounds, Spread, against_floor, rounds_of
from bench.floors import compile_plainly, package_folders, run_tests
from ordojudge.core.models import Problem, Report, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from ordojudge.settings import LocalSandboxSettings, Settings
from ordojudge_api import wiring
from ordojudge_api.bench import CPP, CPP_COMPILED, NUMPY, PYTHON, SUM, TESTS, Work

PLAIN: Final = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
MEBIBYTE: Final = 1 << 20
LARGE_BYTES: Final = 5_000_000
HEAVY_MODULES: Final = ("torch", "transformers", "docker", "redis", "rq")
HELP: Final = ("-X", "importtime", "-m", "ordojudge_api.cli", "--help")

COUNT_NEWLINES: Final = """\
#include <cstdio>

static char buffer[1 << 16];

int main() {
    long lines = 0;
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, stdin)) > 0;)
        for (size_t i = 0; i < size; i++) lines += buffer[i] == '\\n';
    printf("%ld\\n", lines);
}
"""


@dataclass(frozen=True, slots=True)
class Bench:
    """What the rows work with."""

    judge: Judge
    meter: Meter
    rounds: int
    python: Path
    """The interpreter of the boxes, and so of the floor."""

    folder: Path
    """For the floor's sources and programs."""


@contextmanager
def open_bench(*, rounds: int) -> Iterator[Bench]:
    """A judge with one slot, which the meter counts from its start.

    Raises:
        SandboxUnavailable: this machine can't have boxes.
    """
    settings = Settings(sandbox=LocalSandboxSettings(slots=1))
    assert isinstance(settings.sandbox, LocalSandboxSettings)
    with (
        open_meter() as meter,
        TemporaryDirectory(prefix="ordojudge-bench-") as folder,
        wiring.open_judge(settings) as judge,
    ):
        yield Bench(judge, meter, rounds, settings.sandbox.interpreter, Path(folder))


def idle_slot(bench: Bench) -> Figure | Missing:
    """Memory of a slot that has done one plain Python submission."""
    work = "idle slot after one Python submission"
    _accepted(bench.judge.grade(next(PYTHON.submissions()), SUM))
    try:
        sizes = [_proportional_bytes(pid) for pid in descendants_of(os.getpid())]
    except PermissionError as error:
        return Missing(work, f"{error.filename} can't be read")
    pss = Spread.of([sum(sizes) / MEBIBYTE])
    note = f"{len(sizes)} processes: bubblewrap, runner, spawn server, zygote; shared pages count in part"
    return Figure(work, "MiB (PSS)", pss, None, None, 25, note)


def python_warm(bench: Bench) -> Figure:
    """Python from a warm slot."""
    return _python(bench, PYTHON, target=0.3)


def numpy_warm(bench: Bench) -> Figure | Missing:
    """Python with numpy from a warm slot."""
    report = bench.judge.grade(next(NUMPY.submissions()), SUM)
    if report.verdict is not Verdict.AC:
        return Missing(NUMPY.name, f"{bench.python} has no numpy")
    return _python(bench, NUMPY, target=0.12)


def cpp_cached(bench: Bench) -> Figure:
    """C++ whose binary is in the cache."""
    binary = bench.folder / "main"
    compile_plainly(_written(bench.folder / "main.cpp", CPP.source), binary)
    judged, floor = rounds_of(
        bench.meter,
        (_grading(bench, CPP), 20),
        (lambda: run_tests([str(binary)], SUM, env=PLAIN), 20),
        rounds=bench.rounds,
    )
    return against_floor(CPP.name, judged=judged, floor=floor, target=1.5)


def cpp_compiled(bench: Bench) -> Figure:
    """C++ that was never seen before; the precompiled header is there already."""
    source, binary = bench.folder / "main.cpp", bench.folder / "main"
    numbers = count()

    def by_hand() -> None:
        _written(source, f"// {next(numbers)}\n{CPP_COMPILED.source}")
        compile_plainly(source, binary)
        run_tests([str(binary)], SUM, env=PLAIN)

    judged, floor = rounds_of(
        bench.meter, (_grading(bench, CPP_COMPILED), 1), (by_hand, 1), rounds=bench.rounds
    )
    return against_floor(CPP_COMPILED.name, judged=judged, floor=floor, target=0.35)


def large_input_first(bench: Bench) -> Figure:
    """Inputs of 5 MB that the judge sees for the first time."""
    return _large_input(bench, "5 MB test input, first time", fresh=True)


def large_input_again(bench: Bench) -> Figure:
    """Inputs of 5 MB of a problem that was judged before."""
    return _large_input(bench, "5 MB test input, again", fresh=False)


def show_help(bench: Bench) -> Figure:
    """``ordojudge --help``."""
    loaded = {
        line.rpartition("|")[2].strip().partition(".")[0]
        for line in cpu_of_command([sys.executable, *HELP])[1].splitlines()
    }
    heavy = [name for name in HEAVY_MODULES if name in loaded]
    spent = [cpu_of_command([sys.executable, *HELP[2:]])[0] for _ in range(bench.rounds)]
    note = f"imports {', '.join(heavy) or 'none of ' + ', '.join(HEAVY_MODULES)}"
    return Figure("`ordojudge --help`", "CPU s", Spread.of(spent), None, None, 0.3, note)


ROWS: Final[dict[str, Callable[[Bench], Figure | Missing]]] = {
    "idle-slot": idle_slot,  # first, while nothing else was done in the slot
    "python": python_warm,
    "numpy": numpy_warm,
    "cpp-cached": cpp_cached,
    "cpp-compiled": cpp_compiled,
    "large-input-first": large_input_first,
    "large-input-again": large_input_again,
    "help": show_help,
}


def _python(bench: Bench, work: Work, *, target: float) -> Figure:
    solution = str(_written(bench.folder / "solution.py", work.source))
    # Packages that hook themselves into every start, by .pth files, would raise the floor and flatter the
    # judge: -S leaves them out, and the package folders are named another way.
    bare = {**PLAIN, "PYTHONPATH": package_folders(bench.python)}
    judged, floor, as_it_is = rounds_of(
        bench.meter,
        (_grading(bench, work), 20),
        (lambda: run_tests([str(bench.python), "-S", solution], SUM, env=bare), 2),
        (lambda: run_tests([str(bench.python), solution], SUM, env=PLAIN), 1),
        rounds=bench.rounds,
    )
    note = (
        f"the floor starts Python with -S; plainly, with this machine's .pth files, "
        f"it takes {Spread.of(as_it_is).shown(1)} CPU ms"
    )
    return against_floor(work.name, judged=judged, floor=floor, target=target, note=note)


def _grading(bench: Bench, work: Work) -> Callable[[], None]:
    """Grades a submission of this work at each call; warmed up."""
    submissions = work.submissions()

    def grade() -> None:
        _accepted(bench.judge.grade(next(submissions), SUM))

    for _ in range(3):
        grade()
    return grade


def _large_input(bench: Bench, work: str, *, fresh: bool) -> Figure:
    submission = Submission(language="cpp", source=COUNT_NEWLINES)
    problem = _large_problem(0)
    _accepted(bench.judge.grade(submission, problem))
    spent: Rounds = []
    for number in range(1, bench.rounds + 1):
        if fresh:
            problem = _large_problem(number)
        before = bench.meter.read_s()
        report = _accepted(bench.judge.grade(submission, problem))
        used = bench.meter.read_s() - before - sum(test.cpu_s for test in report.tests)
        spent.append(1000 * used / len(report.tests))
    unit = "CPU ms per test beside the program's"
    note = f"{TESTS} tests a submission, whose own cost is spread over them"
    return Figure(work, unit, Spread.of(spent), None, None, 3.0, note)


def _large_problem(number: int) -> Problem:
    """A problem whose inputs are unlike those of any other number."""
    line = "0123456789" * 9 + "\n"
    lines = LARGE_BYTES // len(line)
    tests = (
        TestCase(case_id=str(test), input=f"{number} {test}\n{line * lines}", output=str(lines + 1))
        for test in range(TESTS)
    )
    return Problem(problem_id="bench-large", tests=tuple(tests), checker=TokensChecker())


def _accepted(report: Report) -> Report:
    assert report.verdict is Verdict.AC, report.model_dump_json()
    return report


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def _proportional_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return 1024 * int(line.split()[1])
    raise RuntimeError(f"process {pid}: no Pss in its smaps_rollup")


def machine(python: Path) -> str:
    """What the figures were measured on."""
    version = subprocess.run([python, "--version"], capture_output=True, text=True, check=True)
    load = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0))
    return f"{cores} cores, load {load:.1f}, Linux {os.uname().release}, {version.stdout.strip()}"
