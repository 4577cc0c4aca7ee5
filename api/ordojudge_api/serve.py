"""Serving: who may be served at which address, and how serving ends."""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
import typer
import uvicorn
from fastapi import FastAPI

from ordojudge.core.errors import ConfigurationError
from ordojudge.settings import Settings
from ordojudge_api import wiring
from ordojudge_api.app import create_app
from ordojudge_api.auth import load_keys
from ordojudge_api.reward_choice import reward_scheme
from ordojudge_api.turns import collect_in_quiet, short_turns

log = structlog.get_logger(__name__)

_BACKLOG: Final = 2048
"""Connections that the system holds until they are accepted."""

_ACCEPTED_AT_ONCE: Final = 16
"""Connections accepted each time around the event loop, so that a crowd doesn't hold up the others."""

_KEEP_ALIVE_S: Final = 75


def serve(settings: Settings) -> None:
    """Answer requests until SIGTERM or SIGINT, then let those under way end.

    The first line on standard error says the address.

    Raises:
        ConfigurationError: the address can't be had, others could use it without a key, or the keys or the
            reward can't be used.
        SandboxUnavailable: this machine can't judge.
    """
    require_keys(settings)
    reward_scheme(settings.reward, where="ORDOJUDGE_REWARD")  # before anything is opened
    address = settings.api.host, settings.api.port
    with listening(*address) as listener, short_turns() as runner:
        runner.run(_serve(settings, listener))


def require_keys(settings: Settings) -> None:
    """Refuse to be used by strangers, unless that is wanted by name.

    Raises:
        ConfigurationError: others can reach the address, and no key is asked for.
    """
    api = settings.api
    if api.allow_anonymous or load_keys(api) or _is_loopback(api.host):
        return
    raise ConfigurationError(
        f"--host: others can reach {api.host}, and no key is asked for; set ORDOJUDGE_API__KEYS or "
        "ORDOJUDGE_API__KEYS_FILE, or let everyone in with ORDOJUDGE_API__ALLOW_ANONYMOUS=true"
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # another name, that may stand for any address
        return False


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket at the address, listened at only once the service is ready."""
    try:
        [(family, kind, protocol, _, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ConfigurationError(f"--host: {host}: {error.strerror or error}") from None
    with listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
        except OSError as error:
            reason = error.strerror or str(error)
            raise ConfigurationError(f"{host} port {port}: {reason}") from None
        yield listener


async def _serve(settings: Settings, listener: socket.socket) -> None:
    async with wiring.open_service(settings) as service:
        app = create_app(settings, service=service)
        server = ApiServer(uvicorn_config(app, settings), app_state=app.state)
        await server.serve(sockets=[listener])


def uvicorn_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the API."""
    return uvicorn.Config(
        app,
        log_config=None,  # requests are logged by the application
        access_log=False,
        lifespan="on",
        server_header=False,
        backlog=_ACCEPTED_AT_ONCE,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=max(1, round(settings.api.drain_s)),
    )


class ApiServer(uvicorn.Server):
    """Uvicorn, ended by signals without dying of them, so that what is open is closed."""

    def __init__(self, config: uvicorn.Config, *, app_state: object) -> None:
        super().__init__(config)
        self._app_state = app_state
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say where."""
        await super().startup(sockets)
        requests = self.server_state.tasks
        self._collecting = asyncio.create_task(collect_in_quiet(lambda: bool(requests)))
        await asyncio.sleep(0)  # modules are put aside before the first request
        for listener in sockets or []:
            listener.listen(_BACKLOG)  # asyncio uses one number for both
            host, port = listener.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            typer.echo(f"ordojudge: listening at http://{shown}:{port}", err=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let requests end."""
        await super().shutdown(sockets)
        if self._collecting is not None:
            self._collecting.cancel()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End at the first signal when requests are done, at the second at once."""
        loop = asyncio.get_running_loop()
        numbers = (signal.SIGTERM, signal.SIGINT)
        for number in numbers:
            loop.add_signal_handler(number, self._stop, number)
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)

    def _stop(self, number: int) -> None:
        log.info("ending", signal=signal.Signals(number).name)
        services = getattr(self._app_state, "services", None)
        if services is not None:
            services.readiness.draining = True
        self.force_exit = self.should_exit
        self.should_exit = True
