"""Whether the service can judge: each language's self-test, sent through the queue like any other job."""

import asyncio
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
from ordojudge_api.doctor import NEEDED_LANGUAGE, self_test_problem
from ordojudge_api.inline_problems import InlineProblems

log = structlog.get_logger(__name__)

SELF_TEST_S: Final = 120.0
"""How long a self-test may wait for a slot and run."""

PAUSE_S: Final = 10.0
"""Between two rounds of self-tests, while none has shown that the needed language works."""

ANSWER_S: Final = 2.0
"""How long a queue may take to say how it is."""

CLIENT: Final = "self-test"


@dataclass(slots=True)
class Readiness:
    """What is known about the service's ability to judge."""

    queue: JobQueue
    problems: InlineProblems
    proven: dict[str, bool] = field(default_factory=dict)
    """Languages that were tried, and whether their self-test passed."""

    draining: bool = False
    """Whether the service was asked to end."""

    async def prove(self) -> None:
        """Try every language, and again until at least the needed one works."""
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
        return {
            "self_tests": "ok" if tested else "running" if tested is None else "failed",
            "queue": "ok" if stats is not None else "does not answer",
            "slots": "ok" if stats is not None and stats.slots > 0 else "none",
            "serving": "ending" if self.draining else "ok",
        }

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
