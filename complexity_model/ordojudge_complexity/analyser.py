"""Evidence on time complexity from a model: what `ordojudge.ports.ComplexityAnalyser` asks for."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from ordojudge.analysis.static import target_class
from ordojudge.core.bounds import ComplexityClass
from ordojudge.core.models import ComplexityEvidence
from ordojudge.ports import ComplexityQuestion
from ordojudge_complexity.backends.embedded import EmbeddedModel, Opinion, shipped_model

__all__ = ["EmbeddedAnalyser"]

_BOUNDS: Final = {
    ComplexityClass.CONSTANT: "O(1)",
    ComplexityClass.LOGN: "O(log n)",
    ComplexityClass.LINEAR: "O(n)",
    ComplexityClass.NLOGN: "O(n log n)",
    ComplexityClass.QUADRATIC: "O(n^2)",
    ComplexityClass.CUBIC: "O(n^3)",
    ComplexityClass.EXPONENTIAL: "O(2^n)",
}
"""The bound that a class is named by: of cubic and exponential the smallest."""


class _Verdict(NamedTuple):
    relation: Literal["better", "equal", "worse", "unknown"]
    confidence: float


class EmbeddedAnalyser:
    """The model that comes with the package.

    It knows classes, with n for every variable, so a target is compared by its class.
    Inside its abstain band the relation is ``unknown``, and the detail says the probability all the same.
    """

    def __init__(self, model: Callable[[], EmbeddedModel] = shipped_model) -> None:
        self._model = model

    def analyse(self, question: ComplexityQuestion) -> ComplexityEvidence:
        """The likeliest class as a bound, and its relation to the target outside the abstain band."""
        model = self._model()
        target = None
        if question.target is not None:
            target = target_class(question.target, question.facts)
        opinion = model.opinion(question.source, question.language.id, target)
        said = opinion.complexity
        likely = max(opinion.probabilities)
        detail = f"class {said.value} with probability {likely:.2f}"
        verdict = _Verdict("unknown", likely)
        if target is not None and opinion.exceeds is not None:
            detail += f"; above {target.value} with probability {opinion.exceeds:.2f}"
            verdict = _verdict(model, opinion, opinion.exceeds, target)
            if verdict.relation == "unknown":
                detail += ", which decides nothing"
        return ComplexityEvidence(
            source="model",
            bound=_BOUNDS[said],
            relation=verdict.relation,
            confidence=round(verdict.confidence, 4),
            detail=detail,
        )


def _verdict(
    model: EmbeddedModel, opinion: Opinion, exceeds: float, target: ComplexityClass
) -> _Verdict:
    """Relation to the target, and the probability that it is right about the target being met."""
    if exceeds >= model.reject_above:
        return _Verdict("worse", exceeds)
    if exceeds > model.accept_below:
        return _Verdict("unknown", 0.0)
    below = sum(opinion.probabilities[: target.rank])
    better = below > opinion.probabilities[target.rank]
    return _Verdict("better" if better else "equal", 1 - exceeds)
