"""Bounds that people state in comments and articles, as labels: found in prose, read, canonical.

A label that isn't certain is no label: several bounds on one program, averages next to worst cases,
bounds for each operation, and what can't be read are refused with a reason.
"""

import re
from dataclasses import dataclass
from typing import Final

from ordojudge.core.bounds import ComplexityClass, class_of, format_bound, parse_bound, renamed
from ordojudge.core.errors import BoundError

__all__ = ["LEAKED", "Label", "UnusableLabel", "bounds_in", "label_of"]

LEAKED: Final = re.compile(
    r"complexit|big[_ ]?o[_ ]"
    r"|\bO\s*\(\s*(?:1|[a-zA-Z|(]{1,3}\s*[)*+^/]|n\b|log|[0-9]+\s*\^|m\b|min|max|\d+\s*\*)"
    r"|Θ\(|linear time|quadratic|logarithmic|time limit",
    re.IGNORECASE,
)
"""What gives a bound away in a program whose comments are gone."""

_OPENING: Final = re.compile(
    r"(?<![A-Za-z0-9_\\])(?:\\?mathcal\s*\{?O\}?|~?\s*O|Θ|Theta|θ|Õ|o|Ω)\s*\("
)
_EQUAL: Final = re.compile(r"O\([^=]*\)\s*~?=\s*~?O\(")
_PER_OPERATION: Final = re.compile(r"\s*[\w ()]{2,20}:\s*O")


class UnusableLabel(ValueError):
    """What is written isn't one bound; the message is a short reason to count by."""


@dataclass(frozen=True, slots=True)
class Label:
    """A bound as a label."""

    bound: str
    """Canonical form, of a single variable always ``n``."""

    complexity: ComplexityClass


def bounds_in(text: str) -> list[str]:
    """What stands in the brackets of each O(...) in a text, in order."""
    text = text.replace("$", "").replace("`", "").replace("**", "^")
    text = re.sub(r"\\(?:left|right|bigl?|bigr?|Bigl?|Bigr?)(?![a-zA-Z])", "", text)
    found = []
    start = 0
    while match := _OPENING.search(text, start):
        depth = 0
        for position in range(match.end() - 1, len(text)):
            depth += {"(": 1, ")": -1}.get(text[position], 0)
            if not depth:
                found.append(text[match.end() : position])
                start = position + 1
                break
        else:
            break
    return found


def label_of(text: str) -> Label:
    """The one bound that a comment states.

    Raises:
        UnusableLabel: there is none, several, one for each operation, or one that can't be read.
    """
    plain = text.replace("$", "").replace("`", "")
    if _EQUAL.search(plain):
        raise UnusableLabel("equality of bounds")
    found = bounds_in(text)
    if len(found) != 1:
        raise UnusableLabel("several bounds" if found else "no bound")
    if _PER_OPERATION.match(plain):
        raise UnusableLabel("bound of one operation")
    try:
        bound = parse_bound(found[0])
        names = bound.variables
        if len(names) == 1 and names != {"n"}:
            bound = renamed(bound, dict.fromkeys(names, "n"))
        return Label(format_bound(bound), class_of(bound))
    except BoundError as error:
        raise UnusableLabel("unread") from error
