"""Targets other than the reference's own bound, which it keeps; nothing is accepted wrongly."""

import json
import math
from typing import Any

import pytest

from ordojudge.analysis.candidate import Candidate, Stopped
from ordojudge.analysis.deciding import Curve, Standing
from ordojudge.analysis.fitting import SHAPES, Shape
from ordojudge.analysis.inputs import Given
from ordojudge.analysis.ladder import Rung
from ordojudge.analysis.other_target import decide_at, stance_of
from ordojudge.core.bounds import Facts, compare, parse_bound, read_facts
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import find_language
from ordojudge.core.models import ComplexityEstimate, Problem, Submission
from ordojudge.functions.building import build
from ordojudge.ports import ComplexityQuestion, Sandbox
from ordojudge.service import Judge

SIZES = tuple(float(2**k) for k in range(7, 13))
BY_BOUND = {shape.bound: shape for shape in SHAPES}
TOLD_APART = [shape for shape in SHAPES if shape.bound not in ("O(n log^2 n)", "O(2^n)")]
REFERENCES = ("O(log n)", "O(n)", "O(n log n)", "O(n^2)")


def costs(shape: Shape, *, linear: float = 0.0) -> tuple[float, ...]:
    return tuple(10 * math.exp(shape.log(n)) + linear * n for n in SIZES)


def curve(mine: tuple[float, ...], reference: str, target: str, *, linear: float = 0.0) -> Curve:
    standings: dict[str, Standing] = {"equal": "at", "better": "below", "worse": "above"}
    own = BY_BOUND[reference]
    return Curve(
        "",
        SIZES,
        mine,
        reference=costs(own, linear=linear),
        target=tuple(BY_BOUND[target].log(n) for n in SIZES),
        own=tuple(own.log(n) for n in SIZES),
        standing=standings[compare(parse_bound(reference), parse_bound(target)).value],
    )


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("target", TOLD_APART, ids=lambda shape: shape.bound)
def test_every_class_is_decided_right_whatever_the_reference(reference: str, target: Shape) -> None:
    for own in TOLD_APART:
        if target.bound == reference:
            continue
        ranks = TOLD_APART.index(own), TOLD_APART.index(target)
        right = "equal" if ranks[0] == ranks[1] else "better" if ranks[0] < ranks[1] else "worse"
        found = decide_at(curve(costs(own), reference, target.bound), exact=True)
        assert found.relation == right, (own, found.reason)


@pytest.mark.parametrize("linear", [30.0, 150.0, 400.0, 1500.0])
def test_a_logarithm_beside_linear_work_meets_no_linear_target(linear: float) -> None:
    heavy = costs(BY_BOUND["O(n log n)"], linear=linear)
    same = curve(heavy, "O(n log n)", "O(n)", linear=linear)
    assert decide_at(same, exact=True).relation in ("worse", "unknown")
    quicker = curve(costs(BY_BOUND["O(n)"]), "O(n log n)", "O(n)", linear=30.0)
    assert decide_at(quicker, exact=True).relation == "equal"


def test_cpu_time_does_not_take_a_program_like_the_reference_below_its_bound() -> None:
    judged = curve(costs(BY_BOUND["O(n log n)"]), "O(n log n)", "O(n)")
    assert decide_at(judged, exact=False).relation == "unknown"
    slow = curve(costs(BY_BOUND["O(n^2)"]), "O(n log n)", "O(n)")
    assert decide_at(slow, exact=False).relation == "worse"


@pytest.mark.parametrize(
    ("own", "standing", "relation"),
    [
        pytest.param("O(n)", "below", "better", id="like a reference below the target"),
        pytest.param("O(n)", "above", "worse", id="like a reference above the target"),
        pytest.param("O(n^2)", "below", "unknown", id="slower than a reference below it"),
        pytest.param("O(log n)", "above", "unknown", id="quicker than a reference above it"),
        pytest.param("O(n)", "unknown", "unknown", id="bounds that can't be compared"),
    ],
)
def test_without_sizes_the_order_of_the_bounds_decides(
    own: str, standing: Standing, relation: str
) -> None:
    reference = costs(BY_BOUND["O(n)"])
    judged = Curve("", SIZES, costs(BY_BOUND[own]), reference=reference, standing=standing)
    assert decide_at(judged, exact=True).relation == relation


@pytest.mark.parametrize(("own", "relation"), [("O(n)", "equal"), ("O(n^2)", "worse")])
def test_a_reference_without_a_bound_stands_for_the_target_only_if_it_grows_like_it(
    own: str, relation: str
) -> None:
    for reference in ("O(n)", "O(n^2)"):
        target = tuple(BY_BOUND["O(n)"].log(n) for n in SIZES)
        known = costs(BY_BOUND[reference])
        mine = costs(BY_BOUND[own])
        judged = Curve("", SIZES, mine, reference=known, target=target, standing="unknown")
        assert decide_at(judged, exact=True).relation == relation


# ---------------------------------------------------------------------------- the ladder


def summing(reference: dict[str, Any], language: str = "python") -> Problem:
    solution = {"language": language, "source": SUMS[language]["n"]}
    generator = {
        "language": "shapes",
        "source": json.dumps({"lines": ["n", {"array": "n", "least": "0"}]}),
    }
    data = {
        "problem_id": "sum",
        "tests": [{"case_id": "1", "input": "3\n1 5 2\n", "output": "8\n"}],
        "reference": {"bound": "O(n)", "solution": solution, "generator": generator, **reference},
    }
    return Problem.model_validate(data)


