"""Inputs of growing size for a problem: from its generator, or for want of one from its tests."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ordojudge.analysis.costs import failure_of
from ordojudge.analysis.shapes import LANGUAGE as SHAPES
from ordojudge.analysis.shapes import generator_source
from ordojudge.core.errors import AnalyserError, JudgeError
from ordojudge.core.languages import find_language
from ordojudge.core.models import FunctionInterface, Generator, Limits, Problem
from ordojudge.core.texts import to_bytes
from ordojudge.ports import Box, Program, Run
from ordojudge.sandbox.memory_files import MemoryFile

GENERATOR_LIMITS: Final = Limits(cpu_s=3.0, wall_s=5.0, memory_bytes=1 << 30, output_bytes=1 << 24)
"""What one call of a generator may use."""

LEAST_SPAN: Final = 8.0
"""How much larger than the smallest the largest test must be for tests to say anything of growth."""

PACE: Final = 0.8
"""The least power of the size with which inputs grow as it says."""

LENGTHENED: Final = 0.07
RAISED: Final = 0.5
"""Powers of the size from which on inputs grow at all, by their length and by numbers in them: above chance."""

_SAID: Final = re.compile(r"\b([A-Za-z_]\w*)\s*=\s*(\d{1,15}(?:\.\d+)?)\b")
_CRASHED: Final = 70


class GeneratorStopped(AnalyserError):
    """The generator was too slow, and would be so again."""


@dataclass(frozen=True)
class Given:
    """One input."""

    size: float
    variant: str
    content: bytes
    variables: Mapping[str, float]
    """What the bound's variables are in it, as far as the generator says."""

    expected: bytes | None = None
    """The right output, where a test says it."""

    @cached_property
    def file(self) -> MemoryFile:
        """The input for a program to read."""
        return MemoryFile(self.content, sealed=True)


class GeneratedInputs:
    """Runs a problem's generator in a box."""

    def __init__(self, problem: Problem, generator: Generator, *, box: Box, seed: int) -> None:
        """Compile a generator.

        Args:
            seed: What it is called with; the same seed makes the same input.

        Raises:
            AnalyserError: it doesn't compile, or is in no language known.
        """
        self._problem = problem
        self._box = box
        self._seed = seed
        self.variants: tuple[str, ...] = generator.variants or ("",)
        self._program = _compiled(generator, box)

    def make(self, size: int, variant: str, *, seed: int | None = None) -> Given:
        """One input.

        Raises:
            AnalyserError: the generator fails, is too slow, or prints what isn't an input.
        """
        place = f"reference.generator: size {size}" + (f", variant {variant!r}" if variant else "")
        words = [str(size), str(self._seed if seed is None else seed), variant]
        ran = self._box.start(
            Run(
                program=self._program,
                limits=GENERATOR_LIMITS,
                input=MemoryFile(),
                arguments=tuple(words),
                crash_status=_CRASHED,
            )
        ).wait()
        failure = failure_of(ran.outcome)
        if ran.outcome.stopped in ("cpu", "wall"):
            raise GeneratorStopped(f"{place}: took more than {GENERATOR_LIMITS.cpu_s:g} s")
        if failure is not None:
            said = ran.error.decode("utf-8", "replace").strip().splitlines()
            raise AnalyserError(f"{place}: {failure}" + (f": {said[-1][:200]}" if said else ""))
        content = ran.output.read()
        if not content.strip():
            raise AnalyserError(f"{place}: printed nothing")
        if isinstance(self._problem.interface, FunctionInterface):
            _check_arguments(content, place)
        said_sizes = _SAID.findall(ran.error.decode("utf-8", "replace"))
        return Given(
            size=float(size),
            variant=variant,
            content=content,
            variables={name: float(number) for name, number in said_sizes},
        )


def _compiled(generator: Generator, box: Box) -> Program:
    try:
        if generator.language == SHAPES:
            language, source = find_language("python"), generator_source(generator.source)
        else:
            language, source = find_language(generator.language), generator.source
        program = box.compile(to_bytes(source, place="reference.generator.source"), language)
    except JudgeError as error:
        raise AnalyserError(f"reference.generator: {error}") from None
    if not program.ok:
        said = program.message.splitlines()
        raise AnalyserError(
            f"reference.generator: doesn't compile: {said[-1][:200] if said else ''}"
        )
    return program


