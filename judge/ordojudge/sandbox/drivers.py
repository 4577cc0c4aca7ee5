"""The drivers by the settings that choose them. Each is imported when it is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ordojudge.sandbox.docker import DockerSandbox
    from ordojudge.sandbox.inspect import Finding
    from ordojudge.sandbox.local import LocalSandbox
    from ordojudge.settings import SandboxSettings


def make_sandbox(settings: SandboxSettings) -> LocalSandbox | DockerSandbox:
    """The sandbox that the settings ask for; a context manager.

    Raises:
        SandboxUnavailable: this machine can't have it; the message says what is missing.
    """
    if settings.type == "docker":
        from ordojudge.sandbox.docker import DockerSandbox

        return DockerSandbox(settings)
    from ordojudge.sandbox.local import LocalSandbox

    return LocalSandbox(settings)


def inspect_machine(settings: SandboxSettings) -> list[Finding]:
    """What the chosen driver finds on this machine, and how to get what is missing."""
    if settings.type == "docker":
        from ordojudge.sandbox.docker_inspect import inspect_docker

        return inspect_docker(settings)
    from ordojudge.sandbox import inspect

    return inspect.inspect_machine(settings)
