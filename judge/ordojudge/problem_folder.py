"""Problem folders as the store keeps them: a ``problem.json``, and long tests in files named by their content.

It is an ordinary problem folder: ``load_problem`` reads it, too.
A test file's name is the SHA-256 of its content, a dot, and its size, so a damaged one can be told.
"""

import codecs
import hashlib
import itertools
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from ordojudge.core.errors import ProblemError, StoreError
from ordojudge.core.models import (
    MAX_TESTS,
    FunctionInterface,
    Problem,
    TestCase,
    problem_from_data,
)
from ordojudge.core.texts import from_bytes, to_bytes
from ordojudge.json_stream import JsonReader
from ordojudge.problems import PROBLEM_FILE, decode_json, problem_digest

SHORT_BYTES: Final = 1024
"""The longest content that stays in the document, which is in memory as a whole."""

LABEL_CHARACTERS: Final = 4096
"""The longest name of a test in a streamed document."""

VALUE_CHARACTERS: Final = 16 << 20
"""The longest part of a streamed document that is held in memory at a time."""

_PIECE_BYTES: Final = 1 << 20


class ProblemFolder:
    """A problem folder in the making. Nobody else reads it before it is complete."""

    def __init__(self, path: Path) -> None:
        """Begin in an empty folder."""
        self.path = path

    def write(self, problem: Problem) -> tuple[Problem, str]:
        """Fill the folder with a problem whose tests carry their texts.

        Returns:
            The problem with its long tests as files, and its digest.

        Raises:
            ProblemError: a test names a file, or its text stands for no bytes.
        """
        problem_files(problem, refuse="must be loaded first")
        tests = [
            test.model_copy(
                update={
                    **self._fields("input", test.input, f"tests.{index}.input"),
                    **self._fields("output", test.output, f"tests.{index}.output"),
                }
            )
            for index, test in enumerate(problem.tests)
        ]
        return self._complete(problem.model_copy(update={"tests": tuple(tests)}))

    def write_stream(self, chunks: Iterable[bytes], *, where: str) -> tuple[Problem, str]:
        """Fill the folder with a problem that comes as a JSON document, piece by piece.

        Args:
            chunks: The document, cut anywhere.
            where: Its name in error messages.

        Returns, raises:
            As `write`; a ``ProblemError`` also for whatever is wrong with the document.
        """
        reader = JsonReader(chunks, where=where)
        data: dict[str, Any] = {}
        tests = _StreamedTests(self, reader, where=where)
        for key in reader.members():
            if key not in Problem.model_fields:  # here, since nobody knows how much of it follows
                raise ProblemError(f"{where}: {key[:80]}: unknown key")
            if key == "tests" and reader.peek() == "[":
                data[key] = tests.read()
            else:
                data[key] = reader.value(most_characters=VALUE_CHARACTERS)
        reader.end()
        try:
            problem = problem_from_data(data, where=where)
        except RecursionError:  # a value that was just shallow enough to parse
            raise ProblemError(f"{where}: nested too deeply") from None
        if isinstance(problem.interface, FunctionInterface):
            self._require_json(problem, where=where)
        elif tests.first_values is not None:
            raise ProblemError(
                f"{where}: tests.{tests.first_values}.input: a text is needed; "
                f"values are for function problems"
            )
        return self._complete(problem)

    def add(self, pieces: Iterable[bytes]) -> bytes | str:
        """Take in the content of a test.

        Returns:
            The content itself if it is short, else the name of the file that holds it now.
        """
        pieces = iter(pieces)
        head = b""
        for piece in pieces:
            head += piece
            if len(head) > SHORT_BYTES:
                return write_content(self.path, itertools.chain([head], pieces))
        return head

    def read(self, name: str) -> bytes:
        """The content of a file that was added."""
        return (self.path / name).read_bytes()

    def _fields(self, field: str, text: str | None, place: str) -> dict[str, str | None]:
        if text is None:
            return {}
        content = self.add(_cut(to_bytes(text, place=place)))
        return {field: None, **_fields_of(field, content)}

    def _require_json(self, problem: Problem, *, where: str) -> None:
        """Check the texts of a function's tests that the model didn't see, being in files."""
        for index, test in enumerate(problem.tests):
            for field, name in (("input", test.input_file), ("output", test.output_file)):
                if name is None:
                    continue
                place = f"{where}: tests.{index}.{field}"
                if size_of(name) > VALUE_CHARACTERS:
                    raise ProblemError(f"{place}: longer than {VALUE_CHARACTERS:,} bytes")
                value = decode_json(from_bytes(self.read(name)), where=place)
                if field == "input" and not isinstance(value, list | dict):
                    raise ProblemError(f"{place}: a JSON array of arguments is needed")

    def _complete(self, problem: Problem) -> tuple[Problem, str]:
        named = set(problem_files(problem))
        for path in self.path.iterdir():  # what was added but isn't named in the end
            if path.name not in named:
                path.unlink()
        document = json.dumps(problem.model_dump(exclude_none=True), separators=(",", ":"))
        (self.path / PROBLEM_FILE).write_text(document, encoding="ascii")
        return problem, digest_of(problem)


