"""Which of two bounds grows faster, given what is known of their variables.

``better`` and ``worse`` need two proofs: that one bound covers the other, and a direction in which
the other fails to cover it. What has neither is ``incomparable``.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise, permutations, product

from ordojudge.core.bound_classes import class_of
from ordojudge.core.bound_directions import outgrows
from ordojudge.core.bound_facts import Facts, Inequality, Symbols, relevant, symbols_for
from ordojudge.core.bound_replacing import renamed, substituted, without_logarithms
from ordojudge.core.bound_terms import (
    ONE,
    Atom,
    Bound,
    Exponent,
    Powers,
    Rational,
    Term,
    Unit,
    bound_of,
    covers,
    multiplied,
    raised,
    sorted_exponent,
    sorted_powers,
    times,
)
from ordojudge.core.errors import BoundError

_MAX_PARTS = 128
_MAX_MINIMA = 3


class Relation(StrEnum):
    """How a candidate's bound relates to the target."""

    BETTER = "better"
    EQUAL = "equal"
    WORSE = "worse"
    INCOMPARABLE = "incomparable"


class Policy(StrEnum):
    """What counts as the same growth."""

    STRICT = "strict"
    """Constant factors only."""

    UP_TO_LOGS = "up_to_logs"
    """Factors that are logarithms too."""

    BY_CLASS = "by_class"
    """Whatever falls into the same collapsed class, with n for every variable."""


NO_FACTS = Facts()


def compare(
    candidate: Bound, target: Bound, *, facts: Facts = NO_FACTS, policy: Policy = Policy.STRICT
) -> Relation:
    """How the candidate's bound relates to the target by growth.

    A relation other than incomparable is proven under the facts; with few exceptions, listed in
    the documentation, one that holds is also found.

    Args:
        candidate: The bound of the solution judged; its variables are renamed as the facts say.
        target: The bound to meet.
        facts: What is declared of the variables.
        policy: What counts as the same growth.
    """
    try:
        if facts.names:
            candidate = renamed(candidate, facts.names)
        if facts.replaced:
            candidate = substituted(candidate, facts.replaced)
            target = substituted(target, facts.replaced)
        if policy is Policy.UP_TO_LOGS:
            candidate, target = without_logarithms(candidate), without_logarithms(target)
    except BoundError:  # nothing certain is left, e.g. of n^k with k a constant
        return Relation.EQUAL if candidate == target else Relation.INCOMPARABLE
    if policy is Policy.BY_CLASS:
        return _by_class(candidate, target)
    if candidate == target:
        return Relation.EQUAL
    return _Comparison(candidate, target, facts).relation()


def _by_class(candidate: Bound, target: Bound) -> Relation:
    ranks = class_of(candidate).rank, class_of(target).rank
    if ranks[0] == ranks[1]:
        return Relation.EQUAL
    return Relation.BETTER if ranks[0] < ranks[1] else Relation.WORSE


