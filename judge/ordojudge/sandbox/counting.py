"""Running a Python program that counts what it does. Standard library only; used inside boxes.

The program is rewritten by `counting_tree`, and runs under an audit hook that ends it when it reaches for its
own code, for frames or for other ways to find or avoid the counter. The count goes out on descriptor 3 together
with a key that the program doesn't know, so that what it writes there itself counts for nothing.
"""

import _thread
import ast
import atexit
import contextlib
import io
import json
import marshal
import os
import sys
import threading
import types
import warnings
from collections.abc import Callable
from typing import Any, Final

from ordojudge.sandbox import counting_costs, counting_guard, counting_tree, functions
from ordojudge.sandbox.counting_costs import spaces, ticks, weight
from ordojudge.sandbox.loading import entry_point, load, new_module, write_file

RESULT: Final = 3
FILE: Final = "solution.py"
STACK_FACTOR: Final = 2
"""Frames of a counted call for each of a plain one, at most."""

# --- from source to code


_PREFIX: Final = f"\0{os.urandom(8).hex()}:"
_HOOKS: Final[dict[str, Callable[..., Any]]] = {
    _PREFIX + name: hook
    for name, hook in zip(counting_tree.HOOKS, counting_costs.HOOKS, strict=True)
}


def compiled(source: str | bytes, mode: str = "exec") -> types.CodeType:
    """Compile a text so that it counts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # constants that are called
        if mode == "eval":
            wrapped = ast.Module([ast.Expr(ast.parse(source, FILE, "eval").body)], [])
            body = counting_tree.rewrite(wrapped, _PREFIX).body[0]
            tree: Any = ast.Expression(body.value)  # type: ignore[attr-defined]
        else:
            tree = counting_tree.rewrite(ast.parse(source, FILE), _PREFIX)
        code = compile(tree, FILE, "eval" if mode == "eval" else "exec", dont_inherit=True)
    return _with_hooks(code)


def _with_hooks(code: types.CodeType) -> types.CodeType:
    constants = tuple(
        _with_hooks(each)
        if isinstance(each, types.CodeType)
        else _HOOKS.get(each, each)
        if type(each) is str
        else each
        for each in code.co_consts
    )
    return code.replace(co_consts=constants)


# --- calls that would lead out of the counted program


def _evaluate(function: Any, source: Any, *arguments: Any) -> Any:
    """``eval`` or ``exec``: of a text, counted like the rest."""
    if not arguments:
        frame: Any = sys._getframe(1)
        while id(frame.f_globals) in _OWN:
            frame = frame.f_back
        arguments = (frame.f_globals, frame.f_locals)
    if isinstance(source, str | bytes):
        source = compiled(source, "eval" if function is eval else "exec")
    return function(source, *arguments)


def _compile(_: Any, source: Any, filename: str, mode: str, *rest: Any) -> Any:
    return compiled(source, mode)


def _set_limit(function: Any, limit: int) -> None:
    function(min(STACK_FACTOR * limit, 1 << 30))


def _leave(_: Any, status: int = 0) -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    raise _Left(status)


class _Left(BaseException):
    """The program asked for its end at once."""


counting_costs.SPECIAL.update(
    {
        eval: _evaluate,
        exec: _evaluate,
        compile: _compile,
        sys.setrecursionlimit: _set_limit,
        os._exit: _leave,
    }
)
_OWN: Final = {id(globals()), id(vars(counting_costs)), id(vars(counting_guard))}


# --- running


def run_counted(order: dict[str, Any], source: bytes) -> int:
    """Run a program, or call its function, and say how much it did.

    Args:
        order: As for the modes ``program`` and ``function``, and the ``key`` that goes out with the count.
    """
    key = order.pop("key")
    counting_costs.complete_tables()
    limit = sys.getrecursionlimit()
    try:
        code = compiled(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        write_file(RESULT, json.dumps({"key": key, "unusable": str(error)}).encode())
        return 1
    result = os.dup(RESULT)
    os.close(RESULT)
    sys.setrecursionlimit(STACK_FACTOR * limit)
    for name in [*sys.modules]:
        # the judge's own, and what ctypes would make of memory
        if name.startswith(("ordojudge", "ctypes", "_ctypes")):
            del sys.modules[name]
    answer: bytes | None = None
    try:
        counting_guard.watch(spaces, _OWN)
        if order.get("entry_point"):
            answer = _call_function(order, code)
        else:
            order["space"] = space = new_module("__main__", {"__annotations__": {}})
            spaces.add(id(space))
            exec(code, space)
        status = 0
    except _Left as left:
        status = int(left.args[0] or 0) & 255
    except SystemExit as leaving:
        status = _status_of(leaving)
    finally:
        _finish_work()
        count = next(ticks) + weight[0]
        document = {"key": key, "count": count}
        if answer is not None:
            document["answer"] = answer.decode("latin-1")
        write_file(result, json.dumps(document).encode())
    return status


def _status_of(leaving: SystemExit) -> int:
    if leaving.code is None or isinstance(leaving.code, int):
        return int(leaving.code or 0) & 255
    print(leaving.code, file=sys.stderr)
    return 1


def _finish_work() -> None:
    """Let what the program left to be done at its end be counted, too."""
    with contextlib.suppress(BaseException):
        if _thread._count():
            threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()


def _call_function(order: dict[str, Any], code: types.CodeType) -> bytes:
    prelude, order["prelude"] = order.get("prelude"), ""
    arguments = functions.read_arguments()
    order["space"] = space = load(order, marshal.dumps(compile("", FILE, "exec")))
    spaces.add(id(space))
    if prelude:
        exec(compiled(prelude), space)
    exec(code, space)
    sys.stdout = io.StringIO()
    return functions.answer_of(order, entry_point(order, space), arguments, space)
