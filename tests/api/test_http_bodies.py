"""Poisoned requests: whatever a client sends, it gets a 4xx that says what is wrong and echoes nothing huge."""

import asyncio
import gzip
import json
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.api.service import PAIR_SUM, RIGHT, Opened, World, body, fenced
from tests.jobs.fakes import in_loop

GRADE = json.dumps(body()).encode()
BOMB = b"[" + b" " * (64 << 20) + b"]"


def with_source(source: bytes) -> bytes:
    return b'{"problem_id":"p","language":"python","source":"' + source + b'"}'


def with_tests(tests: str) -> bytes:
    return (
        '{"source":"x","language":"python","problem":{"problem_id":"p","tests":' + tests + "}}"
    ).encode()


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


async def send(api: Opened, content: bytes, path: str = "/v1/grade", **headers: str) -> Any:
    named = {"content-type": "application/json"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    return await api.client.post(path, content=content, headers=named)


POISONS: dict[str, tuple[bytes, int, str]] = {
    "nothing": (b"", 400, "not JSON"),
    "half of it": (GRADE[:-9], 400, "not JSON"),
    "another type": (b"[1, 2]", 422, "dictionary"),
    "a number": (b"5", 422, "dictionary"),
    "null": (b"null", 422, "dictionary"),
    "not UTF-8": (with_source(b"\xff\xfe"), 400, "not UTF-8"),
    "a key twice": (b'{"source": "a", "source": "b"}', 400, "'source' is given twice"),
    "NaN": (b'{"source": "a", "deadline_s": NaN}', 400, "NaN"),
    "infinity": (b'{"source": "a", "deadline_s": -Infinity}', 400, "-Infinity"),
    "a float beyond floats": (b'{"source": "a", "deadline_s": 1e999}', 422, "deadline_s"),
    "an integer beyond integers": (b'{"deadline_s": ' + b"9" * 5000 + b"}", 400, "digits"),
    "a lone high surrogate": (with_source(rb"\ud800"), 400, "U+D800"),
    "a lone low surrogate that is no byte": (with_source(rb"\udfff"), 400, "U+DFFF"),
    "deep arrays": (b"[" * 100_000 + b"]" * 100_000, 400, "nested too deeply"),
    "deep objects": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, 400, "nested too deeply"),
    "a million tests": (with_tests("[" + "{}," * 999_999 + "{}]"), 413, "values"),
    "a hundred thousand tests": (with_tests("[" + "{}," * 99_999 + "{}]"), 422, "problem.tests"),
    "three million values": (with_tests("[" + "1," * 3_000_000 + "1]"), 413, "values"),
    "wrong types": (b'{"problem_id": 5, "source": ["a"], "language": {}}', 422, "language: "),
    "unknown keys": (
        b'{"problem_id":"p","source":"s","language":"c","x":1}',
        422,
        "x: unknown key",
    ),
    "both a source and a completion": (
        b'{"problem_id":"p","source":"s","language":"c","completion":"c"}',
        422,
        "either source or completion",
    ),
    "neither problem nor id": (b'{"source":"s","language":"c"}', 422, "either problem or problem"),
    "no language": (b'{"problem_id":"p","source":"s"}', 422, "language: needed"),
    "an unknown language": (
        json.dumps(body(language="cobol")).encode(),
        422,
        "'cobol' is unknown; known are",
    ),
    "an unknown reward": (json.dumps(body(reward="lavish")).encode(), 422, "reward: 'lavish'"),
    "a reward that pays for less": (
        json.dumps(body(reward={"wrong_value": 9})).encode(),
        422,
        "must not exceed right_value",
    ),
    "a reward of another type": (json.dumps(body(reward=[1])).encode(), 422, "reward: "),
    "a huge unknown language": (
        json.dumps(body(language="x" * 1_000_000)).encode(),
        422,
        "language",
    ),
    "a huge key": (b'{"' + b"k" * 1_000_000 + b'": 1}', 422, "unknown key"),
    "a source too long": (json.dumps(body("x" * 262_145)).encode(), 422, "262145 bytes"),
    "no tests": (with_tests("[]"), 422, "problem.tests"),
    "a case twice": (
        with_tests(
            '[{"case_id":"1","input":"","output":""},{"case_id":"1","input":"","output":""}]'
        ),
        422,
        "used twice",
    ),
    "tests in files": (
        with_tests('[{"case_id":"1","input_file":"/etc/passwd","output":""}]'),
        422,
        "must be loaded first",
    ),
    "an interactive checker of a function": (
        json.dumps(
            body(
                problem=PAIR_SUM
                | {
                    "interface": {"type": "asserts", "entry_point": "f"},
                    "checker": {"type": "interactive", "language": "python", "source": ""},
                }
            )
        ).encode(),
        422,
        "interactor",
    ),
    "an id that isn't there": (b'{"problem_id":"gone","completion":"x"}', 404, "gone"),
}


