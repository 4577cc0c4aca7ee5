"""Precompiled ``bits/stdc++.h``: which one a C++ source gets, and how one is made.

It stands alone, with the standard library: images are built with this file too (``sandbox_images/survey.py``).
"""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

PRECOMPILED: Final = "bits/stdc++.h"
_LEFT_OUT: Final = re.compile(r"(?m)^[ \t]*#[ \t]*include[ \t]*<(?:filesystem|future|regex)>.*\n")
_NO_SPECIAL_FUNCTIONS: Final = "#define _GLIBCXX_BITS_SPECFUN_H 1\n"
"""The include guard of what C++17 added to ``<cmath>``."""

_OF_THE_LEFT_OUT: Final = re.compile(
    rb"filesystem|future|promise|async|packaged_task|launch|regex|[cs]match|match_results|sub_match"
    rb"|assoc_|beta|ellint|bessel|neumann|expint|hermite|laguerre|legendre|zeta|hyperg|airy"
    rb"|tr1|SPEC_?FUN|special_functions|##|%:%:"
)
"""Every name of the headers that are left out has one of these in it, or is pasted together by a macro."""


def mentions_header(source: bytes) -> bool:
    """Whether a source may be compiled faster with a precompiled header."""
    return PRECOMPILED.encode() in source


def needs_all_headers(source: bytes) -> bool:
    """Whether a C++ source may use what the lean precompiled header leaves out.

    Nearly none does, and the compiler works on what it holds, a thousand templates, each time that it is used.
    """
    text = re.sub(rb"\\[ \t]*\r?\n", b"", source)
    return _OF_THE_LEFT_OUT.search(text) is not None


def lean_header(text: str) -> str:
    """The header that takes in all of the standard library, without what hardly any program uses."""
    return _NO_SPECIAL_FUNCTIONS + _LEFT_OUT.sub("", text)


def find_header(compiler: str) -> Path | None:
    """Where a compiler finds the header; none if it has none."""
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


def header_text(header: Path, *, lean: bool) -> str:
    """What stands beside a precompiled header, for compilers that can't use it.

    With all of the library it is the compiler's own, which a source that includes it once more has had.

    Args:
        header: The compiler's own.
        lean: Without what `needs_all_headers` looks for.
    """
    if lean:
        return lean_header(header.read_text(encoding="utf-8"))
    return f"#include_next <{PRECOMPILED}>\n"


def precompile(command: Sequence[str], header: Path, *, lean: bool, folder: Path) -> None:
    """Make a folder for ``-I`` with a precompiled header; what is there already is left as it is.

    Args:
        command: Compiler and options; the header is of use with just these.
        header: The compiler's own.
        lean: Without what `needs_all_headers` looks for.

    Raises:
        OSError: the folder can't be written.
        subprocess.CalledProcessError: the compiler failed.
    """
    target = folder / f"{PRECOMPILED}.gch"
    target.parent.mkdir(parents=True, exist_ok=True)
    plain = target.with_suffix("")
    plain.write_text(header_text(header, lean=lean), encoding="utf-8")
    plain.chmod(0o644)
    if target.exists():
        return
    compiled = plain if lean else header
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-") as made:
        new = Path(made, target.name)
        subprocess.run(
            [*command, "-x", "c++-header", str(compiled), "-o", str(new)],
            check=True,
            capture_output=True,
        )
        new.chmod(0o644)
        new.rename(target)
