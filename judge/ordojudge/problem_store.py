"""Problems registered once, as files: on one machine, or in a folder that several share.

::

    ids/NAME               digests of the problem of this id, the present one first
    content/XX/DIGEST.zip  a problem folder: problem.json, and the long tests
    new/                   what is being written
    lock                   held while ids and content change
    cache/                 problems unpacked, on this machine

A file gets its name when it is complete, so readers need no lock.
"""

import contextlib
import errno
import hashlib
import json
import os
import shutil
import struct
import tempfile
import threading
import time
import zipfile
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote, unquote
from weakref import WeakValueDictionary

from ordojudge.core.errors import ProblemError, ProblemMismatch, ProblemNotFound, StoreError
from ordojudge.core.models import Problem, problem_from_json
from ordojudge.problem_cache import ProblemCache, attributed, locked
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

ABANDONED_S: Final = 86_400
"""Age from which on a file that is being written has lost its writer."""

RECENT: Final = 64
"""Problems that stay in memory, without their long tests, though nobody uses them."""

_DAMAGE: Final = (
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

_LONGEST_NAME: Final = 200
_PIECE_BYTES: Final = 1 << 20
_HASHED: Final = "+"
"""Marks a name that is too long to be a file's; quoting never gives it."""


class FileProblemStore:
    """A `ports.ProblemStore` in a folder. Thread-safe, and shared by any number of processes."""

    def __init__(
        self, folder: Path, *, cache_folder: Path | None = None, cache_bytes: int = CACHE_BYTES
    ) -> None:
        """Open a store; its folder is made when something is registered.

        Args:
            folder: Where the problems are; it may be shared between machines.
            cache_folder: Where this machine unpacks them; by default ``cache`` in the folder.
            cache_bytes: The size that the unpacked ones are kept under.
        """
        self._ids = folder / "ids"
        self._content = folder / "content"
        self._new = folder / "new"
        self._lock_file = folder / "lock"
        self._cache = ProblemCache(cache_folder or folder / "cache", max_bytes=cache_bytes)
        self._memory = threading.Lock()
        self._alive: WeakValueDictionary[tuple[str, int, int], Problem] = WeakValueDictionary()
        self._recent: OrderedDict[tuple[str, int, int], Problem] = OrderedDict()

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

    def digest(self, problem_id: str) -> str:
        """See `ports.ProblemStore`."""
        with attributed("finding a problem"):
            return self._versions(problem_id)[0]

    def get(self, digest: str) -> Problem:
        """See `ports.ProblemStore`."""
        with attributed("reading a problem"):
            try:
                found = self._archive(digest).stat()
            except FileNotFoundError:
                raise ProblemNotFound(f"{digest}: no problem of this digest is stored") from None
            # The same digest can come with another statement, in another file.
            key = digest, found.st_ino, found.st_mtime_ns
            with self._memory:
                problem = self._alive.get(key)
            if problem is None:
                problem = self._read(digest)
            with self._memory:
                problem = self._alive.setdefault(key, problem)
                self._recent[key] = problem
                self._recent.move_to_end(key)
                if len(self._recent) > RECENT:
                    self._recent.popitem(last=False)
            return problem

    @contextmanager
    def folder(self, digest: str) -> Iterator[Path | None]:
        """See `ports.ProblemStore`."""
        problem = self.get(digest)
        if not any(test.input_file or test.output_file for test in problem.tests):
            yield None
            return

        def fetch(folder: Path) -> None:
            with attributed("fetching a problem"), self._opened(digest) as archive:
                _unpack(archive, folder, digest)

        with self._cache.held(digest, fetch) as path:
            yield path

    def ids(self, *, after: str = "", limit: int = 100) -> list[str]:
        """See `ports.ProblemStore`."""
        with attributed("listing problems"):
            try:
                names = os.listdir(self._ids)
            except FileNotFoundError:
                return []
            found = map(self._id_of, names)
            return sorted(each for each in found if each is not None and each > after)[:limit]

    def delete(self, problem_id: str) -> None:
        """See `ports.ProblemStore`."""
        with attributed("deleting a problem"):
            self._versions(problem_id)
            with locked(self._lock_file):
                digests = self._versions(problem_id)
                self._path_of(problem_id).unlink()
                for digest in digests:
                    self._archive(digest).unlink(missing_ok=True)

    # -- ids

    def _versions(self, problem_id: str) -> list[str]:
        try:
            text = self._path_of(problem_id).read_text(encoding="utf-8")
        except FileNotFoundError:
            raise ProblemNotFound(f"{problem_id}: no problem of this id is registered") from None
        try:
            digests = json.loads(text)["digests"]
            if all(isinstance(digest, str) for digest in digests) and digests:
                return list(digests)
        except (ValueError, KeyError, TypeError):
            pass
        raise StoreError(f"{self._path_of(problem_id)}: damaged; register the problem again")

    def _path_of(self, problem_id: str) -> Path:
        # A mark first, since "." and ".." are ids, too.
        name = f"={quote(problem_id, safe='', errors='surrogatepass')}"
        if len(name) > _LONGEST_NAME:
            digest = hashlib.sha256(problem_id.encode("utf-8", "surrogatepass")).hexdigest()
            name = f"{_HASHED}{digest}"
        return self._ids / name

    def _id_of(self, name: str) -> str | None:
        if not name.startswith(_HASHED):
            return unquote(name[1:], errors="surrogatepass")
        try:
            return str(json.loads((self._ids / name).read_text(encoding="utf-8"))["problem_id"])
        except (FileNotFoundError, ValueError, KeyError, TypeError):  # deleted, or damaged
            return None

    # -- content

    def _archive(self, digest: str) -> Path:
        if len(digest) != 64 or not digest.isalnum():
            raise ProblemNotFound(f"{digest[:80]}: no digest: 64 hexadecimal digits are needed")
        return self._content / digest[:2] / f"{digest}.zip"

    @contextmanager
    def _making(self, action: str) -> Iterator[ProblemFolder]:
        with attributed(action), self._cache.new() as new:
            yield ProblemFolder(new)

    def _register(self, folder: ProblemFolder, problem: Problem, digest: str) -> None:
        archive = self._archive(digest)
        for parent in (archive.parent, self._ids, self._new):
            parent.mkdir(parents=True, exist_ok=True)
        with self._written(lambda file: _pack(folder.path, file)) as packed:
            self._cache.keep(folder.path, digest)
            with locked(self._lock_file):
                digests = [digest]
                with contextlib.suppress(ProblemNotFound, StoreError):
                    digests += [old for old in self._versions(problem.problem_id) if old != digest]
                record = {"problem_id": problem.problem_id, "digests": digests[:VERSIONS]}
                text = json.dumps(record).encode("ascii")
                with self._written(lambda file: file.write(text)) as named:
                    packed.rename(archive)
                    named.rename(self._path_of(problem.problem_id))
                for old in digests[VERSIONS:]:
                    self._archive(old).unlink(missing_ok=True)

    @contextmanager
    def _written(self, write: Callable[[IO[bytes]], object]) -> Iterator[Path]:
        """A new file, complete and on the disk, that goes away unless it is renamed."""
        self._sweep()
        descriptor, name = tempfile.mkstemp(dir=self._new)
        try:
            with open(descriptor, "w+b") as file:
                write(file)
                file.flush()
                os.fchmod(descriptor, 0o644)
                os.fsync(descriptor)
            yield Path(name)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)

    def _sweep(self) -> None:
        """Remove what processes left that were killed."""
        with os.scandir(self._new) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):
                    if entry.stat().st_mtime < time.time() - ABANDONED_S:
                        os.unlink(entry.path)

    @contextmanager
    def _opened(self, digest: str) -> Iterator[zipfile.ZipFile]:
        path = self._archive(digest)
        try:
            file = path.open("rb")
        except FileNotFoundError:
            raise ProblemNotFound(f"{digest}: no problem of this digest is stored") from None
        try:
            with file, zipfile.ZipFile(file) as archive:
                yield archive
        except (*_DAMAGE, OSError) as error:
            if isinstance(error, OSError) and error.errno != errno.EINVAL:  # that is a bad offset
                raise
            raise StoreError(f"{path}: damaged: {error}; register the problem again") from error

    def _read(self, digest: str) -> Problem:
        with self._opened(digest) as archive:
            return _problem_in(archive, digest)


