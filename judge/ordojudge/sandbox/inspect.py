"""What this machine offers the local driver, which guarantees follow, and how to get what is missing."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from ordojudge.core.errors import ConfigurationError, SandboxUnavailable
from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.sandbox.cgroups import make_group
from ordojudge.sandbox.guest import COMPILER, guest_version
from ordojudge.sandbox.local import find_interpreter
from ordojudge.sandbox.toolchain import LINKERS, first_line, how_to_get
from ordojudge.settings import LocalSandboxSettings, SandboxSettings

SOLUTION_PACKAGES: Final = {
    "numpy": "python3-numpy",
    "scipy": "python3-scipy",
    "sortedcontainers": "python3-sortedcontainers",
    "networkx": "python3-networkx",
    "sympy": "python3-sympy",
}
"""Packages that contest code expects, with Debian's name for each."""


class Finding(NamedTuple):
    """One thing that works on this machine, or doesn't."""

    name: str
    ok: bool
    detail: str
    fix: str | None
    """What to do about it; none if nothing is to be done."""


def inspect_machine(settings: LocalSandboxSettings) -> list[Finding]:
    """Look at everything that boxes of this machine need or profit from; runs no submission."""
    return [
        _python(settings),
        *_packages(settings),
        _bubblewrap(),
        _namespaces(),
        _spawn_server(settings),
        *_compilers(),
        _linker(),
        cache_finding(settings),
        *_guarantees(settings),
    ]


def _python(settings: LocalSandboxSettings) -> Finding:
    judge = ".".join(map(str, sys.version_info[:3]))
    try:
        interpreter = find_interpreter(settings.interpreter)
    except SandboxUnavailable as error:
        return Finding("python", False, str(error), "apt-get install python3")
    version = _output([interpreter.path, "--version"])
    return Finding(
        "python", True, f"judge {judge}; submissions {version} ({interpreter.path})", None
    )


def _packages(settings: LocalSandboxSettings) -> list[Finding]:
    ask = (
        "import importlib.metadata as m, json, sys\n"
        "found = {}\n"
        "for name in sys.argv[1:]:\n"
        "    try: found[name] = m.version(name)\n"
        "    except m.PackageNotFoundError: pass\n"
        "print(json.dumps(found))"
    )
    answer = _output([str(settings.interpreter), "-I", "-c", ask, *SOLUTION_PACKAGES])
    found: dict[str, str] = json.loads(answer) if answer.startswith("{") else {}
    return [
        Finding(
            f"package {name}",
            name in found,
            f"{found[name]}, for Python submissions"
            if name in found
            else "not there for Python submissions",
            None if name in found else f"apt-get install {package}",
        )
        for name, package in SOLUTION_PACKAGES.items()
    ]


def _bubblewrap() -> Finding:
    path = shutil.which("bwrap")
    if path is None:
        return Finding("bubblewrap", False, "isolates boxes", "apt-get install bubblewrap")
    return Finding("bubblewrap", True, f"{_output([path, '--version'])} ({path})", None)


def _namespaces() -> Finding:
    if os.geteuid() == 0:
        return Finding("user", True, "root: every box has a user id of its own", None)
    limit = _content("/proc/sys/user/max_user_namespaces")
    restricted = _content("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1"
    allowed = limit != "0" and _content("/proc/sys/kernel/unprivileged_userns_clone") != "0"
    if not allowed:
        fix = "as root: sysctl user.max_user_namespaces=15000 kernel.unprivileged_userns_clone=1"
        return Finding("user", False, "an ordinary user, and user namespaces are switched off", fix)
    note = "; AppArmor may refuse them to bubblewrap" if restricted else ""
    return Finding(
        "user", True, f"an ordinary user: every test has namespaces of its own{note}", None
    )


def _spawn_server(settings: LocalSandboxSettings) -> Finding:
    version = guest_version()
    try:
        built = any((settings.cache_folder / "guest").glob(f"{version}*/version"))
    except (ConfigurationError, OSError):
        built = False
    if built:
        return Finding("spawn server", True, f"built, version {version}", None)
    if shutil.which(COMPILER):
        return Finding("spawn server", True, "built at first use, once per machine", None)
    return Finding("spawn server", False, "needs gcc once", "apt-get install gcc libc6-dev")


def _compilers() -> list[Finding]:
    findings = []
    for tool, rows in by_tool(LANGUAGES).items():
        name = Path(tool).name
        languages = ", ".join(row.id for row in rows)
        if os.access(tool, os.X_OK):
            version = first_line([tool, *rows[0].version])
            findings.append(Finding(name, True, f"{version}, for {languages}", None))
        else:
            findings.append(Finding(name, False, f"{tool}, for {languages}", how_to_get(tool)))
    return findings


def by_tool(languages: Iterable[Language]) -> dict[str, list[Language]]:
    """Which of some languages need each compiler or interpreter."""
    found: dict[str, list[Language]] = {}
    for row in languages:
        if row.tool:
            found.setdefault(row.tool, []).append(row)
    return found


def _linker() -> Finding:
    for name, option in LINKERS:
        if shutil.which(name):
            return Finding("fast linker", True, option, None)
    return Finding("fast linker", False, "linking takes longer", "apt-get install binutils")


def cache_finding(settings: SandboxSettings) -> Finding:
    """Whether compiled programs can be kept."""
    try:
        folder = settings.cache_folder
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except (ConfigurationError, OSError) as error:
        return Finding(
            "cache", False, str(error), "set ORDOJUDGE_SANDBOX__CACHE_DIR to a writable folder"
        )
    fix = (
        None
        if free > settings.cache_bytes
        else "free space, or lower ORDOJUDGE_SANDBOX__CACHE_BYTES"
    )
    return Finding("cache", fix is None, f"{folder}, {free / (1 << 30):.1f} GiB free", fix)


def _guarantees(settings: LocalSandboxSettings) -> list[Finding]:
    """Which guarantees hold in boxes of this user on this machine."""
    root = os.geteuid() == 0
    group = make_group() if settings.cgroups == "auto" else None
    grouped = group is not None
    version = "2" if group is not None and "unified" in group.folders else "1"
    if group is not None:
        group.remove()
    memory = (
        f"by control group (version {version}), all processes and files in memory"
        if grouped
        else "by adding up processes every 20 ms; shared pages are estimated"
    )
    cpu = (
        "exact, all processes"
        if grouped
        else "exact for what is waited for, else sampled every 20 ms"
    )
    fix = None if grouped else "run as root, or in a container with writable control groups"
    return [
        _isolation(settings),
        Finding("separation", True, "second user id" if root else "namespaces per test", None),
        Finding("memory limit", True, memory, fix),
        Finding("CPU time", True, cpu, fix),
    ]


def _isolation(settings: LocalSandboxSettings) -> Finding:
    if shutil.which("bwrap"):
        return Finding("isolation", True, "files, processes, network, IPC, system calls", None)
    if settings.allow_unisolated:
        detail = "none but system calls: submissions share files and processes with the judge"
        return Finding("isolation", False, detail, "apt-get install bubblewrap")
    return Finding("isolation", False, "no submission is run", "apt-get install bubblewrap")


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stdout.strip()


def _content(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""
