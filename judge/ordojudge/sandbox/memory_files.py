"""Files in memory that are handed to a box as descriptors, so that their content is never copied on the way."""

import fcntl
import os
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
        view = memoryview(content)
        while view:
            view = view[os.write(self.descriptor, view) :]
        if sealed:
            self.seal()

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
