"""A Redis that can't be used: one line and 2 at the start, 503 and then recovery midway."""

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.api.test_serve import environment
from tests.e2e.machines import body, machines, program, until
from tests.redis_server import redis_server

pytestmark = pytest.mark.timeout(120)

COMMANDS = (("serve", "--port", "0"), ("worker", "--slots", "1"))


def run(
    command: tuple[str, ...], folder: Path, **variables: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "ordojudge_api.cli", *command],
        env=environment(folder, **variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@contextmanager
def pretending(version: str) -> Iterator[str]:
    """A server that answers as a Redis of a version does; its URL."""
    text = f"# Server\r\nredis_version:{version}\r\naof_enabled:1\r\n"
    info = f"${len(text)}\r\n{text}\r\n".encode()

    def serve(listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as lines:
                for line in lines:
                    if line.startswith(b"HELLO"):
                        connection.sendall(b"-ERR unknown command\r\n")
                    elif line.startswith(b"INFO"):
                        connection.sendall(info)
                    elif line.startswith(b"CLIENT"):
                        connection.sendall(b"+OK\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


def assert_refused(command: tuple[str, ...], url: str, told: str, folder: Path) -> None:
    done = run(command, folder, ORDOJUDGE_QUEUE__TYPE="rq", ORDOJUDGE_QUEUE__URL=url)
    assert (done.returncode, done.stdout) == (2, ""), done
    [line] = done.stderr.splitlines()
    assert line.startswith("ordojudge: ")
    assert told in line
    assert "secret" not in line


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("url", "told"),
    [
        pytest.param(
            "redis://:secret@127.0.0.1:1/0", "Redis at redis://:***@127.0.0.1:1/0: ", id="down"
        ),
        pytest.param("unix:///nowhere/redis.sock", "nowhere/redis.sock", id="no socket"),
        pytest.param("http://127.0.0.1", "Redis URL http://127.0.0.1: ", id="no URL of Redis"),
    ],
)
def test_a_redis_that_is_not_there_is_one_line_and_2(
    command: tuple[str, ...], url: str, told: str, tmp_path: Path
) -> None:
    assert_refused(command, url, told, tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_wrong_password_is_one_line_and_2(command: tuple[str, ...], tmp_path: Path) -> None:
    with redis_server("--requirepass", "right") as redis:
        assert_refused(command, redis.url, "password not accepted", tmp_path)
        path = redis.url.removeprefix("unix://")
        assert_refused(command, f"unix://:secret@{path}", "password not accepted", tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_an_old_redis_is_one_line_and_2(command: tuple[str, ...], tmp_path: Path) -> None:
    with pretending("5.0.7") as url:
        assert_refused(command, url, "version 5.0.7; 6.2 or newer is needed", tmp_path)


def test_a_worker_needs_a_redis(tmp_path: Path) -> None:
    done = run(("worker",), tmp_path)
    assert done.returncode == 2
    assert "--redis: missing" in done.stderr


def test_slots_are_the_workers_affair(tmp_path: Path) -> None:
    done = run(("serve", "--slots", "2", "--redis", "redis://127.0.0.1:1"), tmp_path)
    assert done.returncode == 2
    assert "--slots: with Redis workers judge" in done.stderr


def test_a_store_in_redis_needs_a_queue_there(tmp_path: Path) -> None:
    variables = {"ORDOJUDGE_STORE__TYPE": "redis", "ORDOJUDGE_STORE__FOLDER": ""}
    done = run(("serve", "--port", "0"), tmp_path, **variables)
    assert done.returncode == 2
    assert "ORDOJUDGE_STORE__TYPE: redis needs ORDOJUDGE_QUEUE__TYPE=rq" in done.stderr


@pytest.mark.slow
def test_a_redis_that_goes_away_is_503_and_all_is_well_when_it_is_back(tmp_path: Path) -> None:
    with redis_server() as redis, machines(redis, tmp_path, away_s=0.2) as service:
        service.worker(slots=1)
        client = service.api()
        client.ready()
        assert client.client.put(
            "/v1/problems/any", json={"problem_id": "other", "tests": []}
        ).status_code in (409, 422)
        by_id = {"problem_id": "nobody", "source": program("a"), "language": "python"}
        assert client.client.post("/v1/grade", json=by_id).status_code == 404
        wrong = {"Digest": "0" * 64}
        problem = body("")["problem"]
        put = client.client.put("/v1/problems/any", json=problem, headers=wrong)
        assert put.status_code == 409
        redis.stop(signal.SIGKILL)
        for answer in (
            client.client.post("/v1/grade", json=body(program("b"))),
            client.client.get("/v1/problems"),
            client.client.get("/readyz"),
        ):
            assert answer.status_code == 503, answer.text
        redis.start()
        until(lambda: client.client.get("/readyz").status_code == 200)
        assert client.client.post("/v1/grade", json=body(program("c"))).json()["verdict"] == "AC"