class _Comparison:
    """Two bounds, and the facts that reach their variables."""

    def __init__(self, candidate: Bound, target: Bound, facts: Facts) -> None:
        self._candidate, self._target = candidate, target
        self._variables = candidate.variables | target.variables
        self._facts = relevant(self._variables, facts.inequalities)
        self._exponential = _has_exponent(candidate) or _has_exponent(target)
        # Constant factors count in exponents, so that only exact facts may be used for them.
        self._certain = (
            tuple(fact for fact in self._facts if fact.exact) if self._exponential else self._facts
        )

    def relation(self) -> Relation:
        """The relation that proofs and examples together leave; cheap ones are tried first."""
        one, other = self._candidate, self._target
        within, beyond = self._is_covered(one, other), self._is_covered(other, one)
        if within and beyond:
            return Relation.EQUAL
        if within:
            return self._one_sided(one, other, Relation.BETTER)
        if beyond:
            return self._one_sided(other, one, Relation.WORSE)
        above, below = self._is_outgrown(one, other), self._is_outgrown(other, one)
        within = not above and self._is_covered_in_every_order(one, other)
        beyond = not below and self._is_covered_in_every_order(other, one)
        if within and beyond:
            return Relation.EQUAL
        if within and below:
            return Relation.BETTER
        return Relation.WORSE if beyond and above else Relation.INCOMPARABLE

    def _one_sided(self, smaller: Bound, larger: Bound, strict: Relation) -> Relation:
        """The relation of two, the first of which is covered by the second."""
        if self._is_outgrown(larger, smaller):
            return strict
        if self._is_covered_in_every_order(larger, smaller):
            return Relation.EQUAL
        return Relation.INCOMPARABLE

    def _is_outgrown(self, larger: Bound, smaller: Bound) -> bool:
        """Whether the facts leave a direction in which one leaves the other behind."""
        symbols = symbols_for(self._variables, self._facts)
        if symbols is None:
            return False
        inexact = tuple(fact for fact in self._facts if not fact.exact)
        return outgrows(larger, smaller, symbols, inexact)

    def _is_covered(self, smaller: Bound, larger: Bound) -> bool:
        """Whether one is proven to be at most a constant times the other, term by term."""
        if covers(larger, smaller):
            return True
        by_cases = self._certain or _has_minima(smaller) or _has_minima(larger)
        return bool(by_cases) and self._covered_by_cases(smaller, larger, self._certain)

    def _is_covered_in_every_order(self, smaller: Bound, larger: Bound) -> bool:
        """The same for each order of the variables: proves n·m ≤ n² + m², as no one term does."""
        return 2 <= len(self._variables) <= 3 and all(
            self._covered_by_cases(smaller, larger, tuple(sorted({*self._certain, *chain})))
            for chain in _chains(self._variables)
        )

    def _covered_by_cases(
        self, smaller: Bound, larger: Bound, facts: tuple[Inequality, ...]
    ) -> bool:
        """Split by which argument of each minimum is the least."""
        minima = sorted(
            {arguments for term in (*smaller.terms, *larger.terms) for arguments, _ in term.minima}
        )
        if not minima:
            return _covered(smaller, larger, self._variables, facts)
        if len(minima) > _MAX_MINIMA:
            return False
        arguments = minima[0]
        return all(
            self._covered_by_cases(
                _chosen(smaller, arguments, index),
                _chosen(larger, arguments, index),
                tuple(sorted({*facts, *_least(arguments, index, exact=not self._exponential)})),
            )
            for index in range(len(arguments))
        )


def _has_exponent(bound: Bound) -> bool:
    return any(
        term.exponent or any(any(map(_has_exponent, arguments)) for arguments, _ in term.minima)
        for term in bound.terms
    )


def _has_minima(bound: Bound) -> bool:
    return any(term.minima for term in bound.terms)


@lru_cache(256)
def _chains(variables: frozenset[str]) -> list[list[Inequality]]:
    """All orders of the variables, each as the inequalities that say it."""
    return [
        [Inequality(tuple(sorted({a: -1, b: 1}.items())), True) for a, b in pairwise(order)]
        for order in permutations(sorted(variables))
    ]


def _chosen(bound: Bound, arguments: tuple[Bound, ...], index: int) -> Bound:
    """The bound with one argument in the place of a minimum."""
    terms: list[Term] = []
    for term in bound.terms:
        count = dict(term.minima).get(arguments, 0)
        if not count:
            terms.append(term)
            continue
        rest = term._replace(minima=tuple(one for one in term.minima if one[0] != arguments))
        terms.extend(multiplied(Bound((rest,)), raised(arguments[index], count)).terms)
    return bound_of(terms)


def _least(arguments: tuple[Bound, ...], index: int, *, exact: bool) -> Iterator[Inequality]:
    """What it means for one argument to be the least, as far as products of powers say it.

    Constants of the arguments are gone, so that none of this may be used for exponentials.
    """
    if not exact:
        return
    for other in arguments[:index] + arguments[index + 1 :]:
        if len(other.terms) != 1 or not _is_plain(other.terms[0]):
            continue
        for term in arguments[index].terms:
            if _is_plain(term):
                powers = times(other.terms[0].powers, term.powers, -1)
                yield Inequality(tuple((name, power) for (name, _), power in powers), True)


