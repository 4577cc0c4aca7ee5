"""What is chosen by what models say of problems that they haven't seen: mixture, calibration, band."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

__all__ = ["Band", "Calibration", "Mixture", "abstain_band", "calibration", "mixture"]


class Calibration(NamedTuple):
    """Turns scores of the second step into probabilities: the logistic of ``slope * score + intercept``."""

    slope: float
    intercept: float

    def probabilities(self, scores: Sequence[float]) -> Any:
        """Of each score, as an array."""
        return 1 / (1 + np.exp(-(self.slope * np.asarray(scores) + self.intercept)))


class Band(NamedTuple):
    """Between these probabilities of exceeding, the model abstains."""

    accept_below: float
    reject_above: float


class Mixture(NamedTuple):
    """Turns scores of the trees and of the network into probabilities."""

    share: float
    """How much the network counts for, of 1."""

    temperature: float
    """What to divide the averaged scores by."""

    def probabilities(self, trees: Any, network: Any) -> Any:
        """Of each row and class."""
        return np.exp(self._logarithms(np.asarray(trees, float), np.asarray(network, float)))

    def surprise(self, trees: Any, network: Any, labels: Sequence[int]) -> float:
        """How unlikely labels are."""
        logarithms = self._logarithms(np.asarray(trees, float), np.asarray(network, float))
        return -float(logarithms[np.arange(len(logarithms)), np.asarray(labels)].sum())

    def _logarithms(self, trees: Any, network: Any) -> Any:
        scores = ((1 - self.share) * trees + self.share * network) / self.temperature
        scores -= scores.max(1, keepdims=True)
        return scores - np.log(np.exp(scores).sum(1, keepdims=True))


_SHARES: Final = [round(0.05 * step, 2) for step in range(19)]
_TEMPERATURES: Final = [round(0.5 + 0.05 * step, 2) for step in range(31)]


def mixture(trees: Any, network: Any, labels: Sequence[int]) -> Mixture:
    """The one of a grid by which unseen labels are likeliest."""
    tried = (Mixture(share, heat) for share in _SHARES for heat in _TEMPERATURES)
    return min(tried, key=lambda each: each.surprise(trees, network, labels))


_SLOPES: Final = [round(0.5 + 0.05 * step, 2) for step in range(21)]
_INTERCEPTS: Final = [round(-1.5 + 0.05 * step, 2) for step in range(61)]


def calibration(scores: Sequence[float], above: Sequence[bool]) -> Calibration:
    """The likeliest of a grid; of no rows, what changes nothing."""
    if len(scores) == 0:
        return Calibration(1.0, 0.0)
    signs = np.where(np.asarray(above), -1.0, 1.0)
    plain = np.asarray(scores)

    def surprise(tried: Calibration) -> float:
        return float(np.logaddexp(0, signs * (tried.slope * plain + tried.intercept)).sum())

    return min((Calibration(a, b) for a in _SLOPES for b in _INTERCEPTS), key=surprise)


def abstain_band(
    exceeds: Sequence[float], above: Sequence[bool], *, cover: float, wrongly: float
) -> Band:
    """The band outside which most rows are on the right side, among those that say enough.

    Args:
        exceeds: Probabilities that rows are above their targets.
        above: Whether they are.
        cover: Least share of rows outside the band.
        wrongly: Largest share of rows above their target among those accepted.
            If no band keeps to it, the smallest share that one has.
    """
    said, truly = np.asarray(exceeds, float), np.asarray(above, bool)
    found: list[tuple[float, float, Band]] = []
    for low in range(1, 50):
        accepted = said <= low / 100
        missed = int(truly[accepted].sum())
        share = missed / max(int(accepted.sum()), 1)
        for high in range(51, 100):
            rejected = said >= high / 100
            outside = int(accepted.sum() + rejected.sum())
            if outside < cover * len(said):
                continue
            wrong = missed + int((~truly[rejected]).sum())
            over = max(share, wrongly)
            found.append((over, wrong / max(outside, 1), Band(low / 100, high / 100)))
    return min(found)[2] if found else Band(0.49, 0.51)
