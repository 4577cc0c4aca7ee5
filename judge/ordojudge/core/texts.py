"""Texts that stand for bytes: every byte string has exactly one text, and the way back is exact.

Bytes that aren't UTF-8 become lone surrogates, U+DC80 to U+DCFF, one for each byte.
So tests stay ordinary JSON texts, and a program still gets the bytes its author meant.
"""

from collections.abc import Iterator
from typing import Final

from ordojudge.core.errors import ProblemError

PIECE: Final = 1 << 16
"""Characters that are turned into bytes at a time: few enough for the processor's cache."""


def from_bytes(data: bytes) -> str:
    """The text that stands for these bytes; never fails."""
    return data.decode("utf-8", "surrogateescape")


def to_bytes(text: str, *, place: str = "text", begin: int = 0) -> bytes:
    """The bytes a text stands for.

    Args:
        text: May hold lone surrogates, each for one byte from 0x80 up.
        place: Where the text comes from, for the message, e.g. ``tests.0.input``.
        begin: Where in that place it begins, in characters.

    Raises:
        ProblemError: a surrogate outside U+DC80 to U+DCFF, which stands for no byte.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        code_point = ord(text[error.start])
        raise ProblemError(
            f"{place}: character {begin + error.start} is the lone surrogate U+{code_point:04X}, "
            "which stands for no byte; only U+DC80 to U+DCFF do"
        ) from None


def in_pieces(text: str, *, place: str = "text") -> Iterator[bytes]:
    """As `to_bytes`, piece by piece: a long text costs less time, and no memory, that way."""
    for begin in range(0, len(text), PIECE):
        yield to_bytes(text[begin : begin + PIECE], place=place, begin=begin)