def _is_plain(term: Term) -> bool:
    return not (term.exponent or term.minima or any(level for (_, level), _ in term.powers))


# --- in symbols


def _covered(
    smaller: Bound, larger: Bound, variables: frozenset[str], facts: tuple[Inequality, ...]
) -> bool:
    if not facts:
        return covers(larger, smaller)
    symbols = symbols_for(variables, facts)
    if symbols is None:
        return covers(larger, smaller)
    factor = _divided_logarithms((*smaller.terms, *larger.terms), symbols)
    try:
        if factor != ONE:
            smaller, larger = multiplied(smaller, factor), multiplied(larger, factor)
        below, above = _in_symbols(smaller, symbols), _in_symbols(larger, symbols)
    except BoundError:
        return covers(larger, smaller)
    supports = {frozenset(symbol for symbol, _ in parts) for parts in symbols.values()}
    return covers(above, below, supports)


def _divided_logarithms(terms: tuple[Term, ...], symbols: Symbols) -> Bound:
    """What to multiply both sides by, so that no log of a product of symbols is a divisor."""
    powers: dict[Atom, Rational] = {}
    for term in terms:
        for (name, level), power in term.powers:
            if level and power < 0 and len(symbols[name]) > 1:
                powers[name, level] = max(powers.get((name, level), 0), -power)
    return Bound((Term(tuple(sorted(powers.items()))),))


def _in_symbols(bound: Bound, symbols: Symbols) -> Bound:
    """The bound over symbols: the log of a product is the largest log among its factors."""
    return Bound(tuple(part for term in bound.terms for part in _term_in_symbols(term, symbols)))


def _term_in_symbols(term: Term, symbols: Symbols) -> Iterable[Term]:
    fixed: dict[Atom, Rational] = {}
    choices: list[list[tuple[Atom, Rational]]] = []
    for (name, level), power in term.powers:
        parts = symbols[name]
        if level == 0:
            for symbol, share in parts:
                fixed[symbol, 0] = fixed.get((symbol, 0), 0) + share * power
        elif len(parts) == 1:
            atom = parts[0][0], level
            fixed[atom] = fixed.get(atom, 0) + power
        else:
            choices.append([((symbol, level), power) for symbol, _ in parts])
    exponent = _exponent_in_symbols(term.exponent, symbols) if term.exponent else ()
    if not choices:
        return (Term(sorted_powers(fixed), exponent),)
    terms: list[Term] = []
    for choice in product(*choices):
        if len(terms) >= _MAX_PARTS:
            raise BoundError(f"at most {_MAX_PARTS} products expected")
        powers = fixed.copy()
        for atom, power in choice:
            powers[atom] = powers.get(atom, 0) + power
        terms.append(Term(sorted_powers(powers), exponent))
    return terms


def _exponent_in_symbols(exponent: Exponent, symbols: Symbols) -> Exponent:
    sums: dict[Powers, dict[Unit, Rational]] = {}
    for powers, rate in exponent:
        for factors, share in _products_in_symbols(powers, symbols):
            amounts = sums.setdefault(factors, {})
            for unit, amount in rate:
                amounts[unit] = amounts.get(unit, 0) + amount * share
    return sorted_exponent(sums)


def _products_in_symbols(powers: Powers, symbols: Symbols) -> list[tuple[Powers, Rational]]:
    """A product in an exponent, where the log of a product is the sum of logs, exactly."""
    result: list[tuple[Powers, Rational]] = [((), 1)]
    for (name, level), power in powers:
        parts = symbols[name]
        if level == 0:
            factors: list[tuple[Powers, Rational]] = [
                (tuple(((symbol, 0), share * power) for symbol, share in parts), 1)
            ]
        elif level == 1 and power == 1:
            factors = [((((symbol, 1), 1),), share) for symbol, share in parts]
        else:
            raise BoundError("a logarithm in the exponent expected, not its power")
        result = [(times(a, b), x * y) for a, x in result for b, y in factors]
    return result
