"""A target that isn't the bound of the problem's reference solution: what the reference then shows.

A reference keeps its own bound, so that a candidate's class follows from the ratio to it in two steps: how
much faster the candidate grows, and how much faster it may. That and the candidate's own curve must agree.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ordojudge.analysis.deciding import (
    ACCEPTED,
    BETTER,
    CPU_ACCEPTED,
    CPU_REJECTED,
    HOPELESS,
    REJECTED,
    SAME,
    Curve,
    Standing,
    Verdict,
    classify,
    decide,
    reference_follows,
)
from ordojudge.analysis.fitting import slope
from ordojudge.analysis.growth import log_at, under_facts
from ordojudge.analysis.inputs import Given
from ordojudge.core.bounds import Bound, Facts, Relation, compare, format_bound, parse_bound
from ordojudge.core.errors import AnalyserError, BoundError
from ordojudge.core.models import Problem

MOST_WEIGHT: Final = 200.0
"""The largest logarithm of a weight, which a float still holds."""


@dataclass(frozen=True, slots=True)
class Stance:
    """Where the bound of the problem's reference is, seen from the target."""

    standing: Standing = "at"
    own: Bound | None = None
    """The reference's bound, where it is another than the target."""

    target: Bound | None = None

    @property
    def name(self) -> str:
        """What sets its ladders apart from those of other targets."""
        if self.own is None or self.target is None or self.standing == "above":
            return ""
        return format_bound(self.target)

    def weight(self, given: Given) -> float:
        """How many times the reference's cost a program of the target's class may have."""
        if not self.name or self.own is None or self.target is None:
            return 1.0
        try:
            allowed = log_at(self.target, given.size, variables=given.variables)
            has = log_at(self.own, given.size, variables=given.variables)
        except AnalyserError:
            return 1.0
        return math.exp(min(max(allowed - has, 0.0), MOST_WEIGHT))


def stance_of(problem: Problem, target: Bound | None, facts: Facts) -> Stance:
    """How a problem's reference bears on a target.

    Raises:
        AnalyserError: the reference's bound can't be read.
    """
    reference = problem.reference
    if target is None or reference is None or reference.solution is None:
        return Stance()
    if reference.bound is None:
        return Stance("unknown", None, target)
    try:
        own = under_facts(parse_bound(reference.bound), facts)
    except BoundError as error:
        raise AnalyserError(f"reference.bound: {error}") from None
    standings: dict[Relation, Standing] = {
        Relation.EQUAL: "at",
        Relation.BETTER: "below",
        Relation.WORSE: "above",
    }
    standing = standings.get(compare(own, target, facts=facts), "unknown")
    return Stance() if standing == "at" else Stance(standing, own, target)


def shown(curve: Curve) -> list[float] | None:
    """Logarithms of the cost of a program of the target's class, as the reference shows it, if it does."""
    if curve.reference is None:
        return None
    logs = [math.log(cost) for cost in curve.reference]
    if curve.standing == "at":
        return logs
    if curve.own is None or curve.target is None:
        return None
    return [
        log + allowed - own for log, allowed, own in zip(logs, curve.target, curve.own, strict=True)
    ]


def decide_at(curve: Curve, *, exact: bool) -> Verdict:
    """Whether a curve stays within its target, wherever the reference's own bound is.

    Args:
        curve: At least three sizes.
        exact: Whether its costs are counts rather than CPU time.
    """
    if curve.standing == "at" or curve.reference is None:
        return decide(curve, exact=exact)
    if curve.target is None:
        return _by_order(curve, exact=exact)
    alone = decide(replace(curve, reference=None), exact=exact)
    logs = shown(curve)
    if logs is None or curve.own is None:
        # Of a reference without a bound only its curve says whether it can stand for the target.
        return decide(curve, exact=exact) if exact and reference_follows(curve) else alone
    allowed = _steep(curve, curve.target) - _steep(curve, curve.own)
    if abs(allowed) <= SAME:
        return decide(curve, exact=exact)
    growth = _slope(curve, logs)
    if alone.relation == "worse":
        return _worse(curve, alone, growth, exact=exact)
    if alone.relation in ("better", "equal"):
        return _within(curve, alone, growth, allowed=allowed, exact=exact)
    return _unclear(curve, alone, growth, allowed=allowed, exact=exact)


