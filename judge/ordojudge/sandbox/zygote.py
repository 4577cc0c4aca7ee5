"""The zygote: a warm Python interpreter that forks once per test. Standard library only.

A fork with its imports done costs 2 ms of CPU where a new interpreter costs 13, and 65 with numpy.
It holds no secrets: what a submission can reach in its copy of this process is worth nothing.

Usage: ``zygote.py JUDGE_FOLDER NAME [PACKAGE...]``; the control socket is descriptor 3.
"""

import ctypes
import gc
import marshal
import os
import sys
from typing import NoReturn

CONTROL = 3
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
    for name in USUAL:
        __import__(name)
    if NAME == "packages":
        for name in PACKAGES:
            try:
                __import__(name)
            except ImportError:
                continue
    complete_start()
    harness.fresh_streams()
    gc.collect()
    gc.disable()
    gc.freeze()  # a full collection in the child then need not touch, and so copy, what was imported


def complete_start() -> None:
    """What -S left out: contest code ends with exit(), and may import a package after all."""
    if sys.flags.no_site:
        import site

        site.setquit()
        site.setcopyright()
        site.sethelper()
        sys.path.extend(path for path in site.getsitepackages() if os.path.isdir(path))


def become(order: bytes, code_at: int) -> NoReturn:
    """In the forked child, where `box_fork_each` has arranged all else: run the submission."""
    leave = os._exit  # a submission may replace it
    try:
        code = loading.read_file(code_at)
        os.close(code_at)
        os.chdir(harness.WORK)
        leave(harness.run(marshal.loads(order), code))  # noqa: S302  the runner made it
    finally:
        leave(harness.BROKEN)


def main() -> None:
    # PyDLL keeps the interpreter's lock, with which the child returns
    library = ctypes.PyDLL(f"{FOLDER}/spawnd.so")
    prepare()
    library.box_open_cgroup()
    os.write(CONTROL, b"ready")
    message = ctypes.create_string_buffer(wire.MESSAGE_BYTES)
    count = ctypes.c_int()
    length = library.box_fork_each(CONTROL, message, len(message), ctypes.byref(count))
    if length > 0:
        become(ctypes.string_at(message, length)[wire.REQUEST_BYTES :], count.value - 1)


if __name__ == "__main__":
    main()
