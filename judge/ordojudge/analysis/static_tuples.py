"""Assignments of several values at once: ``(a, b) = (b, a + b)``."""

from typing import Final

from tree_sitter import Node

from ordojudge.analysis.static_grammar import names_of

__all__ = ["pairs"]

_TUPLES: Final = names_of(
    "tuple_pattern tuple_expression pattern directly_assignable_expression"
    " multi_variable_declaration"
)


def pairs(node: Node) -> list[tuple[Node, Node]]:
    """Each name of an assignment with what it is given; nothing if there is one of them, or one value."""
    names = node.children_by_field_name("name")
    values = node.children_by_field_name("value")
    if len(names) == len(values) > 1:  # Swift: var i = 0, j = 0
        return list(zip(names, values, strict=True))
    target = _first(node, "pattern", "left", "target", "name")
    value = _first(node, "right", "result", "value")
    if target is None or value is None or value.type != "tuple_expression":
        return []
    if target.type == "directly_assignable_expression" and target.named_child_count == 1:
        target = target.named_children[0]
    if target.type not in _TUPLES or not 1 < target.named_child_count == value.named_child_count:
        return []
    return list(zip(target.named_children, value.named_children, strict=True))


def _first(node: Node, *fields: str) -> Node | None:
    found = (node.child_by_field_name(field) for field in fields)
    return next((child for child in found if child is not None), None)
