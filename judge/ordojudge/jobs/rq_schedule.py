"""What API processes and slots share in Redis: the schedule of jobs, and RQ's queue of turns.

Jobs wait in the schedule, a script in ``schedule.lua`` that holds shares, turns of clients and capacity.
RQ, which knows none of these, brings a *turn* to a worker: the right to take jobs until none is left.

Slots that offer the same languages share a *line*, with turns of its own, in which the jobs stand that they can
judge.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from ordojudge.core import errors
from ordojudge.core.errors import JudgeError, QueueError
from ordojudge.core.models import CompileResult, Judgement
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.scheduling import WEIGHTS, DrainRate, strides
from ordojudge.ports import JobState, Lane, LaneStats, QueueStats
from ordojudge.redis_link import attributed
from ordojudge.settings import RqQueueSettings
from ordojudge.version import JUDGE_VERSION

TAKE_TURN: Final = "ordojudge.jobs.rq_slot.take_turn"
"""What RQ has a worker call with a turn's name."""

CAUSES: Final = ("lost", "given-up", "drained")
"""Why jobs were taken from a slot: it died; the same once too often; it was told to end at once."""

_LONGEST_MS: Final = 86_400_000
"""How long a job can be joined by an equal task, at most."""

_MISSED_MS: Final = 600_000
"""For so long after the last worker that offered a language was there, jobs that need it wait for another."""

_FAILED_TURN_S: Final = 60
_ANNOUNCED_MS: Final = 180_000


@dataclass(frozen=True, slots=True)
class Offer:
    """A job on its way to the schedule."""

    job_id: str
    same: str
    """Digest of what makes another task equal."""

    needs: str
    """The languages that judging it takes, by commas."""

    task: bytes


@dataclass(frozen=True, slots=True)
class Refusal:
    """A schedule without room."""

    waiting: int
    rate: DrainRate


@dataclass(frozen=True, slots=True)
class Accepted:
    """Jobs that were queued, or that were there already."""

    turns: list[str]
    job_ids: list[str]
    known: list[bool]
    """Whether a job was there already, or is over."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A job for a slot."""

    job_id: str
    task: bytes
    waited_ms: int
    tries: int


@dataclass(frozen=True, slots=True)
class Over:
    """A job that a slot is done with."""

    job_id: str
    state: JobState | None
    """None if it was taken from the slot, and isn't its to settle."""

    outcome: bytes = b""
    good: bool = False
    """Whether equal tasks may be answered with it."""

    took_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Seen:
    """A job as it is in Redis."""

    state: JobState
    outcome: bytes
    waited_ms: int


