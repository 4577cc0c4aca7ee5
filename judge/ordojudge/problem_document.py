"""A problem on disk as one JSON document with its tests in place, read piece by piece whatever its size.

`load_problem` reads the same files at once; who sends or registers a problem needs it only in pieces.
"""

import codecs
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from ordojudge.core.errors import ProblemError
from ordojudge.json_stream import JsonReader
from ordojudge.problem_folder import LABEL_CHARACTERS, VALUE_CHARACTERS
from ordojudge.problems import PROBLEM_FILE, pieces_inside, pieces_of

_CUT_BYTES: Final = 1 << 15
"""Pieces of test files: whoever reads the document holds some of them, written as escapes at worst."""

_TEXTS: Final = ("input", "output")
_FILES: Final = tuple(f"{field}_file" for field in _TEXTS)


def document_of_file(path: Path) -> Iterator[bytes]:
    """The document of a problem, its test files' texts in place of their names; only its form is checked.

    Args:
        path: As for `load_problem`.

    Raises:
        ProblemError: while it is read; one line that names the file and the place.
    """
    document, where = _document(path)
    reader = JsonReader(pieces_of(document, where=where), where=where)
    mark = b"{"
    for key in reader.members():
        yield mark + _written(key) + b":"
        mark = b","
        if key == "tests" and reader.peek() == "[":
            yield from _tests(reader, document.parent, where=where)
        else:
            yield _written(reader.value(most_characters=VALUE_CHARACTERS))
    yield b"{}" if mark == b"{" else b"}"
    reader.end()


def id_of_file(path: Path) -> str:
    """The id of a problem, read no further than needed.

    Raises:
        ProblemError: it can't be read, or has none.
    """
    document, where = _document(path)
    reader = JsonReader(pieces_of(document, where=where), where=where)
    for key in reader.members():
        if key == "problem_id":
            found = reader.value(most_characters=LABEL_CHARACTERS)
            if isinstance(found, str) and found:
                return found
            raise ProblemError(f"{where}: problem_id: a text is needed")
        if key == "tests" and reader.peek() == "[":
            for _ in reader.items():
                _skip_test(reader)
        else:
            reader.value(most_characters=VALUE_CHARACTERS)
    raise ProblemError(f"{where}: problem_id: missing")


def _document(path: Path) -> tuple[Path, str]:
    document = path / PROBLEM_FILE if path.is_dir() else path
    return document, str(document)


def _tests(reader: JsonReader, folder: Path, *, where: str) -> Iterator[bytes]:
    yield b"["
    for index in reader.items():
        if index:
            yield b","
        place = f"{where}: tests.{index}"
        if reader.peek() != "{":
            raise ProblemError(f"{place}: an object is needed")
        yield from _test(reader, folder, place=place)
    yield b"]"


def _test(reader: JsonReader, folder: Path, *, place: str) -> Iterator[bytes]:
    told: set[str] = set()
    mark = b"{"
    for key in reader.members():
        text = key in _TEXTS and reader.peek() == '"'
        value = None if text else reader.value(most_characters=VALUE_CHARACTERS)
        field = key.removesuffix("_file")
        if key in _FILES or key in _TEXTS:
            if value is None and not text:
                continue  # as good as left out
            if field in told:
                raise ProblemError(f"{place}: give either {field} or {field}_file")
            told.add(field)
        if text:
            yield mark + _written(key) + b":"
            yield from _quoted(reader.string())
        elif key in _FILES and isinstance(value, str):
            yield mark + _written(field) + b":"
            pieces = pieces_inside(folder, value, f"{place}.{key}")
            yield from _quoted(_decoded(pieces))
        else:
            yield mark + _written(key) + b":" + _written(value)
        mark = b","
    yield b"{}" if mark == b"{" else b"}"


def _skip_test(reader: JsonReader) -> None:
    if reader.peek() != "{":
        reader.value(most_characters=VALUE_CHARACTERS)
        return
    for _ in reader.members():
        if reader.peek() == '"':
            for _ in reader.string():
                pass
        else:
            reader.value(most_characters=VALUE_CHARACTERS)


def _decoded(pieces: Iterable[bytes]) -> Iterator[str]:
    """Bytes as the texts that stand for them, no character cut."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
    for piece in pieces:
        for start in range(0, len(piece), _CUT_BYTES):
            yield decoder.decode(piece[start : start + _CUT_BYTES])
    yield decoder.decode(b"", final=True)


def _quoted(pieces: Iterable[str]) -> Iterator[bytes]:
    """A text in pieces as a JSON string."""
    yield b'"'
    for piece in pieces:
        yield _written(piece)[1:-1]
    yield b'"'


def _written(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")