def test_a_larger_target_makes_the_ladder_shorter_and_an_equal_one_is_none() -> None:
    given = Given(64.0, "", b"", {})
    higher = stance_of(summing({}), parse_bound("O(n^3)"), Facts())
    assert (higher.standing, higher.name) == ("below", "O(n^3)")
    assert higher.weight(given) == pytest.approx(64.0**2)
    lower = stance_of(summing({}), parse_bound("O(log n)"), Facts())
    assert (lower.standing, lower.name, lower.weight(given)) == ("above", "", 1.0)
    equal = stance_of(summing({"bound": "O(n + m)"}), parse_bound("n"), read_facts(["m <= n"]))
    assert (equal.standing, equal.own, equal.weight(given)) == ("at", None, 1.0)


def test_a_bound_of_the_reference_that_cannot_be_read_is_named() -> None:
    with pytest.raises(AnalyserError, match=r"^reference\.bound: character"):
        stance_of(summing({"bound": "O(n log"}), parse_bound("O(n)"), Facts())


# -------------------------------------------------------------------------------- whole

SUMS = {
    "python": {
        "n": "input()\nprint(sum(map(int, input().split())))\n",
        "nlogn": "input()\nprint(sum(sorted(sorted(map(int, input().split()), reverse=True))))\n",
        "n2": "input()\na = list(map(int, input().split()))\nt = 0\nfor i in range(len(a)):\n"
        "    for j in range(len(a)):\n        t += a[i] if i == j else 0\nprint(t)\n",
        "n3": "input()\na = list(map(int, input().split()))\nt = 0\nn = range(len(a))\nfor i in n:\n"
        "    for j in n:\n        for k in n:\n            t += a[i] if i == j == k else 0\nprint(t)\n",
    },
    "cpp": {
        name: "#include <iostream>\n#include <vector>\n#include <algorithm>\nint main() {\n"
        "    int n; std::cin >> n; std::vector<long long> a(n); long long t = 0;\n"
        f"    for (auto &x : a) std::cin >> x;\n    {body}\n    std::cout << t;\n}}\n"
        for name, body in {
            "n": "for (auto x : a) t += x;",
            "nlogn": "std::sort(a.begin(), a.end()); for (auto x : a) t += x;",
            "n2": "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (i == j) t += a[i];",
            "n3": "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
            " for (int k = 0; k < n; k++) if (i == j && j == k) t += a[i];",
        }.items()
    },
}
CLASSES = {"n": "O(n)", "nlogn": "O(n log n)", "n2": "O(n^2)", "n3": "O(n^3)"}
TARGETS = {
    "n": ("n", "nlogn", "n2", "n3"),
    "nlogn": ("n", "nlogn", "n2"),
    "n2": ("n", "n2", "n3"),
    "n3": ("n2", "n3"),
}


def estimated(
    judge: Judge, problem: Problem, source: str, language: str, target: str
) -> ComplexityEstimate:
    report = judge.grade(
        Submission(source=source, language=language), problem, complexity=True, target=target
    )
    assert report.complexity is not None
    return report.complexity


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("language", SUMS)
def test_programs_are_judged_right_by_a_quicker_and_a_slower_reference(
    judge: Judge, language: str, name: str
) -> None:
    slow = {"language": language, "source": SUMS[language]["n2"]}
    for problem in (
        summing({}, language),
        summing({"bound": "O(n^2)", "solution": slow}, language),
    ):
        for target in TARGETS[name]:
            source = SUMS[language][name]
            found = estimated(judge, problem, source, language, CLASSES[target])
            meets = list(CLASSES).index(name) <= list(CLASSES).index(target)
            assert found.target == CLASSES[target]
            assert found.meets_target in (meets, None), (name, target, found)
            if "nlogn" not in (name, target):
                assert found.meets_target is meets, (name, target, found)


@pytest.mark.parametrize(("weight", "fails"), [(1.0, True), (8.0, False)])
def test_a_program_that_may_be_slower_than_the_reference_does_not_fail_by_its_time(
    sandbox: Sandbox, weight: float, fails: bool
) -> None:
    language, problem = find_language("python"), summing({})
    source = "while True:\n    pass\n"
    question = ComplexityQuestion(source=source, language=language, problem=problem)
    with sandbox.box(language) as box:
        program = build(box, source.encode(), language, interface=problem.interface)
        candidate = Candidate(
            question,
            problem,
            program=program,
            box=box,
            companion=lambda _: box,
            weight=lambda _: weight,
        )
        content = b"1\n1\n"
        with pytest.raises(Stopped) as stopped:
            candidate.check_plainly(Rung(Given(64.0, "", content, {})))
    assert stopped.value.fails is fails


def test_a_variable_of_the_target_that_is_not_declared_is_blamed_on_the_target(
    judge: Judge,
) -> None:
    problem = summing({"variables": {"n": "length"}})
    found = estimated(judge, problem, SUMS["python"]["n"], "python", "O(k)")
    assert found.evidence[0].detail == "target: 'k' is not among reference.variables"
    unread = estimated(judge, problem, SUMS["python"]["n"], "python", "O(n log")
    assert unread.evidence[0].detail.startswith("target: character")
