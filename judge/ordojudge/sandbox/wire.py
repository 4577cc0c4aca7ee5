"""What travels between the judge and a box, and inside it. Standard library only: both sides import it.

Judge and runner speak JSON over a ``SOCK_SEQPACKET`` socket; the runner packs C structures for the spawn
server and the zygotes. File descriptors go along by ``SCM_RIGHTS``, so inputs and outputs are never copied
through a socket.
"""

import array
import json
import socket
import struct
from typing import Any, Final, NamedTuple

MESSAGE_BYTES: Final = 1 << 20
MAX_DESCRIPTORS: Final = 64
_ANCILLARY_BYTES: Final = socket.CMSG_SPACE(MAX_DESCRIPTORS * array.array("i").itemsize)

_REQUEST: Final = struct.Struct("=6I6Q")
_REPORT: Final = struct.Struct("=iIiI4Q2I")

STOPS: Final = ((1, "cpu"), (2, "wall"), (4, "memory"), (8, "deadline"))
"""Bits of a report's ``stopped``, with their names."""


KEEP_WORK: Final = 1
PLAIN: Final = 2
"""Flags of a request, as in spawnd.c."""


class Allowance(NamedTuple):
    """What one execution may use, in the units of the spawn server."""

    cpu_us: int
    wall_us: int
    patience_us: int
    stack: int
    file_size: int
    memory: int
    processes: int
    files: int


class Report(NamedTuple):
    """What the spawn server measured."""

    status: int
    """As from wait(2)."""

    stopped: str | None
    error: int
    oom_kills: int
    wall_us: int
    cpu_us: int
    run_delay_us: int
    peak_bytes: int
    left: int


def pack_request(
    allowance: Allowance,
    *,
    uid: int,
    argv: list[bytes],
    environment: list[bytes],
    flags: int = 0,
) -> bytes:
    """``struct request`` of spawnd.c, followed by the strings."""
    header = _REQUEST.pack(
        uid,
        len(argv),
        len(environment),
        allowance.processes,
        allowance.files,
        flags,
        allowance.cpu_us,
        allowance.wall_us,
        allowance.patience_us,
        allowance.stack,
        allowance.file_size,
        allowance.memory,
    )
    return header + b"".join(text + b"\0" for text in (*argv, *environment))


REQUEST_BYTES: Final = _REQUEST.size
REPORT_BYTES: Final = _REPORT.size


def unpack_report(data: bytes) -> Report:
    """Read ``struct report`` of spawnd.c."""
    status, stopped, error, oom_kills, wall, cpu, delay, peak, left, _ = _REPORT.unpack(data)
    name = next((name for bit, name in STOPS if stopped & bit), None)
    return Report(status, name, error, oom_kills, wall, cpu, delay, peak, left)


def send(peer: socket.socket, message: bytes, descriptors: list[int]) -> None:
    """Send one message with file descriptors."""
    rights = array.array("i", descriptors)
    ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)] if descriptors else []
    peer.sendmsg([message], ancillary)


def receive(peer: socket.socket, buffer: bytearray | None = None) -> tuple[bytes, list[int]]:
    """Receive one message and its file descriptors; an empty message means that the peer is gone.

    Args:
        buffer: ``MESSAGE_BYTES`` to receive into; one is made for the call if none is given, which takes more
            time than all the rest.
    """
    buffer = bytearray(MESSAGE_BYTES) if buffer is None else buffer
    size, ancillary, _, _ = peer.recvmsg_into([buffer], _ANCILLARY_BYTES, socket.MSG_CMSG_CLOEXEC)
    message = bytes(memoryview(buffer)[:size])
    rights = array.array("i")
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            rights.frombytes(data[: len(data) - len(data) % rights.itemsize])
    return message, list(rights)


def encode(message: dict[str, Any]) -> bytes:
    """A JSON message as bytes."""
    return json.dumps(message, separators=(",", ":")).encode()


def decode(data: bytes) -> dict[str, Any]:
    """The JSON message in ``data``.

    Raises:
        ValueError: it isn't a JSON object.
    """
    message = json.loads(data)
    if not isinstance(message, dict):
        raise ValueError("not a JSON object")
    return message