@pytest.mark.parametrize("name", POISONS)
@in_loop
async def test_poison_is_refused_in_a_few_words(world: World, name: str) -> None:
    content, status, told = POISONS[name]
    async with world.open() as api:
        answer = await send(api, content)
        after = await send(api, GRADE)
    document = answer.json()
    assert (answer.status_code, document["status"]) == (status, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert told in document["detail"]
    assert len(answer.content) < 5_000
    assert document["request_id"] == answer.headers["x-request-id"]
    assert after.json()["verdict"] == "AC"


@pytest.mark.parametrize(
    ("path", "document", "status", "told"),
    [
        pytest.param("/v1/grade/batch", {}, 422, "items", id="no items"),
        pytest.param("/v1/grade/batch", {"items": {}}, 422, "items", id="items are no list"),
        pytest.param("/v1/grade/batch", {"items": [1]}, 422, "items.0", id="an item is a number"),
        pytest.param(
            "/v1/grade/batch",
            {"items": [body(), body(language="cobol")]},
            422,
            "items.1: language: 'cobol'",
            id="the second item has an unknown language",
        ),
        pytest.param(
            "/v1/grade/batch",
            {"items": [body(), {"source": 5} | {"problem_id": "p"}]},
            422,
            "items.1.source",
            id="the second item has a source of another type",
        ),
        pytest.param(
            "/v1/grade/batch",
            {"items": [body()], "defaults": {"source": "x"}},
            422,
            "defaults.source: unknown key",
            id="a source as default",
        ),
        pytest.param(
            "/v1/grade/batch",
            {"items": [{"completion": ""}, {"completion": "", "problem_id": "gone"}]}
            | {"defaults": {"problem": PAIR_SUM}},
            404,
            "items.1: gone",
            id="the second item has an unknown problem",
        ),
        pytest.param(
            "/v1/grade/batch", {"items": [body()] * 9}, 413, "at most 8", id="too many items"
        ),
        pytest.param(
            "/v1/reward",
            {"problem_ids": ["a"], "completions": [""] * 9},
            413,
            "at most 8",
            id="too many completions",
        ),
        pytest.param(
            "/v1/reward",
            {"problem_ids": ["a", "b"], "completions": [""] * 3},
            422,
            "2 for 3 completions",
            id="as many problems as don't fit",
        ),
        pytest.param(
            "/v1/reward",
            {"problem_ids": [], "completions": []},
            422,
            "problem_ids",
            id="no problem at all",
        ),
        pytest.param(
            "/v1/reward",
            {"problem_ids": ["a"], "problems": [PAIR_SUM], "completions": [""]},
            422,
            "either problem_ids or problems",
            id="problems and ids",
        ),
        pytest.param(
            "/v1/reward",
            {"problems": [PAIR_SUM], "completions": ["", None]},
            422,
            "completions.1",
            id="a completion that is null",
        ),
    ],
)
@in_loop
async def test_many_are_refused_by_the_first_that_is_wrong(
    world: World, path: str, document: Any, status: int, told: str
) -> None:
    async with world.open(max_items=8) as api:
        answer = await api.post(path, document)
    assert (answer.status_code, told in answer.json()["detail"]) == (status, True)


@in_loop
async def test_at_most_ten_fields_are_named(world: World) -> None:
    async with world.open() as api:
        answer = await api.post("/v1/grade/batch", {"items": [{}] * 500})
    assert len(answer.json()["errors"]) == 10


@in_loop
async def test_no_depth_of_values_is_too_much_for_the_service(world: World) -> None:
    statuses = set()
    async with world.open() as api:
        for depth in range(900, 1010, 5):
            value = "[" * depth + "]" * depth
            content = (
                '{"source":"x","language":"python","problem":{"problem_id":"p","interface":'
                '{"type":"function","entry_point":"f"},"tests":[{"case_id":"1","input":'
                f'{value},"output":1}}]}}}}'
            )
            statuses.add((await send(api, content.encode())).status_code)
    assert statuses <= {200, 400, 422}
    assert 400 in statuses


@in_loop
async def test_bytes_that_are_not_text_come_back_as_they_went(world: World) -> None:
    tests = [{"case_id": "1", "input": "1 2", "output": "\udcfe\udc80"}]
    problem = {"problem_id": "p", "tests": tests}
    async with world.open() as api:
        answer = await send(api, json.dumps(body(problem=problem)).encode())
        stored = await send_problem(api, problem)
        shown = await api.client.get("/v1/problems/p")
        refused = await send(api, json.dumps(body(submission_id="\udc81")).encode())
    assert (answer.status_code, answer.json()["verdict"]) == (200, "WA")
    assert (stored.status_code, shown.json()["tests"]) == (201, tests)
    assert refused.status_code == 422


async def send_problem(api: Opened, problem: Any) -> Any:
    return await api.client.put(
        f"/v1/problems/{problem['problem_id']}",
        content=json.dumps(problem).encode(),
        headers={"content-type": "application/json"},
    )


# -------------------------------------------------------------- packed, large, slow


def zstd(content: bytes) -> bytes:
    return zstandard.compress(content)


@pytest.mark.parametrize(
    ("coding", "content"),
    [
        ("gzip", gzip.compress(GRADE)),
        ("x-gzip", gzip.compress(GRADE[:20]) + gzip.compress(GRADE[20:])),
        ("GZIP", gzip.compress(GRADE)),
        ("zstd", zstd(GRADE)),
        ("zstd", zstandard.ZstdCompressor(write_content_size=False).compress(GRADE)),
        ("zstd", zstd(GRADE[:20]) + zstd(GRADE[20:])),
        ("identity", GRADE),
    ],
)
@in_loop
async def test_packed_bodies_are_unpacked(world: World, coding: str, content: bytes) -> None:
    async with world.open() as api:
        answer = await send(api, content, content_encoding=coding)
    assert answer.json()["verdict"] == "AC"


@in_loop
async def test_a_large_packed_body_comes_out_whole(world: World) -> None:
    noise = random.Random(7).randbytes(1_500_000).hex()
    problem = PAIR_SUM | {"statement": noise}
    async with world.open() as api:
        for coding, content in (("gzip", gzip.compress), ("zstd", zstd)):
            packed = content(json.dumps(body(problem=problem)).encode())
            answer = await send(api, packed, content_encoding=coding)
            assert answer.json()["verdict"] == "AC"


@pytest.mark.parametrize(
    ("coding", "content", "status", "told"),
    [
        pytest.param("gzip", gzip.compress(BOMB), 413, "larger", id="a gzip bomb"),
        pytest.param("zstd", zstd(BOMB), 413, "larger", id="a zstd bomb"),
        pytest.param("gzip", gzip.compress(gzip.compress(BOMB)), 400, "UTF-8", id="packed twice"),
        pytest.param("gzip", GRADE, 400, "not gzip", id="not gzip"),
        pytest.param("zstd", GRADE, 400, "not zstd", id="not zstd"),
        pytest.param("gzip", b"", 400, "not gzip", id="nothing as gzip"),
        pytest.param("gzip", gzip.compress(GRADE)[:-12], 400, "too early", id="half of a gzip"),
        pytest.param("gzip", gzip.compress(GRADE) + b"junk", 400, "not gzip", id="junk after gzip"),
        pytest.param("zstd", zstd(GRADE)[:-9], 400, "", id="half of a zstd"),
        pytest.param(
            "zstd",
            zstandard.ZstdCompressor(
                compression_params=zstandard.ZstdCompressionParameters(window_log=27)
            )
            .compressobj()
            .compress(b"x" * 10)
            + b"",
            400,
            "",
            id="a zstd that wants 128 MiB",
        ),
        pytest.param("br", GRADE, 415, "gzip, zstd", id="brotli"),
        pytest.param("gzip, zstd", GRADE, 415, "gzip, zstd", id="two codings"),
    ],
)
@in_loop
async def test_bombs_and_broken_packages_are_refused(
    world: World, coding: str, content: bytes, status: int, told: str
) -> None:
    began = time.process_time()
    async with world.open(max_body_bytes=1 << 20) as api:
        answer = await send(api, content, content_encoding=coding)
    assert answer.status_code == status
    assert told in answer.json()["detail"]
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "media_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"],
)
@in_loop
async def test_another_media_type_is_415(world: World, media_type: str) -> None:
    async with world.open() as api:
        answer = await send(api, GRADE, content_type=media_type)
        put = await api.client.put(
            "/v1/problems/p", content=b"{}", headers={"content-type": media_type}
        )
    assert (answer.status_code, put.status_code) == (415, 415)


