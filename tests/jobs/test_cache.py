"""Judging nothing twice: what is kept, what shares a job, and who ends it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import (
    JobCancelled,
    JobExpired,
    JobNotFound,
    ProblemNotFound,
    QueueError,
    QueueFull,
)
from ordojudge.core.extract import Extraction
from ordojudge.core.models import (
    CompileResult,
    ComplexityEstimate,
    Judgement,
    Submission,
    Task,
    TestResult,
)
from ordojudge.core.reporting import report_on
from ordojudge.core.reward import PRESETS
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.cache import CachingQueue, JudgementCache
from ordojudge.jobs.inprocess import InProcessQueue
from ordojudge.ports import Lane
from tests.jobs.fakes import (
    ONE,
    Workshop,
    in_loop,
    in_stepped_loop,
    pass_time,
    results,
    verdicts,
)

TASK = Task(problem_digest="#one", language="python", source="print(1)")


def judgement(
    verdict: Verdict = Verdict.AC,
    *,
    message: str = "",
    complexity: ComplexityEstimate | None = None,
    case_id: str = "1",
) -> Judgement:
    return Judgement(
        verdict=verdict,
        pass_rate=0.25,
        tests=(TestResult(case_id=case_id, verdict=verdict, cpu_s=0.1 + 0.2, peak_memory_bytes=7),),
        compile=CompileResult(ok=True, message=message),
        complexity=complexity,
        judge_version="test",
    )


# ------------------------------------------------------------------------------------ what is kept


def test_a_judgement_comes_back_as_it_was() -> None:
    cache = JudgementCache(1 << 20)
    key = cache.key(TASK)
    assert cache.get(key) is None
    cache.put(key, judgement(message="naïve \x00"))

    assert cache.get(key) == judgement(message="naïve \x00")
    assert (cache.hits, cache.misses, len(cache)) == (1, 1, 1)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"problem_digest": "#two"}, id="another problem, or other limits"),
        pytest.param({"language": "cpp"}, id="another language"),
        pytest.param({"source": "print(1) "}, id="another source"),
        pytest.param({"source": "print('\ud800')"}, id="a source that isn't text"),
        pytest.param({"all_tests": False}, id="not all tests"),
        pytest.param({"complexity": True}, id="with its complexity"),
        pytest.param({"target": "O(n)"}, id="compared with another bound"),
        pytest.param({"checker_language": "cpp"}, id="checked by a program"),
    ],
)
def test_a_judgement_depends_on_every_part_of_the_task(change: dict[str, Any]) -> None:
    cache = JudgementCache(1 << 20)
    assert cache.key(TASK) == cache.key(TASK.model_copy())
    assert cache.key(TASK) != cache.key(TASK.model_copy(update=change))


def test_every_field_of_a_task_is_among_them() -> None:
    programs = {"language", "source", "checker_language"}
    others = {"problem_digest", "all_tests", "complexity", "target"}
    assert set(Task.model_fields) == others | programs


def test_a_judgement_depends_on_the_judge() -> None:
    assert JudgementCache(9).key(TASK) != JudgementCache(9, scope="another judge").key(TASK)


@pytest.mark.parametrize(
    "lost",
    [
        pytest.param(judgement(Verdict.JE), id="a failure of the judge"),
        pytest.param(judgement(message="x" * 2000), id="larger than the cache"),
        pytest.param(judgement(case_id="\ud800"), id="not to be written as JSON"),
    ],
)
def test_what_is_not_kept(lost: Judgement) -> None:
    cache = JudgementCache(2000)
    key = cache.key(TASK)
    cache.put(key, lost)
    assert cache.get(key) is None
    assert cache.size_bytes == 0


def test_a_cache_of_no_size_keeps_nothing() -> None:
    cache = JudgementCache(0)
    cache.put(cache.key(TASK), judgement())
    assert len(cache) == 0


def test_the_least_recently_used_goes_first() -> None:
    cache = JudgementCache(1 << 20)
    cache.put(b"a", judgement())
    cache = JudgementCache(3 * cache.size_bytes)
    for key in (b"a", b"b", b"c"):
        cache.put(key, judgement())
    assert cache.get(b"a") is not None
    cache.put(b"d", judgement())
    assert [key for key in (b"a", b"b", b"c", b"d") if cache.get(key) is None] == [b"b"]


@given(st.lists(st.tuples(st.sampled_from([b"a", b"b", b"c", b"d"]), st.integers(0, 3000))))
def test_a_cache_stays_under_its_size_and_knows_it(puts: list[tuple[bytes, int]]) -> None:
    cache = JudgementCache(5000)
    for key, length in puts:
        cache.put(key, judgement(message="x" * length))
        kept = {key for key in (b"a", b"b", b"c", b"d") if cache.get(key) is not None}
        assert len(cache) == len(kept)
        assert (cache.size_bytes > 0) is (len(kept) > 0)
        assert cache.size_bytes <= 5000
        assert key in kept or length > 3500


# ------------------------------------------------------------------------------------- single flight


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


class SlowQueue(InProcessQueue):
    """A queue that may be far away."""

    gate: asyncio.Event | None = None
    cancelled: tuple[str, ...] = ()

    async def cancel(self, job_ids: Sequence[str]) -> None:
        self.cancelled += tuple(job_ids)
        await super().cancel(job_ids)

    async def submit(self, tasks: Sequence[Task], **given: Any) -> list[str]:
        if self.gate is not None:
            await self.gate.wait()
        return await super().submit(tasks, **given)


@asynccontextmanager
async def opened(
    workshop: Workshop, *, slots: int = 1, capacity: int = 100, cache: JudgementCache | None = None
) -> AsyncIterator[tuple[CachingQueue, SlowQueue]]:
    below = SlowQueue(
        workshop.judge, workshop.problems, slots=slots, capacity=capacity, keep_finished_s=60.0
    )
    queue = before(below, cache=cache)
    try:
        yield queue, below
    finally:
        await queue.close()


def before(below: InProcessQueue, *, cache: JudgementCache | None = None) -> CachingQueue:
    return CachingQueue(
        below, cache or JudgementCache(1 << 20), keep_finished=100, keep_finished_s=60.0
    )


async def submit(
    queue: CachingQueue,
    *tasks: Task,
    lane: Lane = Lane.TRAIN,
    client: str = "a",
    deadline_s: float | None = None,
) -> list[str]:
    return await queue.submit(tasks, lane=lane, client=client, deadline_s=deadline_s)


@pytest.mark.parametrize("requests", [1, 8, 64])
@in_loop
async def test_64_equal_tasks_that_come_together_are_judged_once(
    workshop: Workshop, requests: int
) -> None:
    task = workshop.task("same")
    async with opened(workshop, slots=2) as (queue, _):
        batches = await asyncio.gather(
            *(submit(queue, *[task] * (64 // requests)) for _ in range(requests))
        )
        job_ids = [job_id for batch in batches for job_id in batch]
        found = await results(queue, job_ids)

        assert len(set(job_ids)) == 64
        assert verdicts(found) == [Verdict.AC] * 64
        assert sorted(result.cached for result in found) == [False] + [True] * 63
        assert workshop.ran == ["same"]
        assert queue.joined == 63


@in_stepped_loop
async def test_only_the_first_waited_for_a_slot(workshop: Workshop) -> None:
    held = workshop.held("busy")
    same = workshop.task("same")
    async with opened(workshop) as (queue, _):
        await submit(queue, held.task)
        await held.begun()
        job_ids = await submit(queue, same, same)
        await pass_time(5.0)
        held.let_go()
        waits = [result.queue_s for result in await results(queue, job_ids)]
    assert waits == [pytest.approx(5.0, abs=0.5), 0.0]  # the box's wait is real time


@in_loop
async def test_what_was_judged_is_answered_at_once(workshop: Workshop) -> None:
    task = workshop.task("same")
    async with opened(workshop) as (queue, _):
        first = await results(queue, await submit(queue, task))
        job_ids = await submit(queue, task, task, lane=Lane.BATCH, client="b", deadline_s=0.0)
        assert [await queue.state(job_id) for job_id in job_ids] == ["done", "done"]
        second = await results(queue, job_ids)

        assert len(set(job_ids)) == 2
        assert [(result.cached, result.queue_s) for result in second] == [(True, 0.0)] * 2
        assert [result.judgement for result in second] == [first[0].judgement] * 2
        assert workshop.ran == ["same"]


@in_loop
async def test_the_queue_below_is_told_only_of_jobs_that_it_had(workshop: Workshop) -> None:
    task = workshop.task("same")
    async with opened(workshop) as (queue, below):
        job_ids = await submit(queue, task, task)
        await results(queue, job_ids)
        cached = await submit(queue, task)
        await queue.cancel([*job_ids, *cached])
        assert below.cancelled == (job_ids[0],)
        for job_id in (*job_ids, *cached):
            with pytest.raises(JobNotFound):
                await queue.state(job_id)


@in_loop
async def test_weights_change_without_another_run(workshop: Workshop) -> None:
    """Rescoring: the same kept judgement under two schemes."""
    task = workshop.task("wrong", output=b"2")
    submission = Submission(source=task.source, language="python")
    extraction = Extraction(kind="source", source=task.source, language="python")
    schemes = [
        PRESETS["default"],
        PRESETS["default"].model_copy(update={"format_weight": 0.5}),
    ]
    async with opened(workshop) as (queue, _):
        reports = []
        for scheme in schemes:
            (result,) = await results(queue, await submit(queue, task))
            reports.append(
                report_on(
                    submission,
                    ONE,
                    extraction=extraction,
                    judgement=result.judgement,
                    reward=scheme,
                    total_s=0.0,
                    cached=result.cached,
                )
            )
    rewards = [report.reward.total for report in reports if report.reward]

    assert rewards == [schemes[0].format_weight, 0.5]
    assert rewards[0] != rewards[1]
    assert [report.cached for report in reports] == [False, True]
    assert workshop.ran == ["wrong"]


@in_loop
async def test_a_failure_of_the_judge_is_shared_but_not_kept(workshop: Workshop) -> None:
    task = workshop.task("same")
    workshop.sandbox.failures = 2
    async with opened(workshop) as (queue, _):
        found = await results(queue, await submit(queue, task, task))
        again = await results(queue, await submit(queue, task))

        assert verdicts(found) == [Verdict.JE] * 2
        assert verdicts(again) == [Verdict.AC]
        assert not again[0].cached


@in_loop
async def test_an_error_reaches_all_who_wait(workshop: Workshop) -> None:
    lost = workshop.task("lost").model_copy(update={"problem_digest": "#nowhere"})
    async with opened(workshop) as (queue, _):
        for job_id in await submit(queue, lost, lost):
            with pytest.raises(ProblemNotFound):
                await queue.result(job_id)
            assert await queue.state(job_id) == "failed"


@pytest.mark.parametrize(
    ("complexity", "verdict", "runs"),
    [
        pytest.param(None, Verdict.AC, 2, id="the estimate is missing"),
        pytest.param(ComplexityEstimate(bound="O(n)"), Verdict.AC, 1, id="it is there"),
        pytest.param(None, Verdict.WA, 1, id="there is none to make"),
    ],
)
@in_loop
async def test_a_judgement_without_the_estimate_asked_for_is_not_kept(
    workshop: Workshop, complexity: ComplexityEstimate | None, verdict: Verdict, runs: int
) -> None:
    asked = 0

    def judge(*_: object, **__: object) -> Judgement:
        nonlocal asked
        asked += 1
        return judgement(verdict, complexity=complexity)

    workshop.judge.judge = judge  # type: ignore[method-assign]
    task = TASK.model_copy(update={"complexity": True})
    async with opened(workshop) as (queue, _):
        for _ in range(2):
            await results(queue, await submit(queue, task))
    assert asked == runs


# --------------------------------------------------------------------------------- who ends a job


@in_loop
async def test_cancelling_one_of_several_does_not_end_the_job(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as (queue, _):
        job_ids = await submit(queue, held.task, held.task, held.task)
        await held.begun()
        for _ in range(3):  # a client may say so again
            await queue.cancel([job_ids[0], job_ids[2]])
        assert await queue.state(job_ids[1]) == "running"
        assert workshop.sandbox.aborted == 0

        held.let_go()
        found = await results(queue, job_ids[1:2])
        assert verdicts(found) == [Verdict.AC]
        assert found[0].cached


@in_loop
async def test_cancelling_the_last_ends_the_job(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as (queue, _):
        job_ids = await submit(queue, held.task, held.task)
        await held.begun()
        await queue.cancel(job_ids[1:])
        assert workshop.sandbox.aborted == 0
        await queue.cancel(job_ids[:1])
        assert workshop.sandbox.aborted == 1
        for job_id in job_ids:
            assert await queue.state(job_id) == "cancelled"
            with pytest.raises(JobCancelled):
                await queue.result(job_id)

        again = await submit(queue, held.task)  # doesn't join what is being ended
        held.let_go()
        assert verdicts(await results(queue, again)) == [Verdict.AC]


@in_loop
async def test_cancelling_all_at_once_ends_the_job_before_it_runs(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as (queue, below):
        first = await submit(queue, held.task)
        await held.begun()
        task = workshop.task("unwanted")
        job_ids = await submit(queue, task, task)
        await queue.cancel(job_ids)
        assert (await below.stats()).lanes[Lane.TRAIN].queued == 0
        held.let_go()
        await results(queue, first)
    assert workshop.ran == ["held"]


@in_stepped_loop
async def test_a_job_goes_on_until_the_last_deadline(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as (queue, _):
        job_ids = await submit(queue, held.task, deadline_s=10.0)
        await held.begun()
        await pass_time(6.0)
        job_ids += await submit(queue, held.task, deadline_s=10.0)
        await pass_time(5.0)
        with pytest.raises(JobExpired):
            await queue.result(job_ids[0])
        assert await queue.state(job_ids[1]) == "running"
        await pass_time(4.0)
        assert workshop.sandbox.aborted == 0
        await pass_time(2.0)
        with pytest.raises(JobExpired):
            await queue.result(job_ids[1])
        assert workshop.sandbox.aborted == 1
        held.let_go()
    assert workshop.ran == ["held"]


@in_stepped_loop
async def test_a_job_that_is_done_has_no_deadline(workshop: Workshop) -> None:
    task = workshop.task("same")
    async with opened(workshop) as (queue, _):
        job_ids = await submit(queue, task, task, deadline_s=10.0)
        await results(queue, job_ids)
        await pass_time(30.0)
        assert [await queue.state(job_id) for job_id in job_ids] == ["done"] * 2


@pytest.mark.parametrize(
    ("first_s", "second_s", "runs"),
    [
        pytest.param(10.0, 10.0, 1, id="equal deadlines"),
        pytest.param(10.0, 1.0, 1, id="less patience"),
        pytest.param(None, 1.0, 1, id="a job without deadline"),
        pytest.param(None, None, 1, id="none has one"),
        pytest.param(1.0, 10.0, 2, id="much more patience"),
        pytest.param(1.0, None, 2, id="endless patience"),
    ],
)
@in_stepped_loop
async def test_only_a_job_that_goes_on_long_enough_is_joined(
    workshop: Workshop, first_s: float | None, second_s: float | None, runs: int
) -> None:
    task = workshop.held("busy")
    same = workshop.task("same")
    async with opened(workshop) as (queue, below):
        await submit(queue, task.task)
        await task.begun()
        await submit(queue, same, deadline_s=first_s)
        await submit(queue, same, deadline_s=second_s)
        assert (await below.stats()).lanes[Lane.TRAIN].queued == runs
        task.let_go()


@pytest.mark.parametrize(
    ("lane", "client", "runs"),
    [
        pytest.param(Lane.TRAIN, "a", 1, id="the same line"),
        pytest.param(Lane.EVAL, "a", 2, id="another lane"),
        pytest.param(Lane.TRAIN, "b", 2, id="another client"),
    ],
)
@in_loop
async def test_nobody_waits_in_anothers_line(
    workshop: Workshop, lane: Lane, client: str, runs: int
) -> None:
    held = workshop.held("busy")
    same = workshop.task("same")
    async with opened(workshop) as (queue, below):
        await submit(queue, held.task)
        await held.begun()
        job_ids = await submit(queue, same)
        job_ids += await submit(queue, same, lane=lane, client=client)
        assert sum(stats.queued for stats in (await below.stats()).lanes.values()) == runs
        held.let_go()
        assert verdicts(await results(queue, job_ids)) == [Verdict.AC] * 2


# --------------------------------------------------------------------------- full, slow and shared


@in_loop
async def test_a_full_queue_still_answers_what_needs_no_job(workshop: Workshop) -> None:
    known, held = workshop.task("known"), workshop.held("held")
    async with opened(workshop, capacity=1) as (queue, _):
        await results(queue, await submit(queue, known))
        running = await submit(queue, held.task)
        await held.begun()
        waiting = workshop.task("waiting")
        job_ids = await submit(queue, waiting)
        with pytest.raises(QueueFull):
            await submit(queue, known, held.task, workshop.task("new"))
        job_ids += await submit(queue, known, held.task, waiting, known)

        held.let_go()
        assert verdicts(await results(queue, running + job_ids)) == [Verdict.AC] * 6
        assert workshop.ran == ["known", "held", "waiting"]


@in_loop
async def test_a_job_that_is_left_while_another_joins_goes_on(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as (queue, below):
        job_ids = await submit(queue, held.task)
        await held.begun()
        below.gate = asyncio.Event()
        joining = asyncio.create_task(submit(queue, held.task, workshop.task("new")))
        await asyncio.sleep(0)
        leaving = asyncio.create_task(queue.cancel(job_ids))
        with pytest.raises(JobCancelled):
            await queue.result(job_ids[0])
        below.gate.set()
        joined = await joining
        await leaving

        assert workshop.sandbox.aborted == 0
        held.let_go()
        assert verdicts(await results(queue, joined)) == [Verdict.AC] * 2


@in_loop
async def test_a_job_that_ends_while_another_joins_answers_it(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as (queue, below):
        job_ids = await submit(queue, held.task)
        await held.begun()
        below.gate = asyncio.Event()
        joining = asyncio.create_task(submit(queue, held.task, workshop.task("new")))
        await asyncio.sleep(0)
        held.let_go()
        await results(queue, job_ids)
        below.gate.set()

        assert verdicts(await results(queue, await joining)) == [Verdict.AC] * 2
        assert workshop.ran == ["held", "new"]


@in_loop
async def test_another_process_finds_the_jobs(workshop: Workshop) -> None:
    held = workshop.held("held")
    async with opened(workshop) as (queue, below):
        elsewhere = before(below)
        job_ids = await submit(queue, held.task, held.task)
        await held.begun()
        assert [await elsewhere.state(job_id) for job_id in job_ids] == ["running"] * 2
        await elsewhere.cancel(job_ids[1:])  # whether others wait for it isn't known there
        held.let_go()
        assert verdicts(await results(elsewhere, job_ids)) == [Verdict.AC] * 2
        await results(queue, job_ids)
        with pytest.raises(JobNotFound):
            await elsewhere.state("unknown")

        other = workshop.held("other")
        (unwanted,) = await submit(queue, other.task)
        await other.begun()
        await elsewhere.cancel([unwanted])
        with pytest.raises(JobCancelled):
            await queue.result(unwanted)
        other.let_go()


@in_loop
async def test_what_nobody_wants_any_more_is_forgotten_below_too(workshop: Workshop) -> None:
    task = workshop.task("a")
    async with opened(workshop) as (queue, below):
        job_ids = await submit(queue, task, task)
        await results(queue, job_ids)
        await queue.cancel(job_ids)
        for job_id in job_ids:
            with pytest.raises(JobNotFound):
                await queue.state(job_id)
        with pytest.raises(JobNotFound):
            await below.state(job_ids[0])


@in_loop
async def test_closing_tells_all_who_wait(workshop: Workshop) -> None:
    held = workshop.held("held")
    waiting = workshop.task("waiting")
    async with opened(workshop) as (queue, _):
        first = await submit(queue, held.task)
        await held.begun()
        job_ids = await submit(queue, waiting, waiting)
        waits = [asyncio.create_task(queue.result(job_id)) for job_id in job_ids]
        closing = asyncio.create_task(queue.close())
        for wait in waits:
            with pytest.raises(JobCancelled):
                await wait
        with pytest.raises(QueueError, match="closed"):
            await submit(queue, held.task)  # though it needs no job of its own
        held.let_go()
        await closing
        assert verdicts(await results(queue, first)) == [Verdict.AC]
