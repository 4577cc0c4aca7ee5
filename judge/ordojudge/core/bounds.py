"""Big-O bounds: what people and models write, normalised, printed and compared.

A bound is a sum of products of variables, their powers, logarithms and exponentials.
Constant factors are gone, except in exponents, where they matter: ``4^n`` is not ``2^n``.
"""

import math
from fractions import Fraction
from functools import lru_cache

from ordojudge.core.bound_classes import ComplexityClass, class_of
from ordojudge.core.bound_facts import Facts, read_facts
from ordojudge.core.bound_order import Policy, Relation, compare
from ordojudge.core.bound_reading import growth
from ordojudge.core.bound_replacing import difference_parts, renamed
from ordojudge.core.bound_syntax import parse_tree
from ordojudge.core.bound_terms import (
    ALPHA,
    IRRATIONAL,
    STAR,
    Atom,
    Bound,
    Powers,
    Rate,
    Rational,
    Term,
    sorted_exponent,
    times,
    value,
)

__all__ = [
    "Bound",
    "ComplexityClass",
    "Facts",
    "Policy",
    "Relation",
    "class_of",
    "compare",
    "format_bound",
    "parse_bound",
    "read_facts",
    "renamed",
]

_CACHED = 4_096
_SHORT, _FEW = 200, 6
_MAX_BASE = 1_000_000
"""The largest number printed as one base of an exponential; larger ones by their primes."""


@lru_cache(_CACHED)
def parse_bound(text: str) -> Bound:
    """Read a bound as people and models write it, e.g. ``O(n log n)`` or ``$2^{n}$``.

    Args:
        text: One bound; words such as "amortized" or "on average" around it say nothing.

    Raises:
        BoundError: it isn't one bound whose growth is certain; says where, and what was expected.
    """
    bound = growth(parse_tree(text))
    if len(text) > _SHORT or len(bound.terms) > _FEW:  # what can't be read again is no bound
        parse_tree(format_bound(bound))
    return bound


def format_bound(bound: Bound) -> str:
    """Print a bound, e.g. ``O(n log n)``; :func:`parse_bound` reads exactly this bound from it."""
    return f"O({_sum(bound)})"


# --- printing


def _sum(bound: Bound) -> str:
    ordered = sorted(bound.terms, key=lambda term: (-_size(term), term))
    return " + ".join(map(_term, ordered))


def _size(term: Term) -> float:
    """Rough size, to print the larger terms first."""
    exponential = sum(value(rate) for _, rate in term.exponent)
    return 1e6 * exponential + sum(
        float(power) * 10.0 ** (-3 * level) for (_, level), power in term.powers
    )


def _term(term: Term) -> str:
    over: list[str] = []
    logs: list[str] = []
    under: list[str] = []
    powers, exponent, factorials = _factorials(term)
    for text, divides in exponent:
        (under if divides else over).append(text)
    for atom, power in powers:
        into = under if power < 0 else logs if atom[1] else over
        into.append(_atom_power(atom, -power if power < 0 else power))
    for arguments, power in term.minima:
        text = f"min({', '.join(map(_sum, arguments))})"
        over.append(text if power == 1 else f"{text}^{_number(power)}")
    product = " ".join([*([" * ".join([*factorials, *over])] if factorials or over else []), *logs])
    for text in under:
        product = f"{product or '1'} / {text}"
    return product or "1"


def _atom_power(atom: Atom, power: Rational) -> str:
    name, level = atom
    name = f"({name})" if difference_parts(name) else name
    if not level:
        if power == Fraction(1, 2):
            return f"sqrt({name})"
        return name if power == 1 else f"{name}^{_number(power)}"
    if level in (STAR, ALPHA):
        text = f"log*({name})" if level == STAR else f"alpha({name})"
        return text if power == 1 else f"{text}^{_number(power)}"
    superscript = "" if power == 1 else f"^{_number(power)}"
    return f"log{superscript} {'log ' * (level - 1)}{name}"


def _number(number: Rational) -> str:
    """An exponent: a whole number, a fraction, or the logarithm that it was."""
    if number.denominator == 1 and number > 0:
        return str(number.numerator)
    if number.denominator > 1_000:
        for argument in range(3, 101):
            for base, exact in (
                ("2", math.log2(argument)),
                ("3", math.log(argument) / math.log(3)),
            ):
                if Fraction(exact).limit_denominator(IRRATIONAL) == number:
                    return f"(log_{base} {argument})"
    return f"({number})"


