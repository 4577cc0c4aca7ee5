"""What was measured, as evidence for a report."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from ordojudge.analysis.deciding import Curve, Relation, Verdict
from ordojudge.core.bounds import format_bound, parse_bound, renamed
from ordojudge.core.languages import find_language
from ordojudge.core.models import ComplexityEvidence, Problem
from ordojudge.ports import ComplexityQuestion

CONFIDENCES: Final = {"certain": 0.98, "uncertain": 0.85, "tests": 0.75, "cpu": 0.85}
"""Probability that a verdict is right: below what the corpus of the tests showed, as its programs are small.

The last three stand for what it doesn't show: a fit that contradicts, tests in place of sizes, and CPU time.
"""

_ORDER: Final[tuple[Relation, ...]] = ("worse", "unknown", "equal", "better")


@dataclass(slots=True)
class Measured:
    """What was found out about one candidate."""

    curves: list[Curve] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    """Of the curves, one for each."""

    flags: list[str] = field(default_factory=list)
    """What it did that an honest program doesn't."""

    exact: bool = True
    """Whether operations of the program were counted; else the costs don't tell logarithms."""

    source: str = "generator"
    stopped: str | None = None
    """Why the measurement ended without a result."""

    fails: bool = False
    """Whether it failed on an input larger than the tests'."""

    cpu_s: float = 0.0
    unit: str = "operations"
    """Of the curves' costs."""


def evidence_of(
    found: Measured, question: ComplexityQuestion, *, problem: Problem, matching_factor: float
) -> ComplexityEvidence:
    """What a measurement says, with its curves.

    Args:
        matching_factor: How many times the reference's cost a solution may have and still match it.
    """
    if found.stopped is not None:
        return _evidence(found, question, found.stopped, relation="unknown", confidence=0.0)
    worst = min(found.verdicts, key=lambda verdict: _ORDER.index(verdict.relation))
    curve = found.curves[found.verdicts.index(worst)]
    reason = worst.reason if found.exact else f"{worst.reason}; log factors not decided"
    reason += f" (variant {curve.variant!r})" if curve.variant else ""
    ratio = None
    matches = False
    if curve.reference is not None and _same_language(question, problem):
        ratio = curve.costs[-1] / curve.reference[-1]
        matches = worst.relation == "equal" and ratio <= matching_factor
        if matches:
            reason += f"; matches the reference solution, at {ratio:.2f} times its cost"
    return _evidence(
        found,
        question,
        reason,
        relation=worst.relation,
        confidence=_confidence(found, worst),
        verdict=worst,
        ratio=ratio,
        matches=matches,
    )


def _confidence(found: Measured, worst: Verdict) -> float:
    if worst.relation == "unknown" and (worst.slope is not None or worst.bound is None):
        return 0.0
    least = [CONFIDENCES["certain" if worst.certain else "uncertain"]]
    if found.source == "tests":
        least.append(CONFIDENCES["tests"])
    if not found.exact:
        least.append(CONFIDENCES["cpu"])
    return min(least)


def _same_language(question: ComplexityQuestion, problem: Problem) -> bool:
    reference = problem.reference
    if reference is None or reference.solution is None:
        return False
    return find_language(reference.solution.language).id == question.language.id


def _evidence(
    found: Measured,
    question: ComplexityQuestion,
    reason: str,
    *,
    relation: Relation,
    confidence: float,
    verdict: Verdict | None = None,
    ratio: float | None = None,
    matches: bool = False,
) -> ComplexityEvidence:
    detail: dict[str, Any] = {
        "summary": reason,
        "unit": found.unit,
        "inputs": found.source,
        "flags": found.flags,
        "fails_on_larger_inputs": found.fails,
        "exceeds_target": verdict is not None and verdict.exceeds,
        "matches_reference": matches,
        "cost_ratio": None if ratio is None else round(ratio, 3),
        "cpu_s": round(found.cpu_s, 3),
        "curves": [
            _curve_as_data(curve, each)
            for curve, each in zip(found.curves, found.verdicts, strict=False)
        ],
    }
    return ComplexityEvidence(
        source="measured",
        bound=_bound(question, relation, verdict),
        relation=relation,
        confidence=confidence,
        detail=json.dumps(detail, ensure_ascii=False),
    )


def _bound(question: ComplexityQuestion, relation: Relation, verdict: Verdict | None) -> str | None:
    """The bound in the target's variable; several can't be told apart by one size."""
    target = question.target
    if target is not None and relation == "equal":
        return format_bound(target)
    if verdict is None or verdict.bound is None:
        return None
    bound = parse_bound(verdict.bound)
    if target is None or target.variables == {"n"}:
        return format_bound(bound)
    if len(target.variables) == 1:
        return format_bound(renamed(bound, {"n": next(iter(target.variables))}))
    return None


def _curve_as_data(curve: Curve, verdict: Verdict) -> dict[str, Any]:
    return {
        "variant": curve.variant,
        "sizes": _rounded(curve.sizes),
        "costs": _rounded(curve.costs),
        "reference": _rounded(curve.reference),
        "fitted": _rounded(verdict.line),
        "fit": verdict.bound,
        "slope": verdict.slope,
        "relation": verdict.relation,
    }


def _rounded(values: tuple[float, ...] | None) -> list[float] | None:
    return None if values is None else [float(f"{value:.6g}") for value in values]
