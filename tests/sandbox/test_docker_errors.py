"""What the Docker driver says where it can't work: one line that tells what to do. Needs no daemon."""

import json
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from typer.testing import CliRunner

from ordojudge.core.counted_builds import counted_build
from ordojudge.core.errors import SandboxError, SandboxUnavailable
from ordojudge.core.languages import Language, find_language
from ordojudge.sandbox.docker import DockerSandbox
from ordojudge.sandbox.docker_daemon import Daemon, Image
from ordojudge.sandbox.docker_inspect import inspect_docker
from ordojudge.sandbox.guest import guest_version
from ordojudge.sandbox.images import (
    GUEST_LABEL,
    TOOLCHAIN_LABEL,
    ImageToolchain,
    find_image,
    wanted_headers,
)
from ordojudge.sandbox.owners import Owner, own, parse_owner
from ordojudge.sandbox.toolchain import header_command
from ordojudge.settings import DockerSandboxSettings
from ordojudge_api.cli import app
from tests.conftest import absent
from tests.sandbox.docker_hosts import INFO, Answer, CannedDaemon

ROOT = Path(__file__).resolve().parents[2]
FACTS = json.dumps({"python": {}, "compilers": {}, "linker": "", "headers": []})
LABELS = {GUEST_LABEL: guest_version(), TOOLCHAIN_LABEL: FACTS}


@pytest.fixture(scope="module", autouse=True)
def _package() -> None:
    try:
        import docker  # noqa: F401
    except ImportError:
        absent("docker", "docker sandbox", "the Python package is missing")


def settings_for(address: str, **options: Any) -> DockerSandboxSettings:
    return DockerSandboxSettings(host=address, timeout_s=0.5, **options)


def image_with(labels: Mapping[str, str]) -> dict[str, Answer]:
    found = {"Id": "sha256:1", "Config": {"Labels": labels}}
    return {r"/images/.+/json": (200, found)}


NO_MEMORY = {"/info": (200, {**INFO, "MemoryLimit": False})}
NO_PIDS = {"/info": (200, {**INFO, "PidsLimit": False})}
ROOTLESS = {
    "/info": (200, {**INFO, "MemoryLimit": False, "SecurityOptions": ["name=rootless"]}),
}
WINDOWS = {"/info": (200, {**INFO, "OSType": "windows"})}
FULL = {"/info": (200, {**INFO, "DockerRootDir": "/proc"})}  # which never has any space
OLD = [{"RepoTags": ["ordojudge/sandbox-python:00ff"], "Created": 1}]


def refusing_to_create(status: int, message: str) -> dict[str, Answer]:
    return {**image_with(LABELS), "/containers/create": (status, {"message": message})}


@pytest.mark.parametrize(
    ("answers", "options", "complaint"),
    [
        pytest.param(NO_MEMORY, {}, "no memory control group: enable it", id="memory controller"),
        pytest.param(NO_PIDS, {}, "no pids control group: enable it", id="pids controller"),
        pytest.param(
            ROOTLESS,
            {},
            "no memory control group: rootless Docker needs control groups version 2",
            id="rootless without delegation",
        ),
        pytest.param(WINDOWS, {}, "Linux containers, not windows's", id="Windows containers"),
        pytest.param(
            {}, {"runtime": "runsc"}, "no runtime 'runsc'; known are runc", id="unknown runtime"
        ),
        pytest.param(
            {},
            {},
            f"no image ordojudge/sandbox-python:{guest_version()}: run sandbox_images/build python",
            id="no image",
        ),
        pytest.param(
            {"/images/json": (200, OLD)},
            {},
            "there is version 00ff, of another judge: run sandbox_images/build python",
            id="only another judge's image",
        ),
        pytest.param(
            image_with({**LABELS, GUEST_LABEL: "00ff"}),
            {},
            f"is of version 00ff, this judge needs {guest_version()}: run sandbox_images/build",
            id="an image under a wrong tag",
        ),
        pytest.param(
            image_with({GUEST_LABEL: guest_version()}),
            {},
            "is of version unknown",
            id="an image built by other means",
        ),
        pytest.param(
            refusing_to_create(500, "write /var/lib/docker/x: no space left on device"),
            {},
            "its disk is full: free space",
            id="full disk",
        ),
        pytest.param(
            FULL, {}, "its disk is full (0 MiB free in /proc): free space", id="full at the start"
        ),
        pytest.param(
            refusing_to_create(500, 'unknown mount option "nr_inodes=8k": invalid mount option'),
            {},
            "boxes need a daemon that limits files in memory, as Docker does",
            id="no limit on files in memory",
        ),
        pytest.param(
            refusing_to_create(404, "No such image: sha256:1"), {}, "No such image", id="image gone"
        ),
        pytest.param(
            refusing_to_create(400, "bind source path does not exist: /x"),
            {},
            "see ORDOJUDGE_SANDBOX__SOCKET_DIR",
            id="a judge in a container",
        ),
        pytest.param({"/info": (500, {"message": "oops"})}, {}, "docker: oops", id="server error"),
    ],
)
def test_a_daemon_that_can_not_serve_is_told_in_one_line(
    answers: dict[str, Answer], options: dict[str, Any], complaint: str, tmp_path: Path
) -> None:
    with CannedDaemon(tmp_path / "s", answers) as daemon:
        with pytest.raises(SandboxError) as caught:
            open_box(settings_for(daemon.address, **options))
        unavailable = isinstance(caught.value, SandboxUnavailable)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert unavailable or complaint == "docker: oops"