def _factorials(term: Term) -> tuple[Powers, list[tuple[str, bool]], list[str]]:
    """Split the factorials off an exponent, by Stirling's formula read backwards."""
    powers, exponent, texts = term.powers, term.exponent, []
    rates = dict(exponent)
    for product, rate in exponent:
        name = product[0][0][0]
        own = (((name, 0), 1),)
        count = dict(rate).get((0, 0), 0)
        if product != (((name, 0), 1), ((name, 1), 1)) or len(rate) > 1 or count <= 0:
            continue
        if dict(rates.get(own, ())).get((0, 0), 0) != -count:
            continue
        sums = {key: dict(amounts) for key, amounts in exponent if key != product}
        del sums[own][0, 0]
        exponent = sorted_exponent(sums)
        powers = times(powers, own, Fraction(-count, 2))
        texts.append(f"{name}!" if count == 1 else f"({name}!)^{_number(count)}")
    parts = [part for product, rate in exponent for part in _exponentials(product, rate)]
    return powers, parts, texts


def _exponentials(product: Powers, rate: Rate) -> list[tuple[str, bool]]:
    """One product of an exponent as powers of numbers and variables; True for divisors."""
    result: list[tuple[str, bool]] = []
    by_logs: dict[int, list[tuple[int, Rational]]] = {}
    for (prime, twos), amount in rate:
        if prime:
            by_logs.setdefault(twos, []).append((prime, amount))
            continue
        log = "log" if twos else "ln"
        name = next((name for (name, level), power in product if level and power >= 1), None)
        if name is None:
            result.append((f"exp({_scaled(product, amount, log)})", amount < 0))
        else:
            rest = times(product, (((name, 1), 1),), -1)
            name = f"({name})" if name[-1].isdigit() else name  # n2^n would be n 2^n
            result.append((f"{name}^{_bracketed(_scaled(rest, amount, log))}", amount < 0))
    for twos, primes in by_logs.items():
        log = "log" if twos else "ln"
        for base, factor in _bases(primes):
            mantissa = _bracketed(_scaled(product, factor, log))
            shown = str(base) if base.denominator == 1 else f"({base})"
            result.append((f"{shown}^{mantissa}", factor < 0))
    return result


def _bases(primes: list[tuple[int, Rational]]) -> list[tuple[Fraction, Fraction]]:
    """A product of powers of primes as one base and exponent, if the base is a usual number."""
    amounts = [Fraction(amount) for _, amount in primes]
    shared = math.lcm(*(amount.denominator for amount in amounts))
    divisor = math.gcd(*(int(amount * shared) for amount in amounts))
    counts = [int(amount * shared) // divisor for amount in amounts]
    bases = [Fraction(1), Fraction(1)]
    for (prime, _), count in zip(primes, counts, strict=True):
        for _ in range(abs(count)):
            bases[count < 0] *= prime
            if bases[count < 0] > _MAX_BASE:
                return [(Fraction(p), Fraction(amount)) for p, amount in primes]
    base = bases[0] / bases[1]
    factor = Fraction(divisor, shared)
    if base < 1:
        base, factor = 1 / base, -factor
    whole = abs(factor.numerator)
    if factor.denominator == 1 and whole < 7 and base**whole <= 100:
        base, factor = base**whole, factor / whole
    return [(base, factor)]


def _scaled(product: Powers, factor: Rational, log: str) -> str:
    """A product in an exponent, times the size of a number."""
    atoms = [_kept_atom(atom, power, log) for atom, power in product]
    factor = abs(Fraction(factor))
    if factor.numerator != 1 or not atoms:
        atoms.insert(0, str(factor.numerator))
    return " * ".join(atoms) + (f" / {factor.denominator}" if factor.denominator > 1 else "")


def _bracketed(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _kept_atom(atom: Atom, power: Rational, log: str) -> str:
    name, level = atom
    shown = f"{log}({name})" if level else name
    return shown if power == 1 else f"{shown}^{_number(power)}"
