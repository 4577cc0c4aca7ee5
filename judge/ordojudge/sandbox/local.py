"""The local driver: boxes made by bubblewrap on this machine.

As root a box gets a user id of its own and, where the kernel lets it, control groups.
An ordinary user has one id only: there each test runs in namespaces of its own instead.
"""

import fcntl
import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from ordojudge.core.errors import SandboxError, SandboxUnavailable
from ordojudge.sandbox.binary_cache import BinaryCache
from ordojudge.sandbox.box import RunnerBox
from ordojudge.sandbox.cgroups import ControlGroup, make_group
from ordojudge.sandbox.guest import Guest, install_guest
from ordojudge.sandbox.memory_files import MemoryFile
from ordojudge.sandbox.pool import Gate, SlotPool
from ordojudge.sandbox.toolchain import HEADERS, Toolchain
from ordojudge.settings import LocalSandboxSettings

FIRST_UID: Final = 640_000
"""Boxes of root run under ids from here on, one id per box on the whole machine."""

LAST_UID: Final = 649_999

JUDGE_FOLDER: Final = "/judge"
BOX_BYTES: Final = 256 << 20
TMP_BYTES: Final = 64 << 20
SHM_BYTES: Final = 16 << 20
KEPT_CAPABILITIES: Final = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL")

SPARE_MEMORY: Final = (BOX_BYTES + TMP_BYTES + SHM_BYTES) + (128 << 20)
"""What a box may hold beside the program: its files in memory, the runner, the zygotes."""

GROUP_MEMORY: Final = 4 << 30

