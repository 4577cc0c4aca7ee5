"""Rewriting a Python program so that it counts what it does. Standard library only; used inside boxes.

Loops, functions, lambdas and comprehensions tick; calls and operations whose cost depends on the size of
their operands go through hooks. Hooks stand in the tree as constants of unforeseeable names, which `counting`
replaces in the compiled code by the functions themselves: no name of the program's leads to them.

This module holds no state, since classes can be found from any program.
"""

import ast
from typing import Any, Final

TICK, CALL, IN, SAME, DIFFERENT, TIMES = "tick", "call", "in", "same", "different", "times"
MADE, SIZED, TEXT, COMPUTED, DELETED = "made", "sized", "text", "computed", "deleted"
HOOKS: Final = (TICK, CALL, IN, SAME, DIFFERENT, TIMES, MADE, SIZED, TEXT, COMPUTED, DELETED)
"""``call``, ``in``, ``same``, ``different`` and ``times`` do what they stand for. The others weigh a value and
return it: one ``made`` anew, one gone over for its ``sized`` content, a ``text`` if it is one, a ``computed``
number, a list that something is ``deleted`` from."""


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables that are easier to read so."""
    return frozenset(text.split())


_CONSTANT_TIME: Final = words(
    "super locals globals vars dir isinstance issubclass len range id chr ord abs callable hasattr"
    " bool float round print input iter"
)
"""Functions that need no hook: their cost is no more than that of the step that calls them."""

_CONSTANT_TIME_METHODS: Final = words(
    "append add get setdefault discard popleft appendleft keys values items isdigit isalpha"
)

_WEIGHED_METHODS: Final = words(
    "sort pop insert remove index count find rfind replace split join strip copy extend update union"
    " intersection difference reverse startswith endswith encode decode lower upper translate"
)
"""Methods of built-in types whose cost depends on sizes; a program's own of these names have the hook, too."""

_SIMPLE: Final = (
    ast.Add,
    ast.Sub,
    ast.FloorDiv,
    ast.Mod,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.RShift,
)
_GROWING: Final = (ast.Mult, ast.Pow, ast.LShift)
"""Operators that make long integers of short ones."""


def rewrite(tree: ast.Module, prefix: str) -> ast.Module:
    """The tree with hooks in it; their constants begin with ``prefix``."""
    names = _Names()
    names.visit(tree)
    rewritten: ast.Module = _Rewriter(prefix, names).visit(tree)
    return ast.fix_missing_locations(rewritten)


