"""What the embedded model sees of a program: named whole numbers, the same for the same text.

Four kinds: words and their neighbours, parts of names, what reading the syntax tree came to,
and the outline that it gave in words that don't depend on names (``roles.py``).
"""

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ordojudge.analysis.reading.bound import StaticBound, static_bound
from ordojudge.analysis.reading.grammar import family_of
from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity.lexing import tokens
from ordojudge_complexity.roles import roles

__all__ = ["LARGEST_COUNT", "READ", "features"]

READ: Final = 20_000
"""Characters of a program that are looked at."""

_TOKENS: Final = 6_000
LARGEST_COUNT: Final = 20

_KEPT_NUMBERS: Final = frozenset({"0", "1", "2", "3", "26"})
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def features(source: str, language: str) -> dict[str, int]:
    """Name and value of everything that isn't zero.

    Args:
        source: Any text; comments are left out.
        language: Id of a language, such as ``cpp20``.
    """
    language = family_of(language)
    source = source[:READ]
    counts: Counter[str] = Counter()
    sequence: list[str] = []
    for kind, text in tokens(source, language):
        if len(sequence) == _TOKENS:
            break
        if kind == "word":
            text = text[:40]
            counts.update(_parts(text))
            sequence.append(text)
        elif kind == "number":
            kept = text if text in _KEPT_NUMBERS else "#" if len(text) < 4 else "##"
            sequence.append(kept)
        else:
            sequence.append("S" if kind == "string" else text)
    counts.update(sequence)
    counts.update(map(" ".join, pairwise(sequence)))
    counts.update(map(" ".join, zip(sequence, sequence[1:], sequence[2:], strict=False)))
    bound = static_bound(source, language)
    if bound is not None:
        counts.update(roles(bound))
    result = {name: min(count, LARGEST_COUNT) for name, count in counts.items()}
    lines = source.split("\n")
    result["=characters"] = len(source)
    result["=lines"] = len(lines)
    result["=indent"] = max(len(line) - len(line.lstrip()) for line in lines)
    result.update(_structure(bound))
    return result


@lru_cache(8_192)
def _parts(word: str) -> tuple[str, ...]:
    """``maxHeap`` and ``max_heap`` share their parts, whatever the language's habits."""
    return tuple("~" + part.lower() for part in _PART.findall(word) if len(part) > 1)


def _structure(bound: StaticBound | None) -> dict[str, int]:
    if bound is None:
        return {}
    result = {"§" + mark: min(count, LARGEST_COUNT) for mark, count in bound.marks.items()}
    result["§recursion:" + bound.recursion] = 1
    result["=read"] = 1
    result["=class"] = bound.complexity.rank
    result["=exponential"] = round(2 * bound.cost.exponential)
    result["=power"] = round(2 * bound.cost.power)
    result["=log"] = round(2 * bound.cost.log)
    result["=depth"] = bound.depth
    result["=partial"] = int(bound.partial)
    result[f"§class:{bound.complexity}"] = 1
    return result


CLASSES: Final = tuple(ComplexityClass)
