"""Files in memory: what is handed to a program can be read, and changed only if it should be."""

import errno
import fcntl
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.sandbox.memory_files import CHUNK, MemoryFile, Shelf


def content_of(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb") as file:
        return file.read()


@given(st.binary(max_size=100), st.integers(0, 120), st.booleans())
def test_it_holds_what_it_was_made_of(content: bytes, size: int, sealed: bool) -> None:
    file = MemoryFile(content, sealed=sealed)
    assert file.size == len(content)
    assert file.read() == content
    assert file.read(size) == content[:size]
    assert content_of(file.open()) == content


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_every_opening_starts_at_the_beginning_and_only_reads(sealed: bool) -> None:
    file = MemoryFile(b"abc", sealed=sealed)
    first, second = file.open(), file.open()
    try:
        assert os.read(first, 2) == b"ab"
        assert os.read(second, 2) == b"ab"
        assert not os.get_inheritable(first)
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            os.write(first, b"x")
    finally:
        os.close(first)
        os.close(second)
    assert file.read() == b"abc"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda descriptor: os.pwrite(descriptor, b"x", 0), id="write into it"),
        pytest.param(lambda descriptor: os.pwrite(descriptor, b"x", 3), id="append to it"),
        pytest.param(lambda descriptor: os.truncate(descriptor, 1), id="shorten it"),
        pytest.param(
            lambda descriptor: fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, 0), id="seal it again"
        ),
    ],
)
def test_a_sealed_file_cannot_be_changed_by_any_descriptor(change) -> None:  # type: ignore[no-untyped-def]
    file = MemoryFile(b"abc", sealed=True)
    # a program that is handed a descriptor can open the file behind it once more, for writing
    writable = os.open(f"/proc/self/fd/{file.descriptor}", os.O_RDWR)
    try:
        for descriptor in (file.descriptor, writable):
            with pytest.raises(PermissionError):
                change(descriptor)
    finally:
        os.close(writable)
    assert file.read() == b"abc"


def test_what_a_program_writes_is_seen() -> None:
    file = MemoryFile()
    assert (file.size, file.read(), file.equals(b"")) == (0, b"", True)
    os.write(file.descriptor, b"out")
    os.write(file.descriptor, b"put")
    assert (file.size, file.read(4), file.equals(b"output")) == (6, b"outp", True)
    os.truncate(file.descriptor, 0)
    os.truncate(file.descriptor, 2)
    assert file.read() == b"\0\0"


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_it_equals_its_content_and_nothing_else(content: bytes, other: bytes) -> None:
    file = MemoryFile(content)
    assert file.equals(content)
    assert file.equals(other) == (content == other)
    assert not file.equals(content + b"\0")


@pytest.mark.parametrize("size", [CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1])
def test_a_difference_is_seen_on_either_side_of_a_chunk_s_end(size: int) -> None:
    content = bytes(size)
    file = MemoryFile(content)
    assert file.equals(content)
    for place in {0, CHUNK - 1, CHUNK, size - 1} & set(range(size)):
        changed = bytearray(content)
        changed[place] = 1
        assert not file.equals(bytes(changed))


def test_it_is_released_when_closed_or_forgotten() -> None:
    closed, forgotten = MemoryFile(b"a"), MemoryFile(b"b")
    descriptors = [closed.descriptor, forgotten.descriptor]
    closed.close()
    closed.close()
    del forgotten
    for descriptor in descriptors:
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            os.fstat(descriptor)


@given(st.lists(st.lists(st.binary(max_size=40), max_size=4), max_size=5))
def test_a_file_from_a_shelf_holds_its_own_content_and_no_earlier_one(
    files: list[list[bytes]],
) -> None:
    shelf = Shelf(capacity_bytes=100)
    for pieces in files:
        file = shelf.file(pieces)
        assert content_of(file.open()) == file.read() == b"".join(pieces)
        file.close()


def test_a_shelf_gives_memory_again_only_when_nobody_holds_its_file() -> None:
    shelf = Shelf(capacity_bytes=100)
    held, closed = shelf.file([b"held"]), shelf.file([b"closed"])
    descriptor = closed.descriptor
    closed.close()
    closed.close()
    next_one, another = shelf.file([b"next"]), shelf.file([b"another"])
    assert next_one.descriptor == descriptor
    assert len({held.descriptor, next_one.descriptor, another.descriptor}) == 3
    assert held.read() == b"held"


def test_a_shelf_keeps_no_more_than_its_capacity_and_releases_that_with_itself() -> None:
    shelf = Shelf(capacity_bytes=10)
    kept, dropped = shelf.file([b"x" * 10]), shelf.file([b"x"])
    descriptors = [kept.descriptor, dropped.descriptor]
    kept.close()
    dropped.close()
    assert os.fstat(descriptors[0]).st_size == 10
    shelf.clear()
    for descriptor in descriptors:
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            os.fstat(descriptor)


@pytest.mark.skipif(os.geteuid() != 0, reason="root: the owner of a file it doesn't run as")
def test_a_file_from_a_shelf_can_be_written_by_its_owner_only() -> None:
    file = Shelf(capacity_bytes=10).file([b"abc"])
    assert os.fstat(file.descriptor).st_mode & 0o777 == 0o444
