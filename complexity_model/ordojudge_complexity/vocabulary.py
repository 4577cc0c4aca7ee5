"""Which features the first step looks at, and programs as rows of a matrix of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix

from ordojudge_complexity.roles import PATH, WORD

__all__ = ["matrix_of", "vocabulary_of", "words_of"]

_WHOLE: Final = ("=", "§")
"""Groups of features that are taken whole: numbers, and marks of the syntax tree."""


def vocabulary_of(
    found: Sequence[Mapping[str, int]],
    problems: Sequence[str],
    *,
    in_problems: int,
    most: Mapping[str, int],
) -> dict[str, int]:
    """Names of features and their places: of each group those that occur in the most problems.

    Args:
        found: Features of programs.
        problems: The problem of each program.
        in_problems: Fewest problems of a feature that is neither a number nor a word of the source.
        most: Features of a group, by how their names begin; "" are words of the source and their runs.
    """
    groups: dict[str, list[str]] = {group: [] for group in (*_WHOLE, "~", WORD, PATH, "")}
    for name, count in _by_problems(found, problems):
        group = _group(name, groups)
        if group in ("", "=") or count >= in_problems:
            groups[group].append(name)
    groups["="] = [name for name in groups["="] if name[1:].isalpha()]
    names = [name for group, members in groups.items() for name in members[: most.get(group)]]
    return {name: place for place, name in enumerate(names)}


def words_of(
    found: Sequence[Mapping[str, int]], problems: Sequence[str], *, most: int
) -> tuple[dict[str, int], list[str]]:
    """Names and places of the counted features that occur in the most problems, and names of numbers.

    Args:
        found: Features of programs.
        problems: The problem of each program.
        most: Counted features.
    """
    words: list[str] = []
    numbers: list[str] = []
    for name, _ in _by_problems(found, problems):
        (numbers if name[0] == "=" and name[1:].isalpha() else words).append(name)
    return {name: place for place, name in enumerate(words[:most])}, sorted(numbers)


def _by_problems(
    found: Sequence[Mapping[str, int]], problems: Sequence[str]
) -> list[tuple[str, int]]:
    """Names of features and the problems they occur in, the most first."""
    seen: dict[str, set[str]] = defaultdict(set)
    for problem, features in zip(problems, found, strict=True):
        for name in features:
            seen[name].add(problem)
    ordered = sorted(seen, key=lambda name: (-len(seen[name]), name))
    return [(name, len(seen[name])) for name in ordered]


def _group(name: str, groups: Mapping[str, object]) -> str:
    first = name[0]
    if len(name) == 1 or first not in groups:
        return ""
    return first if first in (WORD, PATH) or " " not in name else ""


def matrix_of(found: Sequence[Mapping[str, int]], vocabulary: Mapping[str, int]) -> Any:
    """One row for each program, one column for each feature of the vocabulary."""
    columns: list[int] = []
    values: list[int] = []
    ends = [0]
    for features in found:
        row = sorted((vocabulary[n], v) for n, v in features.items() if n in vocabulary)
        columns.extend(place for place, _ in row)
        values.extend(value for _, value in row)
        ends.append(len(columns))
    shape = (len(found), len(vocabulary))
    return csr_matrix((np.array(values, np.float32), np.array(columns), np.array(ends)), shape)
