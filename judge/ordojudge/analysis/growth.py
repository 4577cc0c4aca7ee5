"""What a bound comes to at given sizes, to be held against measured costs."""

import math
from collections.abc import Mapping

from ordojudge.core.bound_replacing import substituted
from ordojudge.core.bound_terms import ALPHA, STAR, Atom, Bound, Powers, Term, value
from ordojudge.core.bounds import Facts, Relation, compare
from ordojudge.core.errors import AnalyserError

_LEAST = 2.0
"""Sizes below it count as this, so that every logarithm of one is positive."""


def log_of(bound: Bound, sizes: Mapping[str, float]) -> float:
    """The natural logarithm of a bound's value, but for a constant.

    Args:
        sizes: What each of its variables is.

    Raises:
        AnalyserError: a variable has no size.
    """
    logs = [_log_of_term(term, sizes) for term in bound.terms]
    largest = max(logs)
    return largest + math.log(sum(math.exp(log - largest) for log in logs))


def log_at(bound: Bound, size: float, *, variables: Mapping[str, float]) -> float:
    """The natural logarithm of a bound's value on an input, whose size is a single variable that isn't known.

    Args:
        variables: What the input's variables are, as far as they are said.

    Raises:
        AnalyserError: a variable has no size.
    """
    unnamed = bound.variables - variables.keys()
    if len(bound.variables) == 1 and unnamed:
        return log_of(bound, {next(iter(unnamed)): size})
    return log_of(bound, variables)


def under_facts(bound: Bound, facts: Facts) -> Bound:
    """A bound in the variables that matter: without what is constant, equals another, or is never the larger.

    Under ``m <= n``, O(n + m) is O(n), so that nobody needs to know m.
    """
    bound = substituted(bound, facts.replaced)
    for term in bound.terms:
        others = Bound(tuple(each for each in bound.terms if each != term))
        if others.terms and compare(Bound((term,)), others, facts=facts) in (
            Relation.BETTER,
            Relation.EQUAL,
        ):
            bound = others
    return bound


def _log_of_term(term: Term, sizes: Mapping[str, float]) -> float:
    total = _log_of_product(term.powers, sizes)
    for product, rate in term.exponent:
        total += value(rate) * math.exp(_log_of_product(product, sizes))
    for arguments, power in term.minima:
        total += float(power) * min(log_of(argument, sizes) for argument in arguments)
    return total


def _log_of_product(powers: Powers, sizes: Mapping[str, float]) -> float:
    return sum(float(power) * math.log(_atom(atom, sizes)) for atom, power in powers)


def _atom(atom: Atom, sizes: Mapping[str, float]) -> float:
    name, level = atom
    if level in (STAR, ALPHA):
        return 1.0
    if name not in sizes:
        raise AnalyserError(f"the size of {name!r} isn't known for generated inputs")
    size = max(sizes[name], _LEAST)
    for _ in range(level):
        size = max(math.log(size), math.log(_LEAST))
    return size
