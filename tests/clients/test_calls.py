"""How a call is tried again: never judged twice, never past its deadline, never in vain."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from ordojudge.clients import calls
from ordojudge.clients.http import AsyncClient
from ordojudge.clients.messages import ERRORS, FULL
from ordojudge.core.errors import (
    JobExpired,
    JudgeError,
    ProblemNotFound,
    QueueFull,
    SandboxUnavailable,
    ServiceError,
    StoreError,
)
from ordojudge.core.models import Submission
from ordojudge.core.verdict import Verdict
from ordojudge_api.http_errors import ANSWERS
from tests.jobs.fakes import in_loop

SUBMISSION = Submission(source="x", language="python")
REPORT = {
    "submission_id": "s",
    "problem_id": "p",
    "language": "python",
    "verdict": "AC",
    "pass_rate": 1.0,
    "compile": {"ok": True},
    "extraction": {"kind": "source"},
    "reward": {"format": 0, "correctness": 1, "time": 0, "total": 1},
    "judge_version": "0",
}

Answer = httpx.Response | Exception


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "FIRST_PAUSE_S", 0.001)
    monkeypatch.setattr(calls, "GRACE_S", 0.05)


def report() -> httpx.Response:
    return httpx.Response(200, json=REPORT)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    document = {"type": f"urn:ordojudge:{code}", "status": status, "detail": f"because {code}"}
    return httpx.Response(status, json=document, headers=headers)


class Service:
    """Answers as it is told, one after the other; the last answer again and again."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.asked: list[httpx.Request] = []

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        self.asked.append(request)
        answer = self._answers[0] if len(self._answers) == 1 else self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    def client(self, **options: Any) -> AsyncClient:
        return AsyncClient("http://judge:8000", transport=httpx.MockTransport(self), **options)


def refused() -> httpx.HTTPError:
    return httpx.ConnectError("Connection refused")


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(refused(), id="nobody listens"),
        pytest.param(httpx.ReadError("reset"), id="the connection broke"),
        pytest.param(httpx.RemoteProtocolError("closed"), id="closed without an answer"),
        pytest.param(problem(429, "queue-full", retry_after="0"), id="the queue is full"),
        pytest.param(problem(429, "too-many-bytes"), id="too many bytes"),
        pytest.param(problem(503, "sandbox-unavailable"), id="no sandbox now"),
        pytest.param(problem(503, "store-failed"), id="the store failed"),
        pytest.param(httpx.Response(502, text="<html>Bad gateway</html>"), id="a bad gateway"),
        pytest.param(httpx.Response(504), id="a gateway that gave up"),
    ],
)
@in_loop
async def test_what_may_pass_is_tried_again_under_the_same_key_with_the_same_body(
    first: Answer,
) -> None:
    service = Service(first, first, report())
    async with service.client() as client:
        found = await client.grade(SUBMISSION, "p")
        await client.grade(SUBMISSION, "p")
    assert found.verdict is Verdict.AC
    sent = service.asked[:3]
    assert len({request.headers["idempotency-key"] for request in sent}) == 1
    assert len({request.content for request in sent}) == 1
    assert service.asked[3].headers["idempotency-key"] != sent[0].headers["idempotency-key"]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        pytest.param(problem(404, "problem-not-found"), ProblemNotFound, id="no such problem"),
        pytest.param(problem(504, "deadline-passed"), JobExpired, id="the deadline passed"),
        pytest.param(problem(500, "internal-error"), ServiceError, id="a bug there"),
        pytest.param(httpx.Response(500, text="oops"), ServiceError, id="a bug before it"),
        pytest.param(httpx.Response(301, headers={"location": "/x"}), ServiceError, id="moved"),
        pytest.param(httpx.Response(200, text="<html>"), ServiceError, id="a page"),
        pytest.param(httpx.Response(200, json={"a": 1}), ServiceError, id="no report"),
    ],
)
@in_loop
async def test_what_stays_is_not_tried_again(answer: Answer, kind: type[JudgeError]) -> None:
    service = Service(answer)
    async with service.client() as client:
        with pytest.raises(kind) as caught:
            await client.grade(SUBMISSION, "p")
    assert len(service.asked) == 1
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (problem(429, "queue-full"), QueueFull),
        (problem(503, "store-failed"), StoreError),
        (problem(503, "sandbox-unavailable"), SandboxUnavailable),
        (httpx.Response(502), ServiceError),
        (refused(), ServiceError),
    ],
)
@in_loop
async def test_tries_end_with_the_deadline_and_the_last_reason(
    answer: Answer, kind: type[JudgeError]
) -> None:
    service = Service(answer)
    async with service.client() as client:
        async with asyncio.timeout(5):
            with pytest.raises(kind):
                await client.grade(SUBMISSION, "p", deadline_s=0.2)
    assert len(service.asked) > 2


