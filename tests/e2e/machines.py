"""API processes and workers over one Redis, as on many machines."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.redis_server import RedisServer

PATIENCE_S = 60.0
PROBLEM = {"problem_id": "any", "tests": [{"case_id": "1", "input": "", "output": ""}]}


def program(name: str, *, seconds: float = 0.0, verdict: str = "AC") -> str:
    """A program for the stub worker."""
    return f"# {name} {seconds} {verdict}\n"


def body(source: str, **fields: Any) -> dict[str, Any]:
    return {"problem": PROBLEM, "source": source, "language": "python"} | fields


class Machines:
    """Processes of one service; all end with it."""

    def __init__(self, redis: RedisServer, folder: Path, stack: ExitStack, **queue: object) -> None:
        self.redis = redis
        self.folder = folder
        self._stack = stack
        settings = redis.settings()
        kept = {name: value for name, value in os.environ.items() if "ORDOJUDGE" not in name}
        given = {"type": "rq", "url": redis.url, "name": settings.name, **queue}
        self.environment = kept | {
            f"ORDOJUDGE_QUEUE__{name.upper()}": str(value) for name, value in given.items()
        }
        self._rq_only = [name for name in self.environment if name.startswith("ORDOJUDGE_QUEUE__")]
        self.environment["ORDOJUDGE_STORE__CACHE_DIR"] = str(folder / "cache")

    def worker(
        self, *, slots: int = 2, stub: bool = True, languages: Sequence[str] = ()
    ) -> "subprocess.Popen[str]":
        """A worker, as yet without its slots; a stub has only these languages, if any are named."""
        command = (
            ["-m", "tests.e2e.stub_worker", str(self.folder / "runs"), *languages]
            if stub
            else ["-m", "ordojudge_api.cli", "worker"]
        )
        environment = self.environment | {"ORDOJUDGE_SANDBOX__SLOTS": str(slots)}
        return self._start(command, environment)

    def api(self, *options: str, **variables: str) -> "Api":
        """An API process that listens."""
        process = self._start(
            ["-m", "ordojudge_api.cli", "serve", "--port", "0", *options],
            self.environment | variables,
        )
        assert process.stderr is not None
        first = process.stderr.readline()
        assert first.startswith("ordojudge: listening at "), first
        threading.Thread(target=process.stderr.read, daemon=True).start()
        limits = httpx.Limits(max_connections=2200)
        client = httpx.Client(base_url=first.split()[-1], timeout=PATIENCE_S, limits=limits)
        self._stack.enter_context(client)
        return Api(process, client)

    def api_in_process(self, *, slots: int) -> "Api":
        """An API process that judges by itself."""
        return self.api(
            "--slots",
            str(slots),
            **dict.fromkeys(self._rq_only, ""),
            ORDOJUDGE_STORE__FOLDER=str(self.folder / "problems"),
        )

    def _start(self, command: list[str], environment: dict[str, str]) -> "subprocess.Popen[str]":
        piped = subprocess.PIPE if "serve" in command else None
        process = subprocess.Popen(
            [sys.executable, *command], env=environment, stderr=piped, text=True
        )
        self._stack.callback(_end, process)
        return process

    def slots(self) -> list[int]:
        """Process ids of the slots that live."""
        with self.redis.client() as client:
            name = self.environment["ORDOJUDGE_QUEUE__NAME"]
            now_ms = time.time() * 1000
            found = [
                slot
                for line in client.hkeys(f"{name}:lines")
                for slot in client.zrangebyscore(f"{name}:slots:{line.decode()}", now_ms, "+inf")
            ]
            pids = [int(each.decode().rpartition(".")[2]) for each in found]
        return [pid for pid in pids if Path(f"/proc/{pid}/cmdline").exists()]

    def runs(self) -> Counter[str]:
        """How often each program was begun."""
        path = self.folder / "runs"
        lines = path.read_text().splitlines() if path.exists() else []
        return Counter(line.split()[0] for line in lines)


class Api:
    """One API process."""

    def __init__(self, process: "subprocess.Popen[str]", client: httpx.Client) -> None:
        self.process = process
        self.client = client

    def ready(self) -> None:
        """Wait until a worker is heard of."""
        until(lambda: self.client.get("/readyz").status_code == 200)

    @property
    def memory_bytes(self) -> int:
        """The most memory that it ever held."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        [line] = [line for line in status.splitlines() if line.startswith("VmHWM:")]
        return int(line.split()[1]) * 1024


@contextmanager
def machines(redis: RedisServer, folder: Path, **queue: object) -> Iterator[Machines]:
    with ExitStack() as stack:
        yield Machines(redis, folder, stack, **queue)


def cpu_s(pid: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until(condition: Any, *, seconds: float = PATIENCE_S) -> None:
    gives_up = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < gives_up
        time.sleep(0.05)


def _end(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if process.stderr is not None:
        process.stderr.close()
