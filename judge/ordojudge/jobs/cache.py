"""Judging nothing twice: judgements kept by what they depend on, and one job for equal tasks at a time.

What is kept is the judgement, not the report: rewards are computed from it anew for each request.
"""

import asyncio
import hashlib
import json
import uuid
from collections import OrderedDict
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ordojudge.core.errors import JobCancelled, JobExpired, JudgeError, QueueError
from ordojudge.core.models import Judgement, Task
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.ledger import Ledger, Outcome, Ticket
from ordojudge.ports import JobQueue, JobResult, JobState, Lane, QueueStats
from ordojudge.version import JUDGE_VERSION

ENTRY_BYTES: Final = 300
"""What an entry takes beside its text."""

PATIENCE: Final = 2.0
"""A job that equal tasks may join is given this multiple of the first one's deadline: room for later ones."""


class JudgementCache:
    """Judgements by the digest of their task, kept under a size; the least recently used go first."""

    def __init__(self, max_bytes: int, *, scope: str = JUDGE_VERSION) -> None:
        """An empty cache.

        Args:
            max_bytes: The size in memory; 0 keeps nothing.
            scope: What judgements depend on beside the task: the judge's version, compilers that aren't part
                of it.
        """
        self._max_bytes = max_bytes
        self._scope = scope
        self._texts: OrderedDict[bytes, bytes] = OrderedDict()
        self.size_bytes = 0
        self.hits = 0
        self.misses = 0

    def __len__(self) -> int:
        return len(self._texts)

    def key(self, task: Task) -> bytes:
        """The digest of everything that a task's judgement depends on."""
        facts = json.dumps([self._scope, sorted(task.model_dump().items())])
        return hashlib.sha256(facts.encode()).digest()

    def get(self, key: bytes) -> Judgement | None:
        """The judgement of this key, if it was kept."""
        text = self._texts.get(key)
        if text is None:
            self.misses += 1
            return None
        self.hits += 1
        self._texts.move_to_end(key)
        return Judgement.model_validate_json(text)

    def put(self, key: bytes, judgement: Judgement) -> None:
        """Keep a judgement, unless it is JE, larger than the cache, or can't be written."""
        if judgement.verdict is Verdict.JE:
            return
        try:
            text = judgement.model_dump_json().encode()
        except ValueError:  # a lone surrogate, as a test's id may hold
            return
        self._remove(key)
        if len(text) + ENTRY_BYTES > self._max_bytes:
            return
        self._texts[key] = text
        self.size_bytes += len(text) + ENTRY_BYTES
        while self.size_bytes > self._max_bytes:
            self._remove(next(iter(self._texts)))

    def _remove(self, key: bytes) -> None:
        text = self._texts.pop(key, None)
        if text is not None:
            self.size_bytes -= len(text) + ENTRY_BYTES


@dataclass(eq=False, slots=True)
class _Flight:
    """One job of the queue below, and the tickets that wait for it."""

    place: tuple[bytes, Lane, str]
    task: Task
    deadline_s: float | None
    job_id: str = ""
    joined: int = 0
    tickets: dict[str, Ticket] = field(default_factory=dict)
    outcome: Outcome | None = None

    def outlasts(self, deadline_s: float | None) -> bool:
        """Whether it goes on until a deadline, or for ever if there is none."""
        return self.deadline_s is None or (deadline_s is not None and deadline_s <= self.deadline_s)


