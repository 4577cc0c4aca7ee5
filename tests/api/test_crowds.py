"""Many requests at once: the event loop goes on, memory is bounded, and nothing is kept that nobody wants."""

import asyncio
import gc
import gzip
import json
import socket
import weakref
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bench.api_burst import TARGET_BYTES, TARGET_S, measure
from ordojudge.core.errors import JobNotFound, QueueError
from ordojudge.ports import JobQueue
from ordojudge_api.turns import READY_AT_ONCE, THINKING, Turns, collect_in_quiet, short_turns, think
from tests.api.service import BROKEN, HELD, RIGHT, WRONG, Refusing, World, body
from tests.jobs.fakes import in_loop


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_two_thousand_requests_at_once_hold_up_nobody() -> None:
    held = measure("grade")
    assert held.answered == {"200": 2_000}
    assert held.cpu_s <= TARGET_S
    assert held.peak_bytes <= TARGET_BYTES


@pytest.mark.slow
def test_trainers_groups_by_the_hundred_hold_up_nobody() -> None:
    held = measure("reward", requests=300)
    assert set(held.answered) <= {"200", "429"}
    assert held.cpu_s <= TARGET_S
    assert held.peak_bytes <= TARGET_BYTES


# ---------------------------------------------------------------------------- turns


class Knot:
    """An object that only the garbage collector finds."""

    def __init__(self) -> None:
        self.itself = self


@in_loop
async def test_old_garbage_is_looked_for_in_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ordojudge_api.turns.COLLECTS_S", 0.001)
    before = gc.get_threshold()
    looks = 0
    busy = True

    def is_busy() -> bool:
        nonlocal looks
        looks += 1
        return busy

    async def looked(times: int) -> None:
        until = looks + times
        async with asyncio.timeout(10):
            while looks < until:
                await asyncio.sleep(0.001)

    collecting = asyncio.create_task(collect_in_quiet(is_busy))
    try:
        await looked(1)
        gone = weakref.ref(Knot())
        gc.collect(1)
        gone_old = weakref.ref(old := Knot())
        gc.collect(1)  # now it is of the oldest, which are left alone
        del old
        await looked(5)
        assert gone() is None
        assert gone_old() is not None
        assert gc.get_threshold()[:2] == before[:2]
        busy = False
        await looked(2)
        assert gone_old() is None
        busy = True
        monkeypatch.setattr("ordojudge_api.turns.COLLECTS_AT_LEAST_S", 0.0)
        gone_old = weakref.ref(old := Knot())
        gc.collect(1)
        del old
        await looked(2)
        assert gone_old() is None
    finally:
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)
        gc.unfreeze()
    assert gc.get_threshold() == before


@in_loop
async def test_work_that_takes_turns_is_done_once_around_the_loop() -> None:
    turns = Turns()
    around = 0
    done: Counter[int] = Counter()

    async def count() -> None:
        nonlocal around
        while True:
            around += 1
            await asyncio.sleep(0)

    async def work() -> None:
        await turns.mine()
        done[around] += 1

    counting = asyncio.create_task(count())
    await asyncio.gather(*(work() for _ in range(50)))
    counting.cancel()
    assert set(done.values()) == {1}
    assert done.total() == 50


def test_a_loop_of_short_turns_reads_from_few_at_a_time_and_from_all() -> None:
    with ExitStack() as stack:
        pairs = [socket.socketpair() for _ in range(3 * READY_AT_ONCE)]
        for pair in pairs:
            stack.callback(pair[0].close)
            stack.callback(pair[1].close)
            pair[1].send(b"x")

        async def read_all() -> list[list[int]]:
            """Who was read from, by turn; nobody takes what is there, so all stay ready."""
            loop = asyncio.get_running_loop()
            turn: list[int] = []
            for number, (here, _) in enumerate(pairs):
                loop.add_reader(here, turn.append, number)
            turns = []
            for _ in range(4):
                await asyncio.sleep(0)
                turns.append([*turn])
                turn.clear()
            for here, _ in pairs:
                loop.remove_reader(here)
            return [turn for turn in turns if turn]

        with short_turns() as runner:
            turns = runner.run(read_all())
    assert max(map(len, turns)) == READY_AT_ONCE
    assert {number for turn in turns[:3] for number in turn} == set(range(len(pairs)))


@in_loop
async def test_few_threads_think_at_a_time() -> None:
    thinking = most = 0

    async def begun() -> None:
        nonlocal thinking, most
        thinking += 1
        most = max(most, thinking)

    async def ended() -> None:
        nonlocal thinking
        thinking -= 1

    loop = asyncio.get_running_loop()

    def work() -> None:
        asyncio.run_coroutine_threadsafe(begun(), loop).result()
        asyncio.run_coroutine_threadsafe(ended(), loop).result()

    await asyncio.gather(*(think(work) for _ in range(20)))
    assert 1 <= most <= THINKING


# ----------------------------------------------------------------------------- bytes


