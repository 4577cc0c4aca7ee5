"""The Docker driver: each box is a warm container of the image of its language's family.

The judge and the runner in the container speak over a socket and pass descriptors, as with the local driver;
the daemon is asked only to start and to remove containers.
"""

import itertools
import os
import re
import shutil
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final, Self

import structlog

from ordojudge.core.errors import ProblemError, SandboxError, SandboxUnavailable
from ordojudge.core.languages import LANGUAGES
from ordojudge.ports import Run
from ordojudge.sandbox.binary_cache import BinaryCache
from ordojudge.sandbox.box import RunnerBox, RunningProgram
from ordojudge.sandbox.docker_daemon import GROUP_CONTROLLERS, Daemon
from ordojudge.sandbox.images import FAMILIES, ImageToolchain, find_image
from ordojudge.sandbox.owners import OWNER_LABEL, orphans, own, owned_prefix, parse_owner
from ordojudge.sandbox.pool import Gate, SlotPool
from ordojudge.sandbox.uids import FIRST_UID, MAPPED_UID, claim_uid
from ordojudge.settings import DockerSandboxSettings

log = structlog.get_logger(__name__)

START_S: Final = 60.0
"""How long a started container may take until its runner connects."""

CAPABILITIES: Final = ("SETUID", "SETGID", "KILL")
"""What the runner keeps: enough to become the submission's user and to end its processes."""

TMPFS: Final = {
    "/box": "rw,exec,nosuid,nodev,size=256m,nr_inodes=8k,mode=755",
    "/tmp": "rw,exec,nosuid,nodev,size=64m,nr_inodes=4k,mode=1777",
    "/dev/shm": "rw,noexec,nosuid,nodev,size=16m,nr_inodes=256,mode=1777",
}
PODMAN_FOLDERS: Final = ("/run", "/var/tmp")
"""What Podman would give a read-only container to write to, and nobody would empty."""

SPARE_MEMORY: Final = (256 + 64 + 16 + 128) << 20
"""What a box may hold beside the program: its files in memory, the runner, the zygotes."""

LEAST_DISK: Final = 64 << 20
"""What has to be free on Docker's disk: containers write nothing there, but the daemon does about them."""

OWN_PROCESSES: Final = 32
"""Room for the runner, the spawn server and the zygotes beside a submission's processes."""

RUNNER: Final = ("/usr/bin/python3", "-I", "-S", "-B", "/judge/ordojudge/sandbox/runner.py")
SOCKET_FOLDERS: Final = "ordojudge-ctl-"

_boxes_made = itertools.count(1)


class DockerBox(RunnerBox):
    """A container, with what has to go when it goes."""

    def __init__(
        self,
        control: socket.socket,
        *,
        sandbox: "DockerSandbox",
        container: str,
        toolchain: ImageToolchain,
        uid_lock: int,
        gate: Gate | None,
    ) -> None:
        self.container = container
        self._sandbox = sandbox
        self._uid_lock: int | None = uid_lock
        super().__init__(
            control,
            version=toolchain.guest,
            toolchain=toolchain,
            binaries=sandbox.binaries,
            gate=gate,
        )
        if not self.has_cgroup and sandbox.settings.runtime is None:
            raise SandboxUnavailable(
                "docker: containers don't see their memory control group: "
                "mount the memory controller on Docker's host"
            )

    def start(self, run: Run) -> RunningProgram:
        """See `ports.Box`."""
        most = self._sandbox.settings.memory - SPARE_MEMORY
        if run.limits.memory_bytes > most:
            raise ProblemError(
                f"limits.memory_bytes: at most {most} with ORDOJUDGE_SANDBOX__MEMORY as it is"
            )
        return super().start(run)

    def close(self) -> None:
        """See `RunnerBox`."""
        super().close()  # on which the runner ends, and with it the container, which removes itself
        if self._uid_lock is not None:
            self._sandbox.discard(self.container, self._uid_lock)
            self._uid_lock = None


