"""What a submission defines: its functions and methods, its types, and where its imports end.

Read from the syntax tree of the whole file, bodies left out.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Node, Parser, Point

from ordojudge.analysis.reading.grammar import grammar_of, names_of

_PARSING_S: Final = 2.0
"""CPU time after which a text counts as made to be slow."""

_TYPES: Final = names_of(
    "class_specifier struct_specifier class_declaration interface_declaration enum_declaration"
    " record_declaration abstract_class_declaration type_spec alias_declaration type_alias class"
)
_CONTAINERS: Final = names_of(
    "namespace_definition declaration_list linkage_specification template_declaration preproc_if"
    " preproc_ifdef preproc_else preproc_elif export_statement type_declaration var_declaration"
    " var_spec_list const_declaration lexical_declaration variable_declaration declaration"
    " expression_statement ERROR"
)
"""Nodes whose children count as if they stood at the top."""

_FUNCTIONS: Final = names_of(
    "function_definition function_declaration method_declaration method_definition"
    " generator_function_declaration field_declaration field_definition public_field_definition"
    " variable_declarator init_declarator var_spec assignment_expression"
)
_VALUES: Final = names_of(
    "function_expression arrow_function lambda_expression func_literal function"
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a routine, as the submission writes it."""

    name: str
    type: str
    text: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Routine:
    """A function or method."""

    name: str
    owner: str | None
    """The class that has it; none for a plain function."""

    parameters: tuple[Parameter, ...]
    returns: str
    comment: str
    """The comment right before it."""

    public: bool = True
    name_start: int = 0
    """Where its name begins, in bytes."""


@dataclass(slots=True)
class Outline:
    """What a source defines."""

    routines: list[Routine] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    """Everything else with a name at the top."""

    imports: list[str] = field(default_factory=list)
    """The import declarations, as they are written."""

    package: tuple[int, int] | None = None
    """Where the package's name is, in bytes."""

    header_end: int = 0
    """Where package and imports end, in bytes."""

    selected: set[str] = field(default_factory=set)
    """Names before a dot, which may be those of packages (Go only)."""

    def named(self, name: str, owner: str | None) -> list[Routine]:
        """The routines of a name: of a class, or plain ones."""
        return [each for each in self.routines if (each.name, each.owner) == (name, owner)]


def outline(source: bytes, family: str) -> Outline | None:
    """What a source defines; none if it takes too long to be read.

    Args:
        family: A language that has a grammar, such as ``cpp``.
    """
    grammar = grammar_of(family)
    if grammar is None:
        return None
    deadline = time.thread_time() + _PARSING_S

    def read(offset: int, _point: Point) -> bytes:
        return source[offset : offset + 8_192]

    def stop(_offset: int, _error: bool) -> bool:
        return time.thread_time() > deadline

    try:
        tree = Parser(grammar).parse(read, progress_callback=stop)
    except ValueError:  # stopped
        return None
    reader = _Reader(source)
    reader.top(tree.root_node)
    if family == "go":
        reader.found.selected = _selected(tree.root_node)
    return reader.found


