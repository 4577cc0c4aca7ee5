"""The Docker images of boxes: how they are named and labelled, and what of the judge is built into them.

``python -m ordojudge.sandbox.images FOLDER`` lays out what ``sandbox_images/build`` needs of this package, and
prints the version that the images must be of.
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ordojudge.core.counted_builds import counted_build
from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.sandbox.guest import (
    COMPILER_FILES,
    NODE_ZYGOTE,
    SCRIPTS,
    SPAWN_SERVER,
    guest_source,
    guest_version,
)
from ordojudge.sandbox.headers import mentions_header, needs_all_headers
from ordojudge.sandbox.toolchain import (
    HEADERS,
    JUDGE_FOLDER,
    fill_in,
    header_command,
    require_version,
    scripts_digest,
)

if TYPE_CHECKING:
    from ordojudge.sandbox.docker_daemon import Daemon

GUEST_LABEL: Final = "org.ordojudge.guest"
"""Label of an image: version of the judge's own part of a box."""

TOOLCHAIN_LABEL: Final = "org.ordojudge.toolchain"
"""Label of an image: its compilers, packages and precompiled headers, as JSON."""

FAMILIES: Final = tuple(dict.fromkeys(language.image for language in LANGUAGES))
"""The images that the language table names."""


POLYGLOT: Final = "polyglot"
"""The family of all families: an image that stands in for each one that isn't there."""


def image_name(prefix: str, family: str) -> str:
    """Name and tag of the image of a family for this judge, e.g. ``ordojudge/sandbox-python:0f3a…``."""
    return f"{prefix}-{family}:{guest_version()}"


def build_command(family: str) -> str:
    """What a person types to build the image of a family."""
    return f"sandbox_images/build {family}"


class WantedHeader(NamedTuple):
    """A precompiled header that an image is built with."""

    command: tuple[str, ...]
    """Compiler and options."""

    lean: bool
    """Without what hardly any program uses; see `headers`."""


def wanted_headers(language: Language) -> list[WantedHeader]:
    """The precompiled headers that an image has for a language.

    A counted build has only the lean one: others are rare, and a header takes 100 MB.
    """
    if not any("{headers}" in argument for argument in language.compile):
        return []
    plain = tuple(header_command(language))
    counted = tuple(header_command(counted_build(language, "")))
    return [WantedHeader(plain, False), WantedHeader(plain, True), WantedHeader(counted, True)]


class ImageToolchain:
    """The compilers of an image, as it was found when it was built."""

    judge_in_box = JUDGE_FOLDER

    def __init__(
        self, image_id: str, *, name: str, family: str, guest: str, facts: dict[str, Any]
    ) -> None:
        self.image_id = image_id
        self.name = name
        self.family = family
        self.guest = guest
        self.python_packages: dict[str, str] = facts["python"]
        self.compilers: dict[str, str] = facts["compilers"]
        self._linker: str = facts["linker"]
        self._headers: dict[WantedHeader, str] = {
            WantedHeader(tuple(made["command"]), made.get("lean", False)): made["folder"]
            for made in facts["headers"]
        }

    def command(
        self, language: Language, source: bytes, *, source_path: str, product: str
    ) -> list[str]:
        """See `toolchain.Compilers`."""
        self.version(language)
        headers = None
        if mentions_header(source):
            headers = self.precompiled_headers(language, lean=not needs_all_headers(source))
        return fill_in(
            language,
            source=source_path,
            binary=product,
            headers=f"{HEADERS}/{headers}" if headers else "",
            linker=self._linker,
            judge=self.judge_in_box,
        )

    def server(self, language: Language) -> list[str]:
        """See `toolchain.Compilers`."""
        return [argument.format(judge=self.judge_in_box) for argument in language.server]

    def version(self, language: Language) -> str:
        """See `toolchain.Compilers`."""
        version = self.compilers.get(language.tool)
        if version is None:
            raise SandboxUnavailable(
                f"{language.tool}: not in the image of {self.family}; {build_command(self.family)}"
            )
        require_version(language, version)
        return f"{version} {scripts_digest(language)}".rstrip()

    def precompiled_headers(self, language: Language, *, lean: bool = False) -> str | None:
        """The folder of headers precompiled with a language's options; none if there are none."""
        command = tuple(header_command(language))
        return self._headers.get(WantedHeader(command, lean)) or self._headers.get(
            WantedHeader(command, False)
        )

    def lacks_headers(self, language: Language) -> bool:
        """Whether the image was built for other options than a language is now compiled with."""
        return any(wanted not in self._headers for wanted in wanted_headers(language))


def find_image(daemon: "Daemon", prefix: str, family: str) -> ImageToolchain:
    """The image of a family for this judge.

    Raises:
        SandboxUnavailable: there is none, or it is of another version; the message says how to build it.
        SandboxError: the daemon doesn't answer.
    """
    name, version = image_name(prefix, family), guest_version()
    image = daemon.image(name)
    if image is None:
        image = daemon.image(image_name(prefix, POLYGLOT))
        name = name if image is None else image_name(prefix, POLYGLOT)
    if image is None:
        others = daemon.tags(f"{prefix}-{family}")
        there = f"; there is version {others[0]}, of another judge" if others else ""
        raise SandboxUnavailable(f"docker: no image {name}{there}: run {build_command(family)}")
    labelled = image.labels.get(GUEST_LABEL)
    try:
        facts = json.loads(image.labels.get(TOOLCHAIN_LABEL, ""))
        if labelled == version:
            return ImageToolchain(
                image.image_id, name=name, family=family, guest=version, facts=facts
            )
    except (ValueError, KeyError, TypeError):
        labelled = "unknown"
    raise SandboxUnavailable(
        f"docker: image {name} is of version {labelled}, this judge needs {version}: "
        f"run {build_command(family)}"
    )


def lay_out(folder: Path) -> None:
    """Write the guest's sources, and for each family what the image's build is to look at."""
    package = folder / "guest" / "ordojudge" / "sandbox"
    package.mkdir(parents=True, exist_ok=True)
    for name in SCRIPTS:
        (package / name).write_bytes(guest_source(name))
    (folder / "guest" / "compilers").mkdir(exist_ok=True)
    for name in (*COMPILER_FILES, *NODE_ZYGOTE, SPAWN_SERVER):
        (folder / "guest" / name).write_bytes(guest_source(name))
    (folder / "guest" / "version").write_text(guest_version() + "\n")
    survey = folder / "survey" / "ordojudge" / "sandbox"
    survey.mkdir(parents=True, exist_ok=True)
    (survey / "headers.py").write_bytes(guest_source("headers.py"))
    for family in FAMILIES:
        rows = [row for row in LANGUAGES if row.image == family and row.compile]
        wanted = {
            "compilers": {row.tool: list(row.version) for row in rows},
            "headers": [wanted._asdict() for row in rows for wanted in wanted_headers(row)],
        }
        (folder / f"{family}.json").write_text(json.dumps(wanted, indent=1) + "\n")


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
    sys.stdout.write(guest_version() + "\n")
