"""``/v1/complexity``: a program's time complexity, measured where there is a problem to run it on."""

from dataclasses import replace

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from ordojudge.core.languages import find_language
from ordojudge.core.models import ComplexityEstimate
from ordojudge.core.verdict import Verdict
from ordojudge_api.auth import ClientName
from ordojudge_api.complexity_view import not_accepted
from ordojudge_api.grading import Item
from ordojudge_api.idempotency import Answer
from ordojudge_api.openapi import ESTIMATE, OF_BODIES, asks_for, errors
from ordojudge_api.payloads import ComplexityBody, GradeBody
from ordojudge_api.services import Parts, written
from ordojudge_api.wiring import make_estimator

router = APIRouter(prefix="/v1", tags=["grading"])


@router.post(
    "/complexity",
    summary="Estimate a program's time complexity",
    responses={200: ESTIMATE, **errors(*OF_BODIES, 404, 429, 503, 504)},
    openapi_extra=asks_for(ComplexityBody),
)
async def complexity(request: Request, parts: Parts, client: ClientName) -> Response:
    """With a problem the program is judged and measured; without one its text is all that there is."""
    body = await parts.read(request, ComplexityBody.model_validate)
    asked = body.value
    find_language(asked.language)

    async def work() -> Answer:
        if asked.problem is None and asked.problem_id is None:
            estimate = await to_thread.run_sync(_read, asked)
            return Answer(200, await written(estimate.model_dump()))
        [item] = await parts.grading.prepare([_graded(asked)])
        report = await parts.grading.report(_with_target(item, asked.target), client=client)
        estimate = report.complexity or not_accepted(report, item.problem, target=asked.target)
        return Answer(
            200, await written(estimate.model_dump()), final=report.verdict is not Verdict.JE
        )

    return await parts.answer(request, client=client, sha256=body.sha256, work=work)


def _read(asked: ComplexityBody) -> ComplexityEstimate:
    """What the text alone shows."""
    language = find_language(asked.language)
    return make_estimator().estimate(asked.source, language, target=asked.target)


def _graded(asked: ComplexityBody) -> GradeBody:
    """The grade that measures it."""
    return GradeBody(
        problem=asked.problem,
        problem_id=asked.problem_id,
        source=asked.source,
        language=asked.language,
        complexity=True,
    )


def _with_target(item: Item, target: str | None) -> Item:
    """The item with a bound of the request's own to be compared with."""
    if item.task is None:
        return item
    return replace(item, task=item.task.model_copy(update={"target": target}))
