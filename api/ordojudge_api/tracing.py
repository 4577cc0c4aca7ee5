"""Traces by OpenTelemetry: a request, and in it each job's wait and judgement. Off unless it is configured.

All spans are made by the API, of what the queue tells with a result, so workers need nothing for it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from ordojudge.core.errors import ConfigurationError
from ordojudge.core.models import Task
from ordojudge.ports import JobResult
from ordojudge.settings import TracingSettings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span

_NS: Final = 1_000_000_000


class Tracing:
    """Makes spans, of the requests that a share of is traced."""

    def __init__(self, settings: TracingSettings, exporter: SpanExporter) -> None:
        """Tracing to an exporter, in batches beside the event loop."""
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider = TracerProvider(
            resource=Resource.create({"service.name": settings.service}),
            sampler=ParentBasedTraceIdRatio(settings.share),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("ordojudge")
        self._propagator = TraceContextTextMapPropagator()

    @contextmanager
    def request(self, method: str, headers: Mapping[str, str]) -> Iterator[Span]:
        """A span around a request, in the trace that its ``traceparent`` names; jobs in it are part of it."""
        from opentelemetry.trace import SpanKind

        context = self._propagator.extract({"traceparent": headers.get("traceparent", "")})
        with self._tracer.start_as_current_span(
            method, context=context, kind=SpanKind.SERVER, record_exception=False
        ) as span:
            yield span

    @staticmethod
    def answered(span: Span, *, method: str, route: str, status: int, request_id: str) -> None:
        """Say on a request's span what it was."""
        from opentelemetry.trace import StatusCode

        span.update_name(f"{method} {route}")
        span.set_attributes(
            {
                "http.request.method": method,
                "http.route": route,
                "http.response.status_code": status,
                "ordojudge.request_id": request_id,
            }
        )
        if status >= 500:
            span.set_status(StatusCode.ERROR)

    def job(self, task: Task, *, queued_ns: int, result: JobResult) -> None:
        """Spans of a job that is done: its wait, and its judgement with its phases.

        Args:
            queued_ns: When it was queued, in nanoseconds of the clock.
        """
        judgement, spent = result.judgement, result.judgement.timings
        now_ns = time.time_ns()
        about: dict[str, str | float | bool] = {
            "ordojudge.language": task.language,
            "ordojudge.problem_digest": task.problem_digest or "",
            "ordojudge.verdict": judgement.verdict.value,
            "ordojudge.cached": result.cached,
        }
        begun_ns = min(now_ns, queued_ns + round(result.queue_s * _NS))
        self._span("queue", queued_ns, begun_ns, {**about})
        about |= {
            "ordojudge.compile_s": spent.compile_s,
            "ordojudge.run_s": spent.run_s,
            "ordojudge.complexity_s": spent.complexity_s,
        }
        self._span("judge", begun_ns, now_ns, about)

    def _span(
        self, name: str, start_ns: int, end_ns: int, attributes: Mapping[str, str | float | bool]
    ) -> None:
        span = self._tracer.start_span(name, start_time=start_ns, attributes=dict(attributes))
        span.end(end_ns)

    def close(self) -> None:
        """Send what is left; may take seconds where the collector is out of reach."""
        self._provider.shutdown()


def open_tracing(settings: TracingSettings) -> Tracing | None:
    """Tracing as it is configured; none where it isn't.

    Raises:
        ConfigurationError: it is, but what it needs isn't installed.
    """
    if settings.endpoint is None:
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"ORDOJUDGE_TRACING__ENDPOINT: {error.name} is not installed; "
            "it comes with pip install 'ordojudge[otel]'"
        ) from None
    return Tracing(settings, OTLPSpanExporter(endpoint=settings.endpoint))
