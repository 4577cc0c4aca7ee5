"""What clients of the HTTP API say and hear: bodies of requests, and answers as models and errors."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict, TypeVar

from pydantic import Field, ValidationError

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
    ServiceError,
    StoreError,
    SubmissionError,
    SubmissionTooLarge,
    UnknownLanguage,
)
from ordojudge.core.models import Model, Problem, Report, Submission
from ordojudge.core.reward import RewardScheme
from ordojudge.ports import JobState, Lane

Problems = Problem | str | Sequence[Problem | str]
"""One problem for all submissions, or one for each: the problem itself, or the id of a registered one."""

ERRORS: Final[Mapping[str, type[JudgeError]]] = {
    "unknown-language": UnknownLanguage,
    "submission-too-large": SubmissionTooLarge,
    "invalid-submission": SubmissionError,
    "problem-not-found": ProblemNotFound,
    "problem-mismatch": ProblemMismatch,
    "invalid-problem": ProblemError,
    "store-failed": StoreError,
    "sandbox-unavailable": SandboxUnavailable,
    "sandbox-failed": SandboxError,
    "job-not-found": JobNotFound,
    "job-cancelled": JobCancelled,
    "deadline-passed": JobExpired,
    "queue-unavailable": QueueError,
    "key-missing": ConfigurationError,
    "key-unknown": ConfigurationError,
}
"""What the last word of a problem document's ``type`` stands for in process; all else is a `ServiceError`."""

FULL: Final = ("queue-full", "too-many-bytes")
"""What says that there is no room now."""

_TYPE: Final = "urn:ordojudge:"
_MOST_QUOTED: Final = 200

M = TypeVar("M", bound=Model)


class Wishes(TypedDict, total=False):
    """What each call that judges may say, by keyword."""

    reward: RewardScheme | str | None
    """A scheme, or a preset by name; the service's own if none."""

    all_tests: bool
    """Go on after the first failing test, which is what happens unless told otherwise."""

    complexity: bool
    """Also compare the time complexity with the problem's bound."""

    lane: Lane
    """What it is for: ``train`` unless told otherwise."""

    deadline_s: float | None
    """Seconds from now after which nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How submissions are judged, and for what; see the fields of a grade in the HTTP API."""

    reward: RewardScheme | str | None = None
    all_tests: bool = True
    complexity: bool = False
    lane: Lane = Lane.TRAIN
    deadline_s: float | None = None
    language: str | None = None

    def fields(self) -> dict[str, Any]:
        """The fields of a request."""
        scheme = self.reward
        return {
            "reward": scheme.model_dump() if isinstance(scheme, RewardScheme) else scheme,
            "all_tests": self.all_tests,
            "complexity": self.complexity,
            "lane": self.lane.value,
            "deadline_s": self.deadline_s,
            "language": self.language,
        }


class Job(Model):
    """A submission that was queued and not waited for."""

    job_id: str
    state: JobState
    report: Report | None = None
    """Once it is done."""

    error: dict[str, Any] | None = None
    """Why there will be no report: a problem document."""


class OfferedLanguage(Model):
    """A language, and whether it works there."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    available: bool | None = None
    """Whether its self-test passed; none while that isn't known."""

    toolchain: str | None = None
    interfaces: tuple[str, ...] = ()
    """Types of the problems' interfaces that submissions may be written for."""

    packages: tuple[str, ...] | None = None


class Ready(Model):
    """Whether a service can judge, and what keeps it from it."""

    ready: bool
    checks: dict[str, str] = Field(default_factory=dict)
    """What was looked at: ``ok``, or what is wrong with it."""


# ------------------------------------------------------------------------- requests


def written(document: object) -> bytes:
    """A document as JSON in ASCII: texts that stand for bytes hold lone surrogates, which UTF-8 can't.

    Raises:
        SubmissionError: a number in it is infinite or none.
    """
    try:
        return json.dumps(document, allow_nan=False, separators=(",", ":")).encode("ascii")
    except ValueError as error:
        raise SubmissionError(f"can't be written as JSON: {error}") from None


