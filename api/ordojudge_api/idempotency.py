"""The same request sent twice is answered once: answers remembered by ``Idempotency-Key``."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ordojudge.core.errors import QueueError
from ordojudge_api.http_errors import HttpProblem

if TYPE_CHECKING:
    from ordojudge_api.shared_answers import SharedAnswers

MOST_ANSWERS: Final = 10_000
LINGER_S: Final = 1.0
"""How long work goes on after its last client left: one that named a key may be about to come back."""

_KEY = re.compile(r"[\x21-\x7e]{1,256}")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in full, so that it can be given again."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    final: bool = True
    """Whether a repeated request is to hear the same; not where the judge failed."""


@dataclass(eq=False, slots=True)
class _Entry:
    sha256: str
    work: asyncio.Task[Answer]
    listeners: int = 0
    settled_s: float | None = None
    size: int = 0


class Answers:
    """The answers under way, and the latest ones given. Belongs to one event loop."""

    def __init__(
        self, *, keep_s: float, keep_bytes: int, shared: SharedAnswers | None = None
    ) -> None:
        """No answers yet.

        Args:
            keep_s: How long an answer can be had again, in seconds.
            keep_bytes: Most bytes of answers kept; the oldest go first.
            shared: Where other API processes find them; none if there are no others.
        """
        self._shared = shared
        self._keep_s = keep_s
        self._keep_bytes = keep_bytes
        self._bytes = 0
        self._entries: OrderedDict[tuple[str, str], _Entry] = OrderedDict()

    async def once(
        self, client: str, key: str, sha256: str, work: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """The answer to a request, made by ``work`` unless it is there or under way already.

        Args:
            client: Whose key it is.
            sha256: Digest of what is asked.

        Raises:
            HttpProblem: 400 no usable key, 422 the key stood for another request.
        """
        if not _KEY.fullmatch(key):
            raise HttpProblem(
                400, "invalid-key", "Idempotency-Key: 1 to 256 visible ASCII characters are needed"
            )
        self._prune()
        name = (client, key)
        entry = self._entries.get(name)
        if entry is not None and entry.sha256 != sha256:
            raise _reused()
        if entry is None or entry.work.cancelled():
            answering = asyncio.create_task(self._answered(name, sha256, work))
            entry = self._entries[name] = _Entry(sha256, answering)
            entry.work.add_done_callback(lambda _: self._settle(name, entry))
        return await self._listen(entry)

    async def close(self) -> None:
        """End what is under way."""
        works = [entry.work for entry in self._entries.values() if not entry.work.done()]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)

    async def _answered(
        self, name: tuple[str, str], sha256: str, work: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """The answer that another process gave, or else one that is made now."""
        shared = self._shared
        if shared is None:
            return await work()
        told, given = await shared.begin(*name, sha256)
        if told != sha256:
            raise _reused()
        if given is not None:
            status, body, headers = given
            return Answer(status, body, headers)
        final = False
        try:
            answer = await work()
            final = answer.final
        finally:
            if not final:
                with suppress(QueueError):
                    await asyncio.shield(shared.forget(*name))
        with suppress(QueueError):  # this client has its answer all the same
            await shared.keep(*name, status=answer.status, body=answer.body, headers=answer.headers)
        return answer

    async def _listen(self, entry: _Entry) -> Answer:
        entry.listeners += 1
        try:
            return await asyncio.shield(entry.work)
        finally:
            entry.listeners -= 1
            if not entry.listeners and not entry.work.done():
                asyncio.get_running_loop().call_later(LINGER_S, _end_unheard, entry)

    def _settle(self, name: tuple[str, str], entry: _Entry) -> None:
        work = entry.work
        failed = work.cancelled() or work.exception() is not None
        if failed or not work.result().final:
            if self._entries.get(name) is entry:
                del self._entries[name]
            return
        entry.settled_s = time.monotonic()
        entry.size = len(work.result().body)
        self._bytes += entry.size
        self._entries.move_to_end(name)
        self._prune()

    def _prune(self) -> None:
        """Forget what was given too long ago, or is too much; never what is under way."""
        before_s = time.monotonic() - self._keep_s
        for name, entry in list(self._entries.items()):
            if entry.settled_s is None:
                continue
            crowded = self._bytes > self._keep_bytes or len(self._entries) > MOST_ANSWERS
            if entry.settled_s > before_s and not crowded:
                break
            del self._entries[name]
            self._bytes -= entry.size


def _reused() -> HttpProblem:
    return HttpProblem(
        422, "key-reused", "Idempotency-Key: it was used for another request already"
    )


def _end_unheard(entry: _Entry) -> None:
    if not entry.listeners:
        entry.work.cancel()
