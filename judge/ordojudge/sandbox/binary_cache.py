"""Compiled programs on disk, by digest, under a size."""

import contextlib
import hashlib
import os
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import structlog

from ordojudge.sandbox.memory_files import MemoryFile

log = structlog.get_logger(__name__)

FULL: Final = 0.8
"""Share of the size that is left after old programs were dropped."""


class Binary:
    """A compiled program: a file of the cache, or in memory where the cache couldn't take it."""

    def __init__(self, digest: str, file: Path | MemoryFile) -> None:
        self.digest = digest
        self._file = file

    def open(self) -> int:
        """A fresh read-only descriptor, which the caller closes.

        Raises:
            FileNotFoundError: the cache dropped it meanwhile.
        """
        if isinstance(self._file, MemoryFile):
            return self._file.open()
        return os.open(self._file, os.O_RDONLY | os.O_CLOEXEC)


class BinaryCache:
    """Keeps compiled programs; the least recently used go first. Safe between processes."""

    def __init__(self, folder: Path, *, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._size: int | None = None

    @staticmethod
    def digest(parts: Iterable[bytes]) -> str:
        """Digest of all that decides what a compiler makes."""
        digest = hashlib.sha256()
        for part in parts:
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()

    def find(self, digest: str) -> Binary | None:
        """The program compiled under this digest, if it is still there."""
        path = self._path(digest)
        try:
            os.utime(path)  # this is what "recently used" goes by
        except OSError:
            return None
        return Binary(digest, path)

    def store(self, digest: str, source: int) -> Binary:
        """Keep the program behind a descriptor. A full or broken disk costs the cache, not the job."""
        path = self._path(digest)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            try:
                size = _copy(source, descriptor)
                os.fchmod(descriptor, 0o444)
                os.rename(name, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
            finally:
                os.close(descriptor)
        except OSError as error:
            log.warning("binary not cached", folder=str(self._folder), error=str(error))
            return Binary(digest, MemoryFile(_content(source), sealed=True))
        self._grown_by(size)
        return Binary(digest, path)

    def _path(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest[2:]

    def _grown_by(self, size: int) -> None:
        with self._lock:
            if self._size is None:
                self._size = sum(entry.st_size for _, entry in self._entries())
            else:
                self._size += size
            if self._size > self._max_bytes:
                self._size = self._drop_oldest()

    def _entries(self) -> list[tuple[Path, os.stat_result]]:
        found = []
        for path in self._folder.glob("??/*"):
            with contextlib.suppress(FileNotFoundError):
                found.append((path, path.stat()))
        return found

    def _drop_oldest(self) -> int:
        entries = sorted(self._entries(), key=lambda entry: entry[1].st_mtime)
        size = sum(entry.st_size for _, entry in entries)
        for path, entry in entries:
            if size <= FULL * self._max_bytes:
                break
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
            size -= entry.st_size
        return size


def _copy(source: int, target: int) -> int:
    offset, size = 0, os.fstat(source).st_size
    while offset < size:
        sent = os.sendfile(target, source, offset, size - offset)
        if not sent:
            raise OSError("the file shrank while it was copied")
        offset += sent
    return size


def _content(source: int) -> bytes:
    return os.pread(source, os.fstat(source).st_size, 0)
