"""What the in-process queue itself costs: ``python -m bench.queue_overhead`` prints CPU time per job.

The judge does nothing, so that the rest is the queue: this process alone is counted, all its threads.
"""

import asyncio
import os
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Any, Final, cast

from ordojudge.core.models import CompileResult, Judgement, Problem, Task, TestCase, TestResult
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.cache import CachingQueue, JudgementCache
from ordojudge.jobs.inprocess import InProcessQueue
from ordojudge.ports import JobQueue, Lane, ProblemStore
from ordojudge.service import Judge

JOBS: Final = 2048
BATCH: Final = 64
ROUNDS: Final = 7
SLOTS: Final = 2

RESULT: Final = Judgement(
    verdict=Verdict.AC,
    pass_rate=1.0,
    tests=tuple(TestResult(case_id=str(n), verdict=Verdict.AC, cpu_s=0.01) for n in range(10)),
    compile=CompileResult(ok=True),
    judge_version="bench",
)
PROBLEM: Final = Problem.model_validate(
    {"problem_id": "bench", "tests": (TestCase(case_id="1", input="", output=""),)}
)


class NoWork:
    """A judge and a store that do nothing."""

    def judge(self, *_: object, **__: object) -> Judgement:
        """Ten tests accepted."""
        return RESULT

    def get(self, _: str) -> Problem:
        """One and the same problem."""
        return PROBLEM

    @staticmethod
    def folder(_: str) -> Any:
        """No files."""
        return nullcontext()


@asynccontextmanager
async def opened(*, cached: bool) -> AsyncIterator[JobQueue]:
    """A queue over no work."""
    nothing = NoWork()
    queue: JobQueue = InProcessQueue(
        cast(Judge, nothing),
        cast(ProblemStore, nothing),
        slots=SLOTS,
        capacity=JOBS,
        keep_finished_s=60.0,
    )
    if cached:
        cache = JudgementCache(64 << 20)
        queue = CachingQueue(queue, cache, keep_finished=JOBS, keep_finished_s=60.0)
    try:
        yield queue
    finally:
        await queue.close()


async def run(queue: JobQueue, tasks: list[Task], *, batch: int) -> float:
    """CPU seconds for a round of requests, each of which submits, waits and lets go."""
    began_s = time.process_time()
    for first in range(0, len(tasks), batch):
        job_ids = await queue.submit(
            tasks[first : first + batch], lane=Lane.TRAIN, client="bench", deadline_s=600.0
        )
        await asyncio.gather(*map(queue.result, job_ids))
        await queue.cancel(job_ids)
    return time.process_time() - began_s


async def measure(name: str, *, batch: int, cached: bool = False, again: bool = False) -> None:
    """Print one row: the median over rounds, and the extremes."""
    costs_us = []
    async with opened(cached=cached) as queue:
        for turn in range(ROUNDS + 1):
            mark = 0 if again else turn  # the first round warms up, and fills the cache
            tasks = [
                Task(
                    problem_digest="b",
                    language="python",
                    source=f"# {mark} {n}\n" + "x = 1\n" * 200,
                )
                for n in range(JOBS)
            ]
            cpu_s = await run(queue, tasks, batch=batch)
            if turn:
                costs_us.append(cpu_s / JOBS * 1e6)
    low, middle, high = min(costs_us), statistics.median(costs_us), max(costs_us)
    print(f"{name:<44} {middle:6.0f} µs  ({low:.0f} to {high:.0f})")


def main() -> None:
    """Measure single jobs and batches, without and with the cache."""
    print(f"{os.cpu_count()} cores, {SLOTS} slots, {ROUNDS} rounds of {JOBS} jobs, CPU per job")
    for batch, word in ((1, "one at a time"), (BATCH, f"in batches of {BATCH}")):
        asyncio.run(measure(f"queue, {word}", batch=batch))
        asyncio.run(measure(f"behind the cache, {word}", batch=batch, cached=True))
        asyncio.run(
            measure(f"answered from the cache, {word}", batch=batch, cached=True, again=True)
        )


if __name__ == "__main__":
    main()
