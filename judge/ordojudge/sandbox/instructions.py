"""How many instructions the processes of a box have run, as the processor counts them (perf_event_open(2)).

The count is kept outside of the box, for whole trees of processes: what a process starts is counted with it,
also after it has ended. Virtual machines often have no such counter, and ordinary users may need permission.
"""

import ctypes
import errno
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["INSTRUCTIONS", "TASK_CLOCK", "Event", "InstructionCounter"]

_SYSCALL_NUMBERS: Final = {"x86_64": 298, "aarch64": 241}
_ATTRIBUTES_SIZE: Final = 64
"""``PERF_ATTR_SIZE_VER0``: the first version of the structure, which every kernel knows."""

_INHERIT, _EXCLUDE_KERNEL, _EXCLUDE_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
_READ_TIMES: Final = 3
"""``PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING``."""

_CLOSE_ON_EXEC: Final = 8


class Event(NamedTuple):
    """What the kernel is asked to count: a type and its number, as in ``linux/perf_event.h``."""

    type: int
    number: int


INSTRUCTIONS: Final = Event(0, 1)
TASK_CLOCK: Final = Event(1, 1)
"""Nanoseconds of CPU time, which every kernel can count."""


class InstructionCounter:
    """Counts what a process and all that descend from it run in user mode, from now on."""

    def __init__(self, pid: int, *, event: Event = INSTRUCTIONS) -> None:
        """Begin.

        Raises:
            OSError: the processor has no counter, or the kernel doesn't let this user have it.
        """
        self._descriptors: list[int] = []
        try:
            for thread in _threads_below(pid):
                with suppress(ProcessLookupError):
                    self._descriptors.append(_open(thread, event))
        except OSError:
            self.close()
            raise
        if not self._descriptors:
            raise ProcessLookupError(errno.ESRCH, f"no process {pid}")

    def read(self) -> int:
        """The count so far.

        Raises:
            OSError: others use the processor's counters too, so that parts are missing.
        """
        total = 0
        for descriptor in self._descriptors:
            count, enabled, running = struct.unpack("3Q", os.read(descriptor, 24))
            if enabled != running:
                raise OSError(errno.EBUSY, "others use the processor's counters")
            total += count
        return total

    def close(self) -> None:
        """Stop counting; harmless when repeated."""
        while self._descriptors:
            os.close(self._descriptors.pop())

    def __del__(self) -> None:
        self.close()


def _open(thread: int, event: Event) -> int:
    number = _SYSCALL_NUMBERS.get(os.uname().machine)
    if number is None:
        raise OSError(errno.ENOSYS, f"no number of the call is known for {os.uname().machine}")
    flags = _INHERIT | _EXCLUDE_KERNEL | _EXCLUDE_HYPERVISOR
    # type, size, config, sample_period, sample_type, read_format, flags, wakeup_events, bp_type, config1
    attributes = struct.pack(
        "=IIQQQQQIIQ", event.type, _ATTRIBUTES_SIZE, event.number, 0, 0, _READ_TIMES, flags, 0, 0, 0
    )
    call = ctypes.CDLL(None, use_errno=True).syscall
    any_processor, no_group = -1, -1
    descriptor = call(
        ctypes.c_long(number),
        ctypes.c_char_p(attributes),
        ctypes.c_int(thread),
        ctypes.c_int(any_processor),
        ctypes.c_int(no_group),
        ctypes.c_ulong(_CLOSE_ON_EXEC),
    )
    if descriptor < 0:
        failed = ctypes.get_errno()
        raise OSError(failed, os.strerror(failed))
    return int(descriptor)


def _threads_below(pid: int) -> list[int]:
    """The threads of a process and of all that descend from it."""
    found, waiting = [], [pid]
    while waiting:
        with suppress(OSError):  # it ended meanwhile, and what it cost doesn't matter any more
            for task in sorted(Path(f"/proc/{waiting.pop()}/task").iterdir()):
                found.append(int(task.name))
                waiting += map(int, (task / "children").read_text().split())
    return found