class _StreamedTests:
    """The tests of a document that comes piece by piece."""

    def __init__(self, folder: ProblemFolder, reader: JsonReader, *, where: str) -> None:
        self._folder = folder
        self._reader = reader
        self._where = where
        self.first_values: int | None = None
        """The first test whose input is a value, which only functions take."""

    def read(self) -> list[dict[str, Any]]:
        tests = []
        for index in self._reader.items():
            if index == MAX_TESTS:
                raise ProblemError(f"{self._where}: tests: more than {MAX_TESTS:,}")
            tests.append(self._test(index))
        return tests

    def _test(self, index: int) -> dict[str, Any]:
        reader = self._reader
        place = f"{self._where}: tests.{index}"
        data: dict[str, Any] = {}
        texts: dict[str, bytes | str] = {}
        for key in reader.members():
            if key not in TestCase.model_fields:
                raise ProblemError(f"{place}.{key[:80]}: unknown key")
            if key in ("input_file", "output_file"):
                raise ProblemError(f"{place}.{key}: a problem that is sent carries its tests")
            if key not in ("input", "output"):
                data[key] = reader.value(most_characters=LABEL_CHARACTERS)
            elif reader.peek() == '"':
                texts[key] = self._folder.add(_encoded(reader.string(), f"{place}.{key}"))
            else:
                data[key] = reader.value(most_characters=VALUE_CHARACTERS)
        if data.get("input") is None:
            if data.get("output") is not None:
                raise ProblemError(f"{place}.output: a text is needed, since the input is no value")
        else:
            self._values_as_texts(data, texts)
            self.first_values = index if self.first_values is None else self.first_values
        for field, content in texts.items():
            data |= _fields_of(field, content)
        return data

    def _values_as_texts(self, data: dict[str, Any], texts: dict[str, bytes | str]) -> None:
        """As the model does it: where the input is a value, so is the output."""
        values = {field: data.pop(field) for field in ("input", "output") if field in data}
        if "output" in texts:
            content = texts["output"]
            content = self._folder.read(content) if isinstance(content, str) else content
            values["output"] = from_bytes(content)
        for field, value in values.items():
            text = json.dumps(value, ensure_ascii=False)
            texts[field] = self._folder.add(_cut(to_bytes(text, place=field)))


