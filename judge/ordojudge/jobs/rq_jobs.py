"""The queue in Redis, as an API process sees it: jobs run in workers, which may be anywhere.

What happens is heard by one subscription per process; a sweep finds what it missed, and what got lost.
"""

import asyncio
import hashlib
import json
import threading
import uuid
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import structlog
from redis.exceptions import RedisError

from ordojudge.core.errors import (
    JobCancelled,
    JobExpired,
    JobNotFound,
    QueueError,
    QueueFull,
    boundary,
)
from ordojudge.core.models import Task
from ordojudge.jobs.ledger import Ledger, Outcome, Ticket
from ordojudge.jobs.rq_schedule import (
    Accepted,
    Offer,
    Refusal,
    Schedule,
    Seen,
    error_from_json,
    judged_by,
    judgement_from_json,
)
from ordojudge.ports import JobResult, JobState, Lane, QueueStats
from ordojudge.redis_link import connect
from ordojudge.settings import RqQueueSettings
from ordojudge.version import JUDGE_VERSION

log = structlog.get_logger(__name__)

SWEEP_S: Final = 2.0
"""Between two looks for what the subscription missed and for what got lost."""

AT_ONCE: Final = 128
"""Jobs that one command asks for; their answers are read in a thread, a piece of the loop's time each."""

_THREADS: Final = 4
_LISTEN_S: Final = 1.0
_PAUSE_S: Final = 0.2

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Sent:
    """What it takes to queue an open job once more."""

    offer: Offer
    lane: Lane
    client: str


