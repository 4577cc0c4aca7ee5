"""What the queue in Redis costs: ``python -m bench.queue_rq`` prints CPU time per submission.

Counted is the CPU time of the API process, of the worker's slots and of Redis, which do nothing else.
The stub worker's judge does nothing, so that the rest is overhead.
With ``--real`` it grades in the sandbox instead, and compares with the same service without Redis.
With ``--scaling`` it compares two slots with one, both over Redis.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import httpx

from tests.e2e.machines import Api, Machines, cpu_s, machines, program
from tests.e2e.processes import family_cpu_s
from tests.redis_server import RedisServer, redis_server

ROUNDS: Final = 5
SINGLES: Final = 200
BATCHES: Final = 8
BATCH: Final = 64
GRADES: Final = 4 * BATCH
"""In one round of real grades."""

SLOTS: Final = 2

SMALL: Final = {"problem_id": "small", "tests": [{"case_id": "1", "input": "1", "output": "1"}]}
SUM: Final = {
    "problem_id": "sum",
    "tests": [{"case_id": str(n), "input": f"{n} 2\n", "output": f"{n + 2}\n"} for n in range(10)],
}
REAL: Final = "print(sum(map(int, input().split())))\n"


class Meter:
    """CPU seconds of a service's processes."""

    def __init__(self, service: Machines, api: Api, redis: RedisServer) -> None:
        self._fixed = (api.process.pid, redis.pid)
        self._service = service

    def read(self) -> float:
        """All that they have used so far."""
        return sum(cpu_s(pid) for pid in (*self._fixed, *self._service.slots()))


def single(client: httpx.Client, mark: str, *, problem_id: str = "small") -> int:
    """Grade programs one at a time."""
    for n in range(SINGLES):
        grade(client, problem_id, program(f"{mark}-{n}"))
    return SINGLES


def grade(client: httpx.Client, problem_id: str, source: str) -> None:
    """Grade one program."""
    asked = {"problem_id": problem_id, "source": source, "language": "python"}
    answer = client.post("/v1/grade", json=asked)
    assert answer.json()["verdict"] == "AC", answer.text


def batches(client: httpx.Client, mark: str) -> int:
    """Grade programs in batches."""
    for number in range(BATCHES):
        items = [
            {"source": program(f"{mark}-{number}-{n}"), "language": "python"} for n in range(BATCH)
        ]
        asked = {"items": items, "defaults": {"problem_id": "small"}}
        answer = client.post("/v1/grade/batch", json=asked)
        assert all(each["verdict"] == "AC" for each in answer.json()["reports"]), answer.text
    return BATCHES * BATCH


def measure(meter: Meter, works: dict[str, Callable[[str], int]]) -> None:
    """Do each work in turns, and print a row for each: the median over rounds, and the extremes."""
    costs_ms: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(ROUNDS + 1):
        for name, work in works.items():
            before_s = meter.read()
            count = work(f"{name.replace(' ', '-')}-{turn}")
            if turn:  # the first one warms up
                costs_ms[name].append((meter.read() - before_s) / count * 1e3)
    for name, found in costs_ms.items():
        low, middle, high = min(found), statistics.median(found), max(found)
        print(f"{name:<44} {middle:6.2f} ms  ({low:.2f} to {high:.2f})", flush=True)


def overhead(folder: Path) -> None:
    """What a submission costs beside its judging."""
    with redis_server() as redis, machines(redis, folder) as service:
        service.worker(slots=SLOTS)
        api = service.api(ORDOJUDGE_API__MAX_PROBLEM_BYTES="64MiB")
        api.ready()
        client = api.client
        meter = Meter(service, api, redis)
        big_input = "1234567 " * (10 << 17)
        big = {
            "problem_id": "big",
            "tests": [{"case_id": "1", "input": big_input, "output": big_input}],
        }
        for problem in (SMALL, big):
            client.put(f"/v1/problems/{problem['problem_id']}", json=problem).raise_for_status()
        measure(
            meter,
            {
                "single grades": lambda mark: single(client, mark),
                "single grades, a problem of 20 MB": lambda mark: single(
                    client, mark, problem_id="big"
                ),
                f"in batches of {BATCH}": lambda mark: batches(client, mark),
                "answered from the cache": lambda mark: single(client, "again"),
            },
        )


