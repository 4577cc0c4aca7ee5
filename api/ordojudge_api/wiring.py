"""Where drivers are chosen: the one module that knows which sandbox is in use.

Drivers are imported when they are opened, so that a command pays only for what it needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from ordojudge.core.errors import ConfigurationError

if TYPE_CHECKING:
    from ordojudge.analysis.combine import Estimator
    from ordojudge.ports import JobQueue, ProblemStore, Sandbox
    from ordojudge.sandbox.inspect import Finding
    from ordojudge.service import Judge
    from ordojudge.settings import RqQueueSettings, Settings
    from ordojudge_api.inline_problems import InlineProblems
    from ordojudge_api.shared_answers import SharedAnswers


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
        yield Judge(sandbox, estimator=make_estimator())


def make_estimator() -> Estimator:
    """What judges time complexity here: measurements, and all that reads programs."""
    from ordojudge.analysis.combine import Estimator
    from ordojudge.analysis.static import StaticAnalyser
    from ordojudge_complexity.analyser import EmbeddedAnalyser

    return Estimator((StaticAnalyser(), EmbeddedAnalyser()))


def inspect_machine(settings: Settings) -> list[Finding]:
    """What the configured sandbox finds on this machine, and how to get what is missing."""
    from ordojudge.sandbox import drivers

    return drivers.inspect_machine(settings.sandbox)


def open_store(settings: Settings) -> ProblemStore:
    """The configured problem store.

    Raises:
        ConfigurationError: problems are to be in a Redis that isn't named.
    """
    store = settings.store
    if store.type == "redis":
        if settings.queue.type != "rq":
            raise ConfigurationError("ORDOJUDGE_STORE__TYPE: redis needs ORDOJUDGE_QUEUE__TYPE=rq")
        with _redis_installed():
            from ordojudge.redis_link import connect
            from ordojudge.redis_problems import RedisProblemStore

        url = settings.queue.url.get_secret_value()
        return RedisProblemStore(
            connect(url, patience_s=settings.queue.away_s),
            name=settings.queue.name,
            cache_folder=store.cache_folder,
            cache_bytes=store.cache_bytes,
        )
    from ordojudge.problem_store import FileProblemStore

    return FileProblemStore(
        store.problems_folder, cache_folder=store.cache_folder, cache_bytes=store.cache_bytes
    )


@contextmanager
def _redis_installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"{error.name} is not installed; it comes with pip install 'ordojudge[redis]'"
        ) from None


def open_shared_problems(settings: Settings) -> InlineProblems:
    """Problems as workers and API processes share them: registered ones, and those that came along."""
    from ordojudge.redis_link import connect
    from ordojudge.redis_problems import InlineShelf
    from ordojudge_api.inline_problems import InlineProblems

    queue = _rq(settings)
    redis = connect(queue.url.get_secret_value(), patience_s=queue.away_s)
    return InlineProblems(open_store(settings), shelf=InlineShelf(redis, name=queue.name))


@dataclass(frozen=True, slots=True)
class Service:
    """What the HTTP API works with."""

    queue: JobQueue
    problems: InlineProblems
    """The problems that the queue finds by digest."""

    inspect: Callable[[], list[Finding]]
    """Looks at what this machine offers submissions; finds nothing where they run on others."""

    workers: Callable[[], Awaitable[list[bytes]]] | None = None
    """Asks what workers have said of their machines; none if this process judges."""

    answers: SharedAnswers | None = None
    """Where answers to repeated requests are kept for other API processes; none if there are none."""


@asynccontextmanager
async def open_service(settings: Settings) -> AsyncIterator[Service]:
    """The configured queue and problem store, and the judge where it is part of this process.

    At the end jobs that run here may go on for the time that the API drains.

    Raises:
        SandboxUnavailable: this machine can't judge; the message says what is missing.
        ConfigurationError: Redis can't be used.
    """
    from ordojudge.jobs.cache import CachingQueue, JudgementCache

    opened = _over_redis(settings) if settings.queue.type == "rq" else _in_process(settings)
    async with opened as service:
        queue = CachingQueue(
            service.queue,
            JudgementCache(settings.cache.bytes),
            keep_finished=settings.queue.capacity,
            keep_finished_s=settings.queue.keep_finished_s,
        )
        try:
            yield replace(service, queue=queue)
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(settings.api.drain_s):
                    await queue.close()


@asynccontextmanager
async def _in_process(settings: Settings) -> AsyncIterator[Service]:
    from ordojudge.jobs.inprocess import InProcessQueue
    from ordojudge_api.inline_problems import InlineProblems

    with open_judge(settings) as judge:
        problems = InlineProblems(open_store(settings))
        queue = InProcessQueue(
            judge,
            problems,
            slots=settings.sandbox.slot_count,
            capacity=settings.queue.capacity,
            keep_finished_s=settings.queue.keep_finished_s,
        )
        yield Service(queue, problems, partial(inspect_machine, settings))


@asynccontextmanager
async def _over_redis(settings: Settings) -> AsyncIterator[Service]:
    with _redis_installed():
        from ordojudge.jobs.rq_jobs import RqQueue
        from ordojudge.redis_link import connect, require_redis
    from ordojudge_api.shared_answers import SharedAnswers

    rules = _rq(settings)
    url = rules.url.get_secret_value()
    await asyncio.to_thread(require_redis, url)
    queue = RqQueue(rules)
    answers = SharedAnswers(
        connect(url, patience_s=rules.away_s), name=rules.name, keep_s=settings.api.remember_s
    )
    problems = open_shared_problems(settings)
    yield Service(queue, problems, list, workers=queue.machines, answers=answers)


def _rq(settings: Settings) -> RqQueueSettings:
    if settings.queue.type != "rq":
        raise ConfigurationError("ORDOJUDGE_QUEUE__TYPE: rq is needed")
    return settings.queue
