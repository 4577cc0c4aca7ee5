"""``/healthz``, ``/readyz``, ``/metrics``: for those who run the service. They ask for no key."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from ordojudge_api.metrics import MEDIA_TYPE
from ordojudge_api.services import Parts

router = APIRouter(tags=["operations"])


class Health(BaseModel):
    """The process answers."""

    status: str = "ok"


class Ready(BaseModel):
    """Whether the service can judge, and what keeps it from it."""

    ready: bool
    checks: dict[str, str]
    """What was looked at: ``ok``, or what is wrong with it."""


@router.get("/healthz", summary="Is the process alive?")
async def healthz() -> Health:
    """Answers as long as the process does; says nothing about judging."""
    return Health()


@router.get(
    "/readyz",
    summary="Can it judge?",
    responses={503: {"model": Ready, "description": "It can't judge now."}},
)
async def readyz(response: Response, parts: Parts) -> Ready:
    """200 once a self-test came back through the queue, the queue answers, and it has a slot; else 503."""
    checks = await parts.readiness.checks()
    ready = all(found == "ok" for found in checks.values())
    response.status_code = 200 if ready else 503
    return Ready(ready=ready, checks=checks)


@router.get(
    "/metrics",
    summary="Metrics for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "Prometheus' text format."}},
)
async def metrics(parts: Parts) -> Response:
    """Counters of this process, and the state of the queue."""
    return Response(parts.metrics.page(await parts.readiness.stats()), media_type=MEDIA_TYPE)
