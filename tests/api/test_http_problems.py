"""Problems over HTTP: registered once, by content, under conditions."""

import asyncio
import gzip
import json
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.models import Problem
from ordojudge.problems import problem_digest
from tests.api.service import PAIR_SUM, RIGHT, Opened, World, fenced
from tests.jobs.fakes import in_loop

DIGEST = problem_digest(Problem.model_validate(PAIR_SUM))
OTHER = PAIR_SUM | {"tests": PAIR_SUM["tests"][:1]}
PATH = "/v1/problems/pair-sum"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


async def put(api: Opened, problem: Any = PAIR_SUM, path: str = PATH, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await api.client.put(path, json=problem, headers=named)


@in_loop
async def test_a_problem_is_registered_replaced_shown_and_forgotten(world: World) -> None:
    async with world.open() as api:
        made, again = await put(api), await put(api)
        shown = await api.client.get(PATH)
        unchanged = await api.client.get(PATH, headers={"if-none-match": f'"{DIGEST}"'})
        head = await api.client.head(PATH)
        replaced = await put(api, OTHER)
        listed = await api.client.get("/v1/problems")
        graded = await api.post(
            "/v1/grade", {"problem_id": "pair-sum", "completion": fenced(RIGHT)}
        )
        deleted = await api.client.delete(PATH)
        gone = [await api.client.request(method, PATH) for method in ("GET", "HEAD", "DELETE")]
    assert (made.status_code, again.status_code, replaced.status_code) == (201, 200, 200)
    assert made.json() == {"problem_id": "pair-sum", "digest": DIGEST}
    assert {answer.headers["etag"] for answer in (made, again, shown, unchanged, head)} == {
        f'"{DIGEST}"'
    }
    assert Problem.model_validate(shown.json()) == Problem.model_validate(PAIR_SUM)
    assert (unchanged.status_code, unchanged.content, head.content) == (304, b"", b"")
    assert replaced.headers["etag"] != made.headers["etag"]
    assert listed.json() == {"problem_ids": ["pair-sum"], "next": None}
    assert len(graded.json()["tests"]) == 1
    assert deleted.status_code == 204
    assert [answer.status_code for answer in gone] == [404] * 3
    assert "pair-sum" in gone[0].json()["detail"]


@pytest.mark.parametrize(
    "problem_id", ["a/b/c", "with space", "ünï", "..", "%2e", "a?b#c", "+", "x" * 256]
)
@in_loop
async def test_any_id_can_be_had_again(world: World, problem_id: str) -> None:
    path = "/v1/problems/" + "".join(f"%{byte:02x}" for byte in problem_id.encode())
    async with world.open() as api:
        made = await put(api, PAIR_SUM | {"problem_id": problem_id}, path)
        shown = await api.client.get(path)
        listed = await api.client.get("/v1/problems")
    assert (made.status_code, shown.json()["problem_id"]) == (201, problem_id)
    assert listed.json()["problem_ids"] == [problem_id]


@in_loop
async def test_ids_come_a_page_at_a_time(world: World) -> None:
    names = [f"p-{number}" for number in range(5)]
    seen: list[str] = []
    async with world.open() as api:
        for name in names:
            await put(api, PAIR_SUM | {"problem_id": name}, f"/v1/problems/{name}")
        after: str | None = ""
        while after is not None:
            page = (await api.client.get(f"/v1/problems?limit=2&after={after}")).json()
            assert len(page["problem_ids"]) <= 2
            seen, after = seen + page["problem_ids"], page["next"]
        refused = await api.client.get("/v1/problems?limit=lots")
    assert seen == names
    assert (refused.status_code, "limit" in refused.json()["detail"]) == (422, True)


@pytest.mark.parametrize(
    ("registered", "headers", "status"),
    [
        pytest.param(False, {"if_none_match": "*"}, 201, id="only if new, and it is"),
        pytest.param(True, {"if_none_match": "*"}, 412, id="only if new, and it isn't"),
        pytest.param(True, {"if_match": f'"{DIGEST}"'}, 200, id="only in place of this one"),
        pytest.param(True, {"if_match": f'W/"x", "{DIGEST}"'}, 200, id="in place of one of these"),
        pytest.param(True, {"if_match": "*"}, 200, id="only in place of any"),
        pytest.param(True, {"if_match": '"0"'}, 412, id="in place of another one"),
        pytest.param(
            False, {"if_match": f'"{DIGEST}"'}, 412, id="in place of one that isn't there"
        ),
        pytest.param(False, {"digest": DIGEST.upper()}, 201, id="of this digest"),
        pytest.param(False, {"digest": "0" * 64}, 409, id="of another digest"),
        pytest.param(False, {"digest": "sha-256=abc"}, 422, id="of something that is no digest"),
    ],
)
@in_loop
async def test_conditions_of_registering(
    world: World, registered: bool, headers: dict[str, str], status: int
) -> None:
    async with world.open() as api:
        if registered:
            await put(api)
        answer = await put(api, **headers)
        there = await api.client.head(PATH)
    assert answer.status_code == status
    assert there.status_code == (200 if registered or status == 201 else 404)


@in_loop
async def test_conditions_of_forgetting(world: World) -> None:
    async with world.open() as api:
        await put(api)
        kept = await api.client.delete(PATH, headers={"if-match": '"0"'})
        deleted = await api.client.delete(PATH, headers={"if-match": f'"{DIGEST}"'})
    assert (kept.status_code, deleted.status_code) == (412, 204)
    assert DIGEST in kept.json()["detail"]


@pytest.mark.parametrize(
    ("content", "status", "told"),
    [
        (b"", 422, ""),
        (b"{", 422, "not JSON"),
        (b"[]", 422, ""),
        (b"{}", 422, ""),
        (json.dumps(PAIR_SUM | {"problem_id": "other"}).encode(), 409, "'other'"),
        (json.dumps(PAIR_SUM | {"checker": {"type": "magic"}}).encode(), 422, "checker"),
        (json.dumps(PAIR_SUM | {"tests": []}).encode(), 422, "tests"),
        (json.dumps(PAIR_SUM | {"surprise": 1}).encode(), 422, "surprise"),
        (json.dumps(PAIR_SUM | {"limits": {"cpu_s": -1}}).encode(), 422, "cpu_s"),
        (b'{"problem_id":"pair-sum","problem_id":"pair-sum"}', 422, "twice"),
        (b'{"tests":' + b"[" * 100_000, 422, ""),
        (b'{"statement":"\\ud800"}', 422, ""),
        (b'{"tests":[{"case_id":"1","input_file":"/etc/passwd","output":""}]}', 422, "input_file"),
        (b'{"tests":[' + b'{"case_id":"1"},' * 10_001 + b"{}]}", 422, "10,000"),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, bytes) else "",
)
@in_loop
async def test_a_problem_that_is_none_is_refused(
    world: World, content: bytes, status: int, told: str
) -> None:
    async with world.open() as api:
        for coding, sent in (("identity", content), ("gzip", gzip.compress(content))):
            answer = await api.client.put(
                PATH,
                content=sent,
                headers={"content-type": "application/json", "content-encoding": coding},
            )
            assert (answer.status_code, told in answer.json()["detail"]) == (status, True)
        assert (await api.client.head(PATH)).status_code == 404


@in_loop
async def test_a_long_problem_is_never_in_memory_as_a_whole(world: World) -> None:
    tests, size = 60, 1 << 20

    async def document() -> AsyncIterator[bytes]:
        yield b'{"problem_id":"pair-sum","tests":['
        for number in range(tests):
            await asyncio.sleep(0)
            yield b'%s{"case_id":"%d","input":"' % (b"," if number else b"", number)
            yield b"7" * size
            yield b'","output":"x"}'
        yield b"]}"

    async with world.open() as api:
        before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        made = await api.client.put(
            PATH, content=document(), headers={"content-type": "application/json"}
        )
        grown_bytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib) * 1024
        shown = await api.client.get(PATH)
    assert made.status_code == 201
    assert grown_bytes < tests * size / 2
    assert [len(test["input"]) for test in shown.json()["tests"]] == [size] * tests
