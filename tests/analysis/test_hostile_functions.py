"""Functions that try to be counted for less than they do never get a better relation than they deserve."""

import pytest

from ordojudge.core.models import ComplexityEstimate, Submission
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from tests.analysis.hostile_functions import CPP, GO, JAVA, JAVASCRIPT, PLAIN, PROBLEM
from tests.analysis.test_hostile import require


def measured(judge: Judge, source: str, language: str = "cpp") -> ComplexityEstimate:
    report = judge.grade(Submission(source=source, language=language), PROBLEM, complexity=True)
    assert report.verdict is Verdict.AC, (report.tests, report.compile)
    assert report.complexity is not None
    return report.complexity


@pytest.mark.slow
@pytest.mark.parametrize("trick", [*CPP])
def test_no_function_is_counted_for_less(judge: Judge, trick: str) -> None:
    estimate = measured(judge, CPP[trick])
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "source"),
    [
        pytest.param(language, source, id=f"{language} {trick}")
        for language, tricks in (("go", GO), ("java", JAVA), ("javascript", JAVASCRIPT))
        for trick, source in tricks.items()
    ],
)
def test_no_function_of_a_runtime_is_counted_for_less(
    judge: Judge, language: str, source: str
) -> None:
    require(judge, language)
    estimate = measured(judge, source, language)
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


def test_the_same_without_tricks_meets_the_bound(judge: Judge) -> None:
    estimate = measured(judge, PLAIN)
    assert estimate.relation == "equal", estimate.evidence
    assert estimate.meets_target
