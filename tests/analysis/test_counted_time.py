"""CPU time, or the processor's count of instructions, for languages without a counter."""

from collections.abc import Iterator

import pytest

from ordojudge.analysis.counted_time import CpuCounter
from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits, Outcome, Problem, TestCase, TokensChecker
from ordojudge.ports import Box, Program, Ran, Run
from ordojudge.sandbox.memory_files import MemoryFile

PROBLEM = Problem(
    problem_id="p", checker=TokensChecker(), tests=(TestCase(case_id="1", input="", output=""),)
)


class ScriptedCount:
    """Yields what it was given, one value for each read; an error once there is none left."""

    def __init__(self, *values: int) -> None:
        self._values = iter(values)
        self.closed = False

    def read(self) -> int:
        for value in self._values:
            return value
        raise OSError("others use the counters")

    def close(self) -> None:
        self.closed = True


class ScriptedBox:
    """Runs that take the given CPU times."""

    def __init__(self, *cpu_s: float, count: ScriptedCount | None) -> None:
        self._cpu_s: Iterator[float] = iter(cpu_s)
        self._count = count
        self.runs = 0

    def compile(self, source: bytes, language: object, *, files: object = None) -> Program:
        return Program(ok=True, language=find_language("lua"))

    def count_instructions(self) -> ScriptedCount | None:
        return self._count

    def start(self, run: Run) -> "ScriptedBox":
        self.runs += 1
        return self

    def wait(self) -> Ran:
        outcome = Outcome(exit_code=0, cpu_s=next(self._cpu_s), wall_s=1.0)
        return Ran(outcome=outcome, output=MemoryFile(b"7\n"), error=b"")


def costs(box: ScriptedBox, times: int) -> list[tuple[int | None, str]]:
    scripted: Box = box  # type: ignore[assignment]
    counter = CpuCounter(b"", find_language("lua"), problem=PROBLEM, box=scripted)
    found = [counter.run(MemoryFile(), limits=Limits()) for _ in range(times)]
    return [(cost.operations, cost.unit) for cost in found]


def test_without_a_count_it_is_the_least_cpu_time_of_three_runs() -> None:
    box = ScriptedBox(0.03, 0.01, 0.02, count=None)
    assert costs(box, 1) == [(10_000, "microseconds of CPU time")]
    assert box.runs == 3


def test_a_count_takes_its_place_and_one_run_is_enough() -> None:
    box = ScriptedBox(0.03, 0.9, count=ScriptedCount(1_000, 501_000, 600_000, 1_600_999))
    assert costs(box, 2) == [(n, "thousands of instructions") for n in (500, 1_000)]
    assert box.runs == 2


@pytest.mark.parametrize("values", [(), (1_000,)], ids=["before a run", "after one"])
def test_an_incomplete_count_is_given_up(values: tuple[int, ...]) -> None:
    count = ScriptedCount(*values)
    box = ScriptedBox(*([0.01] * 9), count=count)
    assert costs(box, 2) == [(10_000, "microseconds of CPU time")] * 2
    assert count.closed
