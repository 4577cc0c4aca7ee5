"""Go: the package clause and the imports that a submission leaves out, and the driver behind it."""

import re
from typing import Final

from ordojudge.functions.sources import Asked, Sources, literals, template
from ordojudge.functions.values import parse_type

_PACKAGES: Final = {
    "bits": ("math/bits", "Len"),
    "bufio": ("bufio", "NewReader"),
    "bytes": ("bytes", "NewBuffer"),
    "cmp": ("cmp", "Compare[int]"),
    "errors": ("errors", "New"),
    "fmt": ("fmt", "Sprint"),
    "heap": ("container/heap", "Init"),
    "list": ("container/list", "New"),
    "maps": ("maps", "Clone[map[int]int]"),
    "math": ("math", "Sqrt"),
    "os": ("os", "Exit"),
    "rand": ("math/rand", "Intn"),
    "regexp": ("regexp", "MustCompile"),
    "ring": ("container/ring", "New"),
    "slices": ("slices", "Sort[[]int]"),
    "sort": ("sort", "Ints"),
    "strconv": ("strconv", "Itoa"),
    "strings": ("strings", "ToLower"),
    "sync": ("sync", "NewCond"),
    "time": ("time", "Now"),
    "unicode": ("unicode", "IsDigit"),
    "utf8": ("unicode/utf8", "RuneLen"),
}
"""Packages in force without an import, by name: their path, and something of theirs."""

_NODES: Final = {
    "ListNode": "type ListNode struct { Val int; Next *ListNode }",
    "TreeNode": "type TreeNode struct { Val int; Left *TreeNode; Right *TreeNode }",
}
_DRIVER_IMPORTS: Final = (
    'import (ordojudgeFmt "fmt"; ordojudgeOs "os"; ordojudgeReflect "reflect"; '
    'ordojudgeStrconv "strconv");'
)
_IMPORTED: Final = re.compile(r'(?:([\w.]+)[ \t]+)?(?:"([^"\n]+)"|`([^`\n]+)`)')


def go_sources(asked: Asked) -> Sources:
    """The submission as a whole file, with the driver behind it."""
    whole = f"{_submission(asked, _DRIVER_IMPORTS)}\n{_driver(asked)}"
    return Sources(_encoded(whole))


def go_files(asked: Asked) -> tuple[bytes, bytes]:
    """The submission and the driver as files of their own."""
    driver = f"package main\n{_DRIVER_IMPORTS}\n{_driver(asked)}"
    return _encoded(f"{_submission(asked, '')}\n"), _encoded(driver)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _submission(asked: Asked, imports: str) -> str:
    outline = asked.outline
    missing = {
        name: found
        for name, found in _PACKAGES.items()
        if name in outline.selected - _imported(outline.imports) - outline.names - outline.types
    }
    header = imports + "".join(f' import "{path}";' for path, _ in missing.values())
    source = asked.source
    for main in outline.named("main", None):  # its own main program is checked, but not run
        source = source[: main.name_start] + b"_   " + source[main.name_start + 4 :]
    if outline.package is None:
        source = f"package main; {header} ".encode() + source
    else:
        begin, end = outline.package
        source = source[:begin] + f"main; {header}".encode() + source[end:]
    tail = [
        *(text for name, text in _NODES.items() if name not in outline.types),
        # A name before a dot can be a variable's: then its package isn't used otherwise, which Go refuses.
        *(f"var _ = {name}.{used}" for name, (_, used) in missing.items()),
    ]
    return "\n".join([source.decode("utf-8", "surrogateescape"), *tail])


def _driver(asked: Asked) -> str:
    routine = asked.pick(asked.routines())
    returned = parse_type(asked.interface.returns)
    result = asked.interface.result_argument
    runes = returned is not None and returned.base == "char" and "rune" in routine.returns
    function = f"new({routine.owner}).{routine.name}" if routine.owner else routine.name
    return (
        template("driver.go")
        .replace("@NAMES@", literals(asked.names(routine)))
        .replace("@RESULT@", str(-1 if result is None else result))
        .replace("@RUNES@", "true" if runes else "false")
        .replace("@FUNCTION@", function)
    )


def _imported(declarations: list[str]) -> set[str]:
    """The names that imports bring."""
    return {
        alias or (quoted or raw).rpartition("/")[2]
        for text in declarations
        for alias, quoted, raw in _IMPORTED.findall(text.removeprefix("import"))
    }
