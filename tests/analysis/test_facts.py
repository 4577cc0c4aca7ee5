"""What a problem declares of its bounds' variables, from the document to the evidence."""

import json
from typing import Any

import pytest

from ordojudge.analysis.combine import Estimator
from ordojudge.analysis.growth import under_facts
from ordojudge.analysis.measured import Measurer
from ordojudge.core.bounds import Facts, format_bound, parse_bound, read_facts
from ordojudge.core.errors import AnalyserError, ProblemError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import ComplexityEvidence, Problem, problem_from_json
from ordojudge.ports import Box, ComplexityQuestion, Sandbox

SUM = "input()\nprint(sum(map(int, input().split())))\n"


def problem(facts: list[Any], *, bound: str = "O(n + m)", generator: bool = True) -> dict[str, Any]:
    reference: dict[str, Any] = {"bound": bound, "facts": facts}
    if generator:
        shapes = {"lines": ["n", {"array": "n"}]}
        reference["generator"] = {"language": "shapes", "source": json.dumps(shapes)}
    return {
        "problem_id": "sum",
        "tests": [{"case_id": "1", "input": "2\n1 2\n", "output": "3\n"}],
        "reference": reference,
    }


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        pytest.param(["m <= n"], Facts(("m <= n",)), id="an inequality"),
        pytest.param(["E ≤ V^2"], Facts(("E ≤ V^2",)), id="its other sign"),
        pytest.param(["k <= 26"], Facts(constants=frozenset({"k"})), id="a small value"),
        pytest.param(["26 >= k"], Facts(constants=frozenset({"k"})), id="the same turned around"),
        pytest.param(["1 <= k <= n"], Facts(("k <= n",)), id="a chain"),
        pytest.param(["h = log n"], Facts(("h = log n",)), id="an equality"),
        pytest.param(["n <= 100000"], Facts(), id="a limit"),
        pytest.param(["1 <= n <= 10^5", "n m <= 2 * 10^6"], Facts(), id="limits as problems say"),
        pytest.param(["0 <= k <= n"], Facts(("k <= n",)), id="from 0"),
        pytest.param(["n = 10^5"], Facts(), id="a limit that is reached"),
        pytest.param(["C <= 256"], Facts(constants=frozenset({"C"})), id="a byte"),
        pytest.param(["C <= 257"], Facts(), id="more than a byte"),
        pytest.param([], Facts(), id="nothing"),
    ],
)
def test_facts_are_read_as_people_write_them(texts: list[str], facts: Facts) -> None:
    assert read_facts(texts) == facts


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        pytest.param(
            ["m < n"], "reference.facts.0: character 3: two sides and", id="a strict sign"
        ),
        pytest.param(["m <= n", "x"], "reference.facts.1: character 2: two sides", id="no sign"),
        pytest.param(["m <= n ? 2"], "reference.facts.0: character 8: ", id="a wrong character"),
        pytest.param(["m <= n + k"], "reference.facts.0: character 1: one product", id="a sum"),
        pytest.param([3], "reference.facts.0: ", id="a number"),
        pytest.param("m <= n", "reference.facts: ", id="a text"),
        pytest.param(["a = b", "b = a"], "reference.facts: variables equal", id="a circle"),
        pytest.param(
            ["m <= 26", "n <= 26"],
            "reference.facts: 'n <= 26' leaves no variable of .* to grow",
            id="nothing left to grow",
        ),
        pytest.param(
            ["m = n", "n = 5"], "reference.facts: 'n = 5' leaves", id="nothing left by equalities"
        ),
    ],
)
def test_facts_that_can_not_be_used_are_named(facts: Any, complaint: str) -> None:
    with pytest.raises(ProblemError, match=f"^problem: {complaint}".replace("?", r"\?")):
        problem_from_json(json.dumps(problem(facts)))


@pytest.mark.parametrize(
    ("bound", "facts", "left"),
    [
        pytest.param("O(n + m)", ["m <= n"], "O(n)", id="the smaller of two"),
        pytest.param("O(V + E)", ["E >= V - 1"], "O(E)", id="a connected graph"),
        pytest.param("O(V + E)", ["E <= V^2"], "O(E + V)", id="either may be larger"),
        pytest.param("O(n k)", ["k <= 26"], "O(n)", id="a constant"),
        pytest.param("O(n h)", ["h = log n"], "O(n log n)", id="an equality"),
        pytest.param("O(n m)", ["m <= n"], "O(m * n)", id="a product stays"),
    ],
)
def test_a_bound_is_told_in_the_variables_that_matter(
    bound: str, facts: list[str], left: str
) -> None:
    assert format_bound(under_facts(parse_bound(bound), read_facts(facts))) == left


class Listener:
    """A source of evidence that keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[ComplexityQuestion] = []

    def analyse(self, question: ComplexityQuestion) -> ComplexityEvidence:
        self.asked.append(question)
        return ComplexityEvidence(source="static")


def test_those_who_read_programs_are_told() -> None:
    listener = Listener()
    python = find_language("python")
    declared = Problem.model_validate(problem(["k <= 26"]))
    Estimator([listener]).estimate(SUM, python, problem=declared)
    Estimator([listener]).estimate(SUM, python)
    assert [question.facts for question in listener.asked] == [read_facts(["k <= 26"]), Facts()]


@pytest.mark.parametrize(
    ("bound", "facts", "relation"),
    [
        pytest.param("O(n + m)", ["m <= n"], "equal", id="an inequality"),
        pytest.param("O(n k)", ["k <= 26"], "equal", id="a constant"),
        pytest.param("O(m)", ["m = log n"], "worse", id="an equality"),
        pytest.param("O(n)", ["1 <= n <= 10^5"], "equal", id="a limit"),
    ],
)
def test_measurement_uses_them(
    sandbox: Sandbox, bound: str, facts: list[str], relation: str
) -> None:
    python = find_language("python")
    measurer = Measurer()
    with sandbox.box(python) as box:
        program = box.compile(SUM.encode(), python)

        def companion(_: Language) -> Box:
            return box

        def measured(facts: list[str]) -> ComplexityEvidence:
            question = ComplexityQuestion(
                source=SUM,
                language=python,
                problem=Problem.model_validate(problem(facts, bound=bound)),
                target=parse_bound(bound),
                facts=read_facts(facts),
            )
            return measurer.measure(question, program=program, box=box, companion=companion)

        if len(parse_bound(bound).variables) > 1:
            with pytest.raises(AnalyserError, match=r"the size of '[mk]' isn't known"):
                measured([])
        assert measured(facts).relation == relation
