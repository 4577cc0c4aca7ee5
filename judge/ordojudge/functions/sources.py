"""What is compiled to call a submission's function: it, the language's driver, and what joins the two."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from ordojudge.core.models import FunctionInterface
from ordojudge.functions.outline import Outline, Parameter, Routine
from ordojudge.functions.values import Type, parse_type

_NAME: Final = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")


class Refused(Exception):
    """The submission defines nothing that can be called; the message says so, as a compiler would."""


@dataclass(frozen=True, slots=True)
class Sources:
    """A program to compile."""

    source: bytes
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files beside it, by name."""

    library: bytes = b""
    """What is the same for all submissions and compiled once, as an object that the program is linked with."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A submission, and how its function is to be called."""

    source: bytes
    interface: FunctionInterface
    outline: Outline

    @property
    def entry_point(self) -> str:
        """Name of the function or method."""
        return self.interface.entry_point

    @property
    def label(self) -> str:
        """The function's name for people."""
        owner = self.interface.class_name
        return f"{owner}.{self.entry_point}" if owner else self.entry_point

    def routines(self) -> list[Routine]:
        """What may be meant: methods of the named class, or plain functions, or methods of ``Solution``.

        Raises:
            Refused: there is nothing of that name.
        """
        for owner in (self.interface.class_name, None, "Solution"):
            found = self.outline.named(self.entry_point, owner)
            if found:
                return found
        raise Refused(f"the submission defines no {self.label}")

    def names(self, routine: Routine | None) -> list[str]:
        """Names of the parameters: the problem's, or else the submission's own."""
        if self.interface.parameters is not None:
            return [each.name for each in self.interface.parameters]
        return [] if routine is None else [each.name for each in routine.parameters]

    def pick(self, routines: list[Routine]) -> Routine:
        """The one of several that goes best with what the problem declares."""
        declared = self.interface.parameters
        types = None if declared is None else [parse_type(each.type) for each in declared]

        def unlikeness(routine: Routine) -> tuple[bool, int, bool]:
            own = routine.parameters
            missing = 0 if types is None else abs(len(own) - len(types))
            if types is not None and len(own) > len(types):
                missing = sum(not each.optional for each in own[len(types) :])
            differing = sum(
                wanted is not None and parse_type(each.type) not in (None, wanted)
                for each, wanted in zip(own, types or (), strict=False)
            )
            return missing > 0, differing, not routine.public

        return min(routines, key=unlikeness)


@cache
def template(name: str) -> str:
    """A driver's text."""
    return files("ordojudge.functions").joinpath("drivers", name).read_text(encoding="utf-8")


@cache
def in_one_line(name: str) -> str:
    """A driver's text without line ends, so that lines of what follows keep their numbers."""
    lines = (line.strip() for line in template(name).splitlines())
    return " ".join(line for line in lines if line and not line.startswith("//"))


def literals(names: list[str]) -> str:
    """Names as string literals, separated by commas."""
    return ", ".join(f'"{name}"' for name in names)


def is_name(text: str) -> bool:
    """Whether a text can be a name in every language here, and needs no escapes in a literal."""
    return _NAME.fullmatch(text) is not None


# ------------------------------------------------------------------------------------------ C++

CPP_FILE: Final = "solution.cpp"
_KEYWORDS: Final = (
    "auto", "char", "class", "const", "decltype", "int", "main", "namespace", "new", "public", "return",
    "static", "static_cast", "struct", "using", "void",
)  # fmt: skip
"""Words of what stands behind the submission, which its macros must not change."""

_EVERYTHING: Final = re.compile(rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"]bits/stdc\+\+\.h[>\"]")

