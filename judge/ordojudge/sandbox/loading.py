"""Loading a submission into a forked interpreter. Standard library only; used inside boxes."""

import builtins
import marshal
import os
import sys
import types
from collections.abc import Callable
from typing import Any


def read_file(descriptor: int) -> bytes:
    # an fstat would make an object of 19 fields, which costs more than the reading
    return os.pread(descriptor, os.lseek(descriptor, 0, os.SEEK_END), 0)


def write_file(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def new_module(name: str, space: dict[str, Any]) -> dict[str, Any]:
    module = types.ModuleType(name)
    sys.modules[name] = module
    module.__dict__.update(__file__="solution.py", __builtins__=builtins, **space)
    return module.__dict__


class ListNode:
    """LeetCode's singly linked list."""

    def __init__(self, val: Any = 0, next: Any = None) -> None:
        self.val = val
        self.next = next


class TreeNode:
    """LeetCode's binary tree."""

    def __init__(self, val: Any = 0, left: Any = None, right: Any = None) -> None:
        self.val = val
        self.left = left
        self.right = right


def load(order: dict[str, Any], code: bytes) -> dict[str, Any]:
    """Execute the submission as a module, so that its ``__main__`` part stays quiet."""
    space = new_module("solution", {"ListNode": ListNode, "TreeNode": TreeNode})
    if order.get("prelude"):
        exec(compile(order["prelude"], "prelude.py", "exec", dont_inherit=True), space)
    exec(marshal.loads(code), space)  # noqa: S302  this is the sandbox
    return space


def entry_point(order: dict[str, Any], space: dict[str, Any]) -> Callable[..., Any]:
    """The function to call: a method of the named class or of ``Solution``, or a plain function."""
    name, class_name = order["entry_point"], order.get("class_name")
    owner = class_name or (None if name in space else "Solution")
    if owner in space and hasattr(space[owner], name):
        return getattr(space[owner](), name)  # type: ignore[no-any-return]
    if name in space:
        return space[name]  # type: ignore[no-any-return]
    raise NameError(f"the submission defines no {class_name + '.' if class_name else ''}{name}")
