"""Warm compilers: what the runner makes of their answers, and what it does when they fail."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import find_language
from ordojudge.core.models import Submission
from ordojudge.core.verdict import Verdict
from ordojudge.sandbox.compile_server import UID_OFFSET, CompileServer
from ordojudge.sandbox.local import LocalSandbox
from ordojudge.sandbox.uids import FIRST_UID
from ordojudge.service import Judge
from ordojudge.settings import LocalSandboxSettings
from ordojudge_api.doctor import self_test_problem
from tests.conftest import absent

NOBODY = 65534

SERVER = """
import sys
def field(data): return len(data).to_bytes(4, "big") + data
while True:
    size = int.from_bytes(sys.stdin.buffer.read(4), "big")
    source = sys.stdin.buffer.read(size)
    if source == b"die": sys.exit(1)
    if source == b"spin":
        while True: pass
    if source == b"half": answer = b"\\1" + field(b"") + (1000).to_bytes(4, "big") + b"x"
    elif source == b"long": answer = b"\\1" + field(b"") + (1 << 31).to_bytes(4, "big")
    elif source.startswith(b"bad"): answer = b"\\0" + field(b"bad source") + field(b"")
    else: answer = b"\\1" + field(b"") + field(source[::-1])
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    if source in (b"half", b"last"): sys.exit(0)
"""


@pytest.fixture
def server() -> Iterator[CompileServer]:
    if os.geteuid() != 0:
        absent("root", "warm compilers", "only root can give them a user id of their own")
    command = ["/usr/bin/python3", "-I", "-c", SERVER]
    server = CompileServer(command, uid=NOBODY, environment={})
    try:
        yield server
    finally:
        server.close()


@contextmanager
def source_file(folder: Path, content: bytes) -> Iterator[str]:
    path = folder / "source"
    path.write_bytes(content)
    yield str(path)


def compiled(server: CompileServer, folder: Path, content: bytes) -> tuple[bytes | None, bytes]:
    with source_file(folder, content) as path:
        done = server.compile(path, cpu_us=200_000, product_limit=1 << 20)
    assert done is not None
    assert 0 <= done.cpu_us < 5_000_000
    return done.product, done.message


def test_one_source_after_another_is_compiled(server: CompileServer, tmp_path: Path) -> None:
    assert compiled(server, tmp_path, b"abc") == (b"cba", b"")
    assert compiled(server, tmp_path, b"bad") == (None, b"bad source")
    large = b"x" * 300_000
    assert compiled(server, tmp_path, large) == (large, b"")
    assert server.jobs == 3


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(b"die", id="it dies"),
        pytest.param(b"half", id="it dies in the middle of an answer"),
        pytest.param(b"long", id="it says more than it may"),
    ],
)
def test_a_failure_is_no_answer(server: CompileServer, tmp_path: Path, source: bytes) -> None:
    compiled(server, tmp_path, b"first: its start is not on the clock any more")
    with source_file(tmp_path, source) as path:
        assert server.compile(path, cpu_us=200_000, product_limit=1 << 20) is None


def test_more_time_than_it_may_use_is_told(server: CompileServer, tmp_path: Path) -> None:
    compiled(server, tmp_path, b"first: its start is not on the clock any more")
    with source_file(tmp_path, b"spin") as path:
        done = server.compile(path, cpu_us=200_000, product_limit=1 << 20)
    assert done is not None
    assert (done.product, done.stopped) == (None, True)
    assert 200_000 < done.cpu_us < 1_000_000


def test_one_that_is_gone_gives_no_answer(server: CompileServer, tmp_path: Path) -> None:
    compiled(server, tmp_path, b"last")
    with source_file(tmp_path, b"abc") as path:
        assert server.compile(path, cpu_us=200_000, product_limit=1 << 20) is None


# ------------------------------------------------------------------------------- in a box


def servers() -> dict[int, int]:
    """The warm Java compilers of this machine, and their user ids."""
    found = {}
    for folder in Path("/proc").iterdir():
        try:
            if b"JavaCompiler.java" in (folder / "cmdline").read_bytes():
                found[int(folder.name)] = folder.stat().st_uid
        except OSError:
            continue
    return found


@pytest.mark.timeout(120)
def test_java_is_compiled_by_a_process_of_its_own_and_without_it(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        absent("root", "warm compilers", "only root can give them a user id of their own")
    java = find_language("java")
    before = servers()

    def verdict(source: str) -> Verdict:
        return judge.grade(Submission(source=source, language="java"), problem).verdict

    problem = self_test_problem(java)
    settings = LocalSandboxSettings(slots=1, cache_dir=tmp_path)
    try:
        with LocalSandbox(settings) as sandbox:
            judge = Judge(sandbox)
            assert verdict(java.self_test.source) is Verdict.AC
            mine = {pid: uid for pid, uid in servers().items() if pid not in before}
            assert len(mine) == 1
            ((pid, uid),) = mine.items()
            assert FIRST_UID <= uid - UID_OFFSET < FIRST_UID + UID_OFFSET
            # it lives on, for the next one
            assert verdict("class A { }") is Verdict.CE
            assert verdict(java.self_test.source + "\n") is Verdict.AC
            assert pid in servers()
            # but not after a source over which the compiler itself failed
            deep = f"class A {{ int x = {'(' * 20_000}1{')' * 20_000}; }}"
            assert verdict(deep) is Verdict.CE
            assert pid not in servers()
            assert verdict(java.self_test.source + "\n ") is Verdict.AC
            [pid] = {*servers()} - {*before}
            os.kill(pid, signal.SIGKILL)
            assert verdict(java.self_test.source + "\n\n") is Verdict.AC
            assert verdict(java.self_test.source + "\n\n\n") is Verdict.AC
    except SandboxUnavailable as error:
        absent("java", java.name, str(error))
    assert set(servers()) <= set(before)