class CachingQueue:
    """A `ports.JobQueue` before another: tasks that were judged are answered, equal ones judged once.

    Equal tasks of one client in one lane share a job as long as it isn't over.
    It ends early when the last of them is cancelled or past its deadline.
    Other lanes and clients get jobs of their own, so nobody waits in another's line.

    A job that was started here has the id of the queue below, and unknown ids are asked for there:
    another process over the same queue finds it too.
    """

    def __init__(
        self,
        queue: JobQueue,
        cache: JudgementCache,
        *,
        keep_finished: int,
        keep_finished_s: float,
    ) -> None:
        """A cache before a queue, which it closes with itself.

        Args:
            keep_finished: How many jobs that are over can still be asked for; the oldest go first.
            keep_finished_s: For how long.
        """
        self._queue = queue
        self._cache = cache
        self._ledger = Ledger(self._expire, keep=keep_finished, keep_s=keep_finished_s)
        self._joinable: dict[tuple[bytes, Lane, str], _Flight] = {}
        self._flights: dict[str, _Flight] = {}
        """Those under way, by their job."""

        self._flight_of: dict[str, _Flight] = {}
        """What an open ticket waits for."""

        self._changing = asyncio.Lock()
        """Held while jobs below begin or end: nobody joins a flight that is being given up."""

        self._work: set[asyncio.Task[None]] = set()
        self._closed = False
        self.joined = 0
        """Tasks so far that were answered by the job of an equal one under way."""

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
        async with self._changing:
            if self._closed:
                raise QueueError("the queue is closed")
            deadline = self._ledger.moment(deadline_s)
            patience_s = None if deadline_s is None else PATIENCE * deadline_s
            fresh: dict[tuple[bytes, Lane, str], _Flight] = {}
            found: list[JobResult | _Flight] = []
            for task in tasks:
                key = self._cache.key(task)
                place = (key, lane, client)
                flight = fresh.get(place) or self._joinable.get(place)
                if flight is None and (judgement := self._cache.get(key)) is not None:
                    found.append(JobResult(judgement, cached=True))
                    continue
                if flight is None or not flight.outlasts(deadline):
                    flight = fresh[place] = _Flight(place, task, self._ledger.moment(patience_s))
                found.append(flight)
            if fresh:
                job_ids = await self._queue.submit(
                    [flight.task for flight in fresh.values()],
                    lane=lane,
                    client=client,
                    deadline_s=patience_s,
                )
                for flight, job_id in zip(fresh.values(), job_ids, strict=True):
                    self._take_off(flight, job_id)
            return [self._answer(each, deadline).job_id for each in found]

    async def result(self, job_id: str) -> JobResult:
        """See `ports.JobQueue`."""
        if self._ledger.get(job_id) is None:
            return await self._queue.result(_job_of(job_id))
        return await self._ledger.result(job_id)

    async def state(self, job_id: str) -> JobState:
        """See `ports.JobQueue`."""
        ticket = self._ledger.get(job_id)
        if ticket is None:
            return await self._queue.state(_job_of(job_id))
        return await self._queue.state(_job_of(job_id)) if ticket.open else ticket.state

    async def cancel(self, job_ids: Sequence[str]) -> None:
        """See `ports.JobQueue`. The job goes on while another waits for it."""
        left: list[_Flight] = []
        over: list[str] = []
        for job_id in job_ids:
            ticket = self._ledger.get(job_id)
            if ticket is not None and ticket.open:
                left.append(self._leave(ticket, JobCancelled("cancelled")))
                continue
            self._ledger.forget(job_id)
            if job_id not in self._flights and not _only_here(job_id):
                over.append(job_id)
        await self._give_up(left, over=over)

    async def stats(self) -> QueueStats:
        """See `ports.JobQueue`."""
        return await self._queue.stats()

    async def close(self) -> None:
        """See `ports.JobQueue`."""
        self._closed = True
        await self._queue.close()
        while self._work:
            await asyncio.wait(self._work)

    # -- flights

    def _take_off(self, flight: _Flight, job_id: str) -> None:
        flight.job_id = job_id
        self._joinable[flight.place] = self._flights[job_id] = flight
        self._begin(self._follow(flight))

    def _answer(self, found: JobResult | _Flight, deadline: float | None) -> Ticket:
        """A ticket for what answers one task."""
        if isinstance(found, JobResult):
            ticket = self._ledger.open(f"{uuid.uuid4().hex}.cached", deadline_s=None)
            self._ledger.settle(ticket, found)
            return ticket
        first = found.joined == 0
        job_id = found.job_id if first else f"{found.job_id}.{found.joined}"
        found.joined += 1
        self.joined += not first
        ticket = self._ledger.open(job_id, deadline_s=deadline)
        if found.outcome is not None:  # it came while others were being submitted
            self._ledger.settle(ticket, _shared(found.outcome))
        else:
            found.tickets[job_id] = ticket
            self._flight_of[job_id] = found
        return ticket

    async def _follow(self, flight: _Flight) -> None:
        """Wait for a job and tell all who wait for it."""
        try:
            outcome: Outcome = await self._queue.result(flight.job_id)
        except JudgeError as error:
            outcome = error
        flight.outcome = outcome
        self._land(flight)
        if isinstance(outcome, JobResult) and complete(flight.task, outcome.judgement):
            self._cache.put(flight.place[0], outcome.judgement)
        for job_id, ticket in flight.tickets.items():
            del self._flight_of[job_id]
            own = job_id == flight.job_id
            self._ledger.settle(ticket, outcome if own else _shared(outcome))
        flight.tickets.clear()

    def _leave(self, ticket: Ticket, why: JudgeError) -> _Flight:
        """Settle an open ticket without a result."""
        flight = self._flight_of.pop(ticket.job_id)
        del flight.tickets[ticket.job_id]
        self._ledger.settle(ticket, why)
        return flight

    async def _give_up(self, flights: Iterable[_Flight], *, over: Sequence[str] = ()) -> None:
        """End the jobs that nobody waits for any more, and forget those that are over."""
        async with self._changing:
            deserted = [
                flight for flight in flights if not flight.tickets and flight.outcome is None
            ]
            for flight in deserted:
                self._land(flight)
            job_ids = [*dict.fromkeys(flight.job_id for flight in deserted), *over]
            if job_ids:
                await self._queue.cancel(job_ids)

    def _land(self, flight: _Flight) -> None:
        """Let nobody join any more."""
        self._flights.pop(flight.job_id, None)
        if self._joinable.get(flight.place) is flight:
            del self._joinable[flight.place]

    def _expire(self, ticket: Ticket) -> None:
        flight = self._leave(ticket, JobExpired("the deadline passed"))
        self._begin(self._give_up([flight]))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)


def _only_here(job_id: str) -> bool:
    """Whether it was given to a task that began no job, so that the queue below knows nothing of it."""
    return "." in job_id


def _job_of(job_id: str) -> str:
    """The job of the queue below that a ticket stands for."""
    return job_id.partition(".")[0]


def _shared(outcome: Outcome) -> Outcome:
    """An outcome as those hear it who didn't start the job."""
    return replace(outcome, queue_s=0.0, cached=True) if isinstance(outcome, JobResult) else outcome


def complete(task: Task, judgement: Judgement) -> bool:
    """Whether nothing that was asked for is missing, as an estimate while the analyser is out of order."""
    wanted = task.complexity and judgement.verdict is Verdict.AC
    return judgement.complexity is not None or not wanted