class RqQueue:
    """The `ports.JobQueue` of many processes; made, used and closed inside one event loop.

    Equal tasks of one client in one lane that come by way of different processes are one job, as long as it
    can be asked for: a client whose API process died finds its jobs again by sending its request again.
    """

    def __init__(self, settings: RqQueueSettings) -> None:
        """The queue in this Redis; other processes over it share its jobs and its capacity."""
        self._loop = asyncio.get_running_loop()
        self._capacity = settings.capacity
        self._me = uuid.uuid4().hex[:12]
        url = settings.url.get_secret_value()
        self._redis = connect(url, patience_s=settings.away_s)
        self._ears: Any = connect(url, patience_s=0)  # before redis-py 8.2, `pubsub` has no types
        self._schedule = Schedule(self._redis, settings)
        self._channel = self._schedule.key(f"over:{self._me}")
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="ordojudge-redis")
        self._ledger = Ledger(self._expire, keep=settings.capacity, keep_s=settings.keep_finished_s)
        self._sent: dict[str, _Sent] = {}
        self._shared: set[str] = set()
        """Open jobs that another process began."""

        self._submitting = 0
        self._early: set[str] = set()
        """Jobs that were over before it was known here what they are called."""

        self._due: set[str] = set()
        """Jobs whose outcome is to be fetched."""

        self._leaving: dict[str, JobState] = {}
        """Jobs that nobody here wants, which Redis doesn't know yet."""

        self.offered: list[str] | None = None
        """The languages of each line of slots; none as long as nobody has looked."""

        self._work: set[asyncio.Task[None]] = set()
        self._fetching: asyncio.Task[None] | None = None
        self._closed = False
        self._silent = threading.Event()
        self._listener = threading.Thread(
            target=self._listen, name="ordojudge-listener", daemon=True
        )
        self._listener.start()
        self._sweeping = self._loop.create_task(self._keep_sweeping())

    # -- ports.JobQueue

    async def submit(
        self,
        tasks: Sequence[Task],
        *,
        lane: Lane,
        client: str,
        deadline_s: float | None = None,
    ) -> list[str]:
        """See `ports.JobQueue`."""
        if self._closed:
            raise QueueError("the queue is closed")
        if len(tasks) > self._capacity:
            raise QueueError(f"{len(tasks)} jobs at once: the queue holds {self._capacity}")
        if not tasks:
            return []
        deadline = self._ledger.moment(deadline_s)
        self._submitting += 1
        try:
            offers, reply = await self._in_thread(
                lambda: self._submit(tasks, lane=lane, client=client, patience_s=deadline_s)
            )
            if isinstance(reply, Refusal):
                free = self._capacity - reply.waiting
                raise QueueFull(
                    f"the queue is full: {reply.waiting} of {self._capacity} jobs wait already",
                    retry_after_s=max(0.1, reply.rate.wait_s(len(tasks) - free)),
                )
            due = set()
            for offer, job_id, known in zip(offers, reply.job_ids, reply.known, strict=True):
                self._ledger.open(job_id, deadline_s=deadline)
                self._sent[job_id] = _Sent(offer, lane, client)
                if job_id != offer.job_id:
                    self._shared.add(job_id)
                if known or job_id in self._early:
                    due.add(job_id)
            self._fetch(due)
        finally:
            self._submitting -= 1
            if not self._submitting:
                self._early.clear()
        return reply.job_ids

    async def result(self, job_id: str) -> JobResult:
        """See `ports.JobQueue`."""
        if self._ledger.get(job_id) is None:
            await self._adopt(job_id)
        return await self._ledger.result(job_id)

    async def state(self, job_id: str) -> JobState:
        """See `ports.JobQueue`."""
        ticket = self._ledger.get(job_id)
        if ticket is not None and not ticket.open:
            return ticket.state
        state = await self._in_thread(lambda: self._schedule.state(job_id))
        if state is None:
            if ticket is None:
                raise JobNotFound(f"there is no job {job_id!r}, or it is long done")
            return "queued"  # Redis lost it; the sweep brings it back
        return state

    async def cancel(self, job_ids: Sequence[str]) -> None:
        """See `ports.JobQueue`. While Redis is away it is told later."""
        for job_id in job_ids:
            ticket = self._ledger.get(job_id)
            if ticket is not None and ticket.open:
                self._settle(ticket, JobCancelled("cancelled"))
            else:
                self._ledger.forget(job_id)
            self._leaving[job_id] = "cancelled"
        await self._leave()

    async def stats(self) -> QueueStats:
        """See `ports.JobQueue`."""
        return await self._in_thread(self._schedule.stats)

    async def machines(self) -> list[bytes]:
        """What was announced of the machines whose slots live; see `Schedule.announce`."""
        return await self._in_thread(self._schedule.machines)

    async def close(self) -> None:
        """See `ports.JobQueue`. Jobs go on in their workers, and can be asked for by other processes."""
        if self._closed:
            return
        self._closed = True
        for ticket in self._ledger.open_tickets():
            self._settle(ticket, JobCancelled("the queue was closed"))
        self._silent.set()
        work = [self._sweeping, *self._work, *([self._fetching] if self._fetching else [])]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await self._leave()
        await asyncio.to_thread(self._stop_listening)
        self._threads.shutdown(wait=False)
        for client in (self._redis, self._ears):
            client.close()

    # -- sending

    def _submit(
        self, tasks: Sequence[Task], *, lane: Lane, client: str, patience_s: float | None
    ) -> tuple[list[Offer], Accepted | Refusal]:
        """In a thread: queue tasks, and the turns that they need."""
        offers = [_offer(task, lane=lane, client=client) for task in tasks]
        reply = self._schedule.submit(
            offers, me=self._me, lane=lane, client=client, patience_s=patience_s
        )
        if isinstance(reply, Accepted):
            with boundary(QueueError, "queueing"):
                self._schedule.offer(reply.turns)
        return offers, reply

    async def _adopt(self, job_id: str) -> None:
        """Begin to wait for a job that was queued elsewhere."""
        state = await self._in_thread(lambda: self._schedule.listen(job_id, me=self._me))
        if self._ledger.get(job_id) is not None:  # somebody else asked meanwhile
            return
        if state is None:
            raise JobNotFound(f"there is no job {job_id!r}, or it is long done")
        self._ledger.open(job_id, deadline_s=None)
        self._fetch({job_id})

    async def _leave(self) -> None:
        """Tell Redis which jobs nobody here wants any more."""
        states, self._leaving = self._leaving, {}
        if not states:
            return
        try:
            await self._in_thread(lambda: self._schedule.leave(states, me=self._me))
        except QueueError as error:
            log.warning("cancelling put off", jobs=len(states), error=str(error))
            self._leaving = states | self._leaving

    # -- hearing

    def _listen(self) -> None:
        """In a thread of its own: hear which jobs are over."""
        while not self._silent.is_set():
            try:
                with self._ears.pubsub(ignore_subscribe_messages=True) as pubsub:
                    pubsub.subscribe(self._channel)
                    self._tell(self._look_again)  # at what was missed
                    while not self._silent.is_set():
                        heard = self._hear(pubsub)
                        if heard:
                            self._tell(self._hear_over, heard)
            except (RedisError, OSError) as error:
                log.warning("not heard from Redis", error=str(error))
                self._silent.wait(_PAUSE_S)

    def _stop_listening(self) -> None:
        with suppress(RedisError, OSError):
            self._redis.publish(self._channel, "")  # or it would notice a while later
        self._listener.join()

    @staticmethod
    def _hear(pubsub: Any) -> list[str]:
        """The messages that are there, once there is one."""
        heard = []
        message = pubsub.get_message(timeout=_LISTEN_S)
        while message is not None:
            heard.append(message["data"].decode())
            message = pubsub.get_message() if len(heard) < AT_ONCE else None
        return heard

    def _tell(self, what: Callable[..., None], *arguments: Any) -> None:
        """Have something done in the loop, unless that is over."""
        try:
            self._loop.call_soon_threadsafe(what, *arguments)
        except RuntimeError:
            self._silent.set()

    def _hear_over(self, job_ids: Collection[str]) -> None:
        if self._submitting:
            self._early.update(job_ids)
        self._fetch(job_ids)

    def _look_again(self) -> None:
        self._fetch([ticket.job_id for ticket in self._ledger.open_tickets()])

    def _fetch(self, job_ids: Collection[str]) -> None:
        """See to it that jobs which are over are settled here."""
        self._due.update(job_ids)
        if self._due and self._fetching is None and not self._closed:
            self._fetching = self._loop.create_task(self._fetch_due())

    async def _fetch_due(self) -> None:
        try:
            while self._due:
                job_ids = [self._due.pop() for _ in range(min(AT_ONCE, len(self._due)))]
                job_ids = [each for each in job_ids if self._open(each)]
                for job_id, found in zip(job_ids, await self._outcomes(job_ids), strict=True):
                    ticket = self._open(job_id)
                    if ticket is not None and found is not None:
                        self._settle(ticket, found)
        except QueueError as error:
            log.warning("outcomes not fetched", error=str(error))  # the sweep tries again
        finally:
            self._fetching = None

    async def _outcomes(self, job_ids: list[str]) -> list[Outcome | None]:
        """What jobs came to; none for those that are open, and those that were lost are queued again."""
        if not job_ids:
            return []
        shared = self._shared.intersection(job_ids)

        def look() -> list[Outcome | Seen | None]:
            return [
                None if seen is None else _outcome(seen, shared=job_id in shared)
                for job_id, seen in zip(job_ids, self._schedule.look(job_ids), strict=True)
            ]

        found = await self._in_thread(look)
        lost = [job_id for job_id, each in zip(job_ids, found, strict=True) if each is None]
        for job_id in lost:
            await self._bring_back(job_id)
        return [None if isinstance(each, Seen) else each for each in found]

    async def _bring_back(self, job_id: str) -> None:
        """Queue a job again that Redis lost."""
        ticket, sent = self._open(job_id), self._sent.get(job_id)
        if ticket is None:
            return
        if sent is None:
            self._settle(ticket, JobNotFound(f"there is no job {job_id!r} any more"))
            return
        left_s = None if ticket.deadline_s is None else ticket.deadline_s - self._ledger.now_s
        offer = replace(sent.offer, job_id=job_id)

        def send() -> Accepted | Refusal:
            reply = self._schedule.submit(
                [offer], me=self._me, lane=sent.lane, client=sent.client, patience_s=left_s
            )
            if isinstance(reply, Accepted):
                self._schedule.offer(reply.turns)
            return reply

        reply = await self._in_thread(send)
        log.warning("lost job queued again", job_id=job_id, accepted=isinstance(reply, Accepted))

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self._leave()
                self.offered = await self._in_thread(self._schedule.sweep)
                self._look_again()
            except QueueError as error:
                log.warning("not swept", error=str(error))

    # -- tickets

    def _open(self, job_id: str) -> Ticket | None:
        ticket = self._ledger.get(job_id)
        return ticket if ticket is not None and ticket.open else None

    def _settle(self, ticket: Ticket, outcome: Outcome) -> None:
        self._sent.pop(ticket.job_id, None)
        self._shared.discard(ticket.job_id)
        self._ledger.settle(ticket, outcome)

    def _expire(self, ticket: Ticket) -> None:
        why = "the deadline passed"
        sent = self._sent.get(ticket.job_id)
        if sent and self.offered is not None and not judged_by(self.offered, sent.offer.needs):
            why += f"; no worker judges {sent.offer.needs}"
        self._settle(ticket, JobExpired(why))
        self._leaving[ticket.job_id] = "expired"
        task = self._loop.create_task(self._leave())
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _in_thread(self, call: Callable[[], T]) -> T:
        with boundary(QueueError, "asking Redis"):
            return await self._loop.run_in_executor(self._threads, call)


def _offer(task: Task, *, lane: Lane, client: str) -> Offer:
    if task.problem_digest is None:
        raise ValueError("a queued task names its problem by digest")
    text = json.dumps(task.model_dump(), separators=(",", ":")).encode("ascii")
    same = hashlib.sha256(json.dumps([JUDGE_VERSION, lane, client]).encode("ascii") + text)
    needs = ",".join(sorted({task.language, task.checker_language or task.language}))
    return Offer(uuid.uuid4().hex, same.hexdigest(), needs, text)


def _outcome(seen: Seen, *, shared: bool) -> Outcome | Seen:
    """What a job came to; itself if that isn't known yet."""
    if seen.state in ("queued", "running"):
        return seen
    if seen.state == "cancelled":
        return JobCancelled("cancelled")
    if seen.state == "expired":
        return JobExpired("the deadline passed")
    if seen.state == "failed":
        return error_from_json(seen.outcome)
    judgement = judgement_from_json(seen.outcome)
    if shared:
        return JobResult(judgement, cached=True)
    return JobResult(judgement, queue_s=seen.waited_ms / 1000 + judgement.timings.queue_s)