class DockerSandbox(SlotPool):
    """Boxes that are Docker containers; a context manager."""

    def __init__(self, settings: DockerSandboxSettings) -> None:
        """Meet the daemon, look at the images, and remove what judges that were killed left.

        Raises:
            SandboxUnavailable: something is missing; the message says what to do.
        """
        super().__init__(
            self._make_box,
            slots=settings.slot_count,
            recycle_after=settings.recycle_after,
            families=True,
            spare=settings.spare,
            quiet_dir=settings.quiet_dir,
        )
        self.settings = settings
        self.daemon = Daemon(settings.address, timeout_s=settings.timeout_s)
        # Built by the same commands, but linked against the image's libraries: never mixed with the host's.
        folder = settings.cache_folder / "binaries-docker"
        self.binaries = BinaryCache(folder, max_bytes=settings.cache_bytes)
        self._owner = own()
        self._sockets = Path(settings.socket_dir or tempfile.gettempdir())
        self._images: dict[str, ImageToolchain] = {}
        self._images_lock = threading.Lock()
        self._undead: dict[str, int] = {}
        info = self.daemon.info()
        require_features(info, settings)
        mapped = ("name=rootless", "name=userns")
        options = info.get("SecurityOptions") or ()
        self._first_uid = MAPPED_UID if any(o.startswith(mapped) for o in options) else FIRST_UID
        self._require_an_image()
        self._remove_orphans()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """See `ports.Sandbox`."""
        super().close()
        for container, uid_lock in list(self._undead.items()):
            del self._undead[container]
            self.discard(container, uid_lock)

    def discard(self, container: str, uid_lock: int) -> None:
        """Remove a container and release its user id.

        Where the daemon doesn't do it, both are kept until the sandbox is closed: what is in the container
        may still run.
        """
        if self.daemon.remove(container):
            os.close(uid_lock)
        else:
            log.warning("container not removed", container=container)
            self._undead[container] = uid_lock

    def image(self, family: str) -> ImageToolchain:
        """What the image of a family has.

        Raises:
            SandboxUnavailable: there is none, or it is of another version; the message says how to build it.
        """
        with self._images_lock:
            if family not in self._images:
                self._images[family] = find_image(self.daemon, self.settings.images, family)
            return self._images[family]

    def _require_an_image(self) -> None:
        missing = []
        for family in FAMILIES:  # one is enough, and the others are looked for when they are needed
            try:
                self.image(family)
            except SandboxUnavailable as error:
                missing.append(error)
            else:
                return
        raise missing[0]

    def _remove_orphans(self) -> None:
        """Remove containers and folders of judges that live no more."""
        for container, text in self.daemon.labelled(OWNER_LABEL):
            owner = parse_owner(text)
            if owner is not None and not owner.may_live:
                log.warning("removing a container that a killed judge left", owner=text)
                self.daemon.remove(container)
        for folder in orphans(self._sockets, SOCKET_FOLDERS):
            shutil.rmtree(folder, ignore_errors=True)

    # -- making a box

    def _make_box(self, family: str, gate: Gate | None) -> DockerBox:
        toolchain = self.image(family)
        container = f"ordojudge-{family}-{os.getpid()}-{self._owner.start}-{next(_boxes_made)}"
        uid, uid_lock = claim_uid(self._first_uid)
        try:
            control = self._start_container(container, toolchain, uid)
            try:
                return DockerBox(
                    control,
                    sandbox=self,
                    container=container,
                    toolchain=toolchain,
                    uid_lock=uid_lock,
                    gate=gate,
                )
            except BaseException:
                control.close()
                raise
        except BaseException as error:
            self.discard(container, uid_lock)
            if isinstance(error, OSError):
                raise SandboxUnavailable(f"docker: no box can be made: {error}") from error
            raise

    def _start_container(
        self, container: str, toolchain: ImageToolchain, uid: int
    ) -> socket.socket:
        """Start a container and wait for its runner; the connection."""
        prefix = owned_prefix(SOCKET_FOLDERS)
        # Only this user gets through the outer folder. The inner one, which the container sees, must be open to
        # a root user without capabilities, who isn't its owner where the judge isn't root.
        outer = Path(tempfile.mkdtemp(prefix=prefix, dir=self._sockets))
        try:
            inner = outer / "ctl"
            inner.mkdir()
            inner.chmod(0o755)
            with _listening(inner) as listener:
                self.daemon.start(
                    container,
                    image=toolchain.image_id,
                    host=self._host_options(inner, toolchain.family),
                    command=["/ctl/s", str(uid), "/judge", *self.settings.warm_packages],
                    entrypoint=list(RUNNER),
                    hostname="box",
                    working_dir="/",
                    user="0:0",
                    labels={OWNER_LABEL: str(self._owner)},
                )
                return self._accept(listener, container)
        finally:
            # The connection outlives the socket, and nobody else can connect any more.
            shutil.rmtree(outer, ignore_errors=True)

    def _host_options(self, sockets: Path, family: str) -> dict[str, Any]:
        from docker.types import Mount, Ulimit

        processes = max(row.processes for row in LANGUAGES if row.image == family)
        return {
            "network_mode": "none",
            "read_only": True,
            "cap_drop": ["ALL"],
            "cap_add": list(CAPABILITIES),
            "security_opt": ["no-new-privileges"],  # with Docker's default seccomp profile
            "pids_limit": processes + OWN_PROCESSES,
            "mem_limit": self.settings.memory,
            "memswap_limit": self.settings.memory,
            "ipc_mode": "none",
            "log_config": {"Type": "none"},
            "ulimits": [Ulimit(name="core", soft=0, hard=0)],
            "tmpfs": self._files_in_memory(),
            "mounts": [Mount(target="/ctl", source=str(sockets), type="bind", read_only=True)],
            "auto_remove": True,
            "init": False,
            "runtime": self.settings.runtime,
        }

    def _files_in_memory(self) -> dict[str, str]:
        """Options of each folder in memory."""
        if not self.daemon.is_podman:
            return dict(TMPFS)
        # Podman refuses a number of files; there the box's memory alone bounds them.
        known = {path: re.sub(r",nr_inodes=\w+", "", options) for path, options in TMPFS.items()}
        return known | dict.fromkeys(PODMAN_FOLDERS, "ro,noexec,nosuid,nodev,size=4k,mode=755")

    def _accept(self, listener: socket.socket, container: str) -> socket.socket:
        """The runner's connection.

        Raises:
            SandboxError: the container ended, or its runner is silent.
        """
        deadline = time.monotonic() + START_S
        listener.settimeout(1.0)
        while True:
            try:
                control, _ = listener.accept()
            except TimeoutError:
                if not self.daemon.is_running(container):
                    raise SandboxError("docker: the container ended as it started") from None
                if time.monotonic() > deadline:
                    raise SandboxError(
                        f"docker: the runner did not connect within {START_S:.0f} s"
                    ) from None
            else:
                control.setblocking(True)
                return control


