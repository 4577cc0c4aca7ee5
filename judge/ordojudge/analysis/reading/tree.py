"""A program as what costs time: routines, loops, calls and assignments, the same for every language.

tree-sitter reads the text, so broken code gives a tree too.
Work is bounded: programs above a size, and parts nested too deep, are left out.
"""

import re
import time
from typing import Final, Literal

from tree_sitter import Node, Parser, Point

from ordojudge.analysis.reading.callee import arguments_in, called, from_begin, trailing
from ordojudge.analysis.reading.conditions import bound_names, conditions, unbound
from ordojudge.analysis.reading.grammar import (
    ASSIGNMENTS,
    BRANCHES,
    CALLS,
    CHAINED,
    CHOICES,
    CLOSURES,
    COMPREHENSIONS,
    EXHAUSTIVE,
    EXITS,
    LOOPS,
    ONCE,
    OPERATORS,
    OPTIONAL,
    OPTIONAL_RUST,
    ROUTINES,
    SLICES,
    grammar_of,
    name_of,
    names_of,
    parameter_names,
    parameters_of,
    with_signs,
)
from ordojudge.analysis.reading.steps import (
    Assign,
    Branch,
    Call,
    Exit,
    Loop,
    Outline,
    Routine,
    Step,
    without_breaks,
)
from ordojudge.analysis.reading.tuples import pairs

__all__ = ["LARGEST", "outline"]

LARGEST: Final = 65_536
"""Bytes of a program that is read; larger ones have no outline."""

_PARSING_S: Final = 0.5
"""CPU seconds before the parser is stopped: programs of people need hundredths, hostile text ages."""

_UNMATCHED: Final = 1_000
"""Brackets without a partner; looking for partners, the parser takes time that grows with their square."""

_LONG_WORD: Final = re.compile(r"(\w{64})\w+")
"""Words are cut here: what looks for parts of names takes the square of their length."""

_BLOCKS: Final = frozenset({"statements", "if_statement"})
_CHANGES: Final = names_of(">>= <<= ^= |= &=")
"""Operators of Swift that have no kind of node of their own."""

_NODES: Final = 40_000
_DEPTH: Final = 150
_SHOWN: Final = 160


def outline(source: str, language: str) -> Outline | None:
    """What costs time in a program; nothing if the language isn't read or the text is too large.

    Args:
        source: Any text.
        language: Name of a language, such as ``cpp``.
    """
    grammar = grammar_of(language)
    if grammar is None:
        return None
    source = _LONG_WORD.sub(r"\1", source)
    data = source.encode("utf-8", "replace")
    if len(data) > LARGEST or _unmatched(data) > _UNMATCHED:
        return None
    deadline = time.thread_time() + _PARSING_S

    def read(offset: int, _point: Point) -> bytes:
        return data[offset : offset + 8_192]

    def stop(_offset: int, _error: bool) -> bool:
        return time.thread_time() > deadline

    try:
        tree = Parser(grammar).parse(read, progress_callback=stop)
    except ValueError:  # stopped: text made to be slow
        return None
    reader = _Reader(data, language)
    try:
        body = reader.steps(tree.root_node, 0)
    except _TooMany:
        return None
    return Outline(body, source, reader.partial or tree.root_node.has_error)


def _unmatched(data: bytes) -> int:
    pairs = (b"()", b"[]", b"{}", b"<>")
    return max(abs(data.count(pair[:1]) - data.count(pair[1:])) for pair in pairs)


class _TooMany(Exception):
    """More nodes than a program of a person has."""


