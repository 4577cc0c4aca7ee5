"""What this machine's compilers offer: versions, a fast linker, precompiled headers."""

import functools
import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final, Protocol

import structlog

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import Language
from ordojudge.sandbox.guest import COMPILER_FILES, guest_source, locked
from ordojudge.sandbox.headers import (
    PRECOMPILED,
    find_header,
    header_text,
    mentions_header,
    needs_all_headers,
    precompile,
)

log = structlog.get_logger(__name__)

JUDGE_FOLDER: Final = "/judge"
"""Where a box sees the judge's own part of it."""

HEADERS: Final = "/headers"
"""Where a box sees the folder of precompiled headers."""

LINKERS: Final = (("ld.gold", "-fuse-ld=gold"),)
PACKAGES: Final = {
    "gcc": "gcc libc6-dev",
    "javac": "openjdk-17-jdk-headless",
    "node": "nodejs",
    "go": "golang-go",
    "rustc": "rustc-web",
    "mcs": "mono-mcs",
    "php": "php-cli",
    "ocamlopt": "ocaml-nox",
    "fpc": "fp-compiler fp-units-base fp-units-rtl",
    "ldc2": "ldc",
    "Rscript": "r-base-core",
}
"""Debian's packages of tools, where they aren't called the same."""

NO_PACKAGE: Final = {"kotlinc": "no Debian package brings it; see docs/languages.md"}


def how_to_get(tool: str) -> str:
    """What to do about a tool that is missing."""
    name = Path(tool).name
    return NO_PACKAGE.get(name, f"apt-get install {PACKAGES.get(name, name)}")


def require_version(language: Language, told: str) -> None:
    """See that a tool is new enough for a language.

    Args:
        told: What it says when it is asked for its version.

    Raises:
        SandboxUnavailable: it is older, or doesn't tell.
    """
    found = re.search(r"\d+(?:\.\d+)*", told)
    number = tuple(map(int, found[0].split("."))) if found else ()
    if number < language.least_version:
        needed = ".".join(map(str, language.least_version))
        raise SandboxUnavailable(
            f"{language.tool}: is {told}; {language.name} needs version {needed} or newer"
        )


def first_line(command: list[str]) -> str:
    """The first line that a tool says when it is asked for its version."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = f"{done.stdout}\n{done.stderr}".split("\n")
    return next((line.strip() for line in said if line.strip()), "unknown")


class Compilers(Protocol):
    """What a box can compile with."""

    @property
    def judge_in_box(self) -> str:
        """The judge's folder, as a box sees it."""
        ...

    def command(
        self, language: Language, source: bytes, *, source_path: str, product: str
    ) -> list[str]:
        """The command line that compiles a source in a box.

        Raises:
            SandboxUnavailable: the compiler is missing; the message says how to get it.
        """
        ...

    def server(self, language: Language) -> list[str]:
        """The command line of the language's warm compiler in a box; empty if it has none."""
        ...

    def version(self, language: Language) -> str:
        """What tells this language's compiler from any other, for cache digests.

        Raises:
            SandboxUnavailable: it is missing.
        """
        ...


def fill_in(language: Language, **places: str) -> list[str]:
    """A language's compile command with its placeholders filled in; arguments of empty ones are left out."""
    command = []
    for argument in language.compile:
        named = [name for name in places if f"{{{name}}}" in argument]
        if all(places[name] for name in named):
            command.append(argument.format(**places) if named else argument)
    return command


def makes_binary(language: Language) -> bool:
    """Whether compiling makes a program, and doesn't only check the source, which is then run."""
    return any("{binary}" in argument for argument in language.compile)


def scripts_digest(language: Language) -> str:
    """What tells versions of the judge's own part in compiling a language apart; empty if it has none."""
    if not any("{judge}" in argument for argument in language.compile):
        return ""
    return hashlib.sha256(b"".join(map(guest_source, COMPILER_FILES))).hexdigest()[:16]


def header_command(language: Language) -> list[str]:
    """Compiler and options that precompiled headers must be made with to be of use for a language."""
    return [
        language.compile[0],
        *(
            option
            for option in language.compile[1:]
            if option.startswith("-")
            and "{" not in option
            and option not in {"-o", "-c"}
            # It marks what is compiled, not what is parsed; parameters of the optimiser are the header's.
            and not option.startswith("-fsanitize-coverage")
        ),
    ]


class Toolchain:
    """The compilers that boxes of this machine use. Boxes see the same ``/usr`` as the judge."""

    def __init__(self, cache_folder: Path) -> None:
        self.headers_folder = cache_folder / "headers"
        self.headers_in_box = HEADERS
        self.judge_in_box = JUDGE_FOLDER

    def command(
        self, language: Language, source: bytes, *, source_path: str, product: str
    ) -> list[str]:
        """The command line that compiles a source in a box.

        Raises:
            SandboxUnavailable: the compiler is missing; the message says what to install.
        """
        self.version(language)
        headers = None
        if mentions_header(source):
            headers = self.precompiled_headers(language, lean=not needs_all_headers(source))
        return fill_in(
            language,
            source=source_path,
            binary=product,
            headers=f"{self.headers_in_box}/{headers}" if headers else "",
            linker=self.linker,
            judge=self.judge_in_box,
        )

    def server(self, language: Language) -> list[str]:
        """See `Compilers`."""
        return [argument.format(judge=self.judge_in_box) for argument in language.server]

    def version(self, language: Language) -> str:
        """See `Compilers`."""
        told = self._version(language.tool, language.version)
        require_version(language, told)
        return f"{told} {scripts_digest(language)}".rstrip()

    @functools.cached_property
    def linker(self) -> str:
        """The option that picks the fastest linker here; empty for the default one."""
        return next((option for name, option in LINKERS if shutil.which(name)), "")

    @functools.cache  # noqa: B019  one toolchain per process, as long-lived as it
    def _version(self, tool: str, arguments: tuple[str, ...]) -> str:
        if not os.access(tool, os.X_OK):
            raise SandboxUnavailable(f"{tool}: missing; {how_to_get(tool)}")
        return first_line([tool, *arguments])

    @functools.cache  # noqa: B019  as above
    def precompiled_headers(self, language: Language, *, lean: bool = False) -> str | None:
        """Name of the folder with this language's precompiled headers, made once per machine.

        None if they can't be made, which costs speed and nothing else.

        Args:
            lean: Without what `needs_all_headers` looks for.
        """
        command = header_command(language)
        header = find_header(command[0])
        if header is None:
            return None
        key = [*command[1:], self.version(language), str(header)]
        if lean:
            key.append(header_text(header, lean=True))
        name = hashlib.sha256("\0".join(key).encode()).hexdigest()[:16]
        target = self.headers_folder / name / f"{PRECOMPILED}.gch"
        if not (target.exists() and target.with_suffix("").exists()):
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                with locked(target.parent / "lock"):
                    log.info("precompiling headers, once per machine", language=language.id)
                    precompile(command, header, lean=lean, folder=self.headers_folder / name)
            except (OSError, subprocess.CalledProcessError) as error:
                log.warning("headers not precompiled", language=language.id, error=str(error))
                return None
        return name