@pytest.mark.parametrize("answer", [problem(503, "store-failed"), httpx.Response(502), refused()])
@in_loop
async def test_what_is_out_of_order_for_too_long_is_left(answer: Answer) -> None:
    service = Service(answer)
    async with service.client(patience_s=0.05) as client, asyncio.timeout(5):
        with pytest.raises(JudgeError):
            await client.grade(SUBMISSION, "p", deadline_s=600)
    assert len(service.asked) > 1


@in_loop
async def test_a_pause_that_would_pass_the_deadline_is_not_waited_for() -> None:
    service = Service(problem(429, "queue-full", **{"retry-after": "3600"}))
    async with service.client() as client:
        async with asyncio.timeout(1):
            with pytest.raises(QueueFull, match="because queue-full") as caught:
                await client.grade(SUBMISSION, "p", deadline_s=30)
    assert caught.value.retry_after_s == 3600
    assert len(service.asked) == 1


@in_loop
async def test_a_service_that_never_answers_is_left_at_the_deadline() -> None:
    async def silence(_: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    async with AsyncClient("http://judge", transport=httpx.MockTransport(silence)) as client:
        with pytest.raises(JobExpired, match="http://judge: no answer within"):
            await client.grade(SUBMISSION, "p", deadline_s=0.05)
        with pytest.raises(JobExpired):
            await client.grade_batch([SUBMISSION], "p", deadline_s=0.05)


@pytest.mark.parametrize(("given", "sent"), [(None, 90), (20, 20), (500, 90)])
@in_loop
async def test_the_deadline_is_told_and_the_client_has_one_of_its_own(
    given: float | None, sent: float
) -> None:
    service = Service(report())
    async with service.client(timeout_s=90) as client:
        await client.grade(SUBMISSION, "p", deadline_s=given)
    assert json.loads(service.asked[0].content)["deadline_s"] == sent


# ------------------------------------------------------------------------------ streams


class Broken(httpx.AsyncByteStream):
    """A stream that breaks off."""

    def __init__(self, *lines: object, error: bool = True) -> None:
        self._lines = lines
        self._error = error

    async def __aiter__(self) -> Any:
        for line in self._lines:
            yield json.dumps(line).encode() + b"\n"
        if self._error:
            raise httpx.ReadError("reset")


def line(index: int) -> dict[str, Any]:
    return {"index": index, "report": REPORT | {"submission_id": f"at {index}"}}


@pytest.mark.parametrize("error", [True, False], ids=["the connection breaks", "it ends"])
@in_loop
async def test_after_a_stream_that_broke_off_only_the_rest_is_asked_for(error: bool) -> None:
    asked: list[Sequence[Any]] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        items = json.loads(await request.aread())["items"]
        asked.append([item["source"] for item in items])
        whole = len(items) == 1
        lines = (line(0),) if whole else (line(1), line(0))
        return httpx.Response(200, stream=Broken(*lines, error=error and not whole))

    async with AsyncClient("http://judge", transport=httpx.MockTransport(answer)) as client:
        submissions = [Submission(source=name, language="python") for name in "abc"]
        reports = await client.grade_batch(submissions, "p")
    assert asked == [["a", "b", "c"], ["c"]]
    assert [report.submission_id for report in reports] == ["at 0", "at 1", "at 0"]


@in_loop
async def test_a_stream_that_says_why_it_ends_is_not_tried_again() -> None:
    document = {"type": "urn:ordojudge:queue-unavailable", "status": 503, "detail": "redis is gone"}
    service = Service(httpx.Response(200, text=json.dumps({"error": document}) + "\n"))
    async with service.client() as client:
        with pytest.raises(JudgeError, match="redis is gone"):
            await client.grade_batch([SUBMISSION] * 3, "p")
    assert len(service.asked) == 1


@in_loop
async def test_a_stream_refused_for_want_of_room_is_tried_again() -> None:
    service = Service(
        problem(429, "queue-full", **{"retry-after": "0"}),
        httpx.Response(200, text=json.dumps(line(0)) + "\n"),
    )
    async with service.client() as client:
        reports = await client.grade_batch([SUBMISSION], "p")
    assert len(reports) == 1


# ------------------------------------------------------------------------------- tables


def test_every_error_of_the_api_has_a_name_here() -> None:
    told = {code: kind for kind, _, code in ANSWERS if code not in FULL}
    assert {code: ERRORS.get(code, ServiceError) for code in told} == told | {
        "misconfigured": ServiceError  # theirs, not ours
    }


def test_the_clients_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    import ordojudge

    names = [name for name in sys.modules if name.startswith("ordojudge.clients.")]
    for name in names:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ImportError, match=r"pip install 'ordojudge\[client\]'"):
        ordojudge.Client  # noqa: B018 - looking is what fails
