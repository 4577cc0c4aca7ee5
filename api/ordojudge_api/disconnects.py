"""Work that ends when the client that waits for it leaves."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from fastapi import Response
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from ordojudge.core.errors import JudgeError
from ordojudge_api.bodies import ascii_json
from ordojudge_api.http_errors import CLIENT_GONE, HttpProblem, client_gone, problem_of

T = TypeVar("T")

NDJSON: Final = "application/x-ndjson"

LOOKS_AFTER_S: Final = 0.05
"""Work that takes longer is watched for whether its client is still there."""

SendLine = Callable[[bytes], Awaitable[None]]
"""Sends one line of a stream; waits while the client is slow."""


async def unless_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """The result of work that is cancelled when the client leaves.

    Args:
        receive: Of a request whose body was read.

    Raises:
        HttpProblem: the client left.
    """
    watch = _Watch(receive)
    try:
        return await work
    except asyncio.CancelledError:
        if watch.gone and not watch.working.uncancel():
            raise client_gone() from None
        raise
    finally:
        await watch.end()


class _Watch:
    """Cancels the task that began it when the client leaves; what is answered at once costs no look."""

    def __init__(self, receive: Receive) -> None:
        working = asyncio.current_task()
        assert working is not None  # noqa: S101 - made in a coroutine
        self.working = working
        self.gone = False
        self._receive = receive
        self._look: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(LOOKS_AFTER_S, self._begin)

    def _begin(self) -> None:
        self._look = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.gone = True
        self.working.cancel()

    async def end(self) -> None:
        """Look no more."""
        self._timer.cancel()
        if self._look is not None:
            self._look.cancel()
            await asyncio.gather(self._look, return_exceptions=True)


class LineStream(Response):
    """An answer of lines, sent as they come; begun with the first, so that errors before it have a status."""

    media_type = NDJSON

    def __init__(
        self,
        request: Request,
        work: Callable[[SendLine], Coroutine[Any, Any, None]],
        *,
        patience_s: float,
    ) -> None:
        """A stream.

        Args:
            work: Sends the lines; cancelled when the client leaves.
            patience_s: A client that takes no line for so long has left.
        """
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._request = request
        self._work = work
        self._patience_s = patience_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines; an ASGI application."""
        begun = False

        async def send_line(line: bytes) -> None:
            nonlocal begun
            if not begun:
                begun = True
                await send(
                    {
                        "type": "http.response.start",
                        "status": self.status_code,
                        "headers": self.raw_headers,
                    }
                )
            body = line + b"\n" if line else b""
            try:
                async with asyncio.timeout(self._patience_s):
                    await send({"type": "http.response.body", "body": body, "more_body": True})
            except TimeoutError:
                raise client_gone() from None

        try:
            await unless_gone(self._request.receive, self._work(send_line))
        except (JudgeError, HttpProblem) as error:
            if not begun:
                raise
            problem = error if isinstance(error, HttpProblem) else problem_of(error)
            if problem.status == CLIENT_GONE:
                return
            await send_line(ascii_json({"error": problem.document(scope.get("request_id"))}))
        await send_line(b"")
        await send({"type": "http.response.body", "body": b"", "more_body": False})
