"""Processes below another one."""

from collections.abc import Iterator
from pathlib import Path


def descendants(pid: int) -> Iterator[int]:
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield int(child)
        yield from descendants(int(child))
