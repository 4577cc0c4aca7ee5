"""Answers to requests with an ``Idempotency-Key`` in Redis, where every API process finds them."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any, Final

from anyio import to_thread

from ordojudge.core.errors import QueueError
from ordojudge.redis_link import attributed

if TYPE_CHECKING:
    from redis import Redis

MOST_BYTES: Final = 4 << 20
"""A packed answer that is longer isn't shared."""

_PACKED_AT: Final = 1


class SharedAnswers:
    """Answers by client and key. What they answer is known from the begin, the answer itself at the end."""

    def __init__(self, redis: Redis, *, name: str, keep_s: float) -> None:
        """The answers of this name.

        Args:
            redis: A client.
            name: How the names of the keys begin.
            keep_s: How long an answer can be had again, in seconds.
        """
        self._redis: Any = redis
        self._name = name
        self._keep_ms = max(1, round(keep_s * 1000))

    async def begin(
        self, client: str, key: str, sha256: str
    ) -> tuple[str, tuple[int, bytes, dict[str, str]] | None]:
        """What a key stands for, which is this request if it stood for none yet.

        Returns:
            The digest of the request, and status, body and headers of its answer, if it was given.
        """
        place = self._place(client, key)

        def ask() -> list[Any]:
            with attributed(QueueError, "looking for an answer"):
                pipeline = self._redis.pipeline()
                pipeline.hsetnx(place, "sha256", sha256)
                pipeline.pexpire(place, self._keep_ms)
                pipeline.hmget(place, "sha256", "status", "body", "headers")
                found: list[Any] = pipeline.execute()[-1]
                return found

        told, status, body, headers = await to_thread.run_sync(ask)
        if status is None:
            return told.decode(), None
        return told.decode(), (int(status), zlib.decompress(body), json.loads(headers))

    async def keep(
        self, client: str, key: str, *, status: int, body: bytes, headers: dict[str, str]
    ) -> None:
        """Keep an answer."""

        def send() -> None:
            packed = zlib.compress(body, _PACKED_AT)
            if len(packed) > MOST_BYTES:
                return
            place = self._place(client, key)
            fields = {"status": status, "body": packed, "headers": json.dumps(headers)}
            with attributed(QueueError, "keeping an answer"):
                pipeline = self._redis.pipeline()
                pipeline.hset(place, mapping=fields)
                pipeline.pexpire(place, self._keep_ms)
                pipeline.execute()

        await to_thread.run_sync(send)

    async def forget(self, client: str, key: str) -> None:
        """Let a key stand for nothing: its request failed, and may be made again."""

        def send() -> None:
            with attributed(QueueError, "forgetting a key"):
                self._redis.delete(self._place(client, key))

        await to_thread.run_sync(send)

    def _place(self, client: str, key: str) -> str:
        return f"{self._name}:answer:{client}:{key}"
