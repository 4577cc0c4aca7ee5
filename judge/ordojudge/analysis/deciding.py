"""From curves to a relation: does a candidate's cost grow faster than it may?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ordojudge.analysis.fitting import SHAPES, Fit, Growth, Shape, fit, slope, uncertainty
from ordojudge.core.bounds import compare, parse_bound

ACCEPTED: Final = 0.03
"""The steepest ratio that still counts as flat; one logarithm is 0.12 at a size of 4,000."""

REJECTED: Final = 0.05
"""The flattest ratio that counts as growing."""

CERTAIN: Final = 0.02
"""A ratio this flat is believed even where a larger class fits better."""

IDENTICAL: Final = 0.005
ALIKE: Final = 1.1
"""How flat a ratio is, and how near to 1 at each size, of a program that does what the reference does."""

LOGARITHMIC: Final = 0.75
"""The share of a logarithm's slope from which on growth is one, whatever class a jumping curve fits."""

STEADY: Final = 2.0
"""Standard errors that a slope must be above a flat one, to be growth where no class fits: a search that ends
early on some inputs takes few steps, and two more of them are no growth."""

SAME: Final = 0.012
"""Powers that differ by no more are the same."""

HOPELESS: Final = 0.3
"""A ratio this steep needs no larger sizes."""

CPU_ACCEPTED: Final = 0.15
CPU_REJECTED: Final = 0.4
"""The same for CPU time, in which a logarithm can't be told from the caches' doing."""

BETTER: Final = -0.05
"""A ratio this steep downwards is a gain of at least a logarithm."""

NOISE: Final = 0.008
"""Relative error of the best fit from which on costs jump too much for fits to tell classes apart."""

HOPELESS_FIT: Final = 0.2
"""Relative error from which on no class is said to fit."""

FLOOR: Final = 0.006
"""Relative error that counts as none."""

Relation = Literal["better", "equal", "worse", "unknown"]

Standing = Literal["at", "below", "above", "unknown"]


@dataclass(frozen=True, slots=True)
class Curve:
    """What one program cost on one variant of inputs."""

    variant: str
    sizes: tuple[float, ...]
    costs: tuple[float, ...]
    """Without what it costs on the smallest input."""

    reference: tuple[float, ...] | None = None
    target: tuple[float, ...] | None = None
    """Natural logarithms of the target bound."""

    own: tuple[float, ...] | None = None
    """Natural logarithms of the bound that the reference has, where it isn't the target's."""

    standing: Standing = "at"
    """Where the reference's own bound is, seen from the target."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a curve says."""

    relation: Relation
    slope: float | None
    bound: str | None
    """The class that fits, in the size; none if none does."""

    line: tuple[float, ...] | None
    reason: str
    certain: bool = True
    """Whether more sizes would hardly change it."""

    exceeds: bool = False
    """Whether it grows faster than the target, though not than the reference, which does so, too."""


@dataclass(frozen=True, slots=True)
class Classified:
    """The simplest class that explains a curve."""

    bound: str
    log: Growth
    fit: Fit
    smooth: bool
    """Whether the best class fits so well that classes can be told apart by their fits."""


def classify(curve: Curve) -> Classified | None:
    """The simplest class that explains a curve about as well as the best one; none if it is too short."""
    sizes = curve.sizes
    held_out = len(sizes) // 3
    found: list[tuple[Shape, Fit]] = []
    for shape in SHAPES:
        terms: list[Growth] = [lambda _: 0.0]
        if shape.log(1_000) > math.log(1_000) + 0.1:
            terms.append(math.log)
        if shape.bound != "O(1)":
            terms.append(shape.log)
        fitted = fit(sizes, curve.costs, terms, held_out=held_out)
        if fitted is not None:
            found.append((shape, fitted))
    if not found:
        return None
    least = min(fitted.error for _, fitted in found)
    if least > HOPELESS_FIT:
        return None
    limit = max(1.5 * least, FLOOR)
    shape, fitted = next(each for each in found if each[1].error <= limit)
    return Classified(shape.bound, shape.log, fitted, smooth=least <= NOISE)


def decide(curve: Curve, *, exact: bool) -> Verdict:
    """Whether a curve stays within its target.

    The ratio to the reference's cost decides, or to the target's value, or both where they agree; so that
    lower terms don't mislead, the class that fits must not contradict.

    Args:
        curve: At least three sizes.
        exact: Whether its costs are counts rather than CPU time.
    """
    classified = classify(curve) if exact else None
    bound = classified.bound if classified else None
    line = classified.fit.line if classified else None
    against = _slopes(curve)
    slopes = against.counting
    if not slopes:
        return Verdict("unknown", None, bound, line, "there is nothing to compare with")
    accepted, rejected = (ACCEPTED, REJECTED) if exact else (CPU_ACCEPTED, CPU_REJECTED)
    low, high = min(slopes), max(slopes)

    def verdict(relation: Relation, steep: float, reason: str, *, certain: bool = True) -> Verdict:
        return Verdict(relation, round(steep, 4), bound, line, reason, certain)

    within = _within(classified, curve)
    if low >= rejected and within is not True:
        reason = f"the ratio grows, by a power of {low:.3f}"
        if exact and within is None and low < HOPELESS and not against.is_steady:
            reason = f"the ratio jumps too much to tell whether it grows, by a power of {low:.3f}"
            return verdict("unknown", low, reason, certain=False)
        if not _fits_target(classified, curve):
            return verdict("worse", low, reason)
        if low >= LOGARITHMIC * _of_logarithm(curve):
            return replace(verdict("worse", low, reason), bound=None)
    above = against.above
    if above >= (REJECTED if within is False else max(HOPELESS, rejected)):
        reason = f"program and reference solution grow faster than the target, by powers of {above:.3f} or more"
        return replace(verdict("unknown", low, reason, certain=False), exceeds=True)
    if low <= accepted and within is not False:
        if exact and high <= BETTER and _is_better(classified, curve):
            return verdict("better", high, f"the ratio falls, by a power of {high:.3f}")
        return verdict("equal", low, f"the ratio is flat, to a power of {low:.3f}")
    if within is False and low <= CERTAIN:
        alike = against.target is not None and against.target <= ACCEPTED and _is_alike(curve)
        return verdict("equal", low, f"the ratio is flat, to a power of {low:.3f}", certain=alike)
    if within is False and high >= rejected:
        return verdict("worse", high, f"the ratio grows, by a power of {high:.3f}", certain=False)
    return verdict(
        "unknown", low, f"the ratio's growth, a power of {low:.3f}, isn't clear", certain=False
    )


