"""The OpenAPI document: what requests and answers look like, with examples that work as they are."""

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

from ordojudge.core.models import ComplexityEstimate, Problem, Report
from ordojudge.ports import JobState
from ordojudge_api.http_errors import MEDIA_TYPE, ProblemDocument
from ordojudge_api.payloads import BatchBody, ComplexityBody, GradeBody, RewardBody

Fragment = dict[str, Any]
"""A piece of the document."""

_SCHEMAS: Final = "#/components/schemas/{model}"

_PROBLEM: Final[Fragment] = {
    "problem_id": "pair-sum",
    "tests": [
        {"case_id": "1", "input": "1 2\n", "output": "3\n"},
        {"case_id": "2", "input": "40 2\n", "output": "42\n"},
    ],
}
_SOURCE: Final = "print(sum(map(int, input().split())))\n"
_COMPLETION: Final = f"Add them up:\n\n```python\n{_SOURCE}```\n"

_EXAMPLES: Final[dict[type[BaseModel], dict[str, Fragment]]] = {
    GradeBody: {
        "source": {
            "summary": "A source, with its problem",
            "value": {"problem": _PROBLEM, "source": _SOURCE, "language": "python"},
        },
        "completion": {
            "summary": "A model's completion, for a registered problem",
            "value": {
                "problem_id": "pair-sum",
                "completion": _COMPLETION,
                "language": "python",
                "reward": "deepcoder",
                "deadline_s": 60,
            },
        },
    },
    BatchBody: {
        "group": {
            "summary": "Two completions for one problem",
            "value": {
                "defaults": {"problem": _PROBLEM, "language": "python", "lane": "batch"},
                "items": [{"completion": _COMPLETION}, {"completion": "I don't know."}],
            },
        }
    },
    RewardBody: {
        "group": {
            "summary": "A group of rollouts for one problem",
            "value": {
                "problem_ids": ["pair-sum"],
                "completions": [_COMPLETION, "I don't know."],
                "language": "python",
            },
        }
    },
    ComplexityBody: {
        "text": {
            "summary": "A program by its text alone",
            "value": {"source": _SOURCE, "language": "python", "target": "O(n)"},
        }
    },
    Problem: {"pair-sum": {"summary": "Standard input and output", "value": _PROBLEM}},
}

_MEANINGS: Final = {
    400: "The body is not JSON, or not packed as it says.",
    401: "An API key is needed.",
    403: "This API key is not accepted.",
    404: "There is no such problem or job.",
    408: "The body came too slowly.",
    409: "The job was cancelled, or the problem's digest is another.",
    412: "What must hold of the registered problem doesn't.",
    413: "The body is too large, or holds too many items.",
    415: "The body is of another type, or packed in another way.",
    422: "A field is wrong; `errors` names it.",
    429: "The queue is full; `Retry-After` says when to come back.",
    503: "The judge can't work now.",
    504: "The deadline passed.",
}


class ReportList(BaseModel):
    """Reports in the order of their items; JE, without a reward, where the judge failed."""

    reports: list[Report]


class RewardList(BaseModel):
    """Rewards in the order of their completions; null where the judge failed."""

    rewards: list[float | None] = Field(examples=[[1.1, 0.0, None]])
    reports: list[Report] | None = None
    """Only if they were asked for."""


class Job(BaseModel):
    """A submission that was queued and not waited for."""

    job_id: str
    state: JobState
    report: Report | None = None
    """Once it is done."""

    error: ProblemDocument | None = None
    """Why there will be no report."""


GRADED: Final[Fragment] = {"model": Report, "description": "The report."}
QUEUED: Final[Fragment] = {
    "model": Job,
    "description": "It was queued; `Location` names the job.",
    "headers": {"Location": {"schema": {"type": "string"}}},
}
REPORTS: Final[Fragment] = {
    "model": ReportList,
    "description": "The reports.",
    "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
}
REWARDS: Final[Fragment] = {"model": RewardList, "description": "The rewards."}
ESTIMATE: Final[Fragment] = {"model": ComplexityEstimate, "description": "The estimate."}
JOB: Final[Fragment] = {"model": Job, "description": "The job."}
PROBLEM: Final[Fragment] = {"model": Problem, "description": "The problem."}


def errors(*statuses: int) -> dict[int | str, Fragment]:
    """The problem documents that a route may answer, those of the keys among them."""
    return {
        status: {
            "description": _MEANINGS[status],
            "content": {MEDIA_TYPE: {"schema": _PROBLEM_REF}},
        }
        for status in sorted({*statuses, 401, 403, 422})
    }


OF_BODIES: Final = (400, 408, 413, 415)
"""What may be wrong with any body."""

_PROBLEM_REF: Final = {"$ref": _SCHEMAS.format(model=ProblemDocument.__name__)}


def asks_for(model: type[BaseModel]) -> Fragment:
    """The request body of a route that reads it by itself."""
    content: Fragment = {
        "schema": {"$ref": _SCHEMAS.format(model=model.__name__)},
        "examples": _EXAMPLES[model],
    }
    return {"requestBody": {"required": True, "content": {"application/json": content}}}


def document(app: FastAPI) -> Fragment:
    """The OpenAPI document of an app, the bodies that its routes read by themselves included."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            separate_input_output_schemas=False,
        )
        models: list[type[BaseModel]] = [*_EXAMPLES, ProblemDocument]
        _, read = models_json_schema(
            [(model, "validation") for model in models], ref_template=_SCHEMAS
        )
        schemas = made.setdefault("components", {}).setdefault("schemas", {})
        for name, schema in read["$defs"].items():
            schemas.setdefault(name, schema)
        app.openapi_schema = made
    return app.openapi_schema
