"""The items of one request on their way through the queue: so many at a time, ended when nobody waits."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from ordojudge.core.errors import JobExpired, JudgeError, QueueError, QueueFull, boundary
from ordojudge.core.models import Task
from ordojudge.ports import JobQueue, JobResult, Lane
from ordojudge_api.tracing import Tracing

log = structlog.get_logger(__name__)

LOST_AFTER_S: Final = 5.0
"""How long after a job's deadline a silent queue is believed to have lost it."""

LONGEST_REST_S: Final = 5.0
"""Longest wait before a full queue is asked again for room for the rest of a request."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A task and how it is to be queued."""

    task: Task
    lane: Lane
    deadline_s: float
    """Seconds from the request's begin."""


Outcome = JobResult | JudgeError


class InFlight:
    """The errands of one request."""

    def __init__(
        self,
        queue: JobQueue,
        errands: Sequence[Errand],
        *,
        client: str,
        at_a_time: int,
        tracing: Tracing | None = None,
    ) -> None:
        """Errands that are to be queued.

        Args:
            client: Whose they are.
            at_a_time: Most that are queued or judged at a time; the others wait here.
        """
        self._queue = queue
        self._errands = errands
        self._client = client
        self._at_a_time = at_a_time
        self._tracing = tracing
        self._began_s = time.monotonic()
        # Alike ones beside each other, so that they are queued together.
        order = sorted(range(len(errands)), key=lambda index: _kind(errands[index]))
        self._todo = deque(order)
        self._jobs: dict[int, str] = {}
        """Those under way, by their errand."""

        self._waits: set[asyncio.Task[None]] = set()
        self._done: asyncio.Queue[tuple[int, Outcome]] = asyncio.Queue()
        self._over: list[str] = []
        """Jobs that were answered, and that the queue needn't keep."""

        self._rest_s = 0.0

    async def outcomes(self) -> AsyncGenerator[tuple[int, Outcome], None]:
        """What each errand comes to, by its index, as they are done.

        Closing this early, as by `contextlib.aclosing`, ends the jobs that are still open.

        Raises:
            QueueFull, QueueError: not even one could be queued.
        """
        try:
            await self._submit_some(first=True)
            while self._todo or self._jobs or not self._done.empty():
                if self._jobs or not self._done.empty():
                    index, outcome = await self._done.get()
                    if index in self._jobs:
                        self._over.append(self._jobs.pop(index))
                    yield index, outcome
                    if len(self._over) >= self._at_a_time:
                        await self._let_go(self._over)
                else:
                    await asyncio.sleep(self._rest_s)
                await self._submit_some()
        finally:
            await self._abandon()

    async def _submit_some(self, *, first: bool = False) -> None:
        """Fill up what may be in flight, once there is room worth the trouble."""
        if len(self._jobs) > self._at_a_time // 2:
            return
        while self._todo and len(self._jobs) < self._at_a_time:
            room = self._at_a_time - len(self._jobs)
            if not await self._submit(self._next(room), must=first and not self._jobs):
                return

    def _next(self, most: int) -> list[int]:
        """Errands that can be queued together."""
        kind = _kind(self._errands[self._todo[0]])
        taken: list[int] = []
        while self._todo and len(taken) < most and _kind(self._errands[self._todo[0]]) == kind:
            taken.append(self._todo.popleft())
        return taken

    async def _submit(self, indexes: list[int], *, must: bool) -> bool:
        """Queue errands of a kind, fewer if there is no room for all; tells whether all went in."""
        errand = self._errands[indexes[0]]
        left_s = errand.deadline_s - (time.monotonic() - self._began_s)
        if left_s <= 0:
            for index in indexes:
                self._done.put_nowait((index, JobExpired("the deadline passed")))
            return True
        count = len(indexes)
        while True:
            try:
                with boundary(QueueError, "queueing"):
                    job_ids = await self._queue.submit(
                        [self._errands[index].task for index in indexes[:count]],
                        lane=errand.lane,
                        client=self._client,
                        deadline_s=left_s,
                    )
                break
            except QueueError as error:  # full, or it never holds so many
                if count > 1:
                    count //= 2
                    continue
                if must or not isinstance(error, QueueFull):
                    raise
                self._rest_s = min(error.retry_after_s, LONGEST_REST_S)
                self._todo.extendleft(reversed(indexes))
                return False
        self._todo.extendleft(reversed(indexes[count:]))
        for index, job_id in zip(indexes, job_ids, strict=False):
            self._jobs[index] = job_id
            if len(self._errands) == 1:  # nothing else is to be done meanwhile
                await self._wait(index, job_id, left_s)
                continue
            wait = asyncio.create_task(self._wait(index, job_id, left_s))
            self._waits.add(wait)
            wait.add_done_callback(self._waits.discard)
        return count == len(indexes)

    async def _wait(self, index: int, job_id: str, left_s: float) -> None:
        outcome: Outcome
        queued_ns = time.time_ns()
        try:
            with boundary(QueueError, "waiting for a job"):
                async with asyncio.timeout(left_s + LOST_AFTER_S):
                    outcome = await self._queue.result(job_id)
        except JudgeError as error:
            lost = isinstance(error.__cause__, TimeoutError)
            outcome = JobExpired("the queue did not answer in time") if lost else error
        if self._tracing is not None and isinstance(outcome, JobResult):
            self._tracing.job(self._errands[index].task, queued_ns=queued_ns, result=outcome)
        self._done.put_nowait((index, outcome))

    async def _abandon(self) -> None:
        for wait in self._waits:
            wait.cancel()
        await self._let_go([*self._jobs.values(), *self._over])

    async def _let_go(self, job_ids: Sequence[str]) -> None:
        """End what still runs, and have the queue forget what is over."""
        self._over = []
        if not job_ids:
            return
        if not self._jobs:  # all are over, and would be forgotten anyway
            await self._cancel(job_ids)
            return
        # Also when this very request is being cancelled.
        letting_go = asyncio.ensure_future(self._cancel(job_ids))
        await asyncio.shield(letting_go)

    async def _cancel(self, job_ids: Sequence[str]) -> None:
        try:
            with boundary(QueueError, "letting jobs go"):
                await self._queue.cancel(job_ids)
        except JudgeError as error:  # the answer is there; what is left is dropped by its deadline
            log.warning("jobs not let go", jobs=len(job_ids), error=str(error))


def _kind(errand: Errand) -> tuple[Lane, float]:
    return errand.lane, errand.deadline_s
