"""What this machine's compilers offer: versions, a fast linker, precompiled headers."""

import contextlib
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final, Protocol

import structlog

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import Language
from ordojudge.sandbox.guest import locked

log = structlog.get_logger(__name__)

HEADERS: Final = "/headers"
"""Where a box sees the folder of precompiled headers."""

PRECOMPILED: Final = "bits/stdc++.h"
LINKERS: Final = (("ld.gold", "-fuse-ld=gold"),)
PACKAGES: Final = {"gcc": "gcc libc6-dev", "g++": "g++"}


class Compilers(Protocol):
    """What a box can compile with."""

    def command(
        self, language: Language, source: bytes, *, source_path: str, product: str
    ) -> list[str]:
        """The command line that compiles a source in a box.

        Raises:
            SandboxUnavailable: the compiler is missing; the message says how to get it.
        """
        ...

    def version(self, compiler: str) -> str:
        """What tells this compiler from any other, for cache digests."""
        ...


def fill_in(language: Language, **places: str) -> list[str]:
    """A language's compile command with its placeholders filled in; arguments of empty ones are left out."""
    command = []
    for argument in language.compile:
        named = [name for name in places if f"{{{name}}}" in argument]
        if all(places[name] for name in named):
            command.append(argument.format(**places) if named else argument)
    return command


def header_options(language: Language) -> list[str]:
    """The compile options that precompiled headers must be made with to be of use."""
    return [option for option in language.compile[1:] if "{" not in option and option != "-o"]


class Toolchain:
    """The compilers that boxes of this machine use. Boxes see the same ``/usr`` as the judge."""

    def __init__(self, cache_folder: Path) -> None:
        self.headers_folder = cache_folder / "headers"
        self.headers_in_box = HEADERS

    def command(
        self, language: Language, source: bytes, *, source_path: str, product: str
    ) -> list[str]:
        """The command line that compiles a source in a box.

        Raises:
            SandboxUnavailable: the compiler is missing; the message says what to install.
        """
        self.version(language.compile[0])
        headers = self.precompiled_headers(language) if PRECOMPILED.encode() in source else None
        return fill_in(
            language,
            source=source_path,
            binary=product,
            headers=f"{self.headers_in_box}/{headers}" if headers else "",
            linker=self.linker,
        )

    @functools.cached_property
    def linker(self) -> str:
        """The option that picks the fastest linker here; empty for the default one."""
        return next((option for name, option in LINKERS if shutil.which(name)), "")

    @functools.cache  # noqa: B019  one toolchain per process, as long-lived as it
    def version(self, compiler: str) -> str:
        """What a compiler says of itself, for cache digests.

        Raises:
            SandboxUnavailable: it is missing.
        """
        name = Path(compiler).name
        if not os.access(compiler, os.X_OK):
            raise SandboxUnavailable(
                f"{compiler}: missing; apt-get install {PACKAGES.get(name, name)}"
            )
        shown = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
        return shown.stdout.splitlines()[0] if shown.stdout else "unknown"

    @functools.cache  # noqa: B019  as above
    def precompiled_headers(self, language: Language) -> str | None:
        """Name of the folder with this language's precompiled headers, made once per machine.

        None if they can't be made, which costs speed and nothing else.
        """
        options = header_options(language)
        header = self._header(language.compile[0])
        if header is None:
            return None
        key = [*options, self.version(language.compile[0]), str(header)]
        name = hashlib.sha256("\0".join(key).encode()).hexdigest()[:16]
        target = self.headers_folder / name / f"{PRECOMPILED}.gch"
        if not target.exists():
            try:
                self._precompile(language, options, header=header, target=target)
            except (OSError, subprocess.CalledProcessError) as error:
                log.warning("headers not precompiled", language=language.id, error=str(error))
                return None
        return name

    def _precompile(
        self, language: Language, options: list[str], *, header: Path, target: Path
    ) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        with locked(target.parent / "lock"):
            if target.exists():
                return
            log.info("precompiling headers, once per machine", language=language.id)
            descriptor, new = tempfile.mkstemp(dir=target.parent, prefix=".new-")
            os.close(descriptor)
            try:
                subprocess.run(
                    [language.compile[0], *options, "-x", "c++-header", str(header), "-o", new],
                    check=True,
                    capture_output=True,
                )
                os.chmod(new, 0o644)
                os.rename(new, target)
            except BaseException:
                with contextlib.suppress(FileNotFoundError):  # a compiler that fails removes it
                    os.unlink(new)
                raise

    def _header(self, compiler: str) -> Path | None:
        """Where the compiler finds the header."""
        asked = subprocess.run(
            [compiler, "-x", "c++", "-M", "-"],
            input=f"#include <{PRECOMPILED}>\n",
            capture_output=True,
            text=True,
            check=False,
        )
        for word in asked.stdout.split():
            if word.endswith(PRECOMPILED):
                return Path(word)
        return None