@pytest.mark.parametrize(
    "media_type",
    ["application/json", 'Application/JSON; charset="UTF-8"', "application/problem+json"],
)
@in_loop
async def test_json_by_other_names_is_taken(world: World, media_type: str) -> None:
    async with world.open() as api:
        assert (await send(api, GRADE, content_type=media_type)).status_code == 200


async def dripping(pieces: int, piece: bytes, pause_s: float) -> AsyncIterator[bytes]:
    for _ in range(pieces):
        await asyncio.sleep(pause_s)
        yield piece


@pytest.mark.parametrize("told_length", [True, False], ids=["by its length", "while it comes"])
@pytest.mark.parametrize("method", ["POST /v1/grade", "PUT /v1/problems/p"])
@in_loop
async def test_a_body_too_large_is_413(world: World, told_length: bool, method: str) -> None:
    verb, path = method.split()
    content: Any = b"[" + b" " * 100_000 + b"]"
    if not told_length:
        content = dripping(100, b" " * 1_000, 0)
    async with world.open(max_body_bytes=50_000, max_problem_bytes=50_000) as api:
        answer = await api.client.request(
            verb, path, content=content, headers={"content-type": "application/json"}
        )
    assert answer.status_code == 413
    assert "50,000 bytes" in answer.json()["detail"]


