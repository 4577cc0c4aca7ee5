"""What the model's opinion becomes as evidence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.bounds import ComplexityClass, Facts, class_of, parse_bound
from ordojudge.core.languages import LANGUAGES, Language, find_language
from ordojudge.core.models import ComplexityEvidence
from ordojudge.ports import ComplexityAnalyser, ComplexityQuestion
from ordojudge_complexity.analyser import EmbeddedAnalyser
from ordojudge_complexity.backends.embedded import EmbeddedModel
from tests.complexity_model.models import constant_model


def model(*, exceeds: float = 0.5, said: ComplexityClass = ComplexityClass.LINEAR) -> EmbeddedModel:
    """Says one class of every program, and one probability to exceed; abstains from 0.2 to 0.8."""
    leaves = [3.0 if member is said else 0.0 for member in ComplexityClass]
    return constant_model(leaves, exceeds)


def ask(
    made: EmbeddedModel, target: str | None, *, facts: Facts | None = None
) -> ComplexityEvidence:
    analyser: ComplexityAnalyser = EmbeddedAnalyser(lambda: made)
    return analyser.analyse(
        ComplexityQuestion(
            source="print(1)",
            language=find_language("python"),
            target=None if target is None else parse_bound(target),
            facts=facts or Facts(),
        )
    )


LIKELY, UNLIKELY = 4.0, -4.0


@pytest.mark.parametrize(
    ("exceeds", "said", "target", "relation"),
    [
        (LIKELY, "quadratic", "O(n)", "worse"),
        (UNLIKELY, "linear", "O(n)", "equal"),
        (UNLIKELY, "linear", "O(n m)", "better"),
        (UNLIKELY, "quadratic", "O(V E)", "equal"),
        (0.0, "linear", "O(n)", "unknown"),
        (LIKELY, "linear", None, "unknown"),
        (LIKELY, "exponential", "O(n!)", "equal"),
    ],
)
def test_a_probability_becomes_a_relation(
    exceeds: float, said: str, target: str | None, relation: str
) -> None:
    evidence = ask(model(exceeds=exceeds, said=ComplexityClass(said)), target)
    assert evidence.source == "model"
    assert evidence.relation == relation


def test_the_confidence_is_the_probability_of_the_relation() -> None:
    assert ask(model(exceeds=LIKELY), "O(n)").confidence == pytest.approx(0.982, abs=1e-3)
    assert ask(model(exceeds=UNLIKELY), "O(n)").confidence == pytest.approx(0.982, abs=1e-3)
    assert ask(model(exceeds=0.0), "O(n)").confidence == 0
    assert ask(model(), None).confidence == pytest.approx(0.77, abs=1e-2)


def test_the_abstain_band_says_its_probability_all_the_same() -> None:
    detail = ask(model(exceeds=0.0), "O(n)").detail
    assert "probability 0.50" in detail
    assert detail.endswith("which decides nothing")


def test_facts_about_the_target_count() -> None:
    facts = Facts(constants=frozenset({"m"}))
    assert ask(model(exceeds=UNLIKELY), "O(n m)", facts=facts).relation == "equal"


@pytest.mark.parametrize("said", ComplexityClass)
def test_every_class_has_a_bound_of_its_own(said: ComplexityClass) -> None:
    bound = ask(model(said=said), None).bound
    assert bound is not None
    assert class_of(parse_bound(bound)) is said


@given(text=st.text(max_size=200), language=st.sampled_from(LANGUAGES))
def test_the_shipped_model_answers_any_text(text: str, language: Language) -> None:
    evidence = EmbeddedAnalyser().analyse(
        ComplexityQuestion(source=text, language=language, target=parse_bound("n"))
    )
    assert 0 <= evidence.confidence <= 1