def problem_fields(problem: Problem | str) -> dict[str, Any]:
    """How a request names its problem."""
    if isinstance(problem, str):
        return {"problem_id": problem}
    return {"problem": problem.model_dump(exclude_none=True)}


def submission_fields(submission: Submission) -> dict[str, Any]:
    """How a request brings a submission."""
    return submission.model_dump(exclude_none=True)


@dataclass(frozen=True, slots=True)
class Part:
    """Some items of a batch that are sent together."""

    first: int
    """Place of its first item in the batch."""

    items: list[bytes] = field(default_factory=list)


def parts(items: Iterator[bytes], *, most_items: int, most_bytes: int) -> Iterator[Part]:
    """A batch in parts that a service takes, in order; a longer item is a part of its own."""
    part, size = Part(0), 0
    for item in items:
        if part.items and (len(part.items) == most_items or size + len(item) > most_bytes):
            yield part
            part, size = Part(part.first + len(part.items)), 0
        part.items.append(item)
        size += len(item)
    if part.items:
        yield part


def each_problem(problems: Problems, count: int) -> list[Problem | str] | None:
    """One problem for each of so many submissions; none if one is for all.

    Raises:
        ProblemError: they are neither one nor as many.
    """
    if isinstance(problems, Problem | str):
        return None
    if len(problems) != count:
        raise ProblemError(
            f"{len(problems)} problems for {count} submissions; give one, or as many"
        )
    return list(problems)


# -------------------------------------------------------------------------- answers


def parsed(content: bytes, *, where: str) -> Any:
    """An answer's JSON.

    Raises:
        ServiceError: it isn't any.
    """
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        shown = content[:_MOST_QUOTED].decode("utf-8", "backslashreplace")
        raise ServiceError(f"{where}: the answer isn't JSON: {shown!r}") from None


def model(kind: type[M], data: object, *, where: str) -> M:
    """An answer as a model.

    Raises:
        ServiceError: it is something else, as the answer of another version may be.
    """
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ServiceError(
            f"{where}: the answer is no {kind.__name__}: {place}: {first['msg']}"
        ) from None


def error_of(
    status: int, content: bytes, *, where: str, retry_after_s: float | None = None
) -> JudgeError:
    """What went wrong, by the answer that says so: the error that the judge in process would raise.

    Args:
        content: The answer; a problem document if it comes from the service itself.
        where: Who answered, for messages.
        retry_after_s: When there will be room, as the answer says.
    """
    document = document_of(content)
    if document is None:
        shown = content[:_MOST_QUOTED].decode("utf-8", "backslashreplace").strip()
        told = f"{shown!r}" if shown else "without a word"
        return ServiceError(f"{where}: answered {status}: {told}", status=status)
    return error_in(document, where=where, retry_after_s=retry_after_s)


def document_of(content: bytes) -> dict[str, Any] | None:
    """The problem document that an answer is; none if it is none of the service's."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return None
    fitting = isinstance(document, dict) and str(document.get("type", "")).startswith(_TYPE)
    return document if fitting else None


def code_of(document: Mapping[str, Any]) -> str:
    """The kind of error that a problem document names."""
    return str(document.get("type", "")).removeprefix(_TYPE)


def error_in(
    document: Mapping[str, Any], *, where: str, retry_after_s: float | None = None
) -> JudgeError:
    """The error that a problem document tells."""
    code = code_of(document)
    detail = str(document.get("detail", code))
    status = document.get("status")
    if code in FULL:
        return QueueFull(f"{where}: {detail}", retry_after_s=retry_after_s or 1.0)
    kind = ERRORS.get(code)
    if kind is not None:
        return kind(detail if kind is not ConfigurationError else f"{where}: {detail}")
    return ServiceError(f"{where}: {detail}", status=status if isinstance(status, int) else None)
