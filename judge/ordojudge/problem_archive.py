"""Problems as archives: what every store does that keeps each problem as one, whatever it keeps archives in."""

import shutil
import struct
import threading
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Final
from weakref import WeakValueDictionary

from ordojudge.core.errors import ProblemError, ProblemMismatch, ProblemNotFound
from ordojudge.core.models import Problem, problem_from_json
from ordojudge.problem_cache import ProblemCache, attributed
from ordojudge.problem_folder import (
    ProblemFolder,
    digest_of,
    problem_files,
    size_of,
    write_content,
)
from ordojudge.problems import PROBLEM_FILE

CACHE_BYTES: Final = 4 << 30

VERSIONS: Final = 2
"""How many of a problem's versions are kept: jobs under way may still need the one before."""

COMPRESSION_LEVEL: Final = 1

RECENT: Final = 64
"""Problems that stay in memory, without their long tests, though nobody uses them."""

DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    KeyError,
    ValueError,
    RuntimeError,
    OverflowError,
)
"""What reading an archive raises that isn't as it was written."""

PIECE_BYTES: Final = 1 << 20


class ArchivedProblems(ABC):
    """The part of a `ports.ProblemStore` that is the same for all of them. Thread-safe."""

    def __init__(self, cache: ProblemCache) -> None:
        """A store that unpacks its problems into this machine's cache."""
        self._cache = cache
        self._memory = threading.Lock()
        self._alive: WeakValueDictionary[tuple[str, Hashable], Problem] = WeakValueDictionary()
        self._of_digest: WeakValueDictionary[str, Problem] = WeakValueDictionary()
        """For what doesn't depend on the statement, the one part in which problems of a digest differ."""

        self._recent: OrderedDict[tuple[str, Hashable], Problem] = OrderedDict()

    # -- what stores differ in

    @abstractmethod
    def _register(self, folder: ProblemFolder, problem: Problem, digest: str) -> None:
        """Take in a problem whose folder is complete."""

    @abstractmethod
    def _revision(self, digest: str) -> Hashable:
        """What changes when the problem of a digest is registered anew, with another statement.

        Raises:
            ProblemNotFound: no such digest.
        """

    @abstractmethod
    def _document(self, digest: str) -> Problem:
        """The problem of a digest, as `problem_of` makes sure."""

    @abstractmethod
    def _opened(self, digest: str) -> AbstractContextManager[zipfile.ZipFile]:
        """The archive of a digest."""

    # -- ports.ProblemStore

    def put(self, problem: Problem) -> str:
        """See `ports.ProblemStore`."""
        with self._making("registering a problem") as folder:
            kept, digest = folder.write(problem)
            self._register(folder, kept, digest)
        return digest

    def put_stream(
        self,
        chunks: Iterable[bytes],
        *,
        problem_id: str | None = None,
        digest: str | None = None,
        where: str = "problem",
    ) -> str:
        """See `ports.ProblemStore`."""
        with self._making("registering a problem") as folder:
            kept, found = folder.write_stream(chunks, where=where)
            if problem_id is not None and kept.problem_id != problem_id:
                raise ProblemMismatch(
                    f"{where}: problem_id: {kept.problem_id!r}, where {problem_id!r} is expected"
                )
            if digest is not None and found != digest.lower():
                raise ProblemMismatch(f"{where}: its digest is {found}, where {digest} is expected")
            self._register(folder, kept, found)
        return found

    def get(self, digest: str) -> Problem:
        """See `ports.ProblemStore`."""
        with attributed("reading a problem"):
            key = require_digest(digest), self._revision(digest)
            with self._memory:
                problem = self._alive.get(key)
            if problem is None:
                problem = self._document(digest)
            with self._memory:
                problem = self._alive.setdefault(key, problem)
                self._of_digest[digest] = problem
                self._recent[key] = problem
                self._recent.move_to_end(key)
                if len(self._recent) > RECENT:
                    self._recent.popitem(last=False)
            return problem

    @contextmanager
    def folder(self, digest: str) -> Iterator[Path | None]:
        """See `ports.ProblemStore`."""
        with self._memory:
            problem = self._of_digest.get(digest)
        if problem is None:
            problem = self.get(digest)
        if not any(test.input_file or test.output_file for test in problem.tests):
            yield None
            return

        def fetch(folder: Path) -> None:
            with attributed("fetching a problem"), self._opened(digest) as archive:
                unpack(archive, folder, digest)

        with self._cache.held(digest, fetch) as path:
            yield path

    @contextmanager
    def _making(self, action: str) -> Iterator[ProblemFolder]:
        with attributed(action), self._cache.new() as new:
            yield ProblemFolder(new)


def pack(folder: Path, file: IO[bytes]) -> None:
    """Write a problem folder as an archive, the document first."""
    with zipfile.ZipFile(
        file, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL
    ) as archive:
        for path in sorted(folder.iterdir(), key=lambda path: path.name != PROBLEM_FILE):
            large = path.stat().st_size >= 1 << 30
            with (
                path.open("rb") as source,
                archive.open(path.name, "w", force_zip64=large) as target,
            ):
                shutil.copyfileobj(source, target, PIECE_BYTES)


def unpack(archive: zipfile.ZipFile, folder: Path, digest: str) -> None:
    """Unpack a problem, and make sure that it is the one of this digest."""
    problem = problem_of(archive.read(PROBLEM_FILE), digest)
    for name in problem_files(problem):
        with archive.open(name) as source:
            written = write_content(folder, iter(lambda: source.read(PIECE_BYTES), b""))
        if written != name:
            raise zipfile.BadZipFile(f"{name}: its content is another one")
    (folder / PROBLEM_FILE).write_bytes(archive.read(PROBLEM_FILE))


def problem_of(document: bytes, digest: str) -> Problem:
    """The problem of an archive's document.

    Raises:
        BadZipFile: it isn't the one of this digest.
    """
    try:
        problem = problem_from_json(document, where=PROBLEM_FILE)
        names = problem_files(problem)
        if all(size_of(name) >= 0 and "/" not in name for name in names):
            found = digest_of(problem)
            if found == digest:
                return problem
    except ProblemError as error:
        raise zipfile.BadZipFile(str(error)) from None
    raise zipfile.BadZipFile(f"{PROBLEM_FILE}: not the problem of this digest")


def require_digest(digest: str) -> str:
    """A digest, if it may be one.

    Raises:
        ProblemNotFound: it can't be.
    """
    if len(digest) != 64 or not digest.isalnum():
        raise ProblemNotFound(f"{digest[:80]}: no digest: 64 hexadecimal digits are needed")
    return digest
