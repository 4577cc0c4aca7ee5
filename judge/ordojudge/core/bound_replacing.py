"""Bounds with other bounds in place of their variables."""

from collections.abc import Mapping
from functools import reduce

from ordojudge.core.bound_terms import (
    ALPHA,
    ONE,
    STAR,
    Bound,
    Powers,
    Rate,
    Rational,
    Term,
    Unit,
    added,
    logarithm,
    minimum,
    multiplied,
    raised,
    sorted_exponent,
    times,
    variable,
)
from ordojudge.core.errors import BoundError

_DIFFERENCE_SIGN = "-"


def difference_name(left: str, right: str) -> str:
    """The name of the variable that stands for a difference of two."""
    return f"{left}{_DIFFERENCE_SIGN}{right}"


def difference_parts(name: str) -> tuple[str, str] | None:
    """The two variables whose difference a variable stands for, if it is one."""
    left, sign, right = name.partition(_DIFFERENCE_SIGN)
    return (left, right) if sign else None


def renamed(bound: Bound, names: Mapping[str, str]) -> Bound:
    """The bound with other names for its variables; two may get the same name.

    Raises:
        BoundError: a difference of variables vanishes.
    """
    return substituted(bound, {old: variable(new) for old, new in names.items()})


def substituted(bound: Bound, values: Mapping[str, Bound]) -> Bound:
    """The bound with other bounds in place of variables.

    Raises:
        BoundError: the result isn't certain, e.g. a constant of unknown value in an exponent.
    """
    extended = dict(values)
    for name in bound.variables:
        parts = difference_parts(name)
        if parts and not values.keys().isdisjoint(parts):
            extended[name] = _difference(*(values.get(part, variable(part)) for part in parts))
    if bound.variables.isdisjoint(extended):
        return bound
    return reduce(added, (_term(term, extended) for term in bound.terms))


def without_logarithms(bound: Bound) -> Bound:
    """The bound up to factors that are logarithms, or smaller; exponents stay as they are."""
    parts = []
    for term in bound.terms:
        powers = tuple((atom, power) for atom, power in term.powers if not atom[1])
        part = Bound((Term(powers, term.exponent),))
        for arguments, power in term.minima:
            least = minimum(map(without_logarithms, arguments))
            part = multiplied(part, raised(least, power))
        parts.append(part)
    return reduce(added, parts)


def _difference(left: Bound, right: Bound) -> Bound:
    if right == ONE:
        return left
    names = [_name_of(left), _name_of(right)]
    if None in names or names[0] == names[1]:
        raise BoundError("a difference of two variables expected")
    return variable(difference_name(str(names[0]), str(names[1])))


def _name_of(bound: Bound) -> str | None:
    """The variable that a bound is, if it is nothing else."""
    (term, *others) = bound.terms
    if others or term.exponent or term.minima or len(term.powers) != 1:
        return None
    (((name, level), power),) = term.powers
    return name if level == 0 and power == 1 else None


def _term(term: Term, values: Mapping[str, Bound]) -> Bound:
    result = ONE
    for (name, level), power in term.powers:
        factor = _taken(values[name], level) if name in values else variable(name, level)
        result = multiplied(result, raised(factor, power))
    for arguments, power in term.minima:
        least = minimum(substituted(argument, values) for argument in arguments)
        result = multiplied(result, raised(least, power))
    sums: dict[Powers, dict[Unit, Rational]] = {}
    for powers, rate in term.exponent:
        _add(sums, _exponent(powers, values), rate)
    exponent = sorted_exponent({powers: rate for powers, rate in sums.items() if powers})
    return multiplied(result, Bound((Term(exponent=exponent),)))


def _taken(bound: Bound, level: int) -> Bound:
    if level in (STAR, ALPHA):
        if bound == ONE:
            return ONE
        name = _name_of(bound)
        if name is None:
            raise BoundError("one variable expected")
        return variable(name, level)
    for _ in range(level):
        bound = logarithm(bound)
    return bound


def _exponent(powers: Powers, values: Mapping[str, Bound]) -> Powers:
    """Constants count in exponents: only another name, or a constant alone, can be put there."""
    result: Powers = ()
    for (name, level), power in powers:
        value = values.get(name)
        new = name if value is None else _name_of(value)
        if new is None:
            if value == ONE and len(powers) == 1:
                return ()
            raise BoundError("an exponent that stays certain expected")
        result = times(result, (((new, level), power),))
    return result


def _add(sums: dict[Powers, dict[Unit, Rational]], powers: Powers, rate: Rate) -> None:
    amounts = sums.setdefault(powers, {})
    for unit, amount in rate:
        amounts[unit] = amounts.get(unit, 0) + amount
