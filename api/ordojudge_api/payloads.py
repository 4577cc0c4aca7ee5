"""What requests carry: envelopes around problems and submissions, checked field by field."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from ordojudge.core.bounds import parse_bound
from ordojudge.core.errors import BoundError, ConfigurationError
from ordojudge.core.models import Model, Problem, Submission
from ordojudge.core.reward import PRESETS, RewardScheme, parse_scheme
from ordojudge.ports import Lane
from ordojudge_api.bodies import Invalid
from ordojudge_api.http_errors import (
    MOST_COMPLAINTS,
    Complaint,
    HttpProblem,
    complaints_of,
)

MOST_SECONDS: Final = 86_400.0


def _scheme(value: object) -> object:
    if value is None or isinstance(value, RewardScheme):
        return value
    try:
        return parse_scheme(value, where="reward")  # type: ignore[arg-type]
    except ConfigurationError as error:
        raise ValueError(str(error).removeprefix("reward: ")) from None


Scheme = Annotated[
    RewardScheme | None,
    BeforeValidator(_scheme),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "enum": list(PRESETS)},
                {"type": "object", "properties": {"preset": {"enum": list(PRESETS)}}},
                {"type": "null"},
            ]
        }
    ),
]
"""A preset's name, or the fields of a scheme, ``preset`` among them naming what the others override."""

ProblemId = Annotated[str, Field(min_length=1, max_length=256)]


class Choices(Model):
    """How a submission is judged, and for what; the same for one and for many."""

    language: str | None = None
    """Id or alias; may be left out for a completion, whose code block then names it."""

    reward: Scheme = None
    """How the judgement becomes a reward; the service's own scheme if absent."""

    all_tests: bool = True
    """Run every test; else stop after the first that isn't accepted, and count the others as not passed."""

    complexity: bool = False
    """Also compare the time complexity with the problem's bound, if every test is accepted."""

    lane: Lane = Lane.TRAIN
    """What it is for; earlier lanes get more of the slots."""

    deadline_s: float | None = Field(default=None, gt=0, le=MOST_SECONDS)
    """Seconds from now after which nobody waits for it; then it isn't judged."""


class Defaults(Choices):
    """What items of a batch have in common."""

    problem: Problem | None = None
    problem_id: ProblemId | None = None


class GradeBody(Defaults):
    """One submission for one problem: ``problem`` or ``problem_id``, ``source`` or ``completion``."""

    submission_id: str | None = Field(default=None, min_length=1, max_length=256)
    source: str | None = None
    completion: str | None = None

    @model_validator(mode="after")
    def _one_of_each(self) -> "GradeBody":
        if (self.problem is None) == (self.problem_id is None):
            raise ValueError("give either problem or problem_id")
        if (self.source is None) == (self.completion is None):
            raise ValueError("give either source or completion")
        if self.source is not None and self.language is None:
            raise ValueError("language: needed with source")
        return self

    @property
    def submission(self) -> Submission:
        """What is to be judged."""
        return Submission(
            submission_id=self.submission_id,
            source=self.source,
            completion=self.completion,
            language=self.language,
        )


class BatchBody(Model):
    """Many submissions. ``defaults`` holds for every item that doesn't say otherwise."""

    items: tuple[GradeBody, ...]
    defaults: Defaults | None = None


class RewardBody(Choices):
    """Completions for a trainer: one problem for all, or one for each."""

    problem_ids: tuple[ProblemId, ...] | None = Field(default=None, min_length=1)
    problems: tuple[Problem, ...] | None = Field(default=None, min_length=1)
    completions: tuple[str, ...]
    with_reports: bool = False
    """Answer the reports as well."""

    @model_validator(mode="after")
    def _as_many(self) -> "RewardBody":
        if (self.problem_ids is None) == (self.problems is None):
            raise ValueError("give either problem_ids or problems")
        given = len(self.problem_ids or self.problems or ())
        if given not in (1, len(self.completions)):
            name = "problem_ids" if self.problems is None else "problems"
            raise ValueError(
                f"{name}: {given} for {len(self.completions)} completions; "
                "give one for all, or one for each"
            )
        return self

    @property
    def items(self) -> list[GradeBody]:
        """One body for each completion."""
        shared = {name: getattr(self, name) for name in Choices.model_fields}
        named: Sequence[str | None] = self.problem_ids or (None,)
        brought: Sequence[Problem | None] = self.problems or (None,)
        return [
            GradeBody(
                **shared,
                completion=completion,
                problem_id=named[index if len(named) > 1 else 0],
                problem=brought[index if len(brought) > 1 else 0],
            )
            for index, completion in enumerate(self.completions)
        ]


def _readable(target: str) -> str:
    try:
        parse_bound(target)
    except BoundError as error:
        raise ValueError(str(error)) from None
    return target


Target = Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(_readable)]


class ComplexityBody(Model):
    """A program whose time complexity is asked for, measured if there is a problem to run it on."""

    source: str
    language: str
    problem: Problem | None = None
    problem_id: ProblemId | None = None
    target: Target | None = None
    """The bound to meet; the problem's own if absent."""

    @model_validator(mode="after")
    def _one_problem(self) -> "ComplexityBody":
        if self.problem is not None and self.problem_id is not None:
            raise ValueError("give either problem or problem_id")
        return self


class _Envelope(Model):
    items: list[Any]
    defaults: Defaults = Defaults()


def batch_from(data: Any, *, most: int) -> BatchBody:
    """A batch from plain data, its defaults laid under each item.

    Args:
        most: How many items are accepted.

    Raises:
        ValidationError, Invalid: they name the items and fields that are wrong.
        HttpProblem: 413, too many items.
    """
    envelope = _Envelope.model_validate(data)
    _refuse_many("items", len(envelope.items), most)
    defaults = envelope.defaults
    under = {name: getattr(defaults, name) for name in defaults.model_fields_set}
    items: list[GradeBody] = []
    complaints: list[Complaint] = []
    for index, item in enumerate(envelope.items):
        try:
            items.append(GradeBody.model_validate(_laid_under(item, under)))
        except ValidationError as error:
            complaints += complaints_of(error, place=f"items.{index}")
        if len(complaints) >= MOST_COMPLAINTS:
            break
    if complaints:
        raise Invalid(complaints)
    return BatchBody(items=tuple(items), defaults=defaults)


def reward_from(data: Any, *, most: int) -> RewardBody:
    """A trainer's request from plain data.

    Args:
        most: How many completions are accepted.

    Raises:
        ValidationError: it names the fields that are wrong.
        HttpProblem: 413, too many completions.
    """
    completions = data.get("completions") if isinstance(data, dict) else None
    if isinstance(completions, list):
        _refuse_many("completions", len(completions), most)
    return RewardBody.model_validate(data)


def _refuse_many(field: str, given: int, most: int) -> None:
    if given > most:
        raise HttpProblem(413, "too-many-items", f"{field}: {given:,}; at most {most:,} at a time")


def _laid_under(item: Any, defaults: dict[str, Any]) -> Any:
    if not isinstance(item, dict):
        return item
    under = dict(defaults)
    if "problem" in item or "problem_id" in item:
        under.pop("problem", None)
        under.pop("problem_id", None)
    return under | item
