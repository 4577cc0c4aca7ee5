"""How the judge is configured: variables ``ORDOJUDGE_…``, read once by an entry point.

Nothing here reads the environment, a file or the machine until it is called.
"""

import difflib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    SecretStr,
    Tag,
    ValidationError,
)
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from ordojudge.core.errors import ConfigurationError
from ordojudge.core.models import SizeBytes

PREFIX = "ORDOJUDGE_"
DELIMITER = "__"
RESERVED_PREFIX = "ORDOJUDGE_TEST_"
"""Variables of the project's own test suite; not settings, so never unknown ones."""

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


def _user_folder(variable: str, below_home: str, *, setting: str) -> Path:
    base = Path(os.environ.get(variable, ""))
    if base.is_absolute():  # the XDG specification has relative paths ignored
        return base / "ordojudge"
    try:
        return Path.home() / below_home / "ordojudge"
    except RuntimeError:
        raise ConfigurationError(f"{setting}: needed, since this user has no home folder") from None


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class _BoxSettings(_Section):
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
        return _user_folder("XDG_CACHE_HOME", ".cache", setting="ORDOJUDGE_SANDBOX__CACHE_DIR")


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


def _driver(value: object) -> str:
    """Which driver's settings these are."""
    return str(
        value.get("type", "local") if isinstance(value, dict) else getattr(value, "type", "")
    )


SandboxSettings = Annotated[
    Annotated[LocalSandboxSettings, Tag("local")] | Annotated[DockerSandboxSettings, Tag("docker")],
    Discriminator(
        _driver,
        custom_error_type="driver",
        custom_error_message="Input should be 'local' or 'docker'",
    ),
]
"""The drivers' settings, told apart by ``type``."""


class InProcessQueueSettings(_Section):
    """Jobs that wait in the process that serves."""

    type: Literal["inprocess"] = "inprocess"
    """Where jobs wait for a slot: inprocess, the process that serves; this version has no other."""

    capacity: int = Field(default=4096, ge=1)
    """Jobs that may wait for a slot; what doesn't fit is refused at once."""

    keep_finished_s: float = Field(default=600.0, ge=0)
    """Seconds that a job can be asked for after it is over; as many as may wait are kept at most."""


QueueSettings = InProcessQueueSettings
"""The drivers' settings, told apart by ``type``."""


class FileStoreSettings(_Section):
    """Registered problems as files."""

    type: Literal["files"] = "files"
    """How registered problems are kept: files, in a folder; this version has no other way."""

    folder: Path | None = None
    """Folder of registered problems, for machines to share or not; if unset, in ~/.local/share."""

    cache_dir: Path | None = None
    """Folder of problems unpacked on this machine; if unset, in $XDG_CACHE_HOME or in ~/.cache."""

    cache_bytes: SizeBytes = Field(default=4 << 30, gt=0)
    """Size that the unpacked problems are kept under; the largest problem must fit."""

    @property
    def problems_folder(self) -> Path:
        """Where registered problems are; it may not exist yet.

        Raises:
            ConfigurationError: no folder is set and this user has no home.
        """
        if self.folder is not None:
            return self.folder.expanduser()
        setting = "ORDOJUDGE_STORE__FOLDER"
        return _user_folder("XDG_DATA_HOME", ".local/share", setting=setting) / "problems"

    @property
    def cache_folder(self) -> Path:
        """Where problems are unpacked; it may not exist yet.

        Raises:
            ConfigurationError: no folder is set and this user has no home.
        """
        if self.cache_dir is not None:
            return self.cache_dir.expanduser()
        setting = "ORDOJUDGE_STORE__CACHE_DIR"
        return _user_folder("XDG_CACHE_HOME", ".cache", setting=setting) / "problems"


class CacheSettings(_Section):
    """Judgements kept in memory, so that no program is judged twice."""

    bytes: SizeBytes = Field(default=64 << 20, ge=0)
    """Size that remembered judgements are kept under; 0 remembers none."""


class LogSettings(_Section):
    """What is logged, to standard error."""

    level: Annotated[
        Literal["debug", "info", "warning", "error", "critical"],
        BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value),
    ] = "warning"
    """The least severe events that are logged: debug, info, warning, error or critical."""

    format: Literal["console", "json"] = "console"
    """Lines for people, or one JSON object a line."""


