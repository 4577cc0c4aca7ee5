"""The Docker images of boxes: how they are named and labelled, and what of the judge is built into them.

``python -m ordojudge.sandbox.images FOLDER`` lays out what ``sandbox_images/build`` needs of this package, and
prints the version that the images must be of.
"""

import json
import sys
from pathlib import Path
from typing import Final

from ordojudge.core.languages import LANGUAGES
from ordojudge.sandbox.guest import SCRIPTS, SPAWN_SERVER, guest_source, guest_version
from ordojudge.sandbox.toolchain import PRECOMPILED, header_options

GUEST_LABEL: Final = "org.ordojudge.guest"
"""Label of an image: version of the judge's own part of a box."""

TOOLCHAIN_LABEL: Final = "org.ordojudge.toolchain"
"""Label of an image: its compilers, packages and precompiled headers, as JSON."""

FAMILIES: Final = tuple(dict.fromkeys(language.image for language in LANGUAGES))
"""The images that the language table names."""


def image_name(prefix: str, family: str) -> str:
    """Name and tag of the image of a family for this judge, e.g. ``ordojudge/sandbox-python:0f3a…``."""
    return f"{prefix}-{family}:{guest_version()}"


def build_command(family: str) -> str:
    """What a person types to build the image of a family."""
    return f"sandbox_images/build {family}"


def lay_out(folder: Path) -> None:
    """Write the guest's sources, and for each family what the image's build is to look at."""
    package = folder / "guest" / "ordojudge" / "sandbox"
    package.mkdir(parents=True, exist_ok=True)
    for name in SCRIPTS:
        (package / name).write_bytes(guest_source(name))
    (folder / "guest" / SPAWN_SERVER).write_bytes(guest_source(SPAWN_SERVER))
    (folder / "guest" / "version").write_text(guest_version() + "\n")
    for family in FAMILIES:
        rows = [row for row in LANGUAGES if row.image == family and row.compile]
        wanted = {
            "compilers": list(dict.fromkeys(row.compile[0] for row in rows)),
            "header": PRECOMPILED,
            "headers": [
                [row.compile[0], *header_options(row)]
                for row in rows
                if any("{headers}" in argument for argument in row.compile)
            ],
        }
        (folder / f"{family}.json").write_text(json.dumps(wanted, indent=1) + "\n")


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
    sys.stdout.write(guest_version() + "\n")
