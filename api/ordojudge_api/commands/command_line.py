"""What the commands share: their settings, and where their results go."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from ordojudge.settings import Settings


class SandboxDriver(StrEnum):
    """Drivers that ``--sandbox`` names."""

    LOCAL = "local"
    DOCKER = "docker"


def configure(sandbox: SandboxDriver | None = None, *, redis: str | None = None) -> Settings:
    """Settings from the environment, and logging as they say.

    Args:
        sandbox: The driver that was asked for.
        redis: An URL of the Redis where jobs are to wait.
    """
    from ordojudge.log import configure_logging
    from ordojudge.settings import load_settings

    settings = load_settings(driver=sandbox, redis=redis)
    configure_logging(settings.log)
    return settings


def given(**options: object) -> dict[str, object]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def console() -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:  # a pipe or a file has no width of its own to fold lines at
        console.width = 160
    return console


def print_json(document: str) -> None:
    # Bytes, since JSON is UTF-8 whatever the locale.
    typer.echo(document.encode())
