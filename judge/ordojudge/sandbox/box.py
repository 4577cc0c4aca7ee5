"""The judge's side of one box: what it asks of the runner, and what it makes of the answers."""

import contextlib
import errno
import os
import re
import select
import signal
import socket
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ordojudge.core.errors import RunnerMismatch, SandboxError, SandboxProtocolError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import Outcome
from ordojudge.ports import Harness, Program, Ran, Run
from ordojudge.sandbox import wire
from ordojudge.sandbox.binary_cache import Binary, BinaryCache
from ordojudge.sandbox.instructions import InstructionCounter
from ordojudge.sandbox.memory_files import MemoryFile
from ordojudge.sandbox.pool import Gate
from ordojudge.sandbox.toolchain import Compilers, makes_binary

ERROR_BYTES: Final = 4096
"""How much of standard error is kept."""

MESSAGE_BYTES: Final = 8192
"""How much a compiler may say."""

_MIB: Final = 1 << 20

LEAST_HEAP_MIB: Final = 16
"""What a runtime is told at least: with less some don't even start, and the limit holds anyway."""

_IMPORT: Final = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(\w[\w., \t]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ByteCode:
    """A parsed Python program."""

    code: MemoryFile
    zygote: str


class RunningProgram:
    """An execution under way in a box; wait for it exactly once."""

    def __init__(
        self,
        box: "RunnerBox",
        files: list[MemoryFile],
        *,
        language: Language,
        patience_s: float,
    ) -> None:
        self._box = box
        self._language = language
        self._files = files
        self._patience_s = patience_s

    def wait(self) -> Ran:
        """See `ports.Running`."""
        try:
            answer = self._box.answer(self._patience_s)[0]
        finally:
            self._box.run_ended()
        output, error, *result = self._files
        return Ran(
            outcome=_outcome(answer, output, error, self._language),
            output=output,
            error=error.read(ERROR_BYTES),
            result=result[0].read() if result else None,
        )


class RunnerBox:
    """One box with a runner in it. Used by one thread at a time."""

    def __init__(
        self,
        control: socket.socket,
        *,
        version: str,
        toolchain: Compilers,
        binaries: BinaryCache,
        gate: Gate | None,
        folder: str = "/box",
    ) -> None:
        """Meet the runner at the other end of a connection.

        Args:
            folder: The box's own folder, as seen in it.

        Raises:
            RunnerMismatch: it is of another version.
            SandboxError: it doesn't answer.
        """
        control.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * wire.MESSAGE_BYTES)
        self._control = control
        self._buffer = bytearray(wire.MESSAGE_BYTES)
        self._toolchain = toolchain
        self._binaries = binaries
        self._gate = gate
        self._in_gate = False
        self._folder = folder
        self._loaded: str | None = None
        self.jobs = 0
        self.broken = False
        self.out_of_memory = False
        hello = self.answer(30.0)[0]
        if hello.get("version") != version:
            raise RunnerMismatch(
                f"the runner is of version {hello.get('version')}, the judge of {version}"
            )
        self.has_cgroup = bool(hello.get("cgroup"))

    # -- ports.Box

    def compile(
        self, source: bytes, language: Language, *, files: Mapping[str, bytes] | None = None
    ) -> Program:
        """See `ports.Box`."""
        if language.runtime == "python":
            return self._parse(source, language)
        source_path = f"{self._folder}/s/{language.source_file}"
        texts = [source]
        texts += [content for name, content in (files or {}).items() if not name.endswith(".o")]
        command = self._toolchain.command(
            language,
            b"\n".join(texts),
            source_path=source_path,
            product=self._product(language),
        )
        version = self._toolchain.version(language)
        parts = [
            source,
            *(
                part
                for name in sorted(files or ())
                for part in (name.encode(), (files or {})[name])
            ),
        ]
        digest = BinaryCache.digest(
            [*(argument.encode() for argument in command), version.encode(), *parts]
        )
        cached = self._binaries.find(digest)
        if cached is not None:
            return Program(ok=True, language=language, cached=True, handle=cached)
        for name, content in {language.source_file: source, **(files or {})}.items():
            self._put(name, MemoryFile(content), mode=0o444)
        return self._compile(language, command, digest, source_path=source_path)

    def script(self, code: bytes) -> Program:
        """See `ports.Box`."""
        zygote = "packages" if b"import" in code else "bare"
        handle = ByteCode(MemoryFile(code), zygote)
        return Program(ok=True, language=find_language("python"), handle=handle)

    def start(self, run: Run) -> RunningProgram:
        """See `ports.Box`."""
        allowance = _allowance(run)
        patience_s = allowance.patience_us / 1e6
        order: dict[str, Any] = {"op": "run", "allowance": allowance._asdict()}
        files = [MemoryFile(), MemoryFile()]
        handle = run.program.handle
        descriptors = [run.input.open()]
        try:
            borrowed = [file.descriptor for file in files]
            if run.output is not None:
                borrowed[0] = run.output
            if isinstance(handle, ByteCode):
                order["interpreter"] = handle.zygote
                order["harness"] = {
                    "mode": "program",
                    "arguments": [*run.arguments],
                    "crashed": run.crash_status,
                    **_harness(run.harness),
                }
                borrowed.append(handle.code.descriptor)
                if run.harness is not None:
                    files.append(MemoryFile())
                    borrowed.append(files[-1].descriptor)
                    if run.channel is not None:
                        borrowed.append(run.channel)
            elif isinstance(handle, Binary):
                self._load(handle, run.program.language)
                order |= self._command(run)
                patience_s *= 2 if order["zygote"] else 1  # a fork that sleeps is run anew
                if run.note is not None:
                    files.append(MemoryFile(run.note))
                    borrowed.append(files[-1].descriptor)
            else:
                raise TypeError(f"not a program of this sandbox: {handle!r}")
            order["files"] = [*run.files]
            descriptors += [file.open() for file in run.files.values()]
            self.run_begins()
            try:
                self._send(order, [descriptors[0], *borrowed, *descriptors[1:]])
            except BaseException:
                self.run_ended()
                raise
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        return RunningProgram(self, files, language=run.program.language, patience_s=patience_s)

    def count_instructions(self) -> InstructionCounter | None:
        """See `ports.Box`."""
        try:
            return InstructionCounter(self.first_process())
        except OSError:
            return None

    def first_process(self) -> int:
        """Number of the process that all of the box descends from, as this process knows it.

        Raises:
            ProcessLookupError: it can't be seen from here, as from a container of its own.
        """
        size = struct.calcsize("3i")
        credentials = self._control.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        pid: int = struct.unpack("3i", credentials)[0]
        if not pid:
            raise ProcessLookupError(errno.ESRCH, "the box's processes can't be seen from here")
        return pid

    def abort(self) -> None:
        """See `ports.Box`."""
        self.broken = True
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)

    # -- for the pool

    def answers(self) -> bool:
        """Whether the runner is there and answers soon."""
        try:
            self._ask({"op": "ping"}, [], patience_s=0)
        except SandboxError:
            return False
        return True

    def reset(self) -> None:
        """Forget the job.

        Raises:
            SandboxError: the box is not clean, and not to be used again.
        """
        self.jobs += 1
        self._loaded = None
        self._ask({"op": "reset"}, [])

    def close(self) -> None:
        """Hang up, on which the runner ends the box."""
        self._control.close()
        self.run_ended()  # one that nobody waited for must not keep others from being alone

    def run_begins(self) -> None:
        """Pass the gate before a run."""
        if self._gate is not None:
            self._gate.enter()
            self._in_gate = True

    def run_ended(self) -> None:
        """Leave the gate, if a run is under way."""
        if self._gate is not None and self._in_gate:
            self._in_gate = False
            self._gate.leave()

    # -- talking to the runner

    def answer(self, patience_s: float) -> tuple[dict[str, Any], list[int]]:
        """The runner's next message.

        Raises:
            SandboxError: it is gone, silent for too long, or reports a failure of its own.
        """
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        try:
            if not poll.poll(int((patience_s + 10) * 1000)):
                raise SandboxError(f"the runner has been silent for {patience_s + 10:.0f} s")
            message, descriptors = wire.receive(self._control, self._buffer)
            if not message:
                raise SandboxError("the runner is gone")
            answer = wire.decode(message)
        except ConnectionError as error:
            self.broken = True
            raise SandboxError(f"the runner is gone: {error}") from error
        except (OSError, ValueError) as error:
            self.broken = True
            raise SandboxProtocolError(f"the runner's answer can't be read: {error}") from error
        except SandboxError:
            self.broken = True
            raise
        if "failure" in answer:
            self.broken = True
            raise SandboxError(f"the runner failed: {answer['failure']}")
        return answer, descriptors

    def _send(self, order: dict[str, Any], descriptors: list[int]) -> None:
        try:
            wire.send(self._control, wire.encode(order), descriptors)
        except OSError as error:
            self.broken = True
            raise SandboxError(f"the runner is gone: {error}") from error

    def _ask(
        self, order: dict[str, Any], descriptors: list[int], *, patience_s: float = 60.0
    ) -> tuple[dict[str, Any], list[int]]:
        self._send(order, descriptors)
        return self.answer(patience_s)

    def _put(self, name: str, file: MemoryFile | Binary, *, mode: int) -> None:
        descriptor = file.open()
        try:
            self._ask({"op": "put", "name": name, "mode": mode}, [descriptor])
        finally:
            os.close(descriptor)

    def _command(self, run: Run) -> dict[str, list[str]]:
        """What runs a program that was loaded, with the limits that its runtime is told of."""
        language, memory = run.program.language, run.limits.memory_bytes
        warm = language.zygote and self._toolchain.version(language).startswith(
            language.zygote_version
        )
        places = {
            "binary": f"{self._folder}/s/{language.program_file}",
            "judge": self._toolchain.judge_in_box,
            "memory_mib": max(memory // _MIB, LEAST_HEAP_MIB),
            "heap_mib": max((memory - language.memory_extra_bytes) // _MIB, LEAST_HEAP_MIB),
        }
        return {
            "argv": [argument.format(**places) for argument in language.run] + [*run.arguments],
            "zygote": [argument.format(**places) for argument in language.zygote] if warm else [],
            "environment": [variable.format(**places) for variable in language.environment],
        }

    def _load(self, binary: Binary, language: Language) -> None:
        if self._loaded != binary.digest:
            try:
                self._put(language.program_file, binary, mode=0o555)
            except FileNotFoundError as error:
                raise SandboxError("the binary left the cache before it was run") from error
            self._loaded = binary.digest

    # -- compiling

    def _compile(
        self, language: Language, command: list[str], digest: str, *, source_path: str
    ) -> Program:
        messages = MemoryFile()
        nothing = os.open(os.devnull, os.O_RDONLY)
        allowance = _compile_allowance(language)
        order: dict[str, Any] = {
            "op": "compile",
            "argv": command,
            "allowance": allowance._asdict(),
            "product": self._product(language) if makes_binary(language) else source_path,
            "binary": language.program_file,
        }
        server = self._toolchain.server(language)
        if server:
            order["server"] = [language.id, server, language.source_file]
        try:
            channels = [nothing, messages.descriptor, messages.descriptor]
            answer, _ = self._ask(order, channels, patience_s=allowance.patience_us / 1e6)
        finally:
            os.close(nothing)
        report = _report(answer.get("report", {}))
        cpu_s = report.cpu_us / 1e6
        message = _compiler_message(messages, report, allowance, folder=self._folder)
        self.out_of_memory |= report.oom_kills > 0
        if report.status or report.stopped or answer.get("product"):
            problem = answer.get("product") or ""
            return Program(ok=False, language=language, message=message or problem, cpu_s=cpu_s)
        _, fetched = self._ask({"op": "fetch", "name": language.program_file}, [])
        try:
            binary = self._binaries.store(digest, fetched[0])
        finally:
            for descriptor in fetched:
                os.close(descriptor)
        self._loaded = digest
        if not makes_binary(language):
            message = ""  # that there is nothing to say
        return Program(ok=True, language=language, message=message, cpu_s=cpu_s, handle=binary)

    def _product(self, language: Language) -> str:
        """Where the compiler puts the program; some look at the ending."""
        return f"{self._folder}/w/{language.program_file}"

    def _parse(self, source: bytes, language: Language) -> Program:
        text, code, messages = MemoryFile(source), MemoryFile(), MemoryFile()
        zygote = "packages" if _imports_packages(source) else "bare"
        allowance = _compile_allowance(language)
        nothing = os.open(os.devnull, os.O_RDONLY)
        order = {
            "op": "run",
            "interpreter": "bare",
            "allowance": allowance._asdict(),
            "harness": {"mode": "compile"},
        }
        try:
            channels = [nothing, code.descriptor, messages.descriptor, text.descriptor]
            answer, _ = self._ask(order, channels, patience_s=allowance.patience_us / 1e6)
        finally:
            os.close(nothing)
        report = _report(answer)
        message = _compiler_message(messages, report, allowance, folder=self._folder)
        if report.status or report.stopped:
            return Program(ok=False, language=language, message=message, cpu_s=report.cpu_us / 1e6)
        return Program(
            ok=True,
            language=language,
            message=message,
            cpu_s=report.cpu_us / 1e6,
            handle=ByteCode(code, zygote),
        )


def _imports_packages(source: bytes) -> bool:
    """Whether a Python source imports anything that isn't in the standard library."""
    for match in _IMPORT.finditer(source):
        for name in match[1].split(b","):
            root = name.strip().split(b".")[0].split(b" ")[0]
            if root.decode("ascii", "replace") not in sys.stdlib_module_names:
                return True
    return False


def _harness(harness: Harness | None) -> dict[str, Any]:
    if harness is None:
        return {}
    return {
        "mode": harness.mode,
        "entry_point": harness.entry_point,
        "class_name": harness.class_name,
        "parameters": harness.parameters,
        "returns": harness.returns,
        "result_argument": harness.result_argument,
        "prelude": harness.prelude,
        "key": harness.key,
    }


def _allowance(run: Run) -> wire.Allowance:
    limits = run.limits
    margin_s = max(0.05, 0.05 * limits.cpu_s)
    cpu_s = limits.cpu_s * run.grace + margin_s
    wall_s = limits.wall_limit_s + margin_s
    return wire.Allowance(
        cpu_us=int(cpu_s * 1e6),
        wall_us=int(wall_s * 1e6),
        patience_us=int((10 * max(cpu_s, wall_s) + 20) * 1e6),
        stack=min(max(limits.memory_bytes, 64 * _MIB), 256 * _MIB),
        file_size=limits.output_bytes,
        memory=limits.memory_bytes,
        processes=run.program.language.processes,
        files=run.program.language.files,
    )


def _compile_allowance(language: Language) -> wire.Allowance:
    cpu_us = int(language.compile_cpu_s * 1e6)
    return wire.Allowance(
        cpu_us=cpu_us,
        wall_us=3 * cpu_us,
        patience_us=10 * cpu_us + 20_000_000,
        stack=256 * _MIB,
        file_size=128 * _MIB,
        memory=language.compile_memory_bytes,
        processes=max(64, language.processes),
        files=language.files,
    )


def _compiler_message(
    messages: MemoryFile, report: wire.Report, allowance: wire.Allowance, *, folder: str
) -> str:
    said = messages.read(MESSAGE_BYTES).decode("utf-8", "replace").replace(f"{folder}/s/", "")
    if report.stopped == "memory":
        said += f"compiling took more than {allowance.memory // _MIB} MiB"
    elif report.stopped or report.status == signal.SIGXCPU:  # the kernel was faster than the watch
        said += f"compiling took more than {allowance.cpu_us / 1e6:.0f} s"
    elif report.status and not said.strip():
        said = f"the compiler ended with status {report.status}"
    return said.strip()


def _report(answer: dict[str, Any]) -> wire.Report:
    """The spawn server's report in an answer.

    Raises:
        SandboxError: the box failed, and the report says nothing of the program.
    """
    try:
        report = wire.Report(**answer)
    except TypeError as unexpected:
        raise SandboxProtocolError(
            f"the runner's report can't be read: {unexpected}"
        ) from unexpected
    if report.error:
        raise SandboxError(f"the spawn server failed: {os.strerror(report.error)}")
    if report.stopped == "deadline":
        raise SandboxError("the program neither ended nor used its time; the machine may be stuck")
    return report


def _outcome(
    answer: dict[str, Any], output: MemoryFile, error: MemoryFile, language: Language
) -> Outcome:
    report = _report(answer)
    exited = os.WIFEXITED(report.status)
    ran_out = exited and os.WEXITSTATUS(report.status) == language.out_of_memory_status
    return Outcome.model_validate(
        {
            "exit_code": os.WEXITSTATUS(report.status) if exited else None,
            "signal": None if exited else os.WTERMSIG(report.status),
            "stopped": report.stopped,
            "cpu_s": report.cpu_us / 1e6,
            "wall_s": report.wall_us / 1e6,
            "run_delay_s": report.run_delay_us / 1e6,
            "peak_memory_bytes": report.peak_bytes,
            "output_bytes": output.size,
            "error_bytes": error.size,
            "out_of_memory": report.oom_kills > 0 or ran_out,
        }
    )
