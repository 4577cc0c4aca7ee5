"""The Docker sandbox beside the local one: ``python -m bench.docker_slots``.

CPU time per submission of 20 small tests, and of starting and removing a container; of this process, the boxes'
control groups, and the daemon with its helpers, which must serve nobody else meanwhile.
Needs root, cgroup version 1, and the images.
"""

import os
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ordojudge.core.languages import find_language
from ordojudge.core.models import Problem, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Sandbox
from ordojudge.sandbox.cgroups import PREFIX
from ordojudge.sandbox.docker import DockerSandbox
from ordojudge.sandbox.docker_daemon import Daemon
from ordojudge.sandbox.local import LocalSandbox
from ordojudge.sandbox.owners import OWNER_LABEL, own, owned_prefix
from ordojudge.service import Judge
from ordojudge.settings import DockerSandboxSettings, LocalSandboxSettings

GROUPS = Path("/sys/fs/cgroup/cpuacct")
DAEMONS = ("dockerd", "containerd")
SHIM = "containerd-shim"
ROUNDS, JOBS, STARTS = 9, 15, 6

SOURCES = {
    "python": "import sys\nn, *v = map(int, sys.stdin.read().split())\nprint(sum(v))\n",
    "cpp": (
        "#include <bits/stdc++.h>\n"
        "int main() { long long s = 0, x; int n; std::cin >> n; while (std::cin >> x) s += x;"
        " std::cout << s << '\\n'; }\n"
    ),
}
PROBLEM = Problem(
    problem_id="sum",
    checker=TokensChecker(),
    tests=tuple(
        TestCase(case_id=str(n), input=f"2\n{n} {7 * n}\n", output=f"{8 * n}\n") for n in range(20)
    ),
)


def cpu_of_self() -> float:
    """CPU seconds of this process and of what it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def cpu_of(*names: str) -> float:
    """CPU seconds of the processes of these names and of what they have waited for."""
    ticks = 0
    for folder in Path("/proc").iterdir():
        try:
            if (folder / "comm").read_text().strip() in names:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))
        except OSError:
            continue
    return ticks / os.sysconf("SC_CLK_TCK")


def groups() -> Iterator[Path]:
    """The control groups of this process's boxes."""
    yield from GROUPS.glob(f"**/{owned_prefix(PREFIX)}*/cpuacct.usage")
    daemon = Daemon(DockerSandboxSettings().address, timeout_s=60)
    for container, owner in daemon.labelled(OWNER_LABEL):
        if owner == str(own()):
            yield GROUPS / "docker" / container / "cpuacct.usage"


def cpu_of_boxes(paths: Iterable[Path]) -> float:
    """CPU seconds of boxes."""
    return sum(int(path.read_text()) for path in paths) / 1e9


def submissions(sandbox: Sandbox, language: str) -> float:
    """CPU milliseconds per submission; the daemon has no part in it."""
    judge = Judge(sandbox)
    boxes: list[Path] = []
    before = 0.0
    for job in range(JOBS + 1):
        if job == 1:  # the first one made the box
            boxes = [*groups()]
            before = cpu_of_boxes(boxes) + cpu_of_self()
        report = judge.grade(Submission(source=SOURCES[language], language=language), PROBLEM)
        if report.verdict is not Verdict.AC:
            sys.exit(f"{language}: {report.verdict}")
    return 1000 * (cpu_of_self() + cpu_of_boxes(boxes) - before) / JOBS


def start(sandbox: DockerSandbox, language: str) -> tuple[float, float]:
    """CPU milliseconds of starting a container until its runner answers, and of removing it."""
    shims = cpu_of(SHIM)
    before = cpu_of(*DAEMONS) + cpu_of_self()
    with sandbox.box(find_language(language)):
        started = cpu_of_self() + cpu_of(*DAEMONS) - before
        started += cpu_of(SHIM) - shims + cpu_of_boxes(groups())
        before = cpu_of(*DAEMONS) + cpu_of_self()
    time.sleep(0.5)  # the daemon goes on after it has answered
    return 1000 * started, 1000 * (cpu_of_self() + cpu_of(*DAEMONS) - before)


def main() -> None:
    """Print the medians."""
    for language in SOURCES:
        found: dict[str, list[float]] = {"local": [], "docker": []}
        with (
            LocalSandbox(LocalSandboxSettings(slots=1)) as local,
            DockerSandbox(DockerSandboxSettings(slots=1)) as docker,
        ):
            for _ in range(ROUNDS):  # taking turns, so that the machine's load meets both
                found["local"].append(submissions(local, language))
                found["docker"].append(submissions(docker, language))
        medians = {driver: statistics.median(times) for driver, times in found.items()}
        ratio = medians["docker"] / medians["local"]
        print(
            f"{language}, 20 tests: local {medians['local']:.1f} ms, "
            f"docker {medians['docker']:.1f} ms, ratio {ratio:.2f}"
        )
        with DockerSandbox(DockerSandboxSettings(slots=1, recycle_after=1)) as sandbox:
            pairs = [start(sandbox, language) for _ in range(STARTS)]
        started, removed = (statistics.median(times) for times in zip(*pairs, strict=True))
        print(f"{language}, container: start {started:.0f} ms, removal {removed:.0f} ms")


if __name__ == "__main__":
    main()
