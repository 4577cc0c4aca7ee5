"""What every request gets: its turn, an id, a line in the log and in the metrics, an answer to surprises."""

import re
import time
import uuid
from typing import TYPE_CHECKING, Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from ordojudge.core.errors import JudgeError, boundary
from ordojudge_api.http_errors import CLIENT_GONE, HttpProblem, problem_of
from ordojudge_api.metrics import Metrics
from ordojudge_api.tracing import Tracing
from ordojudge_api.turns import Turns

if TYPE_CHECKING:
    from opentelemetry.trace import Span

log = structlog.get_logger(__name__)

HEADER: Final = "X-Request-ID"
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:/+=@-]{1,128}")
_KNOWN_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}


class RequestLog:
    """ASGI middleware, outside of everything else."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics, tracing: Tracing | None = None) -> None:
        """A layer around an application."""
        self._app = app
        self._metrics = metrics
        self._tracing = tracing
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; an ASGI application."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._tracing is None:
            await self._answer(scope, receive, send, span=None)
            return
        with self._tracing.request(scope["method"], Headers(scope=scope)) as span:
            await self._answer(scope, receive, send, span=span)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, *, span: "Span | None"
    ) -> None:
        given = Headers(scope=scope).get(HEADER, "")
        await self._turns.mine()  # so that a crowd doesn't hold up those under way
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        scope["request_id"] = request_id
        began = time.perf_counter()
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        with bound_contextvars(request_id=request_id):
            try:
                with boundary(JudgeError, "unexpected, in a request"):
                    await self._app(scope, receive, send_with_id)
            except (JudgeError, HttpProblem) as error:
                problem = error if isinstance(error, HttpProblem) else problem_of(error)
                if problem.status != CLIENT_GONE:
                    log.error("request failed", error=str(error), exc_info=error)
                if not status:
                    await problem.response(request_id)(scope, receive, send_with_id)
            finally:
                seconds = time.perf_counter() - began
                self._took_note(scope, span, status=status or CLIENT_GONE, seconds=seconds)

    def _took_note(self, scope: Scope, span: "Span | None", *, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in _KNOWN_METHODS else "other"
        self._metrics.answered(method=method, route=route, status=status, seconds=seconds)
        if span is not None and self._tracing is not None:
            request_id = scope["request_id"]
            self._tracing.answered(
                span, method=method, route=route, status=status, request_id=request_id
            )
        log.info(
            "request answered",
            method=method,
            route=route,
            status=status,
            seconds=round(seconds, 6),
            client=scope.get("client_name"),
        )
