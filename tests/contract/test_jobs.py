"""What every `ports.JobQueue` does, whoever drives it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import pytest

from ordojudge.core.errors import (
    JobCancelled,
    JobExpired,
    JobNotFound,
    ProblemNotFound,
    QueueError,
    QueueFull,
)
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.cache import CachingQueue, JudgementCache
from ordojudge.jobs.inprocess import InProcessQueue
from ordojudge.jobs.rq_jobs import RqQueue
from ordojudge.ports import JobQueue, Lane
from tests.jobs.fakes import Workshop, in_loop, results, until, verdicts
from tests.jobs.slots import slots_of
from tests.redis_server import RedisServer


class OpenQueue(Protocol):
    """Opens a driver's queue over the programs of a workshop."""

    def __call__(
        self, workshop: Workshop, *, slots: int = 1, capacity: int = 100
    ) -> AbstractAsyncContextManager[JobQueue]: ...


@asynccontextmanager
async def open_inprocess(
    workshop: Workshop, *, slots: int = 1, capacity: int = 100
) -> AsyncIterator[JobQueue]:
    queue = InProcessQueue(
        workshop.judge, workshop.problems, slots=slots, capacity=capacity, keep_finished_s=60.0
    )
    try:
        yield queue
    finally:
        await queue.close()


@asynccontextmanager
async def open_cached(
    workshop: Workshop, *, slots: int = 1, capacity: int = 100
) -> AsyncIterator[JobQueue]:
    async with open_inprocess(workshop, slots=slots, capacity=capacity) as below:
        queue = CachingQueue(
            below, JudgementCache(1 << 20), keep_finished=capacity, keep_finished_s=60.0
        )
        try:
            yield queue
        finally:
            await queue.close()


def rq_opener(redis: RedisServer, *, cached: bool) -> OpenQueue:
    @asynccontextmanager
    async def open_rq(
        workshop: Workshop, *, slots: int = 1, capacity: int = 100
    ) -> AsyncIterator[JobQueue]:
        settings = redis.settings(capacity=capacity)
        queue: JobQueue = RqQueue(settings)
        if cached:
            cache = JudgementCache(1 << 20)
            queue = CachingQueue(queue, cache, keep_finished=capacity, keep_finished_s=60.0)
        async with slots_of(workshop, settings, count=slots):
            try:
                yield queue
            finally:
                await queue.close()

    return open_rq


DRIVERS = ("in process", "in process behind a cache", "rq", "rq behind a cache")


@pytest.fixture(params=DRIVERS)
def open_queue(request: pytest.FixtureRequest) -> OpenQueue:
    if request.param.startswith("rq"):
        redis: RedisServer = request.getfixturevalue("redis")
        return rq_opener(redis, cached="cache" in request.param)
    return open_cached if "cache" in request.param else open_inprocess


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


@in_loop
async def test_each_job_has_its_own_result(open_queue: OpenQueue, workshop: Workshop) -> None:
    tasks = [workshop.task("right"), workshop.task("wrong", output=b"2"), *workshop.tasks("too")]
    async with open_queue(workshop, slots=2) as queue:
        job_ids = await queue.submit(tasks, lane=Lane.TRAIN, client="a")
        found = await results(queue, job_ids)

        assert verdicts(found) == [Verdict.AC, Verdict.WA, Verdict.AC]
        assert [await queue.state(job_id) for job_id in job_ids] == ["done"] * 3
        assert not any(result.cached for result in found)
        assert all(result.queue_s >= 0 for result in found)


@in_loop
async def test_no_tasks_are_no_jobs(open_queue: OpenQueue, workshop: Workshop) -> None:
    async with open_queue(workshop) as queue:
        assert await queue.submit([], lane=Lane.TRAIN, client="a") == []