def open_box(settings: DockerSandboxSettings) -> None:
    with DockerSandbox(settings) as sandbox, sandbox.box(find_language("python")):
        pass


def engine(name: str) -> dict[str, Answer]:
    return {"/version": (200, {"ApiVersion": "1.41", "Components": [{"Name": name}]})}


@pytest.mark.parametrize(
    ("name", "limited", "sealed"),
    [
        pytest.param("Engine", True, set(), id="Docker limits the number of files"),
        pytest.param(
            "Podman Engine", False, {"/run", "/var/tmp"}, id="Podman adds folders, which are sealed"
        ),
    ],
)
def test_folders_in_memory_are_those_that_the_engine_knows(
    name: str, limited: bool, sealed: set[str], tmp_path: Path
) -> None:
    answers = {**refusing_to_create(500, "enough"), **engine(name)}
    with CannedDaemon(tmp_path / "s", answers) as daemon:
        with pytest.raises(SandboxError, match="enough"):
            open_box(settings_for(daemon.address))
        folders = daemon.created[0]["HostConfig"]["Tmpfs"]
    written = {path: options.split(",") for path, options in folders.items()}
    assert {path for path, options in written.items() if "ro" in options} == sealed
    assert set(written) - sealed == {"/box", "/tmp", "/dev/shm"}
    for path in set(written) - sealed:
        assert any(option.startswith("nr_inodes=") for option in written[path]) is limited
        assert any(option.startswith("size=") for option in written[path])


STOPPED = "cannot remove container 1: sending SIGKILL: container state improper: stopped"


REMOVED: Answer = (204, None)
NONE: Answer = (404, {"message": "no such container"})
FAILED: Answer = (500, {"message": STOPPED})


@pytest.mark.parametrize(
    ("answers", "gone"),
    [
        pytest.param([REMOVED], True, id="removed"),
        pytest.param([NONE], True, id="there is none"),
        pytest.param([(409, {"message": "in progress"})], True, id="on its way already"),
        pytest.param([FAILED, REMOVED], True, id="Podman's, removed on asking again"),
        pytest.param([FAILED, FAILED, NONE], True, id="Podman's, gone meanwhile"),
        pytest.param([FAILED], False, id="one that stays"),
    ],
)
def test_a_removal_that_fails_is_tried_again_and_then_told(
    answers: list[Answer], gone: bool, tmp_path: Path
) -> None:
    with CannedDaemon(tmp_path / "s", {"/containers/1": [*answers]}) as daemon:
        assert Daemon(daemon.address, timeout_s=5).remove("1") is gone


@contextmanager
def nothing_there(_path: Path) -> Iterator[None]:
    yield


@contextmanager
def left_behind(path: Path) -> Iterator[None]:
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(path))
    yield


@contextmanager
def hanging(path: Path) -> Iterator[None]:
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(path))
        listener.listen()
        yield


