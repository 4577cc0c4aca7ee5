"""The zygote: a warm Python interpreter that forks once per test. Standard library only.

A fork with its imports done costs 2 ms of CPU where a new interpreter costs 13, and 65 with numpy.
It holds no secrets: what a submission can reach in its copy of this process is worth nothing.

Usage: ``zygote.py JUDGE_FOLDER NAME [PACKAGE...]``; the control socket is descriptor 3.
Also ``zygote.py JUDGE_FOLDER once COUNT``: one test, executed instead of forked, for boxes whose tests live in
namespaces of their own. Of its COUNT descriptors, 3 is the code and the last one the order.
"""

import ctypes
import gc
import os
import socket
import sys

FOLDER, NAME = sys.argv[1], sys.argv[2]
PACKAGES = sys.argv[3:]
sys.path.insert(0, FOLDER)
from ordojudge.sandbox import harness, loading, wire  # noqa: E402  the folder is only known from the command line

sys.path[:] = [
    path for path in sys.path if not path.startswith(FOLDER)
]  # this script's own folder, too

USUAL = [
    "abc",
    "array",
    "atexit",
    "bisect",
    "calendar",
    "cmath",
    "collections",
    "collections.abc",
    "contextlib",
    "copy",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "io",
    "itertools",
    "json",
    "math",
    "numbers",
    "operator",
    "os",
    "queue",
    "random",
    "re",
    "statistics",
    "string",
    "sys",
    "textwrap",
    "threading",
    "time",
    "traceback",
    "types",
    "typing",
]
"""Modules that contest code imports, ready before the fork."""


def prepare() -> None:
    """Make this interpreter like a fresh one, with the usual imports done."""
    import site

    for name in USUAL:
        __import__(name)
    if NAME == "packages":
        for name in PACKAGES:
            try:
                __import__(name)
            except ImportError:
                continue
    else:
        # -S leaves these out; contest code ends with exit(), and may import a package after all
        site.setquit()
        site.setcopyright()
        site.sethelper()
        sys.path.extend(path for path in site.getsitepackages() if os.path.isdir(path))
    gc.collect()
    gc.disable()
    gc.freeze()  # a full collection in the child then need not touch, and so copy, what was imported


def become(
    library: ctypes.CDLL, request: bytes, order: dict[str, object], descriptors: list[int]
) -> None:
    """In the forked child: take on the submission's place and run it. Doesn't return."""
    leave = os._exit  # a submission may replace it
    try:
        for target, descriptor in enumerate(descriptors[:3]):
            os.dup2(descriptor, target)
        code = loading.read_file(descriptors[3])
        keep_only(descriptors[4:])
        failed = library.box_enter(request)
        if failed:
            leave(100 + failed)
        os.chdir(harness.WORK)
        leave(harness.run(order, code))
    finally:
        leave(harness.BROKEN)


def keep_only(descriptors: list[int]) -> None:
    """Move these down to 3 and on, and close all others. They're in order, so none overwrites another."""
    for target, descriptor in enumerate(descriptors, start=3):
        os.dup2(descriptor, target)
    os.closerange(3 + len(descriptors), os.sysconf("SC_OPEN_MAX"))


def once(count: int) -> None:
    order = wire.decode(loading.read_file(count - 1))
    code = loading.read_file(3)
    keep_only(list(range(4, count - 1)))
    os.chdir(harness.WORK)
    os._exit(harness.run(order, code))


def main() -> None:
    if NAME == "once":
        once(int(PACKAGES[0]))
    library = ctypes.CDLL(f"{FOLDER}/spawnd.so")
    control = socket.socket(fileno=3)
    control.set_inheritable(False)
    prepare()
    library.box_open_cgroup()
    control.send(b"ready")
    report = ctypes.create_string_buffer(wire.REPORT_BYTES)
    channels_type = ctypes.c_int * 3
    while True:
        message, descriptors = wire.receive(control)
        if not message:
            return
        request, order = message[: wire.REQUEST_BYTES], wire.decode(message[wire.REQUEST_BYTES :])
        pid = os.fork()
        if pid == 0:
            become(library, request, order, descriptors)
        library.box_watch(pid, request, channels_type(*descriptors[:3]), report)
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(report.raw)


if __name__ == "__main__":
    main()
