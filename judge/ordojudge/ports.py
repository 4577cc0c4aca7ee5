"""What the judge needs from the world, as protocols small enough to hold in the head.

Drivers implement them and import only this module and the core; ``wiring.py`` chooses among drivers.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol

from ordojudge.core.bounds import Bound, Facts
from ordojudge.core.languages import Language
from ordojudge.core.models import (
    ComplexityEvidence,
    Judgement,
    Limits,
    Outcome,
    Problem,
    Task,
)


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

    def read(self, size: int | None = None, *, offset: int = 0) -> bytes:
        """``size`` bytes from ``offset`` on, or all that is there."""
        ...


@dataclass(frozen=True, slots=True)
class Harness:
    """How a Python submission is called, when it isn't run as a program of its own."""

    mode: str
    """``function``: call it once with JSON arguments from standard input, answer on ``result``.
    ``counted``: as ``function``, or as a program if there is no entry point, and say on ``result`` how much it
    did; the program is the source itself, as `Box.script` takes it.
    ``serve``: answer calls that come over ``channel``.
    ``statements``: run statements that reach the submission over ``channel``."""

    entry_point: str = ""
    class_name: str | None = None
    parameters: tuple[tuple[str, str | None], ...] | None = None
    returns: str | None = None
    result_argument: int | None = None
    prelude: str = ""
    key: str = ""
    """For ``counted``: goes out with the count, so that nothing else can pass for it."""


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
    output: int | None = None
    """Where standard output goes, in place of a file that is kept: the writing end of a pipe."""

    arguments: tuple[str, ...] = ()
    files: Mapping[str, Input] = field(default_factory=dict)
    """Files laid into the working folder first, by name."""

    harness: Harness | None = None
    channel: int | None = None
    """A connected socket handed to the harness."""

    note: bytes | None = None
    """For a compiled program: first content of a file that it gets as descriptor 3; ``result`` is the last."""

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
    """What a harness reported over its own channel, or a note's last content; none without either."""


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
        """A document for the ``statements`` or ``counted`` harness, as a program of this box."""
        ...

    def start(self, run: Run) -> Running:
        """Begin one execution.

        Raises:
            SandboxError: the box failed.
        """
        ...

    def count_instructions(self) -> "InstructionCount | None":
        """Begin to count what the box runs; none where the processor can't be asked for that."""
        ...

    def abort(self) -> None:
        """End the box and all in it at once; callable from any thread. What waits for it fails."""
        ...


class InstructionCount(Protocol):
    """Counts the instructions that all in a box run in user mode, outside of the box."""

    def read(self) -> int:
        """The count so far.

        Raises:
            OSError: it isn't complete.
        """
        ...

    def close(self) -> None:
        """Stop counting; harmless when repeated."""
        ...


class Sandbox(Protocol):
    """Where boxes come from."""

    def box(
        self, language: Language | None = None, *, companion: bool = False
    ) -> AbstractContextManager[Box]:
        """A box for one job; waits for a free slot.

        Args:
            language: The language of the programs in it, where a driver has boxes for some languages each;
                Python if none.
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


@dataclass(frozen=True, slots=True)
class ComplexityQuestion:
    """A correct program whose time complexity is asked for, and the bound that it should meet."""

    source: str
    language: Language
    problem: Problem | None = None
    """The problem that it solves, where that is known: its statement, interface and reference."""

    target: Bound | None = None
    """The bound to meet; none asks for the program's own bound alone."""

    facts: Facts = field(default_factory=Facts)
    """What is declared of the target's variables."""


class ComplexityAnalyser(Protocol):
    """A source of evidence on time complexity that reads the program and runs nothing.

    Thread-safe. What runs programs is `analysis.measured`, which needs a box besides.
    """

    def analyse(self, question: ComplexityQuestion) -> ComplexityEvidence:
        """What this source says of a program.

        Any text may be given: broken code has an unknown bound, and raises nothing.

        Returns:
            Evidence whose ``confidence`` is the calibrated probability that its ``relation`` is right, or
            its ``bound`` if the question has no target.
            With nothing to say: no bound, relation ``unknown`` and confidence 0.

        Raises:
            AnalyserError: the source itself failed, e.g. a model server that doesn't answer.
        """
        ...


class Lane(StrEnum):
    """What a job is for. Earlier lanes get more of the slots; none starves."""

    TRAIN = "train"
    EVAL = "eval"
    BATCH = "batch"


