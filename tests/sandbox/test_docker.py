"""The Docker driver: what containers are given, and what happens when one is lost in the middle of a job."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.counted_builds import counted_build
from ordojudge.core.errors import SandboxError, SandboxUnavailable
from ordojudge.core.languages import LANGUAGES, find_language
from ordojudge.core.models import Limits, Problem, Report, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.sandbox.docker import DockerBox, DockerSandbox
from ordojudge.sandbox.images import FAMILIES, wanted_headers
from ordojudge.sandbox.owners import OWNER_LABEL, own
from ordojudge.service import Judge
from ordojudge.settings import DockerSandboxSettings
from tests.conftest import absent, opened_sandbox
from tests.sandbox.docker_hosts import HangingProxy

PYTHON = find_language("python")
LIMITS = Limits(cpu_s=1.0, memory_bytes=128 << 20)
PROBLEM = Problem(
    problem_id="sum",
    tests=tuple(TestCase(case_id=str(n), input=f"{n}\n", output=f"{n}\n") for n in range(3)),
    checker=TokensChecker(),
    limits=LIMITS,
)
SLOW = Submission(
    language="python",
    source="import time\nn = int(input())\ntime.sleep(0.4)\nprint(n)\n",
)


@pytest.fixture(scope="module")
def settings() -> DockerSandboxSettings:
    """Those of the environment, for one slot; without a daemon or images the tests are skipped."""
    with opened_sandbox("docker") as sandbox:
        assert isinstance(sandbox, DockerSandbox)
        return sandbox.settings.model_copy(update={"slots": 1})


@pytest.fixture
def sandbox(settings: DockerSandboxSettings) -> Iterator[DockerSandbox]:
    with DockerSandbox(settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def client(settings: DockerSandboxSettings) -> Iterator[Any]:
    import docker

    client = docker.APIClient(base_url=settings.address, version="auto", timeout=60)
    yield client
    client.close()


OTHERS: set[str] = set()
"""Containers of this process that another sandbox keeps, such as the one that other modules share."""


@pytest.fixture(autouse=True)
def _see_others(client: Any) -> None:
    OTHERS.clear()
    OTHERS.update(containers_of(client, str(own())))


def until(condition: Callable[[], Any], *, patience_s: float = 30.0) -> Any:
    """Wait for something that another process does."""
    deadline = time.monotonic() + patience_s
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)
    return found


def containers_of(client: Any, owner: str) -> list[str]:
    found = client.containers(all=True, filters={"label": f"{OWNER_LABEL}={owner}"})
    return [each["Id"] for each in found if each["Id"] not in OTHERS]


def processes_in(client: Any, container: str) -> dict[str, int]:
    """Host's process ids of a container by what they are; the submission's only while there is one."""
    runner: int = client.inspect_container(container)["State"]["Pid"]
    found = {"runner": runner}
    waiting = [runner]
    for pid in waiting:
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:
            continue
        for child in map(int, children):
            waiting.append(child)
            try:
                name = Path(f"/proc/{child}/comm").read_text().strip()
                uid = Path(f"/proc/{child}").stat().st_uid
            except OSError:
                continue
            kind = "submission" if uid else "spawn server" if name == "spawnd" else "zygote"
            found[kind] = child
    return found


def container_at_work(client: Any) -> tuple[str, dict[str, int]] | None:
    """A container of this process that runs a submission, and its processes.

    A test lasts longer than this waits; what is gone by then was the compiler, or ends just now.
    """
    from docker.errors import NotFound

    for container in containers_of(client, str(own())):
        try:
            processes = processes_in(client, container)
            if "submission" not in processes:
                continue
            time.sleep(0.1)
            again = processes_in(client, container)
        except NotFound:  # it went meanwhile
            continue
        if again == processes:
            return container, processes
    return None


def in_the_middle_of_a_job(
    judge: Judge, client: Any, submission: Submission, act: Callable[[str, dict[str, int]], None]
) -> Report:
    """Judge a submission, and do something to its container while it runs."""
    reports: list[Report] = []
    grading = threading.Thread(target=lambda: reports.append(judge.grade(submission, PROBLEM)))
    grading.start()
    try:
        act(*until(lambda: container_at_work(client)))
    finally:
        grading.join()
    return reports[0]


def nothing_is_left(client: Any, sandbox: DockerSandbox) -> bool:
    sandbox.close()
    until(lambda: not containers_of(client, str(own())))
    return not [*sandbox._sockets.glob(f"ordojudge-ctl-{str(own()).replace(':', '-')}-*")]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may kill a container's processes")
@pytest.mark.parametrize("victim", ["container", "runner", "zygote", "submission"])
def test_a_killed_part_costs_a_retry_and_no_verdict(
    victim: str, sandbox: DockerSandbox, client: Any
) -> None:
    def kill(container: str, processes: dict[str, int]) -> None:
        if victim == "container":
            client.kill(container, "KILL")
        else:
            os.kill(processes[victim], signal.SIGKILL)

    report = in_the_middle_of_a_job(Judge(sandbox), client, SLOW, kill)
    # A kill of the submission alone can't be told from one that it gave itself.
    expected = Verdict.RTE if victim == "submission" else Verdict.AC
    assert (report.verdict, report.compile.ok) == (expected, True), report
    assert nothing_is_left(client, sandbox)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may kill a container's processes")
def test_a_job_whose_containers_are_killed_twice_is_a_judging_error(
    sandbox: DockerSandbox, client: Any
) -> None:
    ended = threading.Event()

    def kill_all() -> None:
        while not ended.is_set():
            if found := container_at_work(client):
                os.kill(found[1]["runner"], signal.SIGKILL)
                time.sleep(0.05)

    killer = threading.Thread(target=kill_all)
    killer.start()
    try:
        report = Judge(sandbox).grade(SLOW, PROBLEM)
    finally:
        ended.set()
        killer.join()
    assert (report.verdict, report.reward) == (Verdict.JE, None)
    assert nothing_is_left(client, sandbox)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_paused_container_times_out_into_a_retry(sandbox: DockerSandbox, client: Any) -> None:
    report = in_the_middle_of_a_job(
        Judge(sandbox), client, SLOW, lambda container, _: client.pause(container)
    )
    assert report.verdict == Verdict.AC
    assert nothing_is_left(client, sandbox)


@pytest.mark.slow
def test_a_container_that_was_paused_while_idle_is_replaced(
    sandbox: DockerSandbox, client: Any
) -> None:
    judge = Judge(sandbox)
    assert judge.grade(SLOW, PROBLEM).verdict == Verdict.AC
    [idle] = containers_of(client, str(own()))
    client.pause(idle)
    assert judge.grade(SLOW, PROBLEM).verdict == Verdict.AC
    assert idle not in containers_of(client, str(own()))
    assert nothing_is_left(client, sandbox)


def test_a_daemon_that_went_and_came_back_took_idle_containers_along(
    settings: DockerSandboxSettings, client: Any, tmp_path: Path
) -> None:
    with HangingProxy(tmp_path / "s", settings.address) as proxy:
        reached = {"host": proxy.address, "slots": 2}
        sandbox = DockerSandbox(settings.model_copy(update=reached))
        with sandbox.box(PYTHON), sandbox.box(PYTHON):
            pass
    (tmp_path / "s").unlink()
    judge = Judge(sandbox)
    for container in containers_of(client, str(own())):  # as when the daemon itself stops
        client.kill(container, "KILL")
    with pytest.raises(SandboxUnavailable, match="no daemon listens"):
        judge.grade(SLOW, PROBLEM)
    with HangingProxy(tmp_path / "s", settings.address):
        assert judge.grade(SLOW, PROBLEM).verdict == Verdict.AC
        sandbox.close()
    assert nothing_is_left(client, sandbox)


def test_a_daemon_that_hangs_gives_no_verdict_and_is_cleaned_up_after(
    settings: DockerSandboxSettings, client: Any, tmp_path: Path
) -> None:
    with HangingProxy(tmp_path / "s", settings.address) as proxy:
        hasty = {"host": proxy.address, "timeout_s": 1.0, "recycle_after": 1}
        sandbox = DockerSandbox(settings.model_copy(update=hasty))
        judge = Judge(sandbox)
        box = sandbox.box(PYTHON)
        held = box.__enter__()
        proxy.hang()
        assert isinstance(held, DockerBox)
        box.__exit__(None, None, None)  # worn out: it has to go, and the daemon doesn't answer
        report = judge.grade(SLOW, PROBLEM)
        assert (report.verdict, report.reward) == (Verdict.JE, None)
        assert "did not answer within 1 s" in report.compile.message
        proxy.resume()
        until(lambda: judge.grade(SLOW, PROBLEM).verdict == Verdict.AC)
        assert nothing_is_left(client, sandbox)


HOLDER = """
import sys
from ordojudge.core.languages import find_language
from ordojudge.sandbox.docker import DockerSandbox
from ordojudge.settings import load_settings
with DockerSandbox(load_settings(driver="docker").sandbox) as sandbox:
    with sandbox.box(find_language("python")) as box:
        print(sandbox._owner, flush=True)
        sys.stdin.read()
        program = box.compile(b"print(1)", find_language("python"))
        print(program.ok, flush=True)