class ApiSettings(_Section):
    """The HTTP API."""

    host: str = Field(default="127.0.0.1", min_length=1)
    """Address that the service listens at."""

    port: int = Field(default=8000, ge=0, le=65535)
    """Port that the service listens at; 0 for any that is free."""

    keys: SecretStr | None = None
    """Keys that clients must show, by commas: each a key, or name:key, or name:sha256:digest."""

    keys_file: Path | None = None
    """File of further keys, one a line, written as in the list."""

    allow_anonymous: bool = False
    """Listen at an address that others can reach without asking for keys."""

    max_body_bytes: SizeBytes = Field(default=32 << 20, gt=0)
    """Most bytes of a request, before and after unpacking."""

    max_problem_bytes: SizeBytes = Field(default=256 << 20, gt=0)
    """Most bytes of a problem that is registered, before and after unpacking."""

    max_items: int = Field(default=1024, ge=1)
    """Most submissions in one request."""

    max_in_flight: int = Field(default=256, ge=1)
    """Most submissions of one request that are queued or judged at a time."""

    timeout_s: float = Field(default=600.0, gt=0)
    """Seconds after which a request that waits is given up, and what it waits for isn't judged."""

    body_timeout_s: float = Field(default=60.0, gt=0)
    """Seconds that a client may take to send a request's body."""

    drain_s: float = Field(default=30.0, ge=0)
    """Seconds that requests under way may go on after the service was asked to end."""

    remember_s: float = Field(default=3600.0, ge=0)
    """Seconds that an answer is kept for a repeated Idempotency-Key."""

    remember_bytes: SizeBytes = Field(default=64 << 20, ge=0)
    """Size that the answers kept for repeated keys stay under."""


class Settings(BaseSettings):
    """Everything that can be configured. Entry points build it with ``load_settings``."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter=DELIMITER,
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
    )

    sandbox: SandboxSettings = Field(default_factory=LocalSandboxSettings)
    """Where submissions run."""

    api: ApiSettings = Field(default_factory=ApiSettings)
    """The HTTP API."""

    queue: QueueSettings = Field(default_factory=InProcessQueueSettings)
    """Where programs wait for a slot."""

    store: FileStoreSettings = Field(default_factory=FileStoreSettings)
    """Registered problems."""

    cache: CacheSettings = Field(default_factory=CacheSettings)
    """Judgements that are kept."""

    log: LogSettings = Field(default_factory=LogSettings)
    """What is logged."""

    reward: str = Field(default="default", min_length=1)
    """Preset, or TOML or JSON file, that turns verdicts into rewards unless a command names one."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments before the environment, and nothing else: no dotenv or secrets files."""
        return init_settings, env_settings


def load_settings(*, driver: str | None = None) -> Settings:
    """Read the settings from the environment.

    Args:
        driver: The sandbox's ``type``, in place of the environment's.

    Raises:
        ConfigurationError: one line that names the variable.
    """
    known = {variable for variable, _, _ in described_settings()}
    for name in sorted(os.environ):
        upper = name.upper()
        if upper.startswith(PREFIX) and not upper.startswith(RESERVED_PREFIX):
            _refuse_unknown(name, known)
    given: dict[str, Any] = {} if driver is None else {"sandbox": {"type": driver}}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise ConfigurationError(_complaint(error)) from None


def described_settings() -> Iterator[tuple[str, str, Any]]:
    """Every variable with its meaning and its default, in the order of the documentation."""
    told = set()
    for variable, meaning, default in _described(Settings, PREFIX):
        if variable not in told:  # both drivers have some
            told.add(variable)
            yield variable, meaning, default


def _described(section: type[BaseModel], prefix: str) -> Iterator[tuple[str, str, Any]]:
    for name, field in section.model_fields.items():
        variable = f"{prefix}{name}".upper()
        inner = [
            kind
            for kind in (field.annotation, *get_args(field.annotation))
            for kind in (get_args(kind)[:1] if get_origin(kind) is Annotated else (kind,))
            if isinstance(kind, type) and issubclass(kind, BaseModel)
        ]
        for each in inner:
            yield from _described(each, variable + DELIMITER)
        if not inner:
            yield variable, field.description or "", field.get_default(call_default_factory=True)


def _refuse_unknown(name: str, known: set[str]) -> None:
    if name.upper() in known:
        return
    near = difflib.get_close_matches(name.upper(), known, n=1, cutoff=0.0)
    raise ConfigurationError(f"{name}: there is no such setting; the nearest is {near[0]}")


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    place = [str(part) for part in first["loc"]]
    if place[0] == "sandbox" and len(place) > 1:
        driver = place.pop(1)  # the tag that chose among the drivers
        if first["type"] == "extra_forbidden":
            first["msg"] = f"is no setting of the {driver} sandbox"
    elif first["type"] == "driver":
        place.append("type")
        first["input"] = _driver(first["input"])
    variable = PREFIX + DELIMITER.join(place).upper()
    message = first["msg"].removeprefix("Value error, ")
    return f"{variable}: {message} (it is {first['input']!r})"
