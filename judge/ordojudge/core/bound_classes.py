"""The few classes that data sets and models tell apart, and the one that a bound falls into."""

from enum import StrEnum

from ordojudge.core.bound_terms import Bound, Powers, Rational, Term, value


class ComplexityClass(StrEnum):
    """Collapsed classes in order of growth, by the names that labelled data sets use."""

    CONSTANT = "constant"
    LOGN = "logn"
    LINEAR = "linear"
    NLOGN = "nlogn"
    QUADRATIC = "quadratic"
    CUBIC = "cubic"
    """Every polynomial above quadratic."""

    EXPONENTIAL = "exponential"
    """Everything above polynomials, factorials included."""

    @property
    def rank(self) -> int:
        """Position in order of growth, from 0."""
        return _RANKS[self]


_RANKS = {member: rank for rank, member in enumerate(ComplexityClass)}


def class_of(bound: Bound) -> ComplexityClass:
    """The smallest class that covers a bound once every variable is n.

    A logarithm counts next to n and alone: n log² n is nlogn, but n² log n quadratic.
    What lies between, such as sqrt(n), falls into the next class above.
    An iterated logarithm counts alone only, an inverse Ackermann function not at all.
    """
    return max((_class_of_term(term) for term in bound.terms), key=lambda member: member.rank)


def _class_of_term(term: Term) -> ComplexityClass:
    exponential, power, log, slower = _collapsed(term)
    if exponential > 0:
        return ComplexityClass.EXPONENTIAL
    if power <= 0 or exponential < 0:
        grows = not exponential and power == 0 and (log, slower) > (0, 0)
        return ComplexityClass.LOGN if grows else ComplexityClass.CONSTANT
    if power > 2:
        return ComplexityClass.CUBIC
    if power > 1:
        return ComplexityClass.QUADRATIC
    return ComplexityClass.NLOGN if power == 1 and log > 0 else ComplexityClass.LINEAR


def _collapsed(term: Term) -> tuple[float, Rational, Rational, Rational]:
    """With n for every variable: growth of the exponent, then powers of n, log n and log log n."""
    rates: dict[tuple[Rational, Rational], float] = {}
    for powers, rate in term.exponent:
        size = _degree(powers, 0), _degree(powers, 1)
        rates[size] = rates.get(size, 0.0) + value(rate)
    exponential = next((rate for _, rate in sorted(rates.items(), reverse=True) if rate), 0.0)
    power, log = _degree(term.powers, 0), _degree(term.powers, 1)
    slower = _degree(term.powers, 2) or _degree(term.powers, 3)
    for arguments, count in term.minima:
        least = min(max(map(_collapsed, argument.terms)) for argument in arguments)
        exponential += least[0] * float(count)
        power += least[1] * count
        log += least[2] * count
        slower += least[3] * count
    return exponential, power, log, slower


def _degree(powers: Powers, level: int) -> Rational:
    return sum(power for (_, taken), power in powers if taken == level)
