"""Run as the last step of an image's build: precompile headers, and write down what the image has.

Usage: ``survey.py WANTED``, where WANTED is what ``ordojudge.sandbox.images`` laid out for the image's family.
Writes ``/survey/toolchain.json``, which the build script puts on the image as a label; in an image of several
families it adds to what an earlier one wrote.
"""

import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ordojudge.sandbox.headers import PRECOMPILED, find_header, header_text, precompile

LINKERS = (("ld.gold", "-fuse-ld=gold"),)
HEADERS = "/headers"
WRITTEN = "/survey/toolchain.json"


def output(*command: str) -> str:
    """What a command prints; its failure fails the build."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    return done.stdout.strip()


def version(tool: str, arguments: list[str]) -> str:
    """The first line that a tool says when it is asked for its version."""
    done = subprocess.run(  # noqa: S603
        [tool, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    return next(line.strip() for line in done.stdout.splitlines() if line.strip())


def make_header(command: list[str], *, lean: bool) -> dict[str, object]:
    """Precompile a header with a compiler's options, and tell the name of the folder for ``-I``."""
    header = find_header(command[0])
    if header is None:
        raise SystemExit(f"{command[0]}: finds no {PRECOMPILED}")
    # The name stands for the header in digests of compiled programs.
    key = [*command, version(command[0], ["--version"]), header_text(header, lean=lean)]
    name = hashlib.sha256("\0".join(key).encode()).hexdigest()[:16]
    precompile(command, header, lean=lean, folder=Path(HEADERS, name))
    return {"command": command, "lean": lean, "folder": name}


def main() -> None:
    """Look at this image."""
    with open(sys.argv[1], encoding="utf-8") as file:
        wanted = json.load(file)
    libc = os.confstr("CS_GNU_LIBC_VERSION")
    earlier = {"compilers": {}, "headers": []}
    if os.path.exists(WRITTEN):
        with open(WRITTEN, encoding="utf-8") as file:
            earlier = json.load(file)
    compilers = {
        tool: f"{version(tool, arguments)}, {libc}"
        for tool, arguments in wanted["compilers"].items()
    }
    facts = {
        "compilers": {**earlier["compilers"], **compilers},
        "linker": next((option for name, option in LINKERS if shutil.which(name)), ""),
        "headers": earlier["headers"]
        + [make_header(each["command"], lean=each["lean"]) for each in wanted["headers"]],
        "python": {
            package.metadata["Name"]: package.version
            for package in importlib.metadata.distributions()
        },
        "debian": dict(
            line.split("=", 1)
            for line in output("dpkg-query", "-W", "-f", "${Package}=${Version}\n").splitlines()
        ),
    }
    with open(WRITTEN, "w", encoding="utf-8") as file:
        json.dump(facts, file, sort_keys=True, separators=(",", ":"))


if __name__ == "__main__":
    main()
