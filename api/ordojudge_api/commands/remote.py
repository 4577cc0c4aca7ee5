"""What commands share that ask a service: ``--server``, and the client that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ordojudge.clients.blocking import Client
    from ordojudge.settings import Settings

PATIENCE_S = 5.0
"""How long a service may be out of reach: somebody waits at the terminal."""

Server = Annotated[
    str | None,
    typer.Option(
        "--server", metavar="URL", help="Ask this service, not this machine.", show_default=False
    ),
]


def server_of(settings: Settings, server: str | None) -> str | None:
    """The service to ask; none for this machine."""
    return server if server is not None else settings.client.server


def open_client(settings: Settings, server: str) -> Client:
    """A client of a service, with the key and the patience of the settings.

    Raises:
        ConfigurationError: the URL or the key can't be used, or something isn't installed.
    """
    from ordojudge.core.errors import ConfigurationError

    try:
        from ordojudge import Client
    except ImportError as error:
        raise ConfigurationError(f"--server: {error}") from None
    key = settings.client.key
    return Client(
        server,
        key=None if key is None else key.get_secret_value(),
        timeout_s=settings.client.timeout_s,
        patience_s=PATIENCE_S,
    )
