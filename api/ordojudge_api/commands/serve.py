"""``ordojudge serve``."""

from __future__ import annotations

from typing import Annotated

import typer

from ordojudge_api.commands.command_line import SandboxDriver, configure, given
from ordojudge_api.exits import OK, ends_with_code


@ends_with_code
def serve(
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen at.", show_default=False)
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Port; 0 for any.", show_default=False),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option("--redis", metavar="URL", help="Let workers judge, by way of this Redis."),
    ] = None,
    slots: Annotated[
        int | None,
        typer.Option("--slots", min=1, max=1024, help="Submissions that run at a time."),
    ] = None,
    sandbox: Annotated[
        SandboxDriver | None, typer.Option("--sandbox", help="Where they run.", show_default=False)
    ] = None,
) -> int:
    """Serve the HTTP API until SIGTERM or Ctrl-C."""
    from ordojudge.core.errors import ConfigurationError

    try:
        from ordojudge_api.serve import serve as serve_until_stopped
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"serve: {error.name} is not installed; it comes with pip install 'ordojudge[server]'"
        ) from None

    settings = configure(sandbox, redis=redis)
    if slots is not None and settings.queue.type == "rq":
        raise ConfigurationError("--slots: with Redis workers judge; give it to ordojudge worker")
    api = settings.api.model_copy(update=given(host=host, port=port))
    boxes = settings.sandbox.model_copy(update=given(slots=slots))
    serve_until_stopped(settings.model_copy(update={"api": api, "sandbox": boxes}))
    return OK
