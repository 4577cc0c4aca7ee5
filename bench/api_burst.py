"""Whether a crowd holds up the API: ``python -m bench.api_burst`` sends 2,000 requests at once.

The judge does nothing, so that the rest is the API and its queue, served by uvicorn in a process of its own.
A heartbeat in that process goes once around the event loop at a time, and notes how long each turn took:
wall seconds, which other processes of the machine lengthen, and CPU seconds of the loop's thread, which they
don't.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, cast

from bench.queue_overhead import RESULT, SLOTS
from ordojudge.core.models import Judgement
from ordojudge.jobs.cache import CachingQueue, JudgementCache
from ordojudge.jobs.inprocess import InProcessQueue
from ordojudge.log import configure_logging
from ordojudge.problem_store import FileProblemStore
from ordojudge.service import Judge
from ordojudge.settings import ApiSettings, LogSettings, Settings
from ordojudge_api.app import create_app
from ordojudge_api.inline_problems import InlineProblems
from ordojudge_api.serve import ApiServer, listening, uvicorn_config
from ordojudge_api.turns import short_turns
from ordojudge_api.wiring import Service

REQUESTS: Final = 2_000
CAPACITY: Final = 4_096
TARGET_S: Final = 0.1
"""Longest time that the event loop may be held up."""

TARGET_BYTES: Final = 250 << 20
"""Most memory of the API's process."""

_SERVER: Final = "--server"


@dataclass(frozen=True, slots=True)
class Held:
    """How a server stood a crowd."""

    answered: dict[str, int]
    """Answers by status."""

    wall_s: float
    """Longest turn of the event loop."""

    cpu_s: float
    """Most CPU time of the loop's thread in one turn."""

    cpu_total_s: float
    """CPU time of the server's process for all."""

    peak_bytes: int
    """Its resident memory at most."""

    took_s: float
    """From the first connection to the last answer."""


class NoJudge:
    """Accepts ten tests of whatever it is shown."""

    def judge(self, *_: object, **__: object) -> Judgement:
        """As `Judge.judge`."""
        return RESULT


@contextmanager
def served() -> Iterator["subprocess.Popen[str]"]:
    """A server over no judge, whose first line of output is its port; it ends with its input."""
    command = [sys.executable, "-m", "bench.api_burst", _SERVER]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            yield server
        finally:
            server.kill()


def measure(kind: str, *, requests: int = REQUESTS) -> Held:
    """Send a crowd to a server of its own.

    Args:
        kind: A key of `CROWDS`.
    """
    with served() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        port = int(server.stdout.readline())
        began_s = time.monotonic()
        answered = asyncio.run(crowd(port, kind, requests))
        took_s = time.monotonic() - began_s
        server.stdin.close()
        noted = json.loads(server.stdout.readline())
    return Held(answered=answered, took_s=took_s, **noted)


def grade_body(number: int) -> dict[str, Any]:
    """A request with a problem of ten tests and a source of its own."""
    tests = [
        {"case_id": str(test), "input": f"{test} 2\n", "output": f"{test + 2}\n"}
        for test in range(10)
    ]
    source = f"# {number}\n" + "print(sum(map(int, input().split())))\n" * 20
    return {
        "problem": {"problem_id": "pair-sum", "tests": tests},
        "source": source,
        "language": "python",
    }


def large_body(number: int) -> dict[str, Any]:
    """As `grade_body`, just short enough to be read in the event loop itself."""
    body = grade_body(number)
    return body | {"source": body["source"] + f"# {'x' * 77}\n" * 780}


def batch_body(number: int) -> dict[str, Any]:
    """A trainer's group of 64."""
    body = grade_body(number)
    completions = [f"```python\n# {number} {item}\n{body['source']}```" for item in range(64)]
    return {"problems": [body["problem"]], "completions": completions, "with_reports": True}


CROWDS: Final = {
    "grade": ("/v1/grade", grade_body),
    "large": ("/v1/grade", large_body),
    "reward": ("/v1/reward", batch_body),
}
"""Kinds of crowds: where each request goes, and what it holds."""


