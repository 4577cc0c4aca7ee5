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
import tempfile
import time
import zipfile
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote, unquote

from ordojudge.core.errors import ProblemNotFound, StoreError
from ordojudge.core.models import Problem
from ordojudge.problem_archive import (
    CACHE_BYTES,
    DAMAGE,
    VERSIONS,
    ArchivedProblems,
    pack,
    problem_of,
    require_digest,
)
from ordojudge.problem_cache import ProblemCache, attributed, locked
from ordojudge.problem_folder import ProblemFolder
from ordojudge.problems import PROBLEM_FILE

ABANDONED_S: Final = 86_400
"""Age from which on a file that is being written has lost its writer."""

_LONGEST_NAME: Final = 200
_HASHED: Final = "+"
"""Marks a name that is too long to be a file's; quoting never gives it."""


class FileProblemStore(ArchivedProblems):
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
        super().__init__(ProblemCache(cache_folder or folder / "cache", max_bytes=cache_bytes))

    # -- ports.ProblemStore, beside what all archived problems have

    def digest(self, problem_id: str) -> str:
        """See `ports.ProblemStore`."""
        with attributed("finding a problem"):
            return self._versions(problem_id)[0]

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
        return self._content / require_digest(digest)[:2] / f"{digest}.zip"

    def _revision(self, digest: str) -> Hashable:
        try:
            found = self._archive(digest).stat()
        except FileNotFoundError:
            raise ProblemNotFound(f"{digest}: no problem of this digest is stored") from None
        return found.st_ino, found.st_mtime_ns

    def _register(self, folder: ProblemFolder, problem: Problem, digest: str) -> None:
        archive = self._archive(digest)
        for parent in (archive.parent, self._ids, self._new):
            parent.mkdir(parents=True, exist_ok=True)
        with self._written(lambda file: pack(folder.path, file)) as packed:
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
        except (*DAMAGE, OSError) as error:
            if isinstance(error, OSError) and error.errno != errno.EINVAL:  # that is a bad offset
                raise
            raise StoreError(f"{path}: damaged: {error}; register the problem again") from error

    def _document(self, digest: str) -> Problem:
        with self._opened(digest) as archive:
            return problem_of(archive.read(PROBLEM_FILE), digest)
