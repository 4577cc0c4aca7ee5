"""Counting in C, C++ and Rust: each basic block and each byte that the C library goes over.

What is generic in Rust's library is compiled with the program and counted like it; of the rest, bytes are.
"""

import os
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Final

from ordojudge.analysis.costs import Cost, answered, failure_of, suspect
from ordojudge.core.counted_builds import counted_build
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import FunctionInterface, Limits, Problem
from ordojudge.functions.building import compile_made, sources_of
from ordojudge.functions.sources import Refused
from ordojudge.ports import Box, Input, Program, Run
from ordojudge.sandbox.binary_cache import Binary
from ordojudge.sandbox.memory_files import MemoryFile

STEP: Final = 0x2545F491
"""What each step adds, as in count_blocks.c."""

_PAGE_BYTES: Final = 4096
_WORD: Final = 1 << 64
_INVERSE: Final = pow(STEP, -1, _WORD)
_MOST_STEPS: Final = 1 << 44
"""More steps than any run can take: the start was random, so a forged value decodes to more than this."""

_OBJECT: Final = "count_blocks.o"
_LINKED: Final = f"../s/{_OBJECT}"
"""As compilers start in the working folder, beside that of the sources."""

_RUST_OPTIONS: Final = (
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-trace-pc",
    "-Cllvm-args=-sanitizer-coverage-trace-loads",
    "-Cllvm-args=-sanitizer-coverage-trace-stores",
    "-Cno-vectorize-loops",  # a step is then a turn, whatever the width
    f"-Clink-arg={_LINKED}",
)
_OBJECT_OPTIONS: Final = (
    "-O2",
    "-fno-builtin",
    "-fno-tree-loop-distribute-patterns",
    "-fno-stack-protector",
    "-c",
)
_EVASIONS: Final = re.compile(
    r"\b(?:asm|__asm|__asm__)\b|no_sanitize|no_instrument|sanitizer|gsbase|__seg_"
)
"""What contest code never says, and what code that should run uncounted has to."""

_FUNCTION_EVASIONS: Final = re.compile(r"(?i)ordojudge")
"""The same where the judge calls a function, with whose code the submission is compiled."""

_MEDDLING: Final = re.compile(
    r"\boperator\s*(?:new|delete)\b|\bextern\b|\btemplate\s*<\s*>|\bnamespace\s+std\b(?!\s*;)"
    r"|\b(?:signal|sigaction|alarm|ualarm|raise|setitimer|syscall|thread|pthread\w*|async)\b|\btimer_"
    r"|\b(?:[mc]alloc|realloc|free|pread|write|_Exit|_exit|strtold?|v?snprintf)\b"
)
"""By which something of the submission's could run while arguments are read or the answer is written.

Then these count like the rest of the program."""

_MARKS: Final = 2
"""Word of the page with the first mark; see `_of_the_function`."""

_RUST_EVASIONS: Final = re.compile(
    r"\b(?:asm|global_asm|naked_asm|no_mangle|export_name|link_section|link_name|include)\b"
    r"|sanitiz|module_ctor|gsbase"
)
_STEPS_PER_DIGIT: Final = 8
"""The most that is taken off for a digit of a lone number in Rust, whose reading is compiled with a program."""

_STEPS_PER_BYTE: Final = 3
"""What is taken off for a byte of a longer input, up to half of the count: less than reading numbers takes,
which would hide a sort behind it. What grows faster than its input seems to grow no slower for it."""

_RUST_THREADS: Final = re.compile(r"\bthread\b")
_RUST_RISKS: Final = re.compile(r"\b(?:unsafe|extern)\b")
"""Words without which a Rust program can't call what it wasn't given, so that it may have threads."""


