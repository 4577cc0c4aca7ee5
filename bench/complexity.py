"""How often measured verdicts are right, and what one costs: ``python -m bench.complexity [LANGUAGE...]``.

Every program of the tests' corpus is measured against every class as its target, without a reference solution;
for the cost, against its own with one whose curves are remembered. CPU time is that of the programs in boxes,
the compiler of counted builds included, and of this process.
"""

import argparse
import json
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any

from ordojudge.analysis.costs import plain_cost, plain_run
from ordojudge.analysis.deciding import Curve, decide
from ordojudge.analysis.growth import log_of
from ordojudge.analysis.measured import Measurer
from ordojudge.core.bounds import parse_bound
from ordojudge.core.errors import AnalyserError, SandboxUnavailable
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import ComplexityEvidence, Limits
from ordojudge.functions.building import build
from ordojudge.ports import Box, ComplexityQuestion, Program, Ran, Run, Running
from ordojudge.sandbox.drivers import make_sandbox
from ordojudge.sandbox.memory_files import MemoryFile
from ordojudge.settings import load_settings
from tests.analysis.corpus import BOUNDS, CALLED, SUFFIXES, programs
from tests.analysis.corpus import Program as Sample

LANGUAGES = tuple(SUFFIXES)
MEETS = {"better": True, "equal": True, "worse": False, "unknown": None}


class MeteredBox:
    """A box that adds up the CPU time of what runs in it."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.cpu_s = 0.0

    def compile(
        self, source: bytes, language: Language, *, files: Mapping[str, bytes] | None = None
    ) -> Program:
        """See `ports.Box`."""
        program = self._box.compile(source, language, files=files)
        self.cpu_s += program.cpu_s
        return program

    def start(self, run: Run) -> Running:
        """See `ports.Box`."""
        return _MeteredRunning(self, self._box.start(run))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._box, name)


class _MeteredRunning:
    def __init__(self, box: MeteredBox, below: Running) -> None:
        self._box = box
        self._below = below

    def wait(self) -> Ran:
        """See `ports.Running`."""
        ran = self._below.wait()
        self._box.cpu_s += ran.outcome.cpu_s
        return ran


@contextmanager
def metered(box: MeteredBox, into: list[float]) -> Any:
    """Append the CPU seconds that the block takes, in the box and here."""
    before = box.cpu_s + time.process_time()
    yield
    into.append(box.cpu_s + time.process_time() - before)


def measured(
    sample: Sample,
    bound: str,
    box: MeteredBox,
    *,
    measurer: Measurer,
    solution: Sample | None = None,
) -> ComplexityEvidence:
    """One verdict on one program."""
    language = find_language(sample.language)
    problem = sample.problem(bound, solution=solution)
    program = build(box, sample.source.encode(), language, interface=problem.interface)
    before = box.cpu_s
    question = ComplexityQuestion(
        source=sample.source,
        language=language,
        problem=sample.problem(bound, output=_answer(sample, box, program), solution=solution),
        target=parse_bound(bound),
    )
    box.cpu_s = before

    def companion(_: Language) -> Any:
        return box

    try:
        return measurer.measure(
            question,
            program=program,
            box=box,
            companion=companion,
        )
    except AnalyserError as error:
        return ComplexityEvidence(source="measured", detail=str(error))


def _answer(sample: Sample, box: MeteredBox, program: Program) -> str:
    """What it prints on the sample input, so that it passes its test."""
    given = MemoryFile(sample.sample.encode())
    problem = sample.problem(sample.bound)
    run = plain_run(problem, program, limits=Limits(), given=given)
    return plain_cost(problem, box.start(run).wait()).output.decode()


def accuracy(language: str, box: MeteredBox, samples: Sequence[Sample]) -> bool:
    """Print how often verdicts against every class are right."""
    counts: Counter[str] = Counter()
    costs: list[float] = []
    for sample in samples:
        for rank, bound in enumerate(BOUNDS.values()):
            with metered(box, costs):
                evidence = measured(sample, bound, box, measurer=Measurer())
            truth, meets = sample.rank <= rank, MEETS[evidence.relation]
            kind = "right" if meets == truth else "unknown" if meets is None else f"false {meets}"
            counts[kind] += 1
            if kind != "right":
                print(f"  {sample} against {bound}: {kind}: {evidence.detail[:150]}")
    total = sum(counts.values())
    print(
        f"{language}: {len(samples)} programs, {total} verdicts,"
        f" {counts['right'] / total:.1%} right, {counts['false True']} false accepts,"
        f" {counts['false False']} false rejects, {counts['unknown']} unknown;"
        f" median {median(costs):.2f} s CPU"
    )
    return counts["right"] >= 0.97 * total and not counts["false True"]


def curves(language: str, box: MeteredBox, samples: Sequence[Sample]) -> bool:
    """Print how often verdicts are right that are made of one measurement of each program, at its own bound."""
    counts: Counter[str] = Counter()
    for sample in samples:
        own = measured(sample, sample.bound, box, measurer=Measurer())
        counts[f"own bound: {own.relation}"] += 1
        found = json.loads(own.detail)["curves"] if own.detail.startswith("{") else []
        if not found:
            print(f"  {sample}: {own.detail[:150]}")
            continue
        sizes, costs = tuple(found[0]["sizes"]), tuple(found[0]["costs"])
        for rank, bound in enumerate(BOUNDS.values()):
            target = tuple(log_of(parse_bound(bound), {"n": size}) for size in sizes)
            verdict = decide(Curve("", sizes, costs, target=target), exact=True)
            truth, meets = sample.rank <= rank, MEETS[verdict.relation]
            kind = "right" if meets == truth else "unknown" if meets is None else f"false {meets}"
            counts[kind] += 1
            if kind != "right":
                print(f"  {sample} against {bound}: {kind}: {verdict.reason}")
    print(f"{language}: {len(samples)} programs: {dict(counts)}")
    total = len(samples) * len(BOUNDS)
    return counts["right"] >= 0.97 * total and not counts["false True"]


def cost(language: str, box: MeteredBox, samples: Sequence[Sample]) -> None:
    """Print what a verdict costs once the reference's curves are known."""
    costs: list[float] = []
    for folder in ("n", "nlogn", "n2"):
        for sample in (each for each in samples if each.folder == folder):
            measurer = Measurer()
            measured(sample, BOUNDS[folder], box, measurer=measurer, solution=sample)
            mark = "#" if language == "python" else "//"
            other = f"{sample.source}\n{mark} {secrets.token_hex(8)}\n"
            again = Variation(sample, other)
            with metered(box, costs):
                measured(again, BOUNDS[folder], box, measurer=measurer, solution=sample)
    print(
        f"{language}: with remembered reference curves, {len(costs)} verdicts: median"
        f" {median(costs):.2f} s CPU, largest {max(costs):.2f} s"
    )