@contextmanager
def not_ours(path: Path) -> Iterator[None]:
    with CannedDaemon(path, {}):
        path.chmod(0o600)
        path.parent.chmod(0o711)
        if os.geteuid() != 0:
            path.chmod(0)
            yield
            return
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)


@pytest.mark.parametrize(
    ("host", "complaint"),
    [
        pytest.param(nothing_there, "no daemon listens on {}: start it", id="no socket"),
        pytest.param(left_behind, "no daemon listens on {}: start it", id="a dead daemon's socket"),
        pytest.param(hanging, "the daemon on {} did not answer within 0.5 s", id="hung daemon"),
        pytest.param(not_ours, "no permission on {}: run as root, or add", id="no permission"),
    ],
)
def test_a_socket_that_can_not_be_used_is_told_in_one_line(
    host: Callable[[Path], Any], complaint: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = Path(os.path.realpath(tmp_path_factory.mktemp("d")))
    path = folder / "s"
    opened = [parent for parent in folder.parents if parent.stat().st_uid == os.geteuid()]
    modes = {parent: parent.stat().st_mode & 0o7777 for parent in opened}
    for parent in opened:
        if parent.name.startswith("pytest-"):
            parent.chmod(0o711)
    try:
        with host(path), pytest.raises(SandboxUnavailable) as caught:
            DockerSandbox(settings_for(f"unix://{path}"))
    finally:
        for parent, mode in modes.items():
            parent.chmod(mode)
    assert complaint.format(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command_line_says_it_before_the_first_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORDOJUDGE_SANDBOX__HOST", f"unix://{tmp_path}/none")
    example = ROOT / "examples/pair-sum"
    solution, problem = str(example / "solutions/AC.py"), str(example / "problem.json")
    grade = ["grade", solution, "--problem", problem, "--sandbox", "docker"]
    try:
        done = CliRunner().invoke(app, grade)
        examined = CliRunner().invoke(app, ["doctor", "--sandbox", "docker", "--json"])
    finally:
        structlog.reset_defaults()  # they log to where the runner listened
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("ordojudge: docker: no daemon listens on")
    assert done.stderr.count("\n") == 1
    findings = {each["name"]: each for each in json.loads(examined.stdout)["findings"]}
    assert examined.exit_code == 2
    assert findings["docker daemon"]["ok"] is False
    assert "start it" in findings["docker daemon"]["fix"]


@pytest.mark.parametrize(
    ("answers", "name", "complaint"),
    [
        pytest.param(NO_MEMORY, "docker daemon", "no memory control group", id="memory controller"),
        pytest.param(NO_PIDS, "docker daemon", "no pids control group", id="pids controller"),
        pytest.param(FULL, "docker daemon", "its disk is full", id="full disk"),
        pytest.param({}, "image python", "no image ordojudge/sandbox-python", id="no image"),
        pytest.param(
            {"/images/json": (200, OLD)}, "image python", "version 00ff", id="another version"
        ),
    ],
)
@pytest.mark.parametrize("command", ["grade", "doctor", "serve"])
def test_every_command_says_it_before_the_first_job(
    command: str,
    answers: dict[str, Answer],
    name: str,
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    example = ROOT / "examples/pair-sum"
    arguments = {
        "grade": [str(example / "solutions/AC.py"), "--problem", str(example / "problem.json")],
        "doctor": ["--json"],
        "serve": ["--port", "0"],
    }
    with CannedDaemon(tmp_path / "s", answers) as daemon:
        monkeypatch.setenv("ORDOJUDGE_SANDBOX__HOST", daemon.address)
        try:
            done = CliRunner().invoke(app, [command, *arguments[command], "--sandbox", "docker"])
        finally:
            structlog.reset_defaults()
    assert done.exit_code == 2
    if command == "doctor":
        findings = {each["name"]: each for each in json.loads(done.stdout)["findings"]}
        assert not findings[name]["ok"]
        assert complaint in findings[name]["detail"]
        assert findings[name]["fix"]
    else:
        assert (done.stdout, done.stderr.count("\n")) == ("", 1)
        assert complaint in done.stderr


def test_doctor_tells_each_image_apart(tmp_path: Path) -> None:
    answers = {r"/images/.+sandbox-python.+/json": image_with(LABELS)[r"/images/.+/json"]}
    with CannedDaemon(tmp_path / "s", answers) as daemon:
        findings = {each.name: each for each in inspect_docker(settings_for(daemon.address))}
    assert findings["docker daemon"].ok
    assert findings["image python"].ok
    assert not findings["image cpp"].ok
    assert findings["image cpp"].fix == "sandbox_images/build cpp"


class CannedImages:
    """A daemon with one image."""

    def __init__(self, image: Image | None) -> None:
        self.found = image

    def image(self, _name: str) -> Image | None:
        return self.found

    def tags(self, _repository: str) -> list[str]:
        return []


def cpp_image(*headers: dict[str, Any]) -> ImageToolchain:
    facts = {
        "python": {},
        "compilers": {"/usr/bin/g++": "g++ 12, glibc 2.36"},
        "linker": "",
        "headers": headers,
    }
    labels = {**LABELS, TOOLCHAIN_LABEL: json.dumps(facts)}
    daemon: Any = CannedImages(Image("sha256:1", labels))
    return find_image(daemon, "x/sandbox", "cpp")


CPP = find_language("cpp")
COUNTED = counted_build(CPP, "../s/count.o")
MADE = [
    {**wanted._asdict(), "folder": f"{name}-{'lean' if wanted.lean else 'all'}"}
    for name, language in (("plain", CPP), ("counted", COUNTED))
    for wanted in wanted_headers(CPP)
    if list(wanted.command) == header_command(language)
]
"""As `sandbox_images/survey.py` writes them down."""


@pytest.mark.parametrize(
    ("language", "body", "folder"),
    [
        pytest.param(CPP, b"std::vector<int> a;", "plain-lean", id="what most need"),
        pytest.param(CPP, b"std::regex a;", "plain-all", id="what few need"),
        pytest.param(COUNTED, b"std::vector<int> a;", "counted-lean", id="counted"),
        pytest.param(COUNTED, b"std::regex a;", None, id="counted, what few need"),
        pytest.param(find_language("cpp20"), b"", None, id="a dialect without headers"),
    ],
)
def test_a_program_gets_the_header_made_for_it(
    language: Language, body: bytes, folder: str | None
) -> None:
    source = b"#include <bits/stdc++.h>\n" + body
    made = cpp_image(*MADE).command(language, source, source_path="/s", product="/p")
    assert [word for word in made if word.startswith("-I")] == [f"-I/headers/{folder}"] * bool(
        folder
    )


def test_an_image_tells_whether_it_has_all_headers() -> None:
    assert not cpp_image(*MADE).lacks_headers(CPP)
    assert cpp_image(*MADE[1:]).lacks_headers(CPP)
    assert cpp_image(*MADE).lacks_headers(find_language("cpp20"))
    assert not cpp_image().lacks_headers(find_language("c"))


def test_compile_commands_use_what_the_image_has() -> None:
    toolchain = cpp_image(*MADE)
    plain = toolchain.command(CPP, b"int main() {}", source_path="/s", product="/p")
    assert not any("/headers" in argument or "fuse-ld" in argument for argument in plain)
    with pytest.raises(SandboxUnavailable, match=r"/usr/bin/gcc: not in the image.*build cpp"):
        toolchain.command(find_language("c"), b"", source_path="/s", product="/p")


MINE = own()


@pytest.mark.parametrize(
    ("owner", "may_live"),
    [
        pytest.param(MINE, True, id="this process"),
        pytest.param(MINE._replace(start=MINE.start + 1), False, id="its number, reused"),
        pytest.param(MINE._replace(pid=2**22 + 1), False, id="no process"),
        pytest.param(MINE._replace(host="00000000.1"), False, id="before a reboot"),
        pytest.param(
            MINE._replace(host=MINE.host.partition(".")[0] + ".1", pid=2**22 + 1),
            True,
            id="another PID namespace, where nothing can be known",
        ),
    ],
)
def test_an_owner_is_given_up_only_when_it_is_surely_gone(owner: Owner, may_live: bool) -> None:
    assert owner.may_live is may_live
    assert parse_owner(str(owner)) == owner


@pytest.mark.parametrize("text", ["", "a:b:c", "h:1", "h:1:2:3", "h:-1:2"])
def test_a_label_of_someone_else_is_no_owner(text: str) -> None:
    assert parse_owner(text) is None
