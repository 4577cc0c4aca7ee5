"""What this machine offers the Docker driver, and how to get what is missing."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ordojudge.core.errors import SandboxError
from ordojudge.core.languages import LANGUAGES
from ordojudge.sandbox.docker import require_features
from ordojudge.sandbox.docker_daemon import Daemon
from ordojudge.sandbox.images import FAMILIES, build_command, find_image
from ordojudge.sandbox.inspect import SOLUTION_PACKAGES, Finding, by_tool, cache_finding
from ordojudge.settings import DockerSandboxSettings


def inspect_docker(settings: DockerSandboxSettings) -> list[Finding]:
    """Look at the daemon and the images; starts no container."""
    return [*_daemon(settings), cache_finding(settings)]


def _daemon(settings: DockerSandboxSettings) -> Iterator[Finding]:
    try:
        client = version("docker")
    except PackageNotFoundError:
        fix = "pip install 'ordojudge[docker]'"
        yield Finding("docker package", False, "speaks to the Docker daemon", fix)
        return
    yield Finding("docker package", True, client, None)
    try:
        daemon = Daemon(settings.address, timeout_s=settings.timeout_s)
        info = daemon.info()
    except SandboxError as error:
        yield Finding("docker daemon", False, *_split(error))
        return
    try:
        require_features(info, settings)
    except SandboxError as error:
        yield Finding("docker daemon", False, *_split(error))
    else:
        yield Finding("docker daemon", True, _described(info, settings), None)
    for family in FAMILIES:
        yield from _image(daemon, settings, family)


def _described(info: dict[str, Any], settings: DockerSandboxSettings) -> str:
    runtime = settings.runtime or info.get("DefaultRuntime", "its default runtime")
    return (
        f"{info.get('ServerVersion', 'unknown version')} at {settings.address}, {runtime}, "
        f"control groups version {info.get('CgroupVersion', '1')}"
    )


def _image(daemon: Daemon, settings: DockerSandboxSettings, family: str) -> Iterator[Finding]:
    languages = [row for row in LANGUAGES if row.image == family]
    purpose = f"for {', '.join(row.id for row in languages)}"
    try:
        image = find_image(daemon, settings.images, family)
    except SandboxError as error:
        detail, _ = _split(error)
        yield Finding(f"image {family}", False, f"{detail}; {purpose}", build_command(family))
        return
    yield Finding(f"image {family}", True, f"{image.name}; {purpose}", None)
    for tool, rows in by_tool(languages).items():
        told = image.compilers.get(tool)
        ids = ", ".join(row.id for row in rows)
        if told is None:
            yield Finding(Path(tool).name, False, f"{tool}, for {ids}", build_command(family))
        else:  # without the version of the C library, which matters to nobody who reads this
            yield Finding(Path(tool).name, True, f"{told.rpartition(', ')[0]}, for {ids}", None)
    for row in languages:
        if image.lacks_headers(row):
            detail = (
                f"compiling {row.name} takes longer: its options changed since the image was built"
            )
            yield Finding(f"headers {row.id}", False, detail, build_command(family))
    if family == "python":
        for package in SOLUTION_PACKAGES:
            found = image.python_packages.get(package)
            detail = f"{found}, for Python submissions" if found else "not in the image"
            yield Finding(f"package {package}", found is not None, detail, None)


def _split(error: SandboxError) -> tuple[str, str | None]:
    """An error's message as what is wrong and what to do, where it says both."""
    wrong, colon, mend = str(error).removeprefix("docker: ").partition(": ")
    return wrong, mend if colon else None
