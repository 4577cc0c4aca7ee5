"""``/v1/reward``: completions to rewards, for trainers."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from ordojudge_api.auth import ClientName
from ordojudge_api.idempotency import Answer
from ordojudge_api.openapi import OF_BODIES, REWARDS, asks_for, errors
from ordojudge_api.payloads import RewardBody, reward_from
from ordojudge_api.services import Parts, written

router = APIRouter(prefix="/v1", tags=["grading"])


@router.post(
    "/reward",
    summary="Reward completions",
    responses={200: REWARDS, **errors(*OF_BODIES, 404, 429, 503)},
    openapi_extra=asks_for(RewardBody),
)
async def reward(request: Request, parts: Parts, client: ClientName) -> Response:
    """Answers one reward for each completion, in order; null where the judge failed, to be masked."""
    most = parts.settings.max_items
    body = await parts.read(request, partial(reward_from, most=most))
    items = await parts.grading.prepare(body.value.items, place="completions")

    async def work() -> Answer:
        reports = await parts.grading.reports(items, client=client)
        rewards = [None if report.reward is None else report.reward.total for report in reports]
        document: dict[str, Any] = {"rewards": rewards}
        if body.value.with_reports:
            document["reports"] = reports
        return Answer(200, await written(document, reports), final=None not in rewards)

    return await parts.answer(request, client=client, sha256=body.sha256, work=work)
