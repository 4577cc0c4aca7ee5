"""What is wrong with a problem's reference or generator is named on the report, which stands."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from ordojudge.core.models import ComplexityEvidence, Problem, Report, Submission
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge

SUM = "print(sum(map(int, input().split())))\n"
NUMBERS = "import sys\nprint(*range(int(sys.argv[1])))\n"


CAPPED = "import sys\nprint(*range(100000, 100000 + min(int(sys.argv[1]), {})))\n"


def problem(reference: Mapping[str, Any], **fields: Any) -> Problem:
    data = {
        "problem_id": "sum",
        "tests": [{"case_id": "1", "input": "1 2\n", "output": "3\n"}],
        "reference": {"bound": "O(n)", **reference},
    }
    return Problem.model_validate(data | fields)


def python(source: str) -> dict[str, str]:
    return {"language": "python", "source": source}


def graded(judge: Judge, judged: Problem, source: str = SUM) -> Report:
    return judge.grade(Submission(source=source, language="python"), judged, complexity=True)


def measured(report: Report) -> ComplexityEvidence:
    assert report.complexity is not None
    return next(each for each in report.complexity.evidence if each.source == "measured")


@pytest.mark.parametrize(
    ("reference", "complaint"),
    [
        pytest.param({}, "its tests' sizes span less than 8", id="no generator, small tests"),
        pytest.param(
            {"generator": python("raise SystemExit('no idea')")},
            "reference.generator: size 64: exit status 1: no idea",
            id="a generator that crashes",
        ),
        pytest.param(
            {"generator": python("while True: pass")},
            "reference.generator: size 1: took more than 3 s",
            id="a generator that is slow",
        ),
        pytest.param(
            {"generator": python("pass")},
            "reference.generator: size 64: printed nothing",
            id="a generator that prints nothing",
        ),
        pytest.param(
            {"generator": python("print(1, 2, 3)")},
            "reference.generator: ignores its size",
            id="a generator that ignores its size",
        ),
        pytest.param(
            {"generator": python(CAPPED.format(50))},
            "reference.generator: stops growing: 350 bytes at 64, 350 at 8192",
            id="a generator that stops growing",
        ),
        pytest.param(
            {"generator": python("def")},
            "reference.generator: doesn't compile",
            id="a generator that doesn't compile",
        ),
        pytest.param(
            {"generator": {"language": "shapes", "source": '{"lines": []}'}},
            "reference.generator: source: lines: a list is needed",
            id="a declared generator without lines",
        ),
        pytest.param(
            {"generator": {"language": "cobol", "source": ""}},
            "reference.generator: language: 'cobol' is unknown",
            id="a generator in an unknown language",
        ),
        pytest.param(
            {"generator": python(NUMBERS), "solution": python("print(4)")},
            "reference.solution: fails its own test 1: wrong answer",
            id="a reference that fails its own test",
        ),
        pytest.param(
            {"generator": python(NUMBERS.replace("(*", "('x', *")), "solution": python(SUM)},
            "reference.solution: size 64: exit status 1",
            id="inputs that the reference can't read",
        ),
        pytest.param(
            {"generator": python(NUMBERS), "solution": python("def")},
            "reference.solution: fails its own test 1: can't be rewritten",
            id="a reference that doesn't compile",
        ),
    ],
)
def test_what_is_wrong_with_the_reference_is_named(
    judge: Judge, reference: Mapping[str, Any], complaint: str
) -> None:
    report = graded(judge, problem(reference))
    assert (report.verdict, report.pass_rate) == (Verdict.AC, 1)
    evidence = measured(report)
    assert evidence.relation == "unknown"
    assert complaint in evidence.detail


def test_arguments_of_the_wrong_shape_are_named(judge: Judge) -> None:
    fields = {
        "interface": {"type": "function", "entry_point": "total"},
        "tests": [{"case_id": "1", "input": [[1, 2]], "output": 3}],
    }
    judged = problem({"generator": python(NUMBERS)}, **fields)
    report = graded(judge, judged, "def total(a): return sum(a)\n")
    assert report.verdict is Verdict.AC
    assert "size 64: a JSON array of arguments is needed" in measured(report).detail


@pytest.mark.parametrize(
    ("bound", "complaint"),
    [
        ("O(n log", "reference.bound: character"),
        ("O(n)!!", "reference.bound: "),
    ],
)
def test_a_bound_that_cannot_be_read_is_named(judge: Judge, bound: str, complaint: str) -> None:
    report = graded(judge, problem({"bound": bound}))
    assert report.verdict is Verdict.AC
    assert report.complexity is not None
    assert (report.complexity.relation, report.complexity.target) == ("unknown", bound)
    assert report.complexity.evidence[0].detail.startswith(complaint)
    assert report.reward is not None
    assert report.reward.time == 0


@pytest.mark.parametrize(
    ("source", "how"),
    [
        pytest.param(
            "a = input().split()\nprint(sum(map(int, a[:50])))\n", "wrong answer", id="wrong"
        ),
        pytest.param(
            "a = input().split()\nprint(sum(map(int, a)) // (len(a) < 50))\n",
            "exit status 1",
            id="crash",
        ),
    ],
)
def test_a_program_that_fails_on_larger_inputs_keeps_its_verdict_and_earns_no_time(
    judge: Judge, source: str, how: str
) -> None:
    reference = {"generator": python(NUMBERS), "solution": python(SUM)}
    report = graded(judge, problem(reference), source)
    assert report.verdict is Verdict.AC
    assert report.complexity is not None
    assert (report.complexity.relation, report.complexity.meets_target) == ("unknown", False)
    assert "fails on larger inputs: size " in measured(report).detail
    assert how in measured(report).detail
    assert report.reward is not None
    assert report.reward.time == 0


CRASHES_FROM = "a = input().split()\nprint(sum(map(int, a)) if len(a) < {} else 1 / 0)\n"
HANGS_FROM = "a = input().split()\nwhile len(a) >= {}:\n    pass\nprint(sum(map(int, a)))\n"


@pytest.mark.parametrize(
    ("source", "solution", "how"),
    [
        pytest.param(
            CRASHES_FROM.format(600), None, "size 1024: exit status 1", id="nobody vouches"
        ),
        pytest.param(HANGS_FROM.format(600), None, "size 1024: stopped for cpu", id="no end"),
        pytest.param(
            CRASHES_FROM.format(5000), None, "size 65536: exit status 1", id="beyond all sizes"
        ),
        pytest.param(
            CRASHES_FROM.format(5000), SUM, "size 65536: exit status 1", id="beyond a reference's"
        ),
    ],
)
def test_a_failure_is_no_end_of_sizes(
    judge: Judge, source: str, solution: str | None, how: str
) -> None:
    reference = {"generator": python(NUMBERS)}
    if solution is not None:
        reference["solution"] = python(solution)
    report = graded(judge, problem(reference), source)
    assert report.complexity is not None
    assert (report.complexity.relation, report.complexity.meets_target) == ("unknown", False)
    assert f"fails on larger inputs: {how}" in measured(report).detail


@pytest.mark.parametrize(
    ("source", "reference"),
    [
        pytest.param(
            CRASHES_FROM.format(5000),
            {"generator": python(NUMBERS), "solution": python(CRASHES_FROM.format(6000))},
            id="as the reference does",
        ),
        pytest.param(
            CRASHES_FROM.format(5000),
            {"generator": python(f"{NUMBERS}assert int(sys.argv[1]) < 5000\n")},
            id="which the generator refuses",
        ),
        pytest.param(
            "a = input().split()\nprint(sum(map(int, a)) if len(a) > 1 else 1 / 0)\n",
            {"generator": python(NUMBERS)},
            id="smaller than any that the problem has",
        ),
    ],
)
def test_sizes_that_the_problem_does_not_allow_are_no_failure(
    judge: Judge, source: str, reference: Mapping[str, Any]
) -> None:
    report = graded(judge, problem(reference), source)
    assert report.complexity is not None
    assert report.complexity.meets_target is True


SLOWER = """
a = list(map(int, input().split()))
work, total = [(0, 0)], 0
while work:
    i, j = work.pop()
    if i < len(a):
        total += a[i] if j == 0 else 0
        work.append((i, j + 1) if j < len(a) else (i + 1, 0))
