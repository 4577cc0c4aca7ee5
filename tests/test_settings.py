"""Settings from the environment: what is read, and how bad variables are refused."""

import contextlib
import json
import os
import re
from pathlib import Path
from typing import Any, Literal

import pytest
import structlog
from pydantic import ValidationError

from ordojudge import box_settings
from ordojudge.core.errors import ConfigurationError
from ordojudge.log import configure_logging
from ordojudge.settings import (
    DockerSandboxSettings,
    FileStoreSettings,
    LocalSandboxSettings,
    LogSettings,
    SandboxSettings,
    described_settings,
    load_settings,
)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.upper().startswith("ORDOJUDGE_"):
            monkeypatch.delenv(name)


def test_nothing_set_gives_the_documented_defaults() -> None:
    settings = load_settings()
    assert settings.sandbox == LocalSandboxSettings()
    assert settings.log == LogSettings(level="warning", format="console")
    assert settings.reward == "default"


@pytest.mark.parametrize(
    ("variable", "text", "field", "value"),
    [
        ("ORDOJUDGE_REWARD", "stage1", "reward", "stage1"),
        ("ORDOJUDGE_SANDBOX__SLOTS", "3", "sandbox.slots", 3),
        ("ordojudge_sandbox__slots", "3", "sandbox.slots", 3),
        ("ORDOJUDGE_SANDBOX__SLOTS", "", "sandbox.slots", None),
        ("ORDOJUDGE_SANDBOX__CACHE_BYTES", "512MiB", "sandbox.cache_bytes", 512 << 20),
        ("ORDOJUDGE_SANDBOX__CACHE_BYTES", "1000", "sandbox.cache_bytes", 1000),
        ("ORDOJUDGE_SANDBOX__PYTHON", "/opt/python", "sandbox.python", Path("/opt/python")),
        (
            "ORDOJUDGE_SANDBOX__WARM_PACKAGES",
            "numpy, scipy.stats,",
            "sandbox.warm_packages",
            ("numpy", "scipy.stats"),
        ),
        ("ORDOJUDGE_SANDBOX__WARM_PACKAGES", "none", "sandbox.warm_packages", ()),
        ("ORDOJUDGE_SANDBOX__ALLOW_UNISOLATED", "true", "sandbox.allow_unisolated", True),
        ("ORDOJUDGE_STORE__FOLDER", "/srv/problems", "store.folder", Path("/srv/problems")),
        ("ORDOJUDGE_STORE__CACHE_BYTES", "1GiB", "store.cache_bytes", 1 << 30),
        ("ORDOJUDGE_QUEUE__TYPE", "inprocess", "queue.type", "inprocess"),
        ("ORDOJUDGE_QUEUE__CAPACITY", "64", "queue.capacity", 64),
        ("ORDOJUDGE_QUEUE__KEEP_FINISHED_S", "0.5", "queue.keep_finished_s", 0.5),
        ("ORDOJUDGE_CACHE__BYTES", "0", "cache.bytes", 0),
        ("ORDOJUDGE_LOG__LEVEL", "DEBUG", "log.level", "debug"),
        ("ORDOJUDGE_LOG__FORMAT", "json", "log.format", "json"),
        ("ORDOJUDGE_TEST_REQUIRE", "sandbox", "reward", "default"),
    ],
)
def test_a_variable_sets_its_field(
    variable: str, text: str, field: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    found: Any = load_settings()
    for name in field.split("."):
        found = getattr(found, name)
    assert found == value


@pytest.mark.parametrize(
    ("variable", "text", "complaint"),
    [
        ("ORDOJUDGE_SANDBOX__SLOTS", "many", "integer.*'many'"),
        ("ORDOJUDGE_SANDBOX__SLOTS", "0", "greater than or equal to 1"),
        ("ORDOJUDGE_SANDBOX__TYPE", "podman", "'local' or 'docker'"),
        ("ORDOJUDGE_SANDBOX__RUNTIME", "runsc", "no setting of the local sandbox"),
        ("ORDOJUDGE_SANDBOX__CACHE_BYTES", "lots", "KiB, MiB or GiB"),
        ("ORDOJUDGE_SANDBOX__CACHE_BYTES", "0", "greater than 0"),
        ("ORDOJUDGE_SANDBOX__WARM_PACKAGES", "numpy; rm", "pattern"),
        ("ORDOJUDGE_SANDBOX__ALLOW_UNISOLATED", "i guess", "boolean"),
        ("ORDOJUDGE_STORE__TYPE", "s3", "'files' or 'redis'"),
        ("ORDOJUDGE_STORE__CACHE_BYTES", "0", "greater than 0"),
        ("ORDOJUDGE_QUEUE__TYPE", "kafka", "'inprocess'"),
        ("ORDOJUDGE_QUEUE__CAPACITY", "0", "greater than or equal to 1"),
        ("ORDOJUDGE_QUEUE__KEEP_FINISHED_S", "-1", "greater than or equal to 0"),
        ("ORDOJUDGE_CACHE__BYTES", "-1", "not a size"),
        ("ORDOJUDGE_LOG__LEVEL", "loud", "'debug', 'info'"),
        ("ORDOJUDGE_SANDBOX__SLOT", "3", "nearest is ORDOJUDGE_SANDBOX__SLOTS"),
        ("ORDOJUDGE_REWORD", "x", "nearest is ORDOJUDGE_REWARD"),
        ("ordojudge_log__levle", "info", "nearest is ORDOJUDGE_LOG__LEVEL"),
        ("ORDOJUDGE_SANDBOX", '{"slots": 3}', "no such setting"),
        ("ORDOJUDGE_SANDBOX__SLOTS__N", "3", "no such setting"),
    ],
)
def test_a_bad_variable_is_refused_by_name(
    variable: str, text: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    with pytest.raises(ConfigurationError, match=complaint) as caught:
        load_settings()
    assert str(caught.value).startswith(variable)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("variables", "driver", "expected"),
    [
        pytest.param(
            {"TYPE": "docker", "SLOTS": "3", "MEMORY": "2GiB", "WARM_PACKAGES": "none"},
            None,
            DockerSandboxSettings(slots=3, memory=2 << 30, warm_packages=()),
            id="as the environment says",
        ),
        pytest.param(
            {"SLOTS": "3"}, "docker", DockerSandboxSettings(slots=3), id="what both have is kept"
        ),
        pytest.param(
            {"TYPE": "docker"}, "local", LocalSandboxSettings(), id="the command wins over it"
        ),
    ],
)
def test_a_command_can_choose_the_driver(
    variables: dict[str, str],
    driver: str | None,
    expected: SandboxSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(f"ORDOJUDGE_SANDBOX__{name}", value)
    assert load_settings(driver=driver).sandbox == expected


@pytest.mark.parametrize(
    ("variables", "complaint"),
    [
        pytest.param({"PYTHON": "/x"}, "PYTHON: is no setting of the docker", id="local's"),
        pytest.param({"HOST": "tcp://far:2375"}, "HOST: .*unix:///", id="another machine"),
        pytest.param({"MEMORY": "64MiB"}, "MEMORY: .*greater than", id="too little memory"),
    ],
)
def test_a_docker_sandbox_refuses_what_it_can_not_use(
    variables: dict[str, str], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(f"ORDOJUDGE_SANDBOX__{name}", value)
    with pytest.raises(ConfigurationError, match=complaint):
        load_settings(driver="docker")


def test_docker_s_own_variable_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    assert DockerSandboxSettings().address == "unix:///var/run/docker.sock"
    monkeypatch.setenv("DOCKER_HOST", "unix:///run/user/1000/docker.sock")
    assert DockerSandboxSettings().address == "unix:///run/user/1000/docker.sock"
    assert DockerSandboxSettings(host="unix:///x").address == "unix:///x"


def test_settings_are_frozen() -> None:
    settings = load_settings()
    with pytest.raises(ValidationError, match="frozen"):
        settings.sandbox.slots = 3


@pytest.mark.parametrize(
    ("given", "xdg", "folder"),
    [
        pytest.param("/srv/c", "/var/x", "/srv/c", id="the setting wins"),
        pytest.param("~/c", "/var/x", "/home-of-user/c", id="a tilde is the home folder"),
        pytest.param(None, "/var/x", "/var/x/ordojudge", id="then XDG"),
        pytest.param(None, "x", "/home-of-user/.cache/ordojudge", id="a relative XDG is ignored"),
        pytest.param(None, "", "/home-of-user/.cache/ordojudge", id="then the home folder"),
    ],
)
def test_where_the_cache_is(
    given: str | None, xdg: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home-of-user")
    monkeypatch.setenv("XDG_CACHE_HOME", xdg)
    sandbox = LocalSandboxSettings(cache_dir=None if given is None else Path(given))
    assert sandbox.cache_folder == Path(folder)


@pytest.mark.parametrize(
    ("given", "xdg", "folder"),
    [
        pytest.param("/srv/p", "/var/x", "/srv/p", id="the setting wins"),
        pytest.param("~/p", "/var/x", "/home-of-user/p", id="a tilde is the home folder"),
        pytest.param(None, "/var/x", "/var/x/ordojudge/problems", id="then XDG"),
        pytest.param(
            None, "x", "/home-of-user/.local/share/ordojudge/problems", id="then the home folder"
        ),
    ],
)
def test_where_registered_problems_are(
    given: str | None, xdg: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home-of-user")
    monkeypatch.setenv("XDG_DATA_HOME", xdg)
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/c")
    store = FileStoreSettings(folder=None if given is None else Path(given))
    assert store.problems_folder == Path(folder)
    assert store.cache_folder == Path("/var/c/ordojudge/problems")
    assert FileStoreSettings(cache_dir=Path("~/c")).cache_folder == Path("/home-of-user/c")


def test_slots_are_the_cores_unless_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 2, 5})
    assert LocalSandboxSettings().slot_count == 3
    assert LocalSandboxSettings(slots=7).slot_count == 7


def test_submissions_never_run_on_the_interpreter_of_a_venv(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    system = tmp_path / "python3"
    monkeypatch.setattr(box_settings, "SYSTEM_PYTHON", system)
    monkeypatch.setattr("sys._base_executable", "/opt/base/python")
    assert LocalSandboxSettings().interpreter == Path("/opt/base/python")
    system.touch()
    assert LocalSandboxSettings().interpreter == system
    assert LocalSandboxSettings(python=Path("/own")).interpreter == Path("/own")


def test_the_documentation_tells_each_setting_as_its_docstring_does() -> None:
    document = (Path(__file__).resolve().parents[1] / "docs/settings.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(ORDOJUDGE_\w+)` \| [^|]* \| ([^|]*) \|$", document, re.M))
    assert rows == {variable: meaning for variable, meaning, _ in described_settings()}


def test_json_logs_are_one_object_a_line_and_keep_quiet_below_the_level(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure_logging(LogSettings(level="info", format="json"))
    try:
        log = structlog.get_logger()
        log.debug("box opened")
        log.info("job finished", job_id="7", verdict="AC")
    finally:
        structlog.reset_defaults()
    printed = capsys.readouterr()
    assert printed.out == ""
    event = json.loads(printed.err)
    assert event.pop("timestamp").endswith("Z")
    assert event == {"event": "job finished", "job_id": "7", "level": "info", "verdict": "AC"}


@pytest.mark.parametrize("form", ["console", "json"])
def test_tracebacks_are_logged_without_local_variables(
    form: Literal["console", "json"], capsys: pytest.CaptureFixture[str]
) -> None:
    source = "a submission's " + "source"
    configure_logging(LogSettings(level="debug", format=form))
    try:
        try:
            raise KeyError(len(source))
        except KeyError as error:
            structlog.get_logger().debug("cause of the error", exc_info=error)
    finally:
        structlog.reset_defaults()
    printed = capsys.readouterr().err
    assert "KeyError" in printed
    assert source not in printed


def test_logs_for_people_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings())
    try:
        structlog.get_logger().warning("box lost", slot=2)
    finally:
        structlog.reset_defaults()
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.search(r"warning\s+\] box lost\s+slot=2", printed.err)


def test_a_lost_stream_costs_the_log_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", buffering=1, encoding="utf-8") as broken:
        monkeypatch.setattr("sys.stderr", broken)
        configure_logging(LogSettings())
        try:
            structlog.get_logger().warning("nobody reads this")
            with contextlib.suppress(OSError):
                broken.close()
            structlog.get_logger().warning("nor this")
        finally:
            structlog.reset_defaults()
