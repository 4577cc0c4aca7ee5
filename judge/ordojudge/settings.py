"""How the judge is configured: variables ``ORDOJUDGE_…``, read once by an entry point.

Nothing here reads the environment, a file or the machine until it is called.
"""

import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, get_args, get_origin
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    BeforeValidator,
    Discriminator,
    Field,
    SecretStr,
    Tag,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from ordojudge.box_settings import DockerSandboxSettings as DockerSandboxSettings
from ordojudge.box_settings import LocalSandboxSettings as LocalSandboxSettings
from ordojudge.box_settings import SandboxSettings as SandboxSettings
from ordojudge.box_settings import Section, type_or, user_folder
from ordojudge.core.errors import ConfigurationError
from ordojudge.core.models import SizeBytes

PREFIX = "ORDOJUDGE_"
DELIMITER = "__"
RESERVED_PREFIX = "ORDOJUDGE_TEST_"
"""Variables of the project's own test suite; not settings, so never unknown ones."""

_TAGGED: Final = ("sandbox", "queue", "store")
"""Groups of which a driver is chosen by ``type``."""


class InProcessQueueSettings(Section):
    """Jobs that wait in the process that serves."""

    type: Literal["inprocess"] = "inprocess"
    """Where jobs wait for a slot: inprocess, the process that serves, or rq, Redis and workers."""

    capacity: int = Field(default=4096, ge=1)
    """Jobs that may wait for a slot; what doesn't fit is refused at once."""

    keep_finished_s: float = Field(default=600.0, ge=0)
    """Seconds that a job can be asked for after it is over; as many as may wait are kept at most."""


class RqQueueSettings(Section):
    """Jobs that wait in Redis, for the workers of any number of machines."""

    type: Literal["rq"] = "rq"
    """Where jobs wait for a slot: inprocess, the process that serves, or rq, Redis and workers."""

    url: SecretStr = SecretStr("redis://127.0.0.1:6379/0")
    """Redis, with user and password if it asks for them: redis://, rediss:// or unix://."""

    name: str = Field(default="ordojudge", pattern=r"^[A-Za-z0-9_-]{1,64}$")
    """How the names of all keys in Redis begin; services of different names don't meet."""

    capacity: int = Field(default=4096, ge=1)
    """Jobs that may wait for a slot; what doesn't fit is refused at once."""

    keep_finished_s: float = Field(default=600.0, ge=0)
    """Seconds that a job can be asked for after it is over; as many as may wait are kept at most."""

    beat_s: float = Field(default=2.0, gt=0, le=60)
    """Seconds between two signs of life of a slot."""

    lost_after_s: float = Field(default=10.0, gt=0, le=600)
    """Seconds without a sign of life after which a slot's job runs elsewhere; several beats."""

    tries: int = Field(default=3, ge=1, le=10)
    """How often a job may be begun by slots that die; then its verdict is JE."""

    away_s: float = Field(default=3.0, ge=0, le=600)
    """Seconds that a request waits for a Redis that is away before it is answered with 503."""

    @model_validator(mode="after")
    def _several_beats(self) -> Self:
        if self.lost_after_s < 2 * self.beat_s:
            raise ValueError(f"lost_after_s: {self.lost_after_s:g} is less than two beats")
        return self


QueueSettings = Annotated[
    Annotated[InProcessQueueSettings, Tag("inprocess")] | Annotated[RqQueueSettings, Tag("rq")],
    Discriminator(
        type_or("inprocess"),
        custom_error_type="driver",
        custom_error_message="Input should be 'inprocess' or 'rq'",
    ),
]
"""The drivers' settings, told apart by ``type``."""


class _ProblemCacheSettings(Section):
    """What both stores have."""

    cache_dir: Path | None = None
    """Folder of problems unpacked on this machine; if unset, in $XDG_CACHE_HOME or in ~/.cache."""

    cache_bytes: SizeBytes = Field(default=4 << 30, gt=0)
    """Size that the unpacked problems are kept under; the largest problem must fit."""

    @property
    def cache_folder(self) -> Path:
        """Where problems are unpacked; it may not exist yet.

        Raises:
            ConfigurationError: no folder is set and this user has no home.
        """
        if self.cache_dir is not None:
            return self.cache_dir.expanduser()
        setting = "ORDOJUDGE_STORE__CACHE_DIR"
        return user_folder("XDG_CACHE_HOME", ".cache", setting=setting) / "problems"


class FileStoreSettings(_ProblemCacheSettings):
    """Registered problems as files."""

    type: Literal["files"] = "files"
    """How registered problems are kept: files, in a folder, or redis; if unset, where jobs wait."""

    folder: Path | None = None
    """Folder of registered problems, for machines to share or not; if unset, in ~/.local/share."""

    @property
    def problems_folder(self) -> Path:
        """Where registered problems are; it may not exist yet.

        Raises:
            ConfigurationError: no folder is set and this user has no home.
        """
        if self.folder is not None:
            return self.folder.expanduser()
        setting = "ORDOJUDGE_STORE__FOLDER"
        return user_folder("XDG_DATA_HOME", ".local/share", setting=setting) / "problems"


class RedisStoreSettings(_ProblemCacheSettings):
    """Registered problems in the Redis where jobs wait."""

    type: Literal["redis"] = "redis"
    """How registered problems are kept: files, in a folder, or redis; if unset, where jobs wait."""


StoreSettings = Annotated[
    Annotated[FileStoreSettings, Tag("files")] | Annotated[RedisStoreSettings, Tag("redis")],
    Discriminator(
        type_or("files"),
        custom_error_type="driver",
        custom_error_message="Input should be 'files' or 'redis'",
    ),
]
"""The stores' settings, told apart by ``type``."""


