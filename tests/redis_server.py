"""A Redis of the tests' own: Debian's, on a socket in a scratch folder, with its log on."""

import os
import shutil
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import redis
from pydantic import SecretStr

from ordojudge.settings import RqQueueSettings
from tests.conftest import absent

PATIENCE_S = 20.0


class RedisServer:
    """A server that can be stopped and started again over the same data."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"unix://{folder}/redis.sock"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [
                *("redis-server", "--port", "0", "--unixsocket", f"{self._folder}/redis.sock"),
                *("--dir", str(self._folder), "--appendonly", "yes", "--save", ""),
                *("--logfile", f"{self._folder}/log", *self._options),
            ]
        )
        gives_up = time.monotonic() + PATIENCE_S
        with self.client() as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.AuthenticationError:
                    return
                except (redis.RedisError, OSError):
                    assert time.monotonic() < gives_up
                    time.sleep(0.01)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Stop it, by default in good order."""
        assert self._process is not None
        self._process.send_signal(number)
        self._process.wait(PATIENCE_S)

    def client(self) -> "redis.Redis":
        """A client that doesn't try again."""
        return redis.Redis.from_url(self.url, retry=None)

    def settings(self, **fields: object) -> RqQueueSettings:
        """Settings of a queue in it that no other test uses."""
        name = f"test-{uuid.uuid4().hex[:8]}"
        return RqQueueSettings.model_validate(
            {"url": SecretStr(self.url), "name": name, "keep_finished_s": 60.0, **fields}
        )


@contextmanager
def redis_server(*options: str) -> Iterator[RedisServer]:
    """A server for a while; without one on this machine the test is skipped."""
    if shutil.which("redis-server") is None:
        absent("redis", "Redis", "redis-server is not installed")
    with TemporaryDirectory(prefix="ordojudge-redis-") as folder:
        server = RedisServer(Path(folder), *options)
        server.start()
        try:
            yield server
        finally:
            os.kill(server.pid, signal.SIGKILL)
            server.stop(signal.SIGKILL)
