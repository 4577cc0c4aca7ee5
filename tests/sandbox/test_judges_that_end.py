"""Nothing of the local driver's stays behind, however a judge ends."""

import fcntl
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from ordojudge.ports import Sandbox
from ordojudge.sandbox import cgroups
from ordojudge.sandbox.local import LocalSandbox
from ordojudge.settings import LocalSandboxSettings
from tests.sandbox.processes import descendants

ROOT = os.geteuid() == 0
SETTINGS = LocalSandboxSettings(slots=2)


@pytest.fixture(scope="module", autouse=True)
def _ready(sandbox: Sandbox) -> None:
    """Boxes can be made here; else the tests are skipped by the name of what is missing."""


JUDGE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may be started with it ignored
from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits
from ordojudge.ports import Run
from ordojudge.sandbox.local import LocalSandbox
from ordojudge.sandbox.memory_files import MemoryFile, Shelf
from ordojudge.settings import LocalSandboxSettings

python = find_language("python")
with LocalSandbox(LocalSandboxSettings(slots=1)) as sandbox:
    with sandbox.box() as box, sandbox.box(companion=True):
        program = box.compile(b"import os, time\\nos.fork()\\nwhile True: time.sleep(1)", python)
        limits = Limits(cpu_s=100, wall_s=100)
        running = box.start(Run(program=program, limits=limits, input=MemoryFile()))
        print("ready", flush=True)
        running.wait()
"""


@dataclass
class Trace:
    """What a judge at work has on the machine."""

    judge: "subprocess.Popen[str]"
    processes: list[int]
    """Descriptors of its processes."""

    groups: list[Path]
    temporary: Path

    def ended(self) -> bool:
        """Whether all its processes end soon."""
        left = {*self.processes}
        while left:
            over, _, _ = select.select(left, [], [], 20)
            if not over:
                return False
            left -= {*over}
        return True

    def files(self) -> set[str]:
        return {path.name for path in self.temporary.iterdir()}


def groups_of(pid: int) -> Iterator[Path]:
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if cgroups.PREFIX in path:
            yield cgroups.ROOT / controllers / path.lstrip("/")


def can_be_locked(path: Path) -> bool:
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def groups_can_be_made() -> bool:
    group = cgroups.make_group()
    if group is not None:
        group.remove()
    return group is not None


@contextmanager
def judge_at_work(temporary: Path) -> Iterator[Trace]:
    """Another process that judges a program which does not end by itself."""
    judge = subprocess.Popen(
        [sys.executable, "-c", JUDGE],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(temporary)},
        start_new_session=True,
    )
    processes: list[int] = []
    try:
        assert judge.stdout is not None
        assert judge.stdout.readline() == "ready\n", judge.communicate()[1]
        pids = [*descendants(judge.pid)]
        processes = [os.pidfd_open(pid) for pid in pids]
        groups = [folder for pid in pids for folder in groups_of(pid)]
        assert len(pids) >= 4  # two boxes, each with a runner and its spawn server at least
        yield Trace(judge, processes, sorted({*groups}), temporary)
    finally:
        judge.kill()
        judge.communicate()
        for process in processes:
            os.close(process)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
def test_a_judge_that_ends_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    with judge_at_work(tmp_path) as trace:
        cgroups.remove_orphans()  # none of them is one
        assert all(folder.exists() for folder in trace.groups)
        assert bool(trace.groups) == groups_can_be_made()
        locks = [*tmp_path.glob("ordojudge-uids/*")]
        assert len(locks) == (2 if ROOT else 0)
        assert not any(map(can_be_locked, locks))

        os.killpg(trace.judge.pid, number)  # as a terminal does: the whole process group
        trace.judge.wait()
        assert trace.judge.returncode == -number
        assert trace.ended()
        assert all(map(can_be_locked, locks))
    assert trace.files() <= {"ordojudge-uids"}
    if number == signal.SIGKILL:
        with LocalSandbox(SETTINGS):  # the next judge cleans up what the killed one could not
            pass
    assert [folder for folder in trace.groups if folder.exists()] == []
