"""The local driver: boxes made by bubblewrap on this machine.

As root a box gets a user id of its own and, where the kernel lets it, control groups.
An ordinary user has one id only: there each test runs in namespaces of its own instead.
"""

import json
import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import structlog

from ordojudge.core.errors import SandboxError, SandboxUnavailable
from ordojudge.ports import Run
from ordojudge.sandbox.binary_cache import BinaryCache
from ordojudge.sandbox.box import RunnerBox, RunningProgram
from ordojudge.sandbox.cgroups import ControlGroup, make_group, remove_orphans
from ordojudge.sandbox.guest import Guest, install_guest
from ordojudge.sandbox.memory_files import MemoryFile
from ordojudge.sandbox.owners import orphans, owned_prefix
from ordojudge.sandbox.pool import Gate, SlotPool
from ordojudge.sandbox.toolchain import HEADERS, JUDGE_FOLDER, Toolchain
from ordojudge.sandbox.uids import claim_uid
from ordojudge.settings import LocalSandboxSettings

log = structlog.get_logger(__name__)

BOX_FOLDER: Final = "/box"
UNISOLATED_FOLDERS: Final = "ordojudge-box-"
IN_MEMORY: Final = (
    (BOX_FOLDER, "0755", 256 << 20, 8192),
    ("/tmp", "1777", 64 << 20, 4096),
    ("/dev/shm", "1777", 16 << 20, 256),
)
"""Folders of a box that are in memory: path, mode, size in bytes, how many files they hold."""

LOADER_FILES: Final = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
)
JAVA_FOLDERS: Final = "java-*-openjdk"
TOOL_FILES: Final = ("/etc/mono", "/etc/R", "/etc/fpc.cfg", "/etc/ldc2.conf")
"""What is shown of /etc: without these files of theirs some languages don't start."""

CAPABILITIES: Final = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL")
"""What root's runner keeps: enough to become the submission's user and to end its processes."""

SPARE_MEMORY: Final = sum(size for _, _, size, _ in IN_MEMORY) + (128 << 20)
"""What a box may hold beside the program: its files in memory, the runner, the zygotes."""

LEAST_GROUP_MEMORY: Final = 2 << 30
"""The hard limit of a box's control group, where no problem asks for more: compilers need some."""


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
        folder: str,
    ) -> None:
        self._process = process
        self._group = group
        self._group_memory = 0
        self._uid_lock = uid_lock
        super().__init__(
            control,
            version=guest.version,
            toolchain=toolchain,
            binaries=binaries,
            gate=gate,
            folder=folder,
        )

    def start(self, run: Run) -> RunningProgram:
        """See `ports.Box`."""
        memory = max(run.limits.memory_bytes + SPARE_MEMORY, LEAST_GROUP_MEMORY)
        if self._group is not None and memory != self._group_memory:
            self._group.limit_memory(memory)
            self._group_memory = memory
        return super().start(run)

    def first_process(self) -> int:
        """See `RunnerBox`."""
        return self._process.pid

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
        if self._folder != BOX_FOLDER:
            shutil.rmtree(self._folder, ignore_errors=True)


