"""What is chosen by what models say of problems that they haven't seen."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

numpy: Any = pytest.importorskip("numpy", reason="the extra `train` is not installed")
choosing: Any = pytest.importorskip("ordojudge_complexity.choosing")


def test_scores_that_are_too_sure_are_divided() -> None:
    generator = numpy.random.default_rng(3)
    scores = generator.normal(0, 1, (4_000, 7))
    odds = numpy.exp(scores) / numpy.exp(scores).sum(1, keepdims=True)
    labels = [int(generator.choice(7, p=row)) for row in odds]
    found = choosing.mixture(1.5 * scores, generator.normal(0, 1, (4_000, 7)), labels)
    assert found.share <= 0.1
    assert found.temperature == pytest.approx(1.5, abs=0.25)


@given(scores=st.lists(st.floats(-30, 30), min_size=7, max_size=7), temperature=st.floats(0.8, 2.0))
def test_probabilities_keep_the_order_of_scores(scores: list[float], temperature: float) -> None:
    mixed = choosing.Mixture(0.0, temperature)
    probabilities = mixed.probabilities([scores], [[0.0] * 7])[0].tolist()
    assert sum(probabilities) == pytest.approx(1)
    assert probabilities[scores.index(max(scores))] == max(probabilities)


def test_calibration_finds_what_probabilities_came_from() -> None:
    generator = numpy.random.default_rng(4)
    scores = generator.normal(0, 2, 20_000)
    above = generator.random(20_000) < 1 / (1 + numpy.exp(-(0.8 * scores + 0.5)))
    found = choosing.calibration(scores, above)
    assert found.slope == pytest.approx(0.8, abs=0.1)
    assert found.intercept == pytest.approx(0.5, abs=0.1)


def test_nothing_is_calibrated_on_nothing() -> None:
    assert choosing.calibration([], []) == (1.0, 0.0)


EXCEEDS = [0.05, 0.105, 0.205, 0.30, 0.60, 0.805, 0.90, 0.95]
ABOVE = [False, True, False, False, True, False, True, True]


@pytest.mark.parametrize(
    ("cover", "wrongly", "accept_below", "reject_above"),
    [
        (0.3, 0.0, (0.05, 0.10), (0.81, 0.90)),
        (0.5, 0.3, (0.30, 0.49), (0.81, 0.90)),
        (1.0, 1.0, (0.30, 0.49), (0.51, 0.60)),
        (0.9, 0.0, (0.30, 0.49), (0.51, 0.60)),
    ],
    ids=["no mistake", "a mistake for more rows", "everything", "nothing keeps to the limit"],
)
def test_a_band_keeps_to_what_is_asked(
    cover: float,
    wrongly: float,
    accept_below: tuple[float, float],
    reject_above: tuple[float, float],
) -> None:
    band = choosing.abstain_band(EXCEEDS, ABOVE, cover=cover, wrongly=wrongly)
    assert accept_below[0] <= band.accept_below <= accept_below[1]
    assert reject_above[0] <= band.reject_above <= reject_above[1]


def test_the_band_of_no_rows_is_narrow() -> None:
    assert choosing.abstain_band([], [], cover=0.6, wrongly=0.0).accept_below < 0.5
