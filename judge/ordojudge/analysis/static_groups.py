"""Loops over one group of things after another: all groups together hold n."""

import re
from typing import Final

from ordojudge.analysis.static_steps import Loop, words

__all__ = ["of_group"]

_GROUPS: Final = re.compile(
    r"\b(?:iter)?(?:values|items|entries|entrySet)\(\)|\.(?:Values|values|values_mut\(\)|into_values\(\)|entries)\s*$"
)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_TABLE: Final = re.compile(r"(?i)hash|dict|map|\{\}|make\(|counter")


def of_group(loop: Loop, outer: list[Loop], sizes: dict[str, str]) -> bool:
    """Whether a loop goes through what one entry of a table holds, in a loop over all entries.

    Args:
        loop: The inner loop.
        outer: The loops around it, from outside.
        sizes: What variables were last given, by name.
    """
    named = words(loop.head)
    return (
        bool(outer and _held(outer[-1], sizes) & named)
        and len(named) <= 2
        and not re.search(r"[-*/%]", loop.head)
    )


def _held(around: Loop, sizes: dict[str, str]) -> set[str]:
    """The name of what an entry holds, of a loop over the entries of a table."""
    if around.kind != "each" or not (names := _NAME.findall(around.variable)):
        return set()
    table = sizes.get(around.head.strip("&() "), "")
    if _GROUPS.search(around.head) or (_TABLE.search(table) and len(names) == 2):
        return {names[-1]}
    return set()
