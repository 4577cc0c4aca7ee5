"""Files in memory that are handed to a box as descriptors, so that their content is never copied on the way."""

import fcntl
import os
import threading
from collections.abc import Iterable
from typing import Final

CHUNK: Final = 1 << 18

_SEALS: Final = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL


class MemoryFile:
    """An anonymous file, released when it is closed or forgotten."""

    def __init__(self, content: bytes = b"", *, sealed: bool = False) -> None:
        """Make a file.

        Args:
            content: What it holds at first.
            sealed: Whether to seal it at once.
        """
        self.descriptor = os.memfd_create("file", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        self.append(content)
        if sealed:
            self.seal()

    def append(self, content: bytes) -> None:
        """Write on behind what was written so far."""
        view = memoryview(content)
        while view:
            view = view[os.write(self.descriptor, view) :]

    def seal(self) -> None:
        """From now on nobody may change it, a program that it is handed to included."""
        fcntl.fcntl(self.descriptor, fcntl.F_ADD_SEALS, _SEALS)

    def open(self) -> int:
        """A fresh read-only descriptor at offset 0, which the caller closes."""
        return os.open(f"/proc/self/fd/{self.descriptor}", os.O_RDONLY | os.O_CLOEXEC)

    @property
    def size(self) -> int:
        """Length in bytes."""
        return os.fstat(self.descriptor).st_size

    def read(self, size: int | None = None, *, offset: int = 0) -> bytes:
        """``size`` bytes from ``offset`` on, or all that is there."""
        end = self.size if size is None else min(offset + size, self.size)
        parts = []
        while offset < end:
            part = os.pread(self.descriptor, min(end - offset, 1 << 24), offset)
            if not part:
                break
            parts.append(part)
            offset += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def equals(self, expected: bytes) -> bool:
        """Whether the content is exactly ``expected``; reads in chunks."""
        if self.size != len(expected):
            return False
        # Slices of bytes, though each is a copy: memory views compare byte by byte, seven times slower.
        return all(
            os.pread(self.descriptor, CHUNK, offset) == expected[offset : offset + CHUNK]
            for offset in range(0, len(expected), CHUNK)
        )

    def close(self) -> None:
        """Release the memory; harmless when repeated."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def __del__(self) -> None:
        if getattr(self, "descriptor", -1) >= 0:
            self.close()


class Shelf:
    """Keeps the memory of files that nobody reads any more, for the next ones.

    Most of what a new file costs is its memory: taken from the kernel, accounted, given back.
    To be written anew a file can't be sealed, so it is made read-only for all but its owner:
    good where programs run as somebody else.
    """

    def __init__(self, *, capacity_bytes: int) -> None:
        """An empty shelf.

        Args:
            capacity_bytes: What may lie on it.
        """
        self._capacity_bytes = capacity_bytes
        self._lying: list[tuple[int, int]] = []
        self._bytes = 0
        self._lock = threading.Lock()

    def file(self, pieces: Iterable[bytes]) -> MemoryFile:
        """A file with this content that comes back to the shelf when it is closed or forgotten.

        No program that was handed it may live by then.
        """
        return _ShelvedFile(self, pieces)

    def take(self) -> int | None:
        """The descriptor of a file of any content, now the caller's; none if none lies here."""
        with self._lock:
            if not self._lying:
                return None
            descriptor, size = self._lying.pop()
            self._bytes -= size
            return descriptor

    def put(self, descriptor: int) -> None:
        """Lay a file here, or release it if there is no room."""
        size = os.fstat(descriptor).st_size
        with self._lock:
            fits = self._bytes + size <= self._capacity_bytes
            if fits:
                self._lying.append((descriptor, size))
                self._bytes += size
        if not fits:
            os.close(descriptor)

    def clear(self) -> None:
        """Release all memory; harmless when repeated."""
        while (descriptor := self.take()) is not None:
            os.close(descriptor)

    def __del__(self) -> None:
        self.clear()


class _ShelvedFile(MemoryFile):
    def __init__(self, shelf: Shelf, pieces: Iterable[bytes]) -> None:
        self._shelf = shelf
        descriptor = shelf.take()
        if descriptor is None:
            super().__init__()
            os.fchmod(self.descriptor, 0o444)
        else:
            self.descriptor = descriptor
            os.lseek(descriptor, 0, os.SEEK_SET)
        for piece in pieces:
            self.append(piece)
        os.ftruncate(self.descriptor, os.lseek(self.descriptor, 0, os.SEEK_CUR))

    def close(self) -> None:
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            self._shelf.put(descriptor)
