"""Terms of bounds, and which of two grows at least as fast when variables are independent.

Every variable is a size: at least as large as any constant one cares to name.
``t ≤ s`` means that some constant C makes t at most C·s for all such sizes, however they compare.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ordojudge.core.errors import BoundError

Rational: TypeAlias = int | Fraction
Atom: TypeAlias = tuple[str, int]
"""A variable and how it is taken: 0 itself, 1 its logarithm, 2 the log of that, and so on."""

STAR, ALPHA = 8, 9
"""Levels of the iterated logarithm and of the inverse Ackermann function: below every log."""

Powers: TypeAlias = tuple[tuple[Atom, Rational], ...]
"""A product of atoms with their exponents, sorted."""

Unit: TypeAlias = tuple[int, int]
"""``(p, k)``: the number ln p / (ln 2)^k, for a prime p; with 0 for p, 1 / (ln 2)^k."""

Rate: TypeAlias = tuple[tuple[Unit, Rational], ...]
"""A real number as a sum of rational multiples of units, so that equal numbers look equal."""

Exponent: TypeAlias = tuple[tuple[Powers, Rate], ...]
"""A sum of products with real factors, as a power of e."""

IRRATIONAL = 1_000_000
"""Irrational powers such as log_2 3 are fractions of integers up to this, good to 12 digits."""

MAX_TERMS = 32
MAX_POWER = 100
MAX_RATE = 1_000_000
"""Numerators and denominators of numbers in exponents."""

_MAX_MINIMA = 2
"""Minima that may differ between two terms compared; each one multiplies the work."""

_NEAR = 1e-9
"""Numbers nearer than this, but not the same, are not told apart: neither is called larger."""


class Term(NamedTuple):
    """One product: powers · e^exponent · minima."""

    powers: Powers = ()
    exponent: Exponent = ()
    minima: tuple[tuple[tuple["Bound", ...], Rational], ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Bound:
    """A normalised big-O expression: a sum of terms none of which another one dominates.

    Made by :func:`ordojudge.core.bounds.parse_bound`.
    The order of Python's ``<`` is for sorting only, growth is compared by ``compare``.
    """

    terms: tuple[Term, ...]

    @property
    def variables(self) -> frozenset[str]:
        """Names of everything that the bound depends on."""
        names: set[str] = set()
        for term in self.terms:
            names.update(name for (name, _), _ in term.powers)
            for powers, _ in term.exponent:
                names.update(name for (name, _), _ in powers)
            for arguments, _ in term.minima:
                for argument in arguments:
                    names |= argument.variables
        return frozenset(names)


ONE = Bound((Term(),))


def tidy(number: Rational) -> Rational:
    """The same number, as an int if it is whole: ints are much faster."""
    return number.numerator if number.denominator == 1 else number


def sorted_powers(powers: Mapping[Atom, Rational]) -> Powers:
    return tuple(sorted((atom, _usual(power)) for atom, power in powers.items() if power))


def _usual(power: Rational) -> Rational:
    if power.denominator > IRRATIONAL:
        power = Fraction(power).limit_denominator(IRRATIONAL)
    return tidy(power)


def times(left: Powers, right: Powers, power: Rational = 1) -> Powers:
    """left · right^power."""
    if not right:
        return left
    result = dict(left)
    for atom, exponent in right:
        result[atom] = result.get(atom, 0) + exponent * power
    return sorted_powers(result)


def value(rate: Iterable[tuple[Unit, Rational]]) -> float:
    """The real number that a rate stands for."""
    return sum(
        float(amount) * (math.log(prime) if prime else 1.0) / math.log(2) ** twos
        for (prime, twos), amount in rate
    )


def variable(name: str, level: int = 0) -> Bound:
    return Bound((Term(powers=(((name, level), 1),)),))


# --- products and powers


def product(left: Term, right: Term, power: Rational = 1) -> Term:
    """left · right^power."""
    exponent, minima = left.exponent, left.minima
    if right.exponent:
        exponent = _added(left.exponent, right.exponent, power)
    if right.minima:
        counts = dict(left.minima)
        for arguments, count in right.minima:
            counts[arguments] = counts.get(arguments, 0) + count * power
        minima = tuple(sorted((key, tidy(count)) for key, count in counts.items() if count))
    return Term(times(left.powers, right.powers, power), exponent, minima)


def _added(left: Exponent, right: Exponent, factor: Rational) -> Exponent:
    sums = {powers: dict(rate) for powers, rate in left}
    for powers, rate in right:
        amounts = sums.setdefault(powers, {})
        for unit, amount in rate:
            amounts[unit] = amounts.get(unit, 0) + amount * factor
    return sorted_exponent(sums)


def sorted_exponent(
    sums: Mapping[Powers, Mapping[Unit, Rational]],
) -> Exponent:
    rates = (
        (powers, tuple(sorted((unit, tidy(x)) for unit, x in amounts.items() if x)))
        for powers, amounts in sums.items()
    )
    return tuple(sorted((powers, rate) for powers, rate in rates if rate))


def multiplied(left: Bound, right: Bound) -> Bound:
    """The product of two bounds.

    Raises:
        BoundError: a power or a number in an exponent becomes too large.
    """
    terms = [product(a, b) for a in left.terms for b in right.terms]
    for term in terms:
        if not all(-MAX_POWER <= power <= MAX_POWER for _, power in (*term.powers, *term.minima)):
            raise BoundError(f"exponents of at most {MAX_POWER} expected")
        for _, rate in term.exponent:
            if any(max(abs(x.numerator), x.denominator) > MAX_RATE for _, x in rate):
                raise BoundError("numbers of a usual size in the exponent expected")
    return bound_of(terms)


def raised(bound: Bound, power: Rational) -> Bound:
    """bound^power; a sum raised to a power is the sum of the powers, up to a constant.

    Raises:
        BoundError: a sum or a minimum would become a divisor, or the power is too large.
    """
    if not -MAX_POWER <= power <= MAX_POWER:
        raise BoundError(f"an exponent of at most {MAX_POWER} expected")
    if power < 0 and (len(bound.terms) > 1 or bound.terms[0].minima):
        raise BoundError("a single product expected as the divisor")
    return bound_of(product(Term(), term, power) for term in bound.terms)


def minimum(arguments: Iterable[Bound]) -> Bound:
    """The smallest of several bounds; arguments that are never the smallest fall away."""
    flat: set[Bound] = set()
    for argument in arguments:
        term = argument.terms[0]
        if len(argument.terms) == 1 and len(term.minima) == 1 and term.minima[0][1] == 1:
            factor = Bound((term._replace(minima=()),))
            flat.update(multiplied(factor, inner) for inner in term.minima[0][0])
        else:
            flat.add(argument)
    ordered = sorted(flat)
    kept: list[Bound] = []
    for argument in ordered:
        if any(covers(argument, other) for other in kept):
            continue
        kept = [other for other in kept if not covers(other, argument)]
        kept.append(argument)
    if len(kept) > 4:
        raise BoundError("a minimum of at most 4 quantities expected")
    return kept[0] if len(kept) == 1 else Bound((Term(minima=((tuple(sorted(kept)), 1),)),))


def bound_of(terms: Iterable[Term]) -> Bound:
    """The normalised sum of these terms.

    Raises:
        BoundError: more terms than the judge compares.
    """
    distinct = sorted(set(terms))
    if len(distinct) == 1:
        return Bound((distinct[0],))
    if len(distinct) > MAX_TERMS:
        raise BoundError(f"a sum of at most {MAX_TERMS} different terms expected")
    kept: list[Term] = []
    for term in distinct:
        if any(at_most(term, other) for other in kept):
            continue
        kept = [other for other in kept if not at_most(other, term)]
        kept.append(term)
    return Bound(tuple(kept))


def added(left: Bound, right: Bound) -> Bound:
    return left if left == right else bound_of((*left.terms, *right.terms))


def logarithm(bound: Bound) -> Bound:
    """log of a bound; its base is a constant factor.

    Raises:
        BoundError: the growth of the logarithm isn't that of a sum of terms.
    """
    result = ONE
    for term in bound.terms:
        for (name, level), power in term.powers:
            if power < 0:
                raise BoundError("a logarithm of a product expected, not of a quotient")
            if level > 2:
                raise BoundError("at most three logarithms of each other expected")
            result = added(result, variable(name, level + 1))
        if term.exponent:
            leading = _leftover({powers: value(rate) for powers, rate in term.exponent}, None)
            if leading is None:
                raise BoundError("a logarithm of a product expected, not of a quotient")
            result = added(result, bound_of(Term(powers=powers) for powers in leading))
        for arguments, power in term.minima:
            if power > 0:
                result = added(result, minimum(logarithm(argument) for argument in arguments))
    return result


# --- order

Supports: TypeAlias = Collection[frozenset[str]]
"""Which of the symbols in use multiply up to each true variable; only those products are large."""


def covers(larger: Bound, smaller: Bound, supports: Supports | None = None) -> bool:
    """Whether each term of one bound is at most some single term of the other."""
    return all(
        any(at_most(term, other, supports) for other in larger.terms) for term in smaller.terms
    )


def at_most(term: Term, other: Term, supports: Supports | None = None) -> bool:
    """Whether the first term is at most the second, up to a constant factor.

    Per variable the exponential part decides, then the power, then the power of its log.
    True is proven; False may only mean that this comparison, product by product, didn't find it.

    Args:
        term: The smaller one.
        other: The larger one.
        supports: None if every symbol is a variable of its own.
    """
    if term.minima != other.minima:
        return _at_most_minimum(term, other, supports)
    settled: set[str] = set()
    if term.exponent != other.exponent:
        rates = dict(other.exponent)
        difference: dict[Powers, float] = {}
        for powers, rate in term.exponent:
            if rates.get(powers) != rate:
                difference[powers] = value(rates.get(powers, ())) - value(rate)
            rates.pop(powers, None)
        difference.update((powers, value(rate)) for powers, rate in rates.items())
        leftover = _leftover(difference, supports)
        if leftover is None:
            return False
        settled = {name for powers in leftover for name in _outgrown(powers, supports)}
    if term.powers == other.powers:
        return True
    quotient = dict(other.powers)
    for atom, power in term.powers:
        quotient[atom] = quotient.get(atom, 0) - power
    return all(sign > 0 or name in settled for name, sign in _signs(quotient.items()).items())


def _signs(powers: Iterable[tuple[Atom, Rational]]) -> dict[str, int]:
    """Per variable whether the product grows (1) or falls (-1) with it; -1 too if uncertain."""
    leading: dict[str, tuple[int, Rational]] = {}
    for (name, level), power in powers:
        if power and (name not in leading or level < leading[name][0]):
            leading[name] = level, power
    return {
        name: 1 if power > 0 and (type(power) is int or power > _NEAR) else -1
        for name, (_, power) in leading.items()
    }


def _at_most_minimum(term: Term, other: Term, supports: Supports | None) -> bool:
    counts = dict(other.minima)
    for arguments, power in term.minima:
        counts[arguments] = counts.get(arguments, 0) - power
    different = [(key, count) for key, count in counts.items() if count]
    if len(different) > _MAX_MINIMA:
        return False
    arguments, power = different[0]
    if power > 0:  # a factor of the larger: it must do whichever argument is the least
        rest = _without(other, arguments, power)
        return all(
            any(at_most(term, product(rest, part, power), supports) for part in argument.terms)
            for argument in arguments
        )
    rest = _without(term, arguments, -power)
    return any(
        all(at_most(product(rest, part, -power), other, supports) for part in argument.terms)
        for argument in arguments
    )


def _without(term: Term, arguments: tuple[Bound, ...], power: Rational) -> Term:
    return product(term, Term(minima=((arguments, power),)), -1)


# --- exponents, where constant factors count


def _leftover(difference: Mapping[Powers, float], supports: Supports | None) -> list[Powers] | None:
    """What a difference of exponents is at least, up to a factor: a sum of these, or less than 0.

    Each falling product must be made up for by rising ones: by one that is larger by an unbounded
    factor, of which any share suffices, or by one at least as large, of which as much is used up.

    Returns:
        The products left over, or None if the difference isn't known to be bounded from below.
    """
    rising = {powers: rate for powers, rate in difference.items() if rate > _NEAR}
    falling = {powers: -rate for powers, rate in difference.items() if rate < -_NEAR}
    if len(rising) + len(falling) < len(difference):
        return None
    shared: list[Powers] = []
    for powers, rate in sorted(falling.items()):
        if any(_is_large(times(above, powers, -1), supports) for above in rising):
            shared.append(powers)
            continue
        match = next(
            (
                above
                for above, left in sorted(rising.items())
                if left >= rate - _NEAR / 2 and _is_plain(times(above, powers, -1))
            ),
            None,
        )
        if match is None:
            return None
        rising[match] -= rate
        if rising[match] < _NEAR:
            del rising[match]
    if not all(
        any(_is_large(times(above, powers, -1), supports) for above in rising) for powers in shared
    ):
        return None
    return list(rising)


def _is_plain(quotient: Powers) -> bool:
    """Whether a quotient is at least 1 exactly, not only up to a constant."""
    return all(level == 0 and power > 0 for (_, level), power in quotient)


def _is_large(quotient: Powers, supports: Supports | None) -> bool:
    """Whether a quotient exceeds every constant as soon as all variables do."""
    signs = _signs(quotient)
    if not signs or min(signs.values()) < 0:
        return False
    if supports is None:
        return True
    return any(support <= signs.keys() for support in supports) and _logs_are_large(
        quotient, supports
    )


def _logs_are_large(powers: Powers, supports: Supports | None) -> bool:
    """Whether no factor can vanish: a symbol that isn't a variable may be 1, its logarithm 0."""
    return supports is None or all(
        frozenset((name,)) in supports for (name, level), power in powers if level and power > 0
    )


def _outgrown(powers: Powers, supports: Supports | None) -> Iterable[str]:
    """Variables all powers of which are small against e^(c · this product), for any c above 0."""
    for (name, level), power in powers:
        own = {(name, level): power}
        rest = tuple((atom, other) for atom, other in powers if atom[0] != name)
        if any(sign < 0 for sign in _signs(rest).values()) or not _logs_are_large(rest, supports):
            continue
        if level == 0:
            if power > _NEAR:
                yield name
        elif level == 1 and power > 0 and not any(atom == (name, 0) for atom, _ in powers):
            beyond = times(sorted_powers(own), (((name, 1), 1),), -1)
            whole = times(beyond, rest)
            if _is_large(whole, supports):
                yield name
