"""Control groups for boxes of the local driver: exact CPU time of all processes, and memory by the kernel.

Only root may make them. Version 1 and version 2 are supported; where neither can be had, boxes add up their
processes instead.
"""

import itertools
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ordojudge.sandbox.owners import orphans, owned_prefix

ROOT: Final = Path("/sys/fs/cgroup")
PREFIX: Final = "ordojudge-"
MAX_PROCESSES: Final = 256

_CONTROLLERS: Final = ("memory", "cpuacct", "pids")
_groups_made = itertools.count(1)


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """The group of one box: one folder with version 2, one per controller with version 1."""

    folders: dict[str, Path]

    @property
    def process_files(self) -> list[str]:
        """Files to which a process writes its id to become a member."""
        return [str(folder / "cgroup.procs") for folder in self.folders.values()]

    def limit_memory(self, size: int) -> None:
        """Set the hard limit behind the watch, in bytes."""
        for name, value in (
            ("memory.limit_in_bytes", size),
            ("memory.memsw.limit_in_bytes", size),
            ("memory.max", size),
            ("memory.swap.max", 0),
        ):
            for folder in self.folders.values():
                if (folder / name).exists():
                    with suppress(
                        OSError
                    ):  # one half of a pair may be refused while the other is unset
                        (folder / name).write_text(str(value))

    def remove(self) -> None:
        """End what is left in the group and remove it."""
        for folder in self.folders.values():
            for attempt in range(50):
                with suppress(FileNotFoundError):
                    try:
                        folder.rmdir()
                    except OSError:
                        _kill_members(folder)
                        time.sleep(0.001 * (attempt + 1))
                        continue
                break


def make_group() -> ControlGroup | None:
    """A new group, or None where this process may not make one or the kernel lacks a controller."""
    parents = _parents()
    if parents is None:
        return None
    name = f"{owned_prefix(PREFIX)}{next(_groups_made)}"
    made: dict[str, Path] = {}
    try:
        for controller, parent in parents.items():
            folder = parent / name
            folder.mkdir()
            made[controller] = folder
            if (folder / "pids.max").exists():
                (folder / "pids.max").write_text(str(MAX_PROCESSES))
    except OSError:
        ControlGroup(made).remove()
        return None
    return ControlGroup(made)


def remove_orphans() -> None:
    """Remove the groups that judges left behind when they were killed, and what is only just ending in them."""
    for parent in (_parents() or {}).values():
        for folder in orphans(parent, PREFIX):
            ControlGroup({"": folder}).remove()


def _parents() -> dict[str, Path] | None:
    """Where groups go, by controller; ``unified`` stands for version 2."""
    if os.geteuid() != 0:
        return None
    if (ROOT / "cgroup.controllers").exists():
        try:
            available = (ROOT / "cgroup.subtree_control").read_text().split()
            missing = [f"+{name}" for name in ("memory", "pids") if name not in available]
            if missing:
                (ROOT / "cgroup.subtree_control").write_text(" ".join(missing))
        except OSError:
            return None
        return {"unified": ROOT}
    own = _own_groups()
    parents = {}
    for controller in _CONTROLLERS:
        parent = ROOT / controller / own.get(controller, "").lstrip("/")
        if not os.access(parent, os.W_OK):
            return None
        parents[controller] = parent
    return parents


def _own_groups() -> dict[str, str]:
    """This process's group by controller, version 1."""
    found = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            found[controller] = path
    return found


def _kill_members(folder: Path) -> None:
    for pid in _members(folder):
        with suppress(ProcessLookupError):
            os.kill(pid, 9)


def _members(folder: Path) -> Iterable[int]:
    with suppress(OSError):
        yield from (int(line) for line in (folder / "cgroup.procs").read_text().split())
