"""What the model sees of a program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.analysis.reading.bound import static_bound
from ordojudge_complexity.features import LARGEST_COUNT, READ, features

SOURCE = (
    "def f(maxHeap):\n    for x in maxHeap:\n        total_sum = x * 26 + 12345\n    return 'a'\n"
)


def test_words_runs_and_parts_are_counted() -> None:
    found = features(SOURCE, "python")
    assert found["for"] == 1
    assert found["for x in"] == 1
    assert found["~heap"] == found["~max"] == 2
    assert found["~sum"] == 1
    assert found["x * 26"] == 1
    assert found["##"] == 1
    assert found["return S"] == 1


def test_the_syntax_tree_is_among_them() -> None:
    found = features(SOURCE, "python")
    assert found["=read"] == 1
    assert found["=power"] == 2
    assert found["§n"] == 1
    assert found["§class:linear"] == 1


def test_a_language_without_a_grammar_has_words_alone() -> None:
    found = features("(define (f x) (* x 2))", "racket")
    assert "=read" not in found
    assert found["define"] == 1


def test_comments_say_nothing() -> None:
    with_comment = features("x = 1  # quadratic\n", "python")
    assert "quadratic" not in with_comment
    assert "~quadratic" not in with_comment


def test_the_same_text_has_the_same_features() -> None:
    first = features(SOURCE, "python")
    static_bound.cache_clear()
    assert features(SOURCE, "python") == first
    assert features(SOURCE, "python3") == first


def test_counts_and_text_are_cut_off() -> None:
    found = features("x = x + 1\n" * READ, "python")
    assert found["x"] == LARGEST_COUNT
    assert found["=characters"] == READ


@given(text=st.text(max_size=300), language=st.sampled_from(["python", "cpp", "rust", "cobol"]))
def test_any_text_has_features(text: str, language: str) -> None:
    assert all(isinstance(value, int) for value in features(text, language).values())


@pytest.mark.parametrize("source", ["", " ", "\n"])
def test_an_empty_text_has_features(source: str) -> None:
    assert features(source, "python")["=characters"] == len(source)