def large(source: str, size: int) -> dict[str, Any]:
    return body(
        source, submission_id="x" * 200, problem=body()["problem"] | {"statement": "s" * size}
    )


@in_loop
async def test_bodies_are_held_up_to_a_size_in_all(world: World) -> None:
    async with world.open(max_held_bytes=100_000, max_body_bytes=1 << 20) as api:
        await api.ready()
        under_way = asyncio.create_task(api.post("/v1/grade", large(HELD, 60_000)))
        await asyncio.to_thread(world.begun.wait, 10)
        refused = await api.post("/v1/grade", large(RIGHT, 60_000))
        small = await api.post("/v1/grade", body(WRONG))
        never = await api.post("/v1/grade", large(RIGHT, 110_000))
        world.let_go.set()
        first = await under_way
        again = await api.post("/v1/grade", large(RIGHT, 60_000))
    assert (refused.status_code, refused.json()["type"]) == (429, "urn:ordojudge:too-many-bytes")
    assert int(refused.headers["retry-after"]) >= 1
    assert never.status_code == 413
    assert [answer.status_code for answer in (small, first, again)] == [200, 200, 200]


@in_loop
async def test_a_packed_body_counts_as_what_it_unpacks_to(world: World) -> None:
    packed = gzip.compress(json.dumps(large(RIGHT, 60_000)).encode())
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    async with world.open(max_held_bytes=100_000) as api:
        await api.ready()
        under_way = asyncio.create_task(api.post("/v1/grade", large(HELD, 60_000)))
        await asyncio.to_thread(world.begun.wait, 10)
        refused = await api.client.post("/v1/grade", content=packed, headers=headers)
        world.let_go.set()
        await under_way
        taken = await api.client.post("/v1/grade", content=packed, headers=headers)
    assert (refused.status_code, taken.status_code) == (429, 200)


@in_loop
async def test_a_job_that_nobody_waits_for_holds_room_for_its_source(world: World) -> None:
    long = f"{HELD}\n{'#' * 70_000}"
    world.sandbox.scripts = {**world.sandbox.scripts, long: world.sandbox.scripts[HELD]}
    async with world.open(max_held_bytes=145_000) as api:
        await api.ready()
        queued = await api.post("/v1/grade", body(long), prefer="respond-async")
        await asyncio.to_thread(world.begun.wait, 10)
        refused = await api.post("/v1/grade", body(f"{RIGHT}{'#' * 80_000}"))
        world.let_go.set()
        while (await api.client.get(queued.headers["location"])).json()["state"] != "done":
            await asyncio.sleep(0.01)
        taken = await api.post("/v1/grade", body(f"{RIGHT}{'#' * 80_000}"))
    assert (queued.status_code, refused.status_code) == (202, 429)
    assert taken.status_code == 200


@in_loop
async def test_all_room_is_given_back_whatever_became_of_the_requests(world: World) -> None:
    async with world.open(max_items=2) as api:
        await api.ready()
        await api.post("/v1/grade", body(BROKEN))
        await api.post("/v1/grade", {"source": 5})
        await api.post("/v1/grade/batch", {"items": [body()] * 3})
        await api.post("/v1/grade/batch", {"items": [body()]}, accept="application/x-ndjson")
        gone = asyncio.create_task(api.post("/v1/grade", body(HELD)))
        await asyncio.to_thread(world.begun.wait, 10)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        room = api.app.state.services.grading._room
        assert room.held_bytes == 0


# ------------------------------------------------------------------------------ jobs


class Recording(Refusing):
    """A queue that remembers the ids that it gave, and may fail to forget jobs."""

    def __init__(self, below: JobQueue, *, forgets: bool = True) -> None:
        super().__init__(below, QueueError(""), times=0)
        self.given: list[str] = []
        self.forgets = forgets

    async def submit(self, *arguments: Any, **named: Any) -> list[str]:
        given = await super().submit(*arguments, **named)
        self.given += given if named["client"] != "self-test" else []
        return given

    async def cancel(self, job_ids: Sequence[str]) -> None:
        if not self.forgets:
            raise ConnectionError("gone")
        await self._below.cancel(job_ids)


@pytest.mark.parametrize("forgets", [True, False], ids=["it does", "it can't"])
@in_loop
async def test_the_queue_forgets_jobs_whose_results_were_fetched(
    world: World, forgets: bool
) -> None:
    queues: list[Recording] = []

    def recording(queue: JobQueue) -> JobQueue:
        queues.append(Recording(queue, forgets=forgets))
        return queues[0]

    items = {"items": [body(source) for source in (RIGHT, WRONG, RIGHT)] * 3}
    async with world.open(queue=recording, max_in_flight=4) as api:
        answers = [await api.post("/v1/grade", body()), await api.post("/v1/grade/batch", items)]
        kept = 0
        for job_id in queues[0].given:
            try:
                await api.queue.state(job_id)
                kept += 1
            except JobNotFound:
                pass
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(queues[0].given) == 10
    assert kept == (0 if forgets else 10)
