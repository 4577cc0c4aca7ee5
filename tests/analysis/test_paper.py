"""The report's worked cases, ordered by measurement: fast solutions meet the bound, slow ones don't."""

import pytest

from ordojudge.core.models import Submission
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from tests.analysis.paper import CASES, Case

FORMS = [(case, language, False) for case in CASES for language in ("python", "cpp")]
FORMS += [(case, "cpp", True) for case in CASES if case.method is not None]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "language", "called"),
    FORMS,
    ids=[f"{case}-{language}{'-function' * called}" for case, language, called in FORMS],
)
def test_a_fast_solution_meets_the_bound_and_a_slow_one_does_not(
    judge: Judge, case: Case, language: str, called: bool
) -> None:
    problem = case.problem(language, called=called)
    for speed, relations, paid in (("fast", {"equal", "better"}, 0.5), ("slow", {"worse"}, 0.0)):
        source = case.source(language, speed, called=called)
        submission = Submission(source=source, language=language)
        report = judge.grade(submission, problem, complexity=True)
        assert report.verdict is Verdict.AC, report.tests
        assert report.complexity is not None
        assert report.complexity.relation in relations, report.complexity.evidence
        assert report.reward is not None
        assert report.reward.time == paid
        assert report.timings.complexity_s > 0
