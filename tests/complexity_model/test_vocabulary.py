"""Which features the trees look at."""

from typing import Any

import pytest

pytest.importorskip("scipy", reason="the extra `train` is not installed")
vocabulary: Any = pytest.importorskip("ordojudge_complexity.vocabulary")

FOUND = [
    {"for": 1, "x": 2, "~heap": 1, "=lines": 7, "§n": 1, "¤A.push": 1, "= x": 3},
    {"for": 1, "=lines": 3, "=": 2, "§n": 1, "¦en:i1": 1, "¤A.push": 2},
    {"for": 2, "~heap": 1, "=lines": 3, "¦en:i1": 1},
]


def names(problems: str = "abc", *, words: int = 9, paths: int = 9) -> set[str]:
    limits = {"": words, "~": 9, "¤": 9, "¦": paths}
    return set(vocabulary.vocabulary_of(FOUND, list(problems), in_problems=2, most=limits))


def test_rare_parts_and_paths_are_left_out_but_not_words() -> None:
    assert names() == {"=lines", "§n", "~heap", "¤A.push", "¦en:i1", "for", "x", "= x", "="}


def test_problems_count_not_programs() -> None:
    assert names("aab") == {"=lines", "~heap", "¦en:i1", "for", "x", "= x", "="}


def test_a_group_keeps_what_the_most_problems_have() -> None:
    assert names(words=1) & {"for", "x", "= x", "="} == {"for"}
    assert "¦en:i1" in names(paths=1)
    assert "¦en:i1" not in names(paths=0)


def test_a_program_is_a_row_of_its_features() -> None:
    matrix = vocabulary.matrix_of(FOUND, {"for": 0, "x": 1, "¤A.push": 2})
    assert matrix.toarray().tolist() == [[1, 2, 1], [1, 0, 2], [2, 0, 0]]
