"""Problems on disk: a ``problem.json``, alone or in a folder with its long tests beside it."""

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ordojudge.core.errors import ProblemError
from ordojudge.core.models import Problem, problem_from_data
from ordojudge.core.texts import from_bytes, to_bytes

PROBLEM_FILE = "problem.json"
"""Name of the description in a problem folder."""

_PIECE_BYTES = 1 << 20
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def load_problem(path: Path) -> Problem:
    """Read a problem, with the texts of its test files in place of their names.

    Args:
        path: A JSON file, or a folder that holds a ``problem.json``.
            ``input_file`` and ``output_file`` are relative to the folder and stay inside it.

    Returns:
        A problem whose tests need no files; bytes that aren't UTF-8 are lone surrogates.

    Raises:
        ProblemError: one line that names the file and the field.
    """
    document = path / PROBLEM_FILE if path.is_dir() else path
    where = str(document)
    data = parse_json(_read(document, where), where=where)
    if isinstance(data, dict) and isinstance(data.get("tests"), list):
        data["tests"] = [
            _with_texts(test, document.parent, place=f"{where}: tests.{index}")
            for index, test in enumerate(data["tests"])
        ]
    try:
        return problem_from_data(data, where=where)
    except RecursionError:  # a value that was just shallow enough to parse
        raise ProblemError(f"{where}: nested too deeply") from None


def parse_json(document: bytes, *, where: str, constants: bool = True) -> Any:
    """Read JSON that people wrote: strictly UTF-8, and no key twice.

    Args:
        document: The bytes; a byte order mark is skipped.
        where: Its name in error messages, e.g. a path.
        constants: Take ``NaN`` and ``Infinity``, which Python writes but JSON doesn't have.

    Raises:
        ProblemError: one line that names the place, as ``path: line 3 column 7``.
    """
    try:
        text = document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = document.count(b"\n", 0, error.start) + 1
        raise ProblemError(f"{where}: line {line}: not UTF-8: {error.reason}") from None
    return decode_json(text, where=where, constants=constants)


def decode_json(
    text: str, *, where: str, line: int = 1, column: int = 1, constants: bool = True
) -> Any:
    """Read a JSON value that people wrote, no key twice.

    Args:
        text: The value, or the part of a document that it is.
        where: The document's name in error messages.
        line: Where the text begins in the document.
        column: Likewise.
        constants: As in `parse_json`.

    Raises:
        ProblemError: one line that names the place.
    """
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=None if constants else _refuse_constant,
        )
        if _ESCAPED_SURROGATE.search(text):
            for name, value in _strings(data):
                to_bytes(value, place=f"{where}: {name}")
        return data
    except json.JSONDecodeError as error:
        found = error.colno + (column - 1 if error.lineno == 1 else 0)
        place = f"line {line + error.lineno - 1} column {found}"
        raise ProblemError(f"{where}: {place}: not JSON: {error.msg}") from None
    except _KeyTwice as error:
        raise ProblemError(f"{where}: key {error.key!r} is given twice in one object") from None
    except RecursionError:
        raise ProblemError(f"{where}: nested too deeply") from None
    except ValueError as error:  # an integer of more digits than the interpreter converts
        raise ProblemError(f"{where}: {error}") from None


def problem_digest(problem: Problem, *, contents: Mapping[str, str] = MappingProxyType({})) -> str:
    """The identity of a problem for caches: equal digests mean equal reports.

    The statement is left out, since no judgement depends on it.
    Tests count by the bytes they stand for, wherever those are kept.

    Args:
        problem: One whose tests carry their texts, as ``load_problem`` gives it.
        contents: SHA-256 of the test files, by name, where tests name files instead.

    Returns:
        SHA-256, as 64 hexadecimal digits, over a canonical JSON form.

    Raises:
        ProblemError: a test names a file whose content isn't known.
    """
    encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
    rest = problem.model_dump(exclude={"statement", "tests"})
    if (
        rest["language_limits"] is None
    ):  # the digest of a problem without it is as before there was any
        del rest["language_limits"]
    digest = hashlib.sha256(encoder.encode(rest).encode("ascii"))
    for index, test in enumerate(problem.tests):
        place = f"tests.{index}"
        entry = [
            test.case_id,
            test.group,
            _content_digest(test.input, test.input_file, contents, place=f"{place}.input"),
            _content_digest(test.output, test.output_file, contents, place=f"{place}.output"),
        ]
        digest.update(encoder.encode(entry).encode("ascii"))
    return digest.hexdigest()


