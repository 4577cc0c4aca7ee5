"""How much of requests is held at a time: a bound in bytes, beside the queue's bound in jobs."""

from types import TracebackType
from typing import Final, Self

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from ordojudge_api.http_errors import HttpProblem

RETRY_AFTER_S: Final = 1
"""When to come back: bodies are held for as long as their requests, and nobody knows how long that is."""

_SCOPE_KEY: Final = "held_body"


class BodyRoom:
    """The room for bodies in one process. Belongs to its event loop."""

    def __init__(self, limit_bytes: int) -> None:
        """Nothing is held.

        Args:
            limit_bytes: Most bytes held at a time.
        """
        self.limit_bytes = limit_bytes
        self.held_bytes = 0

    def hold(self) -> "HeldBody":
        """A part of the room that grows as a body comes, and is given back at the end."""
        return HeldBody(self)


class HeldBody:
    """What one request takes of the room; a context manager that gives it back."""

    def __init__(self, room: BodyRoom) -> None:
        self._room = room
        self._bytes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._room.held_bytes -= self._bytes
        self._bytes = 0

    @property
    def most_bytes(self) -> int:
        """What it could take if nobody else held anything."""
        return self._room.limit_bytes

    def grow(self, size: int) -> None:
        """Take more room.

        Args:
            size: Bytes.

        Raises:
            HttpProblem: 429, there isn't as much.
        """
        room = self._room
        if room.held_bytes + size > room.limit_bytes:
            raise HttpProblem(
                429,
                "too-many-bytes",
                f"requests of {room.limit_bytes:,} bytes in all are held here at a time, "
                "and there is no room for this one now",
                headers={"Retry-After": str(RETRY_AFTER_S), "Connection": "close"},
            )
        room.held_bytes += size
        self._bytes += size


class HoldsBodies:
    """ASGI middleware: what a request took of the room is given back when its answer was sent."""

    def __init__(self, app: ASGIApp, *, room: BodyRoom) -> None:
        """A layer around an application."""
        self._app = app
        self._room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; an ASGI application."""
        with self._room.hold() as held:
            scope[_SCOPE_KEY] = held
            await self._app(scope, receive, send)


def held_body(request: Request) -> HeldBody:
    """What a request takes of the room."""
    held: HeldBody = request.scope[_SCOPE_KEY]
    return held
