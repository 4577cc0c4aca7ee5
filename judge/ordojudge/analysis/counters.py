"""Counting what programs do: a cost of one run that load can't change and a program can't forge.

C and C++ are compiled once more, so that each basic block and each byte that the C library goes over counts.
Python is rewritten inside the box, so that loops, calls and built-ins count by the sizes that they go over.
Other languages have CPU time, in which logarithms can't be told.
"""

import json
import re
import secrets
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, Protocol

from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import FunctionInterface, Limits, Outcome, Problem
from ordojudge.ports import Box, Harness, Input, Ran, Run
from ordojudge.sandbox.binary_cache import Binary

STEP: Final = 0x2545F491
"""What each step adds, as in count_blocks.c."""

_PAGE_BYTES: Final = 4096
_WORD: Final = 1 << 64
_INVERSE: Final = pow(STEP, -1, _WORD)
_MOST_STEPS: Final = 1 << 44
"""More steps than any run can take: the start was random, so a forged value decodes to more than this."""

_COUNTED_OPTIONS: Final = ("-fsanitize-coverage=trace-pc",)
_OBJECT_OPTIONS: Final = (
    "-O2",
    "-fno-builtin",
    "-fno-tree-loop-distribute-patterns",
    "-fno-stack-protector",
    "-c",
)
_OBJECT: Final = "count_blocks.o"

_EVASIONS: Final = re.compile(
    r"\b(?:asm|__asm|__asm__)\b|no_sanitize|no_instrument|sanitizer|gsbase|__seg_"
)
"""What contest code never says, and what code that should run uncounted has to."""

_TAMPERED_STATUS: Final = 124
_NATIVE_LOCKED_STATUS: Final = 117


@dataclass(frozen=True, slots=True)
class Cost:
    """One run, and what it cost."""

    outcome: Outcome
    output: bytes
    """What a checker looks at."""

    operations: int | None
    """Steps counted; none if the count is missing or forged."""

    failure: str | None = None
    """Why the run is of no use, in one line."""

    suspect: bool = False
    """Whether the program seems to have tried to get around being counted."""


class Counter(Protocol):
    """A program prepared to be run for its cost."""

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """Run once.

        Raises:
            SandboxError: the box failed.
        """
        ...


Kind = Literal["python", "native", "cpu"]
"""How a language's programs are counted; ``cpu`` by their CPU time."""


def kind_of(language: Language) -> Kind:
    """How programs of a language are counted."""
    if language.id == "python":
        return "python"
    return "native" if Path(language.compile[0]).name in _COMPILERS else "cpu"


def counter_for(
    source: bytes, language: Language, *, kind: Kind, problem: Problem, box: Box
) -> Counter:
    """Prepare a program, which compiles, to be counted.

    Raises:
        AnalyserError: its counted build fails, or it says what only evasion needs.
        SandboxError: the box failed.
    """
    if kind == "cpu":
        return CpuCounter(source, language, problem=problem, box=box)
    if kind_of(language) == "python":
        return PythonCounter(source, problem=problem, box=box)
    if kind_of(language) == "native":
        return NativeCounter(source, language, box=box)
    raise AnalyserError(f"{language.name}: programs can't be counted")


_COMPILERS: Final = ("gcc", "g++")


def harness_of(problem: Problem, mode: str, *, key: str = "") -> Harness:
    """How a Python submission is called; as a program where the problem has no function."""
    interface = problem.interface
    if not isinstance(interface, FunctionInterface):
        return Harness(mode=mode, key=key)
    return Harness(
        mode=mode,
        entry_point=interface.entry_point,
        class_name=interface.class_name,
        parameters=None
        if interface.parameters is None
        else tuple((parameter.name, parameter.type) for parameter in interface.parameters),
        returns=interface.returns,
        result_argument=interface.result_argument,
        prelude=interface.prelude,
        key=key,
    )