@in_loop
async def test_a_failure_of_the_judge_is_a_result(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    workshop.sandbox.failures = 2
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit(workshop.tasks("unlucky"), lane=Lane.TRAIN, client="a")

        assert verdicts(await results(queue, job_ids)) == [Verdict.JE]


@in_loop
async def test_what_the_judge_raises_reaches_who_waits(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    lost = workshop.task("lost").model_copy(update={"problem_digest": "#nowhere"})
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit([lost, *workshop.tasks("next")], lane=Lane.TRAIN, client="a")
        for _ in range(2):
            with pytest.raises(ProblemNotFound, match="#nowhere"):
                await queue.result(job_ids[0])

        assert await queue.state(job_ids[0]) == "failed"
        assert verdicts(await results(queue, job_ids[1:])) == [Verdict.AC]


@in_loop
async def test_a_full_queue_takes_all_tasks_or_none(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_queue(workshop, capacity=3) as queue:
        first = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        waiting = await queue.submit(workshop.tasks("b", "c"), lane=Lane.TRAIN, client="a")
        with pytest.raises(QueueFull) as refused:
            await queue.submit(workshop.tasks("d", "e"), lane=Lane.EVAL, client="b")
        assert refused.value.retry_after_s > 0
        assert (await queue.stats()).lanes[Lane.EVAL].queued == 0
        waiting += await queue.submit(workshop.tasks("f"), lane=Lane.TRAIN, client="a")

        held.let_go()
        assert verdicts(await results(queue, first + waiting)) == [Verdict.AC] * 4
        assert workshop.ran == ["held", "b", "c", "f"]


@in_loop
async def test_more_tasks_than_ever_fit_are_refused_for_good(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    async with open_queue(workshop, capacity=2) as queue:
        with pytest.raises(QueueError, match="holds 2") as refused:
            await queue.submit(workshop.tasks("a", "b", "c"), lane=Lane.TRAIN, client="a")
        assert not isinstance(refused.value, QueueFull)


@in_loop
async def test_a_cancelled_job_that_waits_is_not_run(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        first = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        job_ids = await queue.submit(workshop.tasks("b", "c"), lane=Lane.TRAIN, client="a")
        assert await queue.state(job_ids[0]) == "queued"
        await queue.cancel([job_ids[0], "unknown"])
        with pytest.raises(JobCancelled):
            await queue.result(job_ids[0])
        assert await queue.state(job_ids[0]) == "cancelled"

        held.let_go()
        assert verdicts(await results(queue, [*first, job_ids[1]])) == [Verdict.AC] * 2
        assert workshop.ran == ["held", "c"]


@in_loop
async def test_a_cancelled_job_that_runs_is_ended(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit(
            [held.task, *workshop.tasks("next")], lane=Lane.TRAIN, client="a"
        )
        await held.begun()
        assert await queue.state(job_ids[0]) == "running"
        waiter = asyncio.create_task(queue.result(job_ids[0]))
        await asyncio.sleep(0)
        await queue.cancel([job_ids[0]])
        with pytest.raises(JobCancelled):
            await waiter
        await until(lambda: workshop.sandbox.aborted == 1)

        held.let_go()
        assert verdicts(await results(queue, job_ids[1:])) == [Verdict.AC]
        assert await queue.state(job_ids[0]) == "cancelled"


@in_loop
async def test_a_job_past_its_deadline_is_not_run(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        first = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        late = await queue.submit(
            workshop.tasks("late"), lane=Lane.TRAIN, client="a", deadline_s=0.01
        )
        patient = await queue.submit(
            workshop.tasks("patient"), lane=Lane.TRAIN, client="a", deadline_s=60.0
        )
        with pytest.raises(JobExpired):
            await queue.result(late[0])
        assert await queue.state(late[0]) == "expired"
        while (await queue.stats()).lanes[Lane.TRAIN].queued > 1:  # told to a queue elsewhere
            await asyncio.sleep(0.01)

        held.let_go()
        assert verdicts(await results(queue, first + patient)) == [Verdict.AC] * 2
        assert workshop.ran == ["held", "patient"]


@in_loop
async def test_a_job_that_runs_past_its_deadline_is_ended(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit([held.task], lane=Lane.TRAIN, client="a", deadline_s=0.2)
        await held.begun()
        with pytest.raises(JobExpired):
            await queue.result(job_ids[0])
        after = await queue.submit(workshop.tasks("after"), lane=Lane.TRAIN, client="a")
        await until(lambda: workshop.sandbox.aborted == 1)

        held.let_go()
        assert verdicts(await results(queue, after)) == [Verdict.AC]


@in_loop
async def test_giving_up_a_wait_does_not_end_the_job(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        waiter = asyncio.create_task(queue.result(job_ids[0]))
        await held.begun()
        waiter.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiter

        held.let_go()
        assert verdicts(await results(queue, job_ids)) == [Verdict.AC]


@in_loop
async def test_unknown_jobs_are_not_found(open_queue: OpenQueue, workshop: Workshop) -> None:
    async with open_queue(workshop) as queue:
        await queue.cancel(["unknown"])
        with pytest.raises(JobNotFound, match="unknown"):
            await queue.state("unknown")
        with pytest.raises(JobNotFound, match="unknown"):
            await queue.result("unknown")


@in_loop
async def test_a_job_that_is_over_is_forgotten_when_nobody_wants_it(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit(workshop.tasks("a", "b"), lane=Lane.TRAIN, client="a")
        await results(queue, job_ids)
        await queue.cancel(job_ids[:1])

        with pytest.raises(JobNotFound):
            await queue.state(job_ids[0])
        assert await queue.state(job_ids[1]) == "done"


@in_loop
async def test_lanes_share_the_slots_by_weight(open_queue: OpenQueue, workshop: Workshop) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit([held.task], lane=Lane.BATCH, client="a")
        await held.begun()
        for lane in reversed(Lane):
            tasks = workshop.tasks(*(f"{lane} {n}" for n in range(12)))
            job_ids += await queue.submit(tasks, lane=lane, client="a")
        held.let_go()
        await results(queue, job_ids)

        first = Counter(source.split()[0] for source in workshop.ran[1:13])
        # The job that held the slot was the batch lane's first turn, so a share may be off by one.
        assert 7 <= first["train"] <= 9
        assert 2 <= first["eval"] <= 4
        assert first["batch"] <= 1
        assert [source for source in workshop.ran if "eval" in source] == [
            f"eval {n}" for n in range(12)
        ]


@in_loop
async def test_clients_of_a_lane_take_turns(open_queue: OpenQueue, workshop: Workshop) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        job_ids = await queue.submit([held.task], lane=Lane.TRAIN, client="other")
        await held.begun()
        for client, count in {"greedy": 10, "modest": 2}.items():
            tasks = workshop.tasks(*(f"{client} {n}" for n in range(count)))
            job_ids += await queue.submit(tasks, lane=Lane.TRAIN, client=client)
        held.let_go()
        await results(queue, job_ids)

        turns = [source.split()[0] for source in workshop.ran[1:6]]
        assert turns == ["greedy", "modest", "greedy", "modest", "greedy"]


@in_loop
async def test_stats_count_what_waits_and_what_runs(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = [workshop.held("first"), workshop.held("second")]
    async with open_queue(workshop, slots=2) as queue:
        before = await queue.stats()
        assert (before.slots, before.jobs_per_s) == (2, 0.0)
        job_ids = await queue.submit([each.task for each in held], lane=Lane.EVAL, client="a")
        for each in held:
            await each.begun()
        job_ids += await queue.submit(workshop.tasks("a", "b"), lane=Lane.BATCH, client="a")

        lanes = (await queue.stats()).lanes
        assert {lane: (stats.queued, stats.running) for lane, stats in lanes.items()} == {
            Lane.TRAIN: (0, 0),
            Lane.EVAL: (0, 2),
            Lane.BATCH: (2, 0),
        }
        assert lanes[Lane.BATCH].oldest_s >= 0

        for each in held:
            each.let_go()
        await results(queue, job_ids)
        after = await queue.stats()
        assert all(stats.queued == 0 for stats in after.lanes.values())
        assert after.jobs_per_s > 0


@in_loop
async def test_a_closed_queue_takes_no_jobs_and_who_waits_hears_of_it(
    open_queue: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_queue(workshop) as queue:
        first = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        job_ids = await queue.submit(workshop.tasks("queued"), lane=Lane.TRAIN, client="a")
        waiter = asyncio.create_task(queue.result(job_ids[0]))
        await asyncio.sleep(0)
        closing = asyncio.create_task(queue.close())
        with pytest.raises(JobCancelled):
            await waiter
        with pytest.raises(QueueError, match="closed"):
            await queue.submit(workshop.tasks("refused"), lane=Lane.TRAIN, client="a")
        held.let_go()
        await closing
        await queue.close()
        assert first != job_ids


@in_loop
@pytest.mark.parametrize("open_here", [open_inprocess, open_cached])
async def test_closing_lets_the_jobs_end_that_run_in_the_process(
    open_here: OpenQueue, workshop: Workshop
) -> None:
    held = workshop.held("held")
    async with open_here(workshop) as queue:
        job_ids = await queue.submit(
            [held.task, *workshop.tasks("queued")], lane=Lane.TRAIN, client="a"
        )
        waiters = [asyncio.create_task(queue.result(job_id)) for job_id in job_ids]
        await held.begun()
        closing = asyncio.create_task(queue.close())
        with pytest.raises(JobCancelled):
            await waiters[1]
        assert not closing.done()
        with pytest.raises(QueueError, match="closed"):
            await queue.submit(workshop.tasks("refused"), lane=Lane.TRAIN, client="a")

        held.let_go()
        await closing
        assert verdicts([await waiters[0]]) == [Verdict.AC]
        await queue.close()
        assert workshop.ran == ["held"]