def _check_arguments(content: bytes, place: str) -> None:
    try:
        arguments = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise AnalyserError(f"{place}: a JSON array of arguments is needed: {error}") from None
    if not isinstance(arguments, list | dict):
        raise AnalyserError(f"{place}: a JSON array of arguments is needed")


def check_growth(given: Sequence[Given]) -> None:
    """Refuse inputs that don't grow with the size asked for.

    Raises:
        AnalyserError: they don't.
    """
    first, last = given[0], given[-1]
    grown = len(last.content) / len(first.content)
    asked = last.size / first.size
    numbers = [_largest_number(each.content) for each in (first, last)]
    if grown < min(asked, 2.0) ** 0.5 and numbers[1] < min(asked, 2.0) ** 0.5 * numbers[0]:
        raise AnalyserError(
            f"reference.generator: ignores its size: {len(first.content)} bytes at {first.size:g},"
            f" {len(last.content)} at {last.size:g}"
        )


def _largest_number(content: bytes) -> float:
    return max(map(float, re.findall(rb"\d{1,18}", content[: 1 << 16])), default=0.0)


def keeps_pace(given: Sequence[Given]) -> bool:
    """Whether the last input is larger than any before by about as much as its size says."""
    *before, last = given
    return _is_larger([last], before, last.size / before[-1].size, length=PACE, number=PACE)


def count_growing(given: Sequence[Given], beyond: Given) -> int:
    """How many inputs come before those that are already as large as any.

    Args:
        given: In order of size.
        beyond: An input of a larger size than theirs.
    """
    if _is_larger([beyond], given, beyond.size / given[-1].size):
        return len(given)
    everything = [*given, beyond]
    count = len(given)
    while count:
        last = given[count - 1]
        if _is_larger(everything, [last], beyond.size / last.size):
            break
        count -= 1
    return count


def _is_larger(
    ones: Sequence[Given],
    others: Sequence[Given],
    asked: float,
    *,
    length: float = LENGTHENED,
    number: float = RAISED,
) -> bool:
    """Whether the largest of ones is longer than any of the others, or has a higher number.

    Args:
        asked: How many times the size is that was asked for.
        length: By which power of that it must be longer.
        number: By which power its number must be higher.
    """
    longest, longest_other = (max(len(each.content) for each in some) for some in (ones, others))
    if longest >= asked**length * longest_other:
        return True
    highest, highest_other = (
        max(_largest_number(each.content) for each in some) for some in (ones, others)
    )
    return bool(highest >= asked**number * max(highest_other, 1.0))


def grows_as_number(given: Sequence[Given]) -> bool:
    """Whether the size is a number in the input rather than the input's length."""
    grown = len(given[-1].content) / len(given[0].content)
    return bool(grown < (given[-1].size / given[0].size) ** 0.25)


def inputs_of_tests(problem: Problem, *, most: int) -> list[Given]:
    """Up to ``most`` of the problem's tests, from small to large, by the length of their inputs.

    Raises:
        AnalyserError: their sizes span too little to say anything of growth.
    """
    by_size: dict[int, Given] = {}
    for test in problem.tests:
        if test.input is None:
            continue
        content = to_bytes(test.input, place=f"tests: {test.case_id}: input")
        expected = None if test.output is None else to_bytes(test.output, place="output")
        if content:
            by_size[len(content)] = Given(float(len(content)), "tests", content, {}, expected)
    ordered = [by_size[size] for size in sorted(by_size)]
    if not ordered or ordered[-1].size < LEAST_SPAN * ordered[0].size:
        raise AnalyserError(
            "the problem has no generator, and its tests' sizes span less than"
            f" {LEAST_SPAN:g} times the smallest"
        )
    chosen: list[Given] = []
    for given in reversed(ordered):  # the largest, and then each at most half of the one before
        if not chosen or given.size <= chosen[-1].size / 1.9:
            chosen.append(given)
    chosen = chosen[:most]
    if len(chosen) < 3:
        raise AnalyserError("the problem has no generator, and its tests have too few sizes")
    return chosen[::-1]
