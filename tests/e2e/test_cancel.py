"""Cancelling what really runs: the slot is free again within two seconds, and nothing is left behind."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from os import getpid

import pytest

from ordojudge.core.errors import JobCancelled
from ordojudge.core.models import Limits, Problem, ProgramChecker, Task, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Sandbox
from ordojudge.service import Cancellation, Judge
from ordojudge.settings import LocalSandboxSettings, Settings
from ordojudge_api.wiring import open_sandbox
from tests.e2e.processes import Process, descendants, living

FREE_WITHIN_S = 2.0
BUSY_S = 0.2
"""CPU time after which a program is surely at work."""

TESTS = (TestCase(case_id="1", input="2 3\n", output="5\n"),)
LIMITS = Limits(cpu_s=10.0, memory_bytes=256 << 20)
SUM = Problem(problem_id="sum", tests=TESTS, checker=TokensChecker(), limits=LIMITS)


def checked_by(source: str) -> Problem:
    checker = ProgramChecker(language="python", source=source, protocol="python-function")
    return SUM.model_copy(update={"checker": checker})


KIND_CHECKER = checked_by("def output_judging_function(*_):\n    return True\n")
ENDLESS_CHECKER = checked_by("def output_judging_function(*_):\n    while True: pass\n")

RIGHT = "print(sum(map(int, input().split())))\n"
SPINNING = "while True: pass\n"
FORKING = "import os\nif not os.fork() or not os.fork(): os.setsid()\nwhile True: pass\n"
SPINNING_IN_C = "int main(void) { for (volatile int n = 0;; n = n + 1) {} }\n"
SLOW_TO_COMPILE = (
    "#define A(x) x+x+x+x+x+x+x+x+x+x\n"
    "int main(void) { return A(A(A(A(A(A(A(1))))))); }\n"  # ten million terms
)


@pytest.fixture
def judge(sandbox: Sandbox) -> Iterator[Judge]:
    """A judge of one slot whose boxes are warm; `sandbox` skips where there are none."""
    with open_sandbox(Settings(sandbox=LocalSandboxSettings(slots=1))) as own:
        judge = Judge(own)
        task = Task(language="python", source=RIGHT)
        assert judge.judge(task, KIND_CHECKER).verdict is Verdict.AC
        yield judge


@pytest.mark.parametrize(
    ("language", "source", "problem"),
    [
        pytest.param("python", SPINNING, SUM, id="Python that spins"),
        pytest.param("python", FORKING, SUM, id="processes that left their group"),
        pytest.param("c", SPINNING_IN_C, SUM, id="C that spins"),
        pytest.param("c", SLOW_TO_COMPILE, SUM, id="a compiler at work"),
        pytest.param("python", RIGHT, ENDLESS_CHECKER, id="a checker that spins"),
    ],
)
def test_a_cancelled_job_frees_its_slot_and_leaves_no_process(
    judge: Judge, language: str, source: str, problem: Problem
) -> None:
    before = set(descendants(getpid()))
    cancellation = Cancellation()
    with ThreadPoolExecutor(2) as threads:
        task = Task(language=language, source=source)
        job = threads.submit(judge.judge, task, problem, cancellation=cancellation)
        seen: set[Process] = set()
        while True:
            now = descendants(getpid())
            seen |= now.keys()
            if any(cpu_s >= BUSY_S for process, cpu_s in now.items() if process not in before):
                break
            assert not job.done(), job.result()
            time.sleep(0.01)  # nothing tells when a process has become busy

        cancelled_s = time.monotonic()
        cancellation.cancel()
        with pytest.raises(JobCancelled):
            job.result(timeout=FREE_WITHIN_S)
        left = living(seen - before)
        while left and time.monotonic() < cancelled_s + FREE_WITHIN_S:
            time.sleep(0.01)
            left = living(left)
        assert left == set()

        right = Task(language="python", source=RIGHT)
        assert threads.submit(judge.judge, right, SUM).result().verdict is Verdict.AC
