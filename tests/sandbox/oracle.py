"""Tables of programs whose runs in a box are compared with runs by the runtime itself."""

from collections.abc import Mapping
from typing import Any

import pytest


def compared(
    groups: Mapping[str, Mapping[str, str]],
    *,
    readers: Mapping[str, str],
    texts: Mapping[str, bytes],
) -> list[Any]:
    """Sources with inputs for a test: each program, and each reading program with each text."""
    programs = [
        pytest.param(source, b"3 4\n", id=f"{group}: {name}")
        for group, sources in groups.items()
        for name, source in sources.items()
    ]
    return programs + [
        pytest.param(source, text, id=f"reads by {name}: {kind}")
        for name, source in readers.items()
        for kind, text in texts.items()
    ]
