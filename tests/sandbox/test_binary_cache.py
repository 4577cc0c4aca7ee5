"""Compiled programs on disk: found again, kept under a size, and never worth a failed job."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from ordojudge.sandbox.binary_cache import Binary, BinaryCache
from ordojudge.sandbox.memory_files import MemoryFile


def store(cache: BinaryCache, name: str, content: bytes | None = None) -> Binary:
    """Keep a program of ten bytes, if no other content is given, under the digest of its name."""
    file = MemoryFile(content if content is not None else name.encode().ljust(10, b"."))
    return cache.store(digest(name), file.descriptor)


def digest(name: str) -> str:
    return BinaryCache.digest([name.encode()])


def content_of(binary: Binary) -> bytes:
    with os.fdopen(binary.open(), "rb") as file:
        return file.read()


def found(cache: BinaryCache, *names: str) -> list[str]:
    return [name for name in names if cache.find(digest(name)) is not None]


def age(folder: Path, name: str, seconds: int) -> None:
    """Make as if a program had last been used so long ago."""
    path = folder / digest(name)[:2] / digest(name)[2:]
    used = path.stat().st_mtime - seconds
    os.utime(path, (used, used))


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


# ---------------------------------------------------------------------------- digests


@given(st.lists(st.binary(max_size=3), max_size=3), st.lists(st.binary(max_size=3), max_size=3))
def test_a_digest_tells_lists_of_parts_apart(one: list[bytes], other: list[bytes]) -> None:
    assert (BinaryCache.digest(one) == BinaryCache.digest(other)) == (one == other)


# --------------------------------------------------------------------- keeping programs


def test_a_program_is_found_again_even_by_another_cache(tmp_path: Path) -> None:
    cache = BinaryCache(tmp_path / "deep/binaries", max_bytes=1000)
    assert cache.find(digest("a")) is None
    stored = store(cache, "a", b"\x7fELF")
    again = BinaryCache(tmp_path / "deep/binaries", max_bytes=1000).find(digest("a"))
    assert again is not None
    assert [content_of(binary) for binary in (stored, again)] == [b"\x7fELF"] * 2
    assert (stored.digest, again.digest) == (digest("a"), digest("a"))


def test_a_program_is_kept_from_its_start_wherever_the_descriptor_is(tmp_path: Path) -> None:
    file = MemoryFile(b"\x7fELF")
    os.lseek(file.descriptor, 2, os.SEEK_SET)
    cache = BinaryCache(tmp_path, max_bytes=1000)
    assert content_of(cache.store("ab12", file.descriptor)) == b"\x7fELF"


def test_a_kept_program_can_only_be_read(tmp_path: Path) -> None:
    cache = BinaryCache(tmp_path, max_bytes=1000)
    descriptor = store(cache, "a").open()
    try:
        assert not os.get_inheritable(descriptor)
        assert os.fstat(descriptor).st_mode & 0o222 == 0
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            os.write(descriptor, b"x")
    finally:
        os.close(descriptor)


def test_the_same_digest_stored_again_is_one_file(tmp_path: Path) -> None:
    cache = BinaryCache(tmp_path, max_bytes=1000)
    for _ in range(3):
        store(cache, "a")
    assert len(files_in(tmp_path)) == 1


def test_the_least_recently_used_go_first(tmp_path: Path) -> None:
    cache = BinaryCache(tmp_path, max_bytes=50)
    for position, name in enumerate("abcde"):
        store(cache, name)
        age(tmp_path, name, 100 - position)
    assert found(cache, "b") == ["b"]  # used just now
    store(cache, "f")
    # 60 bytes were too many: the oldest went until no more than 80 % of 50 were left
    assert found(cache, *"abcdef") == ["b", "d", "e", "f"]
    assert len(files_in(tmp_path)) == 4


def test_programs_kept_before_this_process_began_count(tmp_path: Path) -> None:
    earlier = BinaryCache(tmp_path, max_bytes=1000)
    for position, name in enumerate("abc"):
        store(earlier, name)
        age(tmp_path, name, 100 - position)
    store(BinaryCache(tmp_path, max_bytes=30), "d")
    assert found(earlier, *"abcd") == ["c", "d"]


def test_a_dropped_program_stays_readable_where_it_is_open_and_is_missing_elsewhere(
    tmp_path: Path,
) -> None:
    cache = BinaryCache(tmp_path, max_bytes=15)
    first = store(cache, "a")
    descriptor = first.open()
    try:
        age(tmp_path, "a", 100)
        store(cache, "b")
        assert found(cache, "a", "b") == ["b"]
        assert os.read(descriptor, 99) == b"a........."
    finally:
        os.close(descriptor)
    with pytest.raises(FileNotFoundError):
        first.open()


# ------------------------------------------------------------------------ broken disks


def test_a_full_disk_costs_the_cache_and_not_the_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = os.sendfile

    def full(target: int, source: int, offset: int, count: int) -> int:
        if offset >= 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return really(target, source, offset, min(count, 4))

    monkeypatch.setattr(os, "sendfile", full)
    cache = BinaryCache(tmp_path, max_bytes=1000)
    with capture_logs() as logs:
        binary = store(cache, "a", b"longer than four")
    assert [content_of(binary) for _ in range(2)] == [b"longer than four"] * 2
    assert cache.find(digest("a")) is None
    assert files_in(tmp_path) == []
    [warning] = logs
    assert (warning["log_level"], warning["event"]) == ("warning", "binary not cached")
    assert os.strerror(errno.ENOSPC) in warning["error"]


def test_a_folder_that_cannot_be_made_costs_the_cache_and_not_the_job(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = BinaryCache(tmp_path / "file", max_bytes=1000)
    assert cache.find(digest("a")) is None
    with capture_logs() as logs:
        binary = store(cache, "a")
    assert content_of(binary) == b"a........."
    assert [entry["event"] for entry in logs] == ["binary not cached"]


# --------------------------------------------------------------------- several processes

WORKER = """
import os, sys
from pathlib import Path
from ordojudge.sandbox.binary_cache import BinaryCache
from ordojudge.sandbox.memory_files import MemoryFile

cache = BinaryCache(Path(sys.argv[1]), max_bytes=20_000)
print("ready", flush=True)
input()
for round in range(3):
    for number in range(40):
        content = str(number).encode() * 500
        digest = BinaryCache.digest([content])
        binary = cache.find(digest)
        if binary is None:
            file = MemoryFile(content)
            binary = cache.store(digest, file.descriptor)
        try:
            descriptor = binary.open()
        except FileNotFoundError:  # the other process dropped it
            continue
        assert os.read(descriptor, 99_999) == content
        os.close(descriptor)
"""


def test_two_processes_share_a_cache(tmp_path: Path) -> None:
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for _ in range(2)
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    assert [(worker.communicate()[1], worker.returncode) for worker in workers] == [("", 0)] * 2

    kept = files_in(tmp_path)
    assert 0 < sum(path.stat().st_size for path in kept) <= 2 * 20_000
    for path in kept:  # nothing half-written, nothing under another's name
        assert BinaryCache.digest([path.read_bytes()]) == path.parent.name + path.name