class _Names(ast.NodeVisitor):
    """What the program defines: names that only stand for functions of its own need no hook."""

    def __init__(self) -> None:
        self.functions: set[str] = set()
        self.methods: set[str] = set()
        self.others: set[str] = set()
        self.attributes: set[str] = set()

    def visit_FunctionDef(self, node: Any) -> None:
        (self.methods if getattr(node, "in_class", False) else self.functions).add(node.name)
        arguments = node.args
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            self.others.add(argument.arg)
        for argument in (arguments.vararg, arguments.kwarg):
            if argument is not None:
                self.others.add(argument.arg)
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
            self.others.add(argument.arg)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.functions.add(node.name)
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                statement.in_class = True  # type: ignore[union-attr]
            elif isinstance(statement, ast.Assign):
                self.attributes.update(t.id for t in statement.targets if isinstance(t, ast.Name))
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.others.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Store):
            self.attributes.add(node.attr)
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self.others.add(node.asname or node.name.split(".")[0])

    def visit_MatchAs(self, node: Any) -> None:
        if node.name:
            self.others.add(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs


class _Rewriter(ast.NodeTransformer):
    def __init__(self, prefix: str, names: _Names) -> None:
        self._prefix = prefix
        self._own_functions = names.functions - names.others
        self._own_methods = names.methods - names.attributes - _WEIGHED_METHODS
        self._free_functions = _CONSTANT_TIME - names.others
        self._free_methods = _CONSTANT_TIME_METHODS - names.attributes

    def _hook(self, name: str, *arguments: ast.expr, at: ast.AST) -> ast.Call:
        call = ast.Call(ast.Constant(self._prefix + name), [*arguments], [])
        return ast.copy_location(call, at)

    def _tick(self, at: ast.AST) -> ast.Expr:
        return ast.copy_location(ast.Expr(self._hook(TICK, at=at)), at)

    # -- steps

    def _visit_loop(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body.insert(0, self._tick(node))
        return node

    visit_For = visit_AsyncFor = visit_While = _visit_loop

    def visit_FunctionDef(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body.insert(int(ast.get_docstring(node, clean=False) is not None), self._tick(node))
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.And(), [self._hook(TICK, at=node), node.body])
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self.generic_visit(node)
        node.ifs.insert(0, self._hook(TICK, at=node.iter))
        return node

    # -- what costs more than a step

    def visit_Call(self, node: ast.Call) -> Any:
        function = node.func
        self.generic_visit(node)
        if isinstance(function, ast.Name):
            if function.id in self._free_functions or function.id in self._own_functions:
                return node
        elif isinstance(function, ast.Attribute) and (
            function.attr in self._free_methods or function.attr in self._own_methods
        ):
            return node
        call = self._hook(CALL, node.func, *node.args, at=node)
        call.keywords = node.keywords
        return call

    def visit_Starred(self, node: ast.Starred) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self._hook(SIZED, node.value, at=node)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if any(
            isinstance(part, ast.Starred) or _is_slice(part)
            for target in node.targets
            for part in ast.walk(target)
        ):
            node.value = self._hook(SIZED, node.value, at=node)
        return node

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        before: list[ast.stmt] = []
        for target in node.targets:
            if isinstance(target, ast.Subscript) and _is_repeatable(target.value):
                index = target.slice
                known = index if _is_number(index) or _is_repeatable(index) else ast.Constant(None)
                hook = self._hook(DELETED, _loaded(target.value), _loaded(known), at=node)
                before.append(ast.copy_location(ast.Expr(hook), node))
        return [*before, node]

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) != 1:
            return node
        left, right, operator = node.left, node.comparators[0], node.ops[0]
        if isinstance(operator, ast.In):
            return self._hook(IN, left, right, at=node)
        if isinstance(operator, ast.NotIn):
            return ast.copy_location(
                ast.UnaryOp(ast.Not(), self._hook(IN, left, right, at=node)), node
            )
        if isinstance(operator, ast.Eq | ast.NotEq) and not (_is_number(left) or _is_number(right)):
            return self._hook(
                SAME if isinstance(operator, ast.Eq) else DIFFERENT, left, right, at=node
            )
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice):
            return self._hook(MADE, node, at=node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        numbers = _is_number(node.left) + _is_number(node.right)
        if isinstance(node.op, ast.Mult) and numbers < 2:
            return self._hook(TIMES, node.left, node.right, at=node)
        if isinstance(node.op, ast.Add) and not numbers:
            return self._hook(MADE, node, at=node)
        if isinstance(node.op, _GROWING) and numbers < 2:
            return self._hook(COMPUTED, node, at=node)
        if isinstance(node.op, _SIMPLE) and not numbers:
            return self._hook(COMPUTED, node, at=node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if not _is_number(node.value):
            node.value = self._hook(SIZED, node.value, at=node.value)
        elif not isinstance(node.op, _GROWING):
            return node
        is_sum = isinstance(node.op, ast.Add)
        # Python extends a text in place if a variable of its own holds it.
        if _is_repeatable(node.target) and (
            not isinstance(node.target, ast.Name) if is_sum else isinstance(node.op, _GROWING)
        ):
            kind = TEXT if is_sum else COMPUTED
            grown = self._hook(kind, _loaded(node.target), at=node)
            return [node, ast.copy_location(ast.Expr(grown), node)]
        return node


def _is_number(node: ast.expr) -> bool:
    """Whether an operand is surely a small number."""
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _is_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _is_repeatable(node: ast.expr) -> bool:
    """Whether evaluating it once more changes nothing."""
    if isinstance(node, ast.Attribute):
        return _is_repeatable(node.value)
    return isinstance(node, ast.Name)


def _loaded(node: ast.expr) -> ast.expr:
    """The expression that reads what a target names."""
    if isinstance(node, ast.Attribute):
        return ast.copy_location(ast.Attribute(node.value, node.attr, ast.Load()), node)
    if isinstance(node, ast.Name):
        return ast.copy_location(ast.Name(node.id, ast.Load()), node)
    return node
