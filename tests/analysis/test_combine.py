"""Evidence from several sources comes to one estimate."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.analysis.combine import Estimator, combine
from ordojudge.core.bounds import parse_bound
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import find_language
from ordojudge.core.models import ComplexityEvidence, Problem
from ordojudge.ports import ComplexityQuestion

TARGET = parse_bound("O(n)")
PYTHON = find_language("python")


def says(source: str, relation: str, confidence: float, detail: str = "") -> ComplexityEvidence:
    bound = {"better": "O(1)", "equal": "O(n)", "worse": "O(n^2)"}.get(relation)
    return ComplexityEvidence.model_validate(
        {
            "source": source,
            "bound": bound,
            "relation": relation,
            "confidence": confidence,
            "detail": detail,
        }
    )


class Fake:
    """An analyser that says what it is told, or fails."""

    def __init__(self, answer: ComplexityEvidence | Exception) -> None:
        self._answer = answer
        self.asked: list[ComplexityQuestion] = []

    def analyse(self, question: ComplexityQuestion) -> ComplexityEvidence:
        self.asked.append(question)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


@pytest.mark.parametrize(
    ("evidence", "relation", "meets"),
    [
        pytest.param([], "unknown", None, id="nothing is unknown"),
        pytest.param(
            [says("measured", "worse", 0.98), says("model", "equal", 0.98)],
            "worse",
            False,
            id="measurement decides against the model",
        ),
        pytest.param(
            [says("measured", "equal", 0.98), says("static", "worse", 0.98)],
            "equal",
            True,
            id="measurement decides against the text",
        ),
        pytest.param(
            [says("measured", "unknown", 0.0), says("model", "equal", 0.95)],
            "equal",
            True,
            id="without measurement a sure model decides",
        ),
        pytest.param(
            [says("model", "worse", 0.9)], "worse", False, id="a sure model alone decides"
        ),
        pytest.param(
            [says("static", "equal", 0.6)], "unknown", None, id="an unsure source decides nothing"
        ),
        pytest.param(
            [says("measured", "equal", 0.75), says("model", "worse", 0.75)],
            "unknown",
            None,
            id="sources that disagree decide nothing",
        ),
        pytest.param(
            [says("measured", "equal", 0.75), says("static", "better", 0.7)],
            "equal",
            True,
            id="sources that agree make each other sure",
        ),
        pytest.param(
            [says("model", "worse", 0.75), says("static", "equal", 0.95)],
            "worse",
            False,
            id="the model speaks for the text",
        ),
    ],
)
def test_what_evidence_comes_to(
    evidence: Sequence[ComplexityEvidence], relation: str, meets: bool | None
) -> None:
    estimate = combine(evidence, target=TARGET)
    assert (estimate.relation, estimate.meets_target) == (relation, meets)
    assert estimate.target == "O(n)"
    assert estimate.evidence == tuple(evidence)
    assert (estimate.bound is None) == (relation == "unknown")


@pytest.mark.parametrize(
    ("detail", "meets"),
    [
        pytest.param({"fails_on_larger_inputs": True}, False, id="fails on larger inputs"),
        pytest.param({"flags": ["suspect"]}, None, id="suspect"),
    ],
)
def test_no_text_makes_up_for_what_a_program_did(
    detail: dict[str, object], meets: bool | None
) -> None:
    measured = says("measured", "unknown", 0.0, json.dumps(detail))
    estimate = combine([measured, says("model", "equal", 0.99)], target=TARGET)
    assert (estimate.relation, estimate.meets_target) == ("unknown", meets)


def test_without_a_target_the_surest_bound_is_said() -> None:
    evidence = [says("static", "equal", 0.5), says("model", "worse", 0.9)]
    estimate = combine(evidence, target=None)
    assert (estimate.bound, estimate.target, estimate.meets_target) == ("O(n^2)", None, None)
    assert combine([says("model", "unknown", 0.0)], target=None).bound is None


@given(
    st.lists(
        st.builds(
            says,
            st.sampled_from(["measured", "static", "model"]),
            st.sampled_from(["better", "equal", "worse", "unknown"]),
            st.floats(0, 1),
            st.sampled_from(["", "[]", "{}", "text"]),
        ),
        max_size=4,
    )
)
def test_an_estimate_never_contradicts_itself(evidence: list[ComplexityEvidence]) -> None:
    estimate = combine(evidence, target=TARGET)
    expected = {"better": True, "equal": True, "worse": False, "unknown": None}
    assert estimate.meets_target == expected[estimate.relation]
    assert 0 <= estimate.confidence <= 1


def test_a_source_that_fails_is_named_and_the_others_speak() -> None:
    broken, fine = Fake(AnalyserError("no answer")), Fake(says("static", "worse", 0.9))
    estimate = Estimator((broken, fine)).estimate("x", PYTHON, target="O(n)")
    assert estimate.relation == "worse"
    assert [each.detail for each in estimate.evidence] == ["no answer", ""]
    assert fine.asked[0].target == TARGET


def test_an_analyser_may_fail_as_it_likes() -> None:
    estimate = Estimator((Fake(ValueError("strange")),)).estimate("x", PYTHON)
    assert "ValueError: strange" in estimate.evidence[0].detail


def test_a_target_that_is_no_bound_is_named() -> None:
    estimate = Estimator().estimate("x", PYTHON, target="O(n log")
    assert (estimate.target, estimate.relation) == ("O(n log", "unknown")
    assert estimate.evidence[0].detail.startswith("target: character")


def test_a_variable_that_the_problem_does_not_declare_is_named() -> None:
    data = {
        "problem_id": "p",
        "tests": [{"case_id": "1", "input": "", "output": ""}],
        "reference": {"bound": "O(n k)", "variables": {"n": "length"}},
    }
    estimate = Estimator().estimate("x", PYTHON, problem=Problem.model_validate(data))
    assert estimate.evidence[0].detail == "reference.bound: 'k' is not among reference.variables"
    assert estimate.target == "O(k * n)"
