"""The slot pool: as many busy boxes as cores, reused between jobs, replaced when anything is wrong."""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import structlog

from ordojudge.core.errors import SandboxError
from ordojudge.core.languages import Language, find_language
from ordojudge.ports import Box

log = structlog.get_logger(__name__)

LOAD_PER_CORE: Final = 1.0
"""Runnable processes per core from which on programs may be slowed down by others."""


class PooledBox(Box, Protocol):
    """What the pool needs of a box beside the port."""

    jobs: int
    broken: bool
    out_of_memory: bool

    def answers(self) -> bool:
        """Whether it can be used: one that was idle may have been killed meanwhile, or paused."""
        ...

    def reset(self) -> None:
        """Make it as new; raises SandboxError if it can't be."""
        ...

    def close(self) -> None:
        """Take it down."""
        ...


class MachineLock:
    """Lets the programs of several processes run together, or those of one process alone.

    By locks on two files, which end with the process that holds them: however it dies, nobody waits for it.
    """

    def __init__(self, folder: Path) -> None:
        """Open the files.

        Args:
            folder: The same for all the processes; made if it isn't there.
        """
        folder.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._room = os.open(folder / "room", flags, 0o600)
        # Who wants to be alone holds the door meanwhile, or others would come and go for ever.
        self._door = os.open(folder / "door", flags, 0o600)

    def share(self) -> None:
        """Begin to run; waits while another process is alone, or waits to be."""
        self._pass_door(fcntl.LOCK_SH)

    def own(self) -> None:
        """Begin to be alone; waits for all that run."""
        self._pass_door(fcntl.LOCK_EX)

    def release(self) -> None:
        """End either."""
        fcntl.flock(self._room, fcntl.LOCK_UN)

    @property
    def busy(self) -> bool:
        """Whether programs of other processes run; asked while this one runs none."""
        try:
            fcntl.flock(self._room, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        self.release()
        return False

    def __del__(self) -> None:
        for name in ("_room", "_door"):
            if hasattr(self, name):
                os.close(getattr(self, name))

    def _pass_door(self, how: int) -> None:
        fcntl.flock(self._door, how)
        try:
            fcntl.flock(self._room, how)
        finally:
            fcntl.flock(self._door, fcntl.LOCK_UN)


class Gate:
    """Lets many run at a time, or one alone."""

    def __init__(self, machine: MachineLock | None = None) -> None:
        """A gate that nobody has passed.

        Args:
            machine: What this process agrees on with others of the machine, if it does.
        """
        self._changed = threading.Condition()
        self._machine = machine
        self._running = 0
        self._alone: int | None = None
        self._owns = False
        """Whether other processes are kept from running."""

    @property
    def running(self) -> int:
        """How many of this process run now."""
        return self._running

    @property
    def busy(self) -> bool:
        """Whether anything runs now, in this process or another."""
        with self._changed:
            if self._running or self._machine is None:
                return self._running > 0
            return self._machine.busy

    def enter(self) -> None:
        """Begin to run; waits while another thread, or another process, runs alone."""
        with self._changed:
            self._changed.wait_for(lambda: self._alone in (None, threading.get_ident()))
            if self._machine is not None and not self._running and not self._owns:
                self._machine.share()
            self._running += 1

    def leave(self) -> None:
        """End a run."""
        with self._changed:
            self._running -= 1
            if self._machine is not None and not self._running and not self._owns:
                self._machine.release()
            self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep all others from running; only this thread may."""
        with self._changed:
            self._changed.wait_for(lambda: self._alone is None)
            self._alone = threading.get_ident()
            self._changed.wait_for(lambda: self._running == 0)
            if self._machine is not None:
                self._machine.own()
                self._owns = True
        try:
            yield
        finally:
            with self._changed:
                self._alone = None
                if self._machine is not None:
                    self._owns = False
                    self._machine.release()
                self._changed.notify_all()


class Kind(NamedTuple):
    """What a box of a pool is for."""

    family: str
    companion: bool


class SlotPool:
    """Hands out boxes; the `ports.Sandbox` of every driver."""

    def __init__(
        self,
        make: Callable[[str, Gate | None], PooledBox],
        *,
        slots: int,
        recycle_after: int,
        families: bool = False,
        spare: int | None = None,
        quiet_dir: Path | None = None,
    ) -> None:
        """A pool without boxes yet: they are made when first needed.

        Args:
            make: Makes a box; called with the family of languages that it is for, and the gate that its runs
                pass through, which companions don't.
            slots: How many boxes may be busy at a time, and as many companions.
            recycle_after: Jobs after which a box is replaced.
            families: Whether a box is for the languages of one image only, and not for all.
            spare: How many idle boxes are kept for the next jobs, the last used ones; if unset, all.
            quiet_dir: Folder by which the pools of this machine leave each other quiet times.
        """
        self._make = make
        self._recycle_after = recycle_after
        self._families = families
        self._spare = 2 * slots if spare is None else spare
        self._gate = Gate(None if quiet_dir is None else MachineLock(quiet_dir))
        self._full_load = LOAD_PER_CORE * (os.cpu_count() or 1)
        self._lock = threading.Lock()
        self._closed = False
        self._idle: list[tuple[Kind, PooledBox]] = []
        self._permits = {False: threading.Semaphore(slots), True: threading.Semaphore(slots)}

    @contextmanager
    def box(self, language: Language | None = None, *, companion: bool = False) -> Iterator[Box]:
        """See `ports.Sandbox`."""
        family = (language or find_language("python")).image if self._families else ""
        kind = Kind(family, companion)
        with self._permits[companion]:
            box = self._take(kind)
            try:
                yield box
                self._give_back(kind, box)
            except BaseException:
                # Whatever went wrong, the box may still be at work: it isn't reused.
                self._retire(box)
                raise

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """See `ports.Sandbox`."""
        with self._gate.alone():
            yield

    @property
    def contended(self) -> bool:
        """See `ports.Sandbox`."""
        return self._gate.busy or os.getloadavg()[0] > self._full_load

    def close(self) -> None:
        """See `ports.Sandbox`."""
        with self._lock:
            self._closed = True
            boxes, self._idle = self._idle, []
        for _, box in boxes:
            self._retire(box)

    def _take(self, kind: Kind) -> PooledBox:
        while True:
            box = self._take_idle(kind)
            if box is None:
                return self._make(kind.family, None if kind.companion else self._gate)
            if box.answers():
                return box
            # Found out here it costs no job; and a job that failed may not meet the next dead box.
            log.warning("idle box doesn't answer, replaced", family=kind.family)
            self._retire(box)

    def _take_idle(self, kind: Kind) -> PooledBox | None:
        with self._lock:
            if self._closed:
                raise SandboxError("the sandbox is closed")
            for index in reversed(range(len(self._idle))):
                if self._idle[index][0] == kind:
                    return self._idle.pop(index)[1]
        return None

    def _give_back(self, kind: Kind, box: PooledBox) -> None:
        worn = box.broken or box.out_of_memory or box.jobs + 1 >= self._recycle_after
        if not worn:
            try:
                box.reset()
            except SandboxError as error:
                log.warning("box not clean, replaced", error=str(error))
                worn = True
        surplus = [box]
        if not worn:
            with self._lock:
                if not self._closed:
                    self._idle.append((kind, box))
                    surplus = []
                    while len(self._idle) > self._spare:  # the one that was unused for longest
                        surplus.append(self._idle.pop(0)[1])
        for each in surplus:
            self._retire(each)

    def _retire(self, box: PooledBox) -> None:
        with suppress(OSError):
            box.close()