def _pack(folder: Path, file: IO[bytes]) -> None:
    with zipfile.ZipFile(
        file, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL
    ) as archive:
        for path in sorted(folder.iterdir(), key=lambda path: path.name != PROBLEM_FILE):
            large = path.stat().st_size >= 1 << 30
            with (
                path.open("rb") as source,
                archive.open(path.name, "w", force_zip64=large) as target,
            ):
                shutil.copyfileobj(source, target, _PIECE_BYTES)


def _unpack(archive: zipfile.ZipFile, folder: Path, digest: str) -> None:
    """Unpack a problem, and make sure that it is the one of this digest."""
    problem = _problem_in(archive, digest)
    for name in problem_files(problem):
        with archive.open(name) as source:
            written = write_content(folder, iter(lambda: source.read(_PIECE_BYTES), b""))
        if written != name:
            raise zipfile.BadZipFile(f"{name}: its content is another one")
    (folder / PROBLEM_FILE).write_bytes(archive.read(PROBLEM_FILE))


def _problem_in(archive: zipfile.ZipFile, digest: str) -> Problem:
    try:
        problem = problem_from_json(archive.read(PROBLEM_FILE), where=PROBLEM_FILE)
        names = problem_files(problem)
        if all(size_of(name) >= 0 and "/" not in name for name in names):
            found = digest_of(problem)
            if found == digest:
                return problem
    except ProblemError as error:
        raise zipfile.BadZipFile(str(error)) from None
    raise zipfile.BadZipFile(f"{PROBLEM_FILE}: not the problem of this digest")
