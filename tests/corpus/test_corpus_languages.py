"""Each language's own programs, one for each verdict, through the real sandbox.

``languages/submissions/<language>/<VERDICT>.<ending>``; all solve, or don't, the problem beside them.
A language that this sandbox doesn't have is skipped, unless ``ORDOJUDGE_TEST_REQUIRE`` lists its id.
"""

import json
from pathlib import Path

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import LANGUAGES, find_language
from ordojudge.core.models import (
    Limits,
    Problem,
    Submission,
    TestCase,
    TokensChecker,
    problem_from_data,
)
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


DEEP = {
    "javascript": "function f(n) { return n === 0 ? 0 : 1 + f(n - 1); }\nconsole.log(f(200000));\n",
    "typescript": "const f = (n: number): number => n === 0 ? 0 : 1 + f(n - 1);\nconsole.log(f(200000));\n",
    "java": (
        "public class Main {\n"
        "    static int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }\n"
        "    public static void main(String[] a) { System.out.println(f(200000)); }\n"
        "}\n"
    ),
    "go": (
        'package main\n\nimport "fmt"\n\n'
        "func f(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn 1 + f(n-1)\n}\n\n"
        "func main() { fmt.Println(f(200000)) }\n"
    ),
}


@pytest.mark.parametrize("language_id", DEEP)
def test_recursion_may_go_deep(judge: Judge, language_id: str) -> None:
    check_prints(judge, language_id, DEEP[language_id], "200000\n")


def test_javascript_may_use_all_memory_that_the_problem_gives(judge: Judge) -> None:
    source = (
        "const all = [];\n"
        "for (let i = 0; i < 50; i++) all.push(new Array(1e6).fill(0.5));\n"  # 400 MB of V8's heap
        "console.log(all.length);\n"
    )
    check_prints(judge, "javascript", source, "50\n")


def check_prints(judge: Judge, language_id: str, source: str, output: str) -> None:
    problem = Problem(
        problem_id="prints",
        tests=(TestCase(case_id="1", input="", output=output),),
        limits=Limits(cpu_s=5.0, memory_bytes=512 << 20),
        checker=TokensChecker(),
    )
    try:
        report = judge.grade(Submission(language=language_id, source=source), problem)
    except SandboxUnavailable as error:
        absent(language_id, language_id, str(error))
    assert report.verdict is Verdict.AC, (report.compile, report.tests)
