"""Fits: the class of a curve is found again, whatever its factors and under some noise."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.analysis.deciding import Curve, classify, decide, is_hopeless
from ordojudge.analysis.fitting import SHAPES, Shape, fit, slope, uncertainty

SIZES = tuple(float(2**k) for k in range(7, 13))
BY_BOUND = {shape.bound: shape for shape in SHAPES}
TOLD_APART = [shape for shape in SHAPES if shape.bound not in ("O(n log^2 n)", "O(2^n)")]
"""Between n log n and n sqrt(n) six sizes leave no room."""


def curve(shape: Shape, *, linear: float = 0.0, constant: float = 0.0, noise: float = 0.0) -> Curve:
    generator = random.Random(7)
    costs = [
        (10 * math.exp(shape.log(n)) + linear * n + constant)
        * (1 + generator.uniform(-noise, noise))
        for n in SIZES
    ]
    return Curve("", SIZES, tuple(costs))


def against(costs: Curve, target: Shape, reference: Curve | None = None) -> Curve:
    return Curve(
        "",
        costs.sizes,
        costs.costs,
        reference=None if reference is None else reference.costs,
        target=tuple(target.log(n) for n in costs.sizes),
    )


@given(power=st.floats(-3, 3), factor=st.floats(0.001, 1000))
def test_a_slope_is_the_power_whatever_the_factor(power: float, factor: float) -> None:
    logs = [math.log(factor) + power * math.log(n) for n in SIZES]
    assert slope(SIZES, logs) == pytest.approx(power, abs=1e-9)


@given(
    shape=st.sampled_from(TOLD_APART),
    linear=st.floats(0, 30),
    constant=st.floats(0, 1000),
)
def test_a_class_is_found_below_lower_terms(shape: Shape, linear: float, constant: float) -> None:
    linear = linear if shape.log(2.0**20) > math.log(2.0**20) else 0.0
    constant = constant if linear or shape.bound == "O(n)" else 0.0
    found = classify(curve(shape, linear=linear, constant=constant))
    assert found is not None
    assert found.bound == shape.bound


@pytest.mark.parametrize("shape", TOLD_APART, ids=lambda shape: shape.bound)
def test_a_class_is_found_under_a_little_noise(shape: Shape) -> None:
    found = classify(curve(shape, noise=0.001))
    assert found is not None
    assert found.bound == shape.bound


def test_an_exponential_is_found_on_sizes_that_go_up_by_one() -> None:
    sizes = tuple(float(n) for n in range(10, 18))
    found = classify(Curve("", sizes, tuple(3 * 2**n for n in sizes)))
    assert found is not None
    assert found.bound == "O(2^n)"


def test_terms_that_vanish_at_every_size_fitted_do_no_harm() -> None:
    sizes = tuple(float(4**k) for k in range(4, 12))
    found = classify(Curve("", sizes, tuple(5 * n for n in sizes)))
    assert found is not None
    assert found.bound == "O(n)"


def test_a_fit_needs_as_many_sizes_as_terms() -> None:
    terms = [BY_BOUND["O(n)"].log, BY_BOUND["O(n^2)"].log, BY_BOUND["O(1)"].log]
    assert fit((1.0, 2.0, 4.0), (1.0, 2.0, 4.0), terms, held_out=1) is None


def test_sizes_that_are_all_the_same_have_no_slope() -> None:
    with pytest.raises(ValueError, match="sizes"):
        slope((2.0, 2.0), (1.0, 1.0))


@pytest.mark.parametrize("target", TOLD_APART, ids=lambda shape: shape.bound)
@pytest.mark.parametrize("own", TOLD_APART, ids=lambda shape: shape.bound)
def test_every_class_is_decided_right_against_every_target(own: Shape, target: Shape) -> None:
    ranks = TOLD_APART.index(own), TOLD_APART.index(target)
    right = "equal" if ranks[0] == ranks[1] else "better" if ranks[0] < ranks[1] else "worse"
    assert decide(against(curve(own), target), exact=True).relation == right


def test_a_logarithm_beside_much_linear_work_is_no_better_than_it_is() -> None:
    heavy = curve(BY_BOUND["O(n log n)"], linear=400.0)
    verdict = decide(against(heavy, BY_BOUND["O(n)"], curve(BY_BOUND["O(n)"])), exact=True)
    assert verdict.relation in ("worse", "unknown")


def test_linear_work_does_not_make_a_reference_look_slower() -> None:
    mine = curve(BY_BOUND["O(n log n)"], linear=20.0)
    reference = curve(BY_BOUND["O(n log n)"], linear=200.0)
    verdict = decide(against(mine, BY_BOUND["O(n log n)"], reference), exact=True)
    assert verdict.relation == "equal"


@pytest.mark.parametrize("noise", [0.0, 0.03])
@pytest.mark.parametrize("own", ["O(n log n)", "O(n^2)"])
def test_a_reference_above_the_target_makes_nothing_meet_it(own: str, noise: float) -> None:
    mine = curve(BY_BOUND[own], noise=noise)
    judged = against(mine, BY_BOUND["O(n)"], curve(BY_BOUND["O(n^2)"]))
    verdict = decide(judged, exact=True)
    if own == "O(n^2)" or not noise:
        assert (verdict.relation, verdict.exceeds) == ("unknown", True)
    linear = decide(against(curve(BY_BOUND["O(n)"]), BY_BOUND["O(n)"], mine), exact=True)
    assert (linear.relation, linear.exceeds) == ("equal", False)


def test_what_the_reference_itself_costs_is_certain_to_match_it() -> None:
    lower = curve(BY_BOUND["O(n log n)"], linear=1500.0)
    alike = decide(against(lower, BY_BOUND["O(n)"], lower), exact=True)
    assert (alike.relation, alike.bound, alike.certain) == ("equal", "O(n log n)", True)
    logarithmic = curve(BY_BOUND["O(n log n)"])
    above = decide(against(logarithmic, BY_BOUND["O(n)"], logarithmic), exact=True)
    assert (above.relation, above.exceeds) == ("unknown", True)


def test_a_jumping_curve_of_the_targets_class_is_not_worse_by_less_than_a_logarithm() -> None:
    shape = BY_BOUND["O(n log n)"]
    bent = [1, 0.94, 0.92, 1.03, 1.03, 1.09]
    smooth = curve(shape)
    costs = tuple(cost * by for cost, by in zip(smooth.costs, bent, strict=True))
    verdict = decide(against(Curve("", SIZES, costs), shape, smooth), exact=True)
    assert (verdict.relation, verdict.bound, verdict.certain) == ("unknown", "O(n log n)", False)
    steep = tuple(cost * n**0.15 for cost, n in zip(costs, SIZES, strict=True))
    assert decide(against(Curve("", SIZES, steep), shape, smooth), exact=True).relation == "worse"


# Operations that searches in sorted and rotated lists took, of which some end early.
EARLY = (22, 36, 34, 48, 46, 60)
LATE = (4, 5, 5, 5, 8, 9)


@pytest.mark.parametrize("costs", [EARLY, LATE])
def test_a_search_that_sometimes_ends_early_is_not_worse(costs: tuple[int, ...]) -> None:
    shape = BY_BOUND["O(log n)"]
    judged = against(Curve("", SIZES, costs), shape, curve(shape))
    verdict = decide(judged, exact=True)
    assert (verdict.relation, verdict.certain) == ("unknown", False)


def test_a_jumping_curve_far_above_the_target_is_worse() -> None:
    shape = BY_BOUND["O(log n)"]
    costs = tuple(cost * n**0.3 for cost, n in zip(EARLY, SIZES, strict=True))
    verdict = decide(against(Curve("", SIZES, costs), shape, curve(shape)), exact=True)
    assert verdict.relation == "worse"


def test_two_steady_logarithms_are_more_than_one() -> None:
    shape = BY_BOUND["O(log n)"]
    costs = tuple(5 * math.log2(n) ** 2 for n in SIZES)
    verdict = decide(against(Curve("", SIZES, costs), shape, curve(shape)), exact=True)
    assert verdict.relation == "worse"


def test_the_uncertainty_of_a_slope_is_what_its_points_are_off_a_line() -> None:
    line = [2 * math.log(n) for n in SIZES]
    assert uncertainty(SIZES, line) == pytest.approx(0, abs=1e-12)
    assert uncertainty(SIZES[:2], line[:2]) == 0
    # By hand: points at x = -1, 0, 1, 2 of -1, 1, -1, 1 have a slope of 0.4 and 3.2 left of their squares.
    sizes = [math.exp(x) for x in (-1, 0, 1, 2)]
    assert uncertainty(sizes, [-1, 1, -1, 1]) == pytest.approx(math.sqrt(3.2 / 2 / 5))


def test_cpu_time_decides_no_logarithm() -> None:
    mine, reference = curve(BY_BOUND["O(n log n)"]), curve(BY_BOUND["O(n)"])
    target = against(mine, BY_BOUND["O(n)"], reference)
    assert decide(target, exact=False).relation != "worse"
    assert (
        decide(against(curve(BY_BOUND["O(n^2)"]), BY_BOUND["O(n)"]), exact=False).relation
        == "worse"
    )


def test_a_curve_without_anything_beside_it_is_only_classified() -> None:
    verdict = decide(curve(BY_BOUND["O(n^2)"]), exact=True)
    assert (verdict.relation, verdict.bound, verdict.slope) == ("unknown", "O(n^2)", None)


def test_steep_growth_needs_no_larger_sizes() -> None:
    sizes, costs = SIZES[:4], [n**2 for n in SIZES[:4]]
    logs = {"reference": [math.log(n) for n in sizes]}
    assert is_hopeless(sizes, costs, logs)
    assert not is_hopeless(sizes[:3], costs[:3], {"reference": logs["reference"][:3]})
    assert not is_hopeless(sizes, list(sizes), logs)
    assert not is_hopeless(sizes, costs, {})
