"""What the judge needs from the world, as protocols small enough to hold in the head.

Drivers implement them and import only this module and the core; ``wiring.py`` chooses among drivers.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from ordojudge.core.languages import Language
from ordojudge.core.models import Limits, Outcome


class Input(Protocol):
    """A file's content for a program to read, opened anew for each run."""

    def open(self) -> int:
        """A fresh read-only file descriptor at offset 0, which the caller closes."""
        ...


class Output(Protocol):
    """What a program wrote; readable until it is closed."""

    @property
    def size(self) -> int:
        """Length in bytes."""
        ...

    def open(self) -> int:
        """As `Input.open`: what one program wrote can be another's input."""
        ...

    def equals(self, expected: bytes) -> bool:
        """Whether the content is exactly ``expected``; reads in chunks."""
        ...

    def read(self, size: int | None = None) -> bytes:
        """The first ``size`` bytes, or all."""
        ...


@dataclass(frozen=True, slots=True)
class Harness:
    """How a Python submission is called, when it isn't run as a program of its own."""

    mode: str
    """``function``: call it once with JSON arguments from standard input, answer on ``result``.
    ``serve``: answer calls that come over ``channel``.
    ``statements``: run statements that reach the submission over ``channel``."""

    entry_point: str
    class_name: str | None = None
    parameters: tuple[tuple[str, str | None], ...] | None = None
    returns: str | None = None
    result_argument: int | None = None
    prelude: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled submission; good for any box of the sandbox that made it."""

    ok: bool
    language: Language
    message: str = ""
    cpu_s: float = 0.0
    cached: bool = False
    handle: object = None
    """The driver's own: a file with the binary or the byte code."""


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of a program."""

    program: Program
    limits: Limits
    input: Input
    arguments: tuple[str, ...] = ()
    files: Mapping[str, Input] = field(default_factory=dict)
    """Files laid into the working folder first, by name."""

    harness: Harness | None = None
    channel: int | None = None
    """A connected socket handed to the harness."""

    crash_status: int = 1
    """Exit status that stands for an uncaught exception of a Python program."""

    grace: float = 1.0
    """Let the program run to this multiple of its CPU limit before it is stopped."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How an execution went."""

    outcome: Outcome
    output: Output
    error: bytes
    """The head of standard error."""

    result: bytes | None = None
    """What a harness reported over its own channel; none without a harness."""


class Running(Protocol):
    """An execution under way."""

    def wait(self) -> Ran:
        """Wait for the end.

        Raises:
            SandboxError: the box failed.
        """
        ...


class Box(Protocol):
    """One warm sandbox, held for one submission. Nothing survives in it from one run to the next."""

    def compile(
        self, source: bytes, language: Language, *, files: Mapping[str, bytes] | None = None
    ) -> Program:
        """Compile a source once; a refusal is a program that is not ``ok``.

        Raises:
            SandboxError: the box failed.
        """
        ...

    def script(self, code: bytes) -> Program:
        """A document for the ``statements`` harness, as a program of this box."""
        ...

    def start(self, run: Run) -> Running:
        """Begin one execution.

        Raises:
            SandboxError: the box failed.
        """
        ...


class Sandbox(Protocol):
    """Where boxes come from."""

    def box(self, *, companion: bool = False) -> AbstractContextManager[Box]:
        """A box for one job; waits for a free slot.

        Args:
            companion: A box for judge-side code (test statements, checkers) beside the submission's own.
                A job holds at most one of each and takes the companion last, so jobs can't deadlock.

        Raises:
            SandboxUnavailable: no box can be had on this machine.
        """
        ...

    def quiet(self) -> AbstractContextManager[None]:
        """A while in which no other box of this sandbox runs anything, to measure time again."""
        ...

    @property
    def contended(self) -> bool:
        """Whether other work may be slowing programs down now."""
        ...

    def close(self) -> None:
        """Take down every box; harmless when repeated."""
        ...
