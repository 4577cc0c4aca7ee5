"""The line of a request: find the problem, locate the source, submit, wait, report."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, aclosing, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import structlog

from ordojudge.core.errors import (
    JobNotFound,
    JudgeError,
    ProblemError,
    QueueError,
    SubmissionError,
    boundary,
)
from ordojudge.core.extract import Extraction
from ordojudge.core.languages import find_language
from ordojudge.core.models import (
    CompileResult,
    Judgement,
    Problem,
    Report,
    Submission,
    Task,
)
from ordojudge.core.reporting import no_code, report_on
from ordojudge.core.reward import RewardScheme
from ordojudge.core.verdict import Verdict
from ordojudge.ports import JobQueue, JobResult, JobState, Lane
from ordojudge.service import locate, require_support, task_of
from ordojudge.settings import ApiSettings
from ordojudge.version import JUDGE_VERSION
from ordojudge_api.body_room import BodyRoom, HeldBody
from ordojudge_api.http_errors import HttpProblem, complaint, invalid_body, problem_of
from ordojudge_api.in_flight import Errand, InFlight
from ordojudge_api.inline_problems import InlineProblems
from ordojudge_api.metrics import Metrics
from ordojudge_api.payloads import GradeBody
from ordojudge_api.receipts import Receipt, receipt_for
from ordojudge_api.tracing import Tracing
from ordojudge_api.turns import Turns, think

log = structlog.get_logger(__name__)

RECENT: Final = 64
"""Registered problems that stay in memory, without their long tests."""


@dataclass(frozen=True, slots=True)
class Item:
    """One submission, ready to be queued."""

    submission: Submission
    problem: Problem
    extraction: Extraction
    reward: RewardScheme
    lane: Lane
    deadline_s: float | None
    """Seconds from the request's begin."""

    task: Task | None
    nothing_to_judge: Judgement | None
    """The judgement where there is no task."""