class CacheSettings(Section):
    """Judgements kept in memory, so that no program is judged twice."""

    bytes: SizeBytes = Field(default=64 << 20, ge=0)
    """Size that remembered judgements are kept under; 0 remembers none."""


class ClientSettings(Section):
    """The service that commands ask, in place of this machine."""

    server: str | None = Field(default=None, min_length=1)
    """URL of a service that grades, and takes problems, in place of this machine."""

    key: SecretStr | None = None
    """API key to show to that service."""

    timeout_s: float = Field(default=600.0, gt=0, le=86_400)
    """Seconds that one request to that service may take, tries and pauses included."""


class LogSettings(Section):
    """What is logged, to standard error."""

    level: Annotated[
        Literal["debug", "info", "warning", "error", "critical"],
        BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value),
    ] = "warning"
    """The least severe events that are logged: debug, info, warning, error or critical."""

    format: Literal["console", "json"] = "console"
    """Lines for people, or one JSON object a line."""


class ApiSettings(Section):
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

    max_held_bytes: SizeBytes = Field(default=128 << 20, gt=0)
    """Most bytes of all requests that are held at a time; a request that doesn't fit is answered 429."""

    max_problem_bytes: SizeBytes = Field(default=256 << 20, gt=0)
    """Most bytes of a problem that is registered, before and after unpacking."""

    max_items: int = Field(default=1024, ge=1)
    """Most submissions in one request."""

    max_in_flight: int = Field(default=256, ge=1)
    """Most submissions of one request that are queued or judged at a time."""

    timeout_s: float = Field(default=600.0, gt=0)
    """Seconds after which a request that waits is given up, and what it waits for isn't judged."""

    body_timeout_s: float = Field(default=60.0, gt=0)
    """Seconds that a client may take to send a request's body, or to take a line of a stream."""

    drain_s: float = Field(default=30.0, ge=0)
    """Seconds that requests under way may go on after the service was asked to end."""

    remember_s: float = Field(default=3600.0, ge=0)
    """Seconds that an answer is kept for a repeated Idempotency-Key."""

    remember_bytes: SizeBytes = Field(default=64 << 20, ge=0)
    """Size that the answers kept for repeated keys stay under."""


class TracingSettings(Section):
    """Traces, sent by OpenTelemetry's protocol."""

    endpoint: str | None = Field(default=None, pattern=r"^https?://")
    """URL that traces are sent to, as http://collector:4318/v1/traces; if unset, nothing is traced."""

    service: str = Field(default="ordojudge", min_length=1)
    """Name of the service in traces."""

    share: float = Field(default=1.0, ge=0, le=1)
    """Share of the requests that are traced, of those that come without a trace of their own."""


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

    store: StoreSettings = Field(default_factory=FileStoreSettings)
    """Registered problems."""

    cache: CacheSettings = Field(default_factory=CacheSettings)
    """Judgements that are kept."""

    client: ClientSettings = Field(default_factory=ClientSettings)
    """The service that commands ask."""

    log: LogSettings = Field(default_factory=LogSettings)
    """What is logged."""

    tracing: TracingSettings = Field(default_factory=TracingSettings)
    """Traces."""

    reward: str = Field(default="default", min_length=1)
    """Preset, or TOML or JSON file, that turns verdicts into rewards unless a command names one."""

    @model_validator(mode="before")
    @classmethod
    def _problems_where_jobs_wait(cls, data: Any) -> Any:
        """Workers need the problems: they are where the jobs are, unless told otherwise."""
        if isinstance(data, dict) and type_or("inprocess")(data.get("queue")) == "rq":
            store = data.get("store") or {}
            if isinstance(store, dict) and not {"type", "folder"} & store.keys():
                return {**data, "store": {**store, "type": "redis"}}
        return data

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


def load_settings(*, driver: str | None = None, redis: str | None = None) -> Settings:
    """Read the settings from the environment.

    Args:
        driver: The sandbox's ``type``, in place of the environment's.
        redis: An URL of the Redis where jobs wait, in place of the environment's queue.

    Raises:
        ConfigurationError: one line that names the variable.
    """
    known = {variable for variable, _, _ in described_settings()}
    for name in sorted(os.environ):
        upper = name.upper()
        if upper.startswith(PREFIX) and not upper.startswith(RESERVED_PREFIX):
            _refuse_unknown(name, known)
    given: dict[str, Any] = {} if driver is None else {"sandbox": {"type": driver}}
    if redis is not None:
        given["queue"] = {"type": "rq", "url": redis}
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
    if first["type"] == "driver":
        place.append("type")
        first["input"] = type_or("")(first["input"])
    elif place[0] in _TAGGED and len(place) > 1:
        driver = place.pop(1)  # the tag that chose among the drivers
        if first["type"] == "extra_forbidden":
            first["msg"] = f"is no setting of the {driver} {place[0]}"
    variable = PREFIX + DELIMITER.join(place).upper()
    message = first["msg"].removeprefix("Value error, ")
    if isinstance(first["input"], dict):  # a whole section, and maybe with a password in it
        return f"{variable}: {message}"
    return f"{variable}: {message} (it is {first['input']!r})"


def shown_url(url: str) -> str:
    """An URL as it may be logged: without its password."""
    try:
        parts = urlsplit(url)
        if parts.password is None:
            return url
        user, host = parts.username or "", parts.netloc.rpartition("@")[2]
        return parts._replace(netloc=f"{user}:***@{host}").geturl()
    except ValueError:
        return "(no URL)"
