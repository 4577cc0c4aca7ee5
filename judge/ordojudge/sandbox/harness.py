"""What a forked Python test does: run the submission as a program, or call into it. Standard library only.

Modes:
    ``compile``     source from the code descriptor, byte code to standard output
    ``program``     run byte code as ``python3 solution.py`` would
    ``function``    call the entry point once with JSON arguments from standard input; JSON to descriptor 3
    ``counted``     either of these two from source, so that it counts what it does; the count to descriptor 3
    ``serve``       answer calls that arrive on descriptor 4
    ``statements``  run test statements whose calls of the entry point go out on descriptor 4; outcome to 3

``statements`` runs in a box of its own, apart from the submission: what the tests expect is nowhere in the
process, the box or the messages that the submission sees.
"""

import _thread
import atexit
import contextlib
import gc
import marshal
import os
import random
import sys
import threading
import traceback
from _io import _IOBase
from collections.abc import Callable
from typing import Any, Final

from ordojudge.sandbox.counting import run_counted
from ordojudge.sandbox.functions import call_function
from ordojudge.sandbox.loading import new_module, write_file
from ordojudge.sandbox.statements import run_statements, serve

WORK: Final = f"{os.environ.get('ORDOJUDGE_BOX', '/box')}/w"
BROKEN: Final = 125
"""Exit status when the harness itself failed."""

# a submission may replace the builtins
is_instance, get_attribute = isinstance, getattr

_FRAMES: Final = 10
"""Calls between the interpreter's start and the submission, which its recursion limit must not count."""


def run(order: dict[str, Any], code: bytes) -> int:
    """Do what the order says; returns the exit status."""
    mode = order["mode"]
    if mode == "compile":
        return compile_source(code)
    sys.argv = ["solution.py", *order.get("arguments", ())]
    reseed(code, order)
    sys.setrecursionlimit(sys.getrecursionlimit() + _FRAMES)
    gc.enable()
    action: Callable[[dict[str, Any], bytes], int] = MODES[mode]
    order["space"] = {}
    status = guarded(action, order, code)
    return finish(status, order["space"], code)


def compile_source(source: bytes) -> int:
    try:
        code = compile(source, "solution.py", "exec", dont_inherit=True)
        write_file(1, marshal.dumps(code))
    except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError) as error:
        os.write(2, "".join(traceback.format_exception_only(error)).encode("utf-8", "replace"))
        return 1
    return 0


def fresh_streams() -> None:
    """Standard streams as a new interpreter makes them in a UTF-8 locale: CRLF stays what it is."""
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", newline="\n", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]


def reseed(code: bytes, order: dict[str, Any]) -> None:
    """Give the global generators a state of their own, as a new interpreter would.

    Only for who names them: seeding costs as much as a small program.
    """
    if b"random" not in code and "random" not in order.get("prelude", ""):
        return
    random.seed()
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed()


def guarded(
    action: Callable[[dict[str, Any], bytes], int], order: dict[str, Any], code: bytes
) -> int:
    """Run an action; an exception of the submission ends as the interpreter would end."""
    try:
        return action(order, code)
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return int(leaving.code or 0) & 255
        print(leaving.code, file=sys.stderr)
        return 1
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != "solution.py":
            trace = trace.tb_next  # the harness's own frames say nothing to a reader
        BaseException.with_traceback(error, trace)
        try:
            sys.excepthook(type(error), error, trace)
        except BaseException:
            traceback.print_exception(type(error), error, trace)
        return order.get("crashed", 1)  # type: ignore[no-any-return]


def finish(status: int, space: dict[str, Any], code: bytes) -> int:
    """Shut down as the interpreter would: threads, exit functions, streams, and then all that is left."""
    try:
        if _thread._count():
            threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
    except BaseException:
        with contextlib.suppress(BaseException):
            traceback.print_exc()
    if not (flush(sys.stdout) & flush(sys.stderr)):
        status = 120  # as the interpreter's
    if b"open" in code or b"__del__" in code:
        # Files that only other objects hold, and objects that speak when they go. For few programs alone,
        # as it takes apart all that they made.
        for name in [*space]:
            if name != "__builtins__":
                space[name] = None
    for value in [*space.values(), sys.stdout, sys.__stdout__]:
        # by the class that is written in C: asking io.IOBase, an abstract class, takes twice as long
        if is_instance(value, _IOBase):
            flush(value)
    return status


def flush(stream: Any) -> bool:
    """Write out what a stream holds back; whether that went well."""
    try:
        if stream is not None and not get_attribute(stream, "closed", False):
            stream.flush()
    except BaseException as error:
        with contextlib.suppress(BaseException):
            os.write(2, "".join(traceback.format_exception_only(error)).encode("utf-8", "replace"))
        return False
    return True


def run_program(order: dict[str, Any], code: bytes) -> int:
    order["space"] = space = new_module("__main__", {"__annotations__": {}, "__cached__": None})
    sys.path.insert(0, WORK)
    exec(marshal.loads(code), space)  # noqa: S302  this is the sandbox
    return 0


MODES: dict[str, Callable[[dict[str, Any], bytes], int]] = {
    "program": run_program,
    "counted": run_counted,
    "function": call_function,
    "serve": serve,
    "statements": run_statements,
}
