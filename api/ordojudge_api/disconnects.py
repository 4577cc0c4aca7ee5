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

SendLine = Callable[[bytes], Awaitable[None]]
"""Sends one line of a stream; waits while the client is slow."""


async def unless_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """The result of work that is cancelled when the client leaves.

    Args:
        receive: Of a request whose body was read.

    Raises:
        HttpProblem: the client left.
    """
    task = asyncio.create_task(work)
    watch = asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait((task, watch), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise client_gone()
        return task.result()
    finally:
        watch.cancel()
        task.cancel()
        await asyncio.gather(task, watch, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class LineStream(Response):
    """An answer of lines, sent as they come; begun with the first, so that errors before it have a status."""

    media_type = NDJSON

    def __init__(
        self, request: Request, work: Callable[[SendLine], Coroutine[Any, Any, None]]
    ) -> None:
        """A stream.

        Args:
            work: Sends the lines; cancelled when the client leaves.
        """
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._request = request
        self._work = work

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
            await send({"type": "http.response.body", "body": body, "more_body": True})

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