_CPP_NODES: Final = {
    "ListNode": (
        "struct ListNode { int val; ListNode *next; ListNode() : val(0), next(nullptr) {} "
        "ListNode(int x) : val(x), next(nullptr) {} ListNode(int x, ListNode *next) : val(x), next(next) {} };"
    ),
    "TreeNode": (
        "struct TreeNode { int val; TreeNode *left; TreeNode *right; "
        "TreeNode() : val(0), left(nullptr), right(nullptr) {} "
        "TreeNode(int x) : val(x), left(nullptr), right(nullptr) {} "
        "TreeNode(int x, TreeNode *left, TreeNode *right) : val(x), left(left), right(right) {} };"
    ),
}


def cpp_sources(asked: Asked) -> Sources:
    """A main program that takes the submission in as a file of its own."""
    routines = asked.routines()
    routine = asked.pick(routines)
    owner = routine.owner
    names = asked.names(routine)
    declared = asked.interface.parameters
    fewer = declared is not None and len(declared) < len(routine.parameters)
    if len(routines) > 1 or (fewer and any(each.optional for each in routine.parameters)):
        taken = routine.parameters[: len(declared)] if declared is not None else routine.parameters
        function = _cpp_wrapper(routine, taken)
        owner = None
    else:
        function = f"&{owner}::{routine.name}" if owner else routine.name
    result = asked.interface.result_argument
    lines = [
        *([f"#define ORDOJUDGE_RESULT_ARGUMENT {result}"] if result is not None else []),
        template("driver.cpp"),
        *(
            f"{text} template <> struct ordojudge_driver::is_plain<{name}*> : std::true_type {{}};"
            for name, text in _CPP_NODES.items()
            if name not in asked.outline.types
        ),
        "#define main ordojudge_unused_main",
        f'#include "{CPP_FILE}"',
        *(f"#undef {word}" for word in _KEYWORDS),
        f"static const char* const ordojudge_names[] = {{{literals([*names, ''])}}};",
        "int main() {",
        *(["  ordojudge_driver::names = ordojudge_names;"] if names else []),
        f"  return ordojudge_driver::run<{owner or 'void'}>({function});",
        "}\n",
    ]
    # What is there already; once more it would only be parsed again.
    submission = _EVERYTHING.sub(b"", asked.source)
    library = template("driver.cpp") + template("driver_library.cpp")
    return Sources("\n".join(lines).encode(), {CPP_FILE: submission}, library.encode())


def _cpp_wrapper(routine: Routine, taken: tuple[Parameter, ...]) -> str:
    """A function that calls one of several, or one that has more parameters."""
    passed = ", ".join(f"static_cast<decltype({each.name})&&>({each.name})" for each in taken)
    call = f"{routine.name}({passed})"
    if routine.owner:
        call = f"object->{call}"
    made = f"static {routine.owner}* object = new {routine.owner}(); " if routine.owner else ""
    parameters = ", ".join(each.text for each in taken)
    return f"[]({parameters}) -> decltype(auto) {{ {made}return {call}; }}"


# ------------------------------------------------------------------------------------------ Java

_JAVA_NODES: Final = {
    "ListNode": (
        "class ListNode { int val; ListNode next; ListNode() {} ListNode(int val) { this.val = val; } "
        "ListNode(int val, ListNode next) { this.val = val; this.next = next; } }"
    ),
    "TreeNode": (
        "class TreeNode { int val; TreeNode left; TreeNode right; TreeNode() {} "
        "TreeNode(int val) { this.val = val; } TreeNode(int val, TreeNode left, TreeNode right) "
        "{ this.val = val; this.left = left; this.right = right; } }"
    ),
}
_JAVA_PACKAGES: Final = (
    "util", "io", "math", "text", "util.function", "util.stream", "util.concurrent", "util.regex",
)  # fmt: skip


