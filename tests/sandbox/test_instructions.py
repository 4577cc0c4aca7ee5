"""The processor's count of instructions. The kernel's task clock stands in for it, which every machine has."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits
from ordojudge.ports import Run, Sandbox
from ordojudge.sandbox.box import RunnerBox
from ordojudge.sandbox.instructions import TASK_CLOCK, InstructionCounter
from ordojudge.sandbox.memory_files import MemoryFile

SPIN = """
import os, sys, time
sys.stdin.readline()
{before}
while time.process_time() < 0.2:
    pass
"""
FORKED = "if os.fork(): os.wait(); print(flush=True); sys.stdin.readline(); sys.exit()"
DISABLED = "import ctypes; assert ctypes.CDLL(None).prctl(31, 0, 0, 0, 0) == 0"
SPUN_NS = 150_000_000


@pytest.fixture
def may_count() -> None:
    try:
        InstructionCounter(os.getpid(), event=TASK_CLOCK).close()
    except OSError as error:
        pytest.skip(f"the kernel counts nothing for this user: {error}")


@pytest.fixture
def waiting() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes to be ended."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        process.kill()
        process.communicate()


def started(source: str, processes: list[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", source],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    processes.append(process)
    return process


@pytest.mark.usefixtures("may_count")
@pytest.mark.parametrize(
    "before", ["", DISABLED], ids=["itself", "one that asks not to be counted"]
)
def test_a_process_is_counted(waiting: list[subprocess.Popen[str]], before: str) -> None:
    process = started(SPIN.format(before=before), waiting)
    counter = InstructionCounter(process.pid, event=TASK_CLOCK)
    process.communicate("\n")
    assert process.returncode == 0
    assert SPUN_NS < counter.read() < 20 * SPUN_NS
    counter.close()
    counter.close()


@pytest.mark.usefixtures("may_count")
def test_what_a_process_started_counts_with_it_after_its_end(
    waiting: list[subprocess.Popen[str]],
) -> None:
    process = started(SPIN.format(before=FORKED), waiting)
    counter = InstructionCounter(process.pid, event=TASK_CLOCK)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    process.stdout.readline()  # its child has ended
    assert counter.read() > SPUN_NS
    counter.close()


@pytest.mark.usefixtures("may_count")
def test_a_box_is_counted_whoever_runs_the_program(sandbox: Sandbox) -> None:
    python = find_language("python")
    with sandbox.box(python) as box:
        assert isinstance(box, RunnerBox)
        spin = b"import time\nwhile time.process_time() < 0.2:\n    pass\n"
        idle, busy = (box.compile(source, python) for source in (b"", spin))
        box.start(Run(program=idle, limits=Limits(), input=MemoryFile())).wait()
        counter = InstructionCounter(box.first_process(), event=TASK_CLOCK)
        found = []
        for program in (idle, busy, idle):
            before = counter.read()
            box.start(Run(program=program, limits=Limits(), input=MemoryFile())).wait()
            found.append(counter.read() - before)
    assert found[1] > SPUN_NS
    assert max(found[0], found[2]) < SPUN_NS / 2


def test_no_process_no_count() -> None:
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    with pytest.raises(OSError, match=str(process.pid)):
        InstructionCounter(process.pid, event=TASK_CLOCK)


def test_a_processor_without_a_counter_gives_none(sandbox: Sandbox) -> None:
    with sandbox.box() as box:
        counter = box.count_instructions()
        if counter is None:
            return
        before = counter.read()
        program = box.compile(b"sum(range(10**6))", find_language("python"))
        box.start(Run(program=program, limits=Limits(), input=MemoryFile())).wait()
        assert counter.read() - before > 10**6
