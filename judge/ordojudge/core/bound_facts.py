"""What is known of the variables of bounds, and how relations between them are used up.

``m <= n`` and ``E <= V^2`` are linear in the logarithms of the variables: together they cut a cone
out of the space of those.
Each point of a cone is a sum over its edges. So there is a free symbol per edge, at least 1, and
each variable is a product of powers of symbols: n = r·s and m = s for ``m <= n``.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ordojudge.core.bound_reading import constant, growth, is_exact_product
from ordojudge.core.bound_replacing import difference_parts, substituted
from ordojudge.core.bound_syntax import is_name, parse_tree
from ordojudge.core.bound_terms import ONE, Bound, Powers, Rational, tidy, times
from ordojudge.core.errors import BoundError

MAX_RELATIONS = 12
MAX_VARIABLES = 8
MAX_CONSTANT = 256
"""The largest value that counts as constant: as many as a byte has."""

_MAX_EDGES = 40
_SIGN = re.compile(r"(<=|>=|==?|≤|≥|\\leq?(?![a-z])|\\geq?(?![a-z]))")


class Inequality(NamedTuple):
    """A product of powers that is at least 1, up to a constant factor unless it is exact."""

    powers: tuple[tuple[str, Rational], ...]
    exact: bool


Symbols: TypeAlias = Mapping[str, tuple[tuple[str, Rational], ...]]
"""Per variable the symbols that multiply up to it, with their exponents."""


@dataclass(frozen=True)
class Facts:
    """What a problem declares about the variables of its bounds.

    Args:
        relations: Such as ``m <= n``, ``E <= V^2``, ``E >= V - 1`` or ``h = log n``: two products
            and a sign, or a variable and what it equals.
        constants: Variables whose values are so small that they count as constants.
        names: What the candidate calls a variable, to what the target calls it.

    Raises:
        BoundError: a relation can't be read, or relates what isn't a product of powers.
    """

    relations: tuple[str, ...] = ()
    constants: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    inequalities: tuple[Inequality, ...] = field(init=False, repr=False, compare=False)
    replaced: Mapping[str, Bound] = field(init=False, repr=False, compare=False)
    """Constants, and variables that a relation says the equal of."""

    def __post_init__(self) -> None:
        if len(self.relations) > MAX_RELATIONS:
            raise BoundError(f"at most {MAX_RELATIONS} relations expected")
        for name in self.names.values():
            if not is_name(name):
                raise BoundError(f"the name of a variable expected, not {name[:40]!r}")
        replaced = dict.fromkeys(self.constants, ONE)
        inequalities: list[Inequality] = []
        for text in self.relations:
            for left, sign, right in _parts(text):
                if sign in ("=", "=="):
                    equal = _variable_of(left)
                    value = growth(parse_tree(right))
                    if equal is None or equal in replaced or equal in value.variables:
                        raise BoundError(f"a variable to be equal expected in {text[:80]!r}")
                    replaced[equal] = value
                else:
                    smaller, larger = (left, right) if sign in _LESS else (right, left)
                    inequalities += _inequalities(smaller, larger, text)
        for _ in replaced:  # what is equal to something replaced is that
            replaced = {name: substituted(value, replaced) for name, value in replaced.items()}
        if any(value.variables & replaced.keys() for value in replaced.values()):
            raise BoundError("variables equal to each other in a circle")
        unique = dict.fromkeys(_replaced(inequality, replaced) for inequality in inequalities)
        object.__setattr__(self, "inequalities", tuple(unique))
        object.__setattr__(self, "replaced", replaced)


def read_facts(texts: Iterable[str]) -> Facts:
    """What a problem declares of its bounds' variables, e.g. ``m <= n``, ``k <= 26`` or ``h = log n``.

    What is at most a small number counts as constant.
    A large one, such as a problem's limits say, says nothing of how a size grows.

    Raises:
        BoundError: one can't be read, or contradicts the others; says where in it.
    """
    relations: list[str] = []
    constants: set[str] = set()
    for text in texts:
        pieces, place = [], 0
        for piece in _SIGN.split(text):
            pieces.append((piece.strip(), place + len(piece) - len(piece.lstrip())))
            place += len(piece)
        if len(pieces) < 3:
            strict = re.search("[<>]", text)
            at = strict.start() if strict else len(text)
            raise BoundError("two sides and <=, >= or = between them expected", at=at)
        for piece, at in pieces[::2]:
            try:
                if _number_of(piece) is None:
                    growth(parse_tree(piece))
            except BoundError as error:
                raise BoundError(error.message, at=at + (error.at or 0)) from None
        for (left, at), (sign, _), (right, _) in zip(
            pieces[:-2:2], pieces[1::2], pieces[2::2], strict=True
        ):
            is_equality = sign in ("=", "==")
            in_order = is_equality or sign in _LESS
            smaller, larger = (left, right) if in_order else (right, left)
            variable, number = _variable_of(smaller), _number_of(larger)
            if number is not None and number > MAX_CONSTANT:
                continue
            if not is_equality and variable is not None and number is not None:
                constants.add(variable)
                continue
            if not is_equality and _number_of(smaller) is not None:
                continue  # every size is at least 1
            relations.append(f"{left} {sign} {right}")
            try:
                Facts((relations[-1],))
            except BoundError as error:
                raise BoundError(error.message, at=at) from None
    return Facts(tuple(relations), constants=frozenset(constants))


_LESS = ("<=", "≤", "\\le", "\\leq")


def _parts(text: str) -> list[tuple[str, str, str]]:
    """The pairs of a chain such as ``1 <= k <= n``."""
    pieces = [piece.strip() for piece in _SIGN.split(text)]
    if len(pieces) < 3:
        raise BoundError(f"two sides and <=, >= or = expected in {text[:80]!r}")
    return [(pieces[i], pieces[i + 1], pieces[i + 2]) for i in range(0, len(pieces) - 2, 2)]


def _number_of(text: str) -> Fraction | None:
    return constant(parse_tree(text))


def _variable_of(text: str) -> str | None:
    tree = parse_tree(text)
    return tree.name if tree.kind == "variable" else None


def _inequalities(smaller: str, larger: str, text: str) -> list[Inequality]:
    trees = parse_tree(smaller), parse_tree(larger)
    above = growth(trees[1])
    if above == ONE:
        raise BoundError(
            f"a variable on the larger side expected in {text[:80]!r};"
            " if a value counts as constant, name it among the constants"
        )
    if len(above.terms) != 1:
        raise BoundError(f"one product on the larger side expected in {text[:80]!r}")
    exact = all(map(is_exact_product, trees))
    result = []
    for term in growth(trees[0]).terms:
        powers = times(_plain(above, text), _plain(Bound((term,)), text), -1)
        result.append(Inequality(tuple((name, power) for (name, _), power in powers), exact))
    return result


def _plain(bound: Bound, text: str) -> Powers:
    (term,) = bound.terms
    if term.exponent or term.minima or any(level for (_, level), _ in term.powers):
        raise BoundError(f"products of powers on both sides expected in {text[:80]!r}")
    return term.powers


def _replaced(inequality: Inequality, replaced: Mapping[str, Bound]) -> Inequality:
    """The inequality without replaced variables."""
    powers: Powers = ()
    for name, power in inequality.powers:
        value = replaced.get(name)
        if value is None:
            powers = times(powers, (((name, 0), power),))
        elif len(value.terms) > 1:
            raise BoundError(f"a relation without {name!r} expected: it equals a sum")
        else:
            powers = times(powers, _plain(value, name), power)
    exact = inequality.exact and not any(name in replaced for name, _ in inequality.powers)
    return Inequality(tuple((name, power) for (name, _), power in powers), exact)


# --- symbols


def relevant(variables: frozenset[str], facts: Iterable[Inequality]) -> tuple[Inequality, ...]:
    """The inequalities that reach these variables, through others if need be."""
    remaining, chosen, reached = list(facts), [], set(variables)
    for name in variables:
        parts = difference_parts(name)
        if parts:  # n - k and k are at most n
            remaining += (
                Inequality(((parts[0], 1), (part, -1)), exact=True) for part in (name, parts[1])
            )
    grown = True
    while grown:
        grown = False
        for inequality in list(remaining):
            if any(name in reached for name, _ in inequality.powers):
                reached.update(name for name, _ in inequality.powers)
                remaining.remove(inequality)
                chosen.append(inequality)
                grown = True
    return tuple(sorted(set(chosen)))


@lru_cache(1_024)
def symbols_for(variables: frozenset[str], inequalities: tuple[Inequality, ...]) -> Symbols | None:
    """Free symbols whose products are exactly the values that the inequalities allow.

    Returns:
        None if there are too many variables or edges to tell.
    """
    named = {name for inequality in inequalities for name, _ in inequality.powers}
    names = sorted(variables | named)
    if len(names) > MAX_VARIABLES:
        return None
    position = {name: index for index, name in enumerate(names)}
    size = len(names)
    edges: list[tuple[Rational, ...]] = [
        tuple(int(row == column) for column in range(size)) for row in range(size)
    ]
    walls: list[tuple[Rational, ...]] = list(edges)
    for inequality in inequalities:
        wall: list[Rational] = [0] * size
        for name, power in inequality.powers:
            wall[position[name]] = power
        walls.append(tuple(wall))
        edges = _cut(edges, walls)
        if len(edges) > _MAX_EDGES:
            return None
    return {
        name: tuple((f"#{index}", edge[at]) for index, edge in enumerate(edges) if edge[at])
        for name, at in position.items()
    }


def _cut(
    edges: list[tuple[Rational, ...]], walls: list[tuple[Rational, ...]]
) -> list[tuple[Rational, ...]]:
    """The edges of a cone cut by its last wall: those on its good side, and new ones in it."""
    sides = [(edge, _dot(walls[-1], edge)) for edge in edges]
    kept = [edge for edge, side in sides if side >= 0]
    for above, height in sides:
        for below, depth in sides:
            if height > 0 > depth:
                new = tuple(height * b - depth * a for a, b in zip(above, below, strict=True))
                kept.append(_scaled(new))
    kept = sorted(set(kept))
    tight = [frozenset(i for i, wall in enumerate(walls) if not _dot(wall, e)) for e in kept]
    # An edge that lies in every wall that another one lies in, and in fewer, is no edge.
    return [
        edge
        for edge, own in zip(kept, tight, strict=True)
        if not any(own < other for other in tight)
    ]


def _dot(left: tuple[Rational, ...], right: tuple[Rational, ...]) -> Rational:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _scaled(edge: tuple[Rational, ...]) -> tuple[Rational, ...]:
    """The same direction with its least positive part 1."""
    least = Fraction(min(part for part in edge if part))
    return tuple(tidy(part / least) for part in edge)
