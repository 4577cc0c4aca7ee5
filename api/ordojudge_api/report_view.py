"""A report as people read it: a short table, and the first failing test with its difference.

All that comes from a submission is escaped and trimmed: a program can neither flood the terminal
nor steer it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ordojudge.core.checkers import check
from ordojudge.core.models import (
    AssertsInterface,
    Checker,
    ExactChecker,
    FloatsChecker,
    InteractiveChecker,
    LinesChecker,
    Problem,
    ProgramChecker,
    Report,
    TestCase,
    TestResult,
    TokensChecker,
    UnorderedChecker,
)
from ordojudge.core.texts import to_bytes
from ordojudge.core.verdict import Verdict

LINE_WIDTH = 100
"""Bytes of one line of output that are shown, around the first difference in it."""

LINES_BEFORE = 2
LINES_FROM = 3
MESSAGE_LINES = 12
COMPARED_BYTES = 1 << 20

_STYLES = {Verdict.AC: "bold green", Verdict.JE: "bold magenta"}
_KINDS = {
    "source": "given as source",
    "fenced": "a code block of the language",
    "untagged": "a code block without the language's tag",
    "unclosed": "a code block that never ends",
    "raw": "the whole answer",
    "none": "none found",
}


@dataclass(frozen=True, slots=True)
class FinishedTest:
    """A test with the head of what the submission printed for it."""

    case: TestCase
    result: TestResult
    output: bytes | None
    """None where it isn't known, as of a service's judgement."""


def print_report(
    console: Console, report: Report, *, problem: Problem, failed: FinishedTest | None = None
) -> None:
    """Print a report for people.

    Args:
        console: Where to.
        report: The report.
        problem: Its problem; gives the limits that times and sizes are held against.
        failed: The first test that was not accepted.
    """
    console.print(_summary(report, problem))
    if not report.compile.ok and report.compile.message:
        # Without a compilation the message is the judge's own: no code, or a failure.
        heading = "\nCompiler" if report.verdict is Verdict.CE else ""
        console.print(Text(heading, style="bold"))
        console.print(Text(excerpt(report.compile.message)), soft_wrap=True)
    if failed is not None:
        console.print(*_failure(failed, problem), sep="\n", soft_wrap=True)


def printable(text: str) -> str:
    """The text with everything that a terminal would act on, or hide, written as an escape."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def excerpt(text: str) -> str:
    """The first lines of a message, each trimmed."""
    lines = text.rstrip("\n").split("\n")
    shown = [_trimmed(line.expandtabs(4)) for line in lines[:MESSAGE_LINES]]
    if len(lines) > MESSAGE_LINES:
        shown.append(f"({len(lines) - MESSAGE_LINES} more lines)")
    return "\n".join(shown)


def difference(
    expected: bytes, actual: bytes, *, checker: Checker, whole: bool = True
) -> Iterator[str]:
    """The few lines around the first difference that matters to the checker.

    Args:
        expected: The right output.
        actual: What was printed, or its head.
        checker: What decides whether two lines are alike.
        whole: ``actual`` is all that was printed.

    Yields:
        Lines that begin with ``-`` (expected), ``+`` (printed) or a blank (both).
    """
    whole = whole and max(len(expected), len(actual)) <= COMPARED_BYTES
    exact = isinstance(checker, ExactChecker)
    wanted, printed = (_lines(data[:COMPARED_BYTES], exact=exact) for data in (expected, actual))
    if not whole and len(printed) > 1:
        del printed[-1]  # it may be cut in the middle
    if isinstance(checker, UnorderedChecker):
        yield from _unmatched(wanted, printed, whole=whole)
        return
    places = _first_difference(wanted, printed, checker=checker, whole=whole)
    if places is None:
        yield f"(no difference in the first {min(len(actual), COMPARED_BYTES):,} bytes)"
        return
    left, right = places
    yield f"line {left + 1} (- expected, + printed)"
    for line in wanted[max(0, left - LINES_BEFORE) : left]:
        yield f"  {_shown(line)}"
    column = _common_prefix(b"".join(wanted[left : left + 1]), b"".join(printed[right : right + 1]))
    for sign, lines, place in (("-", wanted, left), ("+", printed, right)):
        shown = lines[place : place + LINES_FROM]
        for index, line in enumerate(shown):
            yield f"{sign} {_shown(line, column if index == 0 else 0)}"
        if not shown:
            yield f"{sign} (the end)"
        elif len(lines) > place + LINES_FROM:
            yield f"{sign} ({len(lines) - place - LINES_FROM:,} more lines)"


def _summary(report: Report, problem: Problem) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in _facts(report, problem):
        table.add_row(name, value)
    return table


def _facts(report: Report, problem: Problem) -> Iterator[tuple[str, RenderableType]]:
    verdict = report.verdict
    title = f"{verdict.long_name} ({verdict})"
    yield "verdict", Text(title, style=_STYLES.get(verdict, "bold red"))
    yield "problem", Text(printable(f"{report.problem_id}, {report.language or 'no language'}"))
    if report.extraction.kind != "source":
        cut = ", cut off" if report.extraction.truncated else ""
        yield "code", Text(_KINDS[report.extraction.kind] + cut)
    accepted = sum(test.verdict is Verdict.AC for test in report.tests)
    total = len(problem.tests)
    left = total - len(report.tests)
    unrun = f", {left} not run" if left else ""
    yield "tests", Text(f"{accepted} of {total} accepted ({report.pass_rate:.1%}){unrun}")
    if report.tests:
        slowest = max(report.tests, key=lambda test: test.cpu_s)
        largest = max(report.tests, key=lambda test: test.peak_memory_bytes)
        yield (
            "slowest",
            _of(f"{slowest.cpu_s:.3f} s CPU", f"{problem.limits.cpu_s:g} s", slowest),
        )
        peak, limit = (
            mebibytes(size) for size in (largest.peak_memory_bytes, problem.limits.memory_bytes)
        )
        yield "memory", _of(peak, limit, largest)
    if report.complexity is not None:
        estimate = report.complexity
        bound, target = estimate.bound or "unknown", estimate.target or "unknown"
        yield "complexity", Text(printable(f"{bound}, {estimate.relation}; target {target}"))
    if report.reward is None:
        yield "reward", Text("none: the judge failed, not the submission")
    else:
        parts = report.reward
        yield (
            "reward",
            Text(
                f"{parts.total:g} = format {parts.format:g}"
                f" + correctness {parts.correctness:g} + time {parts.time:g}"
            ),
        )


