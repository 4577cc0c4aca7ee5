"""The queue in Redis where several processes share it, and where something dies."""

import asyncio
import json
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ordojudge.core.errors import JobCancelled, JobNotFound, QueueFull
from ordojudge.core.models import Task
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.rq_jobs import RqQueue
from ordojudge.jobs.rq_schedule import (
    Accepted,
    Offer,
    Over,
    Schedule,
    error_as_json,
    error_from_json,
    judgement_from_json,
    line_of,
)
from ordojudge.ports import Lane
from ordojudge.redis_link import connect
from ordojudge.settings import RqQueueSettings
from tests.jobs.fakes import PATIENCE_S, Workshop, in_loop, results, verdicts
from tests.jobs.slots import slots_of
from tests.redis_server import RedisServer

LINE = line_of("python")
SLOT, OTHER = f"m.{LINE}.0.1", f"n.{LINE}.0.2"
QUICK: dict[str, Any] = {"beat_s": 0.05, "lost_after_s": 0.2}


@asynccontextmanager
async def queues(settings: RqQueueSettings, *, count: int = 2) -> AsyncIterator[list[RqQueue]]:
    """The same queue as so many API processes see it."""
    opened = [RqQueue(settings) for _ in range(count)]
    try:
        yield opened
    finally:
        for queue in opened:
            await queue.close()


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


class Bench:
    """A schedule that a test works by hand."""

    def __init__(self, redis: RedisServer, **fields: Any) -> None:
        self.settings = redis.settings(**fields)
        self.redis = connect(redis.url, patience_s=0)
        self.schedule = Schedule(self.redis, self.settings)
        self.live(SLOT)

    def live(self, slot: str, *, languages: str = "python") -> None:
        """Have a slot show that it lives."""
        self.schedule.beat(slot, languages=languages, turn="", holder="", job_id="")

    def submit(
        self, *job_ids: str, lane: Lane = Lane.TRAIN, client: str = "a", needs: str = "python"
    ) -> Accepted:
        offers = [Offer(job_id, f"same as {job_id}", needs, b"{}") for job_id in job_ids]
        reply = self.schedule.submit(offers, me="me", lane=lane, client=client, patience_s=None)
        assert isinstance(reply, Accepted)
        return reply

    def take(self, turn: str, *, holder: str = "t", over: Over | None = None) -> str | None:
        taken = self.schedule.take(turn, holder=holder, slot=SLOT, go_on=True, over=over)
        return None if taken is None else taken.job_id

    def sweep(self) -> list[str]:
        """Sweep once only another slot has shown that it lives; the turns that are new."""
        before = set(self.turns())
        time.sleep(self.settings.lost_after_s)
        self.live(OTHER)
        self.schedule.sweep()
        return sorted(set(self.turns()) - before)

    def turns(self) -> list[str]:
        """Turns that RQ holds."""
        found: list[str] = self.schedule.turns(LINE).get_job_ids()
        return found


@pytest.fixture
def bench(redis: RedisServer) -> Bench:
    return Bench(redis, **QUICK)


def done(job_id: str, text: bytes = b"first") -> Over:
    return Over(job_id, "done", text, good=True, took_s=0.01)


# ------------------------------------------------------------------ slots that die


def test_the_job_of_a_slot_that_shows_no_life_is_taken_by_another(bench: Bench) -> None:
    [turn] = bench.submit("a", "b").turns
    assert bench.take(turn) == "a"
    [other] = bench.sweep()
    assert bench.take(other, holder="u") == "a"
    assert bench.schedule.stats().retries == {"lost": 1, "given-up": 0, "drained": 0}

    # The first slot was only slow: its outcome is as good as any, and it hears that it has no turn.
    assert bench.take(turn, over=done("a")) is None
    assert bench.take(other, holder="u", over=done("a", b"second")) == "b"
    [seen] = bench.schedule.look(["a"])
    assert seen is not None
    assert (seen.state, seen.outcome) == ("done", b"first")


def test_a_job_whose_slots_die_again_and_again_is_a_failure_of_the_judge(bench: Bench) -> None:
    [turn] = bench.submit("a").turns
    for _ in range(bench.settings.tries - 1):
        assert bench.take(turn) == "a"
        [turn] = bench.sweep()
    assert bench.take(turn) == "a"
    assert bench.sweep() == []
    [seen] = bench.schedule.look(["a"])
    assert seen is not None
    assert seen.state == "done"
    assert judgement_from_json(seen.outcome).verdict is Verdict.JE
    assert bench.schedule.stats().retries == {"lost": 2, "given-up": 1, "drained": 0}


