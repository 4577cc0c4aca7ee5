"""What tests feed and expect: from texts and from files, and never changed by a program."""

import fcntl
import gc
import os
from pathlib import Path

import pytest

from ordojudge.contents import KEPT_BYTES, KEPT_FILES, Contents
from ordojudge.core.errors import ProblemError, StoreError
from ordojudge.core.models import TestCase
from ordojudge.problem_folder import SHORT_BYTES, write_content
from ordojudge.sandbox.fake import FakeOutput
from ordojudge.sandbox.memory_files import CHUNK, MemoryFile

LONG = b"1 2 3\n" * 1000


def in_files(folder: Path, data: bytes, expected: bytes = b"") -> TestCase:
    return TestCase(
        case_id="1",
        input_file=write_content(folder, [data]),
        output_file=write_content(folder, [expected]),
    )


def in_place(data: bytes, expected: bytes = b"") -> TestCase:
    return TestCase(case_id="1", input=data.decode(), output=expected.decode())


def read_and_close(descriptor: int) -> bytes:
    with open(descriptor, "rb") as file:
        return file.read()


@pytest.mark.parametrize("data", [b"", b"1\n", LONG], ids=len)
@pytest.mark.parametrize("superuser", [True, False], ids=["root", "an ordinary user"])
def test_an_input_is_the_same_each_time_it_is_opened(
    data: bytes, superuser: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0 if superuser else 1000)
    contents = Contents(tmp_path)
    for test in (in_place(data), in_files(tmp_path, data)):
        for _ in range(2):
            assert read_and_close(contents.input(test).open()) == data


@pytest.mark.parametrize("stored", [True, False], ids=["file", "text"])
def test_an_ordinary_user_s_programs_get_sealed_copies(
    stored: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They run under the id that owns the file, so only seals keep them from writing to it.
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    test = in_files(tmp_path, LONG) if stored else in_place(LONG)
    descriptor = Contents(tmp_path).input(test).open()
    try:
        assert fcntl.fcntl(descriptor, fcntl.F_GET_SEALS) & fcntl.F_SEAL_WRITE
        with pytest.raises(PermissionError):
            os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR | os.O_TRUNC)
    finally:
        os.close(descriptor)


@pytest.mark.parametrize(
    ("written", "expected", "same"),
    [
        pytest.param(LONG, LONG, True, id="equal"),
        pytest.param(b"", b"", True, id="both empty"),
        pytest.param(LONG[:-1], LONG, False, id="shorter"),
        pytest.param(LONG + b"1", LONG, False, id="longer"),
        pytest.param(b"9" + LONG[1:], LONG, False, id="first byte"),
        pytest.param(LONG[:-1] + b"9", LONG, False, id="last byte"),
        pytest.param(b"x" * (2 * CHUNK + 1), b"x" * (2 * CHUNK + 1), True, id="three chunks"),
        pytest.param(b"x" * 2 * CHUNK + b"y", b"x" * (2 * CHUNK + 1), False, id="third chunk"),
    ],
)
def test_an_output_is_compared_with_a_file_as_with_a_text(
    written: bytes, expected: bytes, same: bool, tmp_path: Path
) -> None:
    contents = Contents(tmp_path)
    for test in (in_place(b"", expected), in_files(tmp_path, b"", expected)):
        answer = contents.output(test)
        for output in (MemoryFile(written), FakeOutput(written)):
            assert answer.is_exactly(output) is same
        assert answer.read() == expected
        assert read_and_close(answer.open()) == expected


def test_statements_are_read_from_a_file_too(tmp_path: Path) -> None:
    text = "assert f('é\udcff') == 1\n" * 100
    stored = in_files(tmp_path, text.encode(errors="surrogateescape"))
    assert Contents(tmp_path).statements(stored) == text
    assert Contents().statements(TestCase(case_id="1", input=text)) == text


def test_short_texts_hold_no_descriptors_and_long_ones_only_so_many() -> None:
    contents = Contents()
    gc.collect()  # what other tests left may hold some
    before = len(os.listdir("/proc/self/fd"))
    for number in range(KEPT_FILES + 50):
        short = TestCase(case_id=f"short {number}", input="x" * SHORT_BYTES)
        os.close(contents.input(short).open())
    assert len(os.listdir("/proc/self/fd")) == before
    for number in range(KEPT_FILES + 50):
        long = TestCase(case_id=f"long {number}", input="x" * (SHORT_BYTES + 1))
        os.close(contents.input(long).open())
    assert len(os.listdir("/proc/self/fd")) == before + KEPT_FILES


def test_no_more_than_so_many_bytes_are_kept() -> None:
    contents = Contents()
    half = TestCase(case_id="half", input="x" * (KEPT_BYTES // 2 + 1))
    other = half.model_copy(update={"case_id": "other"})
    assert contents.input(half) is contents.input(half)
    assert contents.input(other) is not contents.input(other)


@pytest.mark.parametrize("name", ["a" * 64 + ".3", "../secret.3", "/etc/passwd", "", "x"])
def test_a_file_that_is_none_of_the_store_s_is_not_opened(name: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("abc")
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.3").write_text("abc")
    os.utime(tmp_path / "secret.3", (0, 0))
    test = TestCase(case_id="1", input_file=name, output_file=name)
    contents = Contents(tmp_path / "folder" if "/" in name else tmp_path)
    with pytest.raises(StoreError, match="test file"):
        contents.input(test).open()
    with pytest.raises(StoreError, match="test file"):
        contents.output(test).open()
    with pytest.raises(StoreError, match="has no folder"):
        Contents().input(test)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    name = write_content(tmp_path, [LONG])
    (tmp_path / "other").symlink_to(tmp_path / name)
    (tmp_path / name).rename(tmp_path / "moved")
    (tmp_path / name).symlink_to(tmp_path / "moved")
    with pytest.raises(StoreError, match="symbolic links"):
        Contents(tmp_path).output(TestCase(case_id="1", input="", output_file=name)).open()


def test_a_text_that_stands_for_no_bytes_is_the_problem_s_fault() -> None:
    with pytest.raises(ProblemError, match="tests: 1: input"):
        Contents().input(TestCase(case_id="1", input="\ud800"))
