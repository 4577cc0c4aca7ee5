"""Reading the JSON texts of functions' values without trusting them.

The grammar is JSON's, plus the words ``NaN``, ``Infinity`` and ``-Infinity`` that Python writes.
Reading neither recurses nor converts huge integers, and takes small steps,
so neither depth, nor digits, nor size of an answer can stop the judge's other work.
An object that repeats a key isn't accepted as JSON, nor is a text that isn't UTF-8.
"""

import json
import math
import re
from collections.abc import Iterator

Value = None | bool | str | int | float | bytes | list["Value"] | dict[str, "Value"]
"""A JSON value; ``bytes`` is the text of a number beyond the doubles, of a NaN or an infinity."""

MAX_DEPTH = 200
"""How many lists and objects may be within each other."""

_CHUNK_BYTES = 1 << 15
_SHOWN_CHARACTERS = 40

# A string cut by the end of the scanned window, or never closed, is taken as far as it goes.
_TOKEN = re.compile(
    rb'[\[\]{},:]|"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?+\Z)|[^ \t\n\r\[\]{},:"]++', re.DOTALL
)
_MORE_OF_STRING = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_MORE_OF_WORD = re.compile(rb'[^ \t\n\r\[\]{},:"]*+')
_INTEGER = re.compile(rb"-?+(?:0|[1-9][0-9]*+)")
# No possessive group: before Python 3.11.5 one that fails keeps what it had matched, as the e of "1.5e".
_REAL = re.compile(rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_STRING_DECODER = json.JSONDecoder()

_WORDS: dict[bytes, Value] = {
    b"null": None,
    b"true": True,
    b"false": False,
    b"NaN": b"NaN",
    b"Infinity": b"Infinity",
    b"-Infinity": b"-Infinity",
}

# Longer ones exceed every double, and are kept as texts: JSON writes an integer in one way only.
_MAX_INTEGER_BYTES = 310


class Unreadable(ValueError):
    """The text isn't JSON that can be compared; the message is one short line."""


def tokens(text: bytes) -> Iterator[list[bytes]]:
    """The tokens of a JSON text in batches; of any other text, what no JSON text gives."""
    start = 0
    while start < len(text):
        end = start + _CHUNK_BYTES
        batch = _TOKEN.findall(text, start, end)
        if end < len(text) and batch:  # the last one may go on beyond the window
            last = batch.pop()
            end = text.rfind(last, start, end)
            if not batch:
                begin, end = end, _end_of_token(text, end)
                batch = [text[begin:end]]
        yield batch
        start = end


def _end_of_token(text: bytes, begin: int) -> int:
    end = begin + 1
    if text[begin] in b"[]{},:":
        return end
    in_string = text.startswith(b'"', begin)
    more = _MORE_OF_STRING if in_string else _MORE_OF_WORD
    while (match := more.match(text, end, end + _CHUNK_BYTES)) and match.end() > end:
        end = match.end()
    return end + 1 if in_string else end


def read(text: bytes, *, most_tokens: int | None = None) -> tuple[Value, int]:
    """The value of a JSON text, and the number of its tokens.

    Args:
        text: Any bytes.
        most_tokens: Give up after so many.

    Raises:
        Unreadable: the text isn't JSON, too long, or deeper than ``MAX_DEPTH``.
    """
    root: list[Value] = []
    # An object's keys and values alternate in its list until it is closed.
    items, keyed = root, False
    outer: list[tuple[list[Value], bool]] = []
    expecting = "value"
    size = 0
    for batch in tokens(text):
        size += len(batch)
        if most_tokens is not None and size > most_tokens:
            raise Unreadable("many more values than expected")
        for token in batch:
            if expecting == "first" and token not in (b"]", b"}"):
                expecting = "key" if keyed else "value"
            if expecting == "comma" and token == b"," and outer:
                expecting = "key" if keyed else "value"
            elif expecting == "value" and token not in (b"[", b"{"):
                items.append(_scalar(token))
                expecting = "comma"
            elif expecting == "colon" and token == b":":
                expecting = "value"
            elif expecting == "key":
                items.append(_string(token))
                expecting = "colon"
            elif expecting == "value":
                if len(outer) == MAX_DEPTH:
                    raise Unreadable(f"nested deeper than {MAX_DEPTH}")
                outer.append((items, keyed))
                items, keyed = [], token == b"{"
                expecting = "first"
            elif outer and expecting in ("comma", "first") and token == (b"}" if keyed else b"]"):
                value: Value = _object(items) if keyed else items
                items, keyed = outer.pop()
                items.append(value)
                expecting = "comma"
            else:
                raise _unexpected(token)
    if outer or not root:
        raise Unreadable("not JSON: it ends too early" if size else "not JSON: it is empty")
    return root[0], size


def _scalar(token: bytes) -> Value:
    if _INTEGER.fullmatch(token):
        return int(token) if len(token) <= _MAX_INTEGER_BYTES else token
    if token.startswith(b'"'):
        return _string(token)
    if token in _WORDS:
        return _WORDS[token]
    if not _REAL.fullmatch(token):
        raise _unexpected(token)
    real = float(token)
    return real if math.isfinite(real) else token


def _string(token: bytes) -> str:
    if not token.startswith(b'"'):
        raise _unexpected(token)
    try:
        string, _ = _STRING_DECODER.raw_decode(token.decode())
    except ValueError:
        raise _unexpected(token) from None
    return str(string)


def _object(items: list[Value]) -> dict[str, Value]:
    pairs: dict[str, Value] = {}
    for key, value in zip(items[::2], items[1::2], strict=True):
        if key in pairs:
            raise Unreadable(f"not JSON: key {shown(key)} is there twice")
        pairs[str(key)] = value
    return pairs


def _unexpected(token: bytes) -> Unreadable:
    return Unreadable(f"not JSON: unexpected {_trimmed(repr(token[:_SHOWN_CHARACTERS])[1:])}")


def shown(value: Value) -> str:
    """A value for people, short and on one line."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, bytes):
        return _trimmed(value[: _SHOWN_CHARACTERS + 1].decode("ascii"))
    if isinstance(value, str):
        return _trimmed(json.dumps(value[: _SHOWN_CHARACTERS + 1]))
    return _trimmed(json.dumps(value))


def _trimmed(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
