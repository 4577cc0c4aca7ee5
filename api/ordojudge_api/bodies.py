"""Bodies of requests: read up to a limit, unpacked, and parsed as JSON that can be trusted to be small.

Nothing here believes a client: not its lengths, not its compression ratio, not its nesting.
What takes long happens in a thread, so that the event loop goes on.
"""

import asyncio
import hashlib
import io
import json
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final, Generic, TypeVar, cast

import zstandard
from anyio import from_thread
from fastapi import Request
from pydantic import ValidationError

from ordojudge.core.errors import ProblemError
from ordojudge.core.json_text import tokens
from ordojudge.problems import parse_json
from ordojudge_api.body_room import HeldBody, held_body
from ordojudge_api.http_errors import Complaint, HttpProblem, complaint, complaints_of, invalid_body
from ordojudge_api.turns import think

INLINE_BYTES: Final = 1 << 16
"""Bodies up to this size are parsed at once: a thread would cost more than it spares."""

MOST_VALUES: Final = 2_000_000
"""Most values in one body: each costs dozens of bytes of memory, however short it is written."""

_PIECE_BYTES: Final = 1 << 20
_ZSTD_WINDOW_BYTES: Final = 8 << 20  # what RFC 9659 has HTTP servers accept
_CODINGS: Final = ("gzip", "zstd")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Body(Generic[T]):
    """What a request brought."""

    value: T
    sha256: str
    """Digest of the unpacked bytes."""


class Invalid(Exception):
    """What a parser of bodies raises when fields are wrong."""

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        """Fields that are wrong; at least one."""
        super().__init__()
        self.complaints = list(complaints)


async def read_body(
    request: Request, parse: Callable[[Any], T], *, limit_bytes: int, patience_s: float
) -> Body[T]:
    """Read and check a JSON body.

    Args:
        parse: Makes the value of plain data; raises `ValidationError` or `Invalid`.
        limit_bytes: Most bytes, packed or unpacked.
        patience_s: How long the client may take to send it.

    Raises:
        HttpProblem: 400 no JSON, 408 too slow, 413 too large, 415 another type or coding, 422 wrong fields,
            429 no room for it now.
    """
    _require_json(request)
    codings = _codings(request)
    held = held_body(request)
    limit_bytes = min(limit_bytes, held.most_bytes)
    packed = await _read(request, held, limit_bytes, patience_s)
    if len(packed) <= INLINE_BYTES and not codings:
        return _parsed(packed, parse)
    if not codings:
        return await think(_parsed, packed, parse)
    document = await think(_unpacked, packed, codings, limit_bytes, held)
    return await think(_parsed, document, parse)


def _require_json(request: Request) -> None:
    # Strict, also because a web page may send other types to this machine without being asked.
    media_type, _, parameters = request.headers.get("content-type", "").partition(";")
    media_type = media_type.strip().lower()
    is_json = media_type == "application/json" or (
        media_type.startswith("application/") and media_type.endswith("+json")
    )
    charset = parameters.lower().replace('"', "").replace(" ", "")
    if not is_json or ("charset=" in charset and "charset=utf-8" not in charset):
        raise HttpProblem(
            415, "unsupported-media-type", "the body must be JSON: Content-Type: application/json"
        )


def _codings(request: Request) -> list[str]:
    named = request.headers.get("content-encoding", "").lower().split(",")
    codings = [coding.strip().removeprefix("x-") for coding in named]
    codings = [coding for coding in codings if coding not in ("", "identity")]
    if len(codings) > 1 or any(coding not in _CODINGS for coding in codings):
        raise HttpProblem(
            415,
            "unsupported-encoding",
            f"Content-Encoding: one of {', '.join(_CODINGS)} is accepted",
            headers={"Accept-Encoding": ", ".join(_CODINGS)},
        )
    return codings


async def _read(request: Request, held: HeldBody, limit_bytes: int, patience_s: float) -> bytes:
    _require_short(request, limit_bytes)
    pieces = bytearray()
    try:
        async with asyncio.timeout(patience_s):
            async for piece in request.stream():
                pieces += piece
                if len(pieces) > limit_bytes:
                    raise _too_large(limit_bytes)
                held.grow(len(piece))
    except TimeoutError:
        raise _too_slow(patience_s) from None
    return bytes(pieces)


