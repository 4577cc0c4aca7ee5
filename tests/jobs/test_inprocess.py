"""What only the in-process queue does: its times, what it keeps, and what a broken judge does to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from ordojudge.core.errors import JobExpired, JobNotFound, QueueError, QueueFull
from ordojudge.core.models import Problem
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.inprocess import InProcessQueue
from ordojudge.ports import Lane
from tests.jobs.fakes import (
    FakeProblems,
    Workshop,
    in_loop,
    in_stepped_loop,
    pass_time,
    results,
    verdicts,
)


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


@asynccontextmanager
async def opened(
    workshop: Workshop, *, slots: int = 1, capacity: int = 10, keep_finished_s: float = 60.0
) -> AsyncIterator[InProcessQueue]:
    queue = InProcessQueue(
        workshop.judge,
        workshop.problems,
        slots=slots,
        capacity=capacity,
        keep_finished_s=keep_finished_s,
    )
    try:
        yield queue
    finally:
        await queue.close()


async def fill(queue: InProcessQueue, workshop: Workshop, *sources: str) -> list[str]:
    return await queue.submit(workshop.tasks(*sources), lane=Lane.TRAIN, client="a")


@in_stepped_loop
async def test_a_refusal_says_when_there_will_be_room(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop, slots=1, capacity=2) as queue:
        first = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        first += await fill(queue, workshop, "b", "c")
        with pytest.raises(QueueFull, match="2 of 2") as refused:
            await fill(queue, workshop, "d")
        assert refused.value.retry_after_s == 1.0  # nothing is known of the rate yet

        await pass_time(4.0)
        held.let_go()
        await results(queue, first)
        await pass_time(3600.0)  # idle time says nothing of the rate
        slow = workshop.held("slow")
        await queue.submit([slow.task], lane=Lane.TRAIN, client="a")
        await slow.begun()
        await fill(queue, workshop, "e", "f")
        with pytest.raises(QueueFull) as refused:
            await fill(queue, workshop, "g", "h")
        # of three jobs one took 4 s, two none; two have to end first
        assert refused.value.retry_after_s == pytest.approx(2 * 4.0 / 3)
        slow.let_go()


@in_stepped_loop
async def test_the_wait_for_a_slot_is_measured(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as queue:
        job_ids = await queue.submit([held.task], lane=Lane.EVAL, client="a")
        await held.begun()
        job_ids += await queue.submit(workshop.tasks("b"), lane=Lane.EVAL, client="a")
        await pass_time(5.0)
        job_ids += await queue.submit(workshop.tasks("c"), lane=Lane.EVAL, client="b")
        await pass_time(2.0)
        assert (await queue.stats()).lanes[Lane.EVAL].oldest_s == 7.0

        held.let_go()
        waits = [result.queue_s for result in await results(queue, job_ids)]
        assert waits == pytest.approx([0.0, 7.0, 2.0], abs=0.5)  # the box's wait is real time
        assert (await queue.stats()).lanes[Lane.EVAL].oldest_s == 0.0


@in_stepped_loop
async def test_jobs_that_are_over_are_kept_for_a_while(workshop: Workshop) -> None:
    async with opened(workshop, keep_finished_s=60.0) as queue:
        job_ids = await fill(queue, workshop, "a")
        await results(queue, job_ids)
        await pass_time(59.0)
        assert await queue.state(job_ids[0]) == "done"
        await pass_time(2.0)
        with pytest.raises(JobNotFound):
            await queue.state(job_ids[0])


@in_stepped_loop
async def test_no_more_jobs_that_are_over_are_kept_than_may_wait(workshop: Workshop) -> None:
    async with opened(workshop, capacity=3) as queue:
        job_ids = []
        for source in "abcde":
            job_ids += await fill(queue, workshop, source)
            await results(queue, job_ids[-1:])
        assert [await queue.state(job_id) for job_id in job_ids[2:]] == ["done"] * 3
        for job_id in job_ids[:2]:
            with pytest.raises(JobNotFound):
                await queue.state(job_id)


@in_stepped_loop
async def test_a_slot_is_free_when_its_thread_has_left(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as queue:
        job_ids = await queue.submit([held.task], lane=Lane.TRAIN, client="a", deadline_s=10.0)
        await held.begun()
        job_ids += await fill(queue, workshop, "next")
        await pass_time(9.0)
        assert await queue.state(job_ids[0]) == "running"
        await pass_time(1.0)
        with pytest.raises(JobExpired):
            await queue.result(job_ids[0])
        lane = (await queue.stats()).lanes[Lane.TRAIN]
        assert (workshop.sandbox.aborted, lane.running, lane.queued) == (1, 1, 1)

        held.let_go()
        assert verdicts(await results(queue, job_ids[1:])) == [Verdict.AC]
        assert await queue.state(job_ids[0]) == "expired"


@in_stepped_loop
async def test_a_job_whose_timer_is_late_is_not_run(workshop: Workshop) -> None:
    async with opened(workshop) as queue:
        job_ids = await queue.submit(
            workshop.tasks("late"), lane=Lane.TRAIN, client="a", deadline_s=0.0
        )
        assert await queue.state(job_ids[0]) == "expired"
    assert workshop.ran == []


@in_stepped_loop
async def test_a_job_that_is_done_has_no_deadline(workshop: Workshop) -> None:
    async with opened(workshop) as queue:
        job_ids = await queue.submit(
            workshop.tasks("quick"), lane=Lane.TRAIN, client="a", deadline_s=10.0
        )
        await results(queue, job_ids)
        await pass_time(20.0)
        assert await queue.state(job_ids[0]) == "done"


@in_loop
async def test_closing_in_a_hurry_ends_what_runs(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as queue:
        job_ids = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        closing = asyncio.create_task(queue.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        assert workshop.sandbox.aborted == 1
        held.let_go()
        await queue.close()
        assert await queue.state(job_ids[0]) != "running"


class BrokenProblems(FakeProblems):
    """A store whose disk fails once."""

    broken = True

    def get(self, digest: str) -> Problem:
        if self.broken:
            self.broken = False
            raise OSError("the disk is gone")
        return super().get(digest)


@in_loop
async def test_a_failing_store_fails_the_job_and_not_the_queue(workshop: Workshop) -> None:
    workshop.problems = BrokenProblems(workshop.problems.get("#one"))
    async with opened(workshop) as queue:
        job_ids = await fill(queue, workshop, "a", "b")
        with pytest.raises(QueueError, match="the disk is gone"):
            await queue.result(job_ids[0])
        assert await queue.state(job_ids[0]) == "failed"
        assert verdicts(await results(queue, job_ids[1:])) == [Verdict.AC]


@in_loop
async def test_an_error_does_not_grow_with_each_who_hears_it(workshop: Workshop) -> None:
    workshop.problems = BrokenProblems()
    lengths = set()
    async with opened(workshop) as queue:
        (job_id,) = await fill(queue, workshop, "a")
        for _ in range(3):
            with pytest.raises(QueueError) as heard:
                await queue.result(job_id)
            lengths.add(len(heard.traceback))
    assert len(lengths) == 1


@in_loop
async def test_a_task_must_name_its_problem(workshop: Workshop) -> None:
    nameless = workshop.task("a").model_copy(update={"problem_digest": None})
    async with opened(workshop) as queue:
        with pytest.raises(ValueError, match="by digest"):
            await queue.submit([*workshop.tasks("b"), nameless], lane=Lane.TRAIN, client="a")
        assert (await queue.stats()).lanes[Lane.TRAIN].running == 0