"""


@pytest.fixture
def other_judge() -> Iterator["subprocess.Popen[str]"]:
    """Another judge on this machine, with a container of its own."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def owner_told_by(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_the_container_of_a_killed_judge_ends_by_itself(
    other_judge: "subprocess.Popen[str]", client: Any
) -> None:
    owner = owner_told_by(other_judge)
    assert len(containers_of(client, owner)) == 1
    other_judge.kill()
    until(lambda: not containers_of(client, owner))


def test_a_new_judge_removes_a_killed_ones_containers_and_folders(
    other_judge: "subprocess.Popen[str]", client: Any, settings: DockerSandboxSettings
) -> None:
    owner = owner_told_by(other_judge)
    [container] = containers_of(client, owner)
    client.pause(container)  # now it can't notice that its judge is gone
    other_judge.kill()
    other_judge.wait()
    sockets = Path(settings.socket_dir or tempfile.gettempdir())
    folder = sockets / f"ordojudge-ctl-{owner.replace(':', '-')}-x"
    folder.mkdir()
    assert containers_of(client, owner) == [container]
    with DockerSandbox(settings):
        until(lambda: not containers_of(client, owner))
        assert not folder.exists()


def test_a_new_judge_leaves_a_living_ones_containers_alone(
    other_judge: "subprocess.Popen[str]", client: Any, settings: DockerSandboxSettings
) -> None:
    owner = owner_told_by(other_judge)
    before = containers_of(client, owner)
    with DockerSandbox(settings):
        assert containers_of(client, owner) == before != []
    told, _ = other_judge.communicate("", timeout=60)
    assert told == "True\n"
    until(lambda: not containers_of(client, owner))


