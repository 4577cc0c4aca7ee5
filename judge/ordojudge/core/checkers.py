r"""Deciding whether an output is the expected one.

Outputs are bytes, and are never decoded to be compared.
White space is the six ASCII characters space, ``\t``, ``\n``, ``\v``, ``\f`` and ``\r``;
a no-break space, a NUL byte and a byte order mark are part of the word they touch.
An output equal to the expected one byte for byte is accepted by every checker.
Otherwise:

=========================  =====  =====  ======================  =========
difference                 exact  lines  tokens, floats          unordered
=========================  =====  =====  ======================  =========
CRLF for LF                WA     AC     AC                      AC
final newline missing      WA     AC     AC                      AC
empty lines at the end     WA     AC     AC                      AC
white space ending a line  WA     AC     AC                      AC
empty lines elsewhere      WA     WA     AC                      AC
other white space          WA     WA     AC                      WA
letter case                WA     WA     unless case_sensitive   WA
=========================  =====  =====  ======================  =========

An empty output equals an expected output that has only white space, except under ``exact``.
Bytes that aren't UTF-8 compare like any other; a reason shows them as ``\xff``.
Without regard to case only the letters A to Z are alike.
``unordered`` doesn't count empty lines, since one at the end can't be told from one moved there.

``values`` reads JSON, in which ``\v`` and ``\f`` aren't white space.
An answer that isn't JSON (empty, not UTF-8, with a byte order mark) is wrong, with the reason.
Two texts with the same tokens are equal, whatever they mean.

Long outputs are compared in chunks, so that a thread that checks gives way to others.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ordojudge.core import json_text, json_values
from ordojudge.core.closeness import Closeness
from ordojudge.core.models import (
    Checker,
    ExactChecker,
    FloatsChecker,
    InteractiveChecker,
    LinesChecker,
    ProgramChecker,
    TokensChecker,
    UnorderedChecker,
    ValuesChecker,
)

_CHUNK_BYTES = 1 << 15
_SHOWN_BYTES = 40
_WHITE_SPACE = b" \t\n\v\f\r"
_END = "the end of the output"


class Check(NamedTuple):
    """What a checker says of one output."""

    accepted: bool
    reason: str | None = None
    """One short line on the first difference; none if accepted."""


def check(checker: Checker, expected: bytes, actual: bytes) -> Check:
    """Decide whether ``actual`` is a right output where ``expected`` is known to be one.

    Args:
        checker: A rule of comparison; not a program.
        expected: The right output; for ``values`` a JSON text.
        actual: What the submission wrote, or the JSON text of what it returned.

    Raises:
        ProblemError: the checker needs JSON and ``expected`` isn't.
        TypeError: the checker is a program, which runs in a box and not here.
    """
    if isinstance(checker, ProgramChecker | InteractiveChecker):
        raise TypeError(f"a {checker.type} checker runs in a box")
    common = _common_prefix(expected, actual)
    if common == len(expected) == len(actual):
        return Check(accepted=True)
    match checker:
        case ExactChecker():
            reason: str | None = _exact_difference(expected, actual, common=common)
        case LinesChecker():
            reason = _lines_difference(expected, actual, common=common)
        case TokensChecker():
            reason = _tokens_difference(
                expected, actual, common=common, fold_case=not checker.case_sensitive
            )
        case FloatsChecker():
            reason = _tokens_difference(
                expected,
                actual,
                common=common,
                fold_case=not checker.case_sensitive,
                closeness=Closeness.of_tokens(checker.abs_tol, checker.rel_tol),
            )
        case UnorderedChecker():
            reason = _unordered_difference(expected, actual, common=common)
        case ValuesChecker():
            closeness = Closeness.of_values(checker.abs_tol, checker.rel_tol)
            reason = _values_difference(
                expected, actual, closeness=closeness, ordered=checker.ordered
            )
    return Check(accepted=reason is None, reason=reason)


# ---------------------------------------------------------------------- cutting texts


def _common_prefix(expected: bytes, actual: bytes) -> int:
    """Length of a common prefix: whole chunks, and all of the shorter text if it is one."""
    common = min(len(expected), len(actual))
    for start in range(0, common, _CHUNK_BYTES):
        if not actual.startswith(expected[start : start + _CHUNK_BYTES], start):
            return start
    return common


def _last_of(characters: bytes, text: bytes, *, start: int, end: int) -> int:
    """Offset after the last of these characters within the range; 0 if there is none."""
    return 1 + max(text.rfind(character, start, end) for character in characters)


def _chunks(text: bytes, *, start: int, cut_at: bytes) -> Iterator[bytes]:
    """Pieces of about ``_CHUNK_BYTES``; each but the last ends in one of ``cut_at``."""
    while start < len(text):
        scanned = start
        cut = 0
        while not cut and scanned < len(text):
            cut = _last_of(cut_at, text, start=scanned, end=scanned + _CHUNK_BYTES)
            scanned += _CHUNK_BYTES
        if scanned >= len(text):
            cut = len(text)
        yield text[start:cut]
        start = cut


def _tokens(text: bytes, *, start: int, fold_case: bool) -> Iterator[list[bytes]]:
    for chunk in _chunks(text, start=start, cut_at=_WHITE_SPACE):
        yield chunk.lower().split() if fold_case else chunk.split()


def _lines(text: bytes, *, start: int) -> Iterator[list[bytes]]:
    """Lines without the white space at their ends; one empty line may be added at the very end."""
    for chunk in _chunks(text, start=start, cut_at=b"\n"):
        lines = chunk.split(b"\n")
        if not lines[-1]:
            lines.pop()
        yield [line.rstrip() for line in lines]


def _aligned(
    expected: Iterator[list[bytes]], actual: Iterator[list[bytes]]
) -> Iterator[tuple[list[bytes], list[bytes]]]:
    """Two sequences of pieces, however batched, in batches of equal length.

    Where one sequence is longer, its rest comes in batches against empty ones.
    """
    x: list[bytes] = []
    y: list[bytes] = []
    while True:
        x = x or next(filter(None, expected), [])
        y = y or next(filter(None, actual), [])
        if not x and not y:
            return
        if x and y:
            length = min(len(x), len(y))
            yield x[:length], y[:length]
            x, y = x[length:], y[length:]
        else:
            yield x, y
            x, y = [], []


# ---------------------------------------------------------------------- rules


def _exact_difference(expected: bytes, actual: bytes, *, common: int) -> str:
    window = slice(common, common + _CHUNK_BYTES)
    pairs = zip(expected[window], actual[window], strict=False)
    shorter = min(len(expected), len(actual))
    offset = next((common + index for index, (x, y) in enumerate(pairs) if x != y), shorter)
    line = 1 + _count_newlines(expected, end=offset)
    column = offset - expected.rfind(b"\n", 0, offset)
    x, y = _quoted(expected, offset), _quoted(actual, offset)
    return f"line {line}, byte {column}: expected {x}, got {y}"


def _lines_difference(expected: bytes, actual: bytes, *, common: int) -> str | None:
    start = _last_of(b"\n", expected, start=0, end=common)
    passed = 0
    for xs, ys in _aligned(_lines(expected, start=start), _lines(actual, start=start)):
        if xs == ys or (not any(xs) and not any(ys)):
            passed += len(xs)
            continue
        index = (
            _first_unequal(xs, ys) if xs and ys else next(i for i, z in enumerate(xs or ys) if z)
        )
        line = 1 + _count_newlines(expected, end=start) + passed + index
        x = _shown(xs[index]) if xs else _END
        y = _shown(ys[index]) if ys else _END
        return f"line {line}: expected {x}, got {y}"
    return None


def _tokens_difference(
    expected: bytes,
    actual: bytes,
    *,
    common: int,
    fold_case: bool,
    closeness: Closeness | None = None,
) -> str | None:
    start = _last_of(_WHITE_SPACE, expected, start=max(0, common - _CHUNK_BYTES), end=common)
    passed = 0
    for xs, ys in _aligned(
        _tokens(expected, start=start, fold_case=fold_case),
        _tokens(actual, start=start, fold_case=fold_case),
    ):
        index: int | None = None
        if not xs or not ys:
            index = 0
        elif xs != ys:
            index = closeness.first_refused(xs, ys) if closeness else _first_unequal(xs, ys)
        if index is not None:
            place = _place_of_token(actual, start=start, index=passed + index)
            x = _shown(xs[index]) if xs else _END
            y = _shown(ys[index]) if ys else _END
            return f"{place}: expected {x}, got {y}"
        passed += len(xs)
    return None


def _unordered_difference(expected: bytes, actual: bytes, *, common: int) -> str | None:
    start = _last_of(b"\n", expected, start=0, end=common)
    surplus: dict[bytes, int] = {}
    for xs, ys in _aligned(_lines(expected, start=start), _lines(actual, start=start)):
        if xs == ys:
            continue
        for lines, step in ((xs, -1), (ys, 1)):
            for line in lines:
                count = surplus.get(line, 0) + step
                if count:
                    surplus[line] = count
                else:
                    del surplus[line]
    surplus.pop(b"", None)
    missing = next((line for line, count in surplus.items() if count < 0), None)
    unexpected = next((line for line, count in surplus.items() if count > 0), None)
    notes = [] if missing is None else [f"missing line {_shown(missing)}"]
    notes += [] if unexpected is None else [f"unexpected line {_shown(unexpected)}"]
    return ", ".join(notes) or None


def _values_difference(
    expected: bytes, actual: bytes, *, closeness: Closeness, ordered: bool
) -> str | None:
    pairs = _aligned(json_text.tokens(expected), json_text.tokens(actual))
    if all(xs == ys for xs, ys in pairs):
        return None
    return json_values.difference(expected, actual, closeness=closeness, ordered=ordered)


def _first_unequal(xs: list[bytes], ys: list[bytes]) -> int:
    return next(index for index, x in enumerate(xs) if x != ys[index])


# ---------------------------------------------------------------------- telling where and what


def _count_newlines(text: bytes, *, end: int) -> int:
    starts = range(0, end, _CHUNK_BYTES)
    return sum(text.count(b"\n", start, min(end, start + _CHUNK_BYTES)) for start in starts)


def _place_of_token(text: bytes, *, start: int, index: int) -> str:
    """Line and position in it of the token with this index from ``start`` on."""
    line = 1 + _count_newlines(text, end=start)
    opened = text[1 + text.rfind(b"\n", 0, start) : start]
    before = sum(len(piece.split()) for piece in _chunks(opened, start=0, cut_at=_WHITE_SPACE))
    for chunk in _chunks(text, start=start, cut_at=_WHITE_SPACE):
        count = len(chunk.split())
        if index < count:
            break
        index -= count
        line += chunk.count(b"\n")
        newline = chunk.rfind(b"\n")
        before = before + count if newline < 0 else len(chunk[newline:].split())
    else:
        return f"line {line}"
    for content in chunk.split(b"\n"):
        count = len(content.split())
        if index < count:
            break
        index -= count
        line += 1
        before = 0
    return f"line {line}, token {before + index + 1}"


def _shown(text: bytes) -> str:
    """A token or line for people: trimmed, and printable on one line."""
    head = text[:_SHOWN_BYTES].decode("utf-8", "backslashreplace")
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in head)
    if len(text) > _SHOWN_BYTES or len(shown) > _SHOWN_BYTES:
        shown = shown[:_SHOWN_BYTES] + "…"
    return shown or "an empty line"


def _quoted(text: bytes, offset: int) -> str:
    """What stands at an offset, with its white space visible."""
    if offset >= len(text):
        return _END
    return repr(text[offset : offset + 20])[1:]