def _of(value: str, limit: str, test: TestResult) -> Text:
    return Text(f"{value} of {limit} (test {_trimmed(test.case_id)})")


def mebibytes(size: int) -> str:
    """A size for people, in MiB."""
    return f"{size / (1 << 20):.1f} MiB"


def _failure(failed: FinishedTest, problem: Problem) -> Iterator[Text]:
    case, result = failed.case, failed.result
    yield Text("\nFirst failing test", style="bold")
    reason = f": {_trimmed(result.reason)}" if result.reason else ""
    yield Text(f"{_trimmed(case.case_id)}: {result.verdict.long_name}{reason}")
    if isinstance(problem.interface, AssertsInterface):
        yield Text(excerpt(case.input or ""), style="dim")
    elif result.verdict is Verdict.WA and failed.output is not None:
        for line in _wrong_answer(failed, failed.output, checker=problem.checker):
            yield Text(line, style={"-": "green", "+": "red"}.get(line[:1], "dim"))


def _wrong_answer(failed: FinishedTest, output: bytes, *, checker: Checker) -> Iterator[str]:
    whole = failed.result.output_bytes <= len(output)
    if failed.case.output is None or isinstance(checker, ProgramChecker | InteractiveChecker):
        # There is no one right output to compare with.
        head = _lines(output[:COMPARED_BYTES])
        for line in head[:LINES_FROM]:
            yield f"+ {_shown(line)}"
        if len(head) > LINES_FROM or not whole:
            yield "+ (and more)"
        return
    expected = to_bytes(failed.case.output)
    yield from difference(expected, output, checker=checker, whole=whole)


def _lines(data: bytes, *, exact: bool = False) -> list[bytes]:
    """The lines; unless every byte counts, without the empty ones at the end."""
    lines = data.split(b"\n")
    while not exact and lines and not lines[-1].strip():
        del lines[-1]
    return lines


def _first_difference(
    wanted: list[bytes], printed: list[bytes], *, checker: Checker, whole: bool
) -> tuple[int, int] | None:
    """The lines, on either side, where the outputs first differ in the checker's eyes."""
    by_token = isinstance(checker, TokensChecker | FloatsChecker)
    left, right = (list(_units(lines, by_token=by_token)) for lines in (wanted, printed))
    for (one, one_line), (other, other_line) in zip(left, right, strict=False):
        if not _alike(checker, one, other):
            return one_line, other_line
    if not whole or len(left) == len(right):
        return None
    if len(left) < len(right):
        return len(wanted), right[len(left)][1]
    return left[len(right)][1], len(printed)


def _units(lines: list[bytes], *, by_token: bool) -> Iterator[tuple[bytes, int]]:
    for number, line in enumerate(lines):
        if by_token:
            yield from ((token, number) for token in line.split())
        else:
            yield line, number


def _common_prefix(left: bytes, right: bytes) -> int:
    pairs = zip(left, right, strict=False)
    differing = (index for index, (one, other) in enumerate(pairs) if one != other)
    return next(differing, min(len(left), len(right)))


def _alike(checker: Checker, expected: bytes, printed: bytes) -> bool:
    """Whether two lines or tokens are the same to the checker."""
    if expected == printed:
        return True
    piecewise = isinstance(checker, LinesChecker | TokensChecker | FloatsChecker)
    return piecewise and check(checker, expected, printed).accepted


def _unmatched(wanted: list[bytes], printed: list[bytes], *, whole: bool) -> Iterator[str]:
    left, right = (Counter(line.rstrip() for line in lines) for lines in (wanted, printed))
    yield "lines without a match (- expected, + printed)"
    missing = left - right if whole else Counter[bytes]()  # the rest may still have come
    for sign, lines in (("-", missing), ("+", right - left)):
        for line in list(lines.elements())[:LINES_FROM]:
            yield f"{sign} {_shown(line)}"
        if lines.total() > LINES_FROM:
            yield f"{sign} ({lines.total() - LINES_FROM:,} more)"


def _shown(line: bytes, column: int = 0) -> str:
    """A line's part around a column, escaped; blanks at its end too, since they may be at fault."""
    start = 0 if column < LINE_WIDTH * 2 // 3 else column - LINE_WIDTH // 3
    while 0 < start < len(line) and line[start] & 0xC0 == 0x80:
        start -= 1  # don't cut a UTF-8 character
    part = line[start : start + LINE_WIDTH]
    text = printable(part.decode(errors="backslashreplace"))
    more = len(line) - start - len(part)
    if not more:
        body = text.rstrip(" ")
        text = body + "\\x20" * (len(text) - len(body))
    return ("…" if start else "") + text + (f"… ({more:,} more bytes)" if more else "")


def _trimmed(text: str) -> str:
    return printable(text if len(text) <= LINE_WIDTH * 2 else text[: LINE_WIDTH * 2] + "…")
