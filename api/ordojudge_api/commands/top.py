"""``ordojudge top``."""

from __future__ import annotations

from typing import Annotated

import typer

from ordojudge_api.commands.command_line import configure, console, print_json
from ordojudge_api.commands.remote import Server, open_client, server_of
from ordojudge_api.exits import OK, ends_with_code


@ends_with_code
def top(
    server: Server = None,
    every: Annotated[
        float, typer.Option("--every", min=0.5, max=3600, help="Seconds between two looks.")
    ] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Look once, and end.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what is seen as one JSON document a line.")
    ] = False,
) -> int:
    """Show what a service is doing: its queue, slots, verdicts and throughput."""
    from ordojudge_api.top import seen_as_json, watch, watch_live

    settings = configure()
    asked = server_of(settings, server) or f"http://127.0.0.1:{settings.api.port}"
    with open_client(settings, asked) as client:
        try:
            if as_json:
                for seen in watch(client.metrics, every_s=every, once=once):
                    print_json(seen_as_json(seen))
            else:
                watch_live(console(), client.metrics, server=asked, every_s=every, once=once)
        except KeyboardInterrupt:  # the usual way to leave
            return OK
    return OK
