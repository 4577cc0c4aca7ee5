"""CPU time of the benchmark and of all that it starts, boxes included.

As root with cgroups of version 1: from a group around the whole tree of processes, exact to the nanosecond.
Elsewhere: from ``/proc``, added up over the tree; exact to a clock tick for each process that lives.
Either way what the kernel does in threads of its own is not counted.
"""

import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

_CONTROLLER: Final = Path("/sys/fs/cgroup/cpuacct")


class Meter(Protocol):
    """Counts CPU time."""

    how: str
    """Where the count comes from, for people."""

    def read_s(self) -> float:
        """CPU seconds so far, of this process and all its descendants; only differences mean something."""
        ...


class GroupMeter:
    """Reads a cgroup that this process is in."""

    how = "cgroup around the benchmark and its boxes (cpuacct)"

    def __init__(self, folder: Path) -> None:
        self._usage = folder / "cpuacct.usage"

    def read_s(self) -> float:
        """See `Meter`."""
        return int(self._usage.read_text()) / 1e9


class TreeMeter:
    """Adds up the processes that descend from this one."""

    how = "processes of the benchmark and its boxes, added up (/proc)"

    def __init__(self) -> None:
        self._ticks_per_s = os.sysconf("SC_CLK_TCK")

    def read_s(self) -> float:
        """See `Meter`."""
        own = resource.getrusage(resource.RUSAGE_SELF)
        waited_for = resource.getrusage(resource.RUSAGE_CHILDREN)
        ticks = sum(sum(map(int, fields[11:15])) for fields in _descendants(os.getpid()).values())
        exact = sum(usage.ru_utime + usage.ru_stime for usage in (own, waited_for))
        return exact + ticks / self._ticks_per_s


@contextmanager
def open_meter() -> Iterator[Meter]:
    """The most exact meter that this process may have; open it before anything is started."""
    own = _own_group()
    folder = None if own is None else own / f"ordojudge-bench-{os.getpid()}"
    try:
        if folder is None:
            raise PermissionError("no control group of version 1 that this process may use")
        folder.mkdir()
        _move_to(folder)
    except OSError:
        yield TreeMeter()
        return
    try:
        yield GroupMeter(folder)
    finally:
        _move_to(folder.parent)
        with suppress(OSError):  # something that was started is still there
            folder.rmdir()


def cpu_of_command(argv: Sequence[str]) -> tuple[float, str]:
    """Run a command that has to succeed; its CPU seconds, children included, and its standard error."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode()
    if process.returncode:
        raise RuntimeError(f"{argv}: exit status {process.returncode}: {text[-500:]}")
    return usage.ru_utime + usage.ru_stime, text


def descendants_of(pid: int) -> list[int]:
    """Ids of all living processes that descend from one."""
    return sorted(_descendants(pid))


def _descendants(ancestor: int) -> dict[int, list[str]]:
    """Ids, with the fields of ``stat`` from the third on."""
    fields: dict[int, list[str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):  # it ended meanwhile
                fields[int(entry.name)] = (entry / "stat").read_text().rpartition(")")[2].split()
    found: dict[int, list[str]] = {}
    generation = {ancestor}
    while generation:
        generation = {pid for pid, values in fields.items() if int(values[1]) in generation}
        found |= {pid: fields[pid] for pid in generation}
    return found


def _own_group() -> Path | None:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if "cpuacct" in controllers.split(","):
            return _CONTROLLER / path.lstrip("/")
    return None


def _move_to(folder: Path) -> None:
    (folder / "cgroup.procs").write_text(str(os.getpid()))
