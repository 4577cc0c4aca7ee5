"""Conditions that name what they find, as in ``if let``: in Rust and Swift."""

import re
from typing import Final

from tree_sitter import Node

__all__ = ["bound_names", "conditions", "unbound"]

_WITH_PARTS: Final = frozenset({"if_statement", "guard_statement", "while_statement"})
_LOOKED_AT: Final = 40
_BINDING: Final = re.compile(r"\b(?:let|var)\s[^=;{}]{0,80}=\s*(?!=)")


def conditions(node: Node) -> list[Node]:
    """All parts of a condition in Swift, without the words between them."""
    if node.type not in _WITH_PARTS:
        return []
    parts = node.children_by_field_name("condition")[:_LOOKED_AT]
    return [part for part in parts if part.type != "value_binding_pattern"]


def bound_names(node: Node) -> list[tuple[Node, Node]]:
    """Names that a condition in Swift gives, each with what it is given."""
    if node.type not in _WITH_PARTS or node.child_by_field_name("bound_identifier") is None:
        return []
    children = node.children[:_LOOKED_AT]
    fields = [node.field_name_for_child(place) for place in range(len(children))]
    return [
        (child, children[place + 2])
        for place, child in enumerate(children[:-2])
        if fields[place] == "bound_identifier" and fields[place + 2] == "condition"
    ]


def unbound(condition: str) -> str:
    """A condition without the names that it gives: ``stack.pop()`` of ``let Some(x) = stack.pop()``."""
    return _BINDING.sub("", condition) if "=" in condition else condition
