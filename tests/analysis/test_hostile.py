"""Programs that try to be counted for less than they do never get a better relation than they deserve."""

import json
import random

import pytest

from ordojudge.analysis.ladder import seed_of
from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import find_language
from ordojudge.core.models import ComplexityEstimate, Problem, Submission
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from tests.analysis.hostile import CPP, CPP_FAST, CPP_HEAD, FAST, HEAD, PYTHON, SLOW
from tests.analysis.hostile_runtimes import JAVA, JAVA_PLAIN, JAVASCRIPT, JAVASCRIPT_PLAIN
from tests.conftest import absent

PROBLEM = Problem.model_validate(
    {
        "problem_id": "inversions",
        "tests": [{"case_id": "1", "input": "4\n4 1 3 2\n", "output": "4\n"}],
        "reference": {
            "bound": "O(n log n)",
            "solution": {"language": "python", "source": f"{HEAD}{FAST}\nprint(fast())\n"},
            "generator": {"language": "shapes", "source": '{"lines": ["n", {"array": "n"}]}'},
        },
    }
)


def measured(judge: Judge, source: str, language: str) -> ComplexityEstimate:
    report = judge.grade(Submission(source=source, language=language), PROBLEM, complexity=True)
    assert report.verdict is Verdict.AC, report.tests
    assert report.complexity is not None
    return report.complexity


def require(judge: Judge, language: str) -> None:
    """Skip the test where the language isn't there."""
    row = find_language(language)
    try:
        judge.grade(Submission(source=row.self_test.source, language=language), PROBLEM)
    except SandboxUnavailable as error:
        absent(language, row.name, str(error))


@pytest.mark.slow
@pytest.mark.parametrize("trick", [*PYTHON])
def test_no_python_program_is_counted_for_less(judge: Judge, trick: str) -> None:
    estimate = measured(judge, PYTHON[trick], "python")
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


@pytest.mark.slow
@pytest.mark.parametrize("trick", [*CPP])
def test_no_native_program_is_counted_for_less(judge: Judge, trick: str) -> None:
    estimate = measured(judge, CPP[trick], "cpp")
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


@pytest.mark.slow
@pytest.mark.parametrize("trick", [*JAVASCRIPT])
def test_no_javascript_program_is_counted_for_less(judge: Judge, trick: str) -> None:
    require(judge, "javascript")
    estimate = measured(judge, JAVASCRIPT[trick], "javascript")
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


@pytest.mark.slow
@pytest.mark.parametrize("trick", [*JAVA])
def test_no_java_program_is_counted_for_less(judge: Judge, trick: str) -> None:
    require(judge, "java")
    estimate = measured(judge, JAVA[trick], "java")
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


def test_a_program_that_knows_the_inputs_is_found_out(judge: Judge) -> None:
    seed = seed_of(PROBLEM)
    known = [random.Random(seed * 1000003 + 2**k).randint(1, 10**9) for k in range(15)]
    source = f"{HEAD}{SLOW}{FAST}\nprint(fast() if a[0] in {set(known)} else slow())\n"
    estimate = measured(judge, source, "python")
    assert estimate.relation == "unknown"
    assert "another seed" in json.loads(estimate.evidence[0].detail)["summary"]


@pytest.mark.parametrize(
    ("source", "language"),
    [
        pytest.param(f"{HEAD}{FAST}\nprint(fast())\n", "python", id="Python"),
        pytest.param(
            f'{CPP_HEAD}{CPP_FAST}\nint main() {{ read(); cout << fast() << "\\n"; }}\n',
            "cpp",
            id="C++",
        ),
        pytest.param(JAVASCRIPT_PLAIN, "javascript", id="JavaScript"),
        pytest.param(JAVA_PLAIN, "java", id="Java"),
    ],
)
def test_the_same_without_tricks_meets_the_bound(judge: Judge, source: str, language: str) -> None:
    require(judge, language)
    estimate = measured(judge, source, language)
    assert estimate.relation == "equal"
    assert estimate.meets_target
