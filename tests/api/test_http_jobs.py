"""Requests that don't wait, are sent twice, or whose client leaves."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from ordojudge_api.receipts import read_receipt
from tests.api.service import (
    BROKEN,
    HALF,
    HELD,
    PAIR_SUM,
    PATIENCE_S,
    RIGHT,
    WRONG,
    Opened,
    World,
    body,
    fenced,
)
from tests.jobs.fakes import in_loop


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


async def settled(api: Opened, location: str) -> dict[str, Any]:
    """The job once it is over."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            job: dict[str, Any] = (await api.client.get(location)).json()
            if job["state"] not in ("queued", "running"):
                return job
            await asyncio.sleep(0.01)


async def begun(world: World) -> None:
    assert await asyncio.to_thread(world.begun.wait, PATIENCE_S)


# ----------------------------------------------------------------------- not waiting


@in_loop
async def test_a_job_answers_the_report_that_waiting_would_have(world: World) -> None:
    asked = {"problem": PAIR_SUM, "completion": fenced(HALF), "reward": {"partial_weight": 2}}
    async with world.open() as api:
        waited = (await api.post("/v1/grade", asked)).json()
        queued = await api.post("/v1/grade", asked, prefer="wait=1, Respond-Async; x=1")
        job = await settled(api, queued.headers["location"])
    assert (queued.status_code, queued.json()["state"]) == (202, "queued")
    assert queued.headers["preference-applied"] == "respond-async"
    assert (job["state"], job["error"]) == ("done", None)
    report = job["report"]
    assert report["cached"] is True
    for told in (waited, report):
        del told["timings"], told["cached"]
    assert report == waited


@in_loop
async def test_another_process_answers_for_a_job(tmp_path: Path) -> None:
    world = World(tmp_path)
    async with world.open() as api:
        queued = await api.post("/v1/grade", body(submission_id="mine"), prefer="respond-async")
        await settled(api, queued.headers["location"])
        receipt = read_receipt(queued.json()["job_id"])
    assert receipt.submission.submission_id == "mine"
    assert receipt.extraction.source is None
    assert "right" not in queued.json()["job_id"]


@in_loop
async def test_what_needs_no_judging_is_answered_at_once(world: World) -> None:
    async with world.open() as api:
        answer = await api.post(
            "/v1/grade", {"problem": PAIR_SUM, "completion": ""}, prefer="respond-async"
        )
    assert (answer.status_code, answer.json()["verdict"]) == (200, "SE")


@in_loop
async def test_an_inline_problem_outlives_its_request(world: World) -> None:
    async with world.open() as api:
        first = await api.post("/v1/grade", body(HELD), prefer="respond-async")
        others = [
            await api.post(
                "/v1/grade",
                body(RIGHT, problem=PAIR_SUM | {"problem_id": f"p-{number}"}),
                prefer="respond-async",
            )
            for number in range(5)
        ]
        world.let_go.set()
        jobs = [await settled(api, each.headers["location"]) for each in (first, *others)]
    assert [job["report"]["verdict"] for job in jobs] == ["AC"] * 6


@in_loop
async def test_a_running_job_is_ended_by_delete(world: World) -> None:
    async with world.open() as api:
        queued = await api.post("/v1/grade", body(HELD), prefer="respond-async")
        location = queued.headers["location"]
        await begun(world)
        before = await api.client.get(location)
        ended = await api.client.delete(location)
        job = (await api.client.get(location)).json()
    assert (before.json()["state"], before.headers["retry-after"]) == ("running", "1")
    assert ended.status_code == 204
    assert (job["state"], job["report"]) == ("cancelled", None)
    assert job["error"]["type"] == "urn:ordojudge:job-cancelled"
    assert world.sandbox.aborted == 1


@in_loop
async def test_a_job_past_its_deadline_says_so(world: World) -> None:
    async with world.open() as api:
        queued = await api.post("/v1/grade", body(HELD, deadline_s=0.1), prefer="respond-async")
        job = await settled(api, queued.headers["location"])
    assert (job["state"], job["error"]["status"]) == ("expired", 504)


@pytest.mark.parametrize(
    "job_id",
    ["x", "é", "e30", "bnVsbA", "W10" * 3_000, "W1tbW1tb" * 800, "%00", "eyJxdWV1ZV9pZCI6NX0"],
)
@in_loop
async def test_what_is_no_job_is_not_found(world: World, job_id: str) -> None:
    async with world.open() as api:
        for method in ("GET", "DELETE"):
            answer = await api.client.request(method, f"/v1/jobs/{job_id}")
            assert (answer.status_code, answer.json()["status"]) == (404, 404)


