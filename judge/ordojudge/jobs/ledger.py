"""Jobs as those who wait for them see them: their states, deadlines and results, the latest ones kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from ordojudge.core.errors import JobCancelled, JobExpired, JobNotFound, JudgeError
from ordojudge.ports import JobResult, JobState

Outcome = JobResult | JudgeError
"""What a job came to: a result, or why there is none."""

_STATES: Final[dict[type, JobState]] = {
    JobResult: "done",
    JobCancelled: "cancelled",
    JobExpired: "expired",
}


@dataclass(eq=False, slots=True)
class Ticket:
    """One job, open until it has an outcome. Times are the event loop's."""

    job_id: str
    opened_s: float
    deadline_s: float | None
    state: JobState = "queued"
    outcome: Outcome | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    timer: asyncio.TimerHandle | None = None

    @property
    def open(self) -> bool:
        """Whether it has no outcome yet."""
        return self.outcome is None


class Ledger:
    """The tickets of a queue; made and used inside one event loop."""

    def __init__(self, expire: Callable[[Ticket], None], *, keep: int, keep_s: float) -> None:
        """An empty ledger.

        Args:
            expire: Called with each ticket that is still open at its deadline.
            keep: How many settled tickets can still be found; the oldest go first.
            keep_s: For how long, in seconds.
        """
        self._loop = asyncio.get_running_loop()
        self._expire = expire
        self._keep = keep
        self._keep_s = keep_s
        self._tickets: dict[str, Ticket] = {}
        self._settled: OrderedDict[str, float] = OrderedDict()

    @property
    def now_s(self) -> float:
        """The time on the clock of the event loop."""
        return self._loop.time()

    def moment(self, deadline_s: float | None) -> float | None:
        """When so many seconds will have passed."""
        return None if deadline_s is None else self.now_s + deadline_s

    def open(self, job_id: str, *, deadline_s: float | None) -> Ticket:
        """Begin a ticket.

        Args:
            deadline_s: When nobody waits for it any more, on the clock of the event loop.
        """
        ticket = Ticket(job_id, opened_s=self.now_s, deadline_s=deadline_s)
        if deadline_s is not None:
            ticket.timer = self._loop.call_at(deadline_s, self._expire, ticket)
        self._tickets[job_id] = ticket
        return ticket

    def settle(self, ticket: Ticket, outcome: Outcome) -> None:
        """Give a ticket its outcome and wake who waits for it; the first outcome stands."""
        if not ticket.open:
            return
        ticket.outcome = outcome
        ticket.state = _STATES.get(type(outcome), "failed")
        if ticket.timer is not None:
            ticket.timer.cancel()
            ticket.timer = None
        ticket.settled.set()
        self._settled[ticket.job_id] = self.now_s
        self._prune()

    def get(self, job_id: str) -> Ticket | None:
        """A ticket that is open, or that was settled not long ago."""
        settled_s = self._settled.get(job_id)
        if settled_s is not None and settled_s <= self.now_s - self._keep_s:
            self.forget(job_id)
        return self._tickets.get(job_id)

    def find(self, job_id: str) -> Ticket:
        """As `get`.

        Raises:
            JobNotFound: there is none.
        """
        ticket = self.get(job_id)
        if ticket is None:
            raise JobNotFound(f"there is no job {job_id!r}, or it is long done")
        return ticket

    def forget(self, job_id: str) -> None:
        """Drop a settled ticket."""
        if self._settled.pop(job_id, None) is not None:
            del self._tickets[job_id]

    def open_tickets(self) -> Iterable[Ticket]:
        """All that have no outcome yet."""
        return [ticket for ticket in self._tickets.values() if ticket.open]

    async def result(self, job_id: str) -> JobResult:
        """See `ports.JobQueue`."""
        ticket = self.find(job_id)
        while ticket.outcome is None:
            await ticket.settled.wait()
        if isinstance(ticket.outcome, JobResult):
            return ticket.outcome
        raise ticket.outcome.with_traceback(None)  # which would grow with each who hears it

    def _prune(self) -> None:
        """Drop what was settled too long ago, or is too much."""
        before_s = self.now_s - self._keep_s
        while self._settled:
            job_id, settled_s = next(iter(self._settled.items()))
            if len(self._settled) <= self._keep and settled_s > before_s:
                break
            self.forget(job_id)