def stream_of(request: Request, *, limit_bytes: int, patience_s: float) -> Iterator[bytes]:
    """A JSON body as it comes, unpacked, for a thread of anyio's to read.

    Args:
        limit_bytes: Most bytes, packed or unpacked.
        patience_s: How long the client may take to send it.

    Raises:
        HttpProblem: 400 not packed as it says, 408 too slow, 413 too large, 415 another type or coding.
            While it is read, but for what its head shows.
    """
    _require_json(request)
    codings = _codings(request)
    _require_short(request, limit_bytes)
    ends_s = time.monotonic() + patience_s
    stream = request.stream()

    async def next_piece() -> bytes | None:
        try:
            async with asyncio.timeout(ends_s - time.monotonic()):
                return await anext(stream, None)
        except TimeoutError:
            raise _too_slow(patience_s) from None

    def packed() -> Iterator[bytes]:
        while (piece := from_thread.run(next_piece)) is not None:
            yield piece

    return unpacked(_limited(packed(), limit_bytes), codings, limit_bytes=limit_bytes)


def _limited(pieces: Iterable[bytes], limit_bytes: int) -> Iterator[bytes]:
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > limit_bytes:
            raise _too_large(limit_bytes)
        yield piece


def _require_short(request: Request, limit_bytes: int) -> None:
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > limit_bytes:
        raise _too_large(limit_bytes)


def _unpacked(packed: bytes, codings: list[str], limit_bytes: int, held: HeldBody) -> bytes:
    pieces = []
    for piece in unpacked([packed], codings, limit_bytes=limit_bytes):
        from_thread.run_sync(held.grow, len(piece))
        pieces.append(piece)
    return b"".join(pieces)


def _parsed(document: bytes, parse: Callable[[Any], T]) -> Body[T]:
    _refuse_many_values(document)
    try:
        data = parse_json(document, where="body", constants=False)
    except ProblemError as error:
        raise HttpProblem(400, "not-json", str(error)) from None
    try:
        value = parse(data)
    except ValidationError as error:
        raise invalid_body(complaints_of(error)) from None
    except Invalid as error:
        raise invalid_body(error.complaints) from None
    except RecursionError:  # a value that was just shallow enough to parse
        raise invalid_body([complaint("", "nested too deeply")]) from None
    return Body(value, hashlib.sha256(document).hexdigest())


def unpacked(
    packed: Iterable[bytes], codings: Sequence[str], *, limit_bytes: int
) -> Iterator[bytes]:
    """The content of a packed body in pieces, never more of it than the limit.

    Args:
        codings: How it is packed; nothing if it isn't.

    Raises:
        HttpProblem: 400 if it isn't packed so, 413 if it is larger.
    """
    if not codings:
        yield from packed
        return
    [coding] = codings
    pieces = _from_gzip(packed) if coding == "gzip" else _from_zstd(packed)
    try:
        yield from _limited(pieces, limit_bytes)
    except (zlib.error, zstandard.ZstdError, EOFError) as error:
        reason = str(error).splitlines()[0] if str(error) else "it ends too early"
        raise HttpProblem(400, "not-unpackable", f"body: not {coding}: {reason}") from None


def _from_gzip(packed: Iterable[bytes]) -> Iterator[bytes]:
    member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    for rest in packed:
        while rest:
            if member.eof:  # several files, one after the other, are one
                member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
            piece = member.decompress(rest, _PIECE_BYTES)
            yield piece
            while len(piece) == _PIECE_BYTES and not member.unconsumed_tail and not member.eof:
                piece = member.decompress(b"", _PIECE_BYTES)
                yield piece
            rest = member.unused_data if member.eof else member.unconsumed_tail
    if not member.eof:
        raise EOFError


def _from_zstd(packed: Iterable[bytes]) -> Iterator[bytes]:
    unpacker = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW_BYTES)
    reader = unpacker.stream_reader(cast(IO[bytes], _Source(packed)), read_across_frames=True)
    while piece := reader.read(_PIECE_BYTES):
        yield piece


class _Source(io.RawIOBase):
    """Pieces as a file to read from."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        super().__init__()
        self._pieces = iter(pieces)
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        """Some bytes; none at the end."""
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._rest = piece
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken


def _refuse_many_values(document: bytes) -> None:
    # Marks within texts count as well, so only a suspicion; reading tokens decides.
    if document.count(b",") + document.count(b"[") + document.count(b"{") <= MOST_VALUES:
        return
    size = 0
    for batch in tokens(document):
        size += sum(token in (b",", b"[", b"{") for token in batch)
        if size > MOST_VALUES:
            detail = f"body: more than {MOST_VALUES:,} values; write long data as text"
            raise HttpProblem(413, "too-many-values", detail)


def _too_slow(patience_s: float) -> HttpProblem:
    return HttpProblem(
        408,
        "body-too-slow",
        f"the body was not here after {patience_s:g} s",
        headers={"Connection": "close"},
    )


def _too_large(limit_bytes: int) -> HttpProblem:
    return HttpProblem(
        413,
        "body-too-large",
        f"the body is larger than the {limit_bytes:,} bytes that are accepted here",
        headers={"Connection": "close"},
    )


def ascii_json(value: Any) -> bytes:
    """A JSON document in ASCII: texts that stand for bytes hold lone surrogates, which UTF-8 can't."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")
