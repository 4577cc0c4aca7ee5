"""``ordojudge worker``."""

from __future__ import annotations

from typing import Annotated

import typer

from ordojudge_api.commands.command_line import SandboxDriver, configure, given
from ordojudge_api.exits import ends_with_code


@ends_with_code
def worker(
    redis: Annotated[
        str | None,
        typer.Option(
            "--redis", metavar="URL", help="Where jobs wait; else ORDOJUDGE_QUEUE__URL is used."
        ),
    ] = None,
    slots: Annotated[
        int | None,
        typer.Option("--slots", min=1, max=1024, help="Processes, each judging one at a time."),
    ] = None,
    sandbox: Annotated[
        SandboxDriver | None, typer.Option("--sandbox", help="Where they run.", show_default=False)
    ] = None,
) -> int:
    """Judge jobs that wait in Redis until SIGTERM or Ctrl-C."""
    from ordojudge.core.errors import ConfigurationError

    settings = configure(sandbox, redis=redis)
    if settings.queue.type != "rq":
        raise ConfigurationError(
            "--redis: missing; name the Redis where jobs wait, or set ORDOJUDGE_QUEUE__TYPE=rq"
        )
    try:
        from ordojudge_api.worker import work
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"worker: {error.name} is not installed; it comes with pip install 'ordojudge[redis]'"
        ) from None
    boxes = settings.sandbox.model_copy(update=given(slots=slots))
    return work(settings.model_copy(update={"sandbox": boxes}))
