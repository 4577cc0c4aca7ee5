"""Test statements on one side of a socket and the submission on the other. Standard library only.

Each side is a process in a box of its own.
What the tests expect is nowhere in the process, the box or the messages that the submission sees.
"""

import builtins
import contextlib
import importlib
import json
import operator
import os
import socket
import struct
import sys
import traceback
import types
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from ordojudge.sandbox import codec
from ordojudge.sandbox.loading import entry_point, load, new_module, write_file

RESULT: Final = 3
"""Descriptor on which the tests' side says how they ended."""

CHANNEL: Final = 4
"""Descriptor of the socket between the sides."""


class Line:
    """A stream of length-prefixed messages."""

    MAX = 1 << 28

    def __init__(self, descriptor: int) -> None:
        self._stream = socket.socket(fileno=descriptor)

    def send(self, data: bytes) -> None:
        self._stream.sendall(struct.pack("!I", len(data)) + data)

    def receive(self) -> bytes | None:
        """The next message; None when the other side is gone."""
        header = self._exactly(4)
        if header is None:
            return None
        (size,) = struct.unpack("!I", header)
        return self._exactly(size) if size <= self.MAX else None

    def _exactly(self, size: int) -> bytes | None:
        parts = bytearray()
        while len(parts) < size:
            try:
                part = self._stream.recv(min(size - len(parts), 1 << 20))
            except ConnectionError:  # gone with messages unread
                return None
            if not part:
                return None
            parts += part
        return bytes(parts)


def serve(order: dict[str, Any], code: bytes) -> int:
    """The submission's side: answer calls until the tests' side hangs up."""
    line = Line(CHANNEL)
    order["space"] = space = load(order, code)
    kept: list[Any] = []

    def keep(value: object) -> object:
        kept.append(value)
        return {"kept": [len(kept) - 1, type(value).__name__]}

    def special(tag: str, content: Any) -> Any:
        if tag == "kept":
            return entry_point(order, space) if content is None else kept[content]
        if tag == "function":
            return codec.decode_function(content, lambda tree: codec.decode(tree, special))
        if tag == "named":
            return codec.decode_named(content)
        raise ValueError(tag)

    while True:
        data = line.receive()
        if data is None:
            return 0
        call = codec.loads(data)
        arguments = codec.decode(call["arguments"], special)
        keyword = codec.decode(call["keyword"], special)
        before = codec.dumps(codec.encode(arguments, keep))
        answer: dict[str, Any] = {}
        try:
            target = entry_point(order, space)
            if call["on"] is not None:
                target = space[call["on"]] if isinstance(call["on"], str) else kept[call["on"]]
            value = OPERATIONS[call["do"]](target, *arguments, **keyword)
            answer["value"] = codec.encode(value, keep)
            after = codec.encode(arguments, keep)
            if codec.dumps(after) != before:
                answer["arguments"] = after
        except Exception as error:
            answer = {
                "raised": [
                    type(error).__name__,
                    [base.__name__ for base in type(error).__mro__],
                    str(error)[:500],
                    traceback.format_exc()[-2000:],
                ]
            }
        try:
            line.send(codec.dumps(answer))
        except ConnectionError:  # the tests' side has ended without waiting for this
            return 0


OPERATIONS: dict[str, Callable[..., Any]] = {
    "call": lambda target, *arguments, **keyword: target(*arguments, **keyword),
    "get": getattr,
    "set": setattr,
    "next": next,
    "iter": iter,
    "len": len,
    "item": lambda target, key: target[key],
    "text": str,
    "truth": bool,
    "put": operator.setitem,
    "drop": operator.delitem,
    "abs": abs,
}

COMBINING: Final = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow"),
    *("and", "or", "xor", "lshift", "rshift"),
)
TURNING: Final = ("neg", "pos", "invert")
OPERATIONS.update((name, getattr(operator, f"__{name}__")) for name in (*COMBINING, *TURNING))


class Gone(BaseException):
    """The submission ended, or answered something that can't be read."""


class Raised(Exception):
    """An exception of a type that only the submission knows."""

    raised_by_submission: str


