"""The slot pool: as many busy boxes as cores, reused between jobs, replaced when anything is wrong."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

import structlog

from ordojudge.core.errors import SandboxError
from ordojudge.core.languages import Language
from ordojudge.ports import Box

log = structlog.get_logger(__name__)

LOAD_PER_CORE: Final = 1.0
"""Runnable processes per core from which on programs may be slowed down by others."""


class PooledBox(Box, Protocol):
    """What the pool needs of a box beside the port."""

    jobs: int
    broken: bool
    out_of_memory: bool

    def reset(self) -> None:
        """Make it as new; raises SandboxError if it can't be."""
        ...

    def close(self) -> None:
        """Take it down."""
        ...


class Gate:
    """Lets many run at a time, or one alone."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._running = 0
        self._alone: int | None = None

    @property
    def running(self) -> int:
        """How many run now."""
        return self._running

    def enter(self) -> None:
        """Begin to run; waits while another thread runs alone."""
        with self._changed:
            self._changed.wait_for(lambda: self._alone in (None, threading.get_ident()))
            self._running += 1

    def leave(self) -> None:
        """End a run."""
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep all others from running; only this thread may."""
        with self._changed:
            self._changed.wait_for(lambda: self._alone is None)
            self._alone = threading.get_ident()
            self._changed.wait_for(lambda: self._running == 0)
        try:
            yield
        finally:
            with self._changed:
                self._alone = None
                self._changed.notify_all()


class SlotPool:
    """Hands out boxes; the `ports.Sandbox` of every driver."""

    def __init__(
        self, make: Callable[[int, Gate | None], PooledBox], *, slots: int, recycle_after: int
    ) -> None:
        """A pool without boxes yet: they are made when first needed.

        Args:
            make: Makes the box of a slot; called with the slot's number, unique in this pool, and the gate
                that its runs pass through, which companions don't.
            slots: How many boxes may be busy at a time, and as many companions.
            recycle_after: Jobs after which a box is replaced.
        """
        self._make = make
        self._recycle_after = recycle_after
        self._gate = Gate()
        self._lock = threading.Lock()
        self._closed = False
        self._idle: dict[bool, list[tuple[int, PooledBox]]] = {False: [], True: []}
        self._free = {False: list(range(slots)), True: list(range(slots, 2 * slots))}
        self._permits = {False: threading.Semaphore(slots), True: threading.Semaphore(slots)}

    @contextmanager
    def box(self, language: Language | None = None, *, companion: bool = False) -> Iterator[Box]:
        """See `ports.Sandbox`."""
        with self._permits[companion]:
            slot, box = self._take(companion)
            try:
                yield box
            except BaseException:
                # Whatever went wrong, the box may still be at work: it isn't reused.
                self._retire(slot, box, companion=companion)
                raise
            self._give_back(slot, box, companion=companion)

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """See `ports.Sandbox`."""
        with self._gate.alone():
            yield

    @property
    def contended(self) -> bool:
        """See `ports.Sandbox`."""
        return self._gate.running > 0 or os.getloadavg()[0] > LOAD_PER_CORE * (os.cpu_count() or 1)

    def close(self) -> None:
        """See `ports.Sandbox`."""
        with self._lock:
            self._closed = True
            boxes = [box for idle in self._idle.values() for _, box in idle]
            for idle in self._idle.values():
                idle.clear()
        for box in boxes:
            box.close()

    def _take(self, companion: bool) -> tuple[int, PooledBox]:
        with self._lock:
            if self._closed:
                raise SandboxError("the sandbox is closed")
            if self._idle[companion]:
                return self._idle[companion].pop()
            slot = self._free[companion].pop()
        try:
            return slot, self._make(slot, None if companion else self._gate)
        except BaseException:
            with self._lock:
                self._free[companion].append(slot)
            raise

    def _give_back(self, slot: int, box: PooledBox, *, companion: bool) -> None:
        worn = box.broken or box.out_of_memory or box.jobs + 1 >= self._recycle_after
        if not worn:
            try:
                box.reset()
            except SandboxError as error:
                log.warning("box not clean, replaced", slot=slot, error=str(error))
                worn = True
        if worn:
            self._retire(slot, box, companion=companion)
            return
        with self._lock:
            if not self._closed:
                self._idle[companion].append((slot, box))
                return
        box.close()

    def _retire(self, slot: int, box: PooledBox, *, companion: bool) -> None:
        with suppress(OSError):
            box.close()
        with self._lock:
            self._free[companion].append(slot)
