"""What those who run the service see: health, readiness, metrics, request ids, the document of the API."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from ordojudge.core.errors import QueueError
from ordojudge.core.languages import LANGUAGES
from ordojudge.ports import JobQueue, Lane, LaneStats, QueueStats
from ordojudge.sandbox.inspect import Finding
from ordojudge.settings import Settings
from ordojudge_api.app import create_app
from ordojudge_api.doctor import NEEDED_LANGUAGE
from ordojudge_api.readiness import common
from ordojudge_api.wiring import Service
from tests.api.service import BROKEN, HELD, RIGHT, WRONG, Opened, Refusing, World, body, client_of
from tests.jobs.fakes import in_loop


@pytest.fixture(autouse=True)
def _log_everything() -> None:
    structlog.reset_defaults()  # another test may have configured it


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


async def ready(api: Opened) -> tuple[int, dict[str, str]]:
    answer = await api.client.get("/readyz")
    assert answer.json()["ready"] is (answer.status_code == 200)
    return answer.status_code, answer.json()["checks"]


# ---------------------------------------------------------------------------- ready


def test_several_machines_offer_what_a_job_finds_on_each() -> None:
    first = [
        Finding("javac", False, "missing", "install it"),
        Finding("package numpy", True, "2.1", None),
        Finding("package scipy", True, "1.1", None),
    ]
    second = [
        Finding("javac", True, "javac 17", None),
        Finding("package numpy", True, "2.0", None),
        Finding("package scipy", False, "missing", "install it"),
    ]
    for found in (common([*first, *second]), common([*second, *first])):
        assert {finding.name: finding.ok for finding in found} == {
            "javac": True,
            "package numpy": True,
            "package scipy": False,
        }


@in_loop
async def test_it_is_ready_once_a_self_test_came_back(world: World) -> None:
    async with world.open() as api:
        before = await ready(api)
        await api.ready()
        after = await ready(api)
        alive = await api.client.get("/healthz")
    assert before == (503, {"self_tests": "running", "queue": "ok", "slots": "ok", "serving": "ok"})
    assert after == (200, dict.fromkeys(before[1], "ok"))
    assert (alive.status_code, alive.json()) == (200, {"status": "ok"})


@in_loop
async def test_it_is_not_ready_while_self_tests_fail_and_tries_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ordojudge_api.readiness.PAUSE_S", 0.01)
    world.sandbox.failures = 4 * len(LANGUAGES)
    async with world.open() as api:
        while (found := await ready(api))[1]["self_tests"] == "running":
            await asyncio.sleep(0.001)
        await api.ready()
    assert found[0] == 503
    assert found[1]["self_tests"] == "failed"


class Moody(Refusing):
    """A queue that says of itself what a test wants."""

    said: Any = None

    async def stats(self) -> QueueStats:
        if self.said is None:
            return await super().stats()
        if isinstance(self.said, QueueStats):
            return self.said
        if isinstance(self.said, Exception):
            raise self.said
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.parametrize(
    ("said", "check", "told"),
    [
        pytest.param(QueueError("gone"), "queue", "does not answer", id="an error"),
        pytest.param(ConnectionError("gone"), "queue", "does not answer", id="a foreign error"),
        pytest.param("silence", "queue", "does not answer", id="silence"),
        pytest.param(QueueStats({}, slots=0, jobs_per_s=0.0), "slots", "none", id="no slot"),
    ],
)
@in_loop
async def test_readiness_is_honest_about_the_queue(
    world: World, said: Any, check: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ordojudge_api.readiness.ANSWER_S", 0.05)
    queues = []

    def moody(queue: JobQueue) -> JobQueue:
        queues.append(Moody(queue, QueueError(""), times=0))
        return queues[0]

    async with world.open(queue=moody) as api:
        await api.ready()
        queues[0].said = said
        status, checks = await ready(api)
        metrics = await api.client.get("/metrics")
    assert (status, checks[check]) == (503, told)
    assert metrics.status_code == 200


@in_loop
async def test_it_is_not_ready_while_it_ends(world: World) -> None:
    async with world.open() as api:
        await api.ready()
        api.app.state.services.readiness.draining = True
        assert (await ready(api))[1]["serving"] == "ending"


@in_loop
async def test_languages_tell_what_was_found_of_them(world: World) -> None:
    machine = [
        Finding("python", True, "submissions Python 3.11", None),
        Finding("g++", True, "g++ 12, for cpp, cpp20", None),
        Finding("gcc", False, "/usr/bin/gcc, for c", "apt-get install gcc"),
        Finding("package numpy", True, "1.24", None),
        Finding("package scipy", False, "not there", None),
    ]
    async with world.open() as api:
        await api.ready()
        service = Service(api.queue, api.app.state.services.problems, lambda: machine)
        app = create_app(Settings(), service=service)
        async with app.router.lifespan_context(app), client_of(app) as client:
            rows = (await client.get("/v1/languages")).json()["languages"]
    found = {row["id"]: row for row in rows}
    assert list(found) == [language.id for language in LANGUAGES]
    assert found["python"]["toolchain"] == "submissions Python 3.11"
    assert found["python"]["packages"] == ["numpy"]
    assert "py" in found["python"]["aliases"]
    assert found["python"]["interfaces"] == ["stdio", "function", "asserts"]
    assert found["cpp20"]["interfaces"] == ["stdio", "function"]
    assert found["rust"]["interfaces"] == ["stdio"]
    assert found["cpp"]["toolchain"] == "g++ 12, for cpp, cpp20"
    assert (found["c"]["toolchain"], found["c"]["packages"]) == (None, None)


@in_loop
async def test_a_language_is_available_once_its_self_test_passed(world: World) -> None:
    del world.sandbox.scripts[LANGUAGES[-1].self_test.source]  # type: ignore[attr-defined]
    async with world.open() as api:
        available: dict[str, bool | None] = {"": None}
        while None in available.values():
            await asyncio.sleep(0.01)
            rows = (await api.client.get("/v1/languages")).json()["languages"]
            available = {row["id"]: row["available"] for row in rows}
    assert available == {language.id: language is not LANGUAGES[-1] for language in LANGUAGES}
    assert available[NEEDED_LANGUAGE]


# -------------------------------------------------------------------------- metrics


async def samples(api: Opened) -> dict[str, float]:
    page = (await api.client.get("/metrics")).text
    return {
        name: float(value)
        for name, value in re.findall(r"^(ordojudge\S*) (\S+)$", page, re.MULTILINE)
    }


@in_loop
async def test_metrics_tell_verdicts_rewards_and_requests(world: World) -> None:
    async with world.open() as api:
        await api.ready()
        for source in (RIGHT, RIGHT, WRONG, BROKEN):
            await api.post("/v1/grade", body(source))
        await api.client.get("/v1/problems/none-of-these")
        await api.client.get("/nowhere/at/all")
        found = await samples(api)
    of_python = '{language="python"}'
    expected = {
        'ordojudge_verdicts_total{language="python",verdict="AC"}': 2,
        'ordojudge_verdicts_total{language="python",verdict="WA"}': 1,
        'ordojudge_verdicts_total{language="python",verdict="JE"}': 1,
        "ordojudge_unscored_total": 1,
        "ordojudge_reports_cached_total": 1,
        f"ordojudge_reward_count{of_python}": 3,
        f"ordojudge_compile_seconds_count{of_python}": 3,
        f"ordojudge_run_seconds_count{of_python}": 3,
        f"ordojudge_queue_seconds_count{of_python}": 3,
        'ordojudge_http_requests_total{method="POST",route="/v1/grade",status="200"}': 4,
        'ordojudge_http_requests_total{method="GET",route="/v1/problems/{problem_id:path}",'
        'status="404"}': 1,
        'ordojudge_http_requests_total{method="GET",route="none",status="404"}': 1,
        'ordojudge_slots{state="idle"}': 2,
    }
    assert {name: found.get(name) for name in expected} == expected


@in_loop
async def test_metrics_tell_the_queue_as_it_is(world: World) -> None:
    stats = QueueStats(
        {lane: LaneStats(queued=3, running=1, oldest_s=2.5) for lane in Lane},
        slots=4,
        jobs_per_s=1.5,
    )
    queues = []

    def moody(queue: JobQueue) -> JobQueue:
        queues.append(Moody(queue, QueueError(""), times=0))
        return queues[0]

    async with world.open(queue=moody) as api:
        queues[0].said = stats
        found = await samples(api)
        queues[0].said = QueueError("gone")
        without = await samples(api)
    assert found['ordojudge_queue_queued{lane="eval"}'] == 3
    assert found['ordojudge_queue_running{lane="train"}'] == 1
    assert found['ordojudge_queue_oldest_seconds{lane="batch"}'] == 2.5
    assert found['ordojudge_slots{state="busy"}'] == 3
    assert found['ordojudge_slots{state="idle"}'] == 1
    assert found["ordojudge_queue_jobs_per_second"] == 1.5
    assert not any("lane=" in name for name in without)


# ------------------------------------------------------------------- ids, logs, errors


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("step-7/rollout:3", True),
        ("x" * 128, True),
        ("", False),
        ("x" * 129, False),
        ("two words", False),
        ("new\tline", False),
    ],
)
@in_loop
async def test_request_ids_are_echoed_and_logged(world: World, given: str, kept: bool) -> None:
    async with world.open() as api:
        await api.ready()
        with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as logs:
            answer = await api.post("/v1/grade", {}, x_request_id=given)
    request_id = answer.headers["x-request-id"]
    assert (request_id == given) is kept
    assert answer.json()["request_id"] == request_id
    [line] = [line for line in logs if line["event"] == "request answered"]
    assert (line["request_id"], line["status"], line["route"]) == (request_id, 422, "/v1/grade")


@in_loop
async def test_what_nobody_foresaw_is_500_without_details(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def surprise(*_: object, **__: object) -> None:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr("ordojudge_api.grading.locate", surprise)
    async with world.open() as api:
        await api.ready()
        with capture_logs() as logs:
            answer = await api.post("/v1/grade", body())
        after = await api.client.get("/healthz")
    assert (answer.status_code, answer.json()["type"]) == (500, "urn:ordojudge:internal-error")
    assert "secret" not in answer.text
    assert any("secret of the house" in str(line.get("error")) for line in logs)
    assert after.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/v1/grade/", 404),
        ("GET", "/v1/grade", 405),
        ("POST", "/v1/languages", 405),
        ("PROPFIND", "/v1/grade", 405),
    ],
)
@in_loop
async def test_other_paths_and_methods_are_problem_documents(
    world: World, method: str, path: str, status: int
) -> None:
    async with world.open() as api:
        answer = await api.client.request(method, path)
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert ("allow" in answer.headers) is (status == 405)


@in_loop
async def test_the_examples_of_the_document_work_as_they_are(world: World) -> None:
    async with world.open() as api:
        document = (await api.client.get("/openapi.json")).json()
        answers = []
        for path in ("/v1/problems/{problem_id}", "/v1/grade", "/v1/grade/batch", "/v1/reward"):
            [(method, operation)] = [
                (method, operation)
                for method, operation in document["paths"][path].items()
                if "requestBody" in operation
            ]
            content = operation["requestBody"]["content"]["application/json"]
            answers += [
                await api.client.request(
                    method, path.format(problem_id="pair-sum"), json=example["value"]
                )
                for example in content["examples"].values()
            ]
        docs = await api.client.get("/docs")
    assert [answer.status_code for answer in answers] == [201, 200, 200, 200, 200]
    assert docs.status_code == 200


@in_loop
async def test_every_reference_in_the_document_leads_somewhere(world: World) -> None:
    async with world.open() as api:
        answer = await api.client.get("/openapi.json")
    schemas = answer.json()["components"]["schemas"]
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', answer.text))
    assert named <= set(schemas)
    assert {"GradeBody", "BatchBody", "RewardBody", "Problem", "Report"} <= named


@in_loop
async def test_keep_the_metrics_of_a_request_that_nobody_waited_for(world: World) -> None:
    async with world.open() as api:
        request = asyncio.create_task(api.post("/v1/grade", body(HELD)))
        await asyncio.to_thread(world.begun.wait, 10)
        request.cancel()
        await asyncio.gather(request, return_exceptions=True)
        found = await samples(api)
        world.let_go.set()
    name = 'ordojudge_http_requests_total{method="POST",route="/v1/grade",status="499"}'
    assert found[name] == 1
