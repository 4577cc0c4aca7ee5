"""What a written bound means: from a tree of operations to a normalised bound.

Outside of exponents constant factors fall away as soon as they are met.
Inside of them they are kept exactly, as rational multiples of logarithms of primes.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from ordojudge.core.bound_replacing import difference_name
from ordojudge.core.bound_syntax import Node
from ordojudge.core.bound_terms import (
    ALPHA,
    IRRATIONAL,
    MAX_POWER,
    MAX_RATE,
    ONE,
    STAR,
    Bound,
    Powers,
    Rational,
    Term,
    Unit,
    added,
    at_most,
    bound_of,
    logarithm,
    minimum,
    multiplied,
    raised,
    sorted_exponent,
    tidy,
    times,
    value,
    variable,
)
from ordojudge.core.errors import BoundError

Sum: TypeAlias = dict[Powers, dict[int, Rational]]
"""A sum that keeps its constants: per product of atoms, rational multiples of 1 / (ln 2)^k."""

_MAX_BASE = 1_000_000
_MAX_NUMBER_POWER = 64
_MAX_SUM = 16

_E = (0, 0)
_GOLDEN = frozenset(("phi", "φ"))


def growth(tree: Node) -> Bound:
    """The bound that a tree stands for.

    Raises:
        BoundError: it has no growth that a sum of terms can express; the message says where.
    """
    try:
        return _READERS[tree.kind](tree)
    except BoundError as error:
        if error.at is not None:
            raise
        raise BoundError(error.message, at=tree.at) from None


def is_exact_product(tree: Node) -> bool:
    """Whether a tree is one product without a constant factor, so that `<=` is meant exactly."""
    try:
        kept = _kept(tree)
    except BoundError:
        return False
    return list(kept.values()) == [{0: 1}]


def constant(tree: Node) -> Fraction | None:
    """The number that a tree without variables stands for, if it is a rational one."""
    numbers = [constant(part) for part in tree.parts]
    if tree.kind == "number":
        return tree.number
    if None in numbers or tree.kind in ("variable", "log", "star", "alpha", "exp", "factorial"):
        return None
    known = [number for number in numbers if number is not None]
    match tree.kind, known:
        case "add", _:
            return sum(known, Fraction(0))
        case "subtract", [a, b]:
            return a - b
        case "negate", [a]:
            return -a
        case "multiply", _:
            return reduce(lambda a, b: _limited(a * b, tree), known)
        case "divide", [a, b]:
            if not b:
                raise BoundError("a divisor other than 0 expected", at=tree.at)
            return _limited(a / b, tree)
        case "power", [a, b]:
            if b.denominator != 1 or abs(b) > _MAX_NUMBER_POWER or (not a and b <= 0):
                return None
            return _limited(a ** int(b), tree)
        case "max", _:
            return max(known)
        case "min", _:
            return min(known)
        case _:
            return known[0]


def _limited(number: Fraction, tree: Node) -> Fraction:
    if max(abs(number.numerator), number.denominator).bit_length() > 256:
        raise BoundError("numbers of a usual size expected", at=tree.at)
    return number


# --- outside of exponents


def _number(tree: Node) -> Bound:
    if not tree.number:
        raise BoundError("a bound of at least a constant expected, not 0", at=tree.at)
    return ONE


def _variable(tree: Node) -> Bound:
    return variable(tree.name)


def _sum(tree: Node) -> Bound:
    return reduce(added, map(growth, tree.parts))


def _subtract(tree: Node) -> Bound:
    number = constant(tree)
    if number is not None and number > 0:
        return ONE
    left, right = map(growth, tree.parts)
    if all(any(_outweighs(a, b) for a in left.terms) for b in right.terms):
        return left
    names = [part.name for part in tree.parts if part.kind == "variable"]
    if len(names) == 2 and names[0] != names[1]:
        return variable(difference_name(*names))
    raise BoundError("a difference with a certain growth expected", at=tree.at)


def _outweighs(term: Term, other: Term) -> bool:
    """Whether the first stays of its order when the second is taken away."""
    if term.minima or other.minima:
        return False
    return at_most(other, term) and not at_most(term, other)


def _negate(tree: Node) -> Bound:
    raise BoundError("a bound that grows expected, not a negative one", at=tree.at)


def _multiply(tree: Node) -> Bound:
    return reduce(multiplied, map(growth, tree.parts))


def _divide(tree: Node) -> Bound:
    left, right = map(growth, tree.parts)
    return multiplied(left, raised(right, -1))


def _power(tree: Node) -> Bound:
    base, exponent = tree.parts
    power = constant(exponent)
    if power is None:
        power = _constant_log(exponent)
    if power is None:
        return _exponential(base, exponent)
    if abs(power) > MAX_POWER or power.denominator > IRRATIONAL:
        raise BoundError(f"an exponent of at most {MAX_POWER} expected", at=exponent.at)
    return raised(growth(base), tidy(power)) if power else ONE


def _constant_log(tree: Node) -> Fraction | None:
    """The exponent of n^(log_2 7), to 12 digits; it is printed as the logarithm again."""
    number = constant(tree.parts[0]) if tree.kind == "log" and len(tree.parts) == 1 else None
    if number is None:
        return None
    if not 1 < number <= _MAX_BASE:
        raise BoundError(f"log of a number above 1, at most {_MAX_BASE}, expected", at=tree.at)
    base = math.e if tree.name == "e" else float(Fraction(tree.name or 2))
    return Fraction(math.log(number) / math.log(base)).limit_denominator(IRRATIONAL)


def _log(tree: Node) -> Bound:
    result = logarithm(growth(tree.parts[0]))
    if len(tree.parts) == 2:  # log to the base k
        result = multiplied(result, raised(logarithm(growth(tree.parts[1])), -1))
    return result


def _slow(tree: Node) -> Bound:
    argument = growth(tree.parts[0])
    terms = argument.terms
    if len(terms) != 1 or len(terms[0].powers) != 1 or terms[0].exponent or terms[0].minima:
        raise BoundError("one variable expected", at=tree.parts[0].at)
    ((name, level), _), *_ = terms[0].powers
    if level:
        raise BoundError("one variable expected", at=tree.parts[0].at)
    return variable(name, STAR if tree.kind == "star" else ALPHA)


def _minimum(tree: Node) -> Bound:
    return minimum(map(growth, tree.parts))


def _round(tree: Node) -> Bound:
    return growth(tree.parts[0])


def _exp(tree: Node) -> Bound:
    return _of_exponent(_kept(tree.parts[0]), {_E: 1}, tree)


def _factorial(tree: Node) -> Bound:
    """By Stirling: x! is e^(x ln x - x) · sqrt(x); the constant c of (x + c)! gives x^c."""
    (argument,) = tree.parts
    if constant(argument) is not None:
        return ONE
    kept = _kept(argument)
    shift = kept.pop((), {}).get(0, 0)
    if len(kept) == 1:
        ((powers, amounts),) = kept.items()
        if set(amounts) == {0} and all(a[1] == 0 and q > 0 for a, q in powers):
            amount = Fraction(amounts[0])
            if amount > 0 and Fraction(shift).denominator == 1 and -MAX_POWER <= shift <= MAX_POWER:
                sums: dict[Powers, dict[Unit, Rational]] = {powers: {_E: -amount}}
                for unit, power in _logarithm_of(amount, tree).items():
                    sums[powers][unit] = power * amount
                for (name, _), power in powers:
                    sums[times(powers, (((name, 1), 1),))] = {_E: amount * power}
                _check_exponent(powers, sums[powers], tree)
                scale = Term(powers=times((), powers, Fraction(1, 2) + shift))
                return bound_of([scale._replace(exponent=sorted_exponent(sums))])
    raise BoundError("the factorial of one product expected", at=tree.at)


# --- exponents


def _exponential(base: Node, exponent: Node) -> Bound:
    if exponent.kind in ("max", "min") and len(exponent.parts) > 1:
        powers = [_exponential(base, part) for part in exponent.parts]
        return reduce(added, powers) if exponent.kind == "max" else minimum(powers)
    while exponent.kind == "round":
        exponent = exponent.parts[0]
    rates, logs = _base(base)
    kept = _kept(exponent)
    result = _of_exponent(kept, rates, exponent) if rates else ONE
    for name, power in logs:
        scaled = {
            times(powers, (((name, 1), 1),)): {twos: x * power for twos, x in amounts.items()}
            for powers, amounts in kept.items()
        }
        result = multiplied(result, _of_exponent(scaled, {_E: 1}, exponent))
    return result


def _base(base: Node) -> tuple[dict[Unit, Rational], list[tuple[str, Rational]]]:
    """The logarithm of a base: that of its constant, and of its variables."""
    number = constant(base)
    if number is not None:
        if number <= 1:
            raise BoundError("a base above 1 expected", at=base.at)
        return _logarithm_of(number, base), []
    if base.kind == "variable" and base.name == "e":
        return {_E: 1}, []
    if base.kind == "variable" and base.name in _GOLDEN:
        raise BoundError("a number as the base expected, such as 1.618", at=base.at)
    kept = _kept(base)
    if len(kept) == 1:
        ((powers, amounts),) = kept.items()
        if set(amounts) == {0} and amounts[0] > 0 and all(a[1] == 0 for a, _ in powers):
            logs = [(name, power) for (name, _), power in powers]
            return _logarithm_of(Fraction(amounts[0]), base), logs
    raise BoundError("one product as the base of an exponential expected", at=base.at)


def _logarithm_of(number: Fraction, tree: Node) -> dict[Unit, Rational]:
    """ln of a rational number, by its primes."""
    result: dict[Unit, Rational] = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        if part > _MAX_BASE:
            raise BoundError(f"a base of at most {_MAX_BASE} expected", at=tree.at)
        divisor = 2
        while part > 1:
            if divisor * divisor > part:
                divisor = part
            while part % divisor == 0:
                part //= divisor
                result[divisor, 0] = result.get((divisor, 0), 0) + sign
            divisor += 1
    return result


def _of_exponent(kept: Sum, rates: Mapping[Unit, Rational], tree: Node) -> Bound:
    """e^(kept · rates), where what is a power after all becomes one: 2^(log n) is n."""
    sums: dict[Powers, dict[Unit, Rational]] = {}
    powers_of: dict[tuple[str, int], Rational] = {}
    for powers, amounts in kept.items():
        if not powers:
            continue
        units: dict[Unit, Rational] = {}
        for twos, amount in amounts.items():
            for (prime, already), rate in rates.items():
                unit = (0, already + twos - 1) if prime == 2 and twos else (prime, already + twos)
                units[unit] = units.get(unit, 0) + amount * rate
        atom, power = powers[0]
        if len(powers) == 1 and power == 1 and atom[1]:
            exact = units.get(_E, 0) if set(units) <= {_E} else None
            # An irrational power is kept to 12 digits, and printed as the logarithm it is.
            powers_of[atom[0], atom[1] - 1] = (
                Fraction(value(units.items())).limit_denominator(IRRATIONAL)
                if exact is None
                else exact
            )
        else:
            _check_exponent(powers, units, tree)
            sums[powers] = units
    if not all(-MAX_POWER <= power <= MAX_POWER for power in powers_of.values()):
        raise BoundError(f"an exponent of at most {MAX_POWER} expected", at=tree.at)
    term = Term(tuple(sorted((a, tidy(q)) for a, q in powers_of.items() if q)))
    return bound_of([term._replace(exponent=sorted_exponent(sums))])


def _check_exponent(powers: Powers, units: Mapping[Unit, Rational], tree: Node) -> None:
    """Refuse what could not be printed: logarithms of logarithms and of several bases."""
    logs = sum(power for (_, level), power in powers if level == 1)
    if any(level > 1 for (_, level), _ in powers):
        raise BoundError("no logarithm of a logarithm in a longer exponent expected", at=tree.at)
    if any(max(abs(x.numerator), x.denominator) > MAX_RATE for x in units.values()):
        raise BoundError("numbers of a usual size in the exponent expected", at=tree.at)
    if any(twos not in (0, logs - (not prime)) for prime, twos in units):
        raise BoundError("logarithms to one base in an exponent expected", at=tree.at)


def _kept(tree: Node) -> Sum:
    """The sum that a tree stands for, its constants kept."""
    number = constant(tree)
    if number is not None:
        return {(): {0: tidy(number)}} if number else {}
    if tree.kind == "variable":
        return {(((tree.name, 0), 1),): {0: 1}}
    parts = [_kept(part) for part in tree.parts] if tree.kind in _KEPT else []
    match tree.kind:
        case "negate":
            return _kept_sum({}, parts[0], -1, tree)
        case "add":
            return reduce(lambda a, b: _kept_sum(a, b, 1, tree), parts)
        case "subtract":
            return _kept_sum(parts[0], parts[1], -1, tree)
        case "multiply":
            return reduce(lambda a, b: _kept_product(a, b, tree), parts)
        case "divide":
            return _kept_product(parts[0], _kept_power(parts[1], Fraction(-1), tree), tree)
        case "power":
            exponent = constant(tree.parts[1])
            if exponent is not None and abs(exponent) <= MAX_POWER:
                return _kept_power(parts[0], exponent, tree)
        case "log":
            return _kept_log(tree)
        case _:
            pass
    raise BoundError("a sum of products in the exponent expected", at=tree.at)


_KEPT = frozenset(("negate", "add", "subtract", "multiply", "divide", "power"))


def _kept_sum(left: Sum, right: Sum, factor: Rational, tree: Node) -> Sum:
    result = {powers: dict(amounts) for powers, amounts in left.items()}
    for powers, amounts in right.items():
        into = result.setdefault(powers, {})
        for twos, amount in amounts.items():
            into[twos] = into.get(twos, 0) + amount * factor
    if len(result) > _MAX_SUM:
        raise BoundError(f"at most {_MAX_SUM} terms in an exponent expected", at=tree.at)
    cleaned = {
        powers: {k: tidy(x) for k, x in amounts.items() if x} for powers, amounts in result.items()
    }
    return {powers: amounts for powers, amounts in cleaned.items() if amounts}


def _kept_product(left: Sum, right: Sum, tree: Node) -> Sum:
    result: Sum = {}
    for powers, amounts in left.items():
        for others, factors in right.items():
            term = {
                times(powers, others): {
                    a + b: x * y for a, x in amounts.items() for b, y in factors.items()
                }
            }
            result = _kept_sum(result, term, 1, tree)
    return result


def _kept_power(base: Sum, exponent: Fraction, tree: Node) -> Sum:
    if exponent.denominator == 1 and 0 < exponent <= 4:
        result = base
        for _ in range(int(exponent) - 1):
            result = _kept_product(result, base, tree)
        return result
    if len(base) == 1:
        ((powers, amounts),) = base.items()
        if len(amounts) == 1:
            ((twos, amount),) = amounts.items()
            if amount == 1 and (not twos or exponent.denominator == 1):
                return {times((), powers, exponent): {int(twos * exponent): 1}}
            if exponent.denominator == 1 and not twos:
                number = _limited(Fraction(amount) ** int(exponent), tree)
                return {times((), powers, exponent): {0: number}}
    raise BoundError("a power of one product in the exponent expected", at=tree.at)


def _kept_log(tree: Node) -> Sum:
    """A logarithm in an exponent: to the base 2 if no base is written."""
    inner = _kept(tree.parts[0])
    if len(tree.parts) > 1 or tree.name not in ("", "2", "e"):
        raise BoundError("log to the base 2 or e in the exponent expected", at=tree.at)
    twos = 0 if tree.name == "e" else 1
    if len(inner) == 1:
        ((powers, amounts),) = inner.items()
        if all(level <= 1 for (_, level), _ in powers) and amounts in ({0: 1}, {1: 1}):
            return {(((name, level + 1), 1),): {twos: power} for (name, level), power in powers}
    raise BoundError("log of one product in the exponent expected", at=tree.at)


_READERS = {
    "number": _number,
    "variable": _variable,
    "add": _sum,
    "max": _sum,
    "subtract": _subtract,
    "negate": _negate,
    "multiply": _multiply,
    "divide": _divide,
    "power": _power,
    "factorial": _factorial,
    "log": _log,
    "star": _slow,
    "alpha": _slow,
    "min": _minimum,
    "exp": _exp,
    "round": _round,
}