@pytest.mark.parametrize("method", ["POST /v1/grade", "PUT /v1/problems/p"])
@in_loop
async def test_a_body_that_comes_too_slowly_is_408(world: World, method: str) -> None:
    verb, path = method.split()
    async with world.open(body_timeout_s=0.1, timeout_s=0.1) as api:
        answer = await api.client.request(
            verb,
            path,
            content=dripping(50, b" ", 0.05),
            headers={"content-type": "application/json"},
        )
    assert answer.status_code == 408


@in_loop
async def test_large_bodies_do_not_hold_up_the_event_loop(world: World) -> None:
    problem = PAIR_SUM | {
        "tests": [
            {"case_id": str(number), "input": "1 2 " + "7 " * 500, "output": "x" * 500}
            for number in range(5_000)
        ]
    }
    content = json.dumps(
        {"problems": [problem], "completions": [fenced(RIGHT)], "all_tests": False}
    ).encode()
    longest_s = 0.0

    async def watch() -> None:
        nonlocal longest_s
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.005)
            longest_s = max(longest_s, time.monotonic() - began - 0.005)

    async with world.open() as api:
        await api.ready()
        watching = asyncio.create_task(watch())
        answer = await send(api, content, path="/v1/reward")
        watching.cancel()
    assert answer.status_code == 200
    assert len(content) > 7_000_000
    assert longest_s < 0.5  # 0.1 s where nothing else runs; a test machine is busy