class NativeCounter:
    """A C, C++ or Rust program, or a C++ function, with a counted build."""

    def __init__(self, source: bytes, language: Language, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._counts_reading = language.id == "rust"
        self._read: dict[int, int] = {}
        self._is_function = isinstance(problem.interface, FunctionInterface)
        if language.id == "rust":
            self._program = _rust_build(source, language, box=box)
        elif isinstance(problem.interface, FunctionInterface):
            self._program = _function_build(source, language, problem.interface, box=box)
        else:
            self._program = _c_build(source, language, box=box)
        if not self._program.ok:
            said = self._program.message.splitlines()
            raise AnalyserError(f"its counted build fails: {said[0][:200] if said else ''}")

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        cost = run_counted(self._program, given, limits=limits, box=self._box)
        if self._is_function:
            return answered(cost)
        if cost.operations is None or not self._counts_reading:
            return cost
        size, digits = _size(given), _digits_alone(given)
        if digits:
            read = self._reading(digits, limits) if digits > 1 else 0
        else:
            read = min(_STEPS_PER_BYTE * size, cost.operations // 2)
        return replace(cost, operations=max(1, cost.operations - read))

    def _reading(self, digits: int, limits: Limits) -> int:
        """Steps that a number's further digits take to be read: what zeros in front of a 1 cost."""
        if digits not in self._read:
            costs = [
                run_counted(self._program, MemoryFile(text), limits=limits, box=self._box)
                for text in (b"1\n", b"1\n".rjust(digits + 1, b"0"))
            ]
            first, padded = (cost.operations or 0 for cost in costs)
            self._read[digits] = max(0, min(padded - first, _STEPS_PER_DIGIT * digits))
        return self._read[digits]


def _size(given: Input) -> int:
    descriptor = given.open()
    try:
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)


def _digits_alone(given: Input) -> int:
    """How many digits an input has that is one number; 0 if it is anything else."""
    descriptor = given.open()
    try:
        text = os.read(descriptor, 32).strip()
    finally:
        os.close(descriptor)
    return len(text) if text.isdigit() and len(text) < 24 else 0


def run_counted(program: Program, given: Input, *, limits: Limits, box: Box) -> Cost:
    """Run a program that counts in a page which it gets as descriptor 3.

    Raises:
        SandboxError: the box failed.
    """
    start = secrets.randbits(64)
    note = bytearray(_PAGE_BYTES)
    note[8:16] = start.to_bytes(8, "little")
    ran = box.start(Run(program=program, limits=limits, input=given, note=bytes(note))).wait()
    failure = failure_of(ran.outcome)
    page = ran.result or b""

    def steps(word: int) -> int:
        """What had been counted when a word of the page was written."""
        return (_word(page, word) - start) * _INVERSE % _WORD

    operations = steps(1)
    if _word(page, _MARKS) and 0 < operations < _MOST_STEPS:
        operations = _of_the_function(operations, page, steps)
    if not 0 < operations < _MOST_STEPS:
        if failure is not None:
            return Cost(ran.outcome, b"", None, failure)
        return suspect(ran, "the count is missing or not the counter's own")
    return Cost(ran.outcome, ran.output.read(), operations, failure)


def _word(page: bytes, index: int) -> int:
    return int.from_bytes(page[8 * index : 8 * index + 8], "little")


def _of_the_function(last: int, page: bytes, steps: Callable[[int], int]) -> int:
    """What was counted while neither arguments were read nor an answer was written; 0 if the marks can't be.

    Words 2 to 4 of the page are marks that the driver left: before it read, before it called the function, and
    after that. The latter two are missing where what it reads or writes runs parts of the submission.
    """
    begun = steps(_MARKS)
    called = steps(_MARKS + 1) if _word(page, _MARKS + 1) else begun
    ended = steps(_MARKS + 2) if _word(page, _MARKS + 2) else last
    if not begun <= called <= ended <= last:
        return 0
    return max(1, begun + ended - called)


def _function_build(
    source: bytes, language: Language, interface: FunctionInterface, *, box: Box
) -> Program:
    """A counted program that calls a function."""
    try:
        made = sources_of(source, language, interface)
    except Refused as error:
        raise AnalyserError(str(error)) from None
    text = _checked(source, language, box=box)
    meddles = False
    if "define" in text:
        try:
            text += _preprocessed(source, language, box=box)
        except AnalyserError:  # its macros need its headers
            meddles = True
    evasion = _FUNCTION_EVASIONS.search(text)
    if evasion is not None:
        raise AnalyserError(f"it says {evasion[0]!r}, by which code can run uncounted")
    # By the text and not by an option: precompiled headers are of use only with the options they had.
    marks = b"" if meddles or _MEDDLING.search(text) is not None else b"#define ORDOJUDGE_COUNTED\n"
    counter = _object(find_language("c"), box, "-DANSWERS_APART")
    made = replace(made, source=marks + made.source, files={**made.files, _OBJECT: counter})
    return compile_made(box, made, counted_build(language, _LINKED))


def _c_build(source: bytes, language: Language, *, box: Box) -> Program:
    _checked(source, language, box=box)
    counter = _object(find_language("c"), box)
    return box.compile(source, counted_build(language, _LINKED), files={_OBJECT: counter})


def _checked(source: bytes, language: Language, *, box: Box) -> str:
    """A C or C++ source, in which nothing runs uncounted, without comments and literals.

    Raises:
        AnalyserError: it says what only evasion needs, or can't be looked at.
    """
    text = _spliced(source)
    evasion = _EVASIONS.search(text)
    if evasion is not None:
        raise AnalyserError(f"it says {evasion[0]!r}, by which code can run uncounted")
    if b"##" in source or b"%:%:" in source:
        _preprocessed(source, language, box=box)
    return text


def _rust_build(source: bytes, language: Language, *, box: Box) -> Program:
    text = source.decode("utf-8", "replace")
    evasion = _RUST_EVASIONS.search(
        text
    )  # in comments too: they nest, and a text may look like one
    if evasion is not None:
        raise AnalyserError(f"it says {evasion[0]!r}, by which code can run uncounted")
    threads = _RUST_THREADS.search(text) is not None and _RUST_RISKS.search(text) is None
    options = ("-DTHREADS_IN_TURN",) if threads else ()
    command = (language.compile[0], *_RUST_OPTIONS, *language.compile[1:])
    counted = language.model_copy(update={"compile": command})
    return box.compile(source, counted, files={_OBJECT: _object(language, box, *options)})


def _object(language: Language, box: Box, *options: str) -> bytes:
    """The counter as an object file, from the cache of compiled programs but for the first time.

    Args:
        language: One that the box has, whose tools bring a C compiler.
    """
    command = (
        find_language("c").compile[0],
        *_OBJECT_OPTIONS,
        *options,
        "-o",
        "{binary}",
        "{source}",
    )
    compiler = language.model_copy(update={"compile": command, "source_file": "count_blocks.c"})
    source = files("ordojudge.analysis").joinpath("count_blocks.c").read_bytes()
    program = box.compile(source, compiler)
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


def _preprocessed(source: bytes, language: Language, *, box: Box) -> str:
    """What a source comes to without its headers.

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
        found = _spliced(file.read())
    evasion = _EVASIONS.search(found)
    if evasion is not None:
        raise AnalyserError(f"its macros say {evasion[0]!r}, by which code can run uncounted")
    return found