class _Reader:
    """Turns nodes into steps."""

    def __init__(self, data: bytes, language: str) -> None:
        self.data = data
        self.first_word = language == "go"
        self.language = language
        self.nodes = 0
        self.partial = False

    def text(self, node: Node | None, limit: int = _SHOWN) -> str:
        if node is None:
            return ""
        end = min(node.end_byte, node.start_byte + limit)
        shown = self.data[node.start_byte : end].decode("utf-8", "replace")
        return with_signs(shown) if self.language == "kotlin" else shown

    def steps(self, node: Node, depth: int) -> list[Step]:
        """What the children of a node do, in order."""
        result: list[Step] = []
        for child in node.named_children:
            self.into(result, child, depth)
        return result

    def block(self, node: Node | None, depth: int) -> list[Step]:
        """What a node itself does."""
        result: list[Step] = []
        if node is not None:
            self.into(result, node, depth)
        return result

    def into(self, result: list[Step], node: Node, depth: int) -> None:
        self.nodes += 1
        if self.nodes > _NODES:
            raise _TooMany
        if depth > _DEPTH:
            self.partial = True
            return
        kind = node.type
        depth += 1
        if kind in ROUTINES:
            result.append(self.routine(node, depth))
        elif kind in LOOPS:
            self.loop(result, node, depth)
        elif kind in COMPREHENSIONS:
            self.comprehension(result, node, depth)
        elif kind in CALLS:
            self.call(result, node, depth)
        elif kind in BRANCHES:
            self.branch(result, node, depth)
        elif kind in CHOICES:
            self.choice(result, node, depth)
        elif self.changes(node):
            self.assignment(result, node, depth)
        elif kind == "declaration" and self.language == "cpp":
            result.extend(self.declared(node, depth))
        elif kind in EXITS:
            result.extend(self.steps(node, depth))
            result.append(Exit(self.text(node, 8).split(" ")[0].rstrip(";")))
        elif kind in SLICES:
            owner = node.child_by_field_name("operand") or node.prev_named_sibling
            result.append(Call("[:]", self.text(owner), [self.text(node)]))
            result.extend(self.steps(node, depth))
        elif node.named_child_count:
            for child in node.named_children:
                self.into(result, child, depth)
            self.operator(result, node)

    def operator(self, result: list[Step], node: Node) -> None:
        """Operators that cost what a call does: a search in a list, parts of strings put together."""
        if node.type == "comparison_operator" and node.named_child_count == 2:
            sign = node.child_by_field_name("operators")
            if sign is not None and sign.type in ("in", "not in"):
                item, whole = node.named_children
                result.append(Call("in", self.text(whole), [self.text(item)]))
        elif self.first_word and node.type in ("binary_expression", "index_expression"):
            # Go's slices are views, until they are put together or looked up
            parts = [c for c in node.named_children[-2:] if c.type == "slice_expression"]
            if parts and node.named_children[-1].type == "slice_expression":
                result.append(Call("+", self.text(node.named_children[0]), [self.text(parts[0])]))

    def routine(self, node: Node, depth: int) -> Routine:
        name = "init" if node.type == "anonymous_initializer" else self.text(name_of(node))
        if not name and node.type in CLOSURES:
            name = self.assigned_name(node)
        listed = self.text(parameters_of(node), 400)
        if not listed:  # Swift has no list of them
            single = [child for child in node.named_children[:12] if child.type == "parameter"]
            listed = ", ".join(map(self.text, single))
        body = node.child_by_field_name("body")
        above = node.parent
        heading = self.text(above, 200) if above and above.type == "decorated_definition" else ""
        return Routine(
            name=name.rsplit("::", 1)[-1],
            parameters=parameter_names(listed, first=self.first_word),
            heading=heading,
            text=self.text(node, 6_000),
            body=self.block(body, depth) if body is not None else self.steps(node, depth),
        )

    def assigned_name(self, node: Node) -> str:
        """What a closure is assigned to: its name, if it calls itself."""
        above: Node | None = node.parent
        below = node
        for _ in range(3):
            if above is None:
                return ""
            if above.type in ASSIGNMENTS:
                for name in ("declarator", "name", "left", "pattern"):
                    target = above.child_by_field_name(name)
                    if target is not None and target.id != below.id:
                        return self.text(target).split(":")[0].split(" ")[-1].strip("&*")
                return ""
            below, above = above, above.parent
        return ""

    def loop(self, result: list[Step], node: Node, depth: int) -> None:
        body = node.child_by_field_name("body")
        clause = next(
            (c for c in node.named_children if c.type in ("for_clause", "range_clause")), node
        )
        condition = clause.child_by_field_name("condition")
        through = None
        for name in ("right", "collection", "value"):
            through = through or clause.child_by_field_name(name)
        variable = start = update = ""
        if node.type == "for_statement" and body is None and through is None:  # Kotlin
            parts = node.named_children
            body = parts[-1]
            if len(parts) >= 3:
                variable, through = self.text(parts[0]), parts[-2]
        if body is None:
            body = next((c for c in reversed(node.named_children) if c.type != "comment"), None)
        if clause.type == "for_statement" and condition is None and through is None:
            first = node.named_children[0] if node.named_child_count else None
            if first is not None and body is not None and first.id != body.id:
                condition = first  # Go: for CONDITION { … }
        if through is not None:
            for name in ("left", "name", "pattern", "declarator", "item"):
                found = clause.child_by_field_name(name)
                variable = variable or self.text(found)
            result.extend(self.block(through, depth))
            head = self.text(through)
            kind: Literal["count", "each", "while"] = "each"
        else:
            start = self.text(
                clause.child_by_field_name("initializer") or clause.child_by_field_name("init")
            )
            changed = clause.child_by_field_name("update") or clause.child_by_field_name(
                "increment"
            )
            update = self.text(changed)
            head = unbound(self.condition_text(node, condition))
            kind = "count" if update or start else "while"
            variable = _counted(update, start)
        inner = self.condition(node, condition, depth) + self.block(body, depth)
        result.append(Loop(kind, variable, head, start, update, inner))

    def comprehension(self, result: list[Step], node: Node, depth: int) -> None:
        body = node.child_by_field_name("body")
        inner = self.block(body, depth)
        for clause in reversed(node.named_children):
            if clause.type == "for_in_clause":
                through = clause.child_by_field_name("right")
                left = self.text(clause.child_by_field_name("left"))
                outer = self.block(through, depth)
                inner = [*outer, Loop("each", left, self.text(through), "", "", inner)]
            elif clause.type == "if_clause":
                inner = self.steps(clause, depth) + inner
        result.extend(inner)

    def call(self, result: list[Step], node: Node, depth: int) -> None:
        function = node.child_by_field_name("function") or node.child_by_field_name("constructor")
        name_node = node.child_by_field_name("name") or node.child_by_field_name("type")
        listed = node.child_by_field_name("arguments")
        given = node.named_children[1:] if listed is None else [listed]
        whole_callee: Node | None = None
        if function is None and name_node is None:
            name_node = node.child_by_field_name("macro")
        if function is None and name_node is None and node.named_child_count:
            inner_call = trailing(node)
            if inner_call is not None:
                given = inner_call.named_children[1:] + given
            whole_callee = (inner_call or node).named_children[0]
            name_node = called(whole_callee)
        last = node.named_children[-1] if node.named_child_count else None
        if last is not None and last.type == "call_suffix" and self.text(last, 1) == "[":
            result.extend(self.steps(node, depth))  # Swift: an element, not a call
            return
        whole = self.text(function or name_node, 2_000)
        receiver_node = node.child_by_field_name("object")
        name, receiver = whole, self.text(receiver_node)
        if receiver_node is None:
            match = re.search(r"(?:\.|->|::|\?\.)\s*(\w+)\s*(?:::)?(?:<[^()]*>)?$", whole)
            if match:
                name, receiver = match.group(1), whole[: match.start()]
        name = name.split("<", 1)[0].strip().rsplit(" ", 1)[-1]  # Swift: (1 + f)(x)
        arguments, closures = arguments_in(given)
        for inner in (receiver_node, function, whole_callee):
            if inner is not None and inner.named_child_count:
                result.extend(self.steps(inner, depth))
        closed: list[Step] = []
        for argument in arguments:
            inside: list[Step] = []
            self.into(inside, argument, depth)
            for step in inside:
                unnamed = isinstance(step, Routine) and not step.name
                (closed if unnamed else result).append(step)
        texts = [self.text(argument) for argument in arguments]
        result.append(Call(name, receiver[-_SHOWN:], texts))
        if not closures:
            result.extend(closed)
            return
        body = [s for step in closed for s in (step.body if isinstance(step, Routine) else ())]
        if name in ONCE or (name in CHAINED and self.is_optional(receiver, name)):
            own = next(
                (p for step in closed if isinstance(step, Routine) for p in step.parameters), "it"
            )
            result.extend([Assign(own, f"{own} = {receiver[-_SHOWN:]}"), *body])
        elif name in CHAINED:
            folded = name == "reduce" and len(texts) > 1
            begun = from_begin(texts[0])
            first = texts[0] if name == "repeat" else begun
            through = first or receiver or texts[1 if folded else -1]
            result.append(Loop("each", "", through[:_SHOWN], "", name, body))
        else:
            result.extend(closed)

    def is_optional(self, receiver: str, name: str) -> bool:
        """Whether what a closure is called for is one thing, or nothing."""
        if self.language == "rust" and name == "map" and OPTIONAL_RUST.search(receiver):
            return True
        return bool(OPTIONAL.search(receiver))

    def branch(self, result: list[Step], node: Node, depth: int) -> None:
        condition = node.child_by_field_name("condition")
        then = node.child_by_field_name("consequence")
        others = node.children_by_field_name("alternative")
        if then is None:
            parts = [c for c in node.named_children if c.type not in ("comment", "else")]
            if condition is None and parts:
                condition = parts[0]
            rest = [c for c in parts if condition is None or c.id != condition.id]
            if node.type in ("if_statement", "guard_statement"):  # Swift
                rest = [c for c in rest if c.type in _BLOCKS]
            then, others = (rest[0], rest[1:]) if rest else (None, [])
        shown = self.condition_text(node, condition)
        result.extend(self.condition(node, condition, depth))
        arms = [self.block(then, depth)]
        arms.extend(self.block(other, depth) for other in others)
        result.append(Branch(shown, [*arms, []]))

    def condition(self, node: Node, condition: Node | None, depth: int) -> list[Step]:
        """What a condition does, and which names it gives."""
        if self.language != "swift":
            return self.block(condition, depth)
        result: list[Step] = []
        for part in conditions(node) or ([condition] if condition is not None else []):
            result.extend(self.block(part, depth))
        for name, value in bound_names(node):
            result.append(Assign(self.text(name), f"{self.text(name)} = {self.text(value)}"))
        return result

    def condition_text(self, node: Node, condition: Node | None) -> str:
        """The text of a condition; Swift's has several parts."""
        parts = conditions(node) if self.language == "swift" else []
        return ", ".join(map(self.text, parts))[:_SHOWN] if parts else self.text(condition)

    def choice(self, result: list[Step], node: Node, depth: int) -> None:
        for field in ("value", "subject", "condition"):
            if (subject := node.child_by_field_name(field)) is not None:
                break
        body = node.child_by_field_name("body") or node
        cases = [child for child in body.named_children if child != subject]
        if subject is None and body is node and cases and "case" not in cases[0].type:
            subject, cases = cases[0], cases[1:]  # C#: subject switch { … }
        if subject is None and body.id != node.id:
            for child in node.named_children:
                if child.id != body.id:
                    self.into(result, child, depth)
        result.extend(self.block(subject, depth))
        arms = [self.block(case, depth) for case in cases]
        if "switch" in node.type:
            arms = [without_breaks(arm) for arm in arms]
        if node.type not in EXHAUSTIVE and not any(map(self.is_default, cases)):
            arms.append([])
        result.append(Branch("", arms))

    def is_default(self, case: Node) -> bool:
        return self.text(case, 12).startswith(("default", "else", "_", "case _"))

    def changes(self, node: Node) -> bool:
        """Whether a node gives something a value."""
        if node.type in ASSIGNMENTS:
            return node.type not in OPERATORS or self.steps_on(node)
        if self.language != "swift" or node.type != "infix_expression":
            return False
        return self.text(node.child_by_field_name("op")) in _CHANGES

    def declared(self, node: Node, depth: int) -> list[Step]:
        """What a declaration in C++ does: also that a container without anything given to it is empty."""
        result = self.steps(node, depth)
        if "<" in self.text(node.child_by_field_name("type")):
            names = [c for c in node.children_by_field_name("declarator") if c.type == "identifier"]
            result.extend(Assign(name, f"{name} = {{}}") for name in map(self.text, names))
        return result

    def steps_on(self, node: Node) -> bool:
        """Whether an operator at one value changes it."""
        ends = (
            self.data[node.start_byte : node.start_byte + 2],
            self.data[node.end_byte - 2 : node.end_byte],
        )
        return b"++" in ends or b"--" in ends

    def assignment(self, result: list[Step], node: Node, depth: int) -> None:
        result.extend(self.steps(node, depth))
        if single := pairs(node):
            sign = ":=" if node.type == "short_var_declaration" else "="
            texts = [(self.text(name), self.text(value)) for name, value in single]
            result.extend(Assign(name, f"{name} {sign} {value}") for name, value in texts)
            return
        text = self.text(node)
        target = ""
        for field in ("left", "name", "declarator", "argument", "pattern", "target", "lhs"):
            found = node.child_by_field_name(field)
            if found is not None:
                target = self.text(found)
                break
        result.append(Assign(target or re.split(r"[-+*/%&|^<>:]*=|\+\+|--", text)[0].strip(), text))


def _counted(update: str, start: str) -> str:
    """The variable of a counting loop."""
    match = re.search(r"\w+", update) or re.search(r"(\w+)\s*:?=", start)
    return match.group(match.lastindex or 0) if match else ""