def test_a_slot_that_shows_life_keeps_its_job(bench: Bench) -> None:
    [turn] = bench.submit("a").turns
    bench.take(turn)
    for _ in range(6):
        assert bench.schedule.beat(SLOT, languages="python", turn=turn, holder="t", job_id="a")
        time.sleep(bench.settings.beat_s)
        bench.schedule.sweep()
    assert not bench.schedule.beat(
        SLOT, languages="python", turn=turn, holder="another", job_id="a"
    )
    assert bench.take(turn, over=done("a")) is None
    assert bench.schedule.state("a") == "done"


def test_a_turn_that_got_lost_is_replaced(bench: Bench) -> None:
    [turn] = bench.submit("a").turns  # and nobody gives it to RQ
    [other] = bench.sweep()
    assert bench.take(turn) is None
    assert bench.take(other) == "a"


def test_a_turn_that_waits_for_a_slot_is_not_lost(bench: Bench) -> None:
    accepted = bench.submit("a")
    bench.schedule.offer(accepted.turns)
    assert bench.sweep() == []
    assert bench.take(accepted.turns[0]) == "a"


def test_a_turn_is_one_slots(bench: Bench) -> None:
    [turn] = bench.submit("a", "b").turns
    assert bench.take(turn) == "a"
    assert bench.take(turn) == "a"  # asked again, since the answer was lost
    assert bench.take(turn, holder="another") is None
    assert bench.take(turn, over=done("a")) == "b"


def test_a_slot_that_leaves_gives_its_job_back(bench: Bench) -> None:
    [turn] = bench.submit("a", "b").turns
    assert bench.take(turn) == "a"
    bench.schedule.depart(SLOT, turn=turn)
    bench.live(OTHER)
    bench.schedule.sweep()
    [other] = bench.turns()
    assert bench.take(turn, over=Over("a", None)) is None
    assert bench.take(other) == "a"
    assert bench.schedule.stats().retries["drained"] == 1


def test_there_are_turns_for_as_many_slots_as_live(bench: Bench) -> None:
    for slot in (SLOT, OTHER, f"n.{LINE}.1.3"):
        bench.live(slot)
    first = bench.submit("a").turns
    more = bench.submit("b", "c", "d").turns
    assert (len(first), len(more)) == (1, 2)
    assert bench.submit("e").turns == []
    assert [bench.take(turn) for turn in first + more] == ["a", "b", "c"]


def test_what_is_sent_twice_is_queued_once(bench: Bench) -> None:
    assert bench.submit("a", "b").known == [False, False]
    again = bench.submit("a", "b")
    assert (again.job_ids, again.known) == (["a", "b"], [True, True])
    assert bench.schedule.stats().lanes[Lane.TRAIN].queued == 2


def test_payloads_are_json(bench: Bench) -> None:
    accepted = bench.submit("a")
    bench.schedule.offer(accepted.turns)
    [turn] = bench.schedule.turns(LINE).jobs
    data = bench.redis.hget(turn.key, "data")
    assert isinstance(data, bytes)
    assert json.loads(zlib.decompress(data))[2] == [turn.id]


def test_machines_are_known_as_long_as_a_slot_of_theirs_lives(bench: Bench) -> None:
    bench.schedule.announce("n", b"{}")
    assert bench.schedule.machines() == []
    bench.live(OTHER)
    assert bench.schedule.machines() == [b"{}"]
    bench.schedule.depart(OTHER, turn="")
    assert bench.schedule.machines() == []


@pytest.mark.parametrize(
    "error", [JobNotFound("no job"), QueueFull("full", retry_after_s=1.0), JobCancelled("over")]
)
def test_errors_travel_by_name(error: Any) -> None:
    found = error_from_json(error_as_json(error))
    assert str(found) == str(error)
    assert isinstance(error, type(found))


# ------------------------------------------------------------------ several API processes


@in_loop
async def test_any_process_can_ask_for_a_job_and_end_it(
    redis: RedisServer, workshop: Workshop
) -> None:
    held = workshop.held("held")
    settings = redis.settings()
    async with queues(settings) as (first, second), slots_of(workshop, settings):
        [running, waiting] = await first.submit(
            [held.task, *workshop.tasks("next")], lane=Lane.TRAIN, client="a"
        )
        await held.begun()
        waits = [asyncio.create_task(queue.result(running)) for queue in (first, second)]
        assert await second.state(waiting) == "queued"
        await second.cancel([waiting])
        with pytest.raises(JobCancelled):
            await first.result(waiting)
        held.let_go()
        assert verdicts(await asyncio.gather(*waits)) == [Verdict.AC] * 2
        await first.close()
        assert await second.state(running) == "done"
        assert workshop.ran == ["held"]


