"""Whether the service can judge: each language's self-test, sent through the queue like any other job."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import structlog
from anyio import to_thread

from ordojudge.core.errors import JudgeError, QueueError, boundary
from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.core.models import Task
from ordojudge.core.verdict import Verdict
from ordojudge.ports import JobQueue, Lane, QueueStats
from ordojudge.sandbox.inspect import Finding
from ordojudge_api.doctor import NEEDED_LANGUAGE, self_test_problem
from ordojudge_api.inline_problems import InlineProblems

log = structlog.get_logger(__name__)

SELF_TEST_S: Final = 120.0
"""How long a self-test may wait for a slot and run."""

PAUSE_S: Final = 10.0
"""Between two rounds of self-tests, while none has shown that the needed language works."""

HEAR_S: Final = 2.0
"""Between two looks at which workers there are."""

ANSWER_S: Final = 2.0
"""How long a queue may take to say how it is."""

CLIENT: Final = "self-test"

PACKAGE: Final = "package "
"""How findings about packages are named."""


def common(findings: Iterable[Finding]) -> list[Finding]:
    """One finding of each name, of those of several machines.

    What submissions import counts only where every machine has it, since a job may go to any of them;
    a toolchain where one has it, since jobs go where their language works.
    """
    found: dict[str, Finding] = {}
    for finding in findings:
        known = found.get(finding.name)
        imported = finding.name.startswith(PACKAGE)
        if known is None or known.ok == imported:
            found[finding.name] = finding
    return list(found.values())


@dataclass(slots=True)
class Readiness:
    """What is known about the service's ability to judge."""

    queue: JobQueue
    problems: InlineProblems
    workers: Callable[[], Awaitable[list[bytes]]] | None = None
    """What workers elsewhere have said of their machines, as `worker.machine_facts` has it; none if there are
    no workers, and this process judges."""

    findings: Sequence[Finding] = ()
    """What submissions find on this machine, or on that of a worker."""

    proven: dict[str, bool] = field(default_factory=dict)
    """Languages that were tried, and whether their self-test passed."""

    draining: bool = False
    """Whether the service was asked to end."""

    async def prove(self) -> None:
        """Try every language, and again until at least the needed one works; or hear what workers found."""
        while self.workers is not None:
            await self._hear(self.workers)
            await asyncio.sleep(HEAR_S)
        while True:
            await asyncio.gather(*(self._try(language) for language in LANGUAGES))
            if self.proven.get(NEEDED_LANGUAGE):
                return
            await asyncio.sleep(PAUSE_S)

    async def stats(self) -> QueueStats | None:
        """The queue now; none if it doesn't answer."""
        with suppress(JudgeError), boundary(QueueError, "asking the queue"):
            async with asyncio.timeout(ANSWER_S):
                return await self.queue.stats()
        return None

    async def checks(self) -> dict[str, str]:
        """What keeps the service from judging, by what was looked at; ``ok`` where nothing does."""
        stats = await self.stats()
        tested = self.proven.get(NEEDED_LANGUAGE)
        unknown = "running" if self.workers is None else "no worker"
        return {
            "self_tests": "ok" if tested else unknown if tested is None else "failed",
            "queue": "ok" if stats is not None else "does not answer",
            "slots": "ok" if stats is not None and stats.slots > 0 else "none",
            "serving": "ending" if self.draining else "ok",
        }

    async def _hear(self, workers: Callable[[], Awaitable[list[bytes]]]) -> None:
        """A language is as good as on the machine where it works best: jobs go where it works."""
        try:
            with boundary(QueueError, "asking for workers"):
                async with asyncio.timeout(ANSWER_S):
                    machines = [json.loads(facts) for facts in await workers()]
        except JudgeError as error:
            log.warning("workers not heard", error=str(error))
            return
        self.proven = {
            language.id: any(machine["languages"].get(language.id) for machine in machines)
            for language in LANGUAGES
            if machines
        }
        found = [Finding(*finding) for machine in machines for finding in machine["findings"]]
        if machines:
            self.findings = common(found)

    async def _try(self, language: Language) -> None:
        try:
            # Held here until it is judged: a problem that came along is known as long as that.
            digest, problem = await to_thread.run_sync(
                self.problems.hold, self_test_problem(language)
            )
            task = Task(
                problem_digest=digest, language=language.id, source=language.self_test.source
            )
            with boundary(QueueError, "self-test"):
                [job_id] = await self.queue.submit(
                    [task], lane=Lane.EVAL, client=CLIENT, deadline_s=SELF_TEST_S
                )
                result = await self.queue.result(job_id)
            passed = result.judgement.verdict is Verdict.AC
            told = result.judgement.verdict.value
            del problem
        except JudgeError as error:
            passed, told = False, str(error)
        self.proven[language.id] = passed
        if passed:
            log.info("self-test passed", language=language.id)
        else:
            log.warning("self-test failed", language=language.id, outcome=told)
