"""What the ``ordojudge`` command prints and how it ends, for real: in the sandbox, over the examples."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.models import MAX_SOURCE_BYTES
from tests.e2e.command import (
    ACCEPTED,
    BRACKETS,
    ROOT,
    SUM,
    assert_one_complaint,
    grade,
    ordojudge,
    sum_problem,
    written,
)

pytestmark = pytest.mark.usefixtures("sandbox")


# ------------------------------------------------------------------ what people and programs read


def documented() -> Iterator[Any]:
    """Each ``grade`` whose output a document shows, with that output."""
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        shown = re.findall(
            r"^```\w*\n\$ ordojudge (grade .*)\n((?:.*\n)*?)```$", document.read_text("utf-8"), re.M
        )
        for line, output in shown:
            yield pytest.param(line, output, id=f"{document.name}: {line.split()[1]}")


def comparable(output: str) -> list[str]:
    """The lines, without what differs from run to run."""
    measured = r"^((?:slowest|memory) +)[\d.]+( (?:s CPU|MiB) of \S+ \w+) \(test \w+\)"
    lines = [re.sub(measured, r"\1#\2", line.rstrip()) for line in output.splitlines()]
    return lines[:-1] if lines and not lines[-1] else lines


@pytest.mark.parametrize(("line", "output"), list(documented()))
def test_a_documented_report_is_what_the_command_prints(line: str, output: str) -> None:
    done = ordojudge(*line.split())
    assert (done.code, done.err) == (0, "")
    assert comparable(done.out) == comparable(output)


def test_the_documents_show_reports() -> None:
    assert len(list(documented())) >= 2


@pytest.mark.parametrize(
    ("solution", "options"),
    [
        pytest.param(ACCEPTED, [], id="accepted"),
        pytest.param(SUM / "solutions/AC.cpp", [], id="accepted C++"),
        pytest.param(SUM / "solutions/CE.cpp", [], id="not compiled"),
        pytest.param(SUM / "solutions/WA.py", ["--stop-early"], id="stopped early"),
        pytest.param(SUM / "solutions/MLE.py", ["--fail-on-reject"], id="rejected"),
    ],
)
def test_json_is_exactly_one_document(solution: Path, options: list[str]) -> None:
    done = grade(solution, "--json", *options)
    report = json.loads(done.out)
    assert (done.out.count("\n"), done.err) == (1, "")
    assert (report["verdict"], report["problem_id"]) == (solution.stem, "pair-sum")
    assert report["reward"]["total"] >= 0
    assert report["judge_version"].startswith("ordojudge ")
    assert done.code == ("--fail-on-reject" in options)


def test_standard_input_can_be_the_solution() -> None:
    done = grade("-", "--language", "py3", "--json", stdin=ACCEPTED.read_text("utf-8"))
    assert json.loads(done.out)["verdict"] == "AC"


@pytest.mark.parametrize(
    ("completion", "verdict"), [("AC.md", "AC"), ("WA.md", "WA"), ("SE.md", "SE")]
)
def test_a_completion_is_judged_even_if_there_is_no_code_in_it(
    completion: str, verdict: str
) -> None:
    done = grade(BRACKETS / "solutions" / completion, "--completion", "--json", problem=BRACKETS)
    assert (done.code, done.err, json.loads(done.out)["verdict"]) == (0, "", verdict)


FAILING_CHECKER = {
    "type": "program",
    "language": "python",
    "source": "raise SystemExit(3)",
    "protocol": "testlib",
}


@pytest.mark.parametrize(
    ("solution", "checker", "options", "code"),
    [
        pytest.param("AC.py", None, [], 0, id="accepted"),
        pytest.param("WA.py", None, [], 0, id="rejected"),
        pytest.param("AC.py", None, ["--fail-on-reject"], 0, id="accepted, rejection asked for"),
        pytest.param("WA.py", None, ["--fail-on-reject"], 1, id="rejected, rejection asked for"),
        pytest.param("AC.py", None, ["--langauge", "python"], 2, id="wrong usage"),
        pytest.param("AC.py", FAILING_CHECKER, [], 3, id="the judge failed"),
        pytest.param("AC.py", FAILING_CHECKER, ["--fail-on-reject"], 3, id="failed, not rejected"),
    ],
)
def test_the_exit_code(
    solution: str, checker: object, options: list[str], code: int, tmp_path: Path
) -> None:
    problem = written(tmp_path, sum_problem(**({"checker": checker} if checker else {})))
    done = grade(SUM / "solutions" / solution, *options, problem=problem)
    assert done.code == code, done
    if code == 3:
        assert done.err == "ordojudge: the judge failed on test 1: checker: failed: exit status 3\n"
        assert "Judging Error (JE)" in done.out


def test_problems_are_checked_with_their_reference_solutions() -> None:
    done = ordojudge("problems", "check", "--run", "examples")
    assert (done.code, done.err) == (0, "")
    rows = {words[0]: words[-1] for words in map(str.split, done.out.splitlines()) if words}
    assert rows["pair-sum"] == "AC"
    assert {"two-sum", "balanced-brackets"} < set(rows)


def test_the_doctor_finds_this_machine_well() -> None:
    done = ordojudge("doctor", "--json")
    document = json.loads(done.out)
    assert (done.code, done.err, document["works"]) == (0, "", True)
    tried = [entry for entry in document["findings"] if entry["name"].startswith("language ")]
    working = {entry["name"].removeprefix("language ") for entry in tried if entry["ok"]}
    assert {"python", "c", "cpp", "cpp20"} <= working
    # Of the others this machine may have no compiler, or an old one: that is said, and never that one failed.
    for entry in tried:
        assert entry["ok"] or ": missing; " in entry["detail"] or " or newer" in entry["detail"]


# ------------------------------------------------------------------ bad input


def with_test(**fields: object) -> dict[str, Any]:
    first, second, *more = sum_problem()["tests"]
    return sum_problem(tests=[first, {**second, **fields}, *more])


BAD_PROBLEMS: dict[str, tuple[dict[str, Any] | str, str]] = {
    "broken JSON": ('{\n "problem_id":\n}', r"line 3 column 1: not JSON"),
    "an unknown key": (sum_problem(limts={}), r"limts: unknown key"),
    "an unknown key in a test": (with_test(ouput="x"), r"tests\.1\.ouput: unknown key"),
    "no tests": (sum_problem(tests=[]), r"tests: .*at least 1"),
    "a case id twice": (with_test(case_id="1"), r"tests\.1\.case_id: '1' is used twice"),
    "a limit of zero": (sum_problem(limits={"cpu_s": 0}), r"limits\.cpu_s: "),
    "a negative limit": (sum_problem(limits={"memory_bytes": -1}), r"limits\.memory_bytes: "),
    "a limit that is no number": (
        sum_problem(limits={"wall_s": float("nan")}),
        r"limits\.wall_s: ",
    ),
    "a test file that isn't there": (
        with_test(input=None, input_file="2.in"),
        r"tests\.1\.input_file: '2\.in': no such file",
    ),
}


@pytest.mark.parametrize(("content", "complaint"), BAD_PROBLEMS.values(), ids=BAD_PROBLEMS.keys())
def test_a_bad_problem_is_one_line_with_its_file_and_field(
    content: dict[str, Any] | str, complaint: str, tmp_path: Path
) -> None:
    problem = written(tmp_path, content)
    assert_one_complaint(grade(problem=problem), rf"{re.escape(str(problem))}: {complaint}")


def too_long(folder: Path) -> Path:
    path = folder / "long.py"
    path.write_text("#" * (MAX_SOURCE_BYTES + 1))
    return path


def unreadable(folder: Path) -> Path:
    """Even to root, to whom permissions mean nothing."""
    path = folder / "folder.py"
    path.mkdir()
    return path


BAD_SOLUTIONS: dict[str, tuple[Callable[[Path], Path], list[str], str]] = {
    "missing": (lambda folder: folder / "none.py", [], r"\S+none\.py: No such file"),
    "unreadable": (unreadable, [], r"\S+folder\.py: Is a directory"),
    "too long": (too_long, [], rf"\S+long\.py: longer than the {MAX_SOURCE_BYTES:,} bytes"),
    "in an unknown language": (
        lambda _: ACCEPTED,
        ["--language", "klingon"],
        r"language: 'klingon' is unknown; known are ",
    ),
    "in a language that its name doesn't tell": (
        lambda _: ROOT / "README.md",
        [],
        r"\S+README\.md: its name doesn't tell the language",
    ),
}


@pytest.mark.parametrize(
    ("path", "options", "complaint"), BAD_SOLUTIONS.values(), ids=BAD_SOLUTIONS.keys()
)
def test_a_bad_solution_is_one_line_with_its_file(
    path: Callable[[Path], Path], options: list[str], complaint: str, tmp_path: Path
) -> None:
    assert_one_complaint(grade(path(tmp_path), *options), complaint)


def test_a_problem_that_is_not_there_is_one_line() -> None:
    assert_one_complaint(grade(problem="no/such.json"), r"no/such\.json: no such file")
