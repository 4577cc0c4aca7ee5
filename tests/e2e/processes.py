"""What came of a process, and the CPU time that it uses."""

from contextlib import suppress
from dataclasses import dataclass
from os import sysconf
from pathlib import Path

TICKS_PER_S = sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    """One process of this machine; its start time tells it from later ones of the same id."""

    pid: int
    started: int


def family_cpu_s(*roots: int) -> float:
    """CPU seconds that processes and all that came of them have used, those that have ended among them."""
    found = [*roots, *(process.pid for process in descendants(*roots))]
    ticks = 0
    for pid in found:
        with suppress(OSError):
            fields = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS_PER_S


def descendants(*roots: int) -> dict[Process, float]:
    """All that came of processes, themselves left out, with the CPU seconds that each has used."""
    parents: dict[int, int] = {}
    found: dict[int, tuple[Process, float]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] == "Z":
                continue
            pid = int(folder.name)
            parents[pid] = int(fields[1])
            cpu_s = (int(fields[11]) + int(fields[12])) / TICKS_PER_S
            found[pid] = Process(pid, int(fields[19])), cpu_s

    def descends(pid: int) -> bool:
        while pid in parents:
            pid = parents[pid]
            if pid in roots:
                return True
        return False

    return dict(found[pid] for pid in found if descends(pid))


def living(processes: set[Process]) -> set[Process]:
    """Those that still exist, whoever their parent is now."""
    alive = set()
    for process in processes:
        with suppress(OSError):
            text = (Path("/proc") / str(process.pid) / "stat").read_text()
            fields = text.rpartition(")")[2].split()
            if fields[0] != "Z" and int(fields[19]) == process.started:
                alive.add(process)
    return alive