class LocalSandbox(SlotPool):
    """Boxes on this machine; a context manager."""

    def __init__(self, settings: LocalSandboxSettings) -> None:
        """Find what boxes need; none is made yet.

        Raises:
            SandboxUnavailable: something is missing; the message says what to install.
        """
        super().__init__(
            self._make_box,
            slots=settings.slot_count,
            recycle_after=settings.recycle_after,
            quiet_dir=settings.quiet_dir,
        )
        self.settings = settings
        if settings.cgroups == "auto":
            remove_orphans()
        cache_folder = settings.cache_folder
        self._interpreter = find_interpreter(settings.interpreter)
        self._guest = install_guest(cache_folder, interpreter=self._interpreter.path)
        self._toolchain = Toolchain(cache_folder)
        self._toolchain.headers_folder.mkdir(parents=True, exist_ok=True)
        self._binaries = BinaryCache(cache_folder / "binaries", max_bytes=settings.cache_bytes)
        self._bubblewrap = shutil.which("bwrap")
        if self._bubblewrap is None:
            self._do_without_isolation("bubblewrap: missing: apt-get install bubblewrap")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do_without_isolation(self, reason: str) -> None:
        """Go on without isolation if the settings say so by name.

        Raises:
            SandboxUnavailable: they don't.
        """
        if not self.settings.allow_unisolated:
            raise SandboxUnavailable(reason)
        log.warning("submissions run without isolation", reason=reason)
        for folder in orphans(Path(tempfile.gettempdir()), UNISOLATED_FOLDERS):
            shutil.rmtree(folder, ignore_errors=True)
        self._bubblewrap = None
        self._toolchain.headers_in_box = str(self._toolchain.headers_folder)
        self._toolchain.judge_in_box = str(self._guest.folder)

    def _make_box(self, _family: str, gate: Gate | None) -> LocalBox:
        if self._bubblewrap is not None:
            try:
                return self._start_box(gate)
            except SandboxUnavailable as error:
                self._do_without_isolation(str(error))
        return self._start_box(gate)

    def _start_box(self, gate: Gate | None) -> LocalBox:
        complaints = MemoryFile()
        try:
            with ExitStack() as undo:
                box = self._begin_box(gate, complaints, undo)
                undo.pop_all()
                return box
        except (SandboxError, OSError) as error:
            said = complaints.read(500).decode("utf-8", "replace").strip()
            raise SandboxUnavailable(f"bubblewrap: no box can be made: {said or error}") from error

    def _begin_box(self, gate: Gate | None, complaints: MemoryFile, undo: ExitStack) -> LocalBox:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        undo.callback(here.close)
        with there:
            group = make_group() if self.settings.cgroups == "auto" else None
            if group is not None:
                undo.callback(group.remove)
            uid, uid_lock = claim_uid() if os.geteuid() == 0 else (0, None)
            if uid_lock is not None:
                undo.callback(os.close, uid_lock)
            folder = BOX_FOLDER
            if self._bubblewrap is None:
                folder = tempfile.mkdtemp(prefix=owned_prefix(UNISOLATED_FOLDERS))
                undo.callback(shutil.rmtree, folder, ignore_errors=True)
                os.chmod(folder, 0o755)  # noqa: S103  the submission's user has to get in
            process = subprocess.Popen(
                self._command(there.fileno(), uid, group),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints.descriptor,
                pass_fds=[there.fileno()],
                env={} if folder == BOX_FOLDER else {"ORDOJUDGE_BOX": folder},
                cwd="/",
                start_new_session=True,  # Ctrl-C is for the judge, which takes its boxes down
            )
            undo.callback(process.wait)
            undo.callback(process.kill)
        return LocalBox(
            here,
            guest=self._guest,
            toolchain=self._toolchain,
            binaries=self._binaries,
            process=process,
            group=group,
            uid_lock=uid_lock,
            gate=gate,
            folder=folder,
        )

    def _command(self, control: int, uid: int, group: ControlGroup | None) -> list[str]:
        """The command line that becomes a box."""
        isolated = self._bubblewrap is not None
        judge = JUDGE_FOLDER if isolated else str(self._guest.folder)
        runner = [self._interpreter.path, "-I", "-S", "-B", f"{judge}/ordojudge/sandbox/runner.py"]
        command = [*runner, f"fd:{control}", str(uid), judge, *self.settings.warm_packages]
        if self._bubblewrap is not None:
            if uid:
                limits = [f"{path}={files}" for path, _, _, files in IN_MEMORY]
                command = [f"{judge}/spawnd", "limit-files", *limits, "--", *command]
            command = [self._bubblewrap, *self._isolation(uid, group), "--", *command]
        if group is None:
            return command
        join = 'for file in $1; do echo $$ > "$file" || exit 1; done; shift; exec "$@"'
        return ["/bin/sh", "-c", join, "join", " ".join(group.process_files), *command]

    def _isolation(self, uid: int, group: ControlGroup | None) -> list[str]:
        """Bubblewrap's options: what a box can't see, and the little that it can."""
        shown = {str(self._guest.folder): JUDGE_FOLDER}
        shown |= {str(self._toolchain.headers_folder): HEADERS}
        shown |= {folder: folder for folder in self._interpreter.folders}
        if group is not None:
            shown |= {str(folder): f"/cgroup/{name}" for name, folder in group.folders.items()}
        options = ["--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts"]
        options += ["--unshare-cgroup-try", "--new-session", "--as-pid-1", "--clearenv"]
        options += ["--hostname", "box", "--proc", "/proc", "--dev", "/dev", *_system_folders()]
        for folder in self._interpreter.folders:
            options += _folders_above(folder)
        for outside, inside in shown.items():
            options += ["--ro-bind", outside, inside]
        for path, mode, size, _ in IN_MEMORY:
            options += ["--perms", mode, "--size", str(size), "--tmpfs", path]
        options += ["--remount-ro", "/dev", "--remount-ro", "/"]
        options += ["--chdir", "/", "--cap-drop", "ALL"]
        if uid:
            needed = (*CAPABILITIES, "CAP_SYS_ADMIN")  # the last until the files are limited
            return options + [part for name in needed for part in ("--cap-add", name)]
        # inside its own user namespace the runner may make more namespaces, one set per test
        options += ["--unshare-user", "--uid", "1000", "--gid", "1000"]
        return [*options, "--cap-add", "CAP_SYS_ADMIN"]


def _system_folders() -> list[str]:
    """Options that show the machine's programs and libraries, read-only."""
    options = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/") / name
        if path.is_symlink():
            options += ["--symlink", str(path.readlink()), str(path)]
        elif path.exists():
            options += ["--ro-bind", str(path), str(path)]
    for name in (*LOADER_FILES, *sorted(map(str, Path("/etc").glob(JAVA_FOLDERS))), *TOOL_FILES):
        options += [*_folders_above(name), "--ro-bind-try", name, name]
    return options


def _folders_above(path: str) -> list[str]:
    """Options that make the folders above a mount point; by itself bubblewrap makes them for root alone."""
    above = [*Path(path).parents][-2::-1]
    return [part for folder in above for part in ("--perms", "0755", "--dir", str(folder))]


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
    if version < [3, 10]:
        raise SandboxUnavailable(f"{path}: Python 3.10 or newer is needed for submissions")
    folders = {str(Path(prefix).resolve()) for prefix in prefixes}
    folders |= {str(Path(executable).resolve().parents[1])}
    return Interpreter(executable, tuple(sorted(f for f in folders if f != "/usr" and f != "/")))
