"""What a call calls, and what it is given, where a grammar keeps that without a name."""

import re
from typing import Final

from tree_sitter import Node

from ordojudge.analysis.reading.grammar import CLOSURES, LISTS, names_of

__all__ = ["arguments_in", "called", "from_begin", "trailing"]

_LEAST_BINDING: Final = names_of(
    "additive_expression multiplicative_expression comparison_expression equality_expression"
    " conjunction_expression disjunction_expression infix_expression bitwise_operation"
    " range_expression prefix_expression unary_expression"
)
_DEEPEST: Final = 50
_BEGUN: Final = re.compile(r"(?:std::)?c?r?begin\(([^()]*)\)|(.*)\.c?r?begin\(\)")


def from_begin(text: str) -> str:
    """What a range of C++ belongs to, by where it begins; nothing if it doesn't begin at an end."""
    found = _BEGUN.match(text)
    return (found[1] or found[2]) if found else ""


def called(node: Node) -> Node:
    """What is called, without the operators that these grammars take into it: ``f`` of ``1 + !f``."""
    for _ in range(_DEEPEST):
        last = (
            node.named_children[-1] if node.type in _LEAST_BINDING and node.named_children else None
        )
        if last is None:
            break
        node = last
    return node


def trailing(node: Node) -> Node | None:
    """The call that a closure behind it belongs to: ``f(x)`` of ``f(x) { … }``."""
    first = node.named_children[0] if node.named_child_count == 2 else None
    if first is None or first.type != "call_expression":
        return None
    behind = node.named_children[1]
    closed = behind.type == "annotated_lambda" or (
        behind.type == "call_suffix"
        and behind.named_child_count > 0
        and behind.named_children[0].type in CLOSURES
    )
    return first if closed else None


def arguments_in(listed: list[Node]) -> tuple[list[Node], bool]:
    """What a call is given, and whether a closure is among it."""
    result: list[Node] = []
    waiting = list(reversed(listed))
    while waiting:
        node = waiting.pop()
        if node.type == "value_argument":  # a label stands before the value
            waiting.extend(node.named_children[-1:])
        elif node.type in LISTS:
            waiting.extend(reversed(node.named_children))
        else:
            result.append(node)
    return result, any(node.type in CLOSURES for node in result)
