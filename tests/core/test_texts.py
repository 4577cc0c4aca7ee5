"""Texts that stand for bytes: there and back, whole and in pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core import texts
from ordojudge.core.errors import ProblemError
from ordojudge.core.texts import PIECE, from_bytes, in_pieces, to_bytes


@given(st.binary(max_size=40))
def test_every_byte_string_comes_back(data: bytes) -> None:
    assert to_bytes(from_bytes(data)) == data


@given(data=st.binary(max_size=40), size=st.integers(1, 9))
def test_pieces_make_up_the_whole(data: bytes, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "PIECE", size)
        assert b"".join(in_pieces(from_bytes(data))) == data


@pytest.mark.parametrize("place", [0, 3, PIECE - 1, PIECE, PIECE + 7], ids=str)
def test_a_character_that_stands_for_no_byte_is_named_by_its_place(place: int) -> None:
    text = "a" * place + "\ud800" + "a"
    for convert in (to_bytes, lambda text, place: list(in_pieces(text, place=place))):
        with pytest.raises(
            ProblemError, match=rf"^tests: 1: character {place} is the lone surrogate U\+D800"
        ):
            convert(text, place="tests: 1")
