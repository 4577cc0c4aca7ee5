"""When two numbers of an output are near enough.

A number is plain decimal ASCII: sign, digits, point, exponent.
``1_0``, ``0x1p3``, ``nan``, ``inf`` and digits of other scripts are words.
So is a number too large for a double, since it can't be told from infinity.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal

# No possessive group: before Python 3.11.5 one that fails keeps what it had matched, as the e of "1.5e".
_NUMBER = re.compile(rb"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?")
_INTEGER = re.compile(rb"[+-]?+\d++")
_NUMBER_BYTES = b"0123456789+-.eE"

# Wide enough to subtract doubles' decimal texts exactly.
# Without traps a tiny exponent rounds to 0.
_EXACT = Context(prec=10_000, Emin=-999_999, Emax=999_999, traps=[])

_DEFAULT_TOLERANCE = 1e-6

# Reading two doubles and subtracting them is off by less than this part of the larger one.
_ROUNDING = 1e-15
_CONSECUTIVE_INTEGERS = 2.0**53


@dataclass(frozen=True, slots=True)
class Closeness:
    """How far an actual number may be from the expected one; either tolerance suffices."""

    absolute: float
    relative: float
    """Part of the expected number's size."""

    integers_too: bool
    """Whether two integers may differ as well."""

    @classmethod
    def of_tokens(cls, absolute: float | None, relative: float | None) -> "Closeness":
        """The rule for printed numbers.

        A tolerance that a problem states is the problem's word, and applies to integers too:
        a program that prints a real number may well print ``1000000500``.
        With neither stated both are 1e-6, and two integers compare exactly.
        """
        if absolute is None and relative is None:
            return cls(_DEFAULT_TOLERANCE, _DEFAULT_TOLERANCE, integers_too=False)
        return cls(absolute or 0.0, relative or 0.0, integers_too=True)

    @classmethod
    def of_values(cls, absolute: float | None, relative: float | None) -> "Closeness":
        """The rule for typed values: two integers compare exactly, and no tolerance is implied."""
        return cls(absolute or 0.0, relative or 0.0, integers_too=False)

    @property
    def is_exact(self) -> bool:
        """Whether no two different numbers pass."""
        return not self.absolute and not self.relative

    def admits(self, expected: Decimal, actual: Decimal) -> bool:
        """Whether ``actual`` is near enough, decided without rounding.

        A tolerance means the decimal number that was written: 1e-6, not the double next to it.
        """
        gap = _EXACT.abs(_EXACT.subtract(expected, actual))
        if gap <= Decimal(repr(self.absolute)):
            return True
        return gap <= _EXACT.multiply(Decimal(repr(self.relative)), expected.copy_abs())

    def admits_token(self, expected: bytes, actual: bytes) -> bool:
        """Whether two tokens are numbers near enough to each other."""
        if not _is_finite_number(expected) or not _is_finite_number(actual):
            return False
        x = _EXACT.create_decimal(expected.decode("ascii"))
        y = _EXACT.create_decimal(actual.decode("ascii"))
        if not self.integers_too and _INTEGER.fullmatch(expected) and _INTEGER.fullmatch(actual):
            return x == y
        return self.admits(x, y)

    def first_refused(self, expected: Sequence[bytes], actual: Sequence[bytes]) -> int | None:
        """Index of the first pair of tokens that are neither equal nor near; none if all pass."""
        suspects = [index for index, x in enumerate(expected) if x != actual[index]]
        xs = _doubles([expected[index] for index in suspects])
        ys = _doubles([actual[index] for index in suspects])
        if xs is not None and ys is not None:
            suspects = [suspects[index] for index in self._doubtful(xs, ys)]
        for index in suspects:
            if not self.admits_token(expected[index], actual[index]):
                return index
        return None

    def _doubtful(self, xs: list[float], ys: list[float]) -> list[int]:
        """Pairs of finite doubles that aren't near beyond any doubt of rounding."""
        absolute = self.absolute * (1 - 1e-9) - 1e-300
        relative = min(self.relative, 1.0) * (1 - 1e-9) - _ROUNDING
        doubtful = []
        for index, (x, y) in enumerate(zip(xs, ys, strict=True)):
            gap = abs(x - y)
            size = abs(x)
            if not (
                gap + size * _ROUNDING <= absolute or (gap <= size * relative and size > 1e-290)
            ):
                doubtful.append(index)
            elif self.integers_too or not x.is_integer():
                continue
            elif gap or size >= _CONSECUTIVE_INTEGERS:
                doubtful.append(index)
        return doubtful


def _is_finite_number(token: bytes) -> bool:
    return _NUMBER.fullmatch(token) is not None and math.isfinite(float(token))


def _doubles(tokens: Sequence[bytes]) -> list[float] | None:
    """All tokens as doubles; none if one of them isn't a finite number."""
    if b"".join(tokens).translate(None, _NUMBER_BYTES):
        return None
    try:
        # Of these bytes alone, what float() reads is what _NUMBER matches.
        doubles = list(map(float, tokens))
    except ValueError:
        return None
    return None if math.inf in doubles or -math.inf in doubles else doubles
