"""Types as problems and submissions write them, and whether a test's arguments fit the problem's."""

import json
import re
from dataclasses import dataclass
from typing import Any, Final, Literal

from ordojudge.core.models import FunctionInterface

Base = Literal["int", "long", "double", "bool", "char", "string", "ListNode", "TreeNode", "bigint"]

_BASES: Final[dict[str, Base]] = {
    "int": "int",
    "integer": "int",
    "int32": "int",
    "long": "long",
    "longlong": "long",
    "longlongint": "long",
    "int64": "long",
    "int64_t": "long",
    "double": "double",
    "float": "double",
    "float64": "double",
    "bool": "bool",
    "boolean": "bool",
    "char": "char",
    "character": "char",
    "byte": "char",
    "rune": "char",
    "str": "string",
    "string": "string",
    "listnode": "ListNode",
    "treenode": "TreeNode",
    "bigint": "bigint",
}
_BITS: Final = {"int": 32, "long": 64}
_LISTS: Final = re.compile(
    r"(?:list|vector|array|arraylist|readonlyarray|sequence|iterable|collection|mutablelist)[\[<](.*)[\]>]"
)
_SAFE: Final = 2**53 - 1
_HUGE: Final = 10**40
"""Stands for every integer that is longer than any type of the languages."""


@dataclass(frozen=True, slots=True)
class Type:
    """A type: lists of something, so and so deep."""

    base: Base
    depth: int = 0

    def __str__(self) -> str:
        return self.base + "[]" * self.depth


def parse_type(text: str | None) -> Type | None:
    """Read a type in the notation of any language; none if it isn't one that the judge knows."""
    plain = re.sub(r"\bconst\b|\breadonly\b|\bstd::|\btyping\.|[\s&*?]", "", text or "")
    plain = re.sub(r"\|(?:None|null|undefined)\b|\b(?:None|null|undefined)\|", "", plain).lower()
    depth = 0
    while True:
        if plain.startswith("optional[") and plain.endswith("]"):
            plain = plain[9:-1]
        elif plain.startswith("(") and plain.endswith(")"):
            plain = plain[1:-1]
        elif plain.endswith("[]"):
            plain, depth = plain[:-2], depth + 1
        elif plain.startswith("[]"):
            plain, depth = plain[2:], depth + 1
        elif (found := _LISTS.fullmatch(plain)) is not None:
            plain, depth = found[1], depth + 1
        else:
            base = _BASES.get(plain)
            return None if base is None else Type(base, depth)


def fault_of(interface: FunctionInterface, arguments: str, *, family: str) -> str | None:
    """Why a test's arguments can't go to any right submission, on one line; none if they can.

    Args:
        arguments: The test's input.
        family: The submission's language.
    """
    try:
        given = json.loads(arguments, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    declared = interface.parameters
    names = [each.name for each in declared or ()]
    if isinstance(given, dict):
        if declared is not None and set(given) != set(names):
            return f"gives {', '.join(given)}; the parameters are {', '.join(names)}"
        values = [(name, value) for name, value in given.items()]
    else:
        if declared is not None and len(given) != len(names):
            return f"gives {len(given)} arguments; there are {len(names)} parameters"
        values = [
            (names[index] if index < len(names) else str(index + 1), value)
            for index, value in enumerate(given)
        ]
    result = interface.result_argument
    if result is not None and result >= len(values):
        return f"gives {len(values)} arguments; result_argument is {result}"
    types = {each.name: parse_type(each.type) for each in declared or ()}
    for name, value in values:
        found = _misfit(value, types.get(name), family)
        if found is not None:
            return f"argument {name}: {found}"
    return None


def _integer(text: str) -> int:
    return int(text) if len(text) < 40 else (-_HUGE if text[0] == "-" else _HUGE)


def _misfit(value: Any, type_: Type | None, family: str) -> str | None:
    if type_ is None:
        return _unrepresentable(value, family)
    if type_.depth:
        if not isinstance(value, list):
            return f"{_shown(value)} doesn't fit {type_}"
        inner = Type(type_.base, type_.depth - 1)
        return next(filter(None, (_misfit(each, inner, family) for each in value)), None)
    if type_.base in ("ListNode", "TreeNode"):
        return (
            None if value is None or isinstance(value, list) else f"{_shown(value)} is no {type_}"
        )
    if not _fits(value, type_.base):
        return f"{_shown(value)} doesn't fit {type_}"
    return None if type_.base == "bigint" else _unrepresentable(value, family)


def _fits(value: Any, base: Base) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if base in _BITS:
        bound = 1 << (_BITS[base] - 1)
        return number and -bound <= value < bound and value == int(value)
    if base in ("double", "bigint"):
        return number
    if base == "bool":
        return isinstance(value, bool)
    return isinstance(value, str) and (
        base == "string" or len(value.encode("utf-8", "replace")) == 1
    )


def _unrepresentable(value: Any, family: str) -> str | None:
    """Why no type of the language holds a value exactly."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, int) and not isinstance(one, bool):
            if family in ("javascript", "typescript") and abs(one) > _SAFE:
                return f"{_shown(one)} is more than a number of JavaScript holds exactly"
            if not -(1 << 63) <= one < 1 << 64:
                return f"{_shown(one)} needs more than 64 bits"
    return None


def _shown(value: Any) -> str:
    text = json.dumps(value) if value not in (_HUGE, -_HUGE) else "an integer of 40 digits or more"
    return text if len(text) <= 60 else text[:60] + "..."
