"""The worker: slots on one machine that judge jobs waiting in Redis."""

from __future__ import annotations

import json
import logging
import os
import secrets
import signal
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import structlog
import typer

from ordojudge.core.errors import JudgeError, SandboxUnavailable, boundary
from ordojudge.core.languages import LANGUAGES
from ordojudge.core.models import Submission
from ordojudge.core.verdict import Verdict
from ordojudge.jobs.rq_slot import Slot
from ordojudge.redis_link import require_redis
from ordojudge.service import Judge
from ordojudge.settings import RqQueueSettings, Settings, shown_url
from ordojudge_api import wiring
from ordojudge_api.doctor import NEEDED_LANGUAGE, self_test_problem
from ordojudge_api.exits import OK, USAGE, complain
from ordojudge_api.supervisor import Supervisor, fork

log = structlog.get_logger(__name__)

OpenJudge = Callable[[Settings], AbstractContextManager[Judge]]

_NAME_CHARACTERS: Final = 40


def work(settings: Settings, *, open_judge: OpenJudge = wiring.open_judge) -> int:
    """Judge jobs until SIGTERM or SIGINT, then let those that run end; returns the exit code.

    A second signal gives them back, to run elsewhere.
    The first line on standard error says that slots are being opened.

    Args:
        settings: With a queue of type ``rq``; the sandbox's slots are how many processes there are.
        open_judge: Opens what judges, in each process.

    Raises:
        ConfigurationError: Redis can't be used.
    """
    queue = settings.queue
    assert isinstance(queue, RqQueueSettings)  # noqa: S101 - the command sees to it
    require_redis(queue.url.get_secret_value())
    count = settings.sandbox.slot_count
    with ExitStack() as stack:
        quiet = settings.sandbox.quiet_dir or Path(
            stack.enter_context(TemporaryDirectory(prefix="ordojudge-quiet-"))
        )
        boxes = settings.sandbox.model_copy(update={"slots": 1, "quiet_dir": quiet})
        single = settings.model_copy(update={"sandbox": boxes})
        return _keep_slots(single, queue, count=count, open_judge=open_judge)


def _keep_slots(
    settings: Settings, queue: RqQueueSettings, *, count: int, open_judge: OpenJudge
) -> int:
    """Keep the processes of the slots running."""
    facts = _looked_at(settings, open_judge)
    if facts is None:
        return USAGE
    languages = [language for language, works in json.loads(facts)["languages"].items() if works]
    host = "".join(each if each.isalnum() else "-" for each in socket.gethostname())
    machine = f"{host[:_NAME_CHARACTERS]}-{secrets.token_hex(3)}"
    typer.echo(
        f"ordojudge: {count} slots over {shown_url(queue.url.get_secret_value())} as {machine}",
        err=True,
    )

    def run_slot(number: int) -> None:
        _log_as_others_do()
        with open_judge(settings) as judge:
            slot = Slot(
                judge,
                wiring.open_shared_problems(settings),
                queue,
                name=f"{machine}.{number}.{os.getpid()}",
                languages=languages,
                facts=facts,
                on_stuck=lambda: os._exit(1),
            )
            for ending in (signal.SIGTERM, signal.SIGINT):
                signal.signal(ending, slot.hear_signal)
            slot.run()

    Supervisor(run_slot, count=count).keep_running()
    return OK


# --------------------------------------------------------------------------- what the machine offers


def _looked_at(settings: Settings, open_judge: OpenJudge) -> bytes | None:
    """What this machine offers, as JSON, seen by a process of its own; none if it can't judge."""
    reading, writing = os.pipe()

    def look() -> None:
        os.close(reading)
        with open(writing, "wb") as told:
            told.write(machine_facts(settings, open_judge))

    pid = fork(look)
    os.close(writing)
    with open(reading, "rb") as told:
        facts = told.read()
    _, status = os.waitpid(pid, 0)
    return facts if status == 0 and facts else None


def machine_facts(settings: Settings, open_judge: OpenJudge) -> bytes:
    """Try each language, and look at what submissions find here.

    Returns:
        ``{"languages": {id: whether its self-test passed}, "findings": [[name, ok, detail, fix], …]}``.

    Raises:
        SystemExit: the needed language doesn't work, which was said.
    """
    languages: dict[str, bool] = {}
    findings: list[list[Any]] = []
    try:
        with boundary(JudgeError, "self-tests"), open_judge(settings) as judge:
            for language in LANGUAGES:
                try:
                    report = judge.grade(
                        Submission(source=language.self_test.source, language=language.id),
                        self_test_problem(language),
                    )
                    languages[language.id] = report.verdict is Verdict.AC
                except SandboxUnavailable as error:  # no compiler
                    if language.id == NEEDED_LANGUAGE:
                        raise
                    languages[language.id] = False
                    log.info("language missing", language=language.id, reason=str(error))
                    continue
                if report.verdict is not Verdict.AC:
                    told = report.verdict.value
                    log.warning("self-test failed", language=language.id, outcome=told)
            findings += [list(finding) for finding in wiring.inspect_machine(settings)]
    except JudgeError as error:
        complain(str(error))
        raise SystemExit(USAGE) from None
    if not languages[NEEDED_LANGUAGE]:
        complain(f"the self-test of {NEEDED_LANGUAGE} failed; ordojudge doctor says more")
        raise SystemExit(USAGE)
    return json.dumps({"languages": languages, "findings": findings}).encode("ascii")


class _ToStructlog(logging.Handler):
    """Hands on what libraries log."""

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        log.log(record.levelno, "library", name=record.name, message=record.getMessage())


def _log_as_others_do() -> None:
    rq = logging.getLogger("rq")
    rq.addHandler(_ToStructlog(logging.WARNING))
    rq.propagate = False
