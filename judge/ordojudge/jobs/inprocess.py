"""The in-process queue: jobs wait in an event loop and run in threads beside it, one a slot."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import structlog
from structlog.contextvars import bound_contextvars

from ordojudge.core.errors import (
    JobCancelled,
    JobExpired,
    JudgeError,
    QueueError,
    QueueFull,
    boundary,
)
from ordojudge.core.models import Judgement, Task
from ordojudge.jobs.ledger import Ledger, Outcome, Ticket
from ordojudge.jobs.scheduling import DrainRate, Schedule
from ordojudge.ports import JobResult, JobState, Lane, LaneStats, ProblemStore, QueueStats
from ordojudge.service import Cancellation, Judge

log = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True)
class _Job:
    ticket: Ticket
    task: Task
    digest: str
    lane: Lane
    cancellation: Cancellation = field(default_factory=Cancellation)


class InProcessQueue:
    """The `ports.JobQueue` of one process; made, used and closed inside one event loop.

    All state belongs to the loop: threads only judge.
    """

    def __init__(
        self,
        judge: Judge,
        problems: ProblemStore,
        *,
        slots: int,
        capacity: int,
        keep_finished_s: float,
    ) -> None:
        """An empty queue.

        Args:
            judge: Judges the jobs, and is the caller's to close after the queue.
            problems: Where the tasks' problems are, by digest; asked by the threads.
            slots: Jobs that run at a time; as many as the judge's sandbox has.
            capacity: Jobs that may wait for a slot.
            keep_finished_s: How long a job that is over can still be asked for; at most ``capacity`` are kept.
        """
        self._judge = judge
        self._problems = problems
        self._slots = slots
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="ordojudge-slot")
        self._ledger = Ledger(self._expire, keep=capacity, keep_s=keep_finished_s)
        self._schedule = Schedule(capacity=capacity)
        self._rate = DrainRate(slots=slots)
        self._queued: dict[str, _Job] = {}
        self._running: dict[str, _Job] = {}
        """Jobs that hold a slot, those included that were given up and haven't left it yet."""

        self._runs: set[asyncio.Task[None]] = set()
        self._closed = False

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
        self._admit(tasks)
        digests = [_digest(task) for task in tasks]
        job_ids = [uuid.uuid4().hex for _ in tasks]
        if not self._schedule.add(job_ids, lane=lane, client=client):
            waiting = len(self._schedule)
            raise QueueFull(
                f"the queue is full: {waiting} of {self._schedule.capacity} jobs wait already",
                retry_after_s=self._rate.wait_s(waiting + len(tasks) - self._schedule.capacity),
            )
        deadline = self._ledger.moment(deadline_s)
        for job_id, task, digest in zip(job_ids, tasks, digests, strict=True):
            ticket = self._ledger.open(job_id, deadline_s=deadline)
            self._queued[job_id] = _Job(ticket, task, digest, lane)
        self._fill_slots()
        return job_ids

    async def result(self, job_id: str) -> JobResult:
        """See `ports.JobQueue`."""
        return await self._ledger.result(job_id)

    async def state(self, job_id: str) -> JobState:
        """See `ports.JobQueue`."""
        return self._ledger.find(job_id).state

    async def cancel(self, job_ids: Sequence[str]) -> None:
        """See `ports.JobQueue`."""
        for job_id in job_ids:
            ticket = self._ledger.get(job_id)
            if ticket is not None and ticket.open:
                self._give_up(ticket, JobCancelled("cancelled"))
            else:
                self._ledger.forget(job_id)

    async def stats(self) -> QueueStats:
        """See `ports.JobQueue`."""
        now_s = self._ledger.now_s
        running = Counter(job.lane for job in self._running.values())
        lanes = {
            lane: LaneStats(
                queued=self._schedule.queued(lane),
                running=running[lane],
                oldest_s=max(
                    (
                        now_s - self._queued[job_id].ticket.opened_s
                        for job_id in self._schedule.heads(lane)
                    ),
                    default=0.0,
                ),
            )
            for lane in Lane
        }
        return QueueStats(lanes=lanes, slots=self._slots, jobs_per_s=self._rate.jobs_per_s)

    async def close(self) -> None:
        """See `ports.JobQueue`. Cancelled while it waits, it ends the running jobs at once."""
        self._closed = True
        for job in [*self._queued.values()]:
            self._give_up(job.ticket, JobCancelled("the queue was closed"))
        try:
            if self._runs:
                await asyncio.wait(self._runs)
        finally:
            for job in self._running.values():
                job.cancellation.cancel()
            self._threads.shutdown(wait=False)

    # -- slots

    def _admit(self, tasks: Sequence[Task]) -> None:
        if self._closed:
            raise QueueError("the queue is closed")
        if len(tasks) > self._schedule.capacity:
            raise QueueError(
                f"{len(tasks)} jobs at once: the queue holds {self._schedule.capacity}"
            )

    def _fill_slots(self) -> None:
        """Start queued jobs as long as a slot is free."""
        while len(self._running) < self._slots:
            job_id = self._schedule.take()
            if job_id is None:
                return
            job = self._queued.pop(job_id)
            deadline_s = job.ticket.deadline_s
            if deadline_s is not None and deadline_s <= self._ledger.now_s:
                self._expire(job.ticket)  # its timer may be late
                continue
            job.ticket.state = "running"
            self._running[job_id] = job
            run = self._loop.create_task(self._run(job))
            self._runs.add(run)
            run.add_done_callback(self._runs.discard)

    async def _run(self, job: _Job) -> None:
        """Hold a slot for one job."""
        ticket = job.ticket
        began_s = self._ledger.now_s
        outcome: Outcome
        try:
            judgement = await self._loop.run_in_executor(self._threads, self._judge_one, job)
            waited_s = began_s - ticket.opened_s + judgement.timings.queue_s
            outcome = JobResult(judgement, queue_s=waited_s)
        except JudgeError as error:
            outcome = error
        self._ledger.settle(ticket, outcome)
        self._rate.add(self._ledger.now_s - began_s)
        del self._running[ticket.job_id]
        self._fill_slots()
        # Last, so that a log which can't be written costs nobody a slot.
        if isinstance(outcome, JudgeError) and not isinstance(outcome, JobCancelled):
            log.warning("job failed", job_id=ticket.job_id, error=str(outcome))

    def _judge_one(self, job: _Job) -> Judgement:
        """Judge a job, in a thread."""
        task = job.task
        with (
            boundary(QueueError, "running a job"),
            bound_contextvars(job_id=job.ticket.job_id, language=task.language),
        ):
            problem = self._problems.get(job.digest)
            with self._problems.folder(job.digest) as folder:
                return self._judge.judge(
                    task, problem, folder=folder, cancellation=job.cancellation
                )

    def _give_up(self, ticket: Ticket, why: JudgeError) -> None:
        """Settle an open job without a result; its slot is free when its thread has left it."""
        if self._schedule.remove(ticket.job_id):
            del self._queued[ticket.job_id]
        elif ticket.job_id in self._running:
            self._running[ticket.job_id].cancellation.cancel()
        self._ledger.settle(ticket, why)

    def _expire(self, ticket: Ticket) -> None:
        self._give_up(ticket, JobExpired("the deadline passed"))


def _digest(task: Task) -> str:
    if task.problem_digest is None:
        raise ValueError("a queued task names its problem by digest")
    return task.problem_digest