class Far:
    """Something in the submission's process: its entry point, or an object that it returned.

    It equals nothing but itself: equality is the tests' to decide, never the submission's.
    """

    def __init__(self, line: "Tests", number: int | None, name: str) -> None:
        self.__dict__.update(_line=line, _number=number, __name__=name)

    def __call__(self, *arguments: Any, **keyword: Any) -> Any:
        return self._line.ask("call", self._number, arguments, keyword)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._line.ask("get", self._number, (name,), {})

    def __setattr__(self, name: str, value: Any) -> None:
        self._line.ask("set", self._number, (name, value), {})

    def __iter__(self) -> Any:
        return self._line.ask("iter", self._number, (), {})

    def __next__(self) -> Any:
        return self._line.ask("next", self._number, (), {})

    def __len__(self) -> Any:
        return self._line.ask("len", self._number, (), {})

    def __getitem__(self, key: Any) -> Any:
        return self._line.ask("item", self._number, (key,), {})

    def __contains__(self, item: Any) -> bool:
        # by what it yields: the submission's own word that it holds something is worth nothing
        return any(own == item for own in self)

    def __bool__(self) -> bool:
        return self._number is None or bool(self._line.ask("truth", self._number, (), {}))

    def __str__(self) -> str:
        return str(self._line.ask("text", self._number, (), {}))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._line.ask("put", self._number, (key, value), {})

    def __delitem__(self, key: Any) -> None:
        self._line.ask("drop", self._number, (key,), {})

    def __abs__(self) -> Any:
        return self._line.ask("abs", self._number, (), {})

    __hash__ = object.__hash__


def _combining(name: str) -> Callable[[Far, Any], Any]:
    """An operator between two of the submission's objects, which makes a third.

    With a plain value on one side it could be a comparison in disguise, ``abs(f(1) - 0.333) < 1e-3``:
    the submission would be told what is expected, and could answer what it liked.
    """

    def combine(self: Far, other: Any) -> Any:
        if type(other) is not Far:
            return NotImplemented
        made = self._line.ask(name, self._number, (other,), {})
        return made if type(made) is Far else NotImplemented

    return combine


def _turning(name: str) -> Callable[[Far], Any]:
    def turn(self: Far) -> Any:
        made = self._line.ask(name, self._number, (), {})
        if type(made) is not Far:
            raise TypeError(f"{name}: the submission's object gave a plain value")
        return made

    return turn


for _name in COMBINING:
    setattr(Far, f"__{_name}__", _combining(_name))
for _name in TURNING:
    setattr(Far, f"__{_name}__", _turning(_name))


class Maker:
    """A class of the submission's own. Its objects stay with the submission; plain values are refused.

    So a helper of the submission's can't decide a comparison.
    """

    def __init__(self, tests: "Tests", name: str) -> None:
        self._tests = tests
        self._name = name

    def __call__(self, *arguments: Any, **keyword: Any) -> Any:
        made = self._tests.ask("call", self._name, arguments, keyword)
        if type(made) is not Far:
            raise NameError(
                f"name {self._name!r} is defined neither by the tests nor by the prelude"
            )
        return made


class Tests:
    """The tests' side of the line."""

    def __init__(self) -> None:
        self._line = Line(CHANNEL)
        self.calls = 0
        self.last: Any = None

    def ask(
        self, do: str, on: int | str | None, arguments: tuple[Any, ...], keyword: dict[str, Any]
    ) -> Any:
        self.calls += on is None
        sent = [self._encode(argument) for argument in arguments]
        request = {
            "do": do,
            "on": on,
            "arguments": sent,
            "keyword": {"dict": [[name, self._encode(value)] for name, value in keyword.items()]},
        }
        try:
            self._line.send(codec.dumps(request))
            answer = codec.loads(self._line.receive() or b"")
            raised = answer.get("raised")
            error = self._exception(*raised) if raised else None
            if error is None:
                self.last = codec.decode(answer["value"], self._special)
                changed = codec.decode(answer.get("arguments"), self._special)
        except (
            OSError,
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
            RecursionError,
        ) as unreadable:
            raise Gone from unreadable
        if error is not None:
            raise error
        for mine, theirs in zip(arguments, changed or (), strict=False):
            replace_content(mine, theirs)
        return self.last

    def _encode(self, value: Any) -> Any:
        return codec.encode_with_functions(value, self._far)

    def _far(self, value: object) -> object | None:
        """What stands for something that is in the submission's process already; None for all else."""
        return {"kept": value._number} if type(value) is Far else None

    def _special(self, tag: str, content: Any) -> Any:
        if tag == "kept" and isinstance(content, list) and type(content[0]) is int:
            return Far(self, content[0], str(content[1]))
        raise ValueError(tag)

    def _exception(self, name: str, bases: list[str], text: str, trace: str) -> BaseException:
        os.write(2, str(trace).encode("utf-8", "replace"))
        error: Any = Raised(text)
        for base in bases:
            kind = getattr(builtins, str(base), None)
            if isinstance(kind, type) and issubclass(kind, Exception):
                with contextlib.suppress(TypeError):  # a few need more arguments than a text
                    error = kind(text)
                    break
        error.raised_by_submission = f"{name}: {text}"
        return error  # type: ignore[no-any-return]


