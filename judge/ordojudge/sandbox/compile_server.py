"""A warm compiler: a process that stays and compiles one source after another. Inside boxes, so standard
library only.

It runs under an id of its own, which is neither the runner's nor a submission's, with the filter of system
calls, and writes no file. It gets sources on its standard input and answers on its standard output:

    source   4 bytes of length, the source
    answer   1 byte, 1 if it compiled; 4 bytes of length, messages; 4 bytes of length, the program

Lengths are big-endian. Whatever goes wrong with it, the ordinary compiler is asked instead.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
from typing import Final, NamedTuple

UID_OFFSET: Final = 10_000
"""Added to the submission's user id: every box has ids of its own, since limits on processes count by id."""

MOST_JOBS: Final = 200
"""Sources after which a fresh one takes over."""

START_US: Final = 10_000_000
"""CPU time that it may use for its own start."""

TICK_S: Final = 0.02
WALL_FACTOR: Final = 5
MESSAGE_LIMIT: Final = 1 << 16


class Compiled(NamedTuple):
    """What a source came to."""

    product: bytes | None
    """The program; none if the source was refused."""

    message: bytes
    cpu_us: int
    wall_us: int
    stopped: bool = False
    """Whether it took more time than it may; the server is not to be asked again then."""


class _TimeUsed(Exception):
    """The source takes more CPU time than it may."""


class CompileServer:
    """One warm compiler, started when it is made."""

    def __init__(self, argv: list[str], *, uid: int, environment: dict[str, str]) -> None:
        self.jobs = 0
        there_in, self._input = os.pipe()
        self._output, there_out = os.pipe()
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=there_in,
                stdout=there_out,
                stderr=subprocess.DEVNULL,
                user=uid,
                group=uid,
                extra_groups=[],
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except BaseException:
            os.close(self._input)
            os.close(self._output)
            raise
        finally:
            os.close(there_in)
            os.close(there_out)
        os.set_blocking(self._input, False)

    def compile(self, path: str, *, cpu_us: int, product_limit: int) -> Compiled | None:
        """Compile a source file; none if the server failed, and is not to be asked again."""
        with open(path, "rb") as file:
            source = file.read()
        began = time.monotonic_ns()
        try:
            used = self._cpu_us()
            most = used + cpu_us + (0 if self.jobs else START_US)
            self.jobs += 1
            self._write(len(source).to_bytes(4, "big") + source, most)
            accepted = self._read(1, most) == b"\1"
            message = self._read(self._length(most, MESSAGE_LIMIT), most)
            product = self._read(self._length(most, product_limit), most)
            return Compiled(
                product if accepted else None,
                message,
                self._cpu_us() - used,
                (time.monotonic_ns() - began) // 1000,
            )
        except _TimeUsed:
            wall_us = (time.monotonic_ns() - began) // 1000
            return Compiled(None, b"", self._cpu_us() - used, wall_us, stopped=True)
        except (OSError, ValueError):
            return None

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # the runner may signal any id
        self._process.wait()
        os.close(self._input)
        os.close(self._output)

    def _cpu_us(self) -> int:
        """CPU time that it has used, as the kernel counts it for a process by its number."""
        return time.clock_gettime_ns((~self._process.pid << 3) | 2) // 1000

    def _length(self, most: int, limit: int) -> int:
        length = int.from_bytes(self._read(4, most), "big")
        if length > limit:
            raise ValueError("too long")
        return length

    def _write(self, data: bytes, most: int) -> None:
        view = memoryview(data)
        while view:
            self._wait(self._input, select.POLLOUT, most)
            view = view[os.write(self._input, view) :]

    def _read(self, size: int, most: int) -> bytes:
        parts = []
        while size:
            self._wait(self._output, select.POLLIN, most)
            part = os.read(self._output, min(size, 1 << 20))
            if not part:
                raise OSError("the compiler is gone")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _wait(self, descriptor: int, event: int, most: int) -> None:
        """Wait until a descriptor is ready.

        Raises:
            _TimeUsed: it used more CPU time than it may.
            OSError: it takes too long otherwise.
        """
        poll = select.poll()
        poll.register(descriptor, event)
        deadline = time.monotonic() + WALL_FACTOR * most / 1e6 + 20
        while not poll.poll(1000 * TICK_S):
            if self._cpu_us() > most:
                raise _TimeUsed
            if time.monotonic() > deadline:
                raise OSError("the compiler took too long")