def require_features(info: dict[str, Any], settings: DockerSandboxSettings) -> None:
    """See that the daemon can make boxes.

    Raises:
        SandboxUnavailable: it can't; the message says what is missing.
    """
    if info.get("OSType", "linux") != "linux":
        raise SandboxUnavailable(f"docker: boxes are Linux containers, not {info['OSType']}'s")
    for key, controller in GROUP_CONTROLLERS.items():
        if not info.get(key):
            rootless = "name=rootless" in (info.get("SecurityOptions") or ())
            mend = (
                "rootless Docker needs control groups version 2, handed to its user by systemd"
                if rootless
                else "enable it (on Debian and Ubuntu: kernel option cgroup_enable=memory)"
            )
            raise SandboxUnavailable(f"docker: its host has no {controller} control group: {mend}")
    folder = Path(info.get("DockerRootDir") or "")
    if folder.is_absolute() and folder.is_dir():  # not where the judge is in a container
        free = shutil.disk_usage(folder).free
        if free < LEAST_DISK:
            raise SandboxUnavailable(
                f"docker: its disk is full ({free >> 20} MiB free in {folder}): "
                "free space, as by docker system prune"
            )
    known = sorted(info.get("Runtimes") or ())
    if settings.runtime is not None and settings.runtime not in known:
        raise SandboxUnavailable(
            f"docker: it knows no runtime {settings.runtime!r}; known are {', '.join(known)}"
        )


def _listening(folder: Path) -> socket.socket:
    """A socket ``s`` in a folder, to which anyone may connect who sees it."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        # The length of a socket's address is limited, and folders for temporary files can be deep.
        listener.bind(f"/proc/self/fd/{descriptor}/s")
        (folder / "s").chmod(0o666)
        listener.listen(1)
    except BaseException:
        listener.close()
        raise
    finally:
        os.close(descriptor)
    return listener
