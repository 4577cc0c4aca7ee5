"""Types in the notation of any language, and arguments that fit them or don't."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.models import FunctionInterface, Parameter
from ordojudge.functions.values import fault_of, parse_type

NOTATIONS = {
    "int": "int",
    "integer[]": "int[]",
    "list<list<integer>>": "int[][]",
    "List[List[int]]": "int[][]",
    "list[list[str]]": "string[][]",
    "Optional[ListNode]": "ListNode",
    "List[Optional[TreeNode]]": "TreeNode[]",
    "typing.Optional[typing.List[int]]": "int[]",
    "ListNode | None": "ListNode",
    "const vector<vector<char>>&": "char[][]",
    "std::vector<std::string>": "string[]",
    "unsigned long long": None,
    "long long": "long",
    "TreeNode*": "TreeNode",
    "vector<ListNode*>&": "ListNode[]",
    "char[][]": "char[][]",
    "List<Integer>": "int[]",
    "String": "string",
    "boolean": "bool",
    "Array<TreeNode | null>": "TreeNode[]",
    "(ListNode | null)[]": "ListNode[]",
    "readonly bigint[]": "bigint[]",
    "[][]int64": "long[][]",
    "[]*ListNode": "ListNode[]",
    "*TreeNode": "TreeNode",
    "float": "double",
    "Dict[str, int]": None,
    "Solution": None,
    "": None,
}


@pytest.mark.parametrize(("text", "meant"), NOTATIONS.items(), ids=repr)
def test_a_type_is_read_in_any_notation(text: str, meant: str | None) -> None:
    found = parse_type(text)
    assert (None if found is None else str(found)) == meant


@given(st.text(alphabet="List[]<>intvector|()*& None", max_size=60))
def test_any_text_is_a_type_or_none(text: str) -> None:
    found = parse_type(text)
    assert found is None or parse_type(str(found)) == found


FAULTS: dict[str, tuple[str, Any, str | None]] = {
    "an int": ("int", 2**31 - 1, None),
    "the least int": ("int", -(2**31), None),
    "more than an int": ("int", 2**31, "2147483648 doesn't fit int"),
    "less than an int": ("int", -(2**31) - 1, "doesn't fit int"),
    "a whole float": ("int", 2.0, None),
    "half an int": ("int", 0.5, "0.5 doesn't fit int"),
    "a truth for an int": ("int", True, "true doesn't fit int"),
    "a long": ("long", 2**63 - 1, None),
    "more than a long": ("long", 2**63, "doesn't fit long"),
    "a double": ("double", 7, None),
    "a text for a double": ("double", "7", 'argument a: "7" doesn\'t fit double'),
    "a truth": ("bool", False, None),
    "a number for a truth": ("bool", 0, "0 doesn't fit bool"),
    "a character": ("char", "a", None),
    "two characters": ("char", "ab", "doesn't fit char"),
    "a character of two bytes": ("char", "é", "doesn't fit char"),
    "a text": ("string", "é", None),
    "a list": ("int[]", [1, 2], None),
    "a list with a wrong element": ("int[]", [1, [2]], "[2] doesn't fit int"),
    "no list": ("int[]", 1, "1 doesn't fit int[]"),
    "null for a list": ("int[]", None, "null doesn't fit int[]"),
    "nodes": ("ListNode", [1], None),
    "no nodes": ("TreeNode", None, None),
    "a number for nodes": ("TreeNode", 1, "1 is no TreeNode"),
    "an unknown type": ("Foo", {"x": [1]}, None),
    "more than any type holds": ("Foo", {"x": [2**64]}, "needs more than 64 bits"),
}


@pytest.mark.parametrize(("kind", "value", "reason"), FAULTS.values(), ids=FAULTS.keys())
def test_a_value_fits_its_declared_type_or_not(kind: str, value: Any, reason: str | None) -> None:
    interface = FunctionInterface(entry_point="f", parameters=(Parameter(name="a", type=kind),))
    for arguments in ([value], {"a": value}):
        found = fault_of(interface, json.dumps(arguments), family="cpp")
        assert found is None if reason is None else reason in (found or "")


@pytest.mark.parametrize("family", ["javascript", "typescript"])
def test_scripts_have_numbers_of_53_bits(family: str) -> None:
    interface = FunctionInterface(entry_point="f")
    assert fault_of(interface, "[[9007199254740991]]", family=family) is None
    assert "holds exactly" in (fault_of(interface, "[[9007199254740992]]", family=family) or "")


def test_a_very_long_integer_is_no_work() -> None:
    interface = FunctionInterface(entry_point="f")
    digits = "9" * 100_000
    found = fault_of(interface, f"[-{digits}]", family="cpp")
    assert found == "argument 1: an integer of 40 digits or more needs more than 64 bits"


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_any_value_is_a_fault_or_not(value: Any) -> None:
    parameters = (Parameter(name="a", type="List[List[int]]"),)
    interface = FunctionInterface(entry_point="f", parameters=parameters, result_argument=0)
    found = fault_of(interface, json.dumps([value]), family="java")
    assert found is None or "\n" not in found
