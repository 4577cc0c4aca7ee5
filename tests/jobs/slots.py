"""Slots of the queue in Redis as threads of the test, over a workshop's judge."""

import asyncio
import threading
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis import Redis

from ordojudge.jobs.rq_schedule import Schedule
from ordojudge.jobs.rq_slot import Slot
from ordojudge.redis_link import connect
from ordojudge.settings import RqQueueSettings
from tests.jobs.fakes import PATIENCE_S, Workshop


@asynccontextmanager
async def slots_of(
    workshop: Workshop,
    settings: RqQueueSettings,
    *,
    count: int = 1,
    languages: tuple[str, ...] = ("python",),
) -> AsyncIterator[list[Slot]]:
    """So many slots, that are there already and leave at the end."""
    slots = [
        Slot(
            workshop.judge,
            workshop.problems,
            settings,
            name=f"here-{languages[0]}.{number}.{uuid.uuid4().hex[:6]}",
            languages=languages,
        )
        for number in range(count)
    ]
    threads = [threading.Thread(target=slot.run) for slot in slots]
    for thread in threads:
        thread.start()
    try:
        with _redis(settings) as redis:
            while not all(_is_there(redis, slot) for slot in slots):
                await asyncio.sleep(0.01)
        yield slots
    finally:
        await asyncio.to_thread(_join, slots, threads, settings)


def _redis(settings: RqQueueSettings) -> Redis:
    """A connection of its own, since a slot that ends closes its."""
    return connect(settings.url.get_secret_value(), patience_s=PATIENCE_S)


def _is_there(redis: Redis, slot: Slot) -> bool:
    return redis.zscore(slot.schedule.key(f"slots:{slot.line}"), slot.name) is not None


def _join(slots: list[Slot], threads: list[threading.Thread], settings: RqQueueSettings) -> None:
    for slot in slots:
        slot.drain()
    with _redis(settings) as redis:
        schedule = Schedule(redis, settings)
        for slot in slots:  # one that waits for a turn
            schedule.offer([f"wake-{uuid.uuid4().hex}-{slot.line}-0"])
    for thread in threads:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
