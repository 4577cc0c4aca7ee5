"""How the compile command of a counted build of C or C++ differs from the plain one."""

from typing import Final

from ordojudge.core.languages import Language

COUNTED_OPTIONS: Final = (
    "-fsanitize-coverage=trace-pc",
    # a recursion that is unrolled into itself costs less at some depths than at others
    "--param=max-inline-recursive-depth=0",
    "--param=max-inline-recursive-depth-auto=0",
)


def counted_build(language: Language, counter: str) -> Language:
    """The language with a compile command for counted builds.

    Args:
        counter: What is linked with the program and counts.
    """
    command = list(language.compile)
    command.insert(command.index("{source}") + 1, counter)
    command[1:1] = COUNTED_OPTIONS
    return language.model_copy(update={"compile": tuple(command), "processes": 2})