@dataclass(frozen=True, slots=True)
class _Slopes:
    """How steep a curve's ratios are to what it is compared with."""

    target: float | None
    reference: float | None
    counting: tuple[float, ...]
    """Those that decide."""

    is_steady: bool
    """Whether those grow more than their jumps would make them seem to."""

    @property
    def above(self) -> float:
        """How steeply curve and reference both grow beyond a target that the reference doesn't follow; or 0."""
        if self.target is None or self.reference is None or self.target in self.counting:
            return 0.0
        return max(0.0, min(self.target, self.target - self.reference))


def _slopes(curve: Curve) -> _Slopes:
    """How steep the ratios are over the upper half of the sizes."""
    upper = max(3, len(curve.sizes) // 2 + 1)
    sizes = curve.sizes[-upper:]
    logs = [math.log(cost) for cost in curve.costs[-upper:]]
    counting: list[list[float]] = []
    against_target = against_reference = None
    if curve.reference is not None:
        others = [math.log(cost) for cost in curve.reference[-upper:]]
        counting.append([a - b for a, b in zip(logs, others, strict=True)])
        against_reference = slope(sizes, counting[0])
    if curve.target is not None:
        ratios = [a - b for a, b in zip(logs, curve.target[-upper:], strict=True)]
        against_target = slope(sizes, ratios)
        # Where the reference itself doesn't follow the target, these inputs don't show the worst case, or
        # the target's variables aren't what the generator calls the size: then only the reference counts.
        if (
            against_reference is None
            or abs(against_target - against_reference) <= REJECTED
            or reference_follows(curve)
        ):
            counting.append(ratios)
    slopes = tuple(slope(sizes, each) for each in counting)
    surely = [
        steep - STEADY * uncertainty(sizes, each)
        for steep, each in zip(slopes, counting, strict=True)
    ]
    return _Slopes(against_target, against_reference, slopes, min(surely, default=0.0) > ACCEPTED)


def _is_alike(curve: Curve) -> bool:
    """Whether it costs what the reference does, at every size."""
    if curve.reference is None:
        return False
    ratios = [mine / other for mine, other in zip(curve.costs, curve.reference, strict=True)]
    steep = slope(curve.sizes, [math.log(ratio) for ratio in ratios])
    return abs(steep) <= IDENTICAL and all(1 / ALIKE <= ratio <= ALIKE for ratio in ratios)


def _of_logarithm(curve: Curve) -> float:
    """The slope of one logarithm over the largest sizes."""
    sizes = curve.sizes[-3:]
    return slope(sizes, [math.log(max(math.log(size), 1.0)) for size in sizes])


def _fits_target(classified: Classified | None, curve: Curve) -> bool:
    """Whether the class that fits, be it well or not, grows no faster than the target."""
    return _within(None if classified is None else replace(classified, smooth=True), curve) is True


def reference_follows(curve: Curve) -> bool:
    """Whether the reference's own class is the target's."""
    if curve.reference is None or curve.target is None:
        return False
    classified = classify(Curve(curve.variant, curve.sizes, curve.reference))
    if classified is None or not classified.smooth:
        return False
    sizes = curve.sizes[-3:]
    own = slope(sizes, [classified.log(size) for size in sizes])
    return abs(own - slope(sizes, curve.target[-3:])) <= ACCEPTED


def _within(classified: Classified | None, curve: Curve) -> bool | None:
    """Whether the class that fits grows no faster than the target; none if that can't be told."""
    if classified is None or curve.target is None or not classified.smooth:
        return None
    sizes = curve.sizes[-3:]
    own = slope(sizes, [classified.log(size) for size in sizes])
    allowed = slope(sizes, curve.target[-3:])
    return own <= allowed + SAME


def _is_better(classified: Classified | None, curve: Curve) -> bool:
    """Whether the class that fits grows more slowly than the target, or the reference where there is none."""
    if classified is None:
        return False
    sizes = curve.sizes[-3:]
    own = slope(sizes, [classified.log(size) for size in sizes])
    if curve.target is not None:
        return own <= slope(sizes, curve.target[-3:]) + BETTER
    if curve.reference is not None:
        reference = classify(Curve(curve.variant, curve.sizes, curve.reference))
        return reference is not None and _grows_slower(classified.bound, reference.bound)
    return False


def _grows_slower(left: str, right: str) -> bool:
    return compare(parse_bound(left), parse_bound(right)).value == "better"


def is_hopeless(
    sizes: Sequence[float], costs: Sequence[float], others: Mapping[str, Sequence[float]]
) -> bool:
    """Whether the last sizes already show growth that no larger size would take back."""
    if len(sizes) < 4:
        return False
    for logs in others.values():
        steep = slope(
            sizes[-3:], [math.log(c) - log for c, log in zip(costs[-3:], logs[-3:], strict=True)]
        )
        if steep < HOPELESS:
            return False
    return bool(others)
