"""Workers that offer different languages: each job goes where all that it needs works."""

import asyncio
import random
import time
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from ordojudge.core.errors import JobExpired, SandboxUnavailable
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.rq_jobs import RqQueue
from ordojudge.jobs.rq_schedule import Accepted, Offer, Over, Refusal, Schedule, line_of
from ordojudge.ports import Lane
from ordojudge.redis_link import connect
from tests.jobs.fakes import PATIENCE_S, Workshop, in_loop, results, verdicts
from tests.jobs.slots import slots_of
from tests.redis_server import RedisServer

PYTHON, JAVA, BOTH = "python", "java", "java,python"


class Fleet:
    """A schedule whose slots a test works by hand; a slot is named by the languages that it offers."""

    def __init__(self, redis: RedisServer, **fields: Any) -> None:
        self.settings = redis.settings(**fields)
        self.redis = connect(redis.url, patience_s=0)
        self.schedule = Schedule(self.redis, self.settings)
        self._names = count()

    def live(self, *machines: str) -> None:
        """Have a slot of each machine show that it lives."""
        for languages in machines:
            self.schedule.beat(slot(languages), languages=languages, turn="", holder="", job_id="")
        self.schedule.sweep()

    def submit(
        self, *needs: str, lane: Lane = Lane.TRAIN, client: str = "a"
    ) -> list[tuple[str, bool]]:
        """Queue jobs that need these languages; their ids, and whether they were over at once."""
        offers = [
            Offer(f"{each}-{next(self._names)}", f"{next(self._names)}", each, b"{}")
            for each in needs
        ]
        reply = self.schedule.submit(offers, me="me", lane=lane, client=client, patience_s=None)
        assert isinstance(reply, Accepted)
        self.schedule.offer(reply.turns)
        return list(zip(reply.job_ids, reply.known, strict=True))

    def take(self, languages: str, *, over: Over | None = None) -> str | None:
        """The next job of a slot that offers these languages, as RQ and a turn would bring it."""
        queue = self.schedule.turns(line_of(languages))
        while turns := queue.get_job_ids():
            queue.remove(turns[0])
            taken = self.schedule.take(
                turns[0], holder="t", slot=slot(languages), go_on=True, over=None
            )
            if taken is not None:
                # A slot alone in its line has one turn at a time: give it back with the job's outcome.
                self.schedule.take(
                    turns[0],
                    holder="t",
                    slot=slot(languages),
                    go_on=False,
                    over=over or Over(taken.job_id, "done", b"{}", good=False, took_s=0.01),
                )
                return taken.job_id
        return None

    def drain(self, languages: str) -> list[str]:
        """All that a slot is given, in order."""
        found = []
        while (job_id := self.take(languages)) is not None:
            found.append(job_id)
        return found


def slot(languages: str) -> str:
    return f"{languages.replace(',', '-')}.{line_of(languages)}.0.1"


def kinds(job_ids: Sequence[str]) -> list[str]:
    return [job_id.rpartition("-")[0] for job_id in job_ids]


@pytest.fixture
def fleet(redis: RedisServer) -> Fleet:
    return Fleet(redis)


def test_each_slot_is_given_what_it_can_judge(fleet: Fleet) -> None:
    fleet.live(PYTHON, JAVA)
    fleet.submit(JAVA, PYTHON, JAVA, PYTHON)
    assert kinds(fleet.drain(PYTHON)) == [PYTHON] * 2
    assert kinds(fleet.drain(JAVA)) == [JAVA] * 2


def test_a_job_runs_once_though_several_kinds_of_slots_could_take_it(fleet: Fleet) -> None:
    fleet.live(PYTHON, JAVA, BOTH)
    first, second, third = (job_id for job_id, _ in fleet.submit(PYTHON, JAVA, PYTHON))
    assert fleet.take(BOTH) == first
    assert fleet.drain(JAVA) == [second]
    assert fleet.drain(BOTH) == [third]
    assert fleet.drain(PYTHON) == []
    assert fleet.schedule.stats().lanes[Lane.TRAIN].queued == 0


def test_a_checker_written_in_another_language_is_needed_as_well(fleet: Fleet) -> None:
    fleet.live(PYTHON, JAVA, BOTH)
    [(job_id, over)] = fleet.submit(BOTH)
    assert not over
    assert fleet.drain(PYTHON) == fleet.drain(JAVA) == []
    assert fleet.drain(BOTH) == [job_id]


def test_shares_and_turns_hold_in_each_line_whatever_the_others_do(fleet: Fleet) -> None:
    fleet.live(PYTHON, BOTH)
    for client in ("a", "b"):
        for lane in (Lane.TRAIN, Lane.BATCH):
            fleet.submit(*[JAVA] * 12, lane=lane, client=f"{client}-{lane}")
    fleet.submit(*[PYTHON] * 40, lane=Lane.BATCH, client="a-batch")
    begun = []
    for _ in range(18):
        assert kinds([fleet.take(PYTHON) or ""]) == [PYTHON]  # busy with one lane's jobs alone
        begun.append(fleet.take(BOTH))
    lanes = [
        lane
        for job_id in begun
        for lane in (fleet.redis.hget(fleet.schedule.key(f"job:{job_id}"), "lane"),)
    ]
    assert lanes.count(b"train") == 16  # eight of nine
    clients = [fleet.redis.hget(fleet.schedule.key(f"job:{job_id}"), "client") for job_id in begun]
    assert clients.count(b"a-train") == clients.count(b"b-train") == 8


