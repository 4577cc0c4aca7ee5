"""The client for programs that don't await: each call waits for its answer."""

import queue
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, aclosing
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar, Unpack

import httpx
from anyio.from_thread import start_blocking_portal

from ordojudge.clients.http import BATCH_SIZE, CONCURRENCY, PATIENCE_S, TIMEOUT_S, AsyncClient
from ordojudge.clients.messages import Job, OfferedLanguage, Problems, Ready, Wishes
from ordojudge.core.models import Problem, Report, Submission

T = TypeVar("T")

_END: Final = None


class Client:
    """An `AsyncClient` in an event loop of its own, in a thread. Thread-safe; close it at the end.

    It may be used where an event loop runs already, as in a notebook.
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
        """As `AsyncClient`."""
        with ExitStack() as stack:
            self._portal = stack.enter_context(start_blocking_portal("asyncio"))

            async def opened() -> AsyncClient:
                return AsyncClient(
                    url,
                    key=key,
                    timeout_s=timeout_s,
                    patience_s=patience_s,
                    batch_size=batch_size,
                    concurrency=concurrency,
                    transport=transport,
                )

            self._client = self._portal.call(opened)
            stack.callback(self._portal.call, self._client.close)
            self._open = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections and end the thread; harmless when repeated."""
        self._open.close()

    # -- grading

    def grade(
        self,
        submission: Submission,
        problem: Problem | str,
        **wishes: Unpack[Wishes],
    ) -> Report:
        """See `AsyncClient.grade`."""
        return self._wait(partial(self._client.grade, submission, problem, **wishes))

    def grade_batch(
        self,
        submissions: Sequence[Submission],
        problems: Problems,
        **wishes: Unpack[Wishes],
    ) -> list[Report]:
        """See `AsyncClient.grade_batch`."""
        return self._wait(partial(self._client.grade_batch, submissions, problems, **wishes))

    def grade_stream(
        self,
        submissions: Sequence[Submission],
        problems: Problems,
        **wishes: Unpack[Wishes],
    ) -> Iterator[tuple[int, Report]]:
        """See `AsyncClient.grade_stream`. What is under way ends when the iterator is closed."""
        found: queue.SimpleQueue[tuple[int, Report] | None] = queue.SimpleQueue()
        stream = partial(
            self._client.grade_stream,
            submissions,
            problems,
            **wishes,
        )

        async def pump() -> None:
            try:
                async with aclosing(stream()) as reports:
                    async for entry in reports:
                        found.put(entry)
            finally:
                found.put(_END)

        pumping = self._portal.start_task_soon(pump)
        try:
            while (entry := found.get()) is not _END:
                yield entry
            pumping.result()  # raises what ended it
        finally:
            pumping.cancel()

    def reward(
        self,
        completions: Sequence[str],
        problems: Problems,
        *,
        language: str | None = None,
        **wishes: Unpack[Wishes],
    ) -> list[float | None]:
        """See `AsyncClient.reward`."""
        return self._wait(
            partial(self._client.reward, completions, problems, language=language, **wishes)
        )

    # -- jobs

    def submit(
        self,
        submission: Submission,
        problem: Problem | str,
        **wishes: Unpack[Wishes],
    ) -> Job:
        """See `AsyncClient.submit`."""
        return self._wait(partial(self._client.submit, submission, problem, **wishes))

    def job(self, job_id: str) -> Job:
        """See `AsyncClient.job`."""
        return self._wait(partial(self._client.job, job_id))

    def result(self, job: Job, *, deadline_s: float | None = None) -> Report:
        """See `AsyncClient.result`."""
        return self._wait(partial(self._client.result, job, deadline_s=deadline_s))

    def cancel(self, job_id: str) -> None:
        """See `AsyncClient.cancel`."""
        self._wait(partial(self._client.cancel, job_id))

    # -- problems

    def put_problem(self, problem: Problem | Path) -> str:
        """See `AsyncClient.put_problem`."""
        return self._wait(partial(self._client.put_problem, problem))

    def problem_digest(self, problem_id: str) -> str:
        """See `AsyncClient.problem_digest`."""
        return self._wait(partial(self._client.problem_digest, problem_id))

    def problem(self, problem_id: str) -> Problem:
        """See `AsyncClient.problem`."""
        return self._wait(partial(self._client.problem, problem_id))

    def problem_ids(self) -> list[str]:
        """See `AsyncClient.problem_ids`."""
        return self._wait(self._client.problem_ids)

    def delete_problem(self, problem_id: str) -> None:
        """See `AsyncClient.delete_problem`."""
        self._wait(partial(self._client.delete_problem, problem_id))

    # -- the service

    def languages(self) -> list[OfferedLanguage]:
        """See `AsyncClient.languages`."""
        return self._wait(self._client.languages)

    def ready(self) -> Ready:
        """See `AsyncClient.ready`."""
        return self._wait(self._client.ready)

    def metrics(self) -> str:
        """See `AsyncClient.metrics`."""
        return self._wait(self._client.metrics)

    def _wait(self, call: Callable[[], Awaitable[T]]) -> T:
        """Call, and end the call when this wait is interrupted, as by Ctrl-C."""
        future = self._portal.start_task_soon(call)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise
