"""``ordojudge serve`` as people start it: the address, the end, and what it refuses."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from ordojudge.ports import Sandbox
from tests.api.service import PAIR_SUM

SOURCE = "print(sum(map(int, input().split())))\n"
LIMITS = {"cpu_s": 60}
SPIN = "while True:\n    pass\n"
SLOW = "import time\ntime.sleep(1)\n" + SOURCE

pytestmark = pytest.mark.timeout(120)


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "ordojudge_api.cli", "serve", *options]


def environment(folder: Path, **variables: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "ORDOJUDGE" not in name}
    return kept | {"ORDOJUDGE_STORE__FOLDER": str(folder)} | variables


@contextmanager
def serving(
    folder: Path, *options: str, **variables: str
) -> Iterator[tuple[httpx.Client, "subprocess.Popen[str]"]]:
    """A server of its own, on any free port, ready to judge."""
    with subprocess.Popen(
        command("--port", "0", "--slots", "2", *options),
        env=environment(folder, **variables),
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stderr is not None
        try:
            first = server.stderr.readline()
            assert first.startswith("ordojudge: listening at http://127.0.0.1:"), first
            threading.Thread(target=server.stderr.read, daemon=True).start()
            with httpx.Client(base_url=first.split()[-1], timeout=60) as client:
                gives_up = time.monotonic() + 60
                while client.get("/readyz").status_code != 200:
                    assert time.monotonic() < gives_up
                    time.sleep(0.05)
                while None in {
                    each["available"] for each in client.get("/v1/languages").json()["languages"]
                }:  # the self-tests of other languages go on, and take slots
                    assert time.monotonic() < gives_up
                    time.sleep(0.05)
                yield client, server
        finally:
            server.kill()


def body(source: str = SOURCE, **fields: Any) -> dict[str, Any]:
    return {
        "problem": PAIR_SUM | {"limits": LIMITS},
        "source": source,
        "language": "python",
    } | fields


def test_a_server_judges_and_ends_when_asked_with_its_requests_done(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    with serving(tmp_path) as (client, server):
        assert client.post("/v1/grade", json=body()).json()["verdict"] == "AC"
        assert client.put("/v1/problems/pair-sum", json=PAIR_SUM).status_code == 201
        by_id = {"problem_id": "pair-sum", "completion": f"```python\n{SOURCE}```"}
        assert client.post("/v1/grade", json=by_id).json()["verdict"] == "AC"
        languages = client.get("/v1/languages").json()["languages"]
        assert languages[0]["toolchain"]
        late: list[httpx.Response] = []
        request = threading.Thread(
            target=lambda: late.append(client.post("/v1/grade", json=body(SLOW)))
        )
        request.start()
        time.sleep(0.5)
        server.send_signal(signal.SIGTERM)
        request.join()
        assert server.wait(20) == 0
    assert late[0].json()["verdict"] == "AC"


def test_a_client_that_hangs_up_stops_costing_within_two_seconds(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    spinning = json.dumps({"items": [body(SPIN + f"# {number}") for number in range(8)]}).encode()
    head = (
        "POST /v1/grade/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(spinning)}\r\n\r\n"
    ).encode()
    with serving(tmp_path) as (client, _):
        with socket.create_connection((client.base_url.host, client.base_url.port)) as hanging:
            hanging.sendall(head + spinning)
            wait_for(client, 'ordojudge_slots{state="busy"} 2.0', 20)
        wait_for(client, 'ordojudge_slots{state="busy"} 0.0', 2)
        page = client.get("/metrics").text
        assert 'ordojudge_queue_queued{lane="train"} 0.0' in page
        assert client.post("/v1/grade", json=body()).json()["verdict"] == "AC"


def wait_for(client: httpx.Client, line: str, seconds: float) -> None:
    gives_up = time.monotonic() + seconds
    while line not in client.get("/metrics").text:
        assert time.monotonic() < gives_up, line
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("options", "variables", "told"),
    [
        pytest.param(
            ("--host", "0.0.0.0"),  # noqa: S104 - what is refused
            {},
            "ORDOJUDGE_API__KEYS",
            id="everyone's address without keys",
        ),
        pytest.param(("--host", "no.such.host.invalid"), {}, "--host", id="no such host"),
        pytest.param(
            ("--host", "192.0.2.1"),
            {"ORDOJUDGE_API__ALLOW_ANONYMOUS": "true"},
            "192.0.2.1 port",
            id="another machine's address",
        ),
        pytest.param((), {"ORDOJUDGE_API__KEYS": "short"}, "8 characters", id="a short key"),
        pytest.param((), {"ORDOJUDGE_REWARD": "lavish"}, "'lavish'", id="an unknown reward"),
        pytest.param((), {"ORDOJUDGE_API__PORT": "99999"}, "ORDOJUDGE_API__PORT", id="a bad port"),
    ],
)
def test_what_cannot_be_served_is_one_line_and_2(
    options: tuple[str, ...], variables: dict[str, str], told: str, tmp_path: Path
) -> None:
    done = run(*options, folder=tmp_path, **variables)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ordojudge: ")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_one_line_and_2(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("--port", port, folder=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        f"ordojudge: 127.0.0.1 port {port}: Address already in use\n",
    )


def run(*options: str, folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command(*options),
        env=environment(folder, **variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
