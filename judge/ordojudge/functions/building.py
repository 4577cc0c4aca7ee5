"""Making one program of a submission and what calls its function.

The driver of a language reads a test's arguments from standard input, calls the function, and writes its
answer to descriptor 3: JSON behind ``=``, what is wrong with it behind ``!``, and why the arguments don't go
with the function behind ``?``.
It takes the types from the submission's own signature, by the language's own means.
Where the interpreter calls functions itself (Python) nothing is made.
"""

from collections.abc import Callable, Mapping
from typing import Final

from ordojudge.analysis.reading.grammar import family_of
from ordojudge.core.errors import ProblemError, SandboxError
from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.core.models import FunctionInterface, Interface
from ordojudge.functions.golang import go_sources
from ordojudge.functions.outline import outline
from ordojudge.functions.sources import (
    Asked,
    Refused,
    Sources,
    cpp_sources,
    is_name,
    java_sources,
    script_sources,
)
from ordojudge.ports import Box, Program
from ordojudge.sandbox.binary_cache import Binary

_DRIVERS: Final[Mapping[str, Callable[[Asked], Sources]]] = {
    "cpp": cpp_sources,
    "java": java_sources,
    "javascript": script_sources,
    "typescript": script_sources,
    "go": go_sources,
}


def calls_functions(language: Language) -> bool:
    """Whether submissions in a language can be functions."""
    return language.runtime == "python" or family_of(language.id) in _DRIVERS


def build(box: Box, source: bytes, language: Language, *, interface: Interface) -> Program:
    """Compile a submission as its problem's interface wants it called.

    Args:
        interface: One for which `require_function` has nothing to say.

    Raises:
        SandboxError: the box failed.
    """
    if not isinstance(interface, FunctionInterface) or language.runtime == "python":
        return box.compile(source, language)
    try:
        made = sources_of(source, language, interface)
    except Refused as error:
        return Program(ok=False, language=language, message=str(error))
    return compile_made(box, made, language)


LIBRARY: Final = "driver.o"


def compile_made(box: Box, made: Sources, language: Language) -> Program:
    """Compile what `sources_of` made.

    Raises:
        SandboxError: the box failed.
    """
    if not made.library:
        return box.compile(made.source, language, files=made.files)
    linked = [*language.compile]
    linked.insert(linked.index("{source}") + 1, f"../s/{LIBRARY}")  # as compilers start beside it
    return box.compile(
        made.source,
        language.model_copy(update={"compile": tuple(linked)}),
        files={**made.files, LIBRARY: _library(box, made.library, language)},
    )


def _library(box: Box, source: bytes, language: Language) -> bytes:
    """An object file, from the cache of compiled programs but for the first time."""
    options = [
        option for option in language.compile if option != "{linker}" and not option.endswith(".o")
    ]
    command = (options[0], "-c", *options[1:])
    program = box.compile(source, language.model_copy(update={"compile": command}))
    if not program.ok or not isinstance(program.handle, Binary):
        raise SandboxError(f"the driver of functions can't be compiled: {program.message[:200]}")
    with open(program.handle.open(), "rb") as file:
        return file.read()


def sources_of(source: bytes, language: Language, interface: FunctionInterface) -> Sources:
    """What is compiled for a submission.

    Raises:
        Refused: it defines no such function.
    """
    return _DRIVERS[family_of(language.id)](asked_of(source, language, interface))


def asked_of(source: bytes, language: Language, interface: FunctionInterface) -> Asked:
    """What is known of a submission whose function is to be called.

    Raises:
        Refused: it takes too long to be read.
    """
    found = outline(source, family_of(language.id))
    if found is None:
        raise Refused("the submission takes too long to be read")
    return Asked(source, interface, found)


def require_function(interface: FunctionInterface, language: Language) -> None:
    """See that submissions in a language can be called as an interface says.

    Raises:
        ProblemError: it names the field.
    """
    if not calls_functions(language):
        able = ", ".join(row.id for row in LANGUAGES if calls_functions(row))
        raise ProblemError(
            f"language: function problems take submissions in {able}, not in {language.name}"
        )
    if language.runtime == "python":
        return
    named = {"entry_point": interface.entry_point, "class_name": interface.class_name or "Solution"}
    for index, parameter in enumerate(interface.parameters or ()):
        named[f"parameters.{index}.name"] = parameter.name
    for place, name in named.items():
        if not is_name(name):
            raise ProblemError(f"interface.{place}: {name!r} can't be a name in {language.name}")