class PythonCounter:
    """A Python program that is rewritten to count."""

    def __init__(self, source: bytes, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._problem = problem
        self._program = box.script(source)

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        key = secrets.token_hex(8)
        harness = harness_of(self._problem, "counted", key=key)
        ran = self._box.start(
            Run(program=self._program, limits=limits, input=given, harness=harness)
        ).wait()
        failure = failure_of(ran.outcome)
        if ran.outcome.exit_code == _TAMPERED_STATUS:
            return _suspect(ran, "it reached for its own code or for the counter")
        try:
            report = json.loads(ran.result or b"")
            genuine = report["key"] == key
        except (ValueError, KeyError, TypeError):
            genuine = False
        if not genuine:
            if failure is not None:
                return Cost(ran.outcome, b"", None, failure)
            return _suspect(ran, "the count is missing or not the counter's own")
        if "unusable" in report:
            return Cost(ran.outcome, b"", None, f"can't be rewritten: {report['unusable'][:200]}")
        output = ran.output.read()
        if isinstance(self._problem.interface, FunctionInterface):
            answer = report.get("answer", "").encode("latin-1")
            output = answer[1:]
            if failure is None and answer[:1] != b"=":
                failure = output.decode("utf-8", "replace")[:200] or "ended without an answer"
        return Cost(ran.outcome, output, report["count"], failure)


class NativeCounter:
    """A C or C++ program with a counted build."""

    def __init__(self, source: bytes, language: Language, *, box: Box) -> None:
        self._box = box
        evasion = _EVASIONS.search(_spliced(source))
        if evasion is not None:
            raise AnalyserError(f"it says {evasion[0]!r}, by which code can run uncounted")
        if b"##" in source or b"%:%:" in source:
            _check_pasted(source, language, box=box)
        self._program = box.compile(source, _counted(language), files={_OBJECT: _object(box)})
        if not self._program.ok:
            said = self._program.message.splitlines()
            raise AnalyserError(f"its counted build fails: {said[0][:200] if said else ''}")

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        start = secrets.randbits(64)
        note = bytearray(_PAGE_BYTES)
        note[8:16] = start.to_bytes(8, "little")
        ran = self._box.start(
            Run(program=self._program, limits=limits, input=given, note=bytes(note))
        ).wait()
        failure = failure_of(ran.outcome)
        last = int.from_bytes((ran.result or b"")[8:16], "little")
        operations = (last - start) * _INVERSE % _WORD
        if not 0 < operations < _MOST_STEPS:
            if failure is not None:
                return Cost(ran.outcome, b"", None, failure)
            return _suspect(ran, "the count is missing or not the counter's own")
        return Cost(ran.outcome, ran.output.read(), operations, failure)


class CpuCounter:
    """A program whose cost is its CPU time, in microseconds: the least of a few runs."""

    def __init__(self, source: bytes, language: Language, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._program = box.compile(source, language)
        is_function = isinstance(problem.interface, FunctionInterface)
        self._harness = harness_of(problem, "function") if is_function else None
        if not self._program.ok:
            raise AnalyserError("it doesn't compile")

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        run = Run(program=self._program, limits=limits, input=given, harness=self._harness)
        ran = self._box.start(run).wait()
        for _ in range(_CPU_REPEATS):
            if failure_of(ran.outcome) is not None:
                break
            again = self._box.start(run).wait()
            ran = min(ran, again, key=lambda each: each.outcome.cpu_s)
        failure = failure_of(ran.outcome)
        output = ran.output.read() if self._harness is None else (ran.result or b"")[1:]
        if self._harness is not None and failure is None and (ran.result or b"")[:1] != b"=":
            failure = "ended without an answer"
        microseconds = max(1, int(ran.outcome.cpu_s * 1e6))
        return Cost(ran.outcome, output, microseconds, failure)


_CPU_REPEATS: Final = 2


def _suspect(ran: Ran, failure: str) -> Cost:
    return Cost(ran.outcome, b"", None, failure, suspect=True)


def failure_of(outcome: Outcome) -> str | None:
    """How a run ended, if not well."""
    if outcome.stopped is not None:
        return f"stopped for {outcome.stopped}"
    if outcome.signal is not None:
        return f"signal {outcome.signal}"
    return f"exit status {outcome.exit_code}" if outcome.exit_code else None


def _counted(language: Language) -> Language:
    """The language with a compile command for counted builds."""
    command: list[str] = []
    for argument in language.compile:
        if argument == "{binary}" or argument == "-o":
            command.append(argument)
        elif argument == "{source}":
            command += [argument, f"../s/{_OBJECT}"]  # compilers start in the working folder
        else:
            command.append(argument)
    command[1:1] = _COUNTED_OPTIONS
    return language.model_copy(update={"compile": tuple(command), "processes": 2})


def _object(box: Box) -> bytes:
    """The counter as an object file, from the cache of compiled programs but for the first time."""
    compiler = find_language("c")
    command = (compiler.compile[0], *_OBJECT_OPTIONS, "-o", "{binary}", "{source}")
    source = files("ordojudge.analysis").joinpath("count_blocks.c").read_bytes()
    program = box.compile(source, compiler.model_copy(update={"compile": command}))
    if not program.ok:
        raise AnalyserError(f"the counter can't be compiled here: {program.message[:200]}")
    handle = program.handle
    if not isinstance(handle, Binary):
        raise AnalyserError("this sandbox doesn't hand out what it compiles")
    with open(handle.open(), "rb") as file:
        return file.read()


def _spliced(source: bytes) -> str:
    """The text as the compiler reads it: with continued lines joined, and without comments and literals."""
    text = re.sub(r"\\[ \t]*\r?\n", "", source.decode("utf-8", "replace"))
    return _COMMENT_OR_LITERAL.sub(" ", text)


_COMMENT_OR_LITERAL: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)


def _check_pasted(source: bytes, language: Language, *, box: Box) -> None:
    """Look at what a source that pastes words together comes to without its headers.

    Raises:
        AnalyserError: it says what only evasion needs, or can't be looked at.
    """
    text = re.sub(rb"(?m)^[ \t]*#[ \t]*(?:include|import|pragma)\b.*$", b"", source)
    options = tuple(option for option in language.compile[:2] if "{" not in option)
    command = (*options, "-E", "-P", "-o", "{binary}", "{source}")
    program = box.compile(text, language.model_copy(update={"compile": command}))
    if not program.ok or not isinstance(program.handle, Binary):
        raise AnalyserError("its macros can't be looked at without its headers")
    with open(program.handle.open(), "rb") as file:
        evasion = _EVASIONS.search(_spliced(file.read()))
    if evasion is not None:
        raise AnalyserError(f"its macros say {evasion[0]!r}, by which code can run uncounted")
