"""Counting what programs do: a cost of one run that load can't change and a program can't forge.

C, C++ and Rust are compiled once more, so that basic blocks, and bytes that the C library goes over, count.
Go is rewritten before it is compiled, with much of its library; Java after it was, with its collections.
JavaScript runs beside V8's own counters of blocks, with library functions weighed.
Python is rewritten inside the box, so that loops, calls and built-ins count by the sizes that they go over.
Other languages have CPU time, in which logarithms can't be told.
"""

from pathlib import Path
from typing import Final

from ordojudge.analysis.costs import Counter, Kind
from ordojudge.analysis.counted_go import GoCounter
from ordojudge.analysis.counted_java import JavaCounter
from ordojudge.analysis.counted_javascript import JavaScriptCounter
from ordojudge.analysis.counted_native import NativeCounter
from ordojudge.analysis.counted_python import PythonCounter
from ordojudge.analysis.counted_time import CpuCounter
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language
from ordojudge.core.models import Problem
from ordojudge.ports import Box

_COMPILERS: Final = ("gcc", "g++", "rustc")


def kind_of(language: Language) -> Kind:
    """How programs of a language are counted."""
    if language.id == "python":
        return "python"
    if language.id in ("javascript", "typescript"):
        return "javascript"
    if language.id == "java":
        return "java"
    if language.id == "go":
        return "go"
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
    if kind_of(language) == "go":
        return GoCounter(source, language, problem=problem, box=box)
    if kind_of(language) == "java":
        return JavaCounter(source, language, problem=problem, box=box)
    if kind_of(language) == "javascript":
        return JavaScriptCounter(source, language, problem=problem, box=box)
    if kind_of(language) == "native":
        return NativeCounter(source, language, problem=problem, box=box)
    raise AnalyserError(f"{language.name}: programs can't be counted")
