"""The model that comes with the package: boosted trees and a network, read without any library.

Two steps. The first gives each class a probability, from a program's features; trees and network are averaged.
The second gives the probability that the program exceeds a target's class, from the first and the target.
"""

import gzip
import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity.features import CLASSES, features
from ordojudge_complexity.network import Network
from ordojudge_complexity.trees import Trees

__all__ = [
    "GROWS_WITH",
    "INPUT_NAMES",
    "MODEL_FILE",
    "EmbeddedModel",
    "Opinion",
    "shipped_model",
    "verdict_inputs",
]

MODEL_FILE: Final = "embedded.json.gz"
FORMAT: Final = 3


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the model thinks of a program."""

    probabilities: tuple[float, ...]
    """Of each class, in the order of `ComplexityClass`."""

    exceeds: float | None
    """Probability that the program's class is above the target's; none without a target."""

    @property
    def complexity(self) -> ComplexityClass:
        """The likeliest class."""
        return CLASSES[max(range(len(CLASSES)), key=self.probabilities.__getitem__)]


@dataclass(slots=True)
class EmbeddedModel:
    """Both steps, and what was found out about them while training."""

    vocabulary: dict[str, int]
    """Names of the features that the trees look at, and their places."""

    classes: Trees
    network: Network
    share: float
    """How much the network counts for, of 1."""

    temperature: float
    verdict: Trees
    slope: float
    intercept: float
    accept_below: float
    """Up to this probability of exceeding, a target counts as met."""

    reject_above: float
    """From this probability of exceeding, a target counts as missed; between both the model abstains."""

    trained: dict[str, Any]

    def opinion(self, source: str, language: str, target: ComplexityClass | None = None) -> Opinion:
        """What the model thinks of a program.

        Args:
            source: Any text.
            language: Id of a language; of one that it never saw, it judges by the words alone.
            target: Class to meet.
        """
        found = features(source, language)
        probabilities = self.probabilities(found)
        exceeds = None if target is None else self.exceeds(found, probabilities, target)
        return Opinion(probabilities, exceeds)

    def values(self, found: dict[str, int]) -> list[int]:
        """Features in the order that the trees know them by."""
        values = [0] * len(self.vocabulary)
        place_of = self.vocabulary.get
        for name, value in found.items():
            place = place_of(name)
            if place is not None:
                values[place] = value
        return values

    def probabilities(self, found: dict[str, int]) -> tuple[float, ...]:
        """Probability of each class."""
        trees = self.classes.scores(self.values(found))
        network = self.network.scores(found)
        scores = [
            (1 - self.share) * a + self.share * b for a, b in zip(trees, network, strict=True)
        ]
        top = max(scores)
        weights = [math.exp((score - top) / self.temperature) for score in scores]
        total = sum(weights)
        return tuple(weight / total for weight in weights)

    def exceeds(
        self, found: dict[str, int], probabilities: Sequence[float], target: ComplexityClass
    ) -> float:
        """Probability that a program's class is above the target's."""
        if target is CLASSES[-1]:
            return 0.0
        score = self.verdict.scores(verdict_inputs(found, probabilities, target))[0]
        return _logistic(self.slope * score + self.intercept)

    def as_json(self) -> bytes:
        """The model file, before it is compressed."""
        data = {
            "format": FORMAT,
            "vocabulary": list(self.vocabulary),
            "classes": self.classes.as_data(),
            "network": self.network.as_data(),
            "share": self.share,
            "temperature": self.temperature,
            "verdict": self.verdict.as_data(),
            "slope": self.slope,
            "intercept": self.intercept,
            "accept_below": self.accept_below,
            "reject_above": self.reject_above,
            "trained": self.trained,
        }
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()

    @property
    def digest(self) -> str:
        """Names the model, whatever wrote or compressed the file."""
        return hashlib.sha256(self.as_json()).hexdigest()

    @classmethod
    def from_json(cls, text: bytes) -> "EmbeddedModel":
        """What :meth:`as_json` gave.

        Raises:
            ValueError: not a model file of this format, or a damaged one.
        """
        data = json.loads(text)
        if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
            raise ValueError(f"not a model file of format {FORMAT}")
        data["vocabulary"] = {name: place for place, name in enumerate(data["vocabulary"])}
        data["classes"] = Trees.from_data(data["classes"])
        data["network"] = Network.from_data(data["network"])
        data["verdict"] = Trees.from_data(data["verdict"])
        model = cls(**data)
        if not model.classes.outputs == len(model.network.output_bias) == len(CLASSES):
            raise ValueError(f"trees and network don't score {len(CLASSES)} classes each")
        return model


INPUT_NAMES: Final = (
    *(f"p:{member.value}" for member in CLASSES),
    "target",
    "above",
    "static above",
    *("=read", "=class", "=exponential", "=power", "=log", "=depth", "=lines", "=indent"),
)


GROWS_WITH: Final = {"target": -1, "above": 1, "static above": 1}
"""Inputs of the second step that depend on the target, and which way its answer may go with each.

So a program never exceeds a target with a larger probability than a lower target.
"""


def verdict_inputs(
    found: dict[str, int], probabilities: Sequence[float], target: ComplexityClass
) -> list[float]:
    """What the second step sees, in the order of ``INPUT_NAMES``."""
    rank = target.rank
    static = found.get("=class", rank) - rank
    return [
        *(round(p, 4) for p in probabilities),
        rank,
        round(sum(probabilities[rank + 1 :]), 4),
        static,
        *(found.get(name, 0) for name in INPUT_NAMES if name.startswith("=")),
    ]


def _logistic(score: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, score))))


@cache
def shipped_model() -> EmbeddedModel:
    """The model that comes with the package, read at its first use."""
    return EmbeddedModel.from_json(
        gzip.decompress(files("ordojudge_complexity").joinpath(MODEL_FILE).read_bytes())
    )
