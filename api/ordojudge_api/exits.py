"""How the command ends: its exit codes, its one line of complaint, and the signals that stop it."""

from __future__ import annotations

import errno
import functools
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, ParamSpec

import typer

if TYPE_CHECKING:
    from ordojudge.core.errors import JudgeError

OK, REJECTED, USAGE, JUDGE_FAILED = 0, 1, 2, 3

P = ParamSpec("P")


class Stopped(KeyboardInterrupt):
    """A signal asked the command to end; unwinding closes what is open."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def ends_with_code(command: Callable[P, int]) -> Callable[P, NoReturn]:
    """Make a command's result its exit code, and its error one line on standard error."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> NoReturn:
        from ordojudge.core.errors import JudgeError, boundary

        try:
            with boundary(JudgeError, f"unexpected, in {command.__name__}"):
                code = command(*args, **kwargs)
                sys.stdout.flush()  # a full disk shows here
        except KeyboardInterrupt as stop:
            code = 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)
            complain("stopped")
        except JudgeError as error:
            code = _complain_of(error)
        raise typer.Exit(code)

    return run


def complain(message: str) -> None:
    """Print one line on standard error."""
    from ordojudge_api.report_view import printable

    typer.echo(f"ordojudge: {printable(message)}", err=True)


def _complain_of(error: JudgeError) -> int:
    """Say what went wrong, and whose fault it is as an exit code."""
    from ordojudge.core.errors import JudgeError, SandboxError, SandboxUnavailable, ServiceError

    cause = error.__cause__
    surprise = type(error) is JudgeError  # nothing on the way here gave it a name
    if surprise and isinstance(cause, BrokenPipeError):
        raise cause  # typer ends quietly: the reader has seen enough
    if surprise and isinstance(cause, OSError):
        complain(f"{cause.filename}: {cause.strerror}" if cause.filename else f"{cause.strerror}")
        return USAGE
    complain(str(error))
    if cause is not None:
        _log_cause(cause)
    if isinstance(error, ServiceError):  # what it refuses is the caller's fault
        return USAGE if error.status is not None and 400 <= error.status < 500 else JUDGE_FAILED
    if isinstance(error, SandboxUnavailable) or _is_disk_full(cause):
        return USAGE
    return JUDGE_FAILED if surprise or isinstance(error, SandboxError) else USAGE


def _is_disk_full(cause: BaseException | None) -> bool:
    return isinstance(cause, OSError) and cause.errno in {errno.ENOSPC, errno.EDQUOT}


def _log_cause(cause: BaseException) -> None:
    import structlog

    if structlog.is_configured():  # as it comes, structlog writes to standard output
        structlog.get_logger().debug("cause of the error", exc_info=cause)


@contextmanager
def unwinding_on_signals() -> Iterator[None]:
    """Turn the signals that ask for an end into an exception, so that boxes are taken down.

    Only the first counts: a second one would interrupt the taking down.
    """
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    caught = False

    def stop(number: int, _frame: object) -> None:
        nonlocal caught
        if not caught:
            caught = True
            raise Stopped(number)

    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # as nohup and background jobs have it
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
