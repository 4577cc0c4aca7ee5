"""One table from errors to answers: every error of the API is a problem document (RFC 9457)."""

import json
import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ordojudge.core.errors import (
    ConfigurationError,
    JobCancelled,
    JobExpired,
    JobNotFound,
    JudgeError,
    ProblemError,
    ProblemMismatch,
    ProblemNotFound,
    QueueError,
    QueueFull,
    SandboxError,
    SandboxUnavailable,
    StoreError,
    SubmissionError,
    SubmissionTooLarge,
    UnknownLanguage,
)

log = structlog.get_logger(__name__)

MEDIA_TYPE: Final = "application/problem+json"
MOST_COMPLAINTS: Final = 10
MOST_CHARACTERS: Final = 300
"""Longest message: requests are quoted in messages, and a request may be huge."""

CLIENT_GONE: Final = 499
"""Status of a request whose client left; nobody reads it but the log and the metrics."""

ANSWERS: Final[tuple[tuple[type[JudgeError], int, str], ...]] = (
    (UnknownLanguage, 422, "unknown-language"),
    (SubmissionTooLarge, 422, "submission-too-large"),
    (SubmissionError, 422, "invalid-submission"),
    (ProblemNotFound, 404, "problem-not-found"),
    (ProblemMismatch, 409, "problem-mismatch"),
    (ProblemError, 422, "invalid-problem"),
    (StoreError, 503, "store-failed"),
    (SandboxUnavailable, 503, "sandbox-unavailable"),
    (SandboxError, 503, "sandbox-failed"),
    (QueueFull, 429, "queue-full"),
    (JobNotFound, 404, "job-not-found"),
    (JobCancelled, 409, "job-cancelled"),
    (JobExpired, 504, "deadline-passed"),
    (QueueError, 503, "queue-unavailable"),
    (ConfigurationError, 500, "misconfigured"),
)
"""The first row whose type fits decides: status, and the last word of the document's ``type``."""


class Complaint(BaseModel):
    """What is wrong with one field of a request."""

    field: str
    """Dotted place in the body, e.g. ``items.3.source``; empty for the whole."""

    message: str


class ProblemDocument(BaseModel):
    """Why a request was not answered as asked."""

    type: str = Field(examples=["urn:ordojudge:problem-not-found"])
    """Names the kind of error; stable."""

    title: str
    status: int
    detail: str
    request_id: str | None = None
    errors: list[Complaint] | None = None
    """The fields that are wrong, for a body that can't be used; at most ten."""


class HttpProblem(Exception):
    """Ends a request with a problem document."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        complaints: Sequence[Complaint] | None = None,
    ) -> None:
        """A problem.

        Args:
            status: HTTP status.
            code: Names the kind of error.
            detail: One line for people; cut where it is long.
        """
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = trimmed(detail)
        self.headers = dict(headers or {})
        self.complaints = complaints

    def document(self, request_id: str | None = None) -> dict[str, Any]:
        """The problem as a JSON object."""
        whole = ProblemDocument(
            type=f"urn:ordojudge:{self.code}",
            title=_title(self.status),
            status=self.status,
            detail=self.detail,
            request_id=request_id,
            errors=None if self.complaints is None else list(self.complaints),
        )
        return whole.model_dump(exclude_none=True)

    def response(self, request_id: str | None = None) -> Response:
        """The problem as an answer."""
        # ASCII, since a message may quote a lone surrogate.
        body = json.dumps(self.document(request_id)).encode("ascii")
        return Response(body, self.status, self.headers, media_type=MEDIA_TYPE)


def _title(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Client Closed Request" if status == CLIENT_GONE else "Error"


def problem_of(error: JudgeError) -> HttpProblem:
    """The answer to an error of the judge; what has no row is a failure of ours, told without details."""
    for kind, status, code in ANSWERS:
        if isinstance(error, kind):
            headers = {}
            if isinstance(error, QueueFull):
                headers["Retry-After"] = str(max(1, math.ceil(error.retry_after_s)))
            return HttpProblem(status, code, str(error), headers=headers)
    return HttpProblem(500, "internal-error", "the judge failed; its log says why")


def invalid_body(complaints: Sequence[Complaint]) -> HttpProblem:
    """The answer to a body that is JSON but not what is asked for."""
    first = complaints[0]
    more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
    place = f"{first.field}: " if first.field else ""
    return HttpProblem(
        422,
        "invalid-request",
        f"{place}{first.message}{more}",
        complaints=complaints[:MOST_COMPLAINTS],
    )


def complaints_of(error: ValidationError, *, place: str = "") -> list[Complaint]:
    """What a validation found, without what it found it in.

    Args:
        place: Where the validated data stands in the body.
    """
    return [
        complaint(
            ".".join([place, *map(str, entry["loc"])]).removeprefix("."),
            "unknown key" if entry["type"] == "extra_forbidden" else entry["msg"],
        )
        for entry in error.errors(include_url=False, include_context=False, include_input=False)
    ]


def complaint(field: str, message: str) -> Complaint:
    """One complaint, cut where it is long."""
    return Complaint(
        field=trimmed(field, most=MOST_CHARACTERS // 3),
        message=trimmed(message.removeprefix("Value error, ")),
    )


def trimmed(text: str, *, most: int = MOST_CHARACTERS) -> str:
    """A text for a message."""
    return text if len(text) <= most else text[:most] + "…"


def answer_errors(app: FastAPI) -> None:
    """Make every error of an app a problem document."""

    def answered(request: Request, problem: HttpProblem) -> Response:
        return problem.response(request.scope.get("request_id"))

    @app.exception_handler(HttpProblem)
    async def _http_problem(request: Request, error: HttpProblem) -> Response:
        return answered(request, error)

    @app.exception_handler(JudgeError)
    async def _judge_error(request: Request, error: JudgeError) -> Response:
        problem = problem_of(error)
        if problem.status >= 500:
            log.warning("request failed", error=str(error), status=problem.status)
        return answered(request, problem)

    @app.exception_handler(HTTPException)
    async def _from_the_framework(request: Request, error: HTTPException) -> Response:
        code = _title(error.status_code).lower().replace(" ", "-")
        detail = f"{request.method} {request.url.path}: {error.detail}"
        problem = HttpProblem(error.status_code, code, detail, headers=error.headers)
        return answered(request, problem)

    @app.exception_handler(RequestValidationError)
    async def _parameters(request: Request, error: RequestValidationError) -> Response:
        complaints = [
            complaint(".".join(map(str, entry["loc"])), entry["msg"]) for entry in error.errors()
        ]
        return answered(request, invalid_body(complaints))

    @app.exception_handler(ClientDisconnect)
    async def _gone(request: Request, _error: ClientDisconnect) -> Response:
        return answered(request, client_gone())


def client_gone() -> HttpProblem:
    """The end of a request whose client left."""
    return HttpProblem(CLIENT_GONE, "client-gone", "the client closed the connection")