def java_sources(asked: Asked) -> Sources:
    """The submission with the driver's class before its own."""
    outline = asked.outline
    owners = {each.owner: None for each in outline.routines if each.name == asked.entry_point}
    wanted = [asked.interface.class_name, "Solution", *owners]
    known = [owner for owner in dict.fromkeys(wanted) if owner and owner in outline.types]
    if not owners or not known:
        raise Refused(f"the submission defines no {asked.label}")
    routines = [each for owner in known for each in outline.named(asked.entry_point, owner)]
    result = asked.interface.result_argument
    driver = (
        in_one_line("Driver.java")
        .replace("@OWNERS@", literals(known))
        .replace("@METHOD@", asked.entry_point)
        .replace("@NAMES@", literals(asked.names(asked.pick(routines) if routines else None)))
        .replace("@RESULT@", str(-1 if result is None else result))
    )
    imports = " ".join(f"import java.{name}.*;" for name in _JAVA_PACKAGES)
    nodes = [_JAVA_NODES[name] for name in java_nodes(asked)]
    return Sources(
        inserted(asked.source, outline.header_end, " ".join([imports, driver, *nodes, ""]))
    )


def java_nodes(asked: Asked) -> list[str]:
    """The kinds of nodes that a Java submission leaves to the judge to define."""
    return [name for name in _JAVA_NODES if name not in asked.outline.types]


def inserted(source: bytes, at: int, text: str) -> bytes:
    """The source with a text put in."""
    return source[:at] + (" " if at else "").encode() + text.encode() + source[at:]


# ------------------------------------------------------------------------------------------ JavaScript

_DOCUMENTED: Final = re.compile(r"@(param|returns?)\s*\{([^}]*)\}")


def script_sources(asked: Asked) -> Sources:
    """The submission between the driver and a call of it."""
    return Sources(b"".join(script_parts(asked)))


def script_parts(asked: Asked) -> tuple[bytes, bytes, bytes]:
    """The driver, the submission, and the call of it."""
    routine = _script_routine(asked)
    own, returns = _script_types(routine)
    declared = asked.interface.parameters
    types = [parse_type(each.type) for each in declared] if declared is not None else own
    # That a number is a BigInt only the submission can say.
    types = [
        mine if mine is not None and (theirs is None or mine.base == "bigint") else theirs
        for theirs, mine in zip(types, own + [None] * (len(types) - len(own)), strict=False)
    ]
    problem = {
        "className": asked.interface.class_name,
        "method": asked.entry_point,
        "names": asked.names(routine),
        "declared": declared is not None,
        "types": [_script_type(each) for each in types],
        "returns": _script_type(parse_type(asked.interface.returns) or returns),
        "result": asked.interface.result_argument,
    }
    seen = {
        "owner": asked.interface.class_name or "Solution",
        "solution": "Solution",
        "plain": asked.entry_point,
        "ListNode": "ListNode",
        "TreeNode": "TreeNode",
    }
    defined = [
        f"{key}: typeof {name} === 'undefined' ? undefined : {name}" for key, name in seen.items()
    ]
    exported = "exported: typeof module === 'undefined' ? {} : module.exports"
    end = f"\n;ordojudge$driver.call({json.dumps(problem)}, {{ {', '.join([*defined, exported])} }});\n"
    source = b"//" + asked.source if asked.source.startswith(b"#!") else asked.source
    return in_one_line("driver.js").encode() + b" ", source, end.encode()


def _script_routine(asked: Asked) -> Routine | None:
    try:
        return asked.routines()[-1]
    except Refused:  # it may be made in ways that only running it shows
        return None


def _script_types(routine: Routine | None) -> tuple[list[Type | None], Type | None]:
    """Types of the parameters and of the answer, from annotations or else from the comment."""
    if routine is None:
        return [], None
    types = [parse_type(each.type) for each in routine.parameters]
    returns = parse_type(routine.returns)
    said = _DOCUMENTED.findall(routine.comment)
    if not any(types):
        types = [parse_type(kind) for tag, kind in said if tag == "param"]
    if returns is None:
        returns = next((parse_type(kind) for tag, kind in said if tag != "param"), None)
    return types, returns


def _script_type(type_: Type | None) -> str:
    return (
        str(type_) if type_ is not None and type_.base in ("ListNode", "TreeNode", "bigint") else ""
    )
