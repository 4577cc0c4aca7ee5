"""Boxes of the local driver: who a submission is, what holds without control groups, and what is refused."""

import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from ordojudge.core.errors import SandboxError, SandboxUnavailable
from ordojudge.core.grading import classify
from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Box, Ran, Run, Sandbox
from ordojudge.sandbox import cgroups
from ordojudge.sandbox.local import IN_MEMORY, UNISOLATED_FOLDERS, LocalSandbox, find_interpreter
from ordojudge.sandbox.memory_files import MemoryFile, Shelf
from ordojudge.sandbox.owners import owned_prefix
from ordojudge.sandbox.uids import FIRST_UID, UIDS
from ordojudge.settings import LocalSandboxSettings
from tests.sandbox.processes import descendants

PYTHON, C = find_language("python"), find_language("c")
LIMITS = Limits(cpu_s=2.0, memory_bytes=128 << 20)
ROOT = os.geteuid() == 0
SETTINGS = LocalSandboxSettings(slots=2)

as_root = pytest.mark.skipif(
    not ROOT, reason="root: only it gives a box a user id, and makes groups"
)


@pytest.fixture(scope="module", autouse=True)
def _ready(sandbox: Sandbox) -> None:
    """Boxes can be made here; else the tests are skipped by the name of what is missing."""


def ran(box: Box, source: str, **fields: Any) -> Ran:
    program = box.compile(source.encode(), PYTHON)
    assert program.ok, program.message
    return box.start(Run(program, input=MemoryFile(), **{"limits": LIMITS, **fields})).wait()


# --------------------------------------------------------------------- who a submission is

TAMPERS = """
import mmap, os, sys
def reopen(): return os.write(os.open("/proc/self/fd/0", os.O_RDWR), b"9")
def permit(): os.fchmod(0, 0o666)
def shorten(): os.ftruncate(0, 1)
def resize(): os.truncate("/proc/self/fd/0", 1)
def overwrite(): return os.pwrite(0, b"9", 0)
def map_it(): mmap.mmap(0, 4096, mmap.MAP_SHARED, mmap.PROT_WRITE)[0:1] = b"9"
for change in (reopen, permit, shorten, resize, overwrite, map_it):
    try:
        change()
        print(change.__name__, "went through")
    except OSError:
        pass
"""


@as_root
def test_a_submission_can_t_change_an_input_that_the_next_one_may_get(sandbox: Sandbox) -> None:
    content = b"1 2 3\n" * 1000
    file = Shelf(capacity_bytes=1 << 20).file([content])
    with sandbox.box(PYTHON) as box:
        program = box.compile(TAMPERS.encode(), PYTHON)
        done = box.start(Run(program, limits=LIMITS, input=file)).wait()
    assert (done.outcome.exit_code, done.output.read(), done.error) == (0, b"", b"")
    assert file.read() == content


STATUS_OF_C = r"""
#include <stdio.h>
int main(void) {
  char line[256];
  FILE *file = fopen("/proc/self/status", "r");
  while (fgets(line, sizeof line, file)) fputs(line, stdout);
  return 0;
}
"""


@pytest.mark.parametrize("language", [PYTHON, C], ids=lambda row: row.id)
def test_a_submission_has_no_rights_and_no_way_to_get_any(language: Any) -> None:
    source = STATUS_OF_C if language is C else "print(open('/proc/self/status').read())"
    with LocalSandbox(SETTINGS) as sandbox, sandbox.box(language) as box:
        program = box.compile(source.encode(), language)
        done = box.start(Run(program, limits=LIMITS, input=MemoryFile())).wait()
    status = dict(
        line.split(":\t", 1) for line in done.output.read().decode().splitlines() if ":\t" in line
    )
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(status[name], 16) == 0, name
    assert status["NoNewPrivs"].strip() == "1"  # so no program that it starts gives it any
    assert status["Seccomp"].strip() == "2"
    ids = {int(number) for name in ("Uid", "Gid") for number in status[name].split()}
    assert len(ids) == 1
    if ROOT:
        assert ids <= {*range(FIRST_UID, FIRST_UID + UIDS)}
        assert status["Groups"].strip() == ""
    else:
        assert ids == {1000}