class _Reader:
    def __init__(self, source: bytes) -> None:
        self._source = source
        self.found = Outline()

    def text(self, node: Node | None) -> str:
        if node is None:
            return ""
        return self._source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def top(self, root: Node) -> None:
        waiting = [*reversed(root.children)]
        while waiting:
            node = waiting.pop()
            kind = node.type
            if kind in ("package_clause", "package_declaration"):
                name = node.named_children[-1] if node.named_children else node
                self.found.package = (name.start_byte, name.end_byte)
                self.found.header_end = node.end_byte
            elif kind in ("import_declaration", "import_statement"):
                self.found.imports.append(self.text(node))
                self.found.header_end = max(self.found.header_end, node.end_byte)
            elif kind in _TYPES:
                self._type(node)
            elif kind in _FUNCTIONS:
                self._routine(node, owner=None, public=True)
            elif kind in _CONTAINERS:
                waiting += reversed(node.children)

    def _type(self, node: Node) -> None:
        name = self.text(node.child_by_field_name("name"))
        body = node.child_by_field_name("body")
        if body is None and node.type in ("class_specifier", "struct_specifier"):
            return  # only declared
        self.found.types.add(name)
        if body is None:
            return
        public = node.type != "class_specifier"
        for member in body.children:
            if member.type == "access_specifier":
                public = self.text(member).strip() == "public"
            elif member.type in _FUNCTIONS:
                self._routine(member, owner=name, public=public and not self._is_hidden(member))

    def _is_hidden(self, member: Node) -> bool:
        marks = member.children[0] if member.children else None
        return marks is not None and bool(
            re.search(r"\b(?:private|protected)\b", self.text(marks)[:60])
        )

    def _routine(self, node: Node, *, owner: str | None, public: bool) -> None:
        name, holder = self._name(node)
        if name is None or holder is None:
            return
        label = self.text(name)
        if name.type == "qualified_identifier":
            scope, _, label = label.rpartition("::")
            if self.found.named(label, scope):
                return  # its class declares it already
            owner = scope
        receiver = node.child_by_field_name("receiver")
        if receiver is not None:
            owner = (re.findall(r"\w+", self.text(receiver)) or [""])[-1]
        listed = holder.child_by_field_name("parameters")
        single = holder.child_by_field_name("parameter")
        if owner is None:
            self.found.names.add(label)
        if listed is None and single is None:
            return
        parameters = (
            tuple(self._parameters(listed))
            if listed is not None
            else (Parameter(self.text(single), "", self.text(single)),)
        )
        returns = next(
            (
                found
                for key in ("return_type", "result", "type")
                if (found := holder.child_by_field_name(key) or node.child_by_field_name(key))
            ),
            None,
        )
        self.found.routines.append(
            Routine(
                label,
                owner,
                parameters,
                self.text(returns).lstrip(": "),
                self._comment_before(node),
                public,
                name.start_byte,
            )
        )

    def _name(self, node: Node) -> tuple[Node | None, Node | None]:
        """Where a routine says its name, and the node that has its parameters."""
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        if value is not None and value.type == "expression_list":
            value = value.named_children[0] if value.named_children else None
        if value is not None:
            name = (
                node.child_by_field_name("name")
                or node.child_by_field_name("property")
                or node.child_by_field_name("declarator")
                or node.child_by_field_name("left")
            )
            if name is not None and name.type == "member_expression":
                name = name.child_by_field_name("property")
            if value.type in _VALUES:
                inner = value.child_by_field_name("declarator")
                return name, inner if inner is not None else value
            return name, value
        name = node.child_by_field_name("name")
        if name is not None:
            return name, node
        declarator = node.child_by_field_name("declarator")
        while declarator is not None and declarator.type != "function_declarator":
            inner = declarator.child_by_field_name("declarator")
            if inner is None:  # the grammar names it for some kinds of declarators only
                inner = next(
                    (each for each in declarator.named_children if "declarator" in each.type), None
                )
            declarator = inner
        if declarator is None:
            return None, None
        return declarator.child_by_field_name("declarator"), declarator

    def _parameters(self, listed: Node) -> Iterator[Parameter]:
        for node in listed.named_children:
            if "comment" in node.type:
                continue
            text = self.text(node)
            kind = self.text(node.child_by_field_name("type")).lstrip(": ")
            default = node.child_by_field_name("default_value") or node.child_by_field_name("value")
            optional = default is not None or node.type in (
                "assignment_pattern",
                "optional_parameter",
            )
            names = node.children_by_field_name("name")
            if len(names) > 1:  # Go: several names before one type
                for name in names:
                    yield Parameter(self.text(name), kind, f"{self.text(name)} {kind}")
                continue
            where = (
                names[0]
                if names
                else node.child_by_field_name("declarator")
                or node.child_by_field_name("pattern")
                or node.child_by_field_name("left")
                or (node if node.type == "identifier" else None)
            )
            words = re.findall(r"[\w$]+", self.text(where)) if where is not None else []
            if not words and node.type in ("spread_parameter", "rest_pattern"):
                words = re.findall(r"[\w$]+", text)
            if default is not None and node.type == "optional_parameter_declaration":
                text = self._source[node.start_byte : default.start_byte].decode("utf-8", "replace")
                text = text.rstrip().removesuffix("=").rstrip()
            yield Parameter(words[-1] if words else "", kind, text, optional)

    def _comment_before(self, node: Node) -> str:
        at: Node | None = node
        while at is not None and at.parent is not None and at.prev_sibling is None:
            at = at.parent
        # A declarator stands behind its keyword, so the comment is before the declaration.
        while at is not None and at.prev_sibling is not None and not at.prev_sibling.is_named:
            parent = at.parent
            at = parent if parent is not None and parent.parent is not None else at.prev_sibling
        before = at.prev_sibling if at is not None else None
        return self.text(before) if before is not None and before.type.endswith("comment") else ""


def _selected(root: Node) -> set[str]:
    """Names before a dot."""
    found: set[str] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in ("selector_expression", "qualified_type"):
            operand = node.child_by_field_name("operand") or node.child_by_field_name("package")
            if operand is not None and operand.type in ("identifier", "package_identifier"):
                found.add((operand.text or b"").decode("utf-8", "replace"))
        waiting += node.children
    return found
