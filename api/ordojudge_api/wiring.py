"""Where drivers are chosen: the one module that knows which sandbox is in use.

Drivers are imported when they are opened, so that a command pays only for what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ordojudge.ports import Sandbox
    from ordojudge.sandbox.inspect import Finding
    from ordojudge.service import Judge
    from ordojudge.settings import Settings


@contextmanager
def open_sandbox(settings: Settings) -> Iterator[Sandbox]:
    """The configured sandbox; its boxes are taken down at the end.

    Raises:
        SandboxUnavailable: this machine can't have one; the message says what is missing.
    """
    from ordojudge.sandbox.local import LocalSandbox

    with LocalSandbox(settings.sandbox) as sandbox:
        yield sandbox


@contextmanager
def open_judge(settings: Settings) -> Iterator[Judge]:
    """A judge over the configured sandbox.

    Raises:
        SandboxUnavailable: this machine can't have one; the message says what is missing.
    """
    from ordojudge.service import Judge

    with open_sandbox(settings) as sandbox:
        yield Judge(sandbox)


def inspect_machine(settings: Settings) -> list[Finding]:
    """What the configured sandbox finds on this machine, and how to get what is missing."""
    from ordojudge.sandbox import inspect

    return inspect.inspect_machine(settings.sandbox)
