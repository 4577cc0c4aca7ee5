"""One call of the HTTP API: sent again while that helps and the deadline allows, and judged at most once.

A call names itself by an ``Idempotency-Key``, so a request whose answer got lost hears the first answer.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import httpx

from ordojudge.clients.messages import document_of, error_of
from ordojudge.core.errors import ConfigurationError, JobExpired, JudgeError, ServiceError

FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 10.0
"""Pauses between tries begin short and double up to this, where the service names none."""

CONNECT_S: Final = 10.0
"""How long a connection may take."""

GRACE_S: Final = 2.0
"""How long after a deadline the service may take to say that it passed."""

CONNECTIONS: Final = 256

_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_AGAIN: Final = (429, 502, 503, 504)

Content = Callable[[], bytes | AsyncIterator[bytes]]
"""Makes a request's content anew for each try."""


class Calls:
    """Calls of one service. Belongs to one event loop."""

    def __init__(
        self,
        url: str,
        *,
        key: str | None,
        timeout_s: float,
        patience_s: float,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Calls of a service.

        Args:
            url: Where it is, as ``http://host:8000``.
            key: The API key that it asks for, if it does.
            timeout_s: Longest that a call may take, tries and pauses included.
            patience_s: Longest that the service may be out of reach, or out of order, before a call gives up.
            transport: What carries the requests in place of the network.

        Raises:
            ConfigurationError: the URL or the key can't be used.
        """
        try:
            parts = urlsplit(url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
            httpx.URL(url)
        except (ValueError, httpx.InvalidURL):
            usable = False
        if not usable:
            raise ConfigurationError(f"{url}: no URL of a service, such as http://127.0.0.1:8000")
        headers = {"Accept": "application/json"}
        if key is not None:
            if not (key.isascii() and key.isprintable() and key.strip() == key and key):
                raise ConfigurationError("the API key isn't visible ASCII")
            headers["Authorization"] = f"Bearer {key}"
        self.timeout_s = timeout_s
        self._patience_s = patience_s
        self.where = url.rstrip("/")
        self._http = httpx.AsyncClient(
            base_url=self.where,
            headers=headers,
            timeout=httpx.Timeout(None, connect=CONNECT_S),  # calls have deadlines of their own
            limits=httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS),
            transport=transport,
            trust_env=parts.hostname not in _LOOPBACK,  # no proxy leads to this very machine
            follow_redirects=False,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def call(
        self,
        method: str,
        path: str,
        *,
        content: Content | None = None,
        headers: dict[str, str] | None = None,
        within_s: float | None = None,
        accepted: tuple[int, ...] = (200, 201, 202, 204),
    ) -> httpx.Response:
        """Send a request until it is answered.

        Args:
            content: Makes its JSON body.
            within_s: Longest that it may take, tries and pauses included; at most ``timeout_s``.
            accepted: Statuses that are answers; others are errors.

        Raises:
            JobExpired: no answer in time.
            JudgeError: what the service says, or that it can't be reached.
        """
        typed = {} if content is None else {"Content-Type": "application/json"}
        async with self.tries(within_s) as tries:
            while True:
                try:
                    response = await self._http.request(
                        method,
                        path,
                        content=None if content is None else content(),
                        headers=typed | (headers or {}),
                    )
                except httpx.HTTPError as error:
                    await tries.unreached(error)
                    continue
                if response.status_code in accepted:
                    return response
                await tries.refused(response)

    def streaming(
        self, path: str, *, content: bytes, accept: str
    ) -> AbstractAsyncContextManager[httpx.Response]:
        """One try of a request whose answer is read as it comes.

        Raises:
            httpx.HTTPError: when it is entered or read: the network failed.
        """
        headers = {"Content-Type": "application/json", "Accept": accept}
        return self._http.stream("POST", path, content=content, headers=headers)

    @asynccontextmanager
    async def tries(self, within_s: float | None = None) -> AsyncIterator["Tries"]:
        """The time in which a call is tried.

        Raises:
            JobExpired: it is over.
        """
        left_s = self.within(within_s)
        tries = Tries(self.where, ends_s=time.monotonic() + left_s, patience_s=self._patience_s)
        try:
            async with asyncio.timeout(left_s + GRACE_S):
                yield tries
        except TimeoutError:
            raise tries.last or JobExpired(f"{self.where}: no answer within {left_s:g} s") from None

    def within(self, within_s: float | None) -> float:
        """How long a call may take."""
        return self.timeout_s if within_s is None else min(within_s, self.timeout_s)


class Tries:
    """The tries of one call."""

    def __init__(self, where: str, *, ends_s: float, patience_s: float) -> None:
        self.last: JudgeError | None = None
        """Why the latest try failed; it also tells why the time ran out."""

        self._where = where
        self._ends_s = ends_s
        self._patience_s = patience_s
        self._unreached_s: float | None = None
        self._pause_s = FIRST_PAUSE_S

    async def refused(self, response: httpx.Response) -> None:
        """Wait for the next try after an answer that may change.

        Raises:
            JudgeError: it won't, or there is no time left.
        """
        after_s = retry_after(response)
        error = error_of(
            response.status_code, response.content, where=self._where, retry_after_s=after_s
        )
        gave_up = response.status_code == 504 and document_of(response.content) is not None
        if response.status_code not in _AGAIN or gave_up:
            raise error
        if response.status_code == 429:  # it lives, and will have room
            self._unreached_s = None
            await self._pause(error, after_s=after_s)
        else:
            await self._be_patient(error)

    async def _be_patient(self, error: JudgeError, cause: Exception | None = None) -> None:
        """Wait for the next try, unless nothing has worked for too long.

        Raises:
            JudgeError: that error.
        """
        now_s = time.monotonic()
        self._unreached_s = now_s if self._unreached_s is None else self._unreached_s
        if now_s - self._unreached_s >= self._patience_s:
            raise error from cause
        await self._pause(error)

    async def unreached(self, error: httpx.HTTPError) -> None:
        """Wait for the next try after a failure of the network.

        Raises:
            ServiceError: the service has been out of reach for too long.
        """
        reason = str(error) or type(error).__name__
        failure = ServiceError(f"{self._where}: can't be reached: {reason}")
        await self._be_patient(failure, error)

    async def _pause(self, error: JudgeError, *, after_s: float | None = None) -> None:
        """Wait before the next try.

        Args:
            error: Why there must be another.
            after_s: When the service wants it; told to a crowd, so it is spread a little.

        Raises:
            JudgeError: that error; there is no time left.
        """
        self.last = error
        wait_s = self._pause_s if after_s is None else after_s
        wait_s *= random.uniform(1.0, 1.25)  # noqa: S311 - spreads tries, guards nothing
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        if time.monotonic() + wait_s >= self._ends_s:
            raise error
        await asyncio.sleep(wait_s)

    def got_on(self) -> None:
        """Take note that the latest try wasn't in vain."""
        self.last = self._unreached_s = None
        self._pause_s = FIRST_PAUSE_S


def retry_after(response: httpx.Response) -> float | None:
    """When to come back, in seconds, as an answer says; none if it doesn't."""
    value = response.headers.get("retry-after", "")
    return float(value[:9]) if value.isdecimal() else None  # a date would be a proxy's