def document_of(problem: Problem, folder: Path | None) -> Iterator[bytes]:
    """A problem as a JSON document with all its texts in place, piece by piece.

    Args:
        folder: Where its test files are, if it has any.

    Raises:
        StoreError: one is missing or damaged.
    """
    absent = {"language_limits"} if problem.language_limits is None else set()
    rest = json.dumps(problem.model_dump(exclude={"tests"} | absent))
    yield f'{rest[:-1]}, "tests": ['.encode("ascii")
    for index, test in enumerate(problem.tests):
        files = dict(_named_files(test))
        left_out = {"input_file", "output_file"} | {field[:-5] for field in files}
        fields = json.dumps(test.model_dump(exclude=left_out))
        yield f"{', ' if index else ''}{fields[:-1]}".encode("ascii")
        for field, name in files.items():
            if folder is None:
                raise StoreError(f"test file {name}: the problem has no folder")
            yield f', "{field[:-5]}": "'.encode("ascii")
            yield from _escaped(open_content(folder, name))
            yield b'"'
        yield b"}"
    yield b"]}"


def _escaped(descriptor: int) -> Iterator[bytes]:
    """A file's text as JSON has it, without the quotes."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
    with open(descriptor, "rb") as file:
        while piece := file.read(_PIECE_BYTES):
            yield json.dumps(decoder.decode(piece))[1:-1].encode("ascii")
    yield json.dumps(decoder.decode(b"", final=True))[1:-1].encode("ascii")


def write_content(folder: Path, pieces: Iterable[bytes]) -> str:
    """Write a test file, sealed against changes, and return its name."""
    digest = hashlib.sha256()
    size = 0
    part = folder / "part"
    with open(part, "wb") as file:
        for piece in pieces:
            digest.update(piece)
            size += len(piece)
            file.write(piece)
        file.flush()
        os.fchmod(file.fileno(), 0o444)
        os.utime(file.fileno(), (0, 0))
    name = f"{digest.hexdigest()}.{size}"
    part.rename(folder / name)
    return name


def open_content(folder: Path, name: str) -> int:
    """A fresh read-only descriptor of a test file, which the caller closes.

    Raises:
        StoreError: the file is missing, or isn't as it was written.
    """
    if "/" in name:
        raise StoreError(f"test file {name}: not one of the store's")
    path = f"{folder}/{name}"  # pathlib takes longer than opening it
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError as error:
        raise StoreError(f"test file {path}: {error.strerror}") from error
    found = os.fstat(descriptor)
    if found.st_size != size_of(name) or found.st_mtime_ns:  # any write changes the time
        os.close(descriptor)
        raise StoreError(f"test file {path}: damaged: it isn't as it was written")
    return descriptor


def size_of(name: str) -> int:
    """The size that a test file's name tells; -1 if it tells none."""
    size = name.partition(".")[2]
    return int(size) if size.isdecimal() else -1


def digest_of(problem: Problem) -> str:
    """As `problem_digest`, of a problem whose long tests are files of its folder."""
    names = problem_files(problem)
    return problem_digest(problem, contents={name: name.partition(".")[0] for name in names})


def problem_files(problem: Problem, *, refuse: str | None = None) -> list[str]:
    """The names of a problem's test files.

    Args:
        refuse: Why there may be none.

    Raises:
        ProblemError: there is one nevertheless.
    """
    named = [
        (f"tests.{index}.{field}", name)
        for index, test in enumerate(problem.tests)
        for field, name in _named_files(test)
    ]
    if named and refuse:
        place, name = named[0]
        raise ProblemError(f"{place}: {name!r} {refuse}")
    return list(dict.fromkeys(name for _, name in named))


def _fields_of(field: str, content: bytes | str) -> dict[str, str | None]:
    """A test's field for one content: the text itself, or the name of its file."""
    return {f"{field}_file": content} if isinstance(content, str) else {field: from_bytes(content)}


def _named_files(test: TestCase) -> Iterator[tuple[str, str]]:
    if test.input_file is not None:
        yield "input_file", test.input_file
    if test.output_file is not None:
        yield "output_file", test.output_file


def _encoded(pieces: Iterable[str], place: str) -> Iterator[bytes]:
    for piece in pieces:
        yield to_bytes(piece, place=place)


def _cut(content: bytes) -> Iterator[bytes]:
    for start in range(0, max(1, len(content)), _PIECE_BYTES):
        yield content[start : start + _PIECE_BYTES]