def throughput(folder: Path) -> None:
    """Real grades a second, by workers and in the serving process, in turns."""
    with redis_server() as redis, machines(redis, folder) as service:
        service.worker(slots=SLOTS, stub=False)
        shared = service.api()
        shared.ready()
        alone = service.api_in_process(slots=SLOTS)
        alone.ready()
        rates: dict[str, list[float]] = {"workers": [], "in process": []}
        for turn in range(ROUNDS + 1):
            for name, api in (("workers", shared), ("in process", alone)):
                items = [{"source": f"# {turn} {n}\n{REAL}"} for n in range(GRADES)]
                asked = {"items": items, "defaults": {"problem": SUM, "language": "python"}}
                began_s = time.monotonic()
                reports = api.client.post("/v1/grade/batch", json=asked).json()["reports"]
                assert all(each["verdict"] == "AC" for each in reports)
                if turn:
                    rates[name].append(len(items) / (time.monotonic() - began_s))
        for name, found in rates.items():
            print(
                f"{name:<44} {statistics.median(found):6.1f} a second ({min(found):.1f} to {max(found):.1f})"
            )
        ratios = [one / other for one, other in zip(*rates.values(), strict=True)]
        print(f"{'workers over in process':<44} {statistics.median(ratios):6.2f}")


@dataclass(frozen=True)
class Round:
    """One round of real grades."""

    wall_s: float
    cpu_s: float
    """Of the API process, Redis, the worker and all its boxes."""

    load: float
    """How many others wanted a core, on the average of the minute before."""


def scaling(folder: Path) -> None:
    """Real grades a second and a CPU second, by two slots and by one, in turns.

    Wall time shows what two slots are worth only where two cores are free.
    Where others use them, the CPU time of a grade does: two slots have twice the throughput of one if a grade
    costs no more CPU time with two of them at work.
    What a box used that is replaced during a round isn't seen, so only the median of the rounds is told of it.
    """
    names = ("one slot", "two slots")
    with redis_server() as redis, ExitStack() as stack:
        services = []
        for count, name in enumerate(names, 1):
            own = folder / name
            own.mkdir()
            service = stack.enter_context(machines(redis, own))
            worker = service.worker(slots=count, stub=False)
            api = service.api()
            api.ready()
            services.append((api, worker.pid))
        rounds: dict[str, list[Round]] = {name: [] for name in names}
        for turn in range(ROUNDS + 1):
            for name, (api, pid) in zip(names, services, strict=True):
                found = real_round(api, redis, pid, mark=f"{turn}")
                if turn:
                    rounds[name].append(found)
    for name, measured in rounds.items():
        rates = [GRADES / each.wall_s for each in measured]
        costs_ms = [1e3 * each.cpu_s / GRADES for each in measured]
        print(
            f"{name:<44} {statistics.median(rates):6.1f} a second ({min(rates):.1f} to {max(rates):.1f}), "
            f"{statistics.median(costs_ms):5.2f} ms CPU each"
        )
    pairs = list(zip(*rounds.values(), strict=True))
    by_wall = statistics.median(one.wall_s / two.wall_s for one, two in pairs)
    by_cpu = statistics.median(2 * one.cpu_s / two.cpu_s for one, two in pairs)
    load = statistics.median(two.load for _, two in pairs)
    print(f"{'two over one, by CPU time':<44} {by_cpu:6.2f}")
    print(f"{'two over one, by wall time':<44} {by_wall:6.2f}  (at a load of {load:.1f})")


def real_round(api: Api, redis: RedisServer, worker: int, *, mark: str) -> Round:
    """Grade right programs in the sandbox, all in one request."""
    items = [{"source": f"# {mark} {n}\n{REAL}"} for n in range(GRADES)]
    asked = {"items": items, "defaults": {"problem": SUM, "language": "python"}}
    family = (api.process.pid, redis.pid, worker)
    load = os.getloadavg()[0]
    began_s, before_s = time.monotonic(), family_cpu_s(*family)
    reports = api.client.post("/v1/grade/batch", json=asked).json()["reports"]
    assert all(each["verdict"] == "AC" for each in reports)
    return Round(time.monotonic() - began_s, family_cpu_s(*family) - before_s, load)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.queue_rq", description=__doc__)
    parser.add_argument("--real", action="store_true", help="grade in the sandbox")
    parser.add_argument("--scaling", action="store_true", help="grade with one slot and with two")
    options = parser.parse_args()
    work = scaling if options.scaling else throughput if options.real else overhead
    with TemporaryDirectory(prefix="ordojudge-bench-") as folder:
        work(Path(folder))


if __name__ == "__main__":
    main()
