"""What a problem's tests feed to submissions and expect of them: texts, or files of a problem folder."""

import os
from pathlib import Path
from typing import Final

from ordojudge.core.errors import StoreError
from ordojudge.core.models import TestCase
from ordojudge.core.texts import from_bytes, in_pieces, to_bytes
from ordojudge.ports import Input, Output
from ordojudge.problem_folder import SHORT_BYTES, open_content, size_of
from ordojudge.sandbox.memory_files import CHUNK, MemoryFile, Shelf

KEPT_BYTES: Final = 64 << 20
KEPT_FILES: Final = 256
"""How much of one problem stays in memory between its submissions."""


class Contents:
    """The inputs and expected outputs of a problem's tests."""

    def __init__(self, folder: Path | None = None, *, shelf: Shelf | None = None) -> None:
        """Prepare a problem's contents.

        Args:
            folder: Where its test files are, if it has any; as the problem store makes them.
            shelf: Where memory for long texts comes from and goes to.
        """
        self._folder = folder
        self._shelf = shelf
        self._kept: dict[str, MemoryFile] = {}
        self._kept_bytes = 0

    def input(self, test: TestCase) -> Input:
        """What the test feeds to the submission, safe from being changed by it.

        Raises:
            StoreError: its file is missing or damaged.
        """
        kept = self._kept.get(test.case_id)
        if kept is not None:
            return kept
        if test.input_file is None:
            return self._keep(
                test, self._file(test.input or "", place=f"tests: {test.case_id}: input")
            )
        stored = self._stored(test.input_file)
        # A program that runs as the file's owner could make it writable through its descriptor.
        return stored if os.geteuid() == 0 else self._keep(test, stored.copy())

    def statements(self, test: TestCase) -> str:
        """What the test says, where it is statements.

        Raises:
            StoreError: as `input`.
        """
        if test.input_file is None:
            return test.input or ""
        return from_bytes(self._stored(test.input_file).read())

    def output(self, test: TestCase) -> "Text | StoredFile":
        """What the submission must answer; nothing where the test doesn't say.

        Raises:
            StoreError: as `input`.
        """
        if test.output_file is not None:
            return self._stored(test.output_file)
        return Text(to_bytes(test.output or "", place=f"tests: {test.case_id}: output"))

    def _stored(self, name: str) -> "StoredFile":
        if self._folder is None:
            raise StoreError(f"test file {name}: the problem has no folder")
        return StoredFile(self._folder, name)

    def _file(self, text: str, *, place: str) -> MemoryFile:
        # Others than the file's owner can't write to one that lay on a shelf; as its owner they could.
        if self._shelf is None or len(text) <= SHORT_BYTES or os.geteuid() != 0:
            return MemoryFile(to_bytes(text, place=place), sealed=True)
        return self._shelf.file(in_pieces(text, place=place))

    def _keep(self, test: TestCase, file: MemoryFile) -> MemoryFile:
        size = file.size
        # A short one is made anew as fast as it is opened, and each kept one holds a descriptor.
        if (
            size > SHORT_BYTES
            and len(self._kept) < KEPT_FILES
            and self._kept_bytes + size <= KEPT_BYTES
        ):
            self._kept[test.case_id] = file
            self._kept_bytes += size
        return file


class Text:
    """An expected output in memory."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def open(self) -> int:
        """See `ports.Input`."""
        return MemoryFile(self._content, sealed=True).open()

    def read(self) -> bytes:
        """All of it."""
        return self._content

    def is_exactly(self, output: Output) -> bool:
        """Whether a program wrote just this."""
        return output.equals(self._content)


class StoredFile:
    """A test file of a problem folder, opened for each use and never read into memory unless asked."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def open(self) -> int:
        """See `ports.Input`.

        Raises:
            StoreError: the file is missing or damaged.
        """
        return open_content(self._folder, self._name)

    def read(self) -> bytes:
        """All of it."""
        descriptor = self.open()
        with open(descriptor, "rb") as file:
            return file.read()

    def copy(self) -> MemoryFile:
        """The same content in memory, sealed."""
        copied = MemoryFile()
        descriptor = self.open()
        try:
            size, done = os.fstat(descriptor).st_size, 0
            while done < size:
                done += os.sendfile(copied.descriptor, descriptor, done, size - done)
        finally:
            os.close(descriptor)
        copied.seal()
        return copied

    def is_exactly(self, output: Output) -> bool:
        """Whether a program wrote just this; reads in chunks."""
        if output.size != size_of(self._name):
            return False
        descriptor = self.open()
        try:
            offset = 0
            while piece := os.read(descriptor, CHUNK):
                if output.read(len(piece), offset=offset) != piece:
                    return False
                offset += len(piece)
        finally:
            os.close(descriptor)
        return True
