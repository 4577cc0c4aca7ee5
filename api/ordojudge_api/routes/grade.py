"""``/v1/grade`` and ``/v1/grade/batch``: submissions to reports."""

from contextlib import aclosing
from functools import partial

from fastapi import APIRouter, Request, Response

from ordojudge.core.models import Report
from ordojudge.core.verdict import Verdict
from ordojudge_api.auth import ClientName
from ordojudge_api.disconnects import NDJSON, LineStream, SendLine
from ordojudge_api.idempotency import Answer
from ordojudge_api.openapi import GRADED, OF_BODIES, QUEUED, REPORTS, asks_for, errors
from ordojudge_api.payloads import BatchBody, GradeBody, batch_from
from ordojudge_api.services import Parts, written

router = APIRouter(prefix="/v1", tags=["grading"])


@router.post(
    "/grade",
    summary="Judge one submission",
    responses={200: GRADED, 202: QUEUED, **errors(*OF_BODIES, 404, 409, 429, 503, 504)},
    openapi_extra=asks_for(GradeBody),
)
async def grade(request: Request, parts: Parts, client: ClientName) -> Response:
    """Waits for the report; with ``Prefer: respond-async``, answers 202 and a job instead."""
    body = await parts.read(request, GradeBody.model_validate)
    deferred = "respond-async" in _preferences(request)

    async def work() -> Answer:
        [item] = await parts.grading.prepare([body.value])
        if deferred:
            receipt = await parts.grading.enqueue(item, client=client)
            if not isinstance(receipt, Report):
                job_id = receipt.job_id
                location = {"Location": f"/v1/jobs/{job_id}", "Preference-Applied": "respond-async"}
                queued = {"job_id": job_id, "state": "queued", "report": None, "error": None}
                return Answer(202, await written(queued), location)
            report = receipt
        else:
            report = await parts.grading.report(item, client=client)
        return Answer(200, await written(report.model_dump()), final=_is_final(report))

    return await parts.answer(request, client=client, sha256=body.sha256, work=work)


@router.post(
    "/grade/batch",
    summary="Judge many submissions",
    responses={200: REPORTS, **errors(*OF_BODIES, 404, 429, 503)},
    openapi_extra=asks_for(BatchBody),
)
async def grade_batch(request: Request, parts: Parts, client: ClientName) -> Response:
    """Answers the reports in the order of the items.

    With ``Accept: application/x-ndjson``, sends each report as it is done: ``{"index": 0, "report": {…}}``.
    """
    most = parts.settings.max_items
    body = await parts.read(request, partial(batch_from, most=most))
    items = await parts.grading.prepare(body.value.items, place="items")

    async def stream(send_line: SendLine) -> None:
        async with aclosing(parts.grading.scored(items, client=client)) as scored:
            async for index, report in scored:
                await send_line(await written({"index": index, "report": report}, [report]))

    async def work() -> Answer:
        reports = await parts.grading.reports(items, client=client)
        document = await written({"reports": reports}, reports)
        return Answer(200, document, final=all(map(_is_final, reports)))

    if NDJSON in request.headers.get("accept", ""):
        return LineStream(request, stream, patience_s=parts.settings.body_timeout_s)
    return await parts.answer(request, client=client, sha256=body.sha256, work=work)


def _preferences(request: Request) -> set[str]:
    return {
        preference.partition(";")[0].strip().lower()
        for preference in ",".join(request.headers.getlist("prefer")).split(",")
    }


def _is_final(report: Report) -> bool:
    """Whether judging it again would come to the same: not where the judge failed."""
    return report.verdict is not Verdict.JE
