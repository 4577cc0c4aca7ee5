"""The corpus is judged right: every class meets its own bound, and not the one below it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ordojudge.analysis.measured import Measurer
from ordojudge.core.bounds import parse_bound
from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import ComplexityEvidence
from ordojudge.functions.building import build
from ordojudge.ports import Box, ComplexityQuestion, Sandbox
from tests.analysis.corpus import BOUNDS, CALLED, SUFFIXES, Program, programs
from tests.conftest import absent

ALL = [program for language in SUFFIXES for program in programs(language)]
FEW = ("nlogn/sort", "n2/insert_front")
SHORT = [
    program
    for program in ALL
    if f"{program.folder}/{program.name}"
    in (
        ("one/table", "logn/halving", "n/stack", "nplusm/bfs", *FEW)
        if program.language in ("python", "cpp")
        else FEW
    )
]


HEAVY = {
    "javascript": ("n/kadane", "nlogn/heap", "n2/spread"),
    "java": ("n/kadane", "nlogn/treemap", "n2/streams"),
}
"""Languages whose runtimes take long to start, and what is run of them; `bench.complexity` runs all."""

FUNCTIONS = [program for language in CALLED for program in programs(language, functions=True)]
FEW_CALLED = ("one/push_front", "n2/pairs")
SHORT += [
    program
    for program in FUNCTIONS
    if f"{program.folder}/{program.name}"
    in (
        ("logn/lower_bound", "n/invert", "nlogn/sort", *FEW_CALLED)
        if program.language == "cpp"
        else FEW_CALLED
    )
]

LONG = [
    program
    for program in ALL
    if program not in SHORT
    and (
        program.language not in HEAVY
        or f"{program.folder}/{program.name}" in HEAVY[program.language]
    )
]
LONG += [program for program in FUNCTIONS if program not in SHORT and program.language not in HEAVY]


@contextmanager
def boxes(sandbox: Sandbox, language: str) -> Iterator[Box]:
    row = find_language(language)
    try:
        with sandbox.box(row) as box:
            box.compile(row.self_test.source.encode(), row)
            yield box
    except SandboxUnavailable as error:
        absent(language, row.name, str(error))


def measured(
    box: Box, program: Program, bound: str, measurer: Measurer | None = None
) -> ComplexityEvidence:
    language = find_language(program.language)
    problem = program.problem(bound)
    compiled = build(box, program.source.encode(), language, interface=problem.interface)
    assert compiled.ok, compiled.message
    question = ComplexityQuestion(
        source=program.source, language=language, problem=problem, target=parse_bound(bound)
    )

    def companion(_: Language) -> Box:
        return box

    return (measurer or Measurer()).measure(
        question, program=compiled, box=box, companion=companion
    )


def check(sandbox: Sandbox, program: Program) -> None:
    """Its own bound is met, and the one below isn't."""
    ordered = [*BOUNDS.values()]
    with boxes(sandbox, program.language) as box:
        own = measured(box, program, program.bound)
        assert own.relation == "equal", own.detail
        if program.rank > 0:
            below = measured(box, program, ordered[program.rank - 1])
            assert below.relation == "worse", below.detail


def test_the_corpus_is_large_enough() -> None:
    for language in SUFFIXES:
        assert len(programs(language)) >= (40 if language in ("python", "cpp") else 15)
        assert set(BOUNDS) <= {program.folder for program in programs(language)}
    for language in ("cpp", "go", "javascript", "java"):
        called = programs(language, functions=True)
        assert len(called) >= (30 if language == "cpp" else 15)
        assert {"list", "tree", "place"} <= {program.reads for program in called}


@pytest.mark.parametrize("program", SHORT, ids=str)
def test_programs_are_judged_right(sandbox: Sandbox, program: Program) -> None:
    check(sandbox, program)


@pytest.mark.slow
@pytest.mark.parametrize("program", LONG, ids=str)
def test_more_programs_are_judged_right(sandbox: Sandbox, program: Program) -> None:
    check(sandbox, program)


@pytest.mark.parametrize("language", [*SUFFIXES])
def test_a_verdict_repeats_exactly(sandbox: Sandbox, language: str) -> None:
    [program] = [
        each for each in programs(language) if f"{each.folder}/{each.name}" == "nlogn/sort"
    ]
    with boxes(sandbox, language) as box:
        found = {
            measured(box, program, "O(n log n)").relation
            for _ in range(2 if language in HEAVY else 5)
        }
    assert found == {"equal"}
