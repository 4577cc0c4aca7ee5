"""User ids for boxes: each has one of its own on the whole machine.

The kernel counts processes by user id, across all boxes: two of one id would share their limit.
"""

import errno
import fcntl
import os
import tempfile
from pathlib import Path
from typing import Final

from ordojudge.core.errors import SandboxUnavailable

FIRST_UID: Final = 640_000
"""Boxes run under ids from here on."""

MAPPED_UID: Final = 20_000
"""The same where a container's ids are mapped to few of the machine's, as in rootless Docker."""

UIDS: Final = 10_000


def claim_uid(first: int = FIRST_UID) -> tuple[int, int]:
    """A user id that no other box on this machine has, and the descriptor of the lock that holds it.

    Judges that share a machine must share its folder for temporary files, too.

    Raises:
        SandboxUnavailable: all are taken.
    """
    folder = Path(tempfile.gettempdir()) / "ordojudge-uids"
    try:
        folder.mkdir(exist_ok=True)
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(0o1777)  # judges of other users claim ids, too
        for uid in range(first, first + UIDS):
            descriptor = _lock(folder / str(uid))
            if descriptor is not None:
                return uid, descriptor
    except OSError as error:
        raise SandboxUnavailable(f"{folder}: user ids can't be claimed: {error}") from error
    raise SandboxUnavailable("all user ids for boxes are taken")


def _lock(path: Path) -> int | None:
    """The lock on a file, or None where another process has it or owns the file."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        # the file of another user, who may come back for it; or a link, which only a prankster makes
        if error.errno in (errno.EACCES, errno.EPERM, errno.ELOOP):
            return None
        raise
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
