"""Problem folders on this machine, by digest, under a size. Safe between threads and processes.

Locks are ``flock`` on open folders, so they end with whoever holds them, however that ends:

- a folder that somebody uses, or is making, is locked shared; only one that nobody has locked is removed
- ``lock`` is held to change what is there, and holds the size of all of it
- ``making/XX`` is held to fetch a problem whose digest begins so, or others would fetch it, too
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog

from ordojudge.core.errors import StoreError

log = structlog.get_logger(__name__)

FULL: Final = 0.8
"""Share of the size that is left after problems were dropped."""

_HIDDEN: Final = "."
"""First character of folders that are being made or removed."""


class ProblemCache:
    """Keeps problem folders; the least recently used go first, and none that is in use."""

    def __init__(self, folder: Path, *, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._measured = False

    @contextmanager
    def held(self, digest: str, fetch: Callable[[Path], None]) -> Iterator[Path]:
        """A problem's folder, which stays while this lasts.

        A ``StoreError`` that passes through means that the folder is damaged, and removes it.

        Args:
            fetch: Fills a new folder with the problem, if it isn't here.

        Raises:
            StoreError: it doesn't fit.
        """
        path = self._folder / digest
        with attributed("holding a problem's files"):
            lock = self._hold(path)
            if lock is None:
                lock = self._fetched(digest, fetch)
        try:
            yield path
        except StoreError:
            with attributed("removing a problem's files"), locked(self._folder / "lock"):
                self._remove(path)
            raise
        finally:
            os.close(lock)

    @contextmanager
    def new(self) -> Iterator[Path]:
        """An empty folder to make a problem's in; it is removed unless it was kept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with locked(self._folder / "lock"):
            path = Path(tempfile.mkdtemp(prefix=f"{_HIDDEN}new-", dir=self._folder))
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(lock, fcntl.LOCK_SH)
        try:
            yield path
        finally:
            os.close(lock)
            shutil.rmtree(path, ignore_errors=True)

    def keep(self, new: Path, digest: str) -> bool:
        """Take in a folder that was made; false if it doesn't fit, however little else is there."""
        size = _disk_bytes(new)
        if size > self._max_bytes:
            return False
        with locked(self._folder / "lock") as lock:
            total = self._make_room(size, total=_read_total(lock))
            if (self._folder / digest).exists():
                size = 0
            else:
                new.rename(self._folder / digest)
            _write_total(lock, total + size)
        return True

    def _fetched(self, digest: str, fetch: Callable[[Path], None]) -> int:
        making = self._folder / "making"
        making.mkdir(parents=True, exist_ok=True)
        with locked(making / digest[:2]):
            lock = self._hold(self._folder / digest)  # somebody may just have fetched it
            if lock is not None:
                return lock
            with self.new() as new:
                fetch(new)
                if not self.keep(new, digest):
                    raise StoreError(
                        f"problem {digest}: doesn't fit into the {self._max_bytes:,} bytes "
                        "of ORDOJUDGE_STORE__CACHE_BYTES"
                    )
                lock = self._hold(self._folder / digest)
        if lock is None:
            raise StoreError(f"problem {digest}: vanished from {self._folder}")
        return lock

    def _hold(self, path: Path) -> int | None:
        """Lock a folder against its removal, and note that it is used; none if it isn't there."""
        try:
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            os.utime(lock)
            if os.path.samestat(os.fstat(lock), os.stat(path)):
                return lock
        except (BlockingIOError, FileNotFoundError):  # it is being removed
            pass
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)
        return None

    # -- with the lock held

    def _make_room(self, needed: int, *, total: int | None) -> int:
        """Drop old folders until a new one fits; returns the size of those that are left."""
        if total is not None and self._measured and total + needed <= self._max_bytes:
            return total
        entries = []
        for path in list(self._folder.iterdir()):
            if path.name.startswith(_HIDDEN):
                self._remove_unused(path)  # left by a process that was killed
            elif path.is_dir() and path.name != "making":
                entries.append((path.stat().st_mtime_ns, path, _disk_bytes(path)))
        self._measured = True
        total = sum(size for _, _, size in entries)
        if total + needed <= self._max_bytes:
            return total
        for _, path, size in sorted(entries):
            if total + needed <= FULL * self._max_bytes or total == 0:
                break
            total -= size * self._remove_unused(path)
        if total + needed > self._max_bytes:
            log.warning("problem cache over its size", size_bytes=total + needed)
        return total

    def _remove_unused(self, path: Path) -> bool:
        try:
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._remove(path)
        except BlockingIOError:
            return False
        finally:
            os.close(lock)
        return True

    def _remove(self, path: Path) -> None:
        gone = Path(tempfile.mkdtemp(prefix=f"{_HIDDEN}gone-", dir=self._folder))
        with contextlib.suppress(FileNotFoundError):
            path.rename(gone / path.name)  # at once, so that nobody finds half of it
        shutil.rmtree(gone, ignore_errors=True)


@contextmanager
def attributed(action: str) -> Iterator[None]:
    """Attribute what the disk does to the store."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{action}: {error}") from error


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Hold a lock file, made if need be, against every other thread and process; yields its descriptor."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def _disk_bytes(folder: Path) -> int:
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:
        return sum(entry.stat(follow_symlinks=False).st_blocks * 512 for entry in entries)
    return 0


def _read_total(lock: int) -> int | None:
    text = os.pread(lock, 32, 0).strip()
    return int(text) if text.isdigit() else None


def _write_total(lock: int, total: int) -> None:
    os.pwrite(lock, b"%-31d\n" % total, 0)
