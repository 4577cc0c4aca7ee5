"""``/v1/problems``: register a problem once, then name it by its id."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from ordojudge.contents import StoredFile
from ordojudge.core.errors import ProblemNotFound
from ordojudge.core.models import Problem, TestCase
from ordojudge.core.texts import from_bytes
from ordojudge_api.auth import ClientName
from ordojudge_api.bodies import ascii_json, stream_of
from ordojudge_api.http_errors import HttpProblem
from ordojudge_api.inline_problems import InlineProblems
from ordojudge_api.openapi import OF_BODIES, PROBLEM, asks_for, errors
from ordojudge_api.services import JSON, Parts

router = APIRouter(prefix="/v1/problems", tags=["problems"])

_DIGEST = re.compile(r"[0-9a-fA-F]{64}")


class Registered(BaseModel):
    """A problem that was registered."""

    problem_id: str
    digest: str
    """SHA-256 of its content, the statement left out; also the ETag."""


class ProblemIds(BaseModel):
    """Registered ids, in order."""

    problem_ids: list[str]
    next: str | None
    """What to give as ``after`` for the next page; null on the last."""


@router.get("", summary="Registered problems", responses=errors(503))
async def ids(
    parts: Parts,
    _client: ClientName,
    after: Annotated[str, Query(max_length=256)] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> ProblemIds:
    """Answers ids in order, a page at a time."""
    found = await to_thread.run_sync(partial(parts.problems.ids, after=after, limit=limit))
    return ProblemIds(problem_ids=found, next=found[-1] if len(found) == limit else None)


@router.put(
    "/{problem_id:path}",
    summary="Register a problem",
    responses={
        200: {"model": Registered, "description": "It was registered before."},
        201: {"model": Registered, "description": "It is registered now."},
        **errors(*OF_BODIES, 409, 412, 503),
    },
    openapi_extra=asks_for(Problem),
)
async def put(problem_id: str, request: Request, parts: Parts, _client: ClientName) -> Response:
    """Registers a problem in place of an earlier one of its id; it is never in memory as a whole.

    ``If-Match`` and ``If-None-Match`` make that depend on what is registered now.
    ``Digest`` names the digest that the problem must have.
    """
    conditions = _Conditions(request)
    chunks = stream_of(
        request,
        limit_bytes=parts.settings.max_problem_bytes,
        patience_s=parts.settings.timeout_s,
    )
    return await to_thread.run_sync(
        partial(_register, parts.problems, problem_id, chunks, conditions),
        limiter=parts.registering,
    )


@router.head("/{problem_id:path}", summary="A problem's digest", responses=errors(404))
async def head(problem_id: str, parts: Parts, _client: ClientName) -> Response:
    """Answers the ETag alone."""
    digest = await to_thread.run_sync(parts.problems.digest, problem_id)
    return Response(headers=_etag(digest), media_type=JSON)


@router.get("/{problem_id:path}", summary="A problem", responses={200: PROBLEM, **errors(404)})
async def get(problem_id: str, request: Request, parts: Parts, _client: ClientName) -> Response:
    """Answers the problem with its tests, as it was registered."""
    digest = await to_thread.run_sync(parts.problems.digest, problem_id)
    if digest in _Conditions(request).unless:
        return Response(status_code=304, headers=_etag(digest))
    return StreamingResponse(
        _pieces(parts.problems, digest), headers=_etag(digest), media_type=JSON
    )


@router.delete(
    "/{problem_id:path}", status_code=204, summary="Forget a problem", responses=errors(404, 412)
)
async def delete(problem_id: str, request: Request, parts: Parts, _client: ClientName) -> Response:
    """Forgets the id; ``If-Match`` makes that depend on what it stands for."""
    await to_thread.run_sync(_forget, parts.problems, problem_id, _Conditions(request))
    return Response(status_code=204)


class _Conditions:
    """What a request says must hold of what is registered."""

    def __init__(self, request: Request) -> None:
        self.only_if = _tags(request.headers.get("if-match"))
        self.unless = _tags(request.headers.get("if-none-match"))
        self.digest = request.headers.get("digest")
        if self.digest is not None and not _DIGEST.fullmatch(self.digest):
            raise HttpProblem(
                422, "invalid-digest", "Digest: 64 hexadecimal digits are needed, as an ETag has"
            )

    def check(self, current: str | None) -> None:
        """Refuse what doesn't hold.

        Args:
            current: The digest that is registered; none if there is none.

        Raises:
            HttpProblem: 412.
        """
        if self.only_if and not _holds(self.only_if, current):
            stands = f"it is {current}" if current else "there is no such problem"
            raise HttpProblem(412, "precondition-failed", f"If-Match: {stands}")
        if self.unless and _holds(self.unless, current):
            raise HttpProblem(412, "precondition-failed", f"If-None-Match: it is {current}")


def _tags(header: str | None) -> set[str]:
    tags = (header or "").split(",")
    return {tag.strip().removeprefix("W/").strip('"') for tag in tags if tag.strip()}


def _holds(tags: set[str], current: str | None) -> bool:
    return current is not None and ("*" in tags or current in tags)


def _etag(digest: str) -> dict[str, str]:
    return {"ETag": f'"{digest}"'}


def _register(
    problems: InlineProblems, problem_id: str, chunks: Iterator[bytes], conditions: _Conditions
) -> Response:
    current = _current(problems, problem_id)
    conditions.check(current)
    digest = problems.put_stream(
        chunks, problem_id=problem_id, digest=conditions.digest, where="body"
    )
    registered = Registered(problem_id=problem_id, digest=digest)
    status = 201 if current is None else 200
    return Response(ascii_json(registered.model_dump()), status, _etag(digest), media_type=JSON)


def _forget(problems: InlineProblems, problem_id: str, conditions: _Conditions) -> None:
    conditions.check(_current(problems, problem_id))
    problems.delete(problem_id)


def _current(problems: InlineProblems, problem_id: str) -> str | None:
    try:
        return problems.digest(problem_id)
    except ProblemNotFound:
        return None


def _pieces(problems: InlineProblems, digest: str) -> Iterator[bytes]:
    """The problem as JSON with its tests' texts in place, one test in memory at a time."""
    with problems.folder(digest) as folder:
        problem = problems.get(digest)
        head = ascii_json(problem.model_dump(exclude={"tests"}, exclude_none=True))
        yield head.removesuffix(b"}") + b',"tests":['
        for index, test in enumerate(problem.tests):
            yield (b"," if index else b"") + ascii_json(_with_texts(test, folder))
        yield b"]}"


def _with_texts(test: TestCase, folder: Path | None) -> dict[str, str]:
    fields: dict[str, str] = test.model_dump(exclude_none=True)
    for field in ("input", "output"):
        name = fields.pop(f"{field}_file", None)
        if name is not None and folder is not None:
            fields[field] = from_bytes(StoredFile(folder, name).read())
    return fields
