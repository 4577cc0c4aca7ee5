"""Nothing is lost: API processes, workers and Redis die, and every job is answered once, and rightly."""

import asyncio
import json
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from ordojudge.ports import Sandbox
from tests.e2e.machines import Api, Machines, body, machines, program, until
from tests.redis_server import RedisServer, redis_server

pytestmark = [pytest.mark.timeout(300)]

QUICK = {"beat_s": 0.2, "lost_after_s": 1.5}
"""So that a test needn't wait ten seconds for what got lost."""

VERDICTS = ("AC", "WA", "RTE", "TLE")


@pytest.fixture
def service(redis: RedisServer, tmp_path: Path) -> Iterator[Machines]:
    with machines(redis, tmp_path, **QUICK) as service:
        yield service


class Answer(NamedTuple):
    status: int
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)


def post_all(client: httpx.Client, bodies: list[dict[str, Any]]) -> list[Answer]:
    """Send single grades at once, each on a connection of its own, and wait for all answers."""

    async def post(body: dict[str, Any]) -> Answer:
        content = json.dumps(body).encode()
        head = (
            "POST /v1/grade HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
        writer.write(head.encode() + content)
        answered, _, found = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        return Answer(int(answered.split()[1]), found)

    async def post_each() -> list[Answer]:
        return await asyncio.gather(*map(post, bodies))

    return asyncio.run(post_each())


@pytest.mark.slow
def test_two_thousand_requests_at_once_are_all_answered(service: Machines) -> None:
    service.worker(slots=2)
    api = service.api()
    api.ready()
    bodies = [
        body(program(f"p{n}", verdict=VERDICTS[n % len(VERDICTS)]), submission_id=f"s{n}")
        for n in range(2000)
    ]
    answers = post_all(api.client, bodies)
    assert {answer.status for answer in answers} == {200}
    assert [(each.json()["submission_id"], each.json()["verdict"]) for each in answers] == [
        (f"s{n}", VERDICTS[n % len(VERDICTS)]) for n in range(2000)
    ]
    items = [body(program(f"b{n}", verdict=VERDICTS[n % 3])) for n in range(1000)]
    batch = api.client.post("/v1/grade/batch", json={"items": items}).json()["reports"]
    assert [each["verdict"] for each in batch] == [VERDICTS[n % 3] for n in range(1000)]
    runs = service.runs()
    assert len(runs) == 3000
    assert set(runs.values()) == {1}
    assert api.memory_bytes <= 250 << 20


@pytest.mark.slow
def test_slots_killed_fifty_times_under_load_lose_nothing(service: Machines) -> None:
    service.worker(slots=4)
    api = service.api()
    api.ready()
    chance = random.Random(4)
    over = threading.Event()
    killed = 0

    def kill_now_and_then() -> None:
        nonlocal killed
        seen_s: dict[int, float] = {}
        while killed < 50 and not over.is_set():
            time.sleep(0.2)
            now_s = time.monotonic()
            at_work = [
                pid for pid in service.slots() if now_s - seen_s.setdefault(pid, now_s) > 1.0
            ]
            if at_work:
                os.kill(chance.choice(at_work), signal.SIGKILL)
                killed += 1
        over.set()

    killer = threading.Thread(target=kill_now_and_then)
    killer.start()
    rounds = 0
    answers: list[tuple[str, Answer]] = []
    try:
        while not over.is_set():
            rounds += 1
            wanted = [(VERDICTS[n % len(VERDICTS)], f"r{rounds}-{n}") for n in range(40)]
            found = post_all(
                api.client,
                [body(program(name, seconds=0.1, verdict=verdict)) for verdict, name in wanted],
            )
            answers += zip([verdict for verdict, _ in wanted], found, strict=True)
    finally:
        over.set()
        killer.join()
    assert killed == 50
    told = [(wanted, answer.status, answer.json().get("verdict")) for wanted, answer in answers]
    # JE is right for a job whose slot was killed three times, and for no other.
    given_up = [each for each in told if each[2] == "JE"]
    assert [each for each in told if each not in given_up] == [
        (wanted, 200, wanted) for wanted, _, verdict in told if verdict != "JE"
    ]
    runs = service.runs()
    assert sum(runs.values()) > len(runs) == len(told)  # some were begun again, and all were begun
    cut_off = retries(api, "lost") + retries(api, "given-up")
    print(f"{len(told)} jobs, 50 kills, {cut_off} of them in a job, {len(given_up)} given up")
    assert retries(api, "given-up") == len(given_up)
    assert 3 * len(given_up) <= cut_off <= killed


def retries(api: Api, cause: str) -> int:
    """How many jobs were taken from a slot before they were done."""
    name = f'ordojudge_queue_retries_total{{cause="{cause}"}} '
    [line] = [
        each for each in api.client.get("/metrics").text.splitlines() if each.startswith(name)
    ]
    return int(float(line.removeprefix(name)))


@pytest.mark.slow
def test_jobs_go_to_the_workers_that_have_their_language(service: Machines) -> None:
    service.worker(languages=("python",))
    api = service.api()
    api.ready()
    in_java = body(program("java"), language="java")
    refused = api.client.post("/v1/grade", json=in_java)
    assert refused.status_code == 503
    assert refused.json()["detail"] == "no worker judges java"

    service.worker(languages=("python", "java"))
    until(lambda: offered(api) == {"python", "java"})
    items = [
        body(program(f"p{n}", seconds=0.02), language=("python", "java")[n % 2]) for n in range(60)
    ]
    items.append(body(program("go"), language="go"))
    reports = api.client.post("/v1/grade/batch", json={"items": items}).json()["reports"]
    assert [each["verdict"] for each in reports] == ["AC"] * 60 + ["JE"]
    assert reports[-1]["compile"]["message"] == "the judge failed: no worker judges go"
    assert service.runs() == {f"p{n}": 1 for n in range(60)}


def offered(api: Api) -> set[str]:
    """Languages that work somewhere."""
    found = api.client.get("/v1/languages").json()["languages"]
    return {each["id"] for each in found if each["available"]}


@pytest.mark.slow
def test_redis_restarts_under_load_and_nothing_is_lost(tmp_path: Path) -> None:
    with redis_server() as redis, machines(redis, tmp_path, **QUICK, away_s=20) as service:
        service.worker(slots=2)
        api = service.api()
        api.ready()
        bodies = [body(program(f"p{n}", seconds=0.05)) for n in range(200)]
        answers: list[Answer] = []
        sending = threading.Thread(target=lambda: answers.extend(post_all(api.client, bodies)))
        sending.start()
        until(lambda: sum(service.runs().values()) > 20)
        for number in (signal.SIGTERM, signal.SIGKILL):
            redis.stop(number)
            time.sleep(0.5)
            redis.start()
            time.sleep(0.5)
        sending.join()
        assert [(each.status, each.json()["verdict"]) for each in answers] == [(200, "AC")] * 200
        assert api.client.post("/v1/grade", json=body(program("after"))).json()["verdict"] == "AC"


@pytest.mark.slow
def test_a_request_finds_its_jobs_again_when_its_api_process_was_killed(service: Machines) -> None:
    service.worker(slots=2)
    first, second = service.api(), service.api()
    second.ready()
    items = [body(program(f"p{n}", seconds=0.2)) for n in range(20)]
    key = {"Idempotency-Key": "again"}

    def send() -> None:
        with pytest.raises(httpx.TransportError):
            first.client.post("/v1/grade/batch", json={"items": items}, headers=key)

    sending = threading.Thread(target=send)
    sending.start()
    until(lambda: sum(service.runs().values()) >= 4)
    first.process.kill()
    sending.join()
    other = second.client.post("/v1/grade/batch", json={"items": items[:1]}, headers=key)
    assert other.status_code == 422
    answer = second.client.post("/v1/grade/batch", json={"items": items}, headers=key)
    assert [each["verdict"] for each in answer.json()["reports"]] == ["AC"] * 20
    assert service.runs() == {f"p{n}": 1 for n in range(20)}
    third = service.api()
    again = third.client.post("/v1/grade/batch", json={"items": items}, headers=key)
    assert again.content == answer.content


@pytest.mark.slow
def test_a_worker_drains_when_asked_and_gives_back_when_asked_twice(service: Machines) -> None:
    worker = service.worker(slots=1)
    api = service.api()
    api.ready()
    answers = []
    bodies = [body(program(name, seconds=seconds)) for name, seconds in (("a", 1.0), ("b", 3.0))]
    sending = [
        threading.Thread(
            target=lambda each=each: answers.append(api.client.post("/v1/grade", json=each))
        )
        for each in bodies
    ]
    sending[0].start()
    until(lambda: service.runs()["a"] == 1)
    sending[1].start()
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(20) == 0
    sending[0].join()
    assert service.runs() == {"a": 1}  # the one that ran came to its end, the other wasn't begun

    second = service.worker(slots=1)
    until(lambda: service.runs()["b"] == 1)
    began = time.monotonic()
    second.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    second.send_signal(signal.SIGTERM)
    assert second.wait(20) == 0
    assert time.monotonic() - began < 2.5
    service.worker(slots=1)
    sending[1].join()
    assert [answer.json()["verdict"] for answer in answers] == ["AC", "AC"]
    assert service.runs() == {"a": 1, "b": 2}


@pytest.mark.slow
def test_a_slot_that_dies_in_its_sandbox_leaves_nothing_and_its_job_runs_elsewhere(
    sandbox: Sandbox, service: Machines
) -> None:
    worker = service.worker(slots=2, stub=False)
    api = service.api()
    api.ready()
    problem = {
        "problem_id": "pair-sum",
        "limits": {"cpu_s": 30},
        "tests": [{"case_id": "1", "input": "1 2\n" + "0\n" * 5000, "output": "3\n"}],
    }
    assert api.client.put("/v1/problems/pair-sum", json=problem).status_code == 201
    slow = "import sys, time\ntime.sleep(2)\nprint(sum(map(int, sys.stdin.read().split())))\n"
    graded = {"problem_id": "pair-sum", "source": slow, "language": "python"}
    answers = []
    sending = threading.Thread(
        target=lambda: answers.append(api.client.post("/v1/grade", json=graded))
    )
    sending.start()
    until(lambda: 'ordojudge_slots{state="busy"} 1.0' in api.client.get("/metrics").text)
    time.sleep(1)
    for pid in service.slots():
        os.kill(pid, signal.SIGKILL)
    sending.join()
    assert answers[0].json()["verdict"] == "AC"
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(20) == 0
    assert (
        "time.sleep(2)" not in subprocess.run(["ps", "ax"], capture_output=True, text=True).stdout
    )