def test_a_container_has_the_options_that_its_isolation_rests_on(
    sandbox: DockerSandbox, client: Any
) -> None:
    with sandbox.box(PYTHON):
        [container] = containers_of(client, str(own()))
        found = client.inspect_container(container)
    host = found["HostConfig"]
    expected = {
        "NetworkMode": "none",
        "ReadonlyRootfs": True,
        "CapDrop": ["ALL"],
        "CapAdd": ["SETUID", "SETGID", "KILL"],
        "SecurityOpt": ["no-new-privileges"],
        "Privileged": False,
        "PidsLimit": 96,
        "Memory": sandbox.settings.memory,
        "MemorySwap": sandbox.settings.memory,
        "IpcMode": "none",
        "LogConfig": {"Type": "none", "Config": {}},
        "Ulimits": [{"Name": "core", "Hard": 0, "Soft": 0}],
        "AutoRemove": True,
        "Tmpfs": {
            "/box": "rw,exec,nosuid,nodev,size=256m,nr_inodes=8k,mode=755",
            "/tmp": "rw,exec,nosuid,nodev,size=64m,nr_inodes=4k,mode=1777",
            "/dev/shm": "rw,noexec,nosuid,nodev,size=16m,nr_inodes=256,mode=1777",
        },
    }
    assert {key: host[key] for key in expected} == expected
    assert found["Config"]["Hostname"] == "box"
    [mount] = found["Mounts"]
    assert (mount["Destination"], mount["RW"]) == ("/ctl", False)
    assert not Path(mount["Source"]).exists()  # nobody else can connect any more


