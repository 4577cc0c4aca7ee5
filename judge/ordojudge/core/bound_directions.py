"""Directions in which variables grow, and which of two bounds grows faster along one.

Along a direction each symbol is a power of one n, or stays constant.
What is found along one that the facts allow is certain: it is an example.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cmp_to_key
from itertools import product
from typing import Any, NamedTuple

from ordojudge.core.bound_facts import Inequality, Symbols
from ordojudge.core.bound_replacing import difference_parts
from ordojudge.core.bound_terms import ALPHA, Bound, Powers, Rational, Term, value

_NEAR = 1e-9

Speeds = Mapping[str, Rational]
"""Per variable the power of n that it is, in one direction."""


class _Unclear(Exception):
    """The two can't be told apart along this direction."""


class _Growth(NamedTuple):
    exponent: Mapping[Powers, float]
    powers: tuple[Rational, ...]
    """Of n, of its logarithm, and so on."""


def outgrows(
    bound: Bound, other: Bound, symbols: Symbols, inexact: Sequence[Inequality] = ()
) -> bool:
    """Whether along some direction the first exceeds every multiple of the second.

    Args:
        bound: The one to be larger.
        other: The one to be left behind.
        symbols: What the facts leave free; all variables of both are in it.
        inexact: Inequalities up to a constant; with exponentials they must hold with room.
    """
    exponential = any(term.exponent for side in (bound, other) for term in side.terms)
    differences = [name for name in symbols if difference_parts(name)]
    for speeds in _directions(symbols):
        if not all(_possible(name, speeds) for name in differences):
            continue
        if exponential and not all(_has_room(inequality, speeds) for inequality in inexact):
            continue
        try:
            if _compared(_fastest(bound, speeds), _fastest(other, speeds), speeds) > 0:
                return True
        except _Unclear:
            continue
    return False


def _directions(symbols: Symbols) -> Iterator[Speeds]:
    """Directions to try: all at one speed, each alone, then mixtures."""
    free = sorted({symbol for parts in symbols.values() for symbol, _ in parts})
    size = len(free)
    tried: list[tuple[int, ...]] = [(1,) * size]
    tried += [tuple(int(i == j) for j in range(size)) for i in range(size)]
    if size == 2:
        tried += [(1, 2), (2, 1), (1, 3), (3, 1)]
    elif size <= 4:
        tried += product(range(3), repeat=size)
    else:
        tried += [
            tuple(int(k in (i, j)) for k in range(size)) for i in range(size) for j in range(i)
        ]
    for numbers in tried:
        speed = dict(zip(free, numbers, strict=True))
        yield {
            name: sum(speed[symbol] * power for symbol, power in parts)
            for name, parts in symbols.items()
        }


def _possible(name: str, speeds: Speeds) -> bool:
    """A difference and what is taken away must together reach what it is taken from."""
    parts = difference_parts(name)
    return parts is None or speeds[parts[0]] == max(speeds[name], speeds[parts[1]])


def _has_room(inequality: Inequality, speeds: Speeds) -> bool:
    return sum(speeds[name] * power for name, power in inequality.powers) > 0


def _fastest(bound: Bound, speeds: Speeds) -> _Growth:
    return max((_growth(term, speeds) for term in bound.terms), key=_key(speeds))


def _key(speeds: Speeds) -> Callable[[_Growth], Any]:
    def compared(left: _Growth, right: _Growth) -> int:
        return _compared(left, right, speeds)

    return cmp_to_key(compared)


def _growth(term: Term, speeds: Speeds) -> _Growth:
    exponent = {powers: value(rate) for powers, rate in term.exponent}
    totals: list[Rational] = [0] * (ALPHA + 1)
    for (name, level), power in term.powers:
        speed = speeds[name]
        if level == 0:
            totals[0] += power * speed
        elif speed:
            totals[level] += power
    for arguments, count in term.minima:
        least = min((_fastest(argument, speeds) for argument in arguments), key=_key(speeds))
        for level, power in enumerate(least.powers):
            totals[level] += power * count
        for powers, rate in least.exponent.items():
            exponent[powers] = exponent.get(powers, 0.0) + rate * float(count)
    return _Growth(exponent, tuple(totals))


def _compared(left: _Growth, right: _Growth, speeds: Speeds) -> int:
    """1, 0 or -1 as the first grows faster than, like or slower than the second."""
    if left.exponent or right.exponent:
        sums: dict[tuple[Rational, Rational], float] = {}
        for powers in left.exponent.keys() | right.exponent.keys():
            rate = left.exponent.get(powers, 0.0) - right.exponent.get(powers, 0.0)
            if rate and any(speeds[name] for (name, _), _ in powers):
                size, factor = _size(powers, speeds)
                sums[size] = sums.get(size, 0.0) + rate * factor
        for _, rate in sorted(sums.items(), reverse=True):
            if abs(rate) < _NEAR:
                raise _Unclear
            return 1 if rate > 0 else -1
    for a, b in zip(left.powers, right.powers, strict=True):
        if a != b:
            if -_NEAR < a - b < _NEAR:
                raise _Unclear
            return 1 if a > b else -1
    return 0


def _size(powers: Powers, speeds: Speeds) -> tuple[tuple[Rational, Rational], float]:
    """How a product in an exponent grows with n, and its factor: log(n^2) is 2 log n."""
    power: Rational = 0
    logs: Rational = 0
    factor = 1.0
    for (name, level), exponent in powers:
        speed = speeds[name]
        if not speed:
            raise _Unclear
        if level:
            logs += exponent
            factor *= float(speed) ** float(exponent)
        else:
            power += exponent * speed
    if power < 0 or (power == 0 and logs <= 1):  # no exponential along this direction
        raise _Unclear
    return (power, logs), factor
