"""What a service is doing, from its metrics: for people as a table that is kept up to date, and as JSON."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ordojudge.core.errors import ServiceError
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Lane
from ordojudge_api.report_view import printable

_SAMPLE: Final = re.compile(r"(\w+)(?:\{(.*)\})? (\S+)")
_LABEL: Final = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')

Labels = dict[str, str]


@dataclass(frozen=True, slots=True)
class LaneSeen:
    """One lane."""

    queued: int = 0
    running: int = 0
    oldest_s: float = 0.0
    """Age of the oldest job that waits."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A service, as it was at one look. Counts are since its process began."""

    lanes: dict[str, LaneSeen]
    slots: dict[str, int]
    """By state: busy, idle."""

    jobs_per_s: float
    """Jobs that busy slots end in a second, as the queue measures it."""

    reports: int
    verdicts: dict[str, int]
    cached: int
    """Reports from a judgement made before."""

    unscored: int
    """Reports without a reward."""

    retries: dict[str, int] = field(default_factory=dict)
    """Jobs that were done once more, by the cause."""

    reports_per_s: float | None = None
    """Since the look before; none at the first."""

    queue_answers: bool = True
    """False where the service couldn't ask its queue, whose figures are then zero."""


def samples(page: str) -> Iterator[tuple[str, Labels, float]]:
    """The samples of a page in Prometheus' text format; other lines are passed over."""
    for line in page.splitlines():
        found = None if line.startswith("#") else _SAMPLE.match(line)
        if found is None:
            continue
        labels = dict(_LABEL.findall(found[2] or ""))
        try:
            yield found[1], labels, float(found[3])
        except ValueError:
            continue


def seen_on(page: str) -> Seen:
    """What a page of metrics tells.

    Raises:
        ServiceError: it isn't one of this service.
    """
    lanes: dict[str, dict[str, float]] = {lane.value: {} for lane in Lane}
    slots: dict[str, int] = {}
    verdicts: Counter[str] = Counter()
    retries: dict[str, int] = {}
    single: dict[str, float] = {}
    known = False
    for name, labels, value in samples(page):
        known = known or name.startswith("ordojudge_")
        match name:
            case "ordojudge_queue_queued" | "ordojudge_queue_running":
                lanes.setdefault(labels["lane"], {})[name.removeprefix("ordojudge_queue_")] = value
            case "ordojudge_queue_oldest_seconds":
                lanes.setdefault(labels["lane"], {})["oldest_s"] = value
            case "ordojudge_slots":
                slots[labels["state"]] = int(value)
            case "ordojudge_verdicts_total":
                verdicts[labels["verdict"]] += int(value)
            case "ordojudge_queue_retries_total":
                retries[labels["cause"]] = int(value)
            case _:
                single[name] = value
    if not known:
        raise ServiceError("its page of metrics has none of this service's")
    return Seen(
        lanes={
            lane: LaneSeen(
                int(found.get("queued", 0)), int(found.get("running", 0)), found.get("oldest_s", 0)
            )
            for lane, found in lanes.items()
        },
        slots=slots,
        jobs_per_s=single.get("ordojudge_queue_jobs_per_second", 0.0),
        reports=verdicts.total(),
        verdicts=dict(verdicts),
        cached=int(single.get("ordojudge_reports_cached_total", 0)),
        unscored=int(single.get("ordojudge_unscored_total", 0)),
        retries=retries,
        queue_answers=bool(slots),
    )


def watch(look: Callable[[], str], *, every_s: float, once: bool) -> Iterator[Seen]:
    """Look at a service again and again.

    Args:
        look: Gives its page of metrics.
        every_s: Between two looks.
        once: End after the first.

    Raises:
        ServiceError: it can't be reached, or isn't one.
    """
    before: tuple[float, Seen] | None = None
    while True:
        seen, now_s = seen_on(look()), time.monotonic()
        if before is not None and seen.reports >= before[1].reports:  # else it was started anew
            rate = (seen.reports - before[1].reports) / max(now_s - before[0], 1e-9)
            yield replace(seen, reports_per_s=rate)
        else:
            yield seen
        if once:
            return
        before = now_s, seen
        time.sleep(every_s)


def watch_live(
    console: Console, look: Callable[[], str], *, server: str, every_s: float, once: bool
) -> None:
    """Show a service to people until they have seen enough; what is out of reach may come back."""
    if once:
        for seen in watch(look, every_s=every_s, once=True):
            console.print(view(seen, server=server))
        return
    with Live(console=console, auto_refresh=False, screen=console.is_terminal) as live:
        while True:
            try:
                for seen in watch(look, every_s=every_s, once=False):
                    live.update(view(seen, server=server), refresh=True)
            except ServiceError as error:
                live.update(Text(printable(str(error)), style="red"), refresh=True)
                time.sleep(every_s)


def seen_as_json(seen: Seen) -> str:
    """One look as a JSON document on one line."""
    return json.dumps(asdict(seen))


def view(seen: Seen, *, server: str) -> RenderableType:
    """One look, for people."""
    busy, total = seen.slots.get("busy", 0), sum(seen.slots.values())
    rate = "" if seen.reports_per_s is None else f", {seen.reports_per_s:.1f} reports a second"
    queue = f"slots {busy} of {total} busy" if seen.queue_answers else "the queue doesn't answer"
    head = Text(f"{printable(server)}  {queue}, {seen.jobs_per_s:.1f} jobs a second{rate}")
    return Group(head, Text(), _lanes(seen), Text(), _verdicts(seen), Text(), _foot(seen))


def _lanes(seen: Seen) -> Table:
    table = Table.grid(padding=(0, 3))
    for name in ("lane", "queued", "running", "oldest"):
        table.add_column(justify="left" if name == "lane" else "right")
    table.add_row(*(Text(name, style="dim") for name in ("lane", "queued", "running", "oldest")))
    for lane, found in seen.lanes.items():
        table.add_row(
            printable(lane), f"{found.queued:,}", f"{found.running:,}", f"{found.oldest_s:.1f} s"
        )
    return table


def _verdicts(seen: Seen) -> Table:
    table = Table.grid(padding=(0, 3))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    names = {verdict.value: verdict.long_name for verdict in Verdict}
    for verdict, count in sorted(seen.verdicts.items(), key=lambda entry: -entry[1]):
        name = names.get(verdict, printable(verdict))
        table.add_row(f"{name} ({printable(verdict)})", f"{count:,}", f"{count / seen.reports:.1%}")
    if not seen.verdicts:
        table.add_row(Text("no report yet", style="dim"), "", "")
    return table


def _foot(seen: Seen) -> Text:
    share = f" ({seen.cached / seen.reports:.1%})" if seen.reports else ""
    parts = [f"{seen.reports:,} reports", f"{seen.cached:,} from the cache{share}"]
    parts.append(f"{seen.unscored:,} without a reward")
    parts += [
        f"{count:,} retried: {printable(cause)}" for cause, count in seen.retries.items() if count
    ]
    return Text(", ".join(parts), style="dim")