def replace_content(mine: Any, theirs: Any) -> None:
    """Show the tests what the submission did to an argument in place."""
    if type(mine) is not type(theirs):
        return
    if isinstance(mine, list | bytearray):
        mine[:] = theirs
    elif isinstance(mine, dict | set):
        mine.clear()
        mine.update(theirs)
    elif isinstance(mine, deque):
        mine.clear()
        mine.extend(theirs)
    elif type(mine).__module__ == "numpy" and mine.shape == theirs.shape and mine.shape:
        mine[...] = theirs


def run_statements(order: dict[str, Any], code: bytes) -> int:
    """The tests' side: execute statements and say how they ended, in one line of JSON."""
    texts = json.loads(code)
    tests = Tests()
    space = new_module("__main__", {})
    outcome, reason = "passed", ""
    try:
        exec(compile(texts["prelude"], "prelude.py", "exec", dont_inherit=True), space)
        candidate = Far(tests, None, order["entry_point"])
        space[order["entry_point"]] = space["candidate"] = candidate
        own = space.get("check")
        code_of_test = compile(texts["statements"], "test.py", "exec", dont_inherit=True)
        supply_names(code_of_test, space, tests)
        exec(code_of_test, space)
        check = space.get("check")
        if callable(check) and check is not own and check is not candidate and not tests.calls:
            check(candidate)
        if not tests.calls:
            outcome, reason = "unusable", f"the statements never call {order['entry_point']}"
    except Gone:
        outcome, reason = "gone", "the submission ended before it answered"
    except codec.Uncarried as error:
        outcome, reason = "unusable", f"an argument can't be carried to the submission: {error}"
    except BaseException as error:
        outcome, reason = verdict_on(error, tests, texts["statements"])
    write_file(RESULT, json.dumps({"outcome": outcome, "reason": reason[:500]}).encode())
    return 0


def supply_names(code: types.CodeType, space: dict[str, Any], tests: Tests) -> None:
    """Give the statements what they use and nobody defined, as some data sets' tests do.

    A module of the standard library is imported.
    Anything else can only be a class of the submission's, by which the statements make its arguments.
    """
    codes, names = [code], set()
    for one in codes:
        codes += [constant for constant in one.co_consts if isinstance(constant, types.CodeType)]
        names |= {*one.co_names}
    for name in names - space.keys() - vars(builtins).keys():
        space[name] = (
            importlib.import_module(name) if name in sys.stdlib_module_names else Maker(tests, name)
        )


def verdict_on(error: BaseException, tests: Tests, text: str) -> tuple[str, str]:
    """What an exception says: of the submission, of its answer, or of the statements themselves."""
    said = getattr(error, "raised_by_submission", None)
    if said is not None:
        return "raised", said
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, AssertionError):
        what = where(error, text)
    if not tests.calls:
        return "unusable", f"before the first call: {what}"
    # if it is no assertion, an answer that the statements could not deal with, such as None for a number
    return "failed", what + got(tests)


def where(error: BaseException, text: str) -> str:
    """The statement of the tests that an exception comes from."""
    line = 0
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == "test.py":
            line = number
    lines = text.splitlines()
    shown = lines[line - 1].strip() if 0 < line <= len(lines) else "assertion failed"
    return f"line {line}: {shown[:200]}"


def got(tests: Tests) -> str:
    try:
        return f"; the last call returned {tests.last!r:.200}"
    except Exception:
        return ""
