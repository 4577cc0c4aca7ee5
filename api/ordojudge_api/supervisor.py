"""One process for each slot, made anew when it dies: by forking a process that has opened nothing yet."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Final, NoReturn

import structlog

log = structlog.get_logger(__name__)

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 15.0
"""Pauses before a process is made anew that died soon after its begin, doubled each time."""

SOON_S: Final = 1.0
"""A process that lived longer is made anew at once."""

KILLED_AFTER_S: Final = 10.0
"""How long after the second signal processes that are still there are killed."""

_PR_SET_PDEATHSIG: Final = 1
_ENDING: Final = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
_HEARD: Final = _ENDING | {signal.SIGCHLD}
_LOOK_S: Final = 0.25


class Supervisor:
    """Keeps processes running until SIGTERM, SIGINT or SIGHUP, which it hands on."""

    def __init__(self, run: Callable[[int], None], *, count: int) -> None:
        """Nothing runs yet.

        Args:
            run: What the process of a number does; in the process itself, with default signal handlers.
            count: How many processes there are, numbered from 0.
        """
        self._run = run
        self._count = count
        self._numbers: dict[int, int] = {}
        """Numbers of the living, by process id."""

        self._began_s: dict[int, float] = {}
        self._pauses_s = [0.0] * count
        self._due_s: dict[int, float] = {}
        """When the process of a number is to be made."""

        self._signals = 0
        self._killed_at_s: float | None = None

    def keep_running(self) -> None:
        """Start all, and return when all have ended after a signal."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
        try:
            self._due_s = dict.fromkeys(range(self._count), time.monotonic())
            while self._numbers or (self._due_s and not self._signals):
                self._start_due()
                heard = signal.sigtimedwait(_HEARD, _LOOK_S)
                if heard is not None and heard.si_signo in _ENDING:
                    self._hand_on(signal.Signals(heard.si_signo))
                self._bury()
                self._kill_late()
        finally:
            for pid in self._numbers:  # only where something went wrong here
                os.kill(pid, signal.SIGKILL)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _start_due(self) -> None:
        if self._signals:
            return
        now_s = time.monotonic()
        for number in [each for each, due_s in self._due_s.items() if due_s <= now_s]:
            del self._due_s[number]
            pid = fork(lambda number=number: self._run(number))  # type: ignore[misc]
            self._numbers[pid] = number
            self._began_s[pid] = now_s

    def _hand_on(self, number: signal.Signals) -> None:
        self._signals += 1
        log.info("ending", signal=number.name, processes=len(self._numbers))
        for pid in self._numbers:
            os.kill(pid, signal.SIGTERM)
        if self._signals > 1 and self._killed_at_s is None:
            self._killed_at_s = time.monotonic() + KILLED_AFTER_S

    def _bury(self) -> None:
        """Note who died, and when they are to be made anew."""
        while self._numbers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            number = self._numbers.pop(pid, None)
            if number is None:  # somebody else's orphan
                continue
            lived_s = time.monotonic() - self._began_s.pop(pid)
            if self._signals:
                continue
            pause_s = self._pauses_s[number]
            pause_s = (
                0.0 if lived_s > SOON_S else min(max(FIRST_PAUSE_S, 2 * pause_s), LONGEST_PAUSE_S)
            )
            self._pauses_s[number] = pause_s
            self._due_s[number] = time.monotonic() + pause_s
            code = os.waitstatus_to_exitcode(status)
            log.warning(
                "slot ended", slot=number, code=code, lived_s=round(lived_s, 1), pause_s=pause_s
            )

    def _kill_late(self) -> None:
        if self._killed_at_s is not None and time.monotonic() > self._killed_at_s:
            for pid in self._numbers:
                os.kill(pid, signal.SIGKILL)


def fork(run: Callable[[], None]) -> int:
    """Run something in a process of its own, which doesn't outlive this one; its id."""
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    _be_child(parent, run)


def _be_child(parent: int, run: Callable[[], None]) -> NoReturn:
    code = 1
    try:
        for number in _ENDING:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEARD)
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() == parent:  # else it died before it could be noticed
            run()
            code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
