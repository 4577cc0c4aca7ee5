"""A sandbox without processes: programs are functions in a table. For tests of everything above the box."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from ordojudge.core.errors import SandboxError
from ordojudge.core.languages import Language
from ordojudge.core.models import Outcome
from ordojudge.ports import Program, Ran, Run
from ordojudge.sandbox.pool import Gate


@dataclass(frozen=True, slots=True)
class FakeOutput:
    """What a fake program wrote."""

    content: bytes

    @property
    def size(self) -> int:
        """Length in bytes."""
        return len(self.content)

    def equals(self, expected: bytes) -> bool:
        """Whether the content is exactly ``expected``."""
        return self.content == expected

    def read(self, size: int | None = None, *, offset: int = 0) -> bytes:
        """``size`` bytes from ``offset`` on, or all that is there."""
        return self.content[offset:][:size]

    def open(self) -> int:
        """Fake outputs have no descriptor."""
        raise NotImplementedError("a fake output is not a file")


@dataclass(frozen=True, slots=True)
class Act:
    """What a fake program does on one input."""

    output: bytes = b""
    error: bytes = b""
    result: bytes | None = None
    exit_code: int = 0
    signal: int | None = None
    cpu_s: float = 0.001
    memory_bytes: int = 1 << 20


Script = Callable[[bytes], Act]


@dataclass(slots=True)
class FakeSandbox:
    """Boxes whose programs are scripts: source text to what it does with its input.

    A source that isn't in the table doesn't compile.
    Limits hold: an act that takes more CPU time, memory or output than allowed is stopped as a box would.
    """

    scripts: Mapping[str, Script] = field(default_factory=dict)
    failures: int = 0
    """How many of the next runs the box itself fails."""

    contended: bool = False
    slowdown: float = 1.0
    """Factor on CPU time while not ``quiet``."""

    boxes: int = 0
    runs: int = 0
    aborted: int = 0
    is_quiet: bool = False
    closed: bool = False
    gate: Gate = field(default_factory=Gate)

    @contextmanager
    def box(
        self, language: Language | None = None, *, companion: bool = False
    ) -> Iterator["FakeBox"]:
        """See `ports.Sandbox`."""
        self.boxes += 1
        yield FakeBox(self, None if companion else self.gate)

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """See `ports.Sandbox`."""
        with self.gate.alone():
            self.is_quiet = True
            try:
                yield
            finally:
                self.is_quiet = False

    def close(self) -> None:
        """See `ports.Sandbox`."""
        self.closed = True


@dataclass(frozen=True, slots=True)
class FakeRunning:
    """A run that is already over."""

    ran: Ran

    def wait(self) -> Ran:
        """See `ports.Running`."""
        return self.ran


class FakeBox:
    """One box of a `FakeSandbox`."""

    def __init__(self, sandbox: FakeSandbox, gate: Gate | None) -> None:
        self._sandbox = sandbox
        self._gate = gate
        self._aborted = False

    def compile(
        self, source: bytes, language: Language, *, files: Mapping[str, bytes] | None = None
    ) -> Program:
        """See `ports.Box`."""
        script = self._sandbox.scripts.get(source.decode())
        if script is None:
            return Program(ok=False, language=language, message="not in the table")
        return Program(ok=True, language=language, handle=script)

    def script(self, code: bytes) -> Program:
        """See `ports.Box`."""
        raise NotImplementedError("a fake box runs no statements")

    def count_instructions(self) -> None:
        """See `ports.Box`."""
        return

    def abort(self) -> None:
        """See `ports.Box`."""
        self._sandbox.aborted += 1
        self._aborted = True

    def start(self, run: Run) -> FakeRunning:
        """See `ports.Box`."""
        if self._aborted:
            raise SandboxError("the box was ended")
        if self._gate is not None:
            self._gate.enter()
        try:
            return FakeRunning(self._run(run))
        finally:
            if self._gate is not None:
                self._gate.leave()

    def _run(self, run: Run) -> Ran:
        self._sandbox.runs += 1
        if self._sandbox.failures:
            self._sandbox.failures -= 1
            raise SandboxError("a failure that was asked for")
        script = cast(Script, run.program.handle)
        return self._ran(script(_content(run)), run)

    def _ran(self, act: Act, run: Run) -> Ran:
        limits = run.limits
        cpu_s = act.cpu_s * (1.0 if self._sandbox.is_quiet else self._sandbox.slowdown)
        cap_s = limits.cpu_s * run.grace
        stopped = (
            "cpu" if cpu_s > cap_s else "memory" if act.memory_bytes > limits.memory_bytes else None
        )
        output = act.output[: limits.output_bytes]
        signal = 9 if stopped else 25 if len(act.output) > limits.output_bytes else act.signal
        outcome = Outcome(
            exit_code=act.exit_code if signal is None else None,
            signal=signal,
            stopped=stopped,  # type: ignore[arg-type]
            cpu_s=min(cpu_s, cap_s * 1.05),
            wall_s=cpu_s,
            peak_memory_bytes=act.memory_bytes,
            output_bytes=len(output),
            error_bytes=len(act.error),
        )
        return Ran(outcome=outcome, output=FakeOutput(output), error=act.error, result=act.result)


def _content(run: Run) -> bytes:
    descriptor = run.input.open()
    try:
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0)
    finally:
        os.close(descriptor)
