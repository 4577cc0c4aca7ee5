"""Logging, configured once by an entry point; everything else only calls ``structlog.get_logger``.

Events are constant phrases with keys; source code and test data appear as digests,
which is why tracebacks go without local variables.
"""

import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog
from structlog.typing import Processor

from ordojudge.settings import LogSettings


def configure_logging(settings: LogSettings) -> None:
    """Send events to standard error, coloured for a terminal or as JSON lines."""
    renderers: list[Processor]
    if settings.format == "json":
        renderers = [
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(sort_keys=True),
        ]
    else:
        renderers = [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *renderers,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[settings.level.upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, _Unfailing(sys.stderr))),
        # A cached logger would keep the stream of the first configuration.
        cache_logger_on_first_use=False,
    )


class _Unfailing:
    """A stream whose loss costs nobody a job: its reader may have left, its disk may be full."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._stream.flush()
