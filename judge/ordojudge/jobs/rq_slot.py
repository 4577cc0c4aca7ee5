"""One slot of a worker: takes turns that RQ brings, and judges jobs of the schedule until none is left."""

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import structlog
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import WorkerStatus
from structlog.contextvars import bound_contextvars

from ordojudge.core.errors import JobCancelled, JudgeError, QueueError, boundary
from ordojudge.core.models import Judgement, Task
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.cache import complete
from ordojudge.jobs.rq_schedule import (
    Over,
    Schedule,
    Taken,
    error_as_json,
    judgement_as_json,
    line_of,
)
from ordojudge.ports import ProblemStore
from ordojudge.redis_link import connect
from ordojudge.service import Cancellation, Judge
from ordojudge.settings import RqQueueSettings

log = structlog.get_logger(__name__)

PATIENCE_S: Final = 60.0
"""How long a slot waits for a Redis that is away before it ends, and its supervisor makes another."""

TURN_S: Final = 10.0
"""After this a slot hands its turn on, so that RQ gets to its own work now and then."""

LOOK_S: Final = 0.5
"""Between two looks whether anybody still wants a job that runs."""

STUCK_S: Final = 30.0
"""A job that was ended and doesn't end takes its slot's process with it after this."""

RECENT: Final = 16
"""Problems that a slot keeps in memory, without their long tests."""

_ANNOUNCE_S: Final = 60.0
_IDLE_TTL_S: Final = 20
"""For RQ: it then waits five seconds for a turn at a time."""

_RQ_CLEANS_S: Final = 60
_RQ_BEATS_S: Final = 5.0

_SLOT: ContextVar["Slot"] = ContextVar("slot")


def take_turn(turn: str) -> None:
    """What RQ calls in a worker."""
    _SLOT.get().take_turn(turn)


@dataclass(eq=False, slots=True)
class _Work:
    """The turn that a slot has, and the job that it runs."""

    turn: str
    holder: str
    job_id: str = ""
    cancellation: Cancellation | None = None
    began_s: float = 0.0
    ended_s: float | None = None
    """When the job was ended from outside."""


