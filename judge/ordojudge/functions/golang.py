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
    outline = asked.outline
    routine = asked.pick(asked.routines())
    missing = {
        name: found
        for name, found in _PACKAGES.items()
        if name in outline.selected - _imported(outline.imports) - outline.names - outline.types
    }
    header = _DRIVER_IMPORTS + "".join(f' import "{path}";' for path, _ in missing.values())
    source = asked.source
    for main in outline.named("main", None):  # its own main program is checked, but not run
        source = source[: main.name_start] + b"_   " + source[main.name_start + 4 :]
    if outline.package is None:
        source = f"package main; {header} ".encode() + source
    else:
        begin, end = outline.package
        source = source[:begin] + f"main; {header}".encode() + source[end:]
    returned = parse_type(asked.interface.returns)
    result = asked.interface.result_argument
    runes = returned is not None and returned.base == "char" and "rune" in routine.returns
    function = f"new({routine.owner}).{routine.name}" if routine.owner else routine.name
    driver = (
        template("driver.go")
        .replace("@NAMES@", literals(asked.names(routine)))
        .replace("@RESULT@", str(-1 if result is None else result))
        .replace("@RUNES@", "true" if runes else "false")
        .replace("@FUNCTION@", function)
    )
    tail = [
        *(text for name, text in _NODES.items() if name not in outline.types),
        # A name before a dot can be a variable's: then its package isn't used otherwise, which Go refuses.
        *(f"var _ = {name}.{used}" for name, (_, used) in missing.items()),
        driver,
    ]
    return Sources(source + "\n".join(["", *tail]).encode())


def _imported(declarations: list[str]) -> set[str]:
    """The names that imports bring."""
    return {
        alias or (quoted or raw).rpartition("/")[2]
        for text in declarations
        for alias, quoted, raw in _IMPORTED.findall(text.removeprefix("import"))
    }
