"""A batch sent in parts, some at a time, whose reports are read as they come."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, aclosing
from typing import Final

import httpx

from ordojudge.clients.calls import Calls
from ordojudge.clients.messages import Part, error_in, model, parsed
from ordojudge.core.errors import JudgeError
from ordojudge.core.models import Report

_NDJSON: Final = "application/x-ndjson"


class Batch:
    """The parts of one batch."""

    def __init__(self, calls: Calls, defaults: bytes, *, within_s: float | None) -> None:
        """A batch.

        Args:
            defaults: What its items have in common, as JSON.
            within_s: Longest that one part may take.
        """
        self._calls = calls
        self._defaults = defaults
        self._within_s = within_s

    async def reports(
        self, parts: Iterator[Part], *, concurrency: int
    ) -> AsyncGenerator[tuple[int, Report], None]:
        """The report of each item as it is done, with its place.

        Closing this early ends what is under way.

        Args:
            concurrency: Most parts under way at a time.

        Raises:
            JudgeError: the first that one of the parts ended with.
        """
        done: asyncio.Queue[tuple[int, Report] | JudgeError | None] = asyncio.Queue()

        async def work() -> None:
            """Take one part after the other."""
            try:
                for part in parts:  # shared by all workers: each part goes to one of them
                    async with aclosing(self._of_part(part)) as reports:
                        async for found in reports:
                            done.put_nowait(found)
            except JudgeError as error:
                done.put_nowait(error)
            done.put_nowait(None)

        workers = [asyncio.create_task(work()) for _ in range(concurrency)]
        try:
            working = len(workers)
            while working:
                found = await done.get()
                if found is None:
                    working -= 1
                elif isinstance(found, JudgeError):
                    raise found
                else:
                    yield found
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _of_part(self, part: Part) -> AsyncGenerator[tuple[int, Report], None]:
        """The reports of a part as they come; after a failure what didn't come is asked for again."""
        left = dict(enumerate(part.items))
        async with self._calls.tries(self._within_s) as tries:
            while left:
                places = list(left)
                try:
                    async with self._sent(left) as response:
                        if response.status_code != 200:
                            await response.aread()
                            await tries.refused(response)
                            continue
                        async for index, report in self._lines(response):
                            if left.pop(places[index], None) is not None:
                                tries.got_on()
                                yield part.first + places[index], report
                    if left:
                        raise httpx.RemoteProtocolError("the stream ended before the last report")
                except httpx.HTTPError as error:
                    await tries.unreached(error)

    def _sent(self, items: dict[int, bytes]) -> AbstractAsyncContextManager[httpx.Response]:
        listed = b",".join(items.values())
        content = b'{"defaults":' + self._defaults + b',"items":[' + listed + b"]}"
        return self._calls.streaming("/v1/grade/batch", content=content, accept=_NDJSON)

    async def _lines(self, response: httpx.Response) -> AsyncIterator[tuple[int, Report]]:
        where = self._calls.where
        async for line in response.aiter_lines():
            if not line:
                continue
            entry = parsed(line.encode(), where=where)
            if "error" in entry:
                raise error_in(entry["error"], where=where)
            yield entry["index"], model(Report, entry["report"], where=where)
