"""Problems that come along with requests: known by digest, for as long as a request needs them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from ordojudge.core.errors import ProblemNotFound
from ordojudge.core.models import Problem
from ordojudge.ports import ProblemStore
from ordojudge.problems import problem_digest

if TYPE_CHECKING:
    from ordojudge.redis_problems import InlineShelf

RECENT: Final = 16
"""Problems from the shelf that stay in memory though nobody uses them; they may be large."""


class InlineProblems:
    """A `ports.ProblemStore` that also knows problems which nobody registered. Thread-safe."""

    def __init__(self, store: ProblemStore, *, shelf: InlineShelf | None = None) -> None:
        """No problems yet, beside those of the store.

        Args:
            store: Registered problems.
            shelf: Where other processes find the others; none if there are no other processes.
        """
        self._store = store
        self._shelf = shelf
        self._recent: OrderedDict[str, Problem] = OrderedDict()
        self._lock = threading.Lock()
        self._held: WeakValueDictionary[str, Problem] = WeakValueDictionary()

    def hold(self, problem: Problem) -> tuple[str, Problem]:
        """The problem's digest, and the one object that stands for all problems of this digest.

        It can be had by digest as long as somebody keeps that object.

        Raises:
            ProblemError: a test names a file.
            StoreError: it can't be shared with other processes.
        """
        digest = problem_digest(problem)
        if self._shelf is not None:
            self._shelf.put(digest, problem)
        with self._lock:
            return digest, self._held.setdefault(digest, problem)

    def get(self, digest: str) -> Problem:
        """See `ports.ProblemStore`."""
        with self._lock:
            held = self._held.get(digest)
        if held is not None:
            return held
        try:
            return self._store.get(digest)
        except ProblemNotFound:
            if self._shelf is None:
                raise
        problem = self._shelf.get(digest)
        with self._lock:
            problem = self._held.setdefault(digest, problem)
            self._recent[digest] = problem  # for the jobs to come
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)
        return problem

    def put(self, problem: Problem) -> str:
        """See `ports.ProblemStore`."""
        return self._store.put(problem)

    def put_stream(
        self,
        chunks: Iterable[bytes],
        *,
        problem_id: str | None = None,
        digest: str | None = None,
        where: str = "problem",
    ) -> str:
        """See `ports.ProblemStore`."""
        return self._store.put_stream(chunks, problem_id=problem_id, digest=digest, where=where)

    @contextmanager
    def folder(self, digest: str) -> Iterator[Path | None]:
        """See `ports.ProblemStore`."""
        with self._lock:
            held = self._held.get(digest)
        if held is not None and not any(test.input_file or test.output_file for test in held.tests):
            yield None
            return
        with ExitStack() as stack:
            path = None
            try:
                # Held ones as well: `get` may have given the store's before somebody held it.
                path = stack.enter_context(self._store.folder(digest))
            except ProblemNotFound:
                with self._lock:
                    if digest not in self._held:
                        raise
            yield path

    def digest(self, problem_id: str) -> str:
        """See `ports.ProblemStore`."""
        return self._store.digest(problem_id)

    def ids(self, *, after: str = "", limit: int = 100) -> list[str]:
        """See `ports.ProblemStore`."""
        return self._store.ids(after=after, limit=limit)

    def delete(self, problem_id: str) -> None:
        """See `ports.ProblemStore`."""
        self._store.delete(problem_id)
