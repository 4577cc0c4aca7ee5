"""What tests of the HTTP API share: the real queue and store over a judge that only pretends."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from ordojudge.core.languages import LANGUAGES
from ordojudge.core.models import Task
from ordojudge.jobs.cache import CachingQueue, JudgementCache
from ordojudge.jobs.inprocess import InProcessQueue
from ordojudge.ports import JobQueue, Lane, QueueStats
from ordojudge.problem_store import FileProblemStore
from ordojudge.sandbox.fake import Act, FakeSandbox
from ordojudge.service import Judge
from ordojudge.settings import ApiSettings, Settings
from ordojudge_api.app import create_app
from ordojudge_api.inline_problems import InlineProblems
from ordojudge_api.wiring import Service

PATIENCE_S = 20.0

PAIR_SUM: dict[str, Any] = {
    "problem_id": "pair-sum",
    "tests": [
        {"case_id": "1", "input": "1 2\n", "output": "3\n"},
        {"case_id": "2", "input": "2 5\n", "output": "7\n"},
    ],
}
RIGHT, WRONG, HALF, BROKEN, HELD = "right", "wrong", "half", "broken", "held"
"""Sources; `BROKEN` has the box fail, and `HELD` runs until it is let go."""


def body(source: str = RIGHT, **fields: Any) -> dict[str, Any]:
    """A request for one grade."""
    return {"problem": PAIR_SUM, "source": source, "language": "python"} | fields


def fenced(source: str) -> str:
    """A completion with a program in it."""
    return f"So:\n\n```python\n{source}\n```\n"


class World:
    """A judge over scripted programs, and everything under the API."""

    def __init__(self, folder: Path, *, slots: int = 2, capacity: int = 100) -> None:
        self.folder = folder
        self.slots = slots
        self.capacity = capacity
        self.let_go = threading.Event()
        self.begun = threading.Event()
        self.ran: list[str] = []
        scripts: dict[str, Callable[[bytes], Act]] = {
            row.self_test.source: _printing(row.self_test.output) for row in LANGUAGES
        }
        for source in (RIGHT, WRONG, HALF, BROKEN, HELD):
            for text in (source, f"{source}\n"):
                scripts[text] = self._script(source)
        self.sandbox = FakeSandbox(scripts)
        self.judge = Judge(self.sandbox)

    def _script(self, source: str) -> Callable[[bytes], Act]:
        def run(test_input: bytes) -> Act:
            self.ran.append(source)
            if source == HELD:
                self.begun.set()
                assert self.let_go.wait(PATIENCE_S)
            if source == BROKEN:
                raise OSError("a failure that was asked for")
            total = sum(map(int, test_input.split()))
            wrong = source == WRONG or (source == HALF and total != 3)
            return Act(f"{total + wrong}\n".encode())

        return run

    @asynccontextmanager
    async def open(
        self, *, queue: Callable[[JobQueue], JobQueue] = lambda queue: queue, **api: Any
    ) -> AsyncIterator["Opened"]:
        """The API over this world, with settings of its own."""
        settings = Settings(api=ApiSettings(**api))
        problems = InlineProblems(FileProblemStore(self.folder))
        below = InProcessQueue(
            self.judge,
            problems,
            slots=self.slots,
            capacity=self.capacity,
            keep_finished_s=PATIENCE_S,
        )
        caching = CachingQueue(
            below, JudgementCache(1 << 20), keep_finished=100, keep_finished_s=PATIENCE_S
        )
        app = create_app(settings, service=Service(queue(caching), problems, list))
        try:
            async with app.router.lifespan_context(app), client_of(app) as client:
                yield Opened(client, app, caching)
        finally:
            self.let_go.set()
            await caching.close()


def _printing(output: str) -> Callable[[bytes], Act]:
    return lambda _: Act(output.encode())


class Opened:
    """A running API."""

    def __init__(self, client: httpx.AsyncClient, app: FastAPI, queue: JobQueue) -> None:
        self.client = client
        self.app = app
        self.queue = queue

    async def post(self, path: str, json: Any, **headers: str) -> httpx.Response:
        """Send JSON."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.post(path, json=json, headers=named)

    async def ready(self) -> None:
        """Wait for the self-tests."""
        async with asyncio.timeout(PATIENCE_S):
            while (await self.client.get("/readyz")).status_code != 200:
                await asyncio.sleep(0.01)
            readiness = self.app.state.services.readiness
            while len(readiness.proven) < len(LANGUAGES):  # those that aren't needed go on
                await asyncio.sleep(0.01)


def client_of(app: FastAPI) -> httpx.AsyncClient:
    """A client without a network."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://test", timeout=PATIENCE_S
    )


class Refusing:
    """A queue that does what it is told instead of the one below."""

    def __init__(self, below: JobQueue, error: Exception, *, times: int = 1_000_000) -> None:
        self._below = below
        self._error = error
        self._left = times
        self.sizes: list[int] = []

    async def submit(
        self, tasks: Sequence[Task], *, lane: Lane, client: str, deadline_s: float | None = None
    ) -> list[str]:
        self.sizes.append(len(tasks))
        if client != "self-test" and self._left:
            self._left -= 1
            raise self._error
        return await self._below.submit(tasks, lane=lane, client=client, deadline_s=deadline_s)

    async def stats(self) -> QueueStats:
        return await self._below.stats()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._below, name)
