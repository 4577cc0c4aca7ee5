"""Traces: a request, and in it its jobs' waits and judgements; nothing where nothing is configured."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("opentelemetry.sdk")

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from ordojudge.core.errors import ConfigurationError
from ordojudge.settings import ApiSettings, Settings, TracingSettings
from ordojudge_api.app import create_app
from ordojudge_api.tracing import Tracing, open_tracing
from ordojudge_api.wiring import Service
from tests.api.service import RIGHT, WRONG, World, body, client_of
from tests.jobs.fakes import in_loop

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    yield exporter
    exporter.shutdown()


async def traced(
    world: World, spans: InMemorySpanExporter, *requests: object, share: float = 1.0, **headers: str
) -> list[ReadableSpan]:
    """The spans of requests to a service, without those of its self-tests."""
    tracing = Tracing(TracingSettings(share=share), spans)
    async with world.open() as api:
        await api.ready()
        service = Service(api.queue, api.app.state.services.problems, list)
        app = create_app(Settings(api=ApiSettings()), service=service, tracing=tracing)
        async with app.router.lifespan_context(app), client_of(app) as client:
            for request in requests:
                path = "/v1/grade/batch" if isinstance(request, list) else "/v1/grade"
                document = {"items": request} if isinstance(request, list) else request
                await client.post(path, json=document, headers=headers)
    return list(spans.get_finished_spans())


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@in_loop
async def test_a_request_holds_the_wait_and_the_judgement_of_its_job(
    world: World, spans: InMemorySpanExporter
) -> None:
    found = await traced(world, spans, body(WRONG), traceparent=PARENT, x_request_id="mine")
    queue, judge, request = found
    assert [span.name for span in found] == ["queue", "judge", "POST /v1/grade"]
    assert {f"{span.context.trace_id:032x}" for span in found if span.context} == {TRACE}
    assert request.context is not None
    for part in (queue, judge):
        assert part.parent is not None
        assert part.parent.span_id == request.context.span_id
        assert part.attributes is not None
        assert part.attributes["ordojudge.verdict"] == "WA"
        assert part.attributes["ordojudge.language"] == "python"
    assert queue.end_time == judge.start_time
    assert request.start_time is not None
    assert queue.start_time is not None
    assert request.start_time <= queue.start_time
    assert request.attributes is not None
    assert request.attributes["http.response.status_code"] == 200


@in_loop
async def test_each_item_of_a_batch_has_spans_and_no_program_is_in_them(
    world: World, spans: InMemorySpanExporter
) -> None:
    items = [
        body(RIGHT),
        body(WRONG),
        body(RIGHT),
        {"problem": body()["problem"], "completion": ""},
    ]
    found = await traced(world, spans, items)
    names = sorted(span.name for span in found)
    assert names == ["POST /v1/grade/batch", *["judge"] * 3, *["queue"] * 3]
    written = " ".join(span.to_json() for span in found)
    assert RIGHT not in written


@in_loop
async def test_a_refused_request_is_a_span_alone(world: World, spans: InMemorySpanExporter) -> None:
    [span] = await traced(world, spans, {"source": 5})
    assert span.attributes is not None
    assert span.attributes["http.response.status_code"] == 422


@pytest.mark.parametrize(
    ("headers", "made"),
    [
        pytest.param({}, 0, id="its own"),
        pytest.param({"traceparent": PARENT}, 3, id="one that is traced elsewhere"),
    ],
)
@in_loop
async def test_a_share_of_none_traces_only_what_is_traced_already(
    world: World, spans: InMemorySpanExporter, headers: dict[str, str], made: int
) -> None:
    assert len(await traced(world, spans, body(), share=0.0, **headers)) == made


def test_tracing_is_off_unless_an_endpoint_is_named() -> None:
    assert open_tracing(TracingSettings()) is None
    tracing = open_tracing(TracingSettings(endpoint="http://127.0.0.1:1/v1/traces"))
    assert tracing is not None
    tracing.close()


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'ordojudge\[otel\]'"):
        open_tracing(TracingSettings(endpoint="http://127.0.0.1:1/v1/traces"))