async def crowd(port: int, kind: str, requests: int) -> dict[str, int]:
    """Send requests at once, each over a connection of its own; answers by status."""
    path, body = CROWDS[kind]
    messages = []
    for number in range(requests):
        content = json.dumps(body(number)).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
        )
        messages.append(head.encode() + content)

    async def ask(message: bytes) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(message)
        answer = await reader.read(12)
        while await reader.read(1 << 16):
            pass
        writer.close()
        return answer[9:].decode()

    return dict(Counter(await asyncio.gather(*map(ask, messages))))


# ---------------------------------------------------------------------- the server


class Heartbeat:
    """Notes how long the turns of an event loop take."""

    def __init__(self) -> None:
        self.wall_s = self.cpu_s = 0.0

    async def beat(self) -> None:
        """Go around until cancelled."""
        wall_s, cpu_s = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(0.001)
            wall, cpu = time.perf_counter(), time.thread_time()
            self.wall_s = max(self.wall_s, wall - wall_s)
            self.cpu_s = max(self.cpu_s, cpu - cpu_s)
            wall_s, cpu_s = wall, cpu


async def serve(folder: Path) -> None:
    """Serve until standard input ends, then print what the heartbeat noted."""
    configure_logging(LogSettings())
    problems = InlineProblems(FileProblemStore(folder))
    below = InProcessQueue(
        cast(Judge, NoJudge()), problems, slots=SLOTS, capacity=CAPACITY, keep_finished_s=600
    )
    queue = CachingQueue(
        below, JudgementCache(64 << 20), keep_finished=CAPACITY, keep_finished_s=600
    )
    settings = Settings(api=ApiSettings(port=0))
    app = create_app(settings, service=Service(queue, problems, list))
    heartbeat = Heartbeat()
    with listening("127.0.0.1", 0) as listener:
        server = ApiServer(uvicorn_config(app, settings), app_state=app.state)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)  # its self-tests
        print(listener.getsockname()[1], flush=True)
        beating = asyncio.create_task(heartbeat.beat())
        cpu_s = time.process_time()
        await asyncio.to_thread(sys.stdin.read)
        cpu_s = time.process_time() - cpu_s
        beating.cancel()
        noted = {"wall_s": heartbeat.wall_s, "cpu_s": heartbeat.cpu_s, "cpu_total_s": cpu_s}
        print(json.dumps(noted | {"peak_bytes": peak_bytes()}), flush=True)
        server.should_exit = True
        with suppress(asyncio.CancelledError):
            await serving
    await queue.close()


def peak_bytes() -> int:
    """The resident memory that this process had at most."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return 1024 * int(line.split()[1])
    raise RuntimeError("no VmHWM in /proc/self/status")


def main() -> int:
    """Send each kind of crowd, and print a row for it."""
    parser = argparse.ArgumentParser(prog="python -m bench.api_burst", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"any of {', '.join(CROWDS)}")
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--json", action="store_true", help="print one JSON document a row")
    parser.add_argument(_SERVER, action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.server:
        with (
            tempfile.TemporaryDirectory(prefix="ordojudge-bench-") as name,
            short_turns() as runner,
        ):
            runner.run(serve(Path(name)))
        return 0
    met = True
    for kind in options.kinds or CROWDS:
        held = measure(kind, requests=options.requests)
        met = met and held.cpu_s <= TARGET_S and held.peak_bytes <= TARGET_BYTES
        if options.json:
            print(json.dumps({"kind": kind} | asdict(held)))
            continue
        print(
            f"{kind:<8} longest turn {1000 * held.wall_s:4.0f} ms wall, {1000 * held.cpu_s:4.0f} ms CPU; "
            f"{held.peak_bytes / 2**20:4.0f} MiB; {held.cpu_total_s:5.1f} s CPU in {held.took_s:5.1f} s; "
            f"{held.answered}; load {os.getloadavg()[0]:.1f}"
        )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
