"""The ``ordojudge`` command on machines that lack something, for users without privileges, and interrupted."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ordojudge.settings import LocalSandboxSettings, Settings
from tests.e2e.command import (
    ACCEPTED,
    ROOT,
    SUM,
    assert_one_complaint,
    command_line,
    found,
    grade,
    sum_problem,
    written,
)

pytestmark = pytest.mark.usefixtures("sandbox")


# ------------------------------------------------------------------ what a machine may lack


def hiding(*paths: str) -> list[str]:
    """A command line that runs another without programs at these places, as on a machine that lacks them."""
    masks = [part for path in paths for part in ("--ro-bind", "/dev/null", path)]
    return [found("bwrap"), "--dev-bind", "/", "/", *masks, "--"]


def with_small_disk(folder: Path, *, size: int, first: str = "") -> list[str]:
    """A command line that runs another with a disk of its own at this place.

    Args:
        first: Shell commands that go before, in the same place.
    """
    disk = ["--size", str(size), "--tmpfs", str(folder)]
    return [found("bwrap"), "--dev-bind", "/", "/", *disk, "--", "sh", "-c", f'{first}\n"$@"', "sh"]


def test_without_bubblewrap_nothing_runs(tmp_path: Path) -> None:
    done = grade("--json", "--problem", SUM, ACCEPTED, PATH=tmp_path)
    assert_one_complaint(done, r"bubblewrap: missing: apt-get install bubblewrap")


def test_without_a_compiler_the_spawn_server_cannot_be_built(tmp_path: Path) -> None:
    (tmp_path / "bwrap").symlink_to(found("bwrap"))
    done = grade(PATH=tmp_path, ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path / "cache")
    assert_one_complaint(done, r"gcc: missing; .*apt-get install gcc libc6-dev")


def test_a_missing_compiler_costs_its_languages_alone() -> None:
    solution = SUM / "solutions/AC.cpp"
    without = hiding("/usr/bin/g++")
    assert_one_complaint(
        grade(solution, within=without), r"/usr/bin/g\+\+: missing; apt-get install"
    )
    assert (
        json.loads(grade("--json", "--problem", SUM, ACCEPTED, within=without).out)["verdict"]
        == "AC"
    )


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    done = grade(ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path / "cache")
    assert_one_complaint(done, rf"{re.escape(str(tmp_path / 'cache'))}/.*Not a directory")


def test_a_full_disk_under_the_cache_is_named(tmp_path: Path) -> None:
    disk = with_small_disk(tmp_path, size=64 << 10)
    done = grade(within=disk, ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path)
    assert_one_complaint(done, rf"{re.escape(str(tmp_path))}/.*No space left on device")


def test_a_cache_that_fills_up_later_costs_the_cache_and_not_the_verdict(tmp_path: Path) -> None:
    # The disk is full once the spawn server is built.
    build = shlex.join([*command_line(), "doctor", "--no-self-test"])
    fill = f"{build} >{tmp_path}/doctor; cat /dev/zero >{tmp_path}/filler 2>/dev/null"
    done = grade(
        "-",
        "--language",
        "c",
        "--json",
        stdin='#include <stdio.h>\nint main(void) { puts("3"); }\n',
        within=with_small_disk(tmp_path, size=8 << 20, first=fill),
        ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path,
    )
    assert (done.code, json.loads(done.out)["tests"][0]["verdict"]) == (0, "AC"), done
    assert "binary not cached" in done.err
    assert "Traceback" not in done.err


# ------------------------------------------------------------------ without root


def as_ordinary_user() -> list[str]:
    """A command line that runs another under a user id that has no privileges, whoever runs the tests."""
    ids = ["--unshare-user", "--uid", "1000", "--gid", "1000"]
    return [found("bwrap"), "--dev-bind", "/", "/", *ids, "--"]


COMPARING_CHECKER = {
    "type": "program",
    "language": "python",
    "source": "def output_judging_function(input, output, answer):\n"
    "    return output.split() == answer.split() and input.split()[0].isdigit()\n",
    "protocol": "python-function",
}
ENDS_WITH_EXIT = "print(min({a + b for a in [1] for b in [2]}))\nexit()\n"


@pytest.mark.parametrize(
    ("solution", "problem", "verdict"),
    [
        pytest.param("AC.py", sum_problem(), "AC", id="Python"),
        pytest.param("AC.cpp", sum_problem(), "AC", id="C++"),
        pytest.param("AC.cpp", sum_problem(checker=COMPARING_CHECKER), "AC", id="by a program"),
        pytest.param("WA.py", sum_problem(checker=COMPARING_CHECKER), "WA", id="rejected by one"),
        pytest.param("RTE.py", sum_problem(), "RTE", id="a crash"),
        pytest.param("CE.cpp", sum_problem(), "CE", id="not compiled"),
        pytest.param("MLE.py", SUM, "MLE", id="memory"),
        pytest.param("TLE.py", SUM, "TLE", id="time"),
    ],
)
def test_an_ordinary_user_gets_the_same_verdicts(
    solution: str, problem: dict[str, Any] | Path, verdict: str, tmp_path: Path
) -> None:
    where = problem if isinstance(problem, Path) else written(tmp_path, problem)
    within = as_ordinary_user()
    done = grade(SUM / "solutions" / solution, "--json", problem=where, within=within)
    assert (done.code, done.err, json.loads(done.out)["verdict"]) == (0, "", verdict)


def test_an_ordinary_user_s_interpreter_is_a_full_one(tmp_path: Path) -> None:
    first = {**sum_problem()["tests"][0]}
    done = grade(
        "-",
        "--language",
        "python",
        "--json",
        stdin=ENDS_WITH_EXIT,
        problem=written(tmp_path, sum_problem(tests=[first])),
        within=as_ordinary_user(),
    )
    assert (done.code, done.err, json.loads(done.out)["verdict"]) == (0, "", "AC")


# ------------------------------------------------------------------ what a program finds in its box


def one_test(folder: Path, *, output: str) -> Path:
    test = {"case_id": "1", "input": "", "output": output}
    return written(folder, sum_problem(tests=[test], limits={"cpu_s": 5}))


USERS = pytest.mark.parametrize(
    "ordinary", [False, True], ids=["as who runs the tests", "as an ordinary user"]
)


@USERS
def test_libraries_are_found_as_on_the_machine(ordinary: bool, tmp_path: Path) -> None:
    done = grade(
        "-",
        "--language",
        "python",
        "--json",
        stdin="import os\nprint(os.access('/etc/ld.so.cache', os.R_OK))\n",
        problem=one_test(tmp_path, output="True\n"),
        within=as_ordinary_user() if ordinary else [],
    )
    assert json.loads(done.out)["tests"][0]["reason"] is None


@USERS
def test_the_order_of_sets_is_the_same_in_every_run(ordinary: bool, tmp_path: Path) -> None:
    settings = Settings().sandbox
    assert isinstance(settings, LocalSandboxSettings)
    program = "print({'left', 'right', 'up', 'down'}, hash('a'))\n"
    alone = subprocess.run(
        [settings.interpreter, "-c", program],
        env={"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    done = grade(
        "-",
        "--language",
        "python",
        "--json",
        stdin=program,
        problem=one_test(tmp_path, output=alone.stdout),
        within=as_ordinary_user() if ordinary else [],
    )
    assert json.loads(done.out)["tests"][0]["reason"] is None


def test_an_interpreter_anywhere_can_run_submissions(tmp_path: Path) -> None:
    # Where a version manager installed it, its folder is one that only its owner may look into.
    interpreter = getattr(sys, "_base_executable", sys.executable)
    done = grade(
        "-",
        "--language",
        "python",
        "--json",
        stdin="import csv, sqlite3, xml.dom, sys\nprint(sys.version_info[:2])\n",
        problem=one_test(tmp_path, output=f"{sys.version_info[:2]}\n"),
        ORDOJUDGE_SANDBOX__PYTHON=interpreter,
    )
    assert json.loads(done.out)["tests"][0]["reason"] is None


# ------------------------------------------------------------------ Ctrl-C


def stat_of(pid: int) -> list[str]:
    """Fields of /proc/PID/stat from the state on; none if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def descendants(pid: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := stat_of(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    reached = [pid]
    for parent in reached:
        reached += children.get(parent, [])
    return set(reached[1:])


def ended(pids: set[int]) -> bool:
    """Whether none of these runs any more; what is left of orphans is for the machine's init to collect."""
    return all(stat_of(pid)[:1] in ([], ["Z"]) for pid in pids)


def ticks(pid: int) -> int:
    """CPU time that a process has used, in clock ticks."""
    fields = stat_of(pid)
    return int(fields[11]) + int(fields[12]) if fields else 0


def wait_until(holds: Callable[[], bool], *, patience_s: float = 60) -> None:
    end = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def groups_of(pid: int) -> set[Path]:
    """Control groups of a box's process that are the box's own."""
    lines = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
    found = (line.split(":", 2) for line in lines)
    return {
        Path("/sys/fs/cgroup", controllers, path.lstrip("/"))
        for _, controllers, path in found
        if "ordojudge-" in path
    }


@pytest.fixture
def judging(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The command in the middle of a test that would take minutes, and a temporary folder of its own."""
    (tmp_path / "forever.py").write_text("while True:\n    pass\n")
    problem = written(tmp_path, sum_problem(limits={"cpu_s": 300, "wall_s": 600}))
    (tmp_path / "tmp").mkdir()
    with subprocess.Popen(
        [*command_line(), "grade", str(tmp_path / "forever.py"), "--problem", str(problem)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Started in the background, tests inherit an ignored SIGINT, which the command respects.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            wait_until(lambda: max(map(ticks, descendants(process.pid)), default=0) > 20)
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_command_that_is_stopped_leaves_nothing_behind(
    number: signal.Signals, code: int, judging: subprocess.Popen[str], tmp_path: Path
) -> None:
    inside = descendants(judging.pid)
    assert any("bwrap" in command_of(pid) for pid in inside)
    groups = set[Path]().union(*map(groups_of, inside))
    assert all(group.exists() for group in groups)
    judging.send_signal(number)
    out, err = judging.communicate(timeout=30)
    assert (judging.returncode, out, err) == (code, "", "ordojudge: stopped\n")
    wait_until(lambda: ended(inside), patience_s=10)
    assert [group for group in groups if group.exists()] == []
    assert str(tmp_path) not in Path("/proc/self/mountinfo").read_text()
    # The folder of locks on user ids is there to stay, with one empty file for each id ever used.
    left = [path.name for path in (tmp_path / "tmp").iterdir()]
    assert set(left) <= {"ordojudge-uids"}