@in_loop
async def test_a_forgotten_job_is_not_found(world: World) -> None:
    async with world.open() as api:
        queued = await api.post("/v1/grade", body(), prefer="respond-async")
        location = queued.headers["location"]
        await settled(api, location)
        assert (await api.client.delete(location)).status_code == 204
        assert (await api.client.get(location)).json()["type"] == "urn:ordojudge:job-not-found"


# ------------------------------------------------------------------------- sent twice


@in_loop
async def test_a_repeated_request_hears_the_first_answer(world: World) -> None:
    async with world.open() as api:
        first = asyncio.create_task(api.post("/v1/grade", body(HELD), idempotency_key="k"))
        await begun(world)
        meanwhile = asyncio.create_task(api.post("/v1/grade", body(HELD), idempotency_key="k"))
        world.let_go.set()
        answers = [await first, await meanwhile]
        answers.append(await api.post("/v1/grade", body(HELD), idempotency_key="k"))
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["verdict"] == "AC"
    assert world.ran.count(HELD) == 2  # once, with two tests


@in_loop
async def test_a_key_stands_for_one_request(world: World) -> None:
    async with world.open() as api:
        await api.post("/v1/grade", body(), idempotency_key="k")
        other_body = await api.post("/v1/grade", body(WRONG), idempotency_key="k")
        other_route = await api.post("/v1/grade/batch", {"items": []}, idempotency_key="k")
        other_way = await api.post("/v1/grade", body(), idempotency_key="k", prefer="respond-async")
    for answer in (other_body, other_route, other_way):
        assert answer.status_code == 422
        assert "used for another request" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["/v1/grade/batch", "/v1/reward"])
@in_loop
async def test_many_are_judged_once_under_a_key(world: World, path: str) -> None:
    asked: dict[str, Any] = (
        {"items": [body()]}
        if path.endswith("batch")
        else {"problems": [PAIR_SUM], "completions": [fenced(RIGHT)]}
    )
    async with world.open() as api:
        answers = [await api.post(path, asked, idempotency_key="k") for _ in range(3)]
    assert len({answer.content for answer in answers}) == 1


@in_loop
async def test_failures_are_tried_again(world: World) -> None:
    async with world.open() as api:
        failed = [await api.post("/v1/grade", body(BROKEN), idempotency_key="k") for _ in range(2)]
        missing = await api.post(
            "/v1/grade", {"problem_id": "p", "completion": ""}, idempotency_key="l"
        )
        await api.client.put("/v1/problems/p", json=PAIR_SUM | {"problem_id": "p"})
        there = await api.post(
            "/v1/grade", {"problem_id": "p", "completion": ""}, idempotency_key="l"
        )
    assert [answer.json()["verdict"] for answer in failed] == ["JE", "JE"]
    assert world.ran.count(BROKEN) == 4  # each twice, in two boxes
    assert (missing.status_code, there.status_code) == (404, 200)


@pytest.mark.parametrize(
    ("keep", "again"), [({"remember_s": 0.0}, True), ({"remember_bytes": 100}, True), ({}, False)]
)
@in_loop
async def test_answers_are_kept_within_bounds(
    world: World, keep: dict[str, Any], again: bool
) -> None:
    async with world.open(**keep) as api:
        first = await api.post("/v1/grade", body(), idempotency_key="k")
        second = await api.post("/v1/grade", body(), idempotency_key="k")
    assert (first.json()["cached"], second.json()["cached"]) == (False, again)


@pytest.mark.parametrize("key", ["", "a b", "k" * 257])
@in_loop
async def test_a_key_that_is_none_is_refused(world: World, key: str) -> None:
    async with world.open() as api:
        answer = await api.post("/v1/grade", body(), idempotency_key=key)
    assert (answer.status_code, answer.json()["type"]) == (400, "urn:ordojudge:invalid-key")


# ----------------------------------------------------------------------------- leaving


def compact(document: Any) -> bytes:
    """A document as the client of these tests writes it."""
    return json.dumps(document, separators=(",", ":")).encode()


