"""The one table of languages: how each is named, compiled, run and proven to work.

A new language is one row here, a toolchain in the box, and corpus programs.
Command lines are argument lists with these placeholders, filled in by the box:

``{source}`` the source file, ``{binary}`` what the compiler must write,
``{headers}`` a folder with precompiled headers (the argument is left out where there is none),
``{linker}`` the option that picks a fast linker (left out where there is none).
"""

from typing import Literal

from ordojudge.core.errors import UnknownLanguage
from ordojudge.core.models import Model


class SelfTest(Model):
    """A program that proves a toolchain: its output is compared exactly."""

    source: str
    input: str
    output: str


class Language(Model):
    """One row of the table."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    """Other names, as in code fences and requests; compared without regard to case."""

    suffixes: tuple[str, ...] = ()
    """File name endings that mean this language on the command line."""

    source_file: str
    runtime: Literal["native", "python"]
    """``native``: a compiled file is run. ``python``: a warm interpreter forks for each test."""

    compile: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    image: str
    """Name of the Docker image that carries the toolchain."""

    compile_cpu_s: float = 20.0
    compile_memory_bytes: int = 1 << 30
    processes: int = 64
    """Processes and threads one run may have at a time."""

    self_test: SelfTest


_C_SELF_TEST = """\
#include <stdio.h>
#include <math.h>
int main(void) {
    int n; double s = 0, x;
    if (scanf("%d", &n) != 1) return 1;
    while (n-- > 0 && scanf("%lf", &x) == 1) s += sqrt(x);
    printf("%.3f\\n", s);
    return 0;
}
"""

_CPP_SELF_TEST = """\
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n; cin >> n;
    vector<long long> v(n);
    for (auto &x : v) cin >> x;
    sort(v.begin(), v.end());
    map<long long, int> count;
    for (auto [x, k] : map<int, int>{{1, 2}}) count[x] += k;
    cout << accumulate(v.begin(), v.end(), 0LL) + count[1] << "\\n";
}
"""

_CPP20_SELF_TEST = """\
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n; cin >> n;
    vector<unsigned> v(n);
    for (auto &x : v) cin >> x;
    ranges::sort(v);
    int bits = 0;
    for (unsigned x : v | views::reverse) bits += popcount(x);
    cout << bits << "\\n";
}
"""

_PYTHON_SELF_TEST = """\
import sys
from collections import Counter
n, *v = map(int, sys.stdin.buffer.read().split())
print(sum(v), Counter(v).most_common(1)[0][0])
"""


def _cpp(id_: str, standard: str, name: str, aliases: tuple[str, ...], test: SelfTest) -> Language:
    return Language(
        id=id_,
        name=name,
        aliases=aliases,
        suffixes=(".cpp", ".cc", ".cxx") if id_ == "cpp" else (),
        source_file="main.cpp",
        runtime="native",
        compile=(
            "/usr/bin/g++",
            f"-std={standard}",
            "-O2",
            "-pipe",
            "-fmax-errors=20",
            "-DONLINE_JUDGE",
            "-I{headers}",
            "{linker}",
            "-o",
            "{binary}",
            "{source}",
        ),
        run=("{binary}",),
        image="cpp",
        self_test=test,
    )


LANGUAGES: tuple[Language, ...] = (
    Language(
        id="python",
        name="Python 3",
        aliases=("py", "python3", "py3", "cpython"),
        suffixes=(".py",),
        source_file="solution.py",
        runtime="python",
        image="python",
        compile_cpu_s=10.0,
        self_test=SelfTest(source=_PYTHON_SELF_TEST, input="3\n4 4 2\n", output="10 4\n"),
    ),
    Language(
        id="c",
        name="C17",
        aliases=("c17", "c11", "c99", "gcc"),
        suffixes=(".c",),
        source_file="main.c",
        runtime="native",
        compile=(
            "/usr/bin/gcc",
            "-std=gnu17",
            "-O2",
            "-pipe",
            "-fmax-errors=20",
            "-DONLINE_JUDGE",
            "{linker}",
            "-o",
            "{binary}",
            "{source}",
            "-lm",
        ),
        run=("{binary}",),
        image="cpp",
        self_test=SelfTest(source=_C_SELF_TEST, input="2\n4 9\n", output="5.000\n"),
    ),
    _cpp(
        "cpp",
        "gnu++17",
        "C++17",
        ("c++", "cpp17", "c++17", "cxx", "cc", "g++", "gnu++17"),
        SelfTest(source=_CPP_SELF_TEST, input="3\n1 2 3\n", output="8\n"),
    ),
    _cpp(
        "cpp20",
        "gnu++20",
        "C++20",
        ("c++20", "gnu++20"),
        SelfTest(source=_CPP20_SELF_TEST, input="3\n1 2 7\n", output="5\n"),
    ),
)

_BY_NAME = {
    name.lower(): language for language in LANGUAGES for name in (language.id, *language.aliases)
}
_BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}


def find_language(name: str) -> Language:
    """The row with this id or alias.

    Raises:
        UnknownLanguage: no row has it; the message lists the ids.
    """
    language = _BY_NAME.get(name.strip().lower())
    if language is None:
        known = ", ".join(sorted(row.id for row in LANGUAGES))
        raise UnknownLanguage(f"language: {name!r} is unknown; known are {known}")
    return language


def language_of_tag(tag: str) -> Language | None:
    """The language that a code fence's tag names; none if it names no language of the table."""
    return _BY_NAME.get(tag.strip().lower())


def language_of_suffix(suffix: str) -> Language | None:
    """The language that a file name's ending means, e.g. ``.py``."""
    return _BY_SUFFIX.get(suffix.lower())
