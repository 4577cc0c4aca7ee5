"""A client that leaves costs nothing two seconds later, whoever judges and however it was to be answered."""

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ordojudge.ports import Sandbox
from tests.e2e.machines import Api, Machines, machines, until
from tests.e2e.processes import Process, descendants, living
from tests.redis_server import RedisServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

QUIET_WITHIN_S = 2.0
LISTENED_S = 1.0
"""For so long the service is watched after that, since another job might begin."""

IDLE_CPU_S = 0.25
"""CPU time of an idle service and two slots in that time, with a large margin; a program takes all it gets."""

BUSY_S = 1.0
"""CPU time that only a program takes: what starts one needs less, on a slow machine too."""

SLOTS = 2
QUICK = "print(3)\n"
SPINNING = "# {number}\nwhile True: pass\n"
PROBLEM = {
    "problem_id": "three",
    "limits": {"cpu_s": 60},
    "tests": [{"case_id": "1", "input": "", "output": "3\n"}],
}


def in_process(service: Machines) -> tuple[Api, int]:
    """An API process that judges; its id is that of all boxes' ancestor."""
    api = service.api_in_process(slots=SLOTS)
    return api, api.process.pid


def over_redis(service: Machines) -> tuple[Api, int]:
    """An API process before a worker, and the worker's id."""
    worker = service.worker(slots=SLOTS, stub=False)
    api = service.api()
    until(lambda: len(service.slots()) == SLOTS)
    return api, worker.pid


def grade() -> tuple[str, dict[str, Any]]:
    asked = {"problem": PROBLEM, "source": SPINNING.format(number=0), "language": "python"}
    return "/v1/grade", asked


def batch() -> tuple[str, dict[str, Any]]:
    sources = [QUICK, *(SPINNING.format(number=number) for number in range(3 * SLOTS))]
    items = [{"source": source, "language": "python"} for source in sources]
    return "/v1/grade/batch", {"items": items, "defaults": {"problem": PROBLEM}}


def reward() -> tuple[str, dict[str, Any]]:
    completions = [f"```python\n{SPINNING.format(number=number)}```" for number in range(3 * SLOTS)]
    return "/v1/reward", {"problems": [PROBLEM], "completions": completions}


def busy(root: int, before: set[Process]) -> set[Process]:
    """Processes that came of one since, and are at work."""
    found = descendants(root).items()
    return {process for process, cpu_s in found if cpu_s >= BUSY_S and process not in before}


def sent(api: Api, path: str, document: dict[str, Any], *, accept: str) -> socket.socket:
    """A connection on which a request was sent."""
    content = json.dumps(document).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Accept: {accept}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    connection = socket.create_connection((api.client.base_url.host, api.client.base_url.port))
    connection.sendall(head.encode() + content)
    return connection


REQUESTS = {
    "a grade": (grade, "application/json"),
    "a batch": (batch, "application/json"),
    "a stream that has begun": (batch, "application/x-ndjson"),
    "a trainer's group": (reward, "application/json"),
}


def languages(api: Api) -> list[dict[str, Any]]:
    """What the service says of each language."""
    found: list[dict[str, Any]] = api.client.get("/v1/languages").json()["languages"]
    return found


def leave_at_work(api: Api, root: int, *, asked: str) -> set[Process]:
    """Send a request, and leave once programs are at work in all the slots that it needs; returns them."""
    before = set(descendants(root))
    request_of, accept = REQUESTS[asked]
    path, document = request_of()
    with sent(api, path, document, accept=accept) as connection:
        if "ndjson" in accept:
            received = b""
            while b'"verdict":"AC"' not in received:
                received += connection.recv(1 << 16)
        slots = 1 if request_of is grade else SLOTS
        until(lambda: len(busy(root, before)) >= slots)
        return busy(root, before)


@pytest.mark.parametrize(
    "opened",
    [
        pytest.param(in_process, id="judged in process"),
        pytest.param(over_redis, id="judged by a worker"),
    ],
)
def test_a_client_that_leaves_costs_nothing_two_seconds_later(
    opened: Callable[[Machines], tuple[Api, int]],
    redis: RedisServer,
    sandbox: Sandbox,
    tmp_path: Path,
) -> None:
    del sandbox  # skips where there is none
    with machines(redis, tmp_path) as service:
        api, root = opened(service)
        api.ready()
        until(lambda: all(each["available"] is not None for each in languages(api)))
        for asked in REQUESTS:
            programs = leave_at_work(api, root, asked=asked)
            left_s = time.monotonic()
            while living(programs) and time.monotonic() - left_s < QUIET_WITHIN_S:
                time.sleep(0.02)
            assert living(programs) == set(), asked

            time.sleep(max(0.0, left_s + QUIET_WITHIN_S - time.monotonic()))
            quiet = descendants(root)
            time.sleep(LISTENED_S)
            now = descendants(root).items()
            cost_s = sum(cpu_s - quiet.get(process, 0.0) for process, cpu_s in now)
            assert cost_s < IDLE_CPU_S, asked
            metrics = api.client.get("/metrics").text
            assert 'ordojudge_slots{state="busy"} 0.0' in metrics, asked
            assert 'ordojudge_queue_queued{lane="train"} 0.0' in metrics, asked