class Schedule:
    """The schedule in one Redis, under one name. Thread-safe, and blocks: not for an event loop."""

    def __init__(self, redis: Redis, settings: RqQueueSettings) -> None:
        """The schedule that these settings name; nothing is sent yet."""
        self._redis = redis
        self._name = settings.name
        self._turns: dict[str, Queue] = {}
        self._keep_s = settings.keep_finished_s
        self._rules = json.dumps(
            {
                "name": settings.name,
                "capacity": settings.capacity,
                "keep_ms": max(1, round(settings.keep_finished_s * 1000)),
                "lost_after_ms": round(settings.lost_after_s * 1000),
                "tries": settings.tries,
                "longest_ms": _LONGEST_MS,
                "missed_ms": _MISSED_MS,
                "latest": DrainRate.LATEST,
            }
        )
        steps = ", ".join(f"{lane} = {stride}" for lane, stride in strides(WEIGHTS).items())
        source = Path(__file__).with_name("schedule.lua").read_text(encoding="utf-8")
        self._script = redis.register_script(f"local STRIDES = {{{steps}}}\n{source}")

    def key(self, name: str) -> str:
        """A key of this schedule."""
        return f"{self._name}:{name}"

    def turns(self, line: str) -> Queue:
        """RQ's queue of the turns of a line."""
        if line not in self._turns:
            self._turns[line] = Queue(
                f"{self._name}-{line}", connection=self._redis, serializer=JSONSerializer
            )
        return self._turns[line]

    # -- for API processes

    def submit(
        self,
        offers: Sequence[Offer],
        *,
        me: str,
        lane: Lane,
        client: str,
        patience_s: float | None,
    ) -> Accepted | Refusal:
        """Queue jobs, all or none. Sent twice, it does nothing more.

        Args:
            me: Who hears when they are over.
            patience_s: Seconds until their deadline.
        """
        patience = "" if patience_s is None else max(0, round(patience_s * 1000))
        fields = [
            field for each in offers for field in (each.job_id, each.same, each.needs, each.task)
        ]
        with attributed(QueueError, "queueing"):
            reply = self._call("submit", me, lane, client, patience, *fields)
        if not reply[0]:
            _, waiting, slots, mean_ms = reply
            return Refusal(waiting, DrainRate.known(slots=slots, mean_s=_seconds(mean_ms)))
        turns, names = reply[1], reply[2:]
        return Accepted(
            turns=[turn.decode() for turn in turns],
            job_ids=[each.decode() for each in names[::2]],
            known=[bool(each) for each in names[1::2]],
        )

    def leave(self, states: Mapping[str, JobState], *, me: str) -> None:
        """Want jobs no more; those that nobody else wants end in the given state, or are forgotten."""
        with attributed(QueueError, "cancelling"):
            self._call("leave", me, *(field for each in states.items() for field in each))

    def listen(self, job_id: str, *, me: str) -> JobState | None:
        """A job's state, and from now on hear when it is over; none if it isn't known."""
        with attributed(QueueError, "asking for a job"):
            state = self._call("listen", me, job_id)
        return None if state is None else state.decode()

    def state(self, job_id: str) -> JobState | None:
        """A job's state; none if it isn't known."""
        with attributed(QueueError, "asking for a job"):
            state: Any = self._redis.hget(self.key(f"job:{job_id}"), "state")
        return None if state is None else state.decode()

    def look(self, job_ids: Sequence[str]) -> list[Seen | None]:
        """Jobs as they are now; none for those that aren't known."""
        with attributed(QueueError, "asking for jobs"):
            pipeline = self._redis.pipeline(transaction=False)
            for job_id in job_ids:
                pipeline.hmget(self.key(f"job:{job_id}"), "state", "outcome", "waited_ms")
            found = pipeline.execute()
        return [
            None if state is None else Seen(state.decode(), outcome or b"", int(waited_ms or 0))
            for state, outcome, waited_ms in found
        ]

    def stats(self) -> QueueStats:
        """The queue, now."""
        with attributed(QueueError, "asking for the queue"):
            reply = self._call("stats")
        lanes = {}
        for index, lane in enumerate(Lane):
            queued, running, oldest_ms = reply[3 * index : 3 * index + 3]
            lanes[lane] = LaneStats(queued, running, max(0, oldest_ms) / 1000)
        slots, mean_ms, *retries = reply[3 * len(lanes) :]
        rate = DrainRate.known(slots=slots, mean_s=_seconds(mean_ms))
        return QueueStats(lanes, slots, rate.jobs_per_s, dict(zip(CAUSES, retries, strict=True)))

    # -- for slots

    def take(
        self, turn: str, *, holder: str, slot: str, go_on: bool, over: Over | None = None
    ) -> Taken | None:
        """Hand in what a job came to, and take the next one; none if the turn is over.

        Args:
            holder: Names the one who has the turn.
            go_on: Whether to take another.
        """
        handed: tuple[Any, ...] = ("", "", "", "", "")
        if over is not None:
            took_ms = f"{over.took_s * 1000:.3f}"
            handed = (over.job_id, over.state or "", over.outcome, int(over.good), took_ms)
        reply = self._call("take", turn, holder, slot, int(go_on), *handed)
        self.offer(each.decode() for each in reply[0])
        if len(reply) == 1:
            return None
        _, job_id, task, waited_ms, tries = reply
        return Taken(job_id.decode(), task, int(waited_ms), int(tries))

    def beat(self, slot: str, *, languages: str, turn: str, holder: str, job_id: str) -> bool:
        """Say that a slot lives, and hear whether it may go on with its job.

        Args:
            languages: What it offers, by commas, as `line_of` takes them.
        """
        return bool(self._call("beat", slot, languages, turn, holder, job_id))

    def depart(self, slot: str, *, turn: str) -> None:
        """Take leave as a slot, and give back its turn and job, if it has one."""
        self.offer(each.decode() for each in self._call("depart", slot, turn))

    def announce(self, machine: str, facts: bytes) -> None:
        """Say what a machine offers; to be repeated as long as it has slots."""
        self._redis.set(self.key(f"machine:{machine}"), facts, px=_ANNOUNCED_MS)

    # -- for both

    def machines(self) -> list[bytes]:
        """What was announced of the machines whose slots live."""
        with attributed(QueueError, "asking for the workers"):
            found: list[bytes] = self._call("machines")
        return found

    def sweep(self) -> list[str]:
        """Have jobs whose slots are gone run elsewhere, and see that nothing waits while slots are free.

        Returns:
            The languages of each line with slots that live, by commas.
        """
        given_up = judgement_as_json(_given_up())
        with attributed(QueueError, "sweeping"):
            turns, *offered = self._call("sweep", given_up, more_keys=(self.turns("").key,))
            self.offer(each.decode() for each in turns)
        return [each.decode() for each in offered]

    def offer(self, turns: Iterable[str]) -> None:
        """Give turns to RQ, for the next free slots of their lines."""
        prepared: dict[str, list[Any]] = {}
        for turn in turns:
            data = Queue.prepare_data(
                TAKE_TURN,
                args=[turn],
                job_id=turn,
                failure_ttl=_FAILED_TURN_S,
                description="turn",
            )
            prepared.setdefault(turn.split("-")[-2], []).append(data)
        for line, of_line in prepared.items():
            self.turns(line).enqueue_many(of_line)

    def _call(self, command: str, *arguments: Any, more_keys: Sequence[str] = ()) -> Any:
        return self._script(keys=[self._name, *more_keys], args=[command, self._rules, *arguments])


