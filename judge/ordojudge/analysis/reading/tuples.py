"""Assignments of several values at once: ``(a, b) = (b, a + b)``."""

from typing import Final

from tree_sitter import Node

from ordojudge.analysis.reading.grammar import names_of

__all__ = ["pairs"]

_TUPLES: Final = names_of(
    "pattern_list expression_list tuple tuple_pattern tuple_expression array_pattern array list_pattern list"
    " pattern directly_assignable_expression multi_variable_declaration"
)
_SEVERAL: Final = names_of(
    "assignment assignment_expression let_declaration property_declaration"
    " var_spec variable_declarator"
)


def pairs(node: Node) -> list[tuple[Node, Node]]:
    """Each name of an assignment with what it is given; nothing if there is one of them, or one value."""
    if node.type not in _SEVERAL:
        return []
    names = node.children_by_field_name("name")
    values = node.children_by_field_name("value")
    if len(names) == len(values) > 1:  # Swift: var i = 0, j = 0
        return list(zip(names, values, strict=True))
    target = _first(node, "left", "pattern", "target", "name")
    value = _first(node, "right", "result", "value")
    if target is None and node.named_child_count == 2:
        target, value = node.named_children  # C#: var (a, b) = (1, 2)
    if target is None or value is None or value.type not in _TUPLES:
        return []
    if target.type == "directly_assignable_expression" and target.named_child_count == 1:
        target = target.named_children[0]
    targets = target.named_children if target.type in _TUPLES else names  # Go: var a, b = 1, 2
    if not 1 < len(targets) == value.named_child_count:
        return []
    return list(zip(targets, value.named_children, strict=True))


def _first(node: Node, *fields: str) -> Node | None:
    found = (node.child_by_field_name(field) for field in fields)
    return next((child for child in found if child is not None), None)
