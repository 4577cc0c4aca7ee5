"""Hostile programs: each gets a right verdict, and the next submission doesn't notice that it was there.

A language that this sandbox doesn't have is skipped, unless ``ORDOJUDGE_TEST_REQUIRE`` lists its id.
"""

import itertools
import tomllib
from pathlib import Path

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import Language, language_of_suffix
from ordojudge.core.models import Limits, Problem, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from ordojudge_api.doctor import self_test_problem
from tests.conftest import absent

ZOO = Path(__file__).parent / "zoo"
ANIMALS = tomllib.loads((ZOO / "zoo.toml").read_text())

CAGE = Problem(
    problem_id="cage",
    tests=(
        TestCase(case_id="1", input="3 4\n", output="contained\n"),
        TestCase(case_id="2", input="3 4\n", output="contained\n"),
    ),
    checker=TokensChecker(),
    limits=Limits(cpu_s=0.5, memory_bytes=128 << 20, output_bytes=1 << 20, wall_s=2.0),
)

SUM = Problem(
    problem_id="sum",
    tests=tuple(
        TestCase(case_id=str(n), input=f"{n} {10**n}\n", output=f"{n + 10**n}\n") for n in (1, 2)
    ),
    checker=TokensChecker(),
    limits=Limits(cpu_s=0.5, memory_bytes=128 << 20),
)

# Every canary also looks for what its predecessor may have left.
CANARIES = itertools.cycle(
    [
        Submission(
            language="python",
            source="import os\n"
            "assert not os.listdir('.') and not os.listdir('/tmp')\n"
            "print(sum(map(int, input().split())))\n",
        ),
        Submission(
            language="c",
            source="#include <stdio.h>\n"
            'int main(void) { long a, b; if (scanf("%ld %ld", &a, &b) != 2) return 1;'
            ' printf("%ld\\n", a + b); return 0; }\n',
        ),
    ]
)

_sources = itertools.count()


def canary_of(language: Language) -> Submission:
    """A clean program of the same language, and so in the same box where boxes are kept per language."""
    source = language.self_test.source
    if language.server:  # the warm compiler has to compile it, so it may be in no cache
        source += f"// {next(_sources)}\n"
    return Submission(language=language.id, source=source)


# Compilers that are stopped at their limit take 20 s of CPU time, and the machine may be busy.
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", sorted(ANIMALS))
def test_a_hostile_program_is_contained(judge: Judge, name: str) -> None:
    language = language_of_suffix(Path(name).suffix)
    assert language is not None
    source = (ZOO / name).read_text()
    try:
        report = judge.grade(Submission(source=source, language=language.id), CAGE)
    except SandboxUnavailable as error:
        absent(language.id, language.name, str(error))

    assert report.verdict in ANIMALS[name]["verdicts"], (report.tests, report.compile)
    canary = judge.grade(next(CANARIES), SUM)
    assert (canary.verdict, canary.pass_rate) == (Verdict.AC, 1.0), (canary.tests, canary.compile)
    same = judge.grade(canary_of(language), self_test_problem(language))
    assert same.verdict is Verdict.AC, (same.tests, same.compile)


def test_every_program_of_the_zoo_is_listed() -> None:
    programs = {path.name for path in ZOO.iterdir() if path.suffix not in (".toml", ".md")}

    assert programs == set(ANIMALS)
    assert len(programs) >= 200
