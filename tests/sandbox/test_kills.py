"""``kill -9`` of each part of the judge in the middle of a job: never a wrong verdict, and nothing is left."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ordojudge.core.models import Limits, Problem, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Box
from ordojudge.sandbox.docker import DockerBox, DockerSandbox
from ordojudge.sandbox.local import LocalBox, LocalSandbox
from ordojudge.sandbox.owners import OWNER_LABEL
from ordojudge.sandbox.pool import Gate
from ordojudge.sandbox.uids import MAPPED_UID
from ordojudge.service import Judge
from ordojudge.settings import DockerSandboxSettings, LocalSandboxSettings
from tests.conftest import opened_sandbox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may kill a box's processes"),
]

KILLS = 50
AT_ONCE = 2
TWICE_EACH = 5
"""Of so many jobs one has the box of its second attempt killed, too."""

PROBLEM = Problem(
    problem_id="sum",
    tests=tuple(TestCase(case_id=str(n), input=f"{n}\n", output=f"{n}\n") for n in range(3)),
    checker=TokensChecker(),
    limits=Limits(cpu_s=1.0, memory_bytes=128 << 20),
)
JOB = Submission(
    language="python", source="import time\nn = int(input())\ntime.sleep(0.12)\nprint(n)\n"
)
LATEST_S = 0.2
"""A kill comes up to so long after the first sight of a job, which takes longer."""


def until(condition: Callable[[], Any], *, patience_s: float = 60.0) -> Any:
    """Wait for something that another process does."""
    deadline = time.monotonic() + patience_s
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)
    return found


class Process(NamedTuple):
    """A process, by more than its number."""

    pid: int
    start: str
    """When it started, in clock ticks since the boot."""

    uid: int
    command: str
    name: str

    @property
    def lives(self) -> bool:
        found = process(self.pid)
        return found is not None and found.start == self.start


def process(pid: int) -> Process | None:
    folder = Path(f"/proc/{pid}")
    try:
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        if fields[0] in "ZX":
            return None
        command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        name = (folder / "comm").read_text().strip()
        return Process(pid, fields[19], folder.stat().st_uid, command, name)
    except OSError:
        return None


def family(root: int) -> list[Process]:
    """A process and all that descend from it."""
    waiting, found = [root], []
    while waiting:
        pid = waiting.pop()
        if each := process(pid):
            found.append(each)
        with suppress(OSError):
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                waiting += map(int, children.read_text().split())
    return found


def part(processes: list[Process], name: str) -> Process | None:
    """One of a box's processes; none if it isn't there."""
    for each in processes:
        python, root = each.name.startswith("python"), each.uid < MAPPED_UID
        if name == "runner" and python and "runner.py" in each.command:
            return each
        if name == "zygote" and root and "zygote.py" in each.command:
            return each
        if name == "submission" and not root:
            return each
    return None


class Traces:
    """What was seen of boxes while they lived, all of which has to go."""

    def __init__(self) -> None:
        self._processes: set[Process] = set()
        self._folders: set[Path] = set()

    def note(self, processes: list[Process], *folders: str) -> None:
        self._processes |= {*processes}
        self._folders |= {Path(folder) for folder in folders}
        for each in processes:
            with suppress(OSError):
                for line in Path(f"/proc/{each.pid}/cgroup").read_text().splitlines():
                    _, controllers, path = line.split(":", 2)
                    if "ordojudge" in path or "docker/" in path:
                        self._folders.add(Path(f"/sys/fs/cgroup/{controllers}{path}"))

    def remaining(self, *, patience_s: float = 30.0) -> list[object]:
        """What there still is; waits for it to go."""
        deadline = time.monotonic() + patience_s
        while (found := self._remaining()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return found

    def _remaining(self) -> list[object]:
        mounts = Path("/proc/self/mounts").read_text()
        folders = [folder for folder in self._folders if f" {folder} " in mounts or folder.exists()]
        return [*(each for each in self._processes if each.lives), *folders]


class Driver(ABC):
    """A sandbox that a test looks into."""

    parts: tuple[str, ...]

    def __init__(self, traces: Traces) -> None:
        self.traces = traces
        self.boxes: list[Box] = []

    @abstractmethod
    def judge(self) -> tuple[Judge, LocalSandbox | DockerSandbox]: ...

    @abstractmethod
    def root(self, box: Box) -> int:
        """The process that a box descends from."""

    @abstractmethod
    def folders(self, box: Box) -> list[str]: ...

    def kill(self, box: Box, _processes: list[Process], _part: str) -> None:
        os.kill(self.root(box), signal.SIGKILL)


class LocalDriver(Driver):
    def judge(self) -> tuple[Judge, LocalSandbox]:
        boxes = self.boxes

        class Watched(LocalSandbox):
            def _make_box(self, family: str, gate: Gate | None) -> LocalBox:
                boxes.append(super()._make_box(family, gate))
                return boxes[-1]  # type: ignore[return-value]

        sandbox = Watched(LocalSandboxSettings(slots=1))
        return Judge(sandbox), sandbox

    def root(self, box: Box) -> int:
        assert isinstance(box, LocalBox)
        return box._process.pid

    def folders(self, box: Box) -> list[str]:
        return []


class DockerDriver(Driver):
    def __init__(self, traces: Traces, settings: DockerSandboxSettings, client: Any) -> None:
        super().__init__(traces)
        self._settings = settings
        self._client = client

    def judge(self) -> tuple[Judge, DockerSandbox]:
        boxes = self.boxes

        class Watched(DockerSandbox):
            def _make_box(self, family: str, gate: Gate | None) -> DockerBox:
                boxes.append(super()._make_box(family, gate))
                return boxes[-1]  # type: ignore[return-value]

        sandbox = Watched(self._settings)
        return Judge(sandbox), sandbox

    def root(self, box: Box) -> int:
        pid: int = self._inspect(box)["State"]["Pid"]
        return pid

    def folders(self, box: Box) -> list[str]:
        return [self._inspect(box)["GraphDriver"]["Data"]["MergedDir"]]

    def kill(self, box: Box, _processes: list[Process], _part: str) -> None:
        assert isinstance(box, DockerBox)
        self._client.kill(box.container, "KILL")

    def _inspect(self, box: Box) -> dict[str, Any]:
        assert isinstance(box, DockerBox)
        found: dict[str, Any] = self._client.inspect_container(box.container)
        return found


class Killer:
    """Has one job after another judged, and kills a part of its box meanwhile."""

    def __init__(self, driver: Driver, victim: str, *, seed: int) -> None:
        self._driver = driver
        self._victim = victim
        self._random = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.wrong: list[object] = []

    def run(self, jobs: int) -> None:
        judge, sandbox = self._driver.judge()
        with sandbox:
            for n in range(jobs):
                kills = 2 if n % TWICE_EACH == TWICE_EACH - 1 else 1
                reports: list[Any] = []
                grading = threading.Thread(
                    target=lambda kept=reports: kept.append(judge.grade(JOB, PROBLEM))
                )
                made = len(self._driver.boxes)
                grading.start()
                for attempt in range(kills):
                    self._kill(made, attempt, grading)
                grading.join()
                self._judged(reports, kills=kills, made=len(self._driver.boxes) - made)

    def _kill(self, made: int, attempt: int, grading: threading.Thread) -> None:
        """Kill a part of the box that the job is in: of another one at the second attempt."""
        while grading.is_alive():
            boxes = self._driver.boxes
            if not boxes or (attempt and len(boxes) <= max(made, 1)):
                time.sleep(0.002)
                continue
            box = boxes[-1]
            try:
                root = self._driver.root(box)
                folders = self._driver.folders(box)
            except Exception:  # it is gone, and the next one not yet there
                time.sleep(0.002)
                continue
            while grading.is_alive() and box is boxes[-1]:
                processes = family(root)
                target = part(processes, self._victim)
                if part(processes, "submission") and (target or self._victim == "box"):
                    self._driver.traces.note(processes, *folders)
                    time.sleep(self._random.random() * LATEST_S)
                    if target:
                        with suppress(ProcessLookupError):
                            os.kill(target.pid, signal.SIGKILL)
                    else:
                        with suppress(Exception):  # the job may be over, and its box gone
                            self._driver.kill(box, processes, self._victim)
                    while grading.is_alive() and box is boxes[-1]:
                        time.sleep(0.005)
                    return
                time.sleep(0.002)

    def _judged(self, reports: list[Any], *, kills: int, made: int) -> None:
        if not reports:
            self.wrong.append("no report")
            return
        [report] = reports
        self.counts[report.verdict.value] += 1
        self.counts["new boxes"] += made
        right = report.verdict is Verdict.AC or (report.verdict is Verdict.JE and kills == 2)
        if not right or (report.reward is None) != (report.verdict is Verdict.JE):
            self.wrong.append(report)


def both(*work: Callable[[], None]) -> None:
    """Do things at the same time; what one raises is raised."""
    errors: list[BaseException] = []

    def guarded(each: Callable[[], None]) -> None:
        try:
            each()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(each,)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


@pytest.fixture(scope="module")
def docker_settings() -> DockerSandboxSettings:
    with opened_sandbox("docker") as sandbox:
        assert isinstance(sandbox, DockerSandbox)
        return sandbox.settings.model_copy(update={"slots": 1})


@pytest.fixture(scope="module")
def local_settings() -> LocalSandboxSettings:
    with opened_sandbox("local") as sandbox:
        assert isinstance(sandbox, LocalSandbox)
        return sandbox.settings


@pytest.mark.parametrize(
    ("name", "victim"),
    [
        pytest.param(name, victim, id=f"{name}-{victim}")
        for name, victim in (
            ("local", "runner"),  # the first process of the box's namespace, and so all of it
            ("local", "zygote"),
            ("docker", "box"),
            ("docker", "runner"),
            ("docker", "zygote"),
        )
    ],
)
def test_a_killed_part_costs_a_retry_and_then_the_job_but_no_verdict(
    name: str, victim: str, request: pytest.FixtureRequest
) -> None:
    settings = request.getfixturevalue(f"{name}_settings")
    traces = Traces()
    clients = []
    killers = []
    for seed in range(AT_ONCE):
        driver: Driver = LocalDriver(traces)
        if name == "docker":
            import docker

            clients.append(docker.APIClient(base_url=settings.address, version="auto", timeout=60))
            driver = DockerDriver(traces, settings, clients[-1])
        killers.append(Killer(driver, victim, seed=seed))
    try:
        both(*(lambda each=each: each.run(KILLS // AT_ONCE) for each in killers))
    finally:
        for client in clients:
            client.close()
    counts = sum((each.counts for each in killers), Counter[str]())
    assert not [wrong for each in killers for wrong in each.wrong], counts
    assert counts["AC"] + counts["JE"] == KILLS, counts
    # Most kills came in time: a job was retried, and one of those that were killed twice was given up.
    assert counts["new boxes"] > KILLS // 2, counts
    assert counts["JE"] > KILLS // TWICE_EACH // 2, counts
    assert traces.remaining() == []


# ------------------------------------------------------------------------- the judge itself

JUDGES = f"""
import os, sys
from ordojudge.core.models import Problem, Submission
from ordojudge.sandbox.owners import own
from ordojudge.service import Judge
from ordojudge.settings import load_settings
from ordojudge_api.wiring import open_sandbox
try:
    import docker