def _content_digest(
    text: str | None, name: str | None, contents: Mapping[str, str], *, place: str
) -> str | None:
    if name is not None:
        if name not in contents:
            raise ProblemError(f"{place}_file: {name!r} must be loaded first")
        return contents[name]
    return None if text is None else hashlib.sha256(to_bytes(text, place=place)).hexdigest()


def _refuse_constant(name: str) -> None:
    raise ValueError(f"not JSON: {name} isn't a JSON number")


class _KeyTwice(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _KeyTwice(key)
            seen.add(key)
    return result


def _strings(data: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every string in parsed JSON, keys aside, with its dotted place."""
    if isinstance(data, str):
        yield place or "text", data
        return
    entries: Any = ()
    if isinstance(data, dict):
        entries = data.items()
    elif isinstance(data, list):
        entries = enumerate(data)
    for key, value in entries:
        yield from _strings(value, f"{place}.{key}" if place else str(key))


def _with_texts(test: Any, folder: Path, *, place: str) -> Any:
    if not isinstance(test, dict):
        return test
    resolved = dict(test)
    for field in ("input", "output"):
        name = test.get(f"{field}_file")
        # A test that gives both the text and a file stays as it is, for the model to refuse.
        if isinstance(name, str) and test.get(field) is None:
            del resolved[f"{field}_file"]
            resolved[field] = from_bytes(_read_inside(folder, name, f"{place}.{field}_file"))
    return resolved


def _read_inside(folder: Path, name: str, place: str) -> bytes:
    return _read(_inside(folder, name, place), f"{place}: {name!r}", only_regular=True)


def pieces_inside(folder: Path, name: str, place: str) -> Iterator[bytes]:
    """The content of a test file in pieces.

    Args:
        folder: The problem's, which the file must be in.
        place: Where the file is named, for messages.

    Raises:
        ProblemError: it can't be read, or isn't one.
    """
    yield from pieces_of(
        _inside(folder, name, place), where=f"{place}: {name!r}", only_regular=True
    )


def _inside(folder: Path, name: str, place: str) -> Path:
    try:
        root = folder.resolve()
        target = (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):  # too long; a loop of links; a NUL
        raise ProblemError(f"{place}: {name!r} is no usable path") from None
    if not target.is_relative_to(root):
        raise ProblemError(f"{place}: {name!r} lies outside the problem's folder")
    return target


def _read(path: Path, where: str, *, only_regular: bool = False) -> bytes:
    return b"".join(pieces_of(path, where=where, only_regular=only_regular))


def pieces_of(path: Path, *, where: str, only_regular: bool = False) -> Iterator[bytes]:
    """A file's content in pieces.

    Args:
        where: Its name in error messages.
        only_regular: Refuse devices and pipes.

    Raises:
        ProblemError: it can't be read.
    """

    def opener(name: str, flags: int) -> int:
        # Else opening a named pipe would wait for a writer before its type is known.
        return os.open(name, flags | os.O_NONBLOCK if only_regular else flags)

    try:
        with open(path, "rb", opener=opener) as file:
            if only_regular and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ProblemError(f"{where}: not a regular file")
            while piece := file.read(_PIECE_BYTES):
                yield piece
    except FileNotFoundError:
        raise ProblemError(f"{where}: no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ProblemError(f"{where}: can't be read: {reason}") from None