class Grading:
    """Makes reports of requests."""

    def __init__(
        self,
        queue: JobQueue,
        problems: InlineProblems,
        *,
        reward: RewardScheme,
        settings: ApiSettings,
        metrics: Metrics,
        room: BodyRoom,
        tracing: Tracing | None = None,
    ) -> None:
        """The line over a queue.

        Args:
            reward: The scheme of requests that name none.
            room: Where the sources of jobs are held that nobody waits for.
        """
        self._queue = queue
        self._room = room
        self._tracing = tracing
        self._problems = problems
        self._problem = lru_cache(RECENT)(problems.get)  # no report depends on a statement
        self._reward = reward
        self._settings = settings
        self._metrics = metrics
        self._turns = Turns()
        self._kept: set[asyncio.Task[None]] = set()

    # -- find and locate

    async def prepare(self, bodies: Sequence[GradeBody], *, place: str = "") -> list[Item]:
        """Find problems and programs. In a thread: stores read files, and completions are long.

        Args:
            place: What names a body in messages, its index following; empty for a single one.

        Raises:
            ProblemNotFound: it names the id.
            HttpProblem: 422, a body asks for what can't be judged.
        """
        return await think(self._prepare, bodies, place)

    def _prepare(self, bodies: Sequence[GradeBody], place: str) -> list[Item]:
        found: dict[str | int, tuple[str, Problem]] = {}
        items = []
        for index, body in enumerate(bodies):
            try:
                key = body.problem_id if body.problem_id is not None else id(body.problem)
                if key not in found:
                    found[key] = self._find(body)
                items.append(self._item(body, *found[key]))
            except JudgeError as error:
                problem = problem_of(error)
                if not place or problem.status >= 500:
                    raise
                field = f"{place}.{index}"
                raise HttpProblem(
                    problem.status,
                    problem.code,
                    f"{field}: {error}",
                    complaints=[complaint(field, str(error))],
                ) from None
        return items

    def _find(self, body: GradeBody) -> tuple[str, Problem]:
        if body.problem is not None:
            return self._problems.hold(body.problem)
        if body.problem_id is None:
            raise invalid_body([complaint("problem_id", "missing")])
        digest = self._problems.digest(body.problem_id)
        return digest, self._problem(digest)

    def _item(self, body: GradeBody, digest: str, problem: Problem) -> Item:
        submission = body.submission
        reward = body.reward or self._reward
        try:
            extraction = locate(submission, reward.extraction)
            task = task_of(extraction, all_tests=body.all_tests, problem_digest=digest)
            if task is not None:
                require_support(problem, find_language(task.language))
        except (SubmissionError, ProblemError) as error:
            # What a model wrote must not cost its whole batch; what the caller asked for may.
            if submission.source is not None or _asked_for(body, problem):
                raise
            extraction, task = Extraction(kind="none", source=None, language=None), None
            nothing: Judgement | None = _unusable(str(error))
        else:
            nothing = None if task else no_code(extraction, judge_version=JUDGE_VERSION)
        if task is not None:
            checker = getattr(problem.checker, "language", None)
            more = {"complexity": body.complexity, "checker_language": checker}
            task = task.model_copy(update=more)
        return Item(
            submission=submission,
            problem=problem,
            extraction=extraction,
            reward=reward,
            lane=body.lane,
            deadline_s=body.deadline_s,
            task=task,
            nothing_to_judge=nothing,
        )

    # -- submit, wait, report

    async def outcomes(
        self, items: Sequence[Item], *, client: str
    ) -> AsyncGenerator[tuple[int, Report | JudgeError], None]:
        """The report of each item by its index, as they are done, or why there is none.

        Closing this early, as by `contextlib.aclosing`, ends the items' jobs.

        Raises:
            QueueFull: there is no room for even one.
        """
        began = time.monotonic()
        judged = [index for index, item in enumerate(items) if item.task is not None]
        flight = InFlight(
            self._queue,
            [self._errand(items[index]) for index in judged],
            client=client,
            at_a_time=self._settings.max_in_flight,
            tracing=self._tracing,
        )
        async with aclosing(flight.outcomes()) as outcomes:
            async for place, outcome in outcomes:
                index = judged[place]
                if isinstance(outcome, JobResult):
                    await self._turns.mine()
                    yield index, self._report(items[index], outcome, began=began)
                else:
                    yield index, outcome
        for index, item in enumerate(items):
            if item.nothing_to_judge is not None:
                yield index, self._report(item, JobResult(item.nothing_to_judge), began=began)

    async def report(self, item: Item, *, client: str) -> Report:
        """The report of one item.

        Raises:
            JudgeError: why there is none.
        """
        async with aclosing(self.outcomes([item], client=client)) as outcomes:
            async for _, outcome in outcomes:
                if isinstance(outcome, Report):
                    return outcome
                raise outcome
        raise QueueError("the queue has no answer")

    async def scored(
        self, items: Sequence[Item], *, client: str
    ) -> AsyncGenerator[tuple[int, Report], None]:
        """As `outcomes`, but what couldn't be judged has a report that says so: JE, without a reward."""
        async with aclosing(self.outcomes(items, client=client)) as outcomes:
            async for index, outcome in outcomes:
                if isinstance(outcome, Report):
                    yield index, outcome
                else:
                    log.warning("item not judged", index=index, error=str(outcome))
                    result = JobResult(_not_judged(outcome))
                    yield index, self._report(items[index], result, began=time.monotonic())

    async def reports(self, items: Sequence[Item], *, client: str) -> list[Report]:
        """The reports of items in their order; JE for what couldn't be judged.

        Raises:
            QueueFull: there is no room for even one.
        """
        found: dict[int, Report] = {}
        async with aclosing(self.scored(items, client=client)) as scored:
            async for index, report in scored:
                found[index] = report
        return [found[index] for index in range(len(items))]

    async def enqueue(self, item: Item, *, client: str) -> Receipt | Report:
        """Queue one item and don't wait; what needs no judging is reported at once.

        Raises:
            QueueFull: there is no room.
            HttpProblem: 429, there is no room for its source.
        """
        if item.task is None or item.nothing_to_judge is not None:
            nothing = item.nothing_to_judge or no_code(item.extraction, judge_version=JUDGE_VERSION)
            return self._report(item, JobResult(nothing), began=time.monotonic())
        with ExitStack() as stack:
            held = stack.enter_context(self._room.hold())
            held.grow(len(item.task.source))
            with boundary(QueueError, "queueing"):
                [queue_id] = await self._queue.submit(
                    [item.task], lane=item.lane, client=client, deadline_s=item.deadline_s
                )
            keeping = asyncio.create_task(self._keep(item.problem, queue_id, held))
            stack.pop_all()
        self._kept.add(keeping)
        keeping.add_done_callback(self._kept.discard)
        return receipt_for(
            queue_id,
            item.submission,
            problem_id=item.problem.problem_id,
            extraction=item.extraction,
            reward=item.reward,
        )

    async def look_up(self, receipt: Receipt) -> tuple[JobState, Report | None, HttpProblem | None]:
        """How far a queued item is; its report once it is done, or why there is none.

        Raises:
            JobNotFound: no such job, or it is long done.
        """
        with boundary(QueueError, "asking the queue"):
            state = await self._queue.state(receipt.queue_id)
            if state in ("queued", "running"):
                return state, None, None
            try:
                result = await self._queue.result(receipt.queue_id)
            except JobNotFound:
                raise
            except JudgeError as error:
                return state, None, problem_of(error)
        return state, receipt.report(result), None

    async def cancel(self, receipt: Receipt) -> None:
        """End a queued item.

        Raises:
            JobNotFound: no such job, or it is long done.
        """
        with boundary(QueueError, "cancelling"):
            await self._queue.state(receipt.queue_id)
            await self._queue.cancel([receipt.queue_id])

    async def _keep(self, problem: Problem, queue_id: str, held: HeldBody) -> None:
        """Hold a problem that came along, and room for the source, until the job is over."""
        with held, suppress(JudgeError):
            await self._queue.result(queue_id)
        del problem

    def _errand(self, item: Item) -> Errand:
        assert item.task is not None  # noqa: S101 - only these are errands
        deadline_s = min(item.deadline_s or self._settings.timeout_s, self._settings.timeout_s)
        return Errand(item.task, item.lane, deadline_s)

    def _report(self, item: Item, result: JobResult, *, began: float) -> Report:
        report = report_on(
            item.submission,
            item.problem,
            extraction=item.extraction,
            judgement=result.judgement,
            reward=item.reward,
            total_s=time.monotonic() - began,
            queue_s=result.queue_s,
            cached=result.cached,
        )
        self._metrics.reported(report)
        return report


def _asked_for(body: GradeBody, problem: Problem) -> bool:
    """Whether the request itself, not what a model wrote, asks for what can't be judged."""
    if body.language is None:
        return False
    try:
        require_support(problem, find_language(body.language))
    except (SubmissionError, ProblemError):
        return True
    return False


def _unusable(message: str) -> Judgement:
    """The judgement on a completion whose program this problem can't take."""
    return Judgement(
        verdict=Verdict.SE,
        pass_rate=0.0,
        compile=CompileResult(ok=False, message=f"nothing to compile: {message}"),
        judge_version=JUDGE_VERSION,
    )


def _not_judged(error: JudgeError) -> Judgement:
    """The judgement where the judge failed."""
    return Judgement(
        verdict=Verdict.JE,
        pass_rate=0.0,
        compile=CompileResult(ok=False, message=f"the judge failed: {error}"),
        judge_version=JUDGE_VERSION,
    )