@as_root
def test_the_runner_keeps_three_capabilities() -> None:
    kept = 1 << 5 | 1 << 6 | 1 << 7  # CAP_KILL, CAP_SETGID, CAP_SETUID of linux/capability.h
    with LocalSandbox(SETTINGS) as sandbox, sandbox.box(PYTHON) as box:
        assert ran(box, "pass").outcome.exit_code == 0
        inside = [
            dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
            for text in (
                Path(f"/proc/{pid}/status").read_text() for pid in descendants(os.getpid())
            )
        ]
    held = {
        tuple(int(process[name], 16) for name in ("CapPrm", "CapEff", "CapInh", "CapAmb"))
        for process in inside
        if process["Name"] == "spawnd" or process["Name"].startswith("python")
    }
    assert (kept,) * 4 in held  # the runner and its spawn server
    assert held <= {(kept,) * 4, (0,) * 4}  # the zygote has none


EMPTY_FILES = r"""
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  const char *folders[] = {"/box/w", "/tmp", "/dev/shm"};
  for (int i = 0; i < 3; i++) {
    int n = 0, file;
    char name[64];
    while (n < 20000) {
      snprintf(name, sizeof name, "%s/%d", folders[i], n);
      if ((file = open(name, O_CREAT | O_WRONLY, 0600)) < 0) break;
      close(file);
      n++;
    }
    printf("%d\n", n);
  }
  return 0;
}
"""


def test_empty_files_have_a_limit_too(sandbox: Sandbox) -> None:
    # Each takes a kilobyte of the kernel's memory, and none of the folder's size.
    with sandbox.box(C) as box:
        program = box.compile(EMPTY_FILES.encode(), C)
        assert program.ok, program.message
        for _ in range(2):  # and the next test has as many again
            done = box.start(Run(program, limits=LIMITS, input=MemoryFile())).wait()
            made = [int(line) for line in done.output.read().split()]
            most = [files for *_, files in IN_MEMORY]
            assert all(limit - 32 <= n < limit for n, limit in zip(made, most, strict=True)), made


@pytest.mark.parametrize("language", [PYTHON, C], ids=lambda row: row.id)
def test_a_submission_cannot_make_itself_wait_for_a_core(language: Any) -> None:
    # The time it waits while others are busy isn't charged to it.
    calls = {
        PYTHON: "import os\nfor call in (lambda: os.nice(19),"
        " lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))):\n"
        "    try: call()\n    except PermissionError: print('refused')\n",
        C: "#define _GNU_SOURCE\n#include <sched.h>\n#include <stdio.h>\n#include <sys/resource.h>\n"
        "int main(void) { struct sched_param p = {0};"
        ' if (setpriority(PRIO_PROCESS, 0, 19)) puts("refused");'
        ' if (sched_setscheduler(0, SCHED_IDLE, &p)) puts("refused"); return 0; }\n',
    }
    with LocalSandbox(SETTINGS) as sandbox, sandbox.box(language) as box:
        program = box.compile(calls[language].encode(), language)
        done = box.start(Run(program, limits=LIMITS, input=MemoryFile())).wait()
    assert done.output.read() == b"refused\nrefused\n"


@as_root
def test_boxes_at_work_have_different_users() -> None:
    source = "import os\nprint(os.getuid())"
    with LocalSandbox(SETTINGS) as sandbox, sandbox.box() as box, sandbox.box() as other:
        users = {ran(each, source).output.read() for each in (box, other)}
    assert len(users) == 2


def test_a_box_shows_little_of_the_machine() -> None:
    source = (
        "import os\n"
        "for place in ('/etc/passwd', '/var', '/srv', '/run', '/sys', '/proc/1/root'):\n"
        "    if os.access(place, os.R_OK): print(place)\n"
    )
    with LocalSandbox(SETTINGS) as sandbox, sandbox.box() as box:
        assert ran(box, source).output.read() == b""


def test_a_run_is_ended_from_another_thread() -> None:
    with LocalSandbox(SETTINGS) as sandbox:
        ending = threading.Thread()
        with pytest.raises(SandboxError), sandbox.box() as box:  # noqa: PT012
            program = box.compile(b"while True: pass", PYTHON)
            running = box.start(Run(program, limits=Limits(cpu_s=60.0), input=MemoryFile()))
            ending = threading.Thread(target=box.abort)
            ending.start()
            running.wait()
        ending.join()
        with sandbox.box() as box:
            assert ran(box, "print(1)").output.read() == b"1\n"