_boxes_made = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The Python that runs in boxes, and the folders that it needs to see."""

    path: str
    folders: tuple[str, ...]


class LocalBox(RunnerBox):
    """A box on this machine, with what has to go when it goes."""

    def __init__(
        self,
        control: socket.socket,
        *,
        guest: Guest,
        toolchain: Toolchain,
        binaries: BinaryCache,
        process: "subprocess.Popen[bytes]",
        group: ControlGroup | None,
        uid_lock: int | None,
        gate: Gate | None,
    ) -> None:
        self._process = process
        self._group = group
        self._uid_lock = uid_lock
        super().__init__(
            control, version=guest.version, toolchain=toolchain, binaries=binaries, gate=gate
        )

    def close(self) -> None:
        """See `RunnerBox`."""
        super().close()
        self._process.kill()  # bubblewrap and, with it, the PID namespace
        self._process.wait()
        if self._group is not None:
            self._group.remove()
        if self._uid_lock is not None:
            os.close(self._uid_lock)
            self._uid_lock = None


class LocalSandbox(SlotPool):
    """Boxes on this machine; a context manager."""

    def __init__(self, settings: LocalSandboxSettings) -> None:
        """Find what boxes need; none is made yet.

        Raises:
            SandboxUnavailable: something is missing; the message says what to install.
        """
        super().__init__(
            self._make_box, slots=settings.slot_count, recycle_after=settings.recycle_after
        )
        self.settings = settings
        bubblewrap = shutil.which("bwrap")
        if bubblewrap is None:
            raise SandboxUnavailable("bubblewrap: missing: apt-get install bubblewrap")
        self._bubblewrap = bubblewrap
        cache_folder = settings.cache_folder
        self._interpreter = find_interpreter(settings.interpreter)
        self._guest = install_guest(cache_folder, interpreter=self._interpreter.path)
        self._toolchain = Toolchain(cache_folder)
        self._binaries = BinaryCache(cache_folder / "binaries", max_bytes=settings.cache_bytes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _make_box(self, slot: int, gate: Gate | None) -> LocalBox:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        name = f"ordojudge-{os.getpid()}-{slot}-{next(_boxes_made)}"
        group = make_group(name) if self.settings.cgroups == "auto" else None
        uid, uid_lock = claim_uid() if os.geteuid() == 0 else (0, None)
        complaints = MemoryFile()
        process = None
        try:
            with there:
                if group is not None:
                    group.limit_memory(GROUP_MEMORY)
                process = subprocess.Popen(
                    self._command(there.fileno(), uid, group),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=complaints.descriptor,
                    pass_fds=[there.fileno()],
                    env={},
                    cwd="/",
                    start_new_session=True,  # Ctrl-C is for the judge, which takes its boxes down
                )
            return LocalBox(
                here,
                guest=self._guest,
                toolchain=self._toolchain,
                binaries=self._binaries,
                process=process,
                group=group,
                uid_lock=uid_lock,
                gate=gate,
            )
        except BaseException as error:
            here.close()
            if process is not None:
                process.kill()
                process.wait()
            if group is not None:
                group.remove()
            if uid_lock is not None:
                os.close(uid_lock)
            if isinstance(error, SandboxError | OSError):
                said = complaints.read(500).decode("utf-8", "replace").strip()
                raise SandboxUnavailable(
                    f"bubblewrap: no box can be made: {said or error}"
                ) from error
            raise

    def _command(self, control: int, uid: int, group: ControlGroup | None) -> list[str]:
        headers = self._toolchain.headers_folder
        headers.mkdir(parents=True, exist_ok=True)
        options = [
            *(
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-net",
                "--unshare-uts",
                "--unshare-cgroup-try",
            ),
            *("--new-session", "--as-pid-1", "--clearenv", "--hostname", "box"),
            *("--proc", "/proc", "--dev", "/dev"),
            *_system_folders(),
            *(
                part
                for folder in self._interpreter.folders
                for part in ("--ro-bind", folder, folder)
            ),
            *(
                "--ro-bind",
                str(self._guest.folder),
                JUDGE_FOLDER,
                "--ro-bind",
                str(headers),
                HEADERS,
            ),
            *("--perms", "0755", "--size", str(BOX_BYTES), "--tmpfs", "/box"),
            *("--perms", "1777", "--size", str(TMP_BYTES), "--tmpfs", "/tmp"),
            *("--perms", "1777", "--size", str(SHM_BYTES), "--tmpfs", "/dev/shm"),
            *("--chdir", "/", "--cap-drop", "ALL"),
        ]
        if group is not None:
            for controller, folder in group.folders.items():
                options += ["--ro-bind", str(folder), f"/cgroup/{controller}"]
        if uid:
            options += [part for name in KEPT_CAPABILITIES for part in ("--cap-add", name)]
        else:
            # inside its own user namespace the runner may make more namespaces, one set per test
            options += [
                "--unshare-user",
                "--uid",
                "1000",
                "--gid",
                "1000",
                "--cap-add",
                "CAP_SYS_ADMIN",
            ]
        runner = [
            *(
                self._interpreter.path,
                "-I",
                "-S",
                "-B",
                f"{JUDGE_FOLDER}/ordojudge/sandbox/runner.py",
            ),
            *(f"fd:{control}", str(uid), JUDGE_FOLDER, *self.settings.warm_packages),
        ]
        command = [self._bubblewrap, *options, "--", *runner]
        if group is None:
            return command
        join = 'for file in $1; do echo $$ > "$file" || exit 1; done; shift; exec "$@"'
        return ["/bin/sh", "-c", join, "join", " ".join(group.process_files), *command]


def _system_folders() -> list[str]:
    """Options that show the machine's programs and libraries, read-only."""
    options = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/") / name
        if path.is_symlink():
            options += ["--symlink", str(path.readlink()), str(path)]
        elif path.exists():
            options += ["--ro-bind", str(path), str(path)]
    for name in ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"):
        options += ["--ro-bind-try", name, name]
    return options


def find_interpreter(path: Path) -> Interpreter:
    """Ask a Python where its files are.

    Raises:
        SandboxUnavailable: it is missing or doesn't run.
    """
    ask = (
        "import json, sys; "
        "print(json.dumps([sys.version_info[:2], sys.executable, sys.prefix, sys.base_prefix]))"
    )
    try:
        asked = subprocess.run(
            [path, "-I", "-S", "-c", ask], capture_output=True, text=True, check=True
        )
        version, executable, *prefixes = json.loads(asked.stdout)
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        raise SandboxUnavailable(
            f"{path}: no usable Python: {error}; apt-get install python3"
        ) from error
    if version < [3, 9]:
        raise SandboxUnavailable(f"{path}: Python 3.9 or newer is needed for submissions")
    folders = {str(Path(prefix).resolve()) for prefix in prefixes}
    folders |= {str(Path(executable).resolve().parents[1])}
    return Interpreter(executable, tuple(sorted(f for f in folders if f != "/usr" and f != "/")))


def claim_uid() -> tuple[int, int]:
    """A user id that no other box on this machine has, and the lock that holds it.

    Raises:
        SandboxUnavailable: all are taken.
    """
    folder = Path(tempfile.gettempdir()) / "ordojudge-uids"
    folder.mkdir(mode=0o700, exist_ok=True)
    for uid in range(FIRST_UID, LAST_UID + 1):
        descriptor = os.open(folder / str(uid), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            continue
        return uid, descriptor
    raise SandboxUnavailable("all user ids for boxes are taken")
