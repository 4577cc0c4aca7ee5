"""Each language's own programs, one for each verdict, through the real sandbox.

``languages/submissions/<language>/<VERDICT>.<ending>``; all solve, or don't, the problem beside them.
A language that this sandbox doesn't have is skipped, unless ``ORDOJUDGE_TEST_REQUIRE`` lists its id.
"""

import json
from pathlib import Path

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import LANGUAGES, find_language
from ordojudge.core.models import Submission, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from ordojudge_api.doctor import self_test_problem
from tests.conftest import absent

HERE = Path(__file__).parent / "languages"
PROBLEM = problem_from_data(json.loads((HERE / "problem.json").read_bytes()), where="languages")
VERDICTS = ("AC", "WA", "TLE", "RTE", "CE", "MLE")
PROGRAMS = sorted((HERE / "submissions").glob("*/*"))

# Kotlin's compiler takes several seconds of CPU time, and the machine may be busy.
pytestmark = pytest.mark.timeout(300)

each_language = pytest.mark.parametrize("language_id", [row.id for row in LANGUAGES])


@each_language
def test_every_language_has_a_program_for_each_verdict(language_id: str) -> None:
    found = [path.stem for path in PROGRAMS if path.parent.name == language_id]
    assert sorted(found) == sorted(VERDICTS)


@each_language
def test_the_self_test_is_accepted(judge: Judge, language_id: str) -> None:
    row = find_language(language_id)
    submission = Submission(language=language_id, source=row.self_test.source)
    try:
        report = judge.grade(submission, self_test_problem(row))
    except SandboxUnavailable as error:
        absent(language_id, row.name, str(error))
    assert report.verdict is Verdict.AC, (report.compile, report.tests)


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=f"{path.parent.name}-{path.stem}") for path in PROGRAMS]
)
def test_a_program_gets_its_verdict(judge: Judge, path: Path) -> None:
    row = find_language(path.parent.name)
    submission = Submission(language=row.id, source=path.read_text("utf-8"))
    try:
        report = judge.grade(submission, PROBLEM, all_tests=False)
    except SandboxUnavailable as error:
        absent(row.id, row.name, str(error))
    assert report.verdict is Verdict(path.stem), (report.compile, report.tests[-1:])
    if path.stem == "CE":
        assert report.compile.message.strip()
