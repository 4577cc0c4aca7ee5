"""Counting in Java: class files are rewritten, the program's and those of the platform's collections."""

import io
import re
import secrets
import zipfile
from importlib.resources import files
from typing import Final

from ordojudge.analysis.costs import Cost, NoCounter, answered, failure_of, suspect
from ordojudge.analysis.counted_javascript import COUNT_BYTES, KEY_BYTES, keyed_count
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language
from ordojudge.core.models import FunctionInterface, Limits, Problem
from ordojudge.functions.building import asked_of, build
from ordojudge.functions.sources import Refused, java_nodes
from ordojudge.ports import Box, Input, Program, Run
from ordojudge.sandbox.binary_cache import Binary
from ordojudge.sandbox.memory_files import MemoryFile

_PLATFORM: Final = "platform.jar"
_MAIN: Final = "java.lang.Steps"
_DRIVER: Final = "OrdojudgeDriver"
"""The class that calls a function, whose own steps aren't counted."""

_STARTS_MAIN: Final = "Main-Class: "
_REWRITES: Final = (
    "/usr/bin/java",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Xshare:auto",
    "-Xmx384m",
    "--add-exports",
    "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED",
    "-cp",
    f"../s/{_PLATFORM}",  # compilers start in the working folder
    "CountJava",
    "{kind}",
    "{source}",
    "{binary}",
)
_REPEATABLE: Final = ("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3")
"""Objects get their hash codes one after another, and not at random."""

_SOURCES: Final = ("Steps.java", "CountJava.java", "count_java.sh")


class JavaCounter:
    """A Java program, or a function, whose classes are rewritten, on a platform whose collections are."""

    def __init__(self, source: bytes, language: Language, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._is_function = isinstance(problem.interface, FunctionInterface)
        kind = "program"
        if isinstance(problem.interface, FunctionInterface):
            kind = _driven(source, language, problem.interface)
        plain = _content(build(box, source, language, interface=problem.interface))
        platform = _platform(box, language)
        command = tuple(kind if each == "{kind}" else each for each in _REWRITES)
        rewrites = language.model_copy(
            update={"source_file": "program.jar", "compile": command, "server": ()}
        )
        program = box.compile(plain, rewrites, files={_PLATFORM: platform})
        if not program.ok:
            raise AnalyserError(program.message.strip()[:200] or "its classes can't be rewritten")
        at = language.run.index("-jar")
        command = (
            *language.run[:at],
            *_REPEATABLE,
            "--patch-module",
            f"java.base={_PLATFORM}",
            "-cp",
            "{binary}",
            _MAIN,
            _main_class(plain),
        )
        counted = language.model_copy(update={"run": command})
        self._program = Program(ok=True, language=counted, handle=program.handle)
        self._files = {_PLATFORM: MemoryFile(platform, sealed=True)}

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        key = secrets.token_bytes(KEY_BYTES)
        ran = self._box.start(
            Run(program=self._program, limits=limits, input=given, files=self._files, note=key)
        ).wait()
        failure = failure_of(ran.outcome)
        operations = keyed_count((ran.result or b"")[KEY_BYTES:], key)
        if operations is None:
            if failure is not None:
                return Cost(ran.outcome, b"", None, failure)
            return suspect(ran, "the count is missing or not the counter's own")
        if self._is_function:
            answer = (ran.result or b"")[2 * KEY_BYTES + COUNT_BYTES :]
            return answered(Cost(ran.outcome, answer, operations, failure))
        return Cost(ran.outcome, ran.output.read(), operations, failure)


def _driven(source: bytes, language: Language, interface: FunctionInterface) -> str:
    """What tells the rewriter which classes are the judge's own.

    Raises:
        AnalyserError: the submission names one of them, or defines no such function.
    """
    if _DRIVER in _unescaped(source):
        raise AnalyserError(f"it says {_DRIVER!r}, by which code can run uncounted")
    try:
        return f"driven:{','.join(java_nodes(asked_of(source, language, interface)))}"
    except Refused as error:
        raise AnalyserError(str(error)) from None


def _unescaped(source: bytes) -> str:
    """A Java source with its letters that are given by number."""
    text = source.decode("utf-8", "replace")
    return re.sub(r"\\u+([\da-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)


def _platform(box: Box, language: Language) -> bytes:
    """The rewritten platform, from the cache of compiled programs but for the first time.

    Raises:
        NoCounter: this Java has no rewriter of class files in it.
    """
    folder = files("ordojudge.analysis")
    sources = {name: folder.joinpath(name).read_bytes() for name in _SOURCES}
    makes = language.model_copy(
        update={
            "source_file": "count_java.sh",
            "compile": ("/bin/sh", "{source}", "../s", "{binary}"),
            "server": (),
        }
    )
    script = sources.pop("count_java.sh")
    program = box.compile(script, makes, files=sources)
    if not program.ok:
        raise NoCounter(f"Java's counter can't be made here: {program.message.strip()[:200]}")
    return _content(program)


def _content(program: Program) -> bytes:
    if not program.ok:
        raise AnalyserError("it doesn't compile")
    if not isinstance(program.handle, Binary):
        raise AnalyserError("this sandbox doesn't hand out what it compiles")
    with open(program.handle.open(), "rb") as file:
        return file.read()


def _main_class(jar: bytes) -> str:
    """The class with which a jar says that it begins."""
    with zipfile.ZipFile(io.BytesIO(jar)) as opened:
        manifest = opened.read("META-INF/MANIFEST.MF").decode()
    for line in manifest.replace("\n ", "").splitlines():
        if line.startswith(_STARTS_MAIN):
            return line.removeprefix(_STARTS_MAIN).strip()
    raise AnalyserError("its jar doesn't say where it begins")
