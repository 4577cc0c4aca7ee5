"""What tests of queues share: problems by digest, programs that wait to be let go, a clock to be moved."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from ordojudge.core.errors import ProblemNotFound
from ordojudge.core.models import Problem, Task, TestCase, TokensChecker, problem_from_json
from ordojudge.core.verdict import Verdict
from ordojudge.ports import JobQueue, JobResult
from ordojudge.sandbox.fake import Act, FakeSandbox
from ordojudge.service import Judge

PATIENCE_S = 10.0
"""Longest wait for a thread before a test fails."""

P = ParamSpec("P")


class FakeProblems:
    """A `ports.ProblemStore` in memory; a problem's digest is its id with a mark."""

    def __init__(self, *problems: Problem) -> None:
        self._problems = {problem.problem_id: problem for problem in problems}

    def put(self, problem: Problem) -> str:
        self._problems[problem.problem_id] = problem
        return f"#{problem.problem_id}"

    def put_stream(
        self,
        chunks: Iterable[bytes],
        *,
        problem_id: str | None = None,
        digest: str | None = None,
        where: str = "problem",
    ) -> str:
        return self.put(problem_from_json(b"".join(chunks), where=where))

    def digest(self, problem_id: str) -> str:
        if problem_id not in self._problems:
            raise ProblemNotFound(problem_id)
        return f"#{problem_id}"

    def get(self, digest: str) -> Problem:
        try:
            return self._problems[digest.removeprefix("#")]
        except KeyError:
            raise ProblemNotFound(digest) from None

    def folder(self, digest: str) -> AbstractContextManager[Path | None]:
        self.get(digest)
        return nullcontext()

    def ids(self, *, after: str = "", limit: int = 100) -> list[str]:
        return sorted(each for each in self._problems if each > after)[:limit]

    def delete(self, problem_id: str) -> None:
        self.digest(problem_id)
        del self._problems[problem_id]


ONE = Problem(
    problem_id="one",
    tests=(TestCase(case_id="1", input="", output="1"),),
    checker=TokensChecker(),
)


class Held:
    """A program that runs until it is let go."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._began = threading.Event()
        self._let_go = threading.Event()

    def let_go(self) -> None:
        """Let it print its answer and end."""
        self._let_go.set()

    async def begun(self) -> None:
        """Wait until it runs."""
        assert await asyncio.to_thread(self._began.wait, PATIENCE_S)

    def run(self) -> None:
        self._began.set()
        assert self._let_go.wait(PATIENCE_S)


class Workshop:
    """A judge over scripted programs, and the order in which they ran."""

    def __init__(self) -> None:
        self._scripts: dict[str, Callable[[bytes], Act]] = {}
        self.sandbox = FakeSandbox(self._scripts)
        self.judge = Judge(self.sandbox)
        self.problems = FakeProblems(ONE)
        self.ran: list[str] = []
        """Sources in the order in which they began to run."""

    def task(self, source: str, *, output: bytes = b"1") -> Task:
        """A program that prints something."""

        def script(_: bytes) -> Act:
            self.ran.append(source)
            return Act(output)

        self._scripts[source] = script
        return Task(problem_digest="#one", language="python", source=source)

    def tasks(self, *sources: str) -> list[Task]:
        """Right programs."""
        return [self.task(source) for source in sources]

    def held(self, source: str) -> Held:
        """A program that waits, and is right."""
        held = Held(self.task(source))
        script = self._scripts[source]

        def wait(test_input: bytes) -> Act:
            act = script(test_input)
            held.run()
            return act

        self._scripts[source] = wait
        return held


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock stands still until a test moves it."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        super().__init__()

    def time(self) -> float:
        return self.now_s


async def pass_time(seconds: float = 0.0) -> None:
    """Move the clock of a `SteppedLoop`, and let everything happen that was due."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SteppedLoop)
    loop.now_s += seconds
    for _ in range(10):
        await asyncio.sleep(0)


def in_loop(story: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test."""
    return _run_in(asyncio.new_event_loop, story)


def in_stepped_loop(story: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test in a `SteppedLoop`."""
    return _run_in(SteppedLoop, story)


def _run_in(
    make_loop: Callable[[], asyncio.AbstractEventLoop],
    story: Callable[P, Coroutine[Any, Any, None]],
) -> Callable[P, None]:
    @wraps(story)
    def test(*args: P.args, **kwargs: P.kwargs) -> None:
        failures: list[dict[str, Any]] = []
        with asyncio.Runner(loop_factory=make_loop) as runner:
            runner.get_loop().set_exception_handler(lambda _, failure: failures.append(failure))
            runner.run(story(*args, **kwargs))
        assert failures == []  # what callbacks raised, and what nobody looked at

    return test


async def until(condition: Callable[[], bool]) -> None:
    """Let other work of the loop go on until something holds."""
    gives_up = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < gives_up
        await asyncio.sleep(0)


async def results(queue: JobQueue, job_ids: list[str]) -> list[JobResult]:
    """What each job came to."""
    waits: list[Awaitable[JobResult]] = [queue.result(job_id) for job_id in job_ids]
    return list(await asyncio.gather(*waits))


def verdicts(found: list[JobResult]) -> list[Verdict]:
    return [result.judgement.verdict for result in found]