def test_what_nobody_offers_is_refused_with_the_reason(fleet: Fleet) -> None:
    fleet.live(PYTHON)
    (python, waits), (java, over) = fleet.submit(PYTHON, JAVA)
    assert (waits, over) == (False, True)
    [seen] = fleet.schedule.look([java])
    assert seen is not None
    assert seen.state == "failed"
    assert b"no worker judges java" in seen.outcome
    assert fleet.drain(PYTHON) == [python]


def test_before_the_first_worker_comes_everything_waits(fleet: Fleet) -> None:
    (python, _), (java, over) = fleet.submit(PYTHON, JAVA)
    assert not over
    fleet.live(PYTHON)
    assert fleet.drain(PYTHON) == [python]
    fleet.live(JAVA)
    assert fleet.drain(JAVA) == [java]


def test_what_was_offered_lately_is_waited_for(redis: RedisServer) -> None:
    fleet = Fleet(redis, beat_s=0.05, lost_after_s=0.2)
    fleet.live(PYTHON, JAVA)
    [(first, _)] = fleet.submit(JAVA)
    time.sleep(fleet.settings.lost_after_s)
    fleet.live(PYTHON)  # Java's worker is being replaced
    [(second, over)] = fleet.submit(JAVA)
    assert not over
    assert fleet.drain(PYTHON) == []
    fleet.live(JAVA)
    assert fleet.drain(JAVA) == [first, second]


def test_nothing_is_left_of_a_line_whose_slots_are_gone(redis: RedisServer) -> None:
    fleet = Fleet(redis, beat_s=0.05, lost_after_s=0.2)
    fleet.live(JAVA)
    fleet.submit(JAVA, JAVA)
    fleet.take(JAVA)
    time.sleep(fleet.settings.lost_after_s)
    assert fleet.schedule.sweep() == []
    left = [key.decode() for key in fleet.redis.scan_iter(f"{fleet.settings.name}:*")]
    assert [key for key in left if line_of(JAVA) in key] == []
    meta = fleet.redis.hkeys(fleet.schedule.key("meta"))
    assert [field for field in meta if line_of(JAVA).encode() in field] == []


@pytest.mark.parametrize("seed", range(5))
def test_whatever_comes_and_goes_each_job_is_taken_once_by_one_who_can(
    redis: RedisServer, seed: int
) -> None:
    chance = random.Random(seed)
    fleet = Fleet(redis, beat_s=0.01, lost_after_s=0.02, capacity=1000)
    machines = (PYTHON, JAVA, BOTH)
    fleet.live(*machines)
    wanted: list[str] = []
    taken: list[str] = []
    for _ in range(60):
        alive = [each for each in machines if chance.random() < 0.7]
        fleet.live(*alive)
        for lane in Lane:
            needs = [chance.choice(machines) for _ in range(chance.randrange(3))]
            wanted += [job_id for job_id, over in fleet.submit(*needs, lane=lane) if not over]
        for languages in alive:
            for _ in range(chance.randrange(3)):
                job_id = fleet.take(languages)
                if job_id is not None:
                    assert set(kinds([job_id])[0].split(",")) <= set(languages.split(","))
                    taken.append(job_id)
    for languages in machines:
        fleet.live(languages)
        while (job_id := fleet.take(languages)) is not None:
            taken.append(job_id)
            fleet.live(languages)
    assert sorted(taken) == sorted(wanted)


def test_a_full_queue_is_full_for_every_language(redis: RedisServer) -> None:
    fleet = Fleet(redis, capacity=2)
    fleet.live(PYTHON, JAVA)
    fleet.submit(JAVA, JAVA)
    offer = Offer("p", "p", PYTHON, b"{}")
    reply = fleet.schedule.submit([offer], me="me", lane=Lane.TRAIN, client="a", patience_s=None)
    assert isinstance(reply, Refusal)
    assert reply.waiting == 2


@in_loop
async def test_slots_take_turns_of_their_own_line_alone(redis: RedisServer) -> None:
    settings = redis.settings()
    python, java = Workshop(), Workshop()
    tasks = [
        task.model_copy(update={"language": language})
        for workshop, language in ((python, "python"), (java, "java"))
        for task in workshop.tasks(*(f"{language} {n}" for n in range(5)))
    ]
    queue = RqQueue(settings)
    try:
        async with (
            slots_of(python, settings, languages=("python",)),
            slots_of(java, settings, languages=("java",)),
        ):
            job_ids = await queue.submit(tasks, lane=Lane.TRAIN, client="a")
            assert verdicts(await results(queue, job_ids)) == [Verdict.AC] * 10
            assert python.ran == [f"python {n}" for n in range(5)]
            assert java.ran == [f"java {n}" for n in range(5)]
            [lost] = await queue.submit(
                [tasks[0].model_copy(update={"language": "go"})], lane=Lane.TRAIN, client="a"
            )
            with pytest.raises(SandboxUnavailable, match="no worker judges go"):
                await queue.result(lost)
    finally:
        await queue.close()


@in_loop
async def test_a_deadline_says_that_no_worker_could_have_done_it(redis: RedisServer) -> None:
    queue = RqQueue(redis.settings())
    try:
        async with asyncio.timeout(PATIENCE_S):
            while queue.offered is None:
                await asyncio.sleep(0.05)
        task = Workshop().task("lonely")
        [job_id] = await queue.submit([task], lane=Lane.TRAIN, client="a", deadline_s=0.05)
        with pytest.raises(JobExpired, match="the deadline passed; no worker judges python"):
            await queue.result(job_id)
    finally:
        await queue.close()
