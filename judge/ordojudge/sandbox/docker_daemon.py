"""What the Docker driver asks of the Docker daemon, with a time limit on each question and clear errors.

Imports the ``docker`` package when it is first needed.
"""

import errno
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from ordojudge.core.errors import SandboxError, SandboxUnavailable

REMOVAL_S: Final = 15.0
"""How long a removal may take: the judge waits for it between two jobs."""

REMOVAL_PAUSES_S: Final = (0.0, 0.1, 0.4)
"""Before each attempt at a removal: Podman fails over a container that ends by itself in that moment."""

FIRST_VERSION: Final = "1.41"
"""Of the daemon's interface, spoken until it has told its own."""

PODMAN: Final = "Podman Engine"
"""What Podman calls itself among a daemon's components."""

GROUP_CONTROLLERS: Final = {"MemoryLimit": "memory", "PidsLimit": "pids"}
"""Control groups that boxes can't do without, by the daemon's name for having them."""


@dataclass(frozen=True, slots=True)
class Image:
    """An image that the daemon has."""

    image_id: str
    labels: Mapping[str, str]


class Daemon:
    """A Docker daemon on this machine. Safe between threads."""

    def __init__(self, address: str, *, timeout_s: float) -> None:
        """Meet the daemon.

        Args:
            address: Where it listens, as ``unix:///…``.
            timeout_s: Seconds that it may take for one answer.

        Raises:
            SandboxUnavailable: it can't be reached, or the ``docker`` package is missing.
        """
        if not address.startswith("unix:///"):
            raise SandboxUnavailable(
                f"docker: {address} is not on this machine: boxes need a daemon at unix:///…"
            )
        self.address = address
        self._timeout_s = timeout_s
        self._version = FIRST_VERSION
        self.is_podman = False
        """Whether it is Podman, which speaks Docker's interface but knows fewer options."""
        try:
            with self._asked() as client:
                told = client.version(api_version=False)
                self._version = told["ApiVersion"]
                components = [each.get("Name") for each in told.get("Components") or ()]
                self.is_podman = PODMAN in components
        except SandboxUnavailable:
            raise
        except SandboxError as error:
            raise SandboxUnavailable(str(error)) from error

    def info(self) -> dict[str, Any]:
        """What the daemon says of itself and its machine.

        Raises:
            SandboxError: it doesn't answer.
        """
        with self._asked() as client:
            found: dict[str, Any] = client.info()
            return found

    def image(self, name: str) -> Image | None:
        """The image of this name.

        Raises:
            SandboxError: the daemon doesn't answer.
        """
        with self._asked() as client:
            try:
                found = client.inspect_image(name)
            except docker_package().errors.NotFound:
                return None
        return Image(found["Id"], found["Config"].get("Labels") or {})

    def tags(self, repository: str) -> list[str]:
        """Tags of the images of a repository, the newest first.

        Raises:
            SandboxError: the daemon doesn't answer.
        """
        with self._asked() as client:
            images = client.images(name=repository)
        newest_first = sorted(images, key=lambda image: -image["Created"])
        names = [name for image in newest_first for name in image.get("RepoTags") or ()]
        # Podman answers with the registry in front.
        return [name.rpartition(":")[2] for name in names if f"/{repository}:" in f"/{name}"]

    def start(self, name: str, *, image: str, host: Mapping[str, Any], **options: Any) -> None:
        """Create a container and start it.

        Raises:
            SandboxUnavailable: this machine can't have it.
            SandboxError: the daemon failed, or took too long.
        """
        with self._asked() as client:
            config = client.create_host_config(**host)
            client.create_container(image, name=name, host_config=config, **options)
            client.start(name)

    def is_running(self, name: str) -> bool:
        """Whether a container runs.

        Raises:
            SandboxError: the daemon doesn't answer.
        """
        with self._asked() as client:
            try:
                state = client.inspect_container(name)["State"]
            except docker_package().errors.NotFound:
                return False
        return bool(state["Running"])

    def remove(self, name: str) -> bool:
        """End a container and remove it; whether it is gone, or going."""
        try:
            with self._asked(min(self._timeout_s, REMOVAL_S)) as client:
                for pause_s in REMOVAL_PAUSES_S:
                    time.sleep(pause_s)
                    try:
                        client.remove_container(name, force=True, v=True)
                    except docker_package().errors.APIError as error:
                        # 404: there is none; 409: the daemon is removing it already
                        if error.status_code in (404, 409):
                            return True
                    else:
                        return True
        except SandboxError:
            return False
        return False

    def labelled(self, label: str) -> list[tuple[str, str]]:
        """Name and label's value of each container, running or not, that has a label.

        Raises:
            SandboxError: the daemon doesn't answer.
        """
        with self._asked() as client:
            found = client.containers(all=True, filters={"label": label})
        return [(each["Id"], each["Labels"][label]) for each in found]

    def _reach(self, limit_s: float) -> None:
        """Connect and hang up: where that fails, the ``docker`` package would leave a socket open."""
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(limit_s)
            probe.connect(self.address.removeprefix("unix://"))

    @contextmanager
    def _asked(self, timeout_s: float | None = None) -> Iterator[Any]:
        """A client for one question: one of its own, since a client serves one thread at a time.

        Raises:
            SandboxUnavailable: nothing but a change of the machine or of the settings will help.
            SandboxError: it may work the next time.
        """
        limit_s = timeout_s or self._timeout_s
        try:
            self._reach(limit_s)
            with closing(
                docker_package().APIClient(self.address, version=self._version, timeout=limit_s)
            ) as client:
                yield client
        except SandboxError:
            raise
        except Exception as error:
            raise _translated(error, self.address.removeprefix("unix://"), limit_s) from error