def test_boxes_are_kept_per_family_and_the_least_used_one_goes(
    settings: DockerSandboxSettings, client: Any
) -> None:
    assert len(FAMILIES) >= 2
    first, second = (find_language(name) for name in ("python", "c"))
    with DockerSandbox(settings.model_copy(update={"spare": 1})) as sandbox:
        with sandbox.box(first) as box:
            assert isinstance(box, DockerBox)
            kept = box.container
        with sandbox.box(first) as box:
            assert isinstance(box, DockerBox)
            assert box.container == kept
        with sandbox.box(second) as box:
            assert isinstance(box, DockerBox)
            assert box.container != kept
        until(lambda: len(containers_of(client, str(own()))) == 1)
    until(lambda: not containers_of(client, str(own())))


def test_two_boxes_have_two_user_ids(sandbox: DockerSandbox) -> None:
    source = b"import os\nprint(os.getuid())\n"
    ids = []
    with sandbox.box(PYTHON) as box, sandbox.box(PYTHON, companion=True) as companion:
        for each in (box, companion):
            ids.append(printed(each, source))
    assert len(set(ids)) == 2
    assert all(int(each) >= 20_000 for each in ids)


def printed(box: Any, source: bytes) -> bytes:
    from ordojudge.ports import Run
    from ordojudge.sandbox.memory_files import MemoryFile

    program = box.compile(source, PYTHON)
    ran = box.start(Run(program=program, limits=LIMITS, input=MemoryFile())).wait()
    output: bytes = ran.output.read()
    return output


def test_a_limit_that_no_container_can_hold_is_a_judging_error(sandbox: DockerSandbox) -> None:
    limits = Limits(memory_bytes=sandbox.settings.memory)
    report = Judge(sandbox).grade(SLOW, PROBLEM.model_copy(update={"limits": limits}))
    assert report.verdict == Verdict.JE
    assert "ORDOJUDGE_SANDBOX__MEMORY" in (report.tests[0].reason or "")


def test_a_closed_sandbox_gives_no_box(sandbox: DockerSandbox) -> None:
    sandbox.close()
    sandbox.close()
    with pytest.raises(SandboxError, match="closed"), sandbox.box(PYTHON):
        pass


@pytest.mark.parametrize("use", ["plain", "all of the library", "counted"])
@pytest.mark.parametrize("name", [row.id for row in LANGUAGES if wanted_headers(row)])
def test_the_compiler_uses_the_headers_of_the_image(
    sandbox: DockerSandbox, client: Any, name: str, use: str
) -> None:
    row = find_language(name)
    try:
        image = sandbox.image(row.image)
    except SandboxUnavailable as error:
        absent(name, row.name, str(error))
    assert not image.lacks_headers(row)
    source = "#include <bits/stdc++.h>\n" + "std::regex a;\n" * (use == "all of the library")
    language = counted_build(row, "-c") if use == "counted" else row
    command = image.command(language, source.encode(), source_path="/tmp/a.cpp", product="/tmp/a.o")
    folder = next(word.removeprefix("-I") for word in command if word.startswith("-I"))
    script = """printf %s "$0" >/tmp/a.cpp && "$@" -c -H -Winvalid-pch"""
    container = client.create_container(image.image_id, ["sh", "-c", script, source, *command])
    try:
        client.start(container)
        assert client.wait(container)["StatusCode"] == 0
        said = client.logs(container).decode()
    finally:
        client.remove_container(container, force=True)
    assert f"! {folder}/bits/stdc++.h.gch" in said.splitlines()
    assert "invalid-pch" not in said
