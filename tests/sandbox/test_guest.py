"""The judge's part of a box: built once, whole or not at all, with clear words when it can't be."""

import os
import re
import shutil
import stat
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.sandbox import guest
from ordojudge.sandbox.guest import (
    COMPILER_FILES,
    NODE_ZYGOTE,
    SCRIPTS,
    Guest,
    guest_source,
    guest_version,
    install_guest,
)
from ordojudge.settings import LocalSandboxSettings

PYTHON = str(LocalSandboxSettings().interpreter)

Compiler = Callable[[str], Path]


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    """Puts a shell script in the place of gcc, which notes each call in a file."""

    def replace(script: str) -> Path:
        folder, notes = tmp_path / "bin", tmp_path / "calls"
        folder.mkdir(exist_ok=True)
        notes.touch()
        program = folder / "gcc"
        program.write_text(f'#!/bin/sh\necho "$*" >> {notes}\n{script}\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
        return notes

    return replace


SHAM = 'while [ "$1" != -o ]; do shift; done; echo built > "$2"'


def installed(cache: Path, *, interpreter: str = PYTHON) -> Guest:
    return install_guest(cache, interpreter=interpreter)


# --------------------------------------------------------------------- with the real gcc


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Guest:
    """A guest built for a user with a strict umask."""
    before = os.umask(0o077)
    try:
        return installed(tmp_path_factory.mktemp("cache"))
    finally:
        os.umask(before)


def test_it_has_all_that_a_box_needs(real: Guest) -> None:
    assert (real.folder / "version").read_text().strip() == real.version == guest_version()
    for name in SCRIPTS:
        assert (real.folder / "ordojudge/sandbox" / name).read_bytes()
    for name in (*COMPILER_FILES, *NODE_ZYGOTE):
        assert (real.folder / name).read_bytes()
    # compiled ahead: a box sees the folder read-only
    cached = {path.name.split(".")[0] for path in real.folder.rglob("*.pyc")}
    assert cached == {name.removesuffix(".py") for name in SCRIPTS}


def test_the_spawn_server_starts_without_any_library(real: Guest) -> None:
    done = subprocess.run([real.folder / "spawnd"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: spawnd")


def test_the_library_has_what_the_zygote_calls(real: Guest) -> None:
    names = set(re.findall(r"\blibrary\.(\w+)", guest_source("zygote.py").decode()))
    assert len(names) > 1
    load = f"import ctypes; library = ctypes.CDLL({str(real.folder / 'spawnd.so')!r})"
    code = "; ".join([load, *(f"library.{name}" for name in names)])
    done = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_scripts_import_only_each_other(real: Guest) -> None:
    # in a box there is no other part of the judge to fall back on
    names = [name.removesuffix(".py") for name in SCRIPTS if name not in ("runner.py", "zygote.py")]
    imports = "; ".join(f"import ordojudge.sandbox.{name}" for name in names)
    code = f"import sys; sys.path.insert(0, {str(real.folder)!r}); {imports}"
    done = subprocess.run(
        [PYTHON, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_users_of_a_box_can_read_it_whatever_the_umask(real: Guest) -> None:
    for path in [real.folder, *real.folder.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o755 if path.is_dir() or path.name == "spawnd" else 0o644), path


def test_nothing_else_is_left_beside_it(real: Guest) -> None:
    assert {path.name for path in real.folder.parent.iterdir()} == {real.folder.name, "lock"}


# ------------------------------------------------------------------------- how it's built


def test_it_is_built_once_for_each_interpreter(tmp_path: Path, compiler: Compiler) -> None:
    calls = compiler(SHAM)
    cache = tmp_path / "cache"
    first, again = installed(cache), installed(cache)
    (tmp_path / "python3").symlink_to(PYTHON)
    other = installed(cache, interpreter=str(tmp_path / "python3"))
    assert first == again
    assert (other.version, other.folder == first.folder) == (first.version, False)
    assert len(calls.read_text().splitlines()) == 2 * 3  # a program and two libraries, twice


def test_one_that_was_not_finished_is_built_anew(tmp_path: Path, compiler: Compiler) -> None:
    compiler(SHAM)
    cache = tmp_path / "cache"
    folder = installed(cache).folder
    (folder / "version").unlink()
    (folder / "spawnd").write_text("half")
    assert installed(cache).folder == folder
    assert (folder / "spawnd").read_text() == "built\n"
    assert (folder / "version").exists()


def test_two_at_once_build_one(tmp_path: Path, compiler: Compiler) -> None:
    # The first build waits, in its compiler, until the second installation has been asked for.
    asked, go = tmp_path / "asked", tmp_path / "go"
    os.mkfifo(go)
    calls = compiler(f"[ -e {asked} ] || {{ touch {asked}; cat {go}; }}\n{SHAM}")
    cache = tmp_path / "cache"
    found: list[Guest] = []
    threads = [
        threading.Thread(target=lambda: found.append(installed(cache)), daemon=True)
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    with go.open("w"):  # opens when the compiler reads, and lets it go on when closed
        assert found == []
    for thread in threads:
        thread.join()
    assert found[0] == found[1]
    assert len(calls.read_text().splitlines()) == 3
    assert (found[0].folder / "spawnd").read_text() == "built\n"


# ----------------------------------------------------------------------- what goes wrong


def test_without_gcc_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxUnavailable, match=r"^gcc: missing.*apt-get install gcc libc6-dev"):
        installed(tmp_path / "cache")


def test_once_built_it_needs_no_gcc(
    tmp_path: Path, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(SHAM)
    before = installed(tmp_path / "cache")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert installed(tmp_path / "cache") == before


@pytest.mark.parametrize("failing", ["spawnd", "spawnd.so"])
def test_a_compiler_that_fails_is_quoted_and_leaves_nothing(
    failing: str, tmp_path: Path, compiler: Compiler
) -> None:
    compiler(
        f'case "$*" in *"-o {failing} "*) echo note >&2; echo "fatal error: no sys/mount.h" >&2; exit 1;;'
        f" esac\n{SHAM}"
    )
    with pytest.raises(SandboxUnavailable) as refused:
        installed(tmp_path / "cache")
    message = str(refused.value)
    assert message.startswith("spawnd.c: can't be compiled")
    assert "fatal error: no sys/mount.h" in message
    assert "apt-get install gcc" in message
    assert "\n" not in message
    assert [path.name for path in (tmp_path / "cache/guest").iterdir()] == ["lock"]


def test_a_compiler_that_fails_without_a_word(tmp_path: Path, compiler: Compiler) -> None:
    compiler("exit 1")
    with pytest.raises(SandboxUnavailable, match=r"spawnd\.c: can't be compiled"):
        installed(tmp_path / "cache")


@pytest.mark.parametrize(
    "place", ["file/cache", "/proc/ordojudge"], ids=["below a file", "where nothing can be made"]
)
def test_a_folder_that_cannot_be_written_is_named(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = tmp_path / place
    with pytest.raises(SandboxUnavailable) as refused:
        installed(cache)
    assert str(refused.value).startswith(f"{cache}/guest/")
    assert "can't build the spawn server here" in str(refused.value)


def test_a_change_of_any_part_is_a_new_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Path(guest.__file__).parent
    versions = set()
    parts = (*SCRIPTS, *COMPILER_FILES, *NODE_ZYGOTE, "spawnd.c")
    for changed in ("", *parts):
        folder = tmp_path / f"parts-{changed.replace('/', '-')}"
        (folder / "compilers").mkdir(parents=True)
        for name in parts:
            shutil.copy(package / name, folder / name)
        if changed:
            with (folder / changed).open("a") as file:
                file.write("\n")
        monkeypatch.setattr(guest, "files", lambda _package, folder=folder: folder)
        versions.add(guest_version())
    assert len(versions) == len(parts) + 1
