"""The judge's own part of a box: runner, harness and spawn server, in one folder named by content."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from ordojudge.core.errors import SandboxUnavailable

SCRIPTS: Final = (
    "runner.py",
    "zygote.py",
    "harness.py",
    "loading.py",
    "functions.py",
    "counting.py",
    "counting_costs.py",
    "counting_guard.py",
    "counting_tree.py",
    "statements.py",
    "codec.py",
    "wire.py",
    "compile_server.py",
)
COMPILER_FILES: Final = (
    "compilers/java.sh",
    "compilers/JavaCompiler.java",
    "compilers/typescript.js",
    "compilers/go.sh",
    "compilers/ocaml.sh",
)
"""What makes one command of a compiler that needs several, and warm compilers."""

SPAWN_SERVER: Final = "spawnd.c"
NODE_ZYGOTE: Final = ("node_zygote.js", "node_zygote.c")
COMPILER: Final = "gcc"


@dataclass(frozen=True, slots=True)
class Guest:
    """A folder that is mounted read-only into boxes as the judge's folder."""

    folder: Path
    version: str


def guest_version() -> str:
    """Digest of everything that the judge puts into a box."""
    digest = hashlib.sha256()
    for name in (*SCRIPTS, *COMPILER_FILES, *NODE_ZYGOTE, SPAWN_SERVER):
        digest.update(name.encode() + b"\0" + guest_source(name) + b"\0")
    return digest.hexdigest()[:16]


def install_guest(cache_folder: Path, *, interpreter: str) -> Guest:
    """Build the guest folder once per machine, version and interpreter.

    Args:
        cache_folder: The judge's cache; the guest goes to a folder of its own in it.
        interpreter: The Python of the boxes, for which the scripts are compiled.

    Raises:
        SandboxUnavailable: there's no C compiler, or the folder can't be written; the message says what to do.
    """
    version = guest_version()
    key = hashlib.sha256(interpreter.encode()).hexdigest()[:8]
    folder = cache_folder / "guest" / f"{version}-{key}"
    if (folder / "version").exists():
        return Guest(folder, version)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder.parent / "lock"):
            if not (folder / "version").exists():
                _build(folder, version, interpreter)
    except OSError as error:
        raise SandboxUnavailable(f"{folder}: can't build the spawn server here: {error}") from error
    return Guest(folder, version)


def _build(folder: Path, version: str, interpreter: str) -> None:
    compiler = shutil.which(COMPILER)
    if compiler is None:
        raise SandboxUnavailable(
            "gcc: missing; it builds the spawn server once per machine: apt-get install gcc libc6-dev"
        )
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    try:
        package = new / "ordojudge" / "sandbox"
        package.mkdir(parents=True)
        for name in SCRIPTS:
            (package / name).write_bytes(guest_source(name))
        (new / "compilers").mkdir()
        for name in (*COMPILER_FILES, *NODE_ZYGOTE, SPAWN_SERVER):
            (new / name).write_bytes(guest_source(name))
        for options in (
            ["-static", "-o", "spawnd", SPAWN_SERVER],
            ["-shared", "-fPIC", "-DSPAWND_LIBRARY", "-o", "spawnd.so", SPAWN_SERVER],
            ["-shared", "-fPIC", "-o", "node_zygote.node", "node_zygote.c"],
        ):
            built = subprocess.run(
                [compiler, "-O2", *options],
                cwd=new,
                capture_output=True,
                text=True,
                check=False,
            )
            if built.returncode:
                said = next((line for line in built.stderr.splitlines() if "error" in line), "")
                raise SandboxUnavailable(
                    f"{options[-1]}: can't be compiled: {said[:200]}; "
                    "apt-get install gcc libc6-dev linux-libc-dev"
                )
        # Boxes see the folder read-only, and would parse the scripts at every start.
        compile_all = ["-I", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
        subprocess.run([interpreter, *compile_all, str(package)], check=False, capture_output=True)
        (new / "version").write_text(version + "\n")
        for path in [new, *new.rglob("*")]:  # the box's other users read it, whatever the umask
            path.chmod(0o755 if path.is_dir() or path.name == "spawnd" else 0o644)
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def guest_source(name: str) -> bytes:
    """One of the guest's files, as it comes with this package."""
    return files("ordojudge.sandbox").joinpath(name).read_bytes()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that other processes of this machine respect."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