# --------------------------------------------------------------------------- lines


def line_of(languages: str) -> str:
    """The name of the line of slots that offer these languages, which are sorted and by commas."""
    return hashlib.sha256(languages.encode("ascii")).hexdigest()[:8]


def judged_by(offered: Iterable[str], needs: str) -> bool:
    """Whether there is a line with all the languages that a job needs."""
    return any(set(needs.split(",")) <= set(languages.split(",")) for languages in offered)


# --------------------------------------------------------------------------- what travels as JSON


def judgement_as_json(judgement: Judgement) -> bytes:
    """A judgement for Redis; lone surrogates are escaped, as everything beyond ASCII."""
    return json.dumps(judgement.model_dump(), separators=(",", ":")).encode("ascii")


def judgement_from_json(outcome: bytes) -> Judgement:
    """The judgement that a slot wrote."""
    return Judgement.model_validate(json.loads(outcome))


def error_as_json(error: JudgeError) -> bytes:
    """Why there is no judgement."""
    return json.dumps({"error": type(error).__name__, "message": str(error)}).encode("ascii")


def error_from_json(outcome: bytes) -> JudgeError:
    """The error that a slot wrote."""
    data = json.loads(outcome)
    kind = getattr(errors, data["error"], QueueError)
    try:
        found = kind(data["message"])
    except TypeError:  # one that takes more than a message
        found = None
    return found if isinstance(found, JudgeError) else QueueError(data["message"])


def _given_up() -> Judgement:
    return Judgement(
        verdict=Verdict.JE,
        pass_rate=0.0,
        compile=CompileResult(ok=False, message="the judge failed: every slot that tried it died"),
        judge_version=JUDGE_VERSION,
    )


def _seconds(milliseconds: bytes) -> float | None:
    return float(milliseconds) / 1000 if milliseconds else None