HUNGRY = """
block = bytearray(256 << 20)
while True:
    block[::64] = bytes(len(block) // 64)
"""
HUNGRY_PROCESSES, REPEATS = 4, 10


@contextmanager
def hungry_neighbours() -> Iterator[None]:
    """Processes that fill the memory's lanes for as long as the block runs."""
    neighbours = [subprocess.Popen([sys.executable, "-c", HUNGRY]) for _ in range(HUNGRY_PROCESSES)]
    try:
        yield
    finally:
        for neighbour in neighbours:
            neighbour.kill()
            neighbour.wait()


def repeats(language: str, box: MeteredBox, samples: Sequence[Sample]) -> bool:
    """Print whether verdicts repeat beside hungry processes: on one program of each class, at its own bound."""
    chosen = {sample.folder: sample for sample in samples}
    changing = 0
    with hungry_neighbours():
        for sample in chosen.values():
            found = Counter(
                measured(sample, sample.bound, box, measurer=Measurer()).relation
                for _ in range(REPEATS)
            )
            changing += len(found) > 1 or "worse" in found
            if set(found) != {"equal"}:
                print(f"  {sample} against {sample.bound}: {dict(found)}")
    print(
        f"{language}: {len(chosen)} programs {REPEATS} times beside {HUNGRY_PROCESSES} hungry processes:"
        f" {changing} with a verdict that changes or is wrong"
    )
    return not changing


class Variation(Sample):
    """The same program in another text, which no cache knows."""

    def __init__(self, sample: Sample, source: str) -> None:
        super().__init__(
            sample.language, sample.folder, sample.name, sample.reads, sample.is_function
        )
        object.__setattr__(self, "_source", source)

    @property
    def source(self) -> str:
        """Its text."""
        return str(self._source)  # type: ignore[attr-defined]


def main() -> int:
    """Measure the languages that were asked for; exit status 1 if one misses its target."""
    parser = argparse.ArgumentParser(prog="python -m bench.complexity", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    parser.add_argument("--cost", action="store_true", help="only what a verdict costs")
    parser.add_argument(
        "--once", action="store_true", help="measure each program once, and judge its curve"
    )
    parser.add_argument(
        "--repeats",
        action="store_true",
        help=f"judge one program of each class {REPEATS} times beside {HUNGRY_PROCESSES} processes that"
        " fill the memory's lanes",
    )
    parser.add_argument("--functions", action="store_true", help="functions rather than programs")
    options = parser.parse_args()
    known = CALLED if options.functions else LANGUAGES
    unknown = [language for language in options.languages if language not in known]
    if unknown:
        kind = "functions" if options.functions else "programs"
        parser.error(f"no {kind} in {', '.join(unknown)}; there are some in {', '.join(known)}")
    met = True
    with make_sandbox(load_settings().sandbox) as sandbox:
        for language in options.languages or known:
            try:
                with sandbox.box(find_language(language)) as opened:
                    box = MeteredBox(opened)
                    samples = programs(language, functions=options.functions)
                    if options.once or options.repeats:
                        met &= (curves if options.once else repeats)(language, box, samples)
                        continue
                    cost(language, box, samples)
                    if not options.cost:
                        met &= accuracy(language, box, samples)
            except SandboxUnavailable as error:
                print(f"{language}: left out: {error}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
