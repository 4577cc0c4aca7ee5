"""Loops of a structure of disjoint sets, which go up to the root of a set and make the way shorter."""

import re
from typing import Final

from ordojudge.analysis.reading.steps import Loop, assigned

__all__ = ["goes_to_root", "shortens"]

_ROOT: Final = re.compile(
    r"(?:(?:self|this)\.|this->)?(\w+)(?:\[(\w+)\]|\.get\((\w+)\))[!?]*\s*(?:!==?|~=)\s*(\w+)"
    r"|(\w+)\s*!==?\s*(?:(?:self|this)\.|this->)?(\w+)(?:\[(\w+)\]|\.get\((\w+)\))"
)
_APART: Final = re.compile(r"\s*\(?\s*(\w+)\s*!==?\s*(\w+)\s*\)?\s*")


def goes_to_root(loop: Loop) -> bool:
    """Whether a loop goes from a member of a set to what stands for it, which stands for itself."""
    match = _ROOT.fullmatch(loop.head.strip("() "))
    if match is None:
        return False
    table = match[1] or match[6]
    member, other = (match[2] or match[3] or match[7] or match[8]), (match[4] or match[5])
    up = rf"=\s*\S{{0,9}}\b{table}(?:\[{member}\]|\.get\({member}\))"
    return member == other and any(
        step.target == member and re.search(up, step.text) for step in assigned(loop.body)
    )


def shortens(loop: Loop) -> bool:
    """Whether a loop gives all on the way to a root that root."""
    ends = _APART.fullmatch(loop.head)
    if ends is None:
        return False
    member, root = ends[1], ends[2]
    put = re.compile(rf"\[{member}\]\s*=\s*{root}\s*;?$|\({member}, {root}\)")
    return any(put.search(step.text) for step in assigned(loop.body))