except ImportError:
    pass
settings = load_settings(driver=sys.argv[1])
problem = Problem.model_validate_json({PROBLEM.model_dump_json()!r})
job = Submission.model_validate_json({JOB.model_dump_json()!r})
for line in sys.stdin:
    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
        print("ended", flush=True)
        continue
    with open_sandbox(settings) as sandbox:
        judge = Judge(sandbox)
        print("judge", own(), flush=True)
        while True:
            print("verdict", judge.grade(job, problem).verdict, flush=True)
"""


def told(nursery: "subprocess.Popen[str]") -> tuple[str, str]:
    """The next thing that it says, beside what judges log."""
    assert nursery.stdout is not None
    for line in nursery.stdout:
        kind, _, rest = line.strip().partition(" ")
        if kind in ("judge", "verdict", "ended"):
            return kind, rest
    pytest.fail("the judges are gone")


def kill_judges(
    name: str, traces: Traces, owners: list[str], *, count: int, seed: int
) -> Counter[str]:
    """Start judges one by one, each killed in a job; how often each verdict was given."""
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    with subprocess.Popen(
        [sys.executable, "-c", JUDGES, name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as nursery:
        assert nursery.stdin is not None
        try:
            for _ in range(count):
                nursery.stdin.write("\n")
                nursery.stdin.flush()
                kind, owner = told(nursery)
                assert kind == "judge"
                owners.append(owner)
                pid = int(owner.split(":")[1])
                if name == "local":
                    while not part(family(pid), "submission"):
                        time.sleep(0.005)
                    traces.note(family(pid)[1:])
                else:  # a container is started by the daemon
                    counts[told(nursery)[1]] += 1
                time.sleep(chance.random() * LATEST_S)
                os.kill(pid, signal.SIGKILL)
                while (line := told(nursery))[0] != "ended":
                    counts[line[1]] += 1
                counts["killed"] += 1
        finally:
            nursery.kill()
    return counts


@pytest.mark.parametrize("name", ["local", "docker"])
def test_a_killed_judge_leaves_nothing_and_gave_no_wrong_verdict(
    name: str, request: pytest.FixtureRequest
) -> None:
    settings = request.getfixturevalue(f"{name}_settings")
    traces = Traces()
    owners: list[str] = []
    counted: list[Counter[str]] = []

    def kill(seed: int) -> None:
        count = KILLS // AT_ONCE
        counted.append(kill_judges(name, traces, owners, count=count, seed=seed))

    both(*(lambda seed=seed: kill(seed) for seed in range(AT_ONCE)))
    counts = sum(counted, Counter[str]())
    assert counts["killed"] == KILLS, counts
    assert {*counts} <= {"killed", "AC"}, counts
    with opened_sandbox(
        name
    ) as sandbox:  # what boxes can't remove themselves goes as a judge starts
        assert traces.remaining() == []
        if isinstance(sandbox, DockerSandbox):
            import docker

            client = docker.APIClient(base_url=settings.address, version="auto", timeout=60)
            try:
                until(
                    lambda: (
                        not [
                            each
                            for each in client.containers(all=True, filters={"label": OWNER_LABEL})
                            if each["Labels"][OWNER_LABEL] in owners
                        ]
                    )
                )
            finally:
                client.close()
            for owner in owners:
                left = sandbox._sockets.glob(f"ordojudge-ctl-{owner.replace(':', '-')}-*")
                assert not [*left]