print(total)
"""


def test_a_reference_above_the_bound_makes_no_program_meet_it(judge: Judge) -> None:
    reference = {"generator": python(NUMBERS), "solution": python(QUADRATIC)}
    for source in (QUADRATIC, SLOWER):
        report = graded(judge, problem(reference), source)
        assert report.complexity is not None
        assert (report.complexity.relation, report.complexity.meets_target) == ("unknown", None)
        curves = json.loads(measured(report).detail)["curves"]
        assert [each["fit"] for each in curves] == ["O(n^2)"]


QUADRATIC = "a = list(map(int, input().split()))\nprint(sum(x for x in a for _ in a) // len(a))\n"


@pytest.mark.parametrize("cap", [40, 300, 3000])
@pytest.mark.parametrize("solution", [SUM, None], ids=["reference", "none"])
def test_inputs_that_stop_growing_make_no_program_linear(
    judge: Judge, cap: int, solution: str | None
) -> None:
    reference = {"generator": python(CAPPED.format(cap))}
    if solution is not None:
        reference["solution"] = python(solution)
    slow = measured(graded(judge, problem(reference), QUADRATIC))
    assert slow.relation == ("worse" if cap >= 300 else "unknown")
    quick = measured(graded(judge, problem(reference), SUM))
    assert quick.relation == ("equal" if cap >= 300 else "unknown")


def test_nothing_is_measured_unless_all_tests_pass(judge: Judge) -> None:
    reference = {"generator": python(NUMBERS), "solution": python(SUM)}
    report = graded(judge, problem(reference), "print(4)\n")
    assert report.verdict is Verdict.WA
    assert report.complexity is None
    assert report.timings.complexity_s == 0


def test_nothing_is_measured_unless_asked(judge: Judge) -> None:
    reference = {"generator": python(NUMBERS), "solution": python(SUM)}
    report = judge.grade(Submission(source=SUM, language="python"), problem(reference))
    assert report.complexity is None
    assert report.timings.complexity_s == 0


def test_statements_cannot_be_measured(judge: Judge) -> None:
    fields = {
        "interface": {"type": "asserts", "entry_point": "total"},
        "tests": [{"case_id": "1", "input": "assert total([1, 2]) == 3"}],
    }
    report = graded(judge, problem({}, **fields), "def total(a): return sum(a)\n")
    assert report.verdict is Verdict.AC
    assert "interface: asserts problems can't be measured" in measured(report).detail
