"""The corpus is judged right: every class meets its own bound, and not the one below it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ordojudge.analysis.measured import Measurer
from ordojudge.core.bounds import parse_bound
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import ComplexityEvidence
from ordojudge.ports import Box, ComplexityQuestion, Sandbox
from tests.analysis.corpus import BOUNDS, Program, programs

ALL = [*programs("python"), *programs("cpp")]
SHORT = [
    program
    for program in ALL
    if f"{program.folder}/{program.name}"
    in ("one/table", "logn/halving", "n/stack", "nlogn/sort", "n2/insert_front", "nplusm/bfs")
]


@contextmanager
def boxes(sandbox: Sandbox, language: str) -> Iterator[Box]:
    with sandbox.box(find_language(language)) as box:
        yield box


def measured(
    box: Box, program: Program, bound: str, measurer: Measurer | None = None
) -> ComplexityEvidence:
    language = find_language(program.language)
    compiled = box.compile(program.source.encode(), language)
    assert compiled.ok, compiled.message
    problem = program.problem(bound)
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
    for language in ("python", "cpp"):
        assert len(programs(language)) >= 40
        assert set(BOUNDS) <= {program.folder for program in programs(language)}


@pytest.mark.parametrize("program", SHORT, ids=str)
def test_programs_are_judged_right(sandbox: Sandbox, program: Program) -> None:
    check(sandbox, program)


@pytest.mark.slow
@pytest.mark.parametrize("program", [each for each in ALL if each not in SHORT], ids=str)
def test_every_program_is_judged_right(sandbox: Sandbox, program: Program) -> None:
    check(sandbox, program)


@pytest.mark.parametrize("language", ["python", "cpp"])
def test_a_verdict_repeats_exactly(sandbox: Sandbox, language: str) -> None:
    [program] = [
        each for each in programs(language) if f"{each.folder}/{each.name}" == "nlogn/sort"
    ]
    with boxes(sandbox, language) as box:
        found = {measured(box, program, "O(n log n)").relation for _ in range(5)}
    assert found == {"equal"}
