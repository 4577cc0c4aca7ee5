"""Counting in C and C++: each basic block and each byte that the C library goes over."""

import re
import secrets
from importlib.resources import files
from typing import Final

from ordojudge.analysis.costs import Cost, failure_of, suspect
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import Limits
from ordojudge.ports import Box, Input, Run
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
            return suspect(ran, "the count is missing or not the counter's own")
        return Cost(ran.outcome, ran.output.read(), operations, failure)


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
