"""How boxes are configured, and what all sections of the settings have in common."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag
from pydantic_settings import NoDecode

from ordojudge.core.errors import ConfigurationError
from ordojudge.core.models import SizeBytes

SYSTEM_PYTHON = Path("/usr/bin/python3")
DOCKER_HOST = "unix:///var/run/docker.sock"


def _words(value: object) -> object:
    """Read ``"numpy, scipy"`` as two words and ``"none"`` as no words."""
    if not isinstance(value, str):
        return value
    words = [word.strip() for word in value.split(",")]
    return [] if words == ["none"] else [word for word in words if word]


PackageName = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")]
PackageNames = Annotated[tuple[PackageName, ...], NoDecode, BeforeValidator(_words)]


def user_folder(variable: str, below_home: str, *, setting: str) -> Path:
    """The judge's folder among a user's own.

    Raises:
        ConfigurationError: this user has no home; it names the setting to use instead.
    """
    base = Path(os.environ.get(variable, ""))
    if base.is_absolute():  # the XDG specification has relative paths ignored
        return base / "ordojudge"
    try:
        return Path.home() / below_home / "ordojudge"
    except RuntimeError:
        raise ConfigurationError(f"{setting}: needed, since this user has no home folder") from None


def type_or(default: str) -> Callable[[object], str]:
    """Tells which driver's settings these are."""

    def told(value: object) -> str:
        given = value.get("type", default) if isinstance(value, dict) else None
        return str(getattr(value, "type", "") if given is None else given)

    return told


class Section(BaseModel):
    """A group of settings."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class _BoxSettings(Section):
    """What both drivers have."""

    slots: int | None = Field(default=None, ge=1, le=1024)
    """Boxes that may be busy at a time; if unset, as many as this process has cores."""

    cache_dir: Path | None = None
    """Folder of compiled programs; if unset, ordojudge in $XDG_CACHE_HOME or in ~/.cache."""

    cache_bytes: SizeBytes = Field(default=2 << 30, gt=0)
    """Size that the cached programs are kept under; bytes, or a number with KiB, MiB or GiB."""

    recycle_after: int = Field(default=1000, ge=1)
    """Jobs after which a box is taken down and made anew."""

    warm_packages: PackageNames = ("numpy",)
    """Python packages imported once ahead of the submissions that use them, by commas; or none."""

    quiet_dir: Path | None = None
    """Folder by which judges of one machine leave each other quiet to measure; a worker has its own."""

    @property
    def slot_count(self) -> int:
        """Boxes that may be busy at a time."""
        return self.slots if self.slots is not None else len(os.sched_getaffinity(0))

    @property
    def cache_folder(self) -> Path:
        """Where compiled programs and tools are kept; it may not exist yet.

        Raises:
            ConfigurationError: no folder is set and this user has no home.
        """
        if self.cache_dir is not None:
            return self.cache_dir.expanduser()
        return user_folder("XDG_CACHE_HOME", ".cache", setting="ORDOJUDGE_SANDBOX__CACHE_DIR")


class LocalSandboxSettings(_BoxSettings):
    """Boxes on this machine, by bubblewrap."""

    type: Literal["local"] = "local"
    """Which driver makes the boxes: local (bubblewrap) or docker."""

    python: Path | None = None
    """Interpreter of Python submissions; if unset, /usr/bin/python3, or else the judge's own."""

    cgroups: Literal["auto", "off"] = "auto"
    """Whether memory is limited by cgroups where the machine lets the judge use them."""

    allow_unisolated: bool = False
    """Run submissions without isolation where bubblewrap can't be used; only for code you trust."""

    @property
    def interpreter(self) -> Path:
        """The Python that runs submissions: never the one of a venv, which a box can't see."""
        if self.python is not None:
            return self.python
        if SYSTEM_PYTHON.exists():
            return SYSTEM_PYTHON
        return Path(getattr(sys, "_base_executable", sys.executable))


class DockerSandboxSettings(_BoxSettings):
    """Boxes that are Docker containers, each for the languages of one image."""

    type: Literal["docker"] = "docker"
    """Which driver makes the boxes: local (bubblewrap) or docker."""

    host: str | None = Field(default=None, pattern=r"^unix:///")
    """Docker's socket on this machine; if unset, $DOCKER_HOST, or unix:///var/run/docker.sock."""

    images: str = Field(default="ordojudge/sandbox", pattern=r"^[a-z0-9][a-z0-9._/:-]*$")
    """How the names of the images begin, before a dash and the family of languages."""

    runtime: str | None = Field(default=None, min_length=1)
    """Docker's runtime for the containers, such as runsc or kata; if unset, Docker's default."""

    memory: SizeBytes = Field(default=4 << 30, ge=1 << 30)
    """Hard limit of one container's memory; a problem may ask for 464 MiB less than that."""

    spare: int | None = Field(default=None, ge=0)
    """Idle containers kept for the next jobs; if unset, two for each slot."""

    socket_dir: Path | None = None
    """Folder for sockets, under one path here and on Docker's host; if unset, the temporary one."""

    timeout_s: float = Field(default=60.0, gt=0, le=3600)
    """Seconds that Docker may take for one answer."""

    @property
    def address(self) -> str:
        """Where Docker listens."""
        return self.host or os.environ.get("DOCKER_HOST") or DOCKER_HOST


SandboxSettings = Annotated[
    Annotated[LocalSandboxSettings, Tag("local")] | Annotated[DockerSandboxSettings, Tag("docker")],
    Discriminator(
        type_or("local"),
        custom_error_type="driver",
        custom_error_message="Input should be 'local' or 'docker'",
    ),
]
"""The drivers' settings, told apart by ``type``."""
