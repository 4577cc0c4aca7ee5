"""An event loop whose turns stay short in a crowd.

asyncio handles everything that is ready before it looks at anything else.
When two thousand clients send at the same moment, that one turn takes a third of a second, and all others wait.
So few connections are handled in a turn, work that comes in crowds takes turns, and what takes long happens in
a few threads.
"""

import asyncio
import gc
import math
import os
import select
import selectors
import sys
import time
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

READY_AT_ONCE: Final = 32
"""Connections with something to read or to write that are handled in one turn."""

THINKING: Final = 2
"""Threads that compute at a time: more would only hold up each other, and the event loop."""

COLLECTS_S: Final = 5.0
"""Between two looks whether it is quiet enough to look for garbage."""

COLLECTS_AT_LEAST_S: Final = 60.0
"""After so long it is looked for even though it isn't quiet."""

_NEVER: Final = 1 << 30
_THREAD_SWITCH_S: Final = 0.0005
"""How long a thread that computes keeps the interpreter while the event loop wants it."""

P = ParamSpec("P")
T = TypeVar("T")

_thinking: RunVar[CapacityLimiter] = RunVar("thinking")


class Turns:
    """Work of one kind that is done once in each turn of the event loop, however much of it waits."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def mine(self) -> None:
        """Wait for a turn that nobody else has."""
        async with self._lock:
            await asyncio.sleep(0)


async def think(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call what computes for long, in one of a few threads."""
    limiter = _thinking.get(None)
    if limiter is None:
        limiter = CapacityLimiter(THINKING)
        _thinking.set(limiter)
    return await to_thread.run_sync(lambda: function(*args, **kwargs), limiter=limiter)


class _FewAtOnce(selectors.EpollSelector):
    """Tells of so many ready files at a time; the kernel goes around, so that the others are next."""

    def __init__(self) -> None:
        super().__init__()
        # The same set of files by another descriptor, to be asked for fewer than there are.
        self._few = select.epoll.fromfd(os.dup(self.fileno()))

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """See `selectors.BaseSelector`."""
        # Rounded up to what the kernel counts in, as waking too early would only mean to ask again.
        timeout_s = -1.0 if timeout is None else max(0.0, math.ceil(timeout * 1000) / 1000)
        try:
            ready = self._few.poll(timeout_s, READY_AT_ONCE)
        except InterruptedError:
            return []
        keys = self.get_map()
        found = []
        for descriptor, event in ready:
            mask = 0
            if event & ~select.EPOLLIN:
                mask |= selectors.EVENT_WRITE
            if event & ~select.EPOLLOUT:
                mask |= selectors.EVENT_READ
            key = keys[descriptor]
            found.append((key, mask & key.events))
        return found

    def close(self) -> None:
        """See `selectors.BaseSelector`."""
        self._few.close()
        super().close()


def short_turns() -> asyncio.Runner:
    """Runs the main coroutine of a service in a loop of short turns; threads give way to it sooner."""
    sys.setswitchinterval(_THREAD_SWITCH_S)
    return asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(_FewAtOnce()))


async def collect_in_quiet(busy: Callable[[], bool]) -> None:
    """Have the garbage collector look through everything only while little is held. Until cancelled.

    To look through what twenty thousand submissions hold stops the loop for more than a tenth of a second.
    What is young it goes on to look through as always, and what no cycle holds needs no collector.
    All modules it is spared for good.

    Args:
        busy: Whether requests are under way.
    """
    gc.collect()
    gc.freeze()
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)
    try:
        collected_s = time.monotonic()
        while True:
            await asyncio.sleep(COLLECTS_S)
            if not busy() or time.monotonic() - collected_s >= COLLECTS_AT_LEAST_S:
                gc.collect()
                collected_s = time.monotonic()
    finally:
        gc.set_threshold(young, middle, old)
