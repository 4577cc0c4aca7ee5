"""What the routes of the API work with, made once per process."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from anyio import CapacityLimiter
from fastapi import Depends, Request, Response

from ordojudge.core.models import Report
from ordojudge.settings import ApiSettings
from ordojudge_api.bodies import Body, ascii_json, read_body
from ordojudge_api.disconnects import unless_gone
from ordojudge_api.grading import Grading
from ordojudge_api.idempotency import Answer, Answers
from ordojudge_api.inline_problems import InlineProblems
from ordojudge_api.metrics import Metrics
from ordojudge_api.readiness import Readiness
from ordojudge_api.turns import think

T = TypeVar("T")

JSON = "application/json"
MANY_TESTS = 500
"""Reports with more test results than this are written out in a thread."""


@dataclasses.dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running API."""

    settings: ApiSettings
    grading: Grading
    problems: InlineProblems
    readiness: Readiness
    metrics: Metrics
    answers: Answers
    registering: CapacityLimiter
    """Threads that may wait for the bodies of problems: not all that there are."""

    async def read(self, request: Request, parse: Callable[[Any], T]) -> Body[T]:
        """A request's body; see `bodies.read_body`."""
        return await read_body(
            request,
            parse,
            limit_bytes=self.settings.max_body_bytes,
            patience_s=self.settings.body_timeout_s,
        )

    async def answer(
        self,
        request: Request,
        *,
        client: str,
        sha256: str,
        work: Callable[[], Any],
    ) -> Response:
        """Answer a request that waits: once for its key, and not for a client that left.

        Args:
            client: Who asks.
            sha256: Digest of the body.
            work: Makes the answer; an async function without arguments.
        """
        key = request.headers.get("idempotency-key")
        if key is None:
            waiting = work()
        else:
            asked = f"{request.method} {request.url.path} {request.headers.get('prefer')} {sha256}"
            waiting = self.answers.once(client, key, asked, work)
        answer: Answer = await unless_gone(request.receive, waiting)
        return Response(answer.body, answer.status, answer.headers, media_type=JSON)


async def written(document: dict[str, Any], reports: Sequence[Report] = ()) -> bytes:
    """A document as JSON, in a thread where its reports are long.

    Args:
        document: Plain data, and reports among its values or in their lists.
        reports: The reports in it, to know how long it is.
    """
    if sum(len(report.tests) for report in reports) > MANY_TESTS:
        return await think(_write, document)
    return _write(document)


def _write(document: dict[str, Any]) -> bytes:
    return ascii_json({name: _plain(value) for name, value in document.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, Report):
        return value.model_dump()
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


async def _services(request: Request) -> Services:  # else FastAPI would call it in a thread
    services: Services = request.app.state.services
    return services


Parts = Annotated[Services, Depends(_services)]
