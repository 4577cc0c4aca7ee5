"""Grading over HTTP: one, many, as rewards; what is answered, in which order, and what isn't judged."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.errors import (
    JobExpired,
    QueueError,
    QueueFull,
    SandboxUnavailable,
)
from ordojudge.core.models import Report
from tests.api.service import (
    BROKEN,
    HALF,
    HELD,
    PAIR_SUM,
    RIGHT,
    WRONG,
    Refusing,
    World,
    body,
    fenced,
)
from tests.jobs.fakes import in_loop

ASSERTS = {
    "problem_id": "adds",
    "interface": {"type": "asserts", "entry_point": "add"},
    "tests": [{"case_id": "1", "input": "assert add(1, 2) == 3"}],
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.mark.parametrize(
    ("source", "verdict", "pass_rate", "total"),
    [
        pytest.param(RIGHT, "AC", 1.0, 1.1, id="right"),
        pytest.param(HALF, "WA", 0.5, 0.6, id="half right"),
        pytest.param("unheard of", "CE", 0.0, 0.1, id="does not compile"),
        pytest.param(BROKEN, "JE", 0.0, None, id="the judge fails"),
    ],
)
@in_loop
async def test_a_grade_is_the_report(
    world: World, source: str, verdict: str, pass_rate: float, total: float | None
) -> None:
    async with world.open() as api:
        answer = await api.post("/v1/grade", body(source, submission_id="s-1"))
    assert answer.status_code == 200
    report = Report.model_validate(answer.json())
    assert (report.verdict, report.pass_rate) == (verdict, pass_rate)
    assert (report.reward.total if report.reward else None) == total
    assert (report.submission_id, report.problem_id) == ("s-1", "pair-sum")
    assert set(answer.json()) == set(Report.model_fields)


@in_loop
async def test_every_choice_of_a_request_is_heeded(world: World) -> None:
    choices = {
        "completion": fenced(WRONG),
        "reward": {"preset": "acecoder", "wrong_value": -3},
        "all_tests": False,
        "complexity": True,
        "lane": "batch",
        "deadline_s": 9,
    }
    async with world.open() as api:
        report = (await api.post("/v1/grade", {"problem": PAIR_SUM} | choices)).json()
    assert report["extraction"] == {"kind": "fenced", "truncated": False}
    assert report["reward"]["total"] == -3
    assert len(report["tests"]) == 1
    assert report["complexity"] is None


@in_loop
async def test_a_completion_without_code_needs_no_slot(world: World) -> None:
    async with world.open(
        queue=lambda queue: Refusing(queue, QueueFull("", retry_after_s=1))
    ) as api:
        answer = await api.post("/v1/grade", {"problem": PAIR_SUM, "completion": "I don't know."})
    assert answer.json()["verdict"] == "SE"


@pytest.mark.parametrize(
    ("completion", "told"),
    [
        pytest.param("```cpp\nint main(){}\n```", "take Python", id="a language it can't be in"),
        pytest.param("```python\n" + "x" * 300_000 + "\n```", "at most", id="too long"),
    ],
)
@in_loop
async def test_what_a_model_wrote_costs_only_its_own_item(
    world: World, completion: str, told: str
) -> None:
    items = [{"completion": completion}, {"completion": fenced("unheard of")}]
    async with world.open() as api:
        answer = await api.post(
            "/v1/grade/batch", {"defaults": {"problem": ASSERTS}, "items": items}
        )
    first, second = answer.json()["reports"]
    assert (first["verdict"], second["verdict"]) == ("SE", "CE")
    assert told in first["compile"]["message"]


@in_loop
async def test_a_batch_answers_in_order_and_masks_what_failed(world: World) -> None:
    sources = [RIGHT, WRONG, BROKEN, HALF, RIGHT]
    async with world.open() as api:
        answer = await api.post("/v1/grade/batch", {"items": [body(each) for each in sources]})
    reports = answer.json()["reports"]
    assert [each["verdict"] for each in reports] == ["AC", "WA", "JE", "WA", "AC"]
    assert [each["reward"] is None for each in reports] == [False, False, True, False, False]
    assert world.ran.count(RIGHT) == 2  # once, with two tests


@in_loop
async def test_items_override_the_defaults_of_their_batch(world: World) -> None:
    other = PAIR_SUM | {"problem_id": "other"}
    batch = {
        "defaults": {"problem": PAIR_SUM, "language": "python", "reward": "acecoder"},
        "items": [
            {"source": RIGHT},
            {"source": WRONG, "problem": other},
            {"source": WRONG, "reward": "default"},
        ],
    }
    async with world.open() as api:
        reports = (await api.post("/v1/grade/batch", batch)).json()["reports"]
    assert [each["problem_id"] for each in reports] == ["pair-sum", "other", "pair-sum"]
    assert [each["reward"]["total"] for each in reports] == [1.0, -1.0, 0.1]


@in_loop
async def test_a_stream_sends_each_report_as_it_is_done(world: World) -> None:
    items = [body(HELD), body(RIGHT)]
    lines = []
    async with world.open() as api:
        # A transport of httpx's hands over an answer as a whole, so the order of lines is what is seen.
        waiting = asyncio.create_task(
            api.post("/v1/grade/batch", {"items": items}, accept="application/x-ndjson")
        )
        await asyncio.to_thread(world.begun.wait, 10)
        while RIGHT not in world.ran:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        world.let_go.set()
        answer = await waiting
        lines = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert [line["index"] for line in lines] == [1, 0]
    assert [line["report"]["verdict"] for line in lines] == ["AC", "AC"]


@pytest.mark.parametrize("shared", [True, False], ids=["one problem for all", "one for each"])
@pytest.mark.parametrize("registered", [True, False], ids=["by id", "inline"])
@in_loop
async def test_rewards_are_numbers_or_null_in_order(
    world: World, shared: bool, registered: bool
) -> None:
    completions = [fenced(RIGHT), fenced(HALF), "no code", fenced(BROKEN)]
    count = 1 if shared else len(completions)
    named = (
        {"problem_ids": ["pair-sum"] * count} if registered else {"problems": [PAIR_SUM] * count}
    )
    async with world.open() as api:
        await api.client.put("/v1/problems/pair-sum", json=PAIR_SUM)
        plain = await api.post("/v1/reward", named | {"completions": completions})
        told = await api.post(
            "/v1/reward", named | {"completions": completions, "with_reports": True}
        )
    assert plain.json() == {"rewards": [1.1, 0.6, 0.0, None]}
    assert told.json()["rewards"] == plain.json()["rewards"]
    assert [each["verdict"] for each in told.json()["reports"]] == ["AC", "WA", "SE", "JE"]


@in_loop
async def test_nothing_asked_is_nothing_answered(world: World) -> None:
    async with world.open() as api:
        batch = await api.post("/v1/grade/batch", {"items": []})
        stream = await api.post("/v1/grade/batch", {"items": []}, accept="application/x-ndjson")
        rewards = await api.post("/v1/reward", {"problems": [PAIR_SUM], "completions": []})
    assert (batch.json(), stream.text) == ({"reports": []}, "")
    assert rewards.json() == {"rewards": []}


# ------------------------------------------------------------------ what can't be had


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        pytest.param(QueueFull("full", retry_after_s=2.2), 429, "queue-full", id="full"),
        pytest.param(QueueError("closed"), 503, "queue-unavailable", id="closed"),
        pytest.param(ConnectionError("gone"), 503, "queue-unavailable", id="a driver's own error"),
        pytest.param(SandboxUnavailable("no g++"), 503, "sandbox-unavailable", id="no compiler"),
        pytest.param(JobExpired("late"), 504, "deadline-passed", id="too late"),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
@in_loop
async def test_a_queue_that_takes_nothing_is_an_answer(
    world: World, error: Exception, status: int, code: str, accept: str
) -> None:
    async with world.open(queue=lambda queue: Refusing(queue, error)) as api:
        one = await api.post("/v1/grade", body())
        many = await api.post("/v1/grade/batch", {"items": [body(), body(WRONG)]}, accept=accept)
    for answer in (one, many):
        assert answer.status_code == status
        assert answer.json()["type"] == f"urn:ordojudge:{code}"
        assert answer.headers.get("retry-after") == ("3" if status == 429 else None)


@in_loop
async def test_a_batch_takes_what_room_there_is_and_waits_for_the_rest(world: World) -> None:
    refusing = []

    def refuse(queue: Any) -> Any:
        refusing.append(Refusing(queue, QueueFull("full", retry_after_s=0.01), times=2))
        return refusing[0]

    items = [body(f"unheard of {number}") for number in range(8)]
    async with world.open(queue=refuse) as api:
        answer = await api.post("/v1/grade/batch", {"items": items})
    assert [each["verdict"] for each in answer.json()["reports"]] == ["CE"] * 8
    assert [size for size in refusing[0].sizes if size > 1][:3] == [8, 4, 2]


@in_loop
async def test_no_more_than_allowed_is_in_flight(world: World) -> None:
    refusing = []

    def count(queue: Any) -> Any:
        refusing.append(Refusing(queue, QueueFull("", retry_after_s=1), times=0))
        return refusing[0]

    items = [body(f"unheard of {number}") for number in range(20)]
    async with world.open(queue=count, max_in_flight=4) as api:
        answer = await api.post("/v1/grade/batch", {"items": items})
    assert len(answer.json()["reports"]) == 20
    assert max(refusing[0].sizes) == 4


@in_loop
async def test_a_deadline_ends_the_wait_and_the_job(world: World) -> None:
    async with world.open() as api:
        one = await api.post("/v1/grade", body(HELD, deadline_s=0.2))
        many = await api.post(
            "/v1/reward",
            {"problems": [PAIR_SUM], "completions": [fenced(RIGHT), fenced(HELD)]}
            | {"deadline_s": 0.2, "with_reports": True},
        )
    assert (one.status_code, one.json()["type"]) == (504, "urn:ordojudge:deadline-passed")
    assert many.json()["rewards"] == [1.1, None]
    assert many.json()["reports"][1]["verdict"] == "JE"
    assert world.sandbox.aborted >= 1


@in_loop
async def test_a_silent_queue_is_not_waited_for_for_ever(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent(Refusing):
        async def result(self, job_id: str) -> Any:
            await asyncio.Event().wait()

    monkeypatch.setattr("ordojudge_api.in_flight.LOST_AFTER_S", 0.05)
    full = QueueFull("", retry_after_s=1)
    async with world.open(queue=lambda queue: Silent(queue, full, times=0), timeout_s=0.05) as api:
        answer = await api.post("/v1/grade", body())
    assert answer.status_code == 504