async def leave(
    app: FastAPI,
    path: str,
    document: Any,
    *,
    gone: asyncio.Event,
    takes: int = 1_000_000,
    **headers: str,
) -> list[dict[str, Any]]:
    """What an application sends to a client that leaves when it is told, and takes so many messages."""
    sent: list[dict[str, Any]] = []
    asked = [{"type": "http.request", "body": compact(document), "more_body": False}]

    async def receive() -> dict[str, Any]:
        if asked:
            return asked.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if len(sent) == takes:
            await asyncio.Event().wait()
        sent.append(message)

    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named["content-type"] = "application/json"
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }
    await app(scope, receive, send)
    return sent


HELD_BATCH = {"items": [body(HELD, problem=PAIR_SUM | {"problem_id": f"{n}"}) for n in range(6)]}


@pytest.mark.parametrize(
    ("path", "document", "accept"),
    [
        pytest.param("/v1/grade", body(HELD), "", id="one"),
        pytest.param("/v1/grade/batch", HELD_BATCH, "", id="a batch"),
        pytest.param("/v1/grade/batch", HELD_BATCH, "application/x-ndjson", id="a stream"),
        pytest.param(
            "/v1/reward",
            {"problems": [PAIR_SUM], "completions": [fenced(HELD)]},
            "",
            id="rewards",
        ),
    ],
)
@in_loop
async def test_nothing_is_judged_for_a_client_that_left(
    world: World, path: str, document: Any, accept: str
) -> None:
    async with world.open() as api:
        await api.ready()
        gone = asyncio.Event()
        request = asyncio.create_task(leave(api.app, path, document, gone=gone, accept=accept))
        await begun(world)
        began = time.monotonic()
        gone.set()
        await request
        assert time.monotonic() - began < 2
        stats = await api.queue.stats()
        assert [lane.queued for lane in stats.lanes.values()] == [0, 0, 0]
        world.let_go.set()
    assert world.sandbox.aborted >= 1
    assert world.ran.count(HELD) <= 2


@in_loop
async def test_a_client_that_takes_no_line_of_its_stream_is_gone(world: World) -> None:
    items = [body(RIGHT), *HELD_BATCH["items"]]
    never = asyncio.Event()
    async with world.open(body_timeout_s=0.2) as api:
        await api.ready()
        async with asyncio.timeout(10):
            sent = await leave(
                api.app,
                "/v1/grade/batch",
                {"items": items},
                gone=never,
                takes=1,
                accept="application/x-ndjson",
            )
        stats = await api.queue.stats()
        assert [lane.queued for lane in stats.lanes.values()] == [0, 0, 0]
        world.let_go.set()
    assert [message["type"] for message in sent] == ["http.response.start"]
    assert world.ran.count(HELD) <= 2


@in_loop
async def test_a_client_that_comes_back_at_once_finds_its_work_under_way(world: World) -> None:
    async with world.open() as api:
        gone = asyncio.Event()
        request = asyncio.create_task(
            leave(api.app, "/v1/grade", body(HELD), gone=gone, idempotency_key="k")
        )
        await begun(world)
        gone.set()
        await request
        again = asyncio.create_task(api.post("/v1/grade", body(HELD), idempotency_key="k"))
        await asyncio.sleep(0)
        world.let_go.set()
        assert (await again).json()["verdict"] == "AC"
    assert (world.ran.count(HELD), world.sandbox.aborted) == (2, 0)


@in_loop
async def test_a_client_with_a_key_that_stays_away_costs_little(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ordojudge_api.idempotency.LINGER_S", 0.05)
    async with world.open() as api:
        gone = asyncio.Event()
        request = asyncio.create_task(
            leave(api.app, "/v1/grade", body(HELD), gone=gone, idempotency_key="k")
        )
        await begun(world)
        gone.set()
        await request
        async with asyncio.timeout(2):
            while not world.sandbox.aborted:
                await asyncio.sleep(0.01)
        world.let_go.set()


@in_loop
async def test_a_stream_that_breaks_off_says_why(world: World) -> None:
    async with world.open(max_in_flight=1) as api:
        await api.ready()
        submit = api.queue.submit
        calls = 0

        async def once(*args: Any, **kwargs: Any) -> list[str]:
            nonlocal calls
            calls += 1
            if calls > 1:
                raise ConnectionError("gone")
            return await submit(*args, **kwargs)

        api.queue.submit = once  # type: ignore[method-assign]
        answer = await api.post(
            "/v1/grade/batch", {"items": [body(), body(WRONG)]}, accept="application/x-ndjson"
        )
    first, last = map(json.loads, answer.text.splitlines())
    assert (first["index"], first["report"]["verdict"]) == (0, "AC")
    assert last["error"]["type"] == "urn:ordojudge:queue-unavailable"
