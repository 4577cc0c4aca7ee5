"""A small network without a library: numbers of the words that occur are added up, then two layers.

Adding is what costs, so a word's numbers are one long whole number with a field for each,
and adding two words is one addition.
"""

import base64
import binascii
import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import mul
from typing import Any, Final

from ordojudge_complexity.features import LARGEST_COUNT

__all__ = ["COUNT_STEPS", "COUNT_WEIGHTS", "LENGTH", "MIDDLE", "Network"]

COUNT_STEPS: Final = 16
COUNT_WEIGHTS: Final = tuple(
    round(COUNT_STEPS * math.log1p(count)) for count in range(LARGEST_COUNT + 1)
)
"""How much a word counts for by how often it occurs, in steps of 1/`COUNT_STEPS`."""

LENGTH: Final = 10.0
"""Counts are scaled to this length, as a vector, so that long programs aren't louder."""

MIDDLE: Final = 128
"""The byte of a number that is zero."""

_FIELD_BYTES: Final = 4
"""Room for the sum of a field: 255 times the largest weight for each of 300,000 words."""


@dataclass(slots=True)
class Network:
    """From words to numbers, from these to a hidden layer, from both to scores.

    What is below zero becomes zero on the way.
    """

    words: dict[str, int]
    """Names of features, and their places."""

    table: bytes
    """Of each word, a byte for each number."""

    scales: list[float]
    """What a step of a byte is worth, for each number."""

    numbers: list[str]
    """Names of features that are no counts of words."""

    number_weights: list[list[float]]
    """Of each number of a word, what the logarithms of those features add to it."""

    bias: list[float]
    hidden: list[list[float]]
    hidden_bias: list[float]
    output: list[list[float]]
    output_bias: list[float]
    _fields: bytes = field(default=b"", init=False, repr=False, compare=False)
    """The table with room to add; made at the first use."""

    def scores(self, found: Mapping[str, int]) -> list[float]:
        """Score of each output for a program's features."""
        first = [max(value, 0.0) for value in self._summed(found)]
        second = _layer(self.hidden, self.hidden_bias, first)
        both = [one + max(two, 0.0) for one, two in zip(first, second, strict=True)]
        return _layer(self.output, self.output_bias, both)

    def _summed(self, found: Mapping[str, int]) -> list[float]:
        if not self._fields:
            spread = bytearray(_FIELD_BYTES * len(self.table))
            spread[::_FIELD_BYTES] = self.table
            self._fields = bytes(spread)
        fields, place_of = self._fields, self.words.get
        width = _FIELD_BYTES * len(self.scales)
        sums = [0] * (LARGEST_COUNT + 1)
        seen = [0] * (LARGEST_COUNT + 1)
        for name, count in found.items():
            place = place_of(name)
            if place is not None:
                start = place * width
                sums[count] += int.from_bytes(fields[start : start + width], "little")
                seen[count] += 1
        total = sum(map(mul, sums, COUNT_WEIGHTS))
        zero = MIDDLE * sum(map(mul, seen, COUNT_WEIGHTS))
        length = math.sqrt(sum(n * w * w for n, w in zip(seen, COUNT_WEIGHTS, strict=True)))
        factor = LENGTH / max(length, 1.0)
        steps = struct.unpack(f"<{len(self.scales)}I", total.to_bytes(width, "little"))
        given = [math.log1p(max(found.get(name, 0), 0)) for name in self.numbers]
        own = _layer(self.number_weights, self.bias, given)
        return [
            (step - zero) * scale * factor + more
            for step, scale, more in zip(steps, self.scales, own, strict=True)
        ]

    def as_data(self) -> dict[str, Any]:
        """For a JSON document."""
        return {
            "words": list(self.words),
            "table": base64.b64encode(self.table).decode(),
            **{name: getattr(self, name) for name in _PLAIN},
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Network":
        """What :meth:`as_data` gave.

        Raises:
            ValueError: parts that don't fit together.
        """
        words = {name: place for place, name in enumerate(data.pop("words"))}
        try:
            table = base64.b64decode(data.pop("table"), validate=True)
        except binascii.Error as error:
            raise ValueError(f"network: table: {error}") from error
        network = cls(words=words, table=table, **data)
        width, outputs = len(network.scales), len(network.output_bias)
        fits = (
            len(table) == width * len(words)
            and len(network.bias) == len(network.hidden_bias) == width
            and _shaped(network.number_weights, width, len(network.numbers))
            and _shaped(network.hidden, width, width)
            and _shaped(network.output, outputs, width)
        )
        if not fits:
            raise ValueError("network: parts of different sizes")
        return network


_PLAIN: Final = (
    *("scales", "numbers", "number_weights", "bias"),
    *("hidden", "hidden_bias", "output", "output_bias"),
)


def _layer(rows: list[list[float]], bias: list[float], values: list[float]) -> list[float]:
    return [sum(map(mul, row, values), more) for row, more in zip(rows, bias, strict=True)]


def _shaped(rows: list[list[float]], height: int, width: int) -> bool:
    return len(rows) == height and all(len(row) == width for row in rows)
