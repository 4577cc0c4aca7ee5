"""Calling a submission's function with JSON arguments. Standard library only; used inside boxes."""

import json
import re
import sys
import types
from collections.abc import Callable
from typing import Any, Final

from ordojudge.sandbox import codec
from ordojudge.sandbox.loading import entry_point, load, read_file, write_file

RESULT: Final = 3
"""Descriptor on which the answer goes out."""


def call_function(order: dict[str, Any], code: bytes) -> int:
    arguments = read_arguments()
    order["space"] = space = load(order, code)
    write_file(RESULT, answer_of(order, entry_point(order, space), arguments, space))
    return 0


def read_arguments() -> Any:
    """The arguments, from standard input."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # long integers are fine as arguments and answers
    arguments = json.loads(read_file(0))
    sys.set_int_max_str_digits(digits)
    return arguments


def answer_of(
    order: dict[str, Any], function: Callable[..., Any], arguments: Any, space: dict[str, Any]
) -> bytes:
    """Call a submission's function; its answer as JSON behind ``=``, or what is wrong with it behind ``!``."""
    types_of = declared_types(order, function)
    if isinstance(arguments, dict):
        keyword = {
            name: to_nodes(value, types_of.get(name, ""), space)
            for name, value in arguments.items()
        }
        positional: list[Any] = []
    else:
        names = [*types_of]
        keyword = {}
        positional = [
            to_nodes(value, types_of[names[i]] if i < len(names) else "", space)
            for i, value in enumerate(arguments)
        ]
    answer = function(*positional, **keyword)
    index = order.get("result_argument")
    if index is not None:
        answer = [*positional, *keyword.values()][index]
    returns = order.get("returns") or annotation(
        getattr(function, "__annotations__", {}).get("return")
    )
    sys.set_int_max_str_digits(0)
    try:
        return b"=" + json.dumps(to_json(answer, returns, 0), ensure_ascii=True).encode()
    except codec.Uncarried as error:
        return b"!" + str(error).encode("utf-8", "replace")


_MODULES: Final = re.compile(r"\b\w+\.")


def annotation(value: object) -> str:
    """A type as starter code writes it: ``Optional[ListNode]``, without the modules of its names."""
    if isinstance(value, type) and not hasattr(value, "__args__"):
        return getattr(value, "__name__", "")
    return _MODULES.sub("", str(value))


def declared_types(order: dict[str, Any], function: Callable[..., Any]) -> dict[str, str]:
    """Parameter names in order, each with its type as written in the problem or in the submission."""
    code = getattr(function, "__code__", None)
    own: list[str] = []
    if code is not None:
        own = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        if isinstance(function, types.MethodType):
            own = own[1:]
    annotations = getattr(function, "__annotations__", {})
    found = {name: annotation(annotations.get(name, "")) for name in own}
    declared = order.get("parameters") or []
    if declared and len(declared) == len(own):
        return {name: kind or found[name] for name, (_, kind) in zip(own, declared, strict=True)}
    return found or {name: kind or "" for name, kind in declared}


def to_nodes(value: Any, kind: str, space: dict[str, Any]) -> Any:
    """A list as the linked list or tree that the type asks for."""
    if "ListNode" not in kind and "TreeNode" not in kind:
        return value
    if kind.startswith(("List[", "list[", "Optional[List[", "typing.List[")):
        inner = kind[kind.index("[") + 1 :]
        return value if value is None else [to_nodes(item, inner, space) for item in value]
    if value is None:
        return None
    if "ListNode" in kind:
        node = None
        for item in reversed(value):
            made = space["ListNode"](item)
            made.next = node
            node = made
        return node
    return to_tree(value, space["TreeNode"])


def to_tree(values: list[Any], make: Callable[[Any], Any]) -> Any:
    """A tree from LeetCode's level order, in which None is a missing child."""
    if not values or values[0] is None:
        return None
    root = make(values[0])
    parents, rest = [root], iter(values[1:])
    for parent in parents:
        for side in ("left", "right"):
            value = next(rest, None)
            if value is not None:
                child = make(value)
                setattr(parent, side, child)
                parents.append(child)
    return root


def to_json(value: Any, kind: str, depth: int) -> Any:
    """An answer as plain JSON values: tuples are lists, sets are sorted lists, nodes are LeetCode's lists.

    Raises:
        Uncarried: JSON has no form for it.
    """
    if depth > codec.MAX_DEPTH:
        raise codec.Uncarried("the answer is nested too deeply, or holds itself")
    type_ = type(value)
    if type_ in (bool, int, float, str):
        return value
    if value is None:
        return (
            []
            if kind.startswith(("Optional[ListNode", "Optional[TreeNode", "ListNode", "TreeNode"))
            else None
        )
    if issubclass(type_, dict):
        return {
            key if type(key) is str else json_key(key): to_json(item, "", depth + 1)
            for key, item in dict.items(value)
        }
    if issubclass(type_, set | frozenset):
        items = [to_json(item, "", depth + 1) for item in value]
        return sorted(items, key=sortable)
    if issubclass(type_, list | tuple) or type_.__name__ in (
        "deque",
        "range",
        "dict_keys",
        "dict_values",
    ):
        inner = kind[kind.index("[") + 1 :] if "[" in kind else ""
        return [to_json(item, inner, depth + 1) for item in value]
    if issubclass(type_, int | float | str):
        for plain in (int, float, str):
            if issubclass(type_, plain):
                return {int: int.__int__, float: float.__float__, str: str.__str__}[plain](value)
    if type_.__module__ == "numpy" and hasattr(value, "tolist"):
        return to_json(value.tolist(), "", depth + 1)
    if hasattr(value, "val") and hasattr(value, "left") and hasattr(value, "right"):
        return from_tree(value)
    if hasattr(value, "val") and hasattr(value, "next"):
        return from_list(value)
    raise codec.Uncarried(f"the answer holds a {type_.__name__}, which is no JSON value")


def json_key(key: Any) -> str:
    if type(key) in (int, float, bool, type(None)):
        return json.dumps(key)
    raise codec.Uncarried(
        f"the answer has a key of type {type(key).__name__}, which is no JSON key"
    )


def sortable(value: Any) -> tuple[str, Any]:
    if isinstance(value, bool | int | float):
        return "", value
    return "x", json.dumps(value, sort_keys=True)


MAX_NODES = 1_000_000


def from_list(node: Any) -> list[Any]:
    values: list[Any] = []
    while node is not None:
        values.append(to_json(node.val, "", 0))
        node = node.next
        if len(values) > MAX_NODES:
            raise codec.Uncarried("the answer is a list without an end")
    return values


def from_tree(root: Any) -> list[Any]:
    values: list[Any] = []
    level = [root]
    for node in level:
        values.append(None if node is None else to_json(node.val, "", 0))
        if node is not None:
            level += [node.left, node.right]
        if len(level) > 2 * MAX_NODES:
            raise codec.Uncarried("the answer is a tree without an end")
    while values and values[-1] is None:
        values.pop()
    return values
