"""Evidence from a program's text alone: a bound by rules, with how often such a bound was right.

The rules are those of the package ``reading``. They prove nothing: a hint beside what is measured.
"""

from typing import Final, Literal

from ordojudge.analysis.reading.bound import StaticBound, static_bound
from ordojudge.core.bound_replacing import substituted
from ordojudge.core.bounds import Bound, ComplexityClass, Facts, class_of
from ordojudge.core.models import ComplexityEvidence
from ordojudge.ports import ComplexityQuestion

__all__ = ["StaticAnalyser", "target_class"]

_RIGHT: Final = {
    ComplexityClass.CONSTANT: 0.76,
    ComplexityClass.LOGN: 0.77,
    ComplexityClass.LINEAR: 0.94,
    ComplexityClass.NLOGN: 0.87,
    ComplexityClass.QUADRATIC: 0.79,
    ComplexityClass.CUBIC: 0.72,
    ComplexityClass.EXPONENTIAL: 0.88,
}
"""How often a class was right on labelled programs: ``python -m ordojudge_complexity.static_right``."""

_RIGHT_OF_RECURSION: Final = {
    (ComplexityClass.LINEAR, "remembered1"): 0.98,
    (ComplexityClass.LINEAR, "structure"): 0.97,
    (ComplexityClass.LINEAR, "line"): 0.84,
    (ComplexityClass.QUADRATIC, "remembered2"): 0.92,
    (ComplexityClass.QUADRATIC, "find"): 0.84,
    (ComplexityClass.QUADRATIC, "remembered1"): 0.73,
    (ComplexityClass.QUADRATIC, "structure"): 0.69,
    (ComplexityClass.QUADRATIC, "line"): 0.49,
    (ComplexityClass.CUBIC, "remembered2"): 0.70,
    (ComplexityClass.EXPONENTIAL, "tree"): 0.93,
    (ComplexityClass.EXPONENTIAL, "choices"): 0.83,
}
"""The same where a recursion of some kind decided, for the kinds with at least 20 problems."""

_RIGHT_RELATION: Final = {"equal": 0.96, "worse": 0.88, "better": 0.5}
"""How often a relation to the best class of a problem was right, on problems with several classes.

Nothing is better than the best that is known, so that ``better`` can't be counted: it is a coin's throw.
"""

_PARTIAL: Final = 0.5
"""What is left of the confidence if part of a program wasn't read."""


class StaticAnalyser:
    """Reads loops, recursion and library calls; every size counts as n, so targets are compared by class."""

    def analyse(self, question: ComplexityQuestion) -> ComplexityEvidence:
        """A bound of one collapsed class; nothing for languages without a grammar and for very large texts."""
        found = static_bound(question.source, question.language.id)
        if found is None:
            return ComplexityEvidence(source="static", detail="not read: no grammar, or too large")
        confidence = _RIGHT_OF_RECURSION.get(
            (found.complexity, found.recursion), _RIGHT[found.complexity]
        )
        relation: Literal["better", "equal", "worse", "unknown"] = "unknown"
        if question.target is not None:
            target = target_class(question.target, question.facts).rank
            rank = found.complexity.rank
            relation = "equal" if rank == target else "worse" if rank > target else "better"
            confidence = min(confidence, _RIGHT_RELATION[relation])
        if found.partial:
            confidence *= _PARTIAL
        return ComplexityEvidence(
            source="static",
            bound=found.bound,
            relation=relation,
            confidence=round(confidence, 3),
            detail=_detail(found),
        )


def target_class(target: Bound, facts: Facts) -> ComplexityClass:
    """The collapsed class of a target, once what is constant or equals something else is replaced."""
    return class_of(substituted(target, facts.replaced))


def _detail(found: StaticBound) -> str:
    """What was found, in one line."""
    parts = [f"loops {found.depth} deep"]
    if found.recursion != "none":
        parts.append(f"recursion: {found.recursion}")
    calls = sorted({m.partition(":")[2] for m in found.marks if m[:2] in ("in", "at")})
    if calls:
        parts.append(f"library calls: {', '.join(calls)}")
    if found.partial:
        parts.append("read in part")
    return "; ".join(parts)
