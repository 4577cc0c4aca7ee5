"""What the service tells Prometheus."""

from collections.abc import Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from ordojudge.core.models import Report
from ordojudge.ports import QueueStats

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
_REWARDS: Final = (-1.0, -0.5, 0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.1, 1.25, 1.5, 1.6, 2.0)


class _Retries(Collector):
    """Counts that the queue keeps, for all its processes."""

    def __init__(self) -> None:
        self.by_cause: Mapping[str, int] = {}

    def collect(self) -> Iterator[CounterMetricFamily]:
        """See `Collector`."""
        family = CounterMetricFamily(
            "ordojudge_queue_retries",
            "Jobs that were taken from a slot before they were done, and done once more.",
            labels=["cause"],
        )
        for cause, count in self.by_cause.items():
            family.add_metric([cause], count)
        yield family


class Metrics:
    """The metrics of one process, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._verdicts = Counter(
            "ordojudge_verdicts",
            "Reports by language and verdict.",
            ("language", "verdict"),
            registry=registry,
        )
        self._unscored = Counter(
            "ordojudge_unscored",
            "Reports without a reward: the judge failed, or the job expired or was cancelled.",
            registry=registry,
        )
        self._cached = Counter(
            "ordojudge_reports_cached",
            "Reports from a judgement made for an earlier request.",
            registry=registry,
        )
        self._phases = [
            Histogram(
                f"ordojudge_{phase}_seconds",
                f"Wall seconds of a report's {meaning}.",
                ("language",),
                buckets=_SECONDS,
                registry=registry,
            )
            for phase, meaning in {
                "queue": "wait for a slot",
                "compile": "compilation",
                "run": "test runs",
                "complexity": "complexity estimate",
            }.items()
        ]
        self._series: dict[str, tuple[Histogram, list[Histogram]]] = {}
        """Rewards and phases of each language."""

        self._rewards = Histogram(
            "ordojudge_reward",
            "Total rewards.",
            ("language",),
            buckets=_REWARDS,
            registry=registry,
        )
        self._requests = Counter(
            "ordojudge_http_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=registry,
        )
        self._request_seconds = Histogram(
            "ordojudge_http_request_seconds",
            "Wall seconds from a request's head to the end of its answer.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=registry,
        )
        self._queued = self._lanes("queued", "Jobs that wait for a slot.")
        self._running = self._lanes("running", "Jobs that are being judged.")
        self._oldest = self._lanes("oldest_seconds", "Age of the oldest job that waits for a slot.")
        self._slots = Gauge(
            "ordojudge_slots", "Slots by state, on all machines.", ("state",), registry=registry
        )
        self._rate = Gauge(
            "ordojudge_queue_jobs_per_second", "Measured drain rate.", registry=registry
        )
        self._retries = _Retries()
        registry.register(self._retries)

    def _lanes(self, name: str, meaning: str) -> Gauge:
        return Gauge(f"ordojudge_queue_{name}", meaning, ("lane",), registry=self._registry)

    def reported(self, report: Report) -> None:
        """Count one report that was made."""
        language = report.language or "none"
        series = self._series.get(language)
        if series is None:  # to look each up for each report takes longer than to count
            phases = [phase.labels(language) for phase in self._phases]
            series = self._series[language] = (self._rewards.labels(language), phases)
        rewards, phases = series
        self._verdicts.labels(language, report.verdict.value).inc()
        if report.reward is None:
            self._unscored.inc()
        else:
            rewards.observe(report.reward.total)
        if report.cached:
            self._cached.inc()
            return  # its seconds were counted when it was judged
        took = report.timings
        seconds = (took.queue_s, took.compile_s, took.run_s, took.complexity_s)
        for phase, value in zip(phases, seconds, strict=True):
            phase.observe(value)

    def answered(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request that was answered.

        Args:
            route: The route's pattern, never the path: there are only so many series.
        """
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(method, route).observe(seconds)

    def page(self, stats: QueueStats | None) -> bytes:
        """The metrics in Prometheus' text format.

        Args:
            stats: The queue as it is now; none if it doesn't answer, and then its series are left out.
        """
        for gauge in (self._queued, self._running, self._oldest, self._slots):
            gauge.clear()
        if stats is not None:
            busy = 0
            for lane, lane_stats in stats.lanes.items():
                busy += lane_stats.running
                self._queued.labels(lane.value).set(lane_stats.queued)
                self._running.labels(lane.value).set(lane_stats.running)
                self._oldest.labels(lane.value).set(lane_stats.oldest_s)
            self._slots.labels("busy").set(min(busy, stats.slots))
            self._slots.labels("idle").set(max(0, stats.slots - busy))
            self._rate.set(stats.jobs_per_s)
            self._retries.by_cause = dict(stats.retries)
        return generate_latest(self._registry)
