"""``ordojudge worker`` over a judge that only pretends: ``python -m tests.e2e.stub_worker LOG [LANGUAGE …]``.

A program is a line ``# NAME SECONDS VERDICT``; each run of it is a line in the log.
Where languages are named, the others aren't there.
"""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.models import (
    CompileResult,
    Judgement,
    Problem,
    Report,
    Submission,
    Task,
    TestResult,
)
from ordojudge.core.reporting import report_on
from ordojudge.core.reward import PRESETS
from ordojudge.core.verdict import Verdict
from ordojudge.log import configure_logging
from ordojudge.service import Cancellation, Judge, locate
from ordojudge.settings import Settings, load_settings
from ordojudge_api.worker import work


class StubJudge(Judge):
    """Does as the program says, without running anything."""

    def __init__(self, log: str, languages: Sequence[str] = ()) -> None:
        self._languages = languages
        self._log = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)

    def grade(self, submission: Submission, problem: Problem, **_: object) -> Report:
        """Every self-test passes, but of languages that aren't there."""
        if self._languages and submission.language not in self._languages:
            raise SandboxUnavailable(f"{submission.language}: no compiler")
        return report_on(
            submission,
            problem,
            extraction=locate(submission, "last_block"),
            judgement=_judged("AC"),
            reward=PRESETS["default"],
            total_s=0.0,
        )

    def judge(
        self,
        task: Task,
        problem: Problem,
        *,
        cancellation: Cancellation | None = None,
        **_: object,
    ) -> Judgement:
        """Take the time, and say the verdict."""
        name, seconds, verdict = task.source.split()[1:4]
        os.write(self._log, f"{name} {os.getpid()}\n".encode())
        if self._languages and task.language not in self._languages:
            raise SandboxUnavailable(f"{task.language}: no compiler")
        ends = time.monotonic() + float(seconds)
        while (left := ends - time.monotonic()) > 0:
            time.sleep(min(left, 0.02))
            if cancellation is not None:
                cancellation.check()
        return _judged(verdict)


def _judged(verdict: str) -> Judgement:
    return Judgement(
        verdict=Verdict(verdict),
        pass_rate=float(verdict == "AC"),
        tests=(TestResult(case_id="1", verdict=Verdict(verdict), cpu_s=0.01),),
        compile=CompileResult(ok=True),
        judge_version="stub",
    )


def main() -> int:
    """Work until told to end."""

    @contextmanager
    def open_judge(_: Settings) -> Iterator[Judge]:
        yield StubJudge(sys.argv[1], sys.argv[2:])

    settings = load_settings()
    configure_logging(settings.log)
    return work(settings, open_judge=open_judge)


if __name__ == "__main__":
    sys.exit(main())