JobState = Literal["queued", "running", "done", "failed", "cancelled", "expired"]


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job came to."""

    judgement: Judgement
    queue_s: float = 0.0
    """Wall time that it waited for a slot."""

    cached: bool = False
    """Whether the judgement was made for another job."""


@dataclass(frozen=True, slots=True)
class LaneStats:
    """One lane of a queue, now."""

    queued: int
    running: int
    oldest_s: float
    """Age of the oldest queued job; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class QueueStats:
    """A queue, now."""

    lanes: Mapping[Lane, LaneStats]
    slots: int
    """Jobs that can run at a time, on all machines."""

    jobs_per_s: float
    """Jobs that busy slots end in a second, as measured; 0 until one has ended."""

    retries: Mapping[str, int] = field(default_factory=dict)
    """Jobs that were taken from a slot before they were done, by the cause."""


class JobQueue(Protocol):
    """Where programs wait for a slot. Asynchronous: above it waiting holds no thread."""

    async def submit(
        self,
        tasks: Sequence[Task],
        *,
        lane: Lane,
        client: str,
        deadline_s: float | None = None,
    ) -> list[str]:
        """Queue tasks, all or none, and return their job ids in order.

        Args:
            tasks: Each names its problem by digest.
            client: Whose jobs they are; clients of a lane share its slots fairly.
            deadline_s: Seconds from now after which nobody waits for them.
                A job past it is not run, and one that runs is ended.

        Raises:
            QueueFull: there is no room for all of them; says when to come back.
            QueueError: they are more than the queue ever holds, or it is closed.
        """
        ...

    async def result(self, job_id: str) -> JobResult:
        """Wait for what a job comes to. Giving up this wait doesn't end the job.

        Raises:
            JobNotFound, JobCancelled, JobExpired: there won't be a result.
            JudgeError: what `Judge.judge` raised.
        """
        ...

    async def state(self, job_id: str) -> JobState:
        """How far a job is.

        Raises:
            JobNotFound: no such job, or it is long done.
        """
        ...

    async def cancel(self, job_ids: Sequence[str]) -> None:
        """Say that nobody wants these jobs any more.

        A queued job is not run, a running one is ended, and one that is over is forgotten.
        Unknown ids are ignored.
        """
        ...

    async def stats(self) -> QueueStats:
        """The queue, now."""
        ...

    async def close(self) -> None:
        """Stop taking jobs and release everything.

        Jobs that run in this process end first; whoever still waits for another hears `JobCancelled`.
        """
        ...


class ProblemStore(Protocol):
    """Problems registered once and named by id; their content by digest."""

    def put(self, problem: Problem) -> str:
        """Register a problem under its id, in place of an earlier one, and return its digest.

        Raises:
            ProblemError: a test names a file instead of carrying its text.
            StoreError: here and below: the store failed.
        """
        ...

    def put_stream(
        self,
        chunks: Iterable[bytes],
        *,
        problem_id: str | None = None,
        digest: str | None = None,
        where: str = "problem",
    ) -> str:
        """As `put`, for a JSON document that is never in memory as a whole.

        Nothing is registered unless all of it is good.

        Args:
            chunks: The document, cut anywhere; what reading them raises comes out as it is.
            problem_id: The id that the document must have.
            digest: The digest that it must come to.
            where: Its name in error messages.

        Raises:
            ProblemError: one line that names the place.
        """
        ...

    def digest(self, problem_id: str) -> str:
        """The digest that an id stands for now.

        Raises:
            ProblemNotFound: no such id.
        """
        ...

    def get(self, digest: str) -> Problem:
        """The problem of this digest; the same object as long as somebody uses it.

        Its long tests are files of its `folder`, named in ``input_file`` and ``output_file``.

        Raises:
            ProblemNotFound: no such digest.
        """
        ...

    def folder(self, digest: str) -> AbstractContextManager[Path | None]:
        """Where the problem's test files are on this machine, for `Judge.judge`; they stay while this lasts.

        None if the problem has none.

        The first call on a machine fetches them.
        A ``StoreError`` that passes through has them fetched anew.

        Raises:
            ProblemNotFound: no such digest.
        """
        ...

    def ids(self, *, after: str = "", limit: int = 100) -> list[str]:
        """Registered ids in order, a page at a time."""
        ...

    def delete(self, problem_id: str) -> None:
        """Forget an id; the content goes when no id names it.

        Raises:
            ProblemNotFound: no such id.
        """
        ...
