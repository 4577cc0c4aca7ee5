"""The benchmark's own instruments: what they count is there, and counted once."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from bench.cpu import Meter, TreeMeter, cpu_of_command, descendants_of, open_meter
from bench.figures import Figure, Missing, Spread, against_floor, markdown, rounds_of

BURN_S = 0.3
BURN = f"""
import time
while time.process_time() < {BURN_S}:
    pass
"""


class FixedMeter:
    """A meter that counts what it is told."""

    how = "told"

    def __init__(self) -> None:
        self.spent_s = 5.0

    def read_s(self) -> float:
        return self.spent_s


def spend(meter: FixedMeter, seconds: float, *, log: list[float]) -> Callable[[], None]:
    def act() -> None:
        log.append(seconds)
        meter.spent_s += seconds

    return act


@pytest.mark.parametrize("kind", ["best", "tree"])
def test_a_meter_counts_a_child_while_it_lives_and_afterwards(kind: str) -> None:
    opened: AbstractContextManager[Meter] = open_meter()
    with opened as best:
        meter: Meter = best if kind == "best" else TreeMeter()
        before = meter.read_s()
        program = BURN + "print(flush=True)\ninput()\n"
        with subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            assert child.pid in descendants_of(os.getpid())
            alive = meter.read_s() - before
        ended = meter.read_s() - before
    assert BURN_S - 0.02 <= alive <= ended < BURN_S + 1


def test_a_command_is_charged_with_its_children() -> None:
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BURN!r}])"
    spent, said = cpu_of_command([sys.executable, "-c", program + "; sys.stderr.write('done')"])
    assert spent > BURN_S - 0.02
    assert said == "done"


def test_a_command_that_fails_is_no_measurement() -> None:
    with pytest.raises(RuntimeError, match="exit status 3"):
        cpu_of_command([sys.executable, "-c", "raise SystemExit(3)"])


def test_rounds_alternate_and_are_told_per_repetition() -> None:
    meter, log = FixedMeter(), list[float]()
    judged, floor = rounds_of(
        meter,
        (spend(meter, 0.25, log=log), 2),
        (spend(meter, 1.0, log=log), 1),
        rounds=2,
    )
    assert log == [0.25, 0.25, 1.0, 1.0, 0.25, 0.25]
    assert (judged, floor) == ([250.0, 250.0], [1000.0, 1000.0])


@pytest.mark.parametrize(
    ("judged", "floor", "met"),
    [
        pytest.param([20, 30, 90], [100, 100, 100], True, id="the median counts"),
        pytest.param([40, 40, 10], [100, 100, 100], False, id="not the best round"),
        pytest.param([40, 20, 20], [200, 50, 50], False, id="rounds are compared with themselves"),
    ],
)
def test_a_ratio_is_held_against_its_target(
    judged: list[float], floor: list[float], met: bool
) -> None:
    assert against_floor("work", judged=judged, floor=floor, target=0.3).met is met


def test_the_table_tells_what_was_met_missed_and_not_measured() -> None:
    one = Spread(2.0, 1.5, 2.5)
    lines = list(
        markdown(
            [
                Figure("quick", "ms", one, Spread(4.0, 4.0, 4.0), Spread(0.5, 0.4, 0.6), 0.5),
                Figure("slow", "ms", one, None, None, 1.0, "see below"),
                Missing("absent", "no numpy"),
            ]
        )
    )
    assert lines[2].endswith("| 0.50 (0.40 to 0.60) | 0.5 of the floor | met |")
    assert lines[3] == "| slow | ms | 2.0 (1.5 to 2.5) |  |  | 1 | missed |"
    assert "not measured: no numpy" in lines[4]
    assert lines[5] == "\nslow: see below."