# -------------------------------------------------------------------- without control groups


@pytest.fixture(scope="module")
def ungrouped() -> Iterator[LocalSandbox]:
    with LocalSandbox(SETTINGS.model_copy(update={"cgroups": "off"})) as sandbox:
        yield sandbox


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        pytest.param("x = bytearray(b'x') * (1 << 30)", Verdict.MLE, id="memory at once"),
        pytest.param(
            "import os\nfor _ in range(3):\n    if not os.fork(): break\n"
            "x = bytearray(b'x') * (60 << 20)\nwhile True: pass",
            Verdict.MLE,
            id="memory of several processes",
        ),
        pytest.param(
            "x = b'x' * (1 << 20)\n"
            "for n in range(15):\n"
            "    with open(f'/tmp/{n}' if n < 5 else str(n), 'wb') as f: f.write(x * 10)\n"
            "while True: pass",
            Verdict.MLE,
            id="memory of files",
            marks=pytest.mark.skipif(
                not ROOT, reason="root: others' tests have files of their own"
            ),
        ),
        pytest.param("while True: pass", Verdict.TLE, id="time"),
        pytest.param(
            "import os\nfor _ in range(3): os.fork()\nwhile True: pass",
            Verdict.TLE,
            id="time of several processes",
        ),
    ],
)
def test_limits_hold_without_control_groups(
    ungrouped: LocalSandbox, source: str, verdict: Verdict
) -> None:
    limits = LIMITS.model_copy(update={"cpu_s": 0.5 if verdict is Verdict.TLE else 2.0})
    with ungrouped.box() as box:
        named = classify(ran(box, source, limits=limits).outcome, limits)
    assert named is not None
    assert named[0] is verdict


# ------------------------------------------------------------------------ without a box


def test_without_bubblewrap_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        SandboxUnavailable, match=r"^bubblewrap: missing: apt-get install bubblewrap"
    ):
        LocalSandbox(SETTINGS)


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def own_groups() -> list[str]:
    prefix = owned_prefix(cgroups.PREFIX)
    return sorted(path.name for path in cgroups.ROOT.rglob(f"{prefix}*"))


def test_a_box_that_cannot_be_made_says_why_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sham = tmp_path / "bwrap"
    sham.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    sham.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with LocalSandbox(SETTINGS) as sandbox:
        before = (open_descriptors(), own_groups())
        for _ in range(3):  # more often than there are slots
            with (
                pytest.raises(
                    SandboxUnavailable,
                    match=r"^bubblewrap: no box can be made: bwrap: No permissions",
                ),
                sandbox.box(),
            ):
                pass
        assert (open_descriptors(), own_groups()) == before


def test_without_isolation_only_if_asked_for_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    settings = SETTINGS.model_copy(update={"allow_unisolated": True})
    with capture_logs() as logs, LocalSandbox(settings) as sandbox:
        for companion in (False, True):
            with sandbox.box(companion=companion) as box:
                assert ran(box, "print(1)").output.read() == b"1\n"
                program = box.compile(STATUS_OF_C.encode(), C)
                done = box.start(Run(program, limits=LIMITS, input=MemoryFile())).wait()
                assert done.outcome.exit_code == 0
    assert logs[0]["event"] == "submissions run without isolation"
    left = Path(tempfile.gettempdir()).glob(f"{owned_prefix(UNISOLATED_FOLDERS)}*")
    assert [*left] == []


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        pytest.param(None, "no usable Python", id="a missing file"),
        pytest.param("exit 1", "no usable Python", id="something that fails"),
        pytest.param("echo hello", "no usable Python", id="something else"),
        pytest.param(
            'echo \'[[3, 6], "/usr/bin/python3", "/usr", "/usr"]\'', "or newer", id="too old"
        ),
    ],
)
def test_an_interpreter_that_does_not_do_is_refused(
    script: str | None, complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / "python3"
    if script is not None:
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    with pytest.raises(SandboxUnavailable) as refused:
        find_interpreter(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert complaint in str(refused.value)