def docker_package() -> Any:
    """The ``docker`` package.

    Raises:
        SandboxUnavailable: it isn't installed.
    """
    try:
        import docker
    except ImportError:
        raise SandboxUnavailable(
            "docker: its Python package is missing: pip install 'ordojudge[docker]'"
        ) from None
    return docker


def _translated(error: Exception, path: str, timeout_s: float) -> SandboxError:
    status = getattr(error, "status_code", None)
    said = str(getattr(error, "explanation", None) or error).strip().replace("\n", " ")[:300]
    if status is not None:
        if "no space left on device" in said or "disk quota exceeded" in said:
            return SandboxUnavailable(
                f"docker: its disk is full: free space, as by docker system prune ({said})"
            )
        if "mount option" in said:
            return SandboxUnavailable(
                f"docker: {said}: boxes need a daemon that limits files in memory, as Docker does"
            )
        if status == 404 and "image" in said.lower():
            return SandboxUnavailable(f"docker: {said}")
        if status == 400 and ("runtime" in said or "source path does not exist" in said):
            hint = "RUNTIME" if "runtime" in said else "SOCKET_DIR"
            return SandboxUnavailable(f"docker: {said}: see ORDOJUDGE_SANDBOX__{hint}")
        return SandboxError(f"docker: {said}")
    for cause in _causes(error):
        match cause:
            case PermissionError():
                return SandboxUnavailable(
                    f"docker: no permission on {path}: "
                    "run as root, or add this user to the group that owns it (usermod -aG docker)"
                )
            case FileNotFoundError() | ConnectionRefusedError() | NotADirectoryError():
                return SandboxUnavailable(
                    f"docker: no daemon listens on {path}: "
                    "start it (systemctl start docker), or set ORDOJUDGE_SANDBOX__HOST"
                )
            case OSError(errno=errno.ENOSPC | errno.EDQUOT):
                return SandboxUnavailable("docker: the disk is full: free space")
            case TimeoutError():
                return SandboxError(
                    f"docker: the daemon on {path} did not answer within {timeout_s:g} s"
                )
    return SandboxError(f"docker: {said}")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and all that it was made from: the HTTP libraries hide causes in arguments."""
    waiting, seen = [error], set[int]()
    while waiting:
        each = waiting.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        linked = (each.__cause__, each.__context__, getattr(each, "reason", None), *each.args)
        waiting += [other for other in linked if isinstance(other, BaseException)]
