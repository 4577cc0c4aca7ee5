"""``/v1/jobs``: submissions that were queued and not waited for."""

from typing import Any

from fastapi import APIRouter, Response

from ordojudge_api.auth import ClientName
from ordojudge_api.openapi import JOB, errors
from ordojudge_api.receipts import read_receipt
from ordojudge_api.services import JSON, Parts, written

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])


@router.get("/{job_id}", summary="How far a job is", responses={200: JOB, **errors(404, 503)})
async def show(job_id: str, parts: Parts, _client: ClientName) -> Response:
    """Answers the job's state; its report once it is done, or why there is none."""
    receipt = read_receipt(job_id)
    state, report, problem = await parts.grading.look_up(receipt)
    document: dict[str, Any] = {
        "job_id": job_id,
        "state": state,
        "report": report,
        "error": None if problem is None else problem.document(),
    }
    headers = {"Retry-After": "1"} if state in ("queued", "running") else {}
    body = await written(document, [report] if report else [])
    return Response(body, 200, headers, media_type=JSON)


@router.delete("/{job_id}", status_code=204, summary="End a job", responses=errors(404, 503))
async def end(job_id: str, parts: Parts, _client: ClientName) -> Response:
    """Ends a job, queued or running; a job that is over is forgotten."""
    await parts.grading.cancel(read_receipt(job_id))
    return Response(status_code=204)
