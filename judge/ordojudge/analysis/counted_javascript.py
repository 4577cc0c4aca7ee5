"""Counting in JavaScript and TypeScript: V8 counts blocks, and library functions are weighed by sizes."""

import re
import secrets
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from tree_sitter import Node, Parser

from ordojudge.analysis.costs import Cost, answered, failure_of, suspect
from ordojudge.analysis.reading.grammar import grammar_of
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import FunctionInterface, Limits, Problem
from ordojudge.functions.building import asked_of
from ordojudge.functions.sources import Refused, script_parts
from ordojudge.ports import Box, Input, Program, Run
from ordojudge.sandbox.binary_cache import Binary
from ordojudge.sandbox.memory_files import MemoryFile

KEY_BYTES: Final = 16
COUNT_BYTES: Final = 8
_TAMPERED_STATUS: Final = 124
_PRELUDE: Final = "count_javascript.cjs"
"""How the prelude is called in the box."""

_MARK: Final = "__ordojudge_spread"
"""What rewritten programs call, as in count_javascript.js; with these endings for other things than arrays."""

_OBJECT: Final = f"{_MARK}_object"
_SUM: Final = f"{_MARK}_sum"

_HAS_LONG_NUMBERS: Final = re.compile(rb"\bBigInt|\b\d+n\b|\b0[xX][\da-fA-F]+n\b")
_LINEAR: Final = frozenset({"+", "-", "<<", ">>", "&", "|", "^"})
_LONGER: Final = {"*": "times", "/": "over", "%": "modulo", "**": "power"}
"""Operators whose cost on long numbers isn't that of reading them, and the functions in their place."""

_FUNCTIONS: Final = frozenset(
    {
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    }
)


class JavaScriptCounter:
    """A JavaScript or TypeScript program, or a function, that is run under its counter."""

    def __init__(self, source: bytes, language: Language, *, problem: Problem, box: Box) -> None:
        self._box = box
        before, after = b"", b""
        self._is_function = isinstance(problem.interface, FunctionInterface)
        if isinstance(problem.interface, FunctionInterface):
            try:
                before, source, after = script_parts(asked_of(source, language, problem.interface))
            except Refused as error:
                raise AnalyserError(str(error)) from None
        if language.id != "javascript":
            source = _stripped(source, language, box=box)
        language = find_language("javascript")
        source = rewritten(source)
        self._span = _span(before, source) if self._is_function else b""
        program = box.compile(before + source + after, language)
        if not program.ok:
            raise AnalyserError(f"its counted form doesn't compile: {program.message[:200]}")
        at = language.run.index("{binary}")
        command = (*language.run[:at], "--require", f"./{_PRELUDE}", *language.run[at:])
        anew = language.model_copy(update={"run": command, "zygote": ()})
        self._program = Program(ok=True, language=anew, handle=program.handle)
        prelude = files("ordojudge.analysis").joinpath("count_javascript.js").read_bytes()
        self._files = {_PRELUDE: MemoryFile(prelude, sealed=True)}

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        key = secrets.token_bytes(KEY_BYTES)
        note = key + self._span
        ran = self._box.start(
            Run(program=self._program, limits=limits, input=given, files=self._files, note=note)
        ).wait()
        if ran.outcome.exit_code == _TAMPERED_STATUS:
            return suspect(ran, "it reached for the counter, or for what isn't counted")
        failure = failure_of(ran.outcome)
        operations = keyed_count(ran.result, key)
        if operations is None:
            if failure is not None:
                return Cost(ran.outcome, b"", None, failure)
            return suspect(ran, "the count is missing or not the counter's own")
        if self._is_function:
            answer = (ran.result or b"")[KEY_BYTES + COUNT_BYTES :]
            return answered(Cost(ran.outcome, answer, operations, failure))
        return Cost(ran.outcome, ran.output.read(), operations, failure)


def _span(before: bytes, source: bytes) -> bytes:
    """Where the submission begins and ends in its file, as V8 tells places: in units of UTF-16."""
    begin, size = (
        len(text.decode("utf-8", "replace").encode("utf-16-le")) // 2 for text in (before, source)
    )
    return begin.to_bytes(4, "little") + (begin + size).to_bytes(4, "little")


def keyed_count(note: bytes | None, key: bytes) -> int | None:
    """The count in a note that begins with the key that only the counter knows; none if it doesn't."""
    if (
        note is None
        or len(note) < len(key) + COUNT_BYTES
        or not secrets.compare_digest(note[: len(key)], key)
    ):
        return None
    return int.from_bytes(note[len(key) : len(key) + COUNT_BYTES], "little")


