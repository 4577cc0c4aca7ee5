"""Which judge a container or folder belongs to, so that a later one can tell orphans from a neighbour's."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

OWNER_LABEL: Final = "org.ordojudge.owner"


class Owner(NamedTuple):
    """A judge's process. A number alone doesn't name it: numbers are reused, and namespaces have their own."""

    host: str
    """Boot of the machine and PID namespace, as ``boot.namespace``."""

    pid: int
    start: int
    """When the process started, in clock ticks since the boot."""

    def __str__(self) -> str:
        return f"{self.host}:{self.pid}:{self.start}"

    @property
    def may_live(self) -> bool:
        """Whether the process may still run; never false for one that does.

        Of a process in another PID namespace nothing can be known.
        """
        mine = own()
        if self.host.partition(".")[0] != mine.host.partition(".")[0]:
            return False
        return self.host != mine.host or _start_of(self.pid) == self.start


def own() -> Owner:
    """This process."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
    namespace = os.stat("/proc/self/ns/pid").st_ino
    pid = os.getpid()
    return Owner(f"{boot}.{namespace}", pid, _start_of(pid) or 0)


def owned_prefix(prefix: str) -> str:
    """How names of this process's own folders begin, for `orphans`."""
    return f"{prefix}{str(own()).replace(':', '-')}-"


def orphans(folder: Path, prefix: str) -> Iterator[Path]:
    """What is in a folder under an `owned_prefix` of a judge that lives no more."""
    for path in folder.glob(f"{prefix}*"):
        owner = parse_owner(path.name.removeprefix(prefix).rpartition("-")[0], separator="-")
        if owner is not None and not owner.may_live:
            yield path


def parse_owner(text: str, *, separator: str = ":") -> Owner | None:
    """Read an owner's text; none if it is something else."""
    parts = text.split(separator)
    if len(parts) != 3 or not (parts[1].isdecimal() and parts[2].isdecimal()):
        return None
    return Owner(parts[0], int(parts[1]), int(parts[2]))


def _start_of(pid: int) -> int | None:
    """When a process started; none if there is none of this number."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[19])
