"""Tests in HumanEval's form: ``def check(candidate): …`` and, last, ``check(FUNCTION)``."""

import ast
import builtins
import symtable
from dataclasses import dataclass

from ordojudge.core.errors import ProblemError

TASK_HELPERS = {
    "encode_shift": """\
def encode_shift(s):
    return "".join(chr(ord("a") + (ord(letter) - ord("a") + 5) % 26) for letter in s)
""",
    "encode_cyclic": """\
def encode_cyclic(s):
    triples = [s[start : start + 3] for start in range(0, len(s), 3)]
    return "".join(part[1:] + part[:1] if len(part) == 3 else part for part in triples)
""",
    "poly": """\
def poly(xs, x):
    return sum(factor * x**power for power, factor in enumerate(xs))
""",
}
"""Functions that HumanEval tasks 50, 38 and 32 define in their prompts and call in their tests.

The rows hold the tests without the prompts.
"""


@dataclass(frozen=True, slots=True)
class Check:
    """What such a test says."""

    entry_point: str
    """The function under test."""

    statements: str
    """The test as statements that call ``entry_point`` by its name."""

    helpers: tuple[str, ...] = ()
    """Sources of functions that the statements call, to be put before them."""


def read_check(test: str, *, defined_by: str = "") -> Check:
    """Find out what a test is about and what it needs.

    MBPP's task 56 asks for a function that is itself called ``check``.
    There the test's own function would hide the one under test, so it gets another name.

    Args:
        test: The Python source that follows a submission.
        defined_by: Source in force before it, whose names the test may use.

    Raises:
        ProblemError: it is no Python, has another form, or uses names that nothing defines.
    """
    try:
        body = ast.parse(test).body
        missing = undefined_names(f"{defined_by}\n{test}")
    except (SyntaxError, ValueError) as error:
        raise ProblemError(f"not Python: {error}") from None
    tester, tested = _last_call(body)
    entry_point = _original_names(body).get(tested, tested)
    helpers = _helpers(missing - {entry_point})
    if tester != tested:
        return Check(entry_point, test, helpers)
    return Check(entry_point, _under_another_name(body, tester), helpers)


def undefined_names(source: str) -> set[str]:
    """Names that a module reads but neither binds nor has built in.

    Raises:
        SyntaxError: it is no Python.
    """
    module = symtable.symtable(source, "test", "exec")
    bound = {
        symbol.get_name()
        for symbol in module.get_symbols()
        if symbol.is_assigned() or symbol.is_imported()
    }
    return {name for name in _globals_read(module) - bound if not hasattr(builtins, name)}


def _globals_read(table: symtable.SymbolTable) -> set[str]:
    at_module_level = table.get_type() == "module"
    names = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (at_module_level or symbol.is_global())
    }
    return names.union(*(_globals_read(child) for child in table.get_children()))


def _last_call(body: list[ast.stmt]) -> tuple[str, str]:
    """The names of f and x in a module that ends with ``f(x)``."""
    match body[-1:]:
        case [ast.Expr(ast.Call(func=ast.Name(tester), args=[ast.Name(tested)], keywords=[]))]:
            return tester, tested
    raise ProblemError("the last statement is not check(FUNCTION)")


def _original_names(body: list[ast.stmt]) -> dict[str, str]:
    """Module-level aliases: what ``alias = name`` renames."""
    aliases: dict[str, str] = {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(alias)], value=ast.Name(name)):
                aliases[alias] = name
    return aliases


def _helpers(missing: set[str]) -> tuple[str, ...]:
    unknown = sorted(missing - TASK_HELPERS.keys())
    if unknown:
        raise ProblemError(f"nothing defines {', '.join(unknown)}")
    return tuple(TASK_HELPERS[name] for name in sorted(missing))


def _under_another_name(body: list[ast.stmt], tester: str) -> str:
    definition = next(
        (node for node in body if isinstance(node, ast.FunctionDef) and node.name == tester), None
    )
    if definition is None:
        raise ProblemError(f"{tester} is called without being defined")
    definition.name = f"{tester}_candidate"
    call = f"{definition.name}({tester})"
    return "\n".join([*(ast.unparse(statement) for statement in body[:-1]), call, ""])
