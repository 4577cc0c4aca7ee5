"""Clients of the HTTP API: what `Judge` does in process, by a service elsewhere."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, Unpack
from urllib.parse import quote

import httpx
from anyio import to_thread

from ordojudge.clients.batches import Batch
from ordojudge.clients.calls import Calls
from ordojudge.clients.messages import (
    Choices,
    Job,
    OfferedLanguage,
    Part,
    Problems,
    Ready,
    Wishes,
    each_problem,
    error_in,
    model,
    parsed,
    parts,
    problem_fields,
    submission_fields,
    written,
)
from ordojudge.core.errors import ServiceError, SubmissionError
from ordojudge.core.models import Problem, Report, Submission
from ordojudge.ports import Lane
from ordojudge.problem_document import document_of_file, id_of_file
from ordojudge.problem_folder import document_of

TIMEOUT_S: Final = 600.0
PATIENCE_S: Final = 30.0
BATCH_SIZE: Final = 64
CONCURRENCY: Final = 8

MOST_BYTES: Final = 8 << 20
"""Most bytes of items that are sent together."""

_PIECE_BYTES: Final = 1 << 18
_POLL_S: Final = (0.05, 2.0)
"""First and longest pause between two looks at a job."""


class AsyncClient:
    """A judge elsewhere. Its methods take and give what `Judge` does, and raise the same errors.

    A call is sent again while the service can't be reached or has no room, within its deadline; however often
    it is sent, it is judged once.
    Belongs to one event loop.
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        timeout_s: float = TIMEOUT_S,
        patience_s: float = PATIENCE_S,
        batch_size: int = BATCH_SIZE,
        concurrency: int = CONCURRENCY,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """A client of a service; nothing is sent yet.

        Args:
            url: Where it is, as ``http://host:8000``.
            key: The API key that it asks for, if it does.
            timeout_s: Longest that a call may take, tries and pauses included; each part of a batch is one.
            patience_s: Longest that the service may be out of reach, or out of order, before a call gives up.
            batch_size: Most items of a batch that are sent together.
            concurrency: Most parts of a batch that are under way at a time.
            transport: What carries the requests in place of the network.

        Raises:
            ConfigurationError: the URL or the key can't be used.
        """
        self._calls = Calls(
            url, key=key, timeout_s=timeout_s, patience_s=patience_s, transport=transport
        )
        self._batch_size = batch_size
        self._concurrency = concurrency

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._calls.close()

    # -- grading

    async def grade(
        self,
        submission: Submission,
        problem: Problem | str,
        **wishes: Unpack[Wishes],
    ) -> Report:
        """Judge one submission; as `Judge.grade`.

        Args:
            submission: Source, or a completion that holds it.
            problem: The problem, or the id of a registered one.
            wishes: How, and for what; see `Wishes`.

        Raises:
            JobExpired: no report in time.
            JudgeError: what `Judge.grade` would raise, or a `ServiceError`.
        """
        choices = self._choices(wishes)
        response = await self._post(
            "/v1/grade",
            _grade_fields(submission, problem, choices),
            within_s=choices.deadline_s,
        )
        return model(Report, self._parsed(response), where=self._calls.where)

    async def grade_batch(
        self,
        submissions: Sequence[Submission],
        problems: Problems,
        **wishes: Unpack[Wishes],
    ) -> list[Report]:
        """Judge many submissions; their reports in order.

        What the judge failed on, or what the deadline cut off, has the verdict JE.

        Args:
            problems: One for all, or one for each.
            wishes: As for `grade`; the lane is ``batch`` unless another one is named.
        """
        found: dict[int, Report] = {}
        stream = self.grade_stream(
            submissions,
            problems,
            **wishes,
        )
        async with aclosing(stream):
            async for index, report in stream:
                found[index] = report
        return [found[index] for index in range(len(submissions))]

    async def grade_stream(
        self,
        submissions: Sequence[Submission],
        problems: Problems,
        **wishes: Unpack[Wishes],
    ) -> AsyncGenerator[tuple[int, Report], None]:
        """As `grade_batch`, each report as it is done, with the place of its submission.

        Close it, as by `contextlib.aclosing`, to end what is still under way.
        """
        choices = self._choices({"lane": Lane.BATCH, **wishes})
        problem_of = each_problem(problems, len(submissions))
        defaults = choices.fields()
        if problem_of is None:
            assert isinstance(problems, Problem | str)  # noqa: S101 - as each_problem said
            defaults |= problem_fields(problems)
        items = (
            written(
                submission_fields(submission)
                | ({} if problem_of is None else problem_fields(problem_of[index]))
            )
            for index, submission in enumerate(submissions)
        )
        batch = Batch(self._calls, written(defaults), within_s=choices.deadline_s)
        of_batch = parts(items, most_items=self._batch_size, most_bytes=MOST_BYTES)
        async with aclosing(batch.reports(of_batch, concurrency=self._concurrency)) as reports:
            async for found in reports:
                yield found

    async def reward(
        self,
        completions: Sequence[str],
        problems: Problems,
        *,
        language: str | None = None,
        **wishes: Unpack[Wishes],
    ) -> list[float | None]:
        """The rewards of completions, in order; none for what the judge failed on, to be masked.

        Args:
            language: Of the programs; told by their code blocks if none.
        """
        choices = replace(self._choices(wishes), language=language)
        problem_of = each_problem(problems, len(completions))
        shared = [problems] if isinstance(problems, Problem | str) else []
        texts = (written(completion) for completion in completions)
        batch = parts(texts, most_items=self._batch_size, most_bytes=MOST_BYTES)
        gate = asyncio.Semaphore(self._concurrency)

        async def rewards(part: Part) -> list[float | None]:
            last = part.first + len(part.items)
            of_part = problem_of and problem_of[part.first : last]
            fields = written(choices.fields() | _problem_list(of_part or shared))
            content = fields[:-1] + b',"completions":[' + b",".join(part.items) + b"]}"
            async with gate:
                answer = self._parsed(
                    await self._post("/v1/reward", content, within_s=choices.deadline_s)
                )
            found = answer.get("rewards") if isinstance(answer, dict) else None
            if not isinstance(found, list) or len(found) != len(part.items):
                raise ServiceError(f"{self._calls.where}: the answer has no reward for each")
            return [None if value is None else float(value) for value in found]

        tasks = [asyncio.create_task(rewards(part)) for part in batch]
        try:
            return [reward for found in await asyncio.gather(*tasks) for reward in found]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # -- jobs

    async def submit(
        self,
        submission: Submission,
        problem: Problem | str,
        **wishes: Unpack[Wishes],
    ) -> Job:
        """Queue one submission and don't wait; what needs no judging is done at once, without an id.

        Args:
            wishes: As for `grade`; past the deadline it isn't judged.
        """
        choices = Choices(**wishes)
        fields = _grade_fields(submission, problem, choices)
        response = await self._post("/v1/grade", fields, Prefer="respond-async")
        answer = self._parsed(response)
        if response.status_code == 202:
            return model(Job, answer, where=self._calls.where)
        report = model(Report, answer, where=self._calls.where)
        return Job(job_id="", state="done", report=report)

    async def job(self, job_id: str) -> Job:
        """How far a job is.

        Raises:
            JobNotFound: no such job, or it is long done.
        """
        response = await self._calls.call("GET", f"/v1/jobs/{quote(job_id, safe='')}")
        return model(Job, self._parsed(response), where=self._calls.where)

    async def result(self, job: Job, *, deadline_s: float | None = None) -> Report:
        """Wait for a job's report. Giving up this wait doesn't end the job.

        Raises:
            JobExpired: no report in time, or the job's own deadline passed.
            JudgeError: why there is none.
        """
        pause_s, longest_s = _POLL_S
        async with self._calls.tries(deadline_s):
            while job.state in ("queued", "running"):
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, longest_s)
                job = await self.job(job.job_id)
        if job.report is not None:
            return job.report
        raise error_in(job.error or {"detail": job.state}, where=self._calls.where)

    async def cancel(self, job_id: str) -> None:
        """End a job, queued or running; a job that is over is forgotten.

        Raises:
            JobNotFound: no such job, or it is long done.
        """
        await self._calls.call("DELETE", f"/v1/jobs/{quote(job_id, safe='')}")

    # -- problems

    async def put_problem(self, problem: Problem | Path) -> str:
        """Register a problem in place of an earlier one of its id, and return its digest.

        Args:
            problem: The problem; or its file or folder, which is sent as it is read, whatever its size.

        Raises:
            ProblemError: it can't be used.
        """
        if isinstance(problem, Path):
            problem_id = await to_thread.run_sync(id_of_file, problem)
        else:
            problem_id = problem.problem_id

        def content() -> AsyncIterator[bytes]:
            if isinstance(problem, Path):
                return _in_thread(document_of_file(problem))
            return _in_thread(document_of(problem, None))

        response = await self._calls.call("PUT", _path_of(problem_id), content=content)
        answer = self._parsed(response)
        digest = answer.get("digest") if isinstance(answer, dict) else None
        if not isinstance(digest, str):
            raise ServiceError(f"{self._calls.where}: the answer has no digest")
        return digest

    async def problem_digest(self, problem_id: str) -> str:
        """The digest that an id stands for now.

        Raises:
            ProblemNotFound: no such id.
        """
        response = await self._calls.call("HEAD", _path_of(problem_id), accepted=(200, 404))
        if response.status_code == 404:  # without a body that says of what
            raise error_in(
                {"type": "urn:ordojudge:problem-not-found"}
                | {"detail": f"{problem_id}: no problem of this id is registered"},
                where=self._calls.where,
            )
        return str(response.headers.get("etag", "")).strip('"')

    async def problem(self, problem_id: str) -> Problem:
        """A registered problem with its tests, whole.

        Raises:
            ProblemNotFound: no such id.
        """
        response = await self._calls.call("GET", _path_of(problem_id))
        return model(Problem, self._parsed(response), where=self._calls.where)

    async def problem_ids(self) -> list[str]:
        """The ids of all registered problems, in order."""
        found: list[str] = []
        after = ""
        while True:
            path = f"/v1/problems?limit=1000&after={_quoted(after)}"
            page = self._parsed(await self._calls.call("GET", path))
            found += page["problem_ids"]
            if page["next"] is None:
                return found
            after = page["next"]

    async def delete_problem(self, problem_id: str) -> None:
        """Forget an id.

        Raises:
            ProblemNotFound: no such id.
        """
        await self._calls.call("DELETE", _path_of(problem_id))

    # -- the service

    async def languages(self) -> list[OfferedLanguage]:
        """What submissions may be written in there."""
        answer = self._parsed(await self._calls.call("GET", "/v1/languages"))
        where = self._calls.where
        return [model(OfferedLanguage, row, where=where) for row in answer["languages"]]

    async def ready(self) -> Ready:
        """Whether the service can judge now; one look."""
        response = await self._calls.call("GET", "/readyz", accepted=(200, 503))
        return model(Ready, self._parsed(response), where=self._calls.where)

    async def metrics(self) -> str:
        """The service's metrics in Prometheus' text format."""
        response = await self._calls.call("GET", "/metrics")
        return response.text

    def _choices(self, wishes: Wishes) -> Choices:
        choices = Choices(**wishes)
        return replace(choices, deadline_s=self._calls.within(choices.deadline_s))

    # -- one call

    async def _post(
        self,
        path: str,
        fields: dict[str, Any] | bytes,
        *,
        within_s: float | None = None,
        **headers: str,
    ) -> httpx.Response:
        content = fields if isinstance(fields, bytes) else written(fields)
        key = {"Idempotency-Key": uuid.uuid4().hex}
        return await self._calls.call(
            "POST", path, content=lambda: content, headers=key | headers, within_s=within_s
        )

    def _parsed(self, response: httpx.Response) -> Any:
        return parsed(response.content, where=self._calls.where)


def _grade_fields(
    submission: Submission, problem: Problem | str, choices: Choices
) -> dict[str, Any]:
    fields = replace(choices, language=submission.language).fields()
    return fields | problem_fields(problem) | submission_fields(submission)


def _problem_list(problems: Sequence[Problem | str]) -> dict[str, Any]:
    if all(isinstance(problem, str) for problem in problems):
        return {"problem_ids": list(problems)}
    if any(isinstance(problem, str) for problem in problems):
        raise SubmissionError("rewards: give either problems or ids of registered ones, not both")
    return {"problems": [problem_fields(problem)["problem"] for problem in problems]}


def _path_of(problem_id: str) -> str:
    return f"/v1/problems/{_quoted(problem_id)}"


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


async def _in_thread(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Pieces that are read from files, a few at a time, in a thread."""

    def next_pieces() -> bytes:
        taken = bytearray()
        while len(taken) < _PIECE_BYTES and (piece := next(pieces, None)) is not None:
            taken += piece
        return bytes(taken)

    while content := await to_thread.run_sync(next_pieces):
        yield content