def _stripped(source: bytes, language: Language, *, box: Box) -> bytes:
    """The JavaScript that a TypeScript program is compiled to."""
    program = box.compile(source, language)
    if not program.ok or not isinstance(program.handle, Binary):
        raise AnalyserError("it doesn't compile")
    with open(program.handle.open(), "rb") as file:
        return file.read()


def rewritten(source: bytes) -> bytes:
    """A program in which what V8 goes over without calling a function is weighed, too.

    Raises:
        AnalyserError: it names the counter, or can't be read.
    """
    grammar = grammar_of("javascript")
    if grammar is None:
        raise AnalyserError("the grammar of JavaScript isn't installed")
    if _MARK.encode() in source:
        raise AnalyserError(f"it says {_MARK!r}, the name of the counter")
    long_numbers = _HAS_LONG_NUMBERS.search(source) is not None
    if b"..." not in source and not long_numbers:
        return source
    edits = _Edits()
    for node in _nodes(Parser(grammar).parse(source).root_node):
        _weigh(node, edits, long_numbers=long_numbers)
    return edits.made_in(source)


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)


class _Edits:
    """What to put into a program, and where."""

    def __init__(self) -> None:
        self._edits: list[tuple[int, int, str, int]] = []

    def call(self, name: str, wrapped: Node, first: str = "", last: str = "") -> None:
        """Wrap an expression into a call; calls nest as the expressions do."""
        size = wrapped.end_byte - wrapped.start_byte
        self._edits.append((wrapped.start_byte, -size, f"{name}({first}", 0))
        self._edits.append((wrapped.end_byte, size - (1 << 40), f"{last})", 0))

    def put(self, place: int, text: str) -> None:
        """Insert a statement."""
        self._edits.append((place, 0, text, 0))

    def replace(self, token: Node, text: str) -> None:
        """Put another text in a token's place."""
        self._edits.append((token.start_byte, 0, text, token.end_byte - token.start_byte))

    def made_in(self, source: bytes) -> bytes:
        """The program with all of them."""
        result, last = [], 0
        for place, _, text, removed in sorted(self._edits, key=lambda each: each[:2]):
            result += [source[last:place], text.encode()]
            last = place + removed
        return b"".join(result) + source[last:]


def _weigh(node: Node, edits: _Edits, *, long_numbers: bool) -> None:
    if node.type == "spread_element" and node.named_children:
        is_object = node.parent is not None and node.parent.type == "object"
        edits.call(_OBJECT if is_object else _MARK, node.named_children[0])
    elif node.type == "rest_pattern":
        _weigh_rest(node, edits)
    elif long_numbers and node.type in ("binary_expression", "augmented_assignment_expression"):
        _weigh_operation(node, edits)


def _weigh_operation(node: Node, edits: _Edits) -> None:
    operator, left = node.child_by_field_name("operator"), node.child_by_field_name("left")
    if operator is None or left is None or left.text is None:
        return
    if node.type == "binary_expression":
        if operator.type in _LINEAR:
            edits.call(_SUM, node)
        elif operator.type in _LONGER:
            edits.call(f"{_MARK}_{_LONGER[operator.type]}", node)
            edits.replace(operator, ",")
        return
    sign = operator.type.removesuffix("=")
    if sign in _LONGER and left.type == "identifier":
        name = left.text.decode()
        # not a mere parenthesis, which would call what a line before ends with
        edits.call(_SUM, node, f"{name} = {_MARK}_{_LONGER[sign]}(", ")")
        edits.replace(operator, ",")
    elif sign in _LINEAR or sign in _LONGER:
        edits.call(_SUM, node)


def _weigh_rest(node: Node, edits: _Edits) -> None:
    """Weigh what a pattern like ``[first, ...others]`` copies; arguments of calls are weighed there."""
    above = node.parent
    if above is None or above.type == "formal_parameters":
        return
    while above is not None and above.type.endswith(("pattern", "parameters")):
        above = above.parent
    if above is None:
        return
    value = above.child_by_field_name("value") or above.child_by_field_name("right")
    body = above.child_by_field_name("body")
    if above.type in ("variable_declarator", "assignment_expression") and value is not None:
        edits.call(_OBJECT, value)
    elif above.type in _FUNCTIONS and body is not None:
        name = node.named_children[0].text if node.named_children else None
        if name is None or node.named_children[0].type != "identifier":
            return
        weighed = f"{_OBJECT}({name.decode()})"
        if body.type == "statement_block":
            edits.put(body.start_byte + 1, f"{weighed};")
        else:
            edits.call("", body, f"{weighed}, ")
