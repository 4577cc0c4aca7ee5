"""The HTTP application: routes over a queue and a problem store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI

from ordojudge.core.reward import RewardScheme
from ordojudge.settings import Settings
from ordojudge.version import JUDGE_VERSION
from ordojudge_api import wiring
from ordojudge_api.auth import load_keys
from ordojudge_api.body_room import BodyRoom, HoldsBodies
from ordojudge_api.grading import Grading
from ordojudge_api.http_errors import answer_errors
from ordojudge_api.idempotency import Answers
from ordojudge_api.metrics import Metrics
from ordojudge_api.openapi import document
from ordojudge_api.readiness import Readiness
from ordojudge_api.request_log import RequestLog
from ordojudge_api.reward_choice import reward_scheme
from ordojudge_api.routes import complexity, grade, jobs, languages, operations, problems, reward
from ordojudge_api.services import Services
from ordojudge_api.tracing import Tracing, open_tracing

REGISTERING: Final = 8
"""Problems that are registered at a time."""

_DESCRIPTION = (
    "Judges code written by language models: correctness in sandboxes, and one gated reward."
)


def create_app(
    settings: Settings, *, service: wiring.Service | None = None, tracing: Tracing | None = None
) -> FastAPI:
    """The application, with everything it needs opened when it starts and closed when it ends.

    Args:
        service: What it works with, and the caller's to close; opened as configured if none is given.
        tracing: Where traces go; as configured if none is given.

    Raises:
        ConfigurationError: the keys, the reward or tracing can't be used.
    """
    keys = load_keys(settings.api)
    scheme = reward_scheme(settings.reward, where="ORDOJUDGE_REWARD")
    metrics = Metrics()
    room = BodyRoom(settings.api.max_held_bytes)
    tracing = tracing or open_tracing(settings.tracing)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            if tracing is not None:
                stack.push_async_callback(to_thread.run_sync, tracing.close)
            opened = service
            if opened is None:
                opened = await stack.enter_async_context(wiring.open_service(settings))
            app.state.services = services = await _services(
                settings, opened, scheme=scheme, metrics=metrics, room=room, tracing=tracing
            )
            stack.push_async_callback(services.answers.close)
            proving = asyncio.create_task(services.readiness.prove())
            stack.push_async_callback(_end, proving)
            yield

    app = FastAPI(
        title="Ordojudge",
        version=JUDGE_VERSION.rpartition(" ")[2],
        description=_DESCRIPTION,
        lifespan=lifespan,
        redirect_slashes=False,
        redoc_url=None,
    )
    app.state.keys = keys
    app.add_middleware(HoldsBodies, room=room)
    app.add_middleware(RequestLog, metrics=metrics, tracing=tracing)
    answer_errors(app)
    for part in (grade, reward, complexity, jobs, problems, languages, operations):
        app.include_router(part.router)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


async def _services(
    settings: Settings,
    service: wiring.Service,
    *,
    scheme: RewardScheme,
    metrics: Metrics,
    room: BodyRoom,
    tracing: Tracing | None,
) -> Services:
    return Services(
        settings=settings.api,
        grading=Grading(
            service.queue,
            service.problems,
            reward=scheme,
            settings=settings.api,
            metrics=metrics,
            room=room,
            tracing=tracing,
        ),
        problems=service.problems,
        readiness=Readiness(
            service.queue,
            service.problems,
            workers=service.workers,
            findings=await to_thread.run_sync(service.inspect),
        ),
        metrics=metrics,
        answers=Answers(
            keep_s=settings.api.remember_s,
            keep_bytes=settings.api.remember_bytes,
            shared=service.answers,
        ),
        registering=CapacityLimiter(REGISTERING),
    )


async def _end(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
