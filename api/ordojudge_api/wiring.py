"""Where drivers are chosen: the one module that knows which sandbox is in use.

Drivers are imported when they are opened, so that a command pays only for what it needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ordojudge.ports import JobQueue, ProblemStore, Sandbox
    from ordojudge.sandbox.inspect import Finding
    from ordojudge.service import Judge
    from ordojudge.settings import Settings
    from ordojudge_api.inline_problems import InlineProblems


@contextmanager
def open_sandbox(settings: Settings) -> Iterator[Sandbox]:
    """The configured sandbox; its boxes are taken down at the end.

    Raises:
        SandboxUnavailable: this machine can't have one; the message says what is missing.
    """
    from ordojudge.sandbox.drivers import make_sandbox

    with make_sandbox(settings.sandbox) as sandbox:
        yield sandbox


@contextmanager
def open_judge(settings: Settings) -> Iterator[Judge]:
    """A judge over the configured sandbox.

    Raises:
        SandboxUnavailable: this machine can't have one; the message says what is missing.
    """
    from ordojudge.service import Judge

    with open_sandbox(settings) as sandbox:
        yield Judge(sandbox)


def inspect_machine(settings: Settings) -> list[Finding]:
    """What the configured sandbox finds on this machine, and how to get what is missing."""
    from ordojudge.sandbox import drivers

    return drivers.inspect_machine(settings.sandbox)


def open_store(settings: Settings) -> ProblemStore:
    """The configured problem store."""
    from ordojudge.problem_store import FileProblemStore

    store = settings.store
    return FileProblemStore(
        store.problems_folder, cache_folder=store.cache_folder, cache_bytes=store.cache_bytes
    )


@dataclass(frozen=True, slots=True)
class Service:
    """What the HTTP API works with."""

    queue: JobQueue
    problems: InlineProblems
    """The problems that the queue finds by digest."""

    inspect: Callable[[], list[Finding]]
    """Looks at what this machine offers submissions; finds nothing where they run on others."""


@asynccontextmanager
async def open_service(settings: Settings) -> AsyncIterator[Service]:
    """The configured queue and problem store, and the judge where it is part of this process.

    At the end jobs that run may go on for the time that the API drains.

    Raises:
        SandboxUnavailable: this machine can't judge; the message says what is missing.
    """
    from ordojudge.jobs.cache import CachingQueue, JudgementCache
    from ordojudge.jobs.inprocess import InProcessQueue
    from ordojudge_api.inline_problems import InlineProblems

    with open_judge(settings) as judge:
        problems = InlineProblems(open_store(settings))
        slots = settings.sandbox.slot_count
        below = InProcessQueue(
            judge,
            problems,
            slots=slots,
            capacity=settings.queue.capacity,
            keep_finished_s=settings.queue.keep_finished_s,
        )
        queue = CachingQueue(
            below,
            JudgementCache(settings.cache.bytes),
            keep_finished=settings.queue.capacity,
            keep_finished_s=settings.queue.keep_finished_s,
        )
        try:
            yield Service(queue, problems, partial(inspect_machine, settings))
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(settings.api.drain_s):
                    await queue.close()