class Slot:
    """Judges one job at a time, by turns."""

    def __init__(
        self,
        judge: Judge,
        problems: ProblemStore,
        settings: RqQueueSettings,
        *,
        name: str,
        languages: Iterable[str],
        facts: bytes = b"{}",
        on_stuck: Callable[[], None] = lambda: None,
    ) -> None:
        """A slot that has no turn yet.

        Args:
            judge: Judges the jobs; one box is enough for it.
            problems: Where the tasks' problems are, by digest.
            settings: Of the queue.
            name: Begins with its machine's and a dot, and is nobody else's; the line comes in between.
            languages: Ids of those that work here: it takes jobs that need no others.
            facts: What its machine offers, as JSON; see `Schedule.machines`.
            on_stuck: Called when a job can't be ended.
        """
        machine, _, rest = name.partition(".")
        self._languages = ",".join(sorted(languages))
        self.line = line_of(self._languages)
        self.name = f"{machine}.{self.line}.{rest}"
        self.redis = connect(settings.url.get_secret_value(), patience_s=PATIENCE_S)
        self.schedule = Schedule(self.redis, settings)
        self._judge = judge
        self._problems = problems
        self._problem = lru_cache(RECENT)(problems.get)  # a digest's problem stays what it is
        self._settings = settings
        self._facts = facts
        self._on_stuck = on_stuck
        self._lock = threading.Lock()
        self._work: _Work | None = None
        self._draining = False
        self._ending = False
        self._over = threading.Event()
        self._pulse = threading.Thread(target=self._keep_beating, name="ordojudge-pulse")
        self._worker = _Worker(self)

    def run(self) -> None:
        """Take turns until told to end."""
        _SLOT.set(self)
        self._pulse.start()
        try:
            self._say(turn="", holder="", job_id="")
            self._announce()
            self.schedule.sweep()  # jobs may wait that nobody was there to take
            self._worker.work()
        except StopRequested:
            pass
        finally:
            self._over.set()
            self._pulse.join()
            with boundary(QueueError, "taking leave"):
                self.schedule.depart(self.name, turn="")
            self.redis.close()

    @property
    def draining(self) -> bool:
        """Whether it takes no more jobs."""
        return self._draining

    def drain(self) -> None:
        """Take no more jobs: end after the one that runs, or when the wait for a turn is over."""
        self._draining = True

    def hear_signal(self, _number: int, _frame: object) -> None:
        """For the process: at the first signal drain, at the second give the running job back."""
        self._ending = self._draining
        self._draining = True
        if self._worker.get_state() != WorkerStatus.BUSY:
            raise StopRequested

    def take_turn(self, turn: str) -> None:
        """Judge jobs until none is left, or the turn has lasted long enough."""
        work = _Work(turn, holder=uuid.uuid4().hex)
        self._work = work
        began_s = time.monotonic()
        over: Over | None = None
        try:
            while True:
                go_on = not self._draining and time.monotonic() - began_s < TURN_S
                taken = self.schedule.take(
                    turn, holder=work.holder, slot=self.name, go_on=go_on, over=over
                )
                if taken is None:
                    return
                over = self._judge_taken(work, taken)
        finally:
            self._work = None

    def _judge_taken(self, work: _Work, taken: Taken) -> Over:
        cancellation = Cancellation()
        began_s = time.monotonic()
        with self._lock:
            work.job_id, work.cancellation = taken.job_id, cancellation
            work.began_s, work.ended_s = began_s, None
        try:
            task = Task.model_validate(json.loads(taken.task))
            judgement = self._judge_task(task, taken.job_id, cancellation)
        except JobCancelled:
            return Over(taken.job_id, None)
        except JudgeError as error:
            over = Over(taken.job_id, "failed", error_as_json(error))
            log.warning("job failed", job_id=taken.job_id, error=str(error))
        else:
            good = judgement.verdict is not Verdict.JE and complete(task, judgement)
            over = Over(taken.job_id, "done", judgement_as_json(judgement), good)
        finally:
            with self._lock:
                work.job_id, work.cancellation = "", None
        return Over(over.job_id, over.state, over.outcome, over.good, time.monotonic() - began_s)

    def _judge_task(self, task: Task, job_id: str, cancellation: Cancellation) -> Judgement:
        digest = task.problem_digest or ""
        with (
            boundary(QueueError, "running a job"),
            bound_contextvars(job_id=job_id, language=task.language),
        ):
            problem = self._problem(digest)
            with self._problems.folder(digest) as folder:
                return self._judge.judge(task, problem, folder=folder, cancellation=cancellation)

    # -- signs of life

    def _keep_beating(self) -> None:
        """In a thread: say that the slot lives, and end a job that nobody wants."""
        settings = self._settings
        beaten_s = swept_s = announced_s = time.monotonic()
        while not self._over.wait(LOOK_S):
            now_s = time.monotonic()
            try:
                if self._ending:
                    self._ending = False
                    self._give_back()
                running = self._running_since()
                if now_s - beaten_s >= settings.beat_s or (running and now_s - running >= LOOK_S):
                    beaten_s = now_s
                    self._beat()
                if now_s - swept_s >= settings.lost_after_s / 4:
                    swept_s = now_s
                    self.schedule.sweep()
                if now_s - announced_s >= _ANNOUNCE_S:
                    announced_s = now_s
                    self._announce()
            except (RedisError, OSError, QueueError) as error:
                log.warning("no sign of life sent", error=str(error))

    def _running_since(self) -> float | None:
        with self._lock:
            work = self._work
            return work.began_s if work is not None and work.job_id else None

    def _beat(self) -> None:
        with self._lock:
            work = self._work
            turn, holder, job_id = (
                ("", "", "") if work is None else (work.turn, work.holder, work.job_id)
            )
        if self._say(turn=turn, holder=holder, job_id=job_id) or work is None:
            return
        with self._lock:
            if work.job_id != job_id or work.cancellation is None:
                return
            cancellation = work.cancellation
            first = work.ended_s is None
            work.ended_s = work.ended_s or time.monotonic()
            stuck = time.monotonic() - work.ended_s > STUCK_S
        if first:
            log.info("job ended", job_id=job_id)
            cancellation.cancel()
        elif stuck:
            log.error("job can't be ended", job_id=job_id)
            self._on_stuck()

    def _give_back(self) -> None:
        """End now; the job that runs is given back, and runs elsewhere."""
        with self._lock:
            work = self._work
            cancellation = None if work is None else work.cancellation
        if work is not None:
            self.schedule.depart(self.name, turn=work.turn)
        if cancellation is not None:
            cancellation.cancel()

    def _say(self, *, turn: str, holder: str, job_id: str) -> bool:
        return self.schedule.beat(
            self.name, languages=self._languages, turn=turn, holder=holder, job_id=job_id
        )

    def _announce(self) -> None:
        self.schedule.announce(self.name.partition(".")[0], self._facts)


class _Worker(SimpleWorker):
    """RQ's worker without what turns don't need: time limits, results, registries, commands, logs."""

    max_connection_wait_time = 2.0

    def __init__(self, slot: Slot) -> None:
        super().__init__(
            [slot.schedule.turns(slot.line)],
            name=slot.name,
            connection=slot.redis,
            serializer=JSONSerializer,
            worker_ttl=_IDLE_TTL_S,
            maintenance_interval=_RQ_CLEANS_S,
            log_job_description=False,
        )
        self._slot = slot
        self._beaten_s = 0.0

    def bootstrap(self, *_: Any, **__: Any) -> None:
        """As RQ's, without logs and a subscription to commands."""
        self.register_birth()  # type: ignore[no-untyped-call]
        self.set_state(WorkerStatus.STARTED)

    def unsubscribe(self) -> None:
        """There is no subscription."""

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """Not several times for each turn: the slot has signs of life of its own."""
        now_s = time.monotonic()
        if now_s - self._beaten_s >= _RQ_BEATS_S:
            self._beaten_s = now_s
            super().heartbeat(timeout, pipeline)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run a turn. It leaves no trace: what becomes of it, and of its job, is the schedule's affair."""
        self._state = WorkerStatus.BUSY
        try:
            pipeline = self.connection.pipeline()
            pipeline.lrem(queue.intermediate_queue_key, 1, job.id)
            pipeline.delete(job.key)
            pipeline.execute()
            job.perform()
        except RedisError as error:
            log.warning("turn broken off", turn=job.id, error=str(error))
        finally:
            self._state = WorkerStatus.IDLE

    def set_state(self, state: str, pipeline: Any = None) -> None:
        """Only here: nobody asks Redis for it."""
        self._state = state

    def _install_signal_handlers(self) -> None:
        """Signals are the process' affair."""

    def check_for_suspension(self, burst: bool) -> None:
        """Where RQ comes before each turn: the place to hear that the slot is to end."""
        self._stop_requested = self._slot.draining