def _worse(curve: Curve, alone: Verdict, growth: float, *, exact: bool) -> Verdict:
    """The curve alone is beyond the target: unless the reference shows the contrary."""
    accepted, rejected = _limits(exact)
    if growth >= rejected or (growth > accepted and _shows_its_bound(curve, exact=exact)):
        return alone
    return _contradicted(alone, growth)


def _within(curve: Curve, alone: Verdict, growth: float, *, allowed: float, exact: bool) -> Verdict:
    """The curve alone is within the target: unless the reference shows the contrary."""
    accepted, rejected = _limits(exact)
    if growth >= max(HOPELESS, rejected) or (growth >= rejected and not alone.certain):
        return _contradicted(alone, growth)
    like_reference = growth + allowed > -accepted
    if allowed < 0 and like_reference:  # and the reference is above the target
        return _contradicted(alone, growth)
    if alone.relation == "better" and growth > BETTER:
        return replace(alone, relation="equal")
    return alone


def _unclear(
    curve: Curve, alone: Verdict, growth: float, *, allowed: float, exact: bool
) -> Verdict:
    """The curve alone shows nothing: then the reference, where it grows as its bound says."""
    accepted, rejected = _limits(exact)
    if not _shows_its_bound(curve, exact=exact) or alone.slope is None:
        return alone
    reason = f"against the reference solution's own bound, a power of {growth:.3f}"
    if growth >= rejected and alone.slope > accepted:
        return replace(alone, relation="worse", reason=reason, bound=None)
    if allowed > 0 and growth + allowed <= accepted and alone.slope <= accepted:
        return replace(alone, relation="equal", reason=reason)
    return alone


def _by_order(curve: Curve, *, exact: bool) -> Verdict:
    """Without the sizes of the target's variables: by the ratio to the reference and the order of bounds."""
    accepted, _ = _limits(exact)
    classified = classify(curve) if exact else None
    logs = [math.log(cost) for cost in curve.reference or ()]
    steep = round(_slope(curve, logs), 4)
    verdict = Verdict(
        "unknown",
        steep,
        classified.bound if classified else None,
        classified.fit.line if classified else None,
        f"the ratio to the reference solution, whose bound isn't the target, has a power of {steep:.3f}",
        certain=False,
    )
    if curve.standing == "below" and steep <= accepted:
        return replace(verdict, relation="better")
    if curve.standing == "above" and steep >= -accepted:
        return replace(verdict, relation="worse")
    return verdict


def _contradicted(alone: Verdict, growth: float) -> Verdict:
    reason = f"{alone.reason}; but against the reference solution's own bound, it has a power of {growth:.3f}"
    return replace(alone, relation="unknown", reason=reason, certain=False)


def _shows_its_bound(curve: Curve, *, exact: bool) -> bool:
    """Whether the reference grows on these inputs as its own bound says."""
    return exact and reference_follows(replace(curve, target=curve.own))


def _limits(exact: bool) -> tuple[float, float]:
    return (ACCEPTED, REJECTED) if exact else (CPU_ACCEPTED, CPU_REJECTED)


def _slope(curve: Curve, logs: Sequence[float]) -> float:
    """How steep the ratio to something is over the upper half of the sizes."""
    upper = max(3, len(curve.sizes) // 2 + 1)
    mine = [math.log(cost) for cost in curve.costs[-upper:]]
    return slope(curve.sizes[-upper:], [a - b for a, b in zip(mine, logs[-upper:], strict=True)])


def _steep(curve: Curve, logs: Sequence[float]) -> float:
    upper = max(3, len(curve.sizes) // 2 + 1)
    return slope(curve.sizes[-upper:], logs[-upper:])