@in_loop
async def test_equal_tasks_from_two_processes_are_one_job_that_both_must_leave(
    redis: RedisServer, workshop: Workshop
) -> None:
    held = workshop.held("held")
    settings = redis.settings()
    async with queues(settings) as (first, second), slots_of(workshop, settings):
        one = await first.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        assert await second.submit([held.task], lane=Lane.TRAIN, client="a") == one
        others = await second.submit([held.task], lane=Lane.TRAIN, client="b")
        assert others != one
        await second.cancel(others)
        await first.cancel(one)
        held.let_go()
        found = await second.result(one[0])
        assert found.judgement.verdict is Verdict.AC
        assert found.cached
        assert workshop.ran == ["held"]
        await second.cancel(one)
        with pytest.raises(JobNotFound):
            await second.state(one[0])


@in_loop
async def test_a_job_that_is_over_is_found_by_an_equal_task_unless_the_judge_failed(
    redis: RedisServer, workshop: Workshop
) -> None:
    workshop.sandbox.failures = 2
    settings = redis.settings()
    async with queues(settings) as (first, second), slots_of(workshop, settings):
        tasks = workshop.tasks("unlucky", "right")
        ids = [await first.submit([task], lane=Lane.TRAIN, client="a") for task in tasks]
        await results(first, [ids[0][0], ids[1][0]])
        again = [await second.submit([task], lane=Lane.TRAIN, client="a") for task in tasks]
        assert again[0] != ids[0]
        assert again[1] == ids[1]
        found = await results(second, [again[0][0], again[1][0]])
        assert verdicts(found) == [Verdict.AC] * 2
        assert workshop.ran == ["right", "unlucky"]


@in_loop
async def test_processes_share_the_capacity(redis: RedisServer, workshop: Workshop) -> None:
    settings = redis.settings(capacity=3)
    async with queues(settings) as (first, second):
        await first.submit(workshop.tasks("a", "b"), lane=Lane.TRAIN, client="a")
        with pytest.raises(QueueFull):
            await second.submit(workshop.tasks("c", "d"), lane=Lane.BATCH, client="b")
        await second.submit(workshop.tasks("c"), lane=Lane.BATCH, client="b")


# ------------------------------------------------------------------ what gets lost


@in_loop
async def test_a_message_that_was_missed_is_made_up_for(
    redis: RedisServer, workshop: Workshop
) -> None:
    held = workshop.held("held")
    settings = redis.settings()
    async with queues(settings, count=1) as (queue,), slots_of(workshop, settings):
        job_ids = await queue.submit([held.task], lane=Lane.TRAIN, client="a")
        await held.begun()
        with redis.client() as client:
            client.client_kill_filter(_type="pubsub")
        held.let_go()
        async with asyncio.timeout(PATIENCE_S):
            assert verdicts(await results(queue, job_ids)) == [Verdict.AC]


@in_loop
async def test_jobs_that_redis_lost_are_queued_again(
    redis: RedisServer, workshop: Workshop
) -> None:
    settings = redis.settings()
    async with queues(settings, count=1) as (queue,):
        job_ids = await queue.submit(workshop.tasks("a", "b"), lane=Lane.TRAIN, client="a")
        with redis.client() as client:
            client.delete(*client.scan_iter(f"{settings.name}:*"))
        assert [await queue.state(job_id) for job_id in job_ids] == ["queued"] * 2
        async with slots_of(workshop, settings), asyncio.timeout(PATIENCE_S):
            assert verdicts(await results(queue, job_ids)) == [Verdict.AC] * 2
        assert sorted(workshop.ran) == ["a", "b"]


@in_loop
async def test_a_source_with_bytes_that_are_no_text_comes_through(
    redis: RedisServer, workshop: Workshop
) -> None:
    bench = Bench(redis)
    task = workshop.task("\udcff\0é")
    async with queues(bench.settings, count=1) as (queue,):
        await queue.submit([task], lane=Lane.TRAIN, client="ü b")
        [turn] = bench.turns()
        taken = bench.schedule.take(turn, holder="t", slot=SLOT, go_on=True)
        assert taken is not None
        assert Task.model_validate(json.loads(taken.task)) == task
