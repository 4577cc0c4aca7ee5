"""Which job is next, and how long until there is room: no clock, no threads, only order.

Lanes share the slots by weight, the clients of a lane take turns, and a client's jobs run in their order.
Shares and turns are counted in jobs: how long one takes isn't known before.
"""

import math
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Self

from ordojudge.ports import Lane

WEIGHTS: Final[Mapping[Lane, int]] = MappingProxyType({Lane.TRAIN: 8, Lane.EVAL: 3, Lane.BATCH: 1})
"""Of twelve jobs, how many each lane gets while all have some."""


def strides(weights: Mapping[Lane, int]) -> dict[Lane, int]:
    """How far a lane moves on with each turn: the whole over its weight."""
    whole = math.lcm(*weights.values())
    return {lane: whole // weight for lane, weight in weights.items()}


class Shares:
    """Divides turns among lanes by weight: stride scheduling.

    Lanes ``a`` and ``b`` that are ready all the while get ``m`` and ``n`` turns with
    ``|m / weight(a) - n / weight(b)| <= 1 / weight(a) + 1 / weight(b)``, so none starves.
    """

    def __init__(self, weights: Mapping[Lane, int] = WEIGHTS) -> None:
        """Shares of which nothing is used yet."""
        self._strides = strides(weights)
        self._passes = dict.fromkeys(weights, 0)

    def next(self, ready: Collection[Lane]) -> Lane:
        """Whose turn it is among the lanes with work, of which there is one at least."""
        passes = self._passes
        chosen = min(ready, key=passes.__getitem__)
        now = passes[chosen]
        for lane in passes.keys() - ready:
            passes[lane] = max(passes[lane], now)  # idle time isn't saved up for later
        passes[chosen] += self._strides[chosen]
        return chosen


class Schedule:
    """Queued jobs by lane, client and arrival, as many as ``capacity``."""

    def __init__(self, *, capacity: int, weights: Mapping[Lane, int] = WEIGHTS) -> None:
        """An empty schedule."""
        self.capacity = capacity
        self._shares = Shares(weights)
        self._lanes: dict[Lane, OrderedDict[str, OrderedDict[str, None]]] = {
            lane: OrderedDict() for lane in weights
        }
        self._places: dict[str, tuple[Lane, str]] = {}

    def __len__(self) -> int:
        return len(self._places)

    def add(self, job_ids: Sequence[str], *, lane: Lane, client: str) -> bool:
        """Queue jobs of one client, in order, and say whether there was room; if not, none is queued."""
        if len(self) + len(job_ids) > self.capacity:
            return False
        if job_ids:
            clients = self._lanes[lane]
            clients.setdefault(client, OrderedDict()).update(dict.fromkeys(job_ids))
            self._places.update(dict.fromkeys(job_ids, (lane, client)))
        return True

    def take(self) -> str | None:
        """The next job, which is queued no more; none if there is none."""
        ready = [lane for lane, clients in self._lanes.items() if clients]
        if not ready:
            return None
        clients = self._lanes[self._shares.next(ready)]
        client = next(iter(clients))
        job_id = next(iter(clients[client]))
        clients.move_to_end(client)
        self.remove(job_id)
        return job_id

    def remove(self, job_id: str) -> bool:
        """Take a job out of turn, and say whether it was queued."""
        if job_id not in self._places:
            return False
        lane, client = self._places.pop(job_id)
        jobs = self._lanes[lane][client]
        del jobs[job_id]
        if not jobs:
            del self._lanes[lane][client]
        return True

    def queued(self, lane: Lane) -> int:
        """How many jobs of a lane are queued."""
        return sum(map(len, self._lanes[lane].values()))

    def heads(self, lane: Lane) -> Iterator[str]:
        """The first job of each client of a lane; the lane's oldest is among them."""
        return (next(iter(jobs)) for jobs in self._lanes[lane].values())


class DrainRate:
    """How fast busy slots end jobs, as the latest ones show.

    A slot's idle time doesn't count, so a quiet night doesn't look like a slow judge.
    """

    LATEST: Final = 32

    def __init__(self, *, slots: int) -> None:
        """A rate that isn't known yet."""
        self._slots = slots
        self._jobs = 0
        self._mean_s = 0.0

    @classmethod
    def known(cls, *, slots: int, mean_s: float | None) -> Self:
        """A rate that was measured elsewhere; none if it isn't known yet."""
        rate = cls(slots=slots)
        if mean_s is not None:
            rate.add(mean_s)
        return rate

    def add(self, took_s: float) -> None:
        """Count a job that held its slot for this long."""
        self._jobs = min(self._jobs + 1, self.LATEST)
        self._mean_s += (took_s - self._mean_s) / self._jobs

    @property
    def jobs_per_s(self) -> float:
        """Jobs a second; 0 if none was counted yet."""
        return self._slots / max(self._mean_s, 1e-6) if self._jobs else 0.0

    def wait_s(self, jobs: int) -> float:
        """Seconds until so many jobs have probably ended; one second if nothing is known yet."""
        return jobs / self.jobs_per_s if self._jobs and self._slots else 1.0
