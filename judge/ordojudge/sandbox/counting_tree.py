"""Rewriting a Python program so that it counts what it does. Standard library only; used inside boxes.

Loops, functions, lambdas and comprehensions tick; calls and operations whose cost depends on the size of
their operands go through hooks. Hooks stand in the tree as constants of unforeseeable names, which `counting`
replaces in the compiled code by the functions themselves: no name of the program's leads to them.

This module holds no state, since classes can be found from any program.
"""

import ast
from typing import Any, Final

TICK, CALL, IN, SAME, DIFFERENT, TIMES = "tick", "call", "in", "same", "different", "times"
MINUS, BOTH = "minus", "both"
MADE, SIZED, TEXT, COMPUTED = "made", "sized", "text", "computed"
PLACED, DELETED, REACHED, SHIFTED = "placed", "deleted", "reached", "shifted"
HOOKS: Final = (
    TICK, CALL, IN, SAME, DIFFERENT, TIMES, MINUS, BOTH, MADE, SIZED, TEXT, COMPUTED, PLACED, DELETED, REACHED,
    SHIFTED
)  # fmt: skip
"""``call``, ``in``, ``same``, ``different``, ``times``, ``minus`` and ``both`` (``&``) do what they stand for;
``placed``, ``deleted`` and ``reached`` assign, delete and read an item or a slice, and ``shifted`` only weighs
both. The others weigh a value and return it: one ``made`` anew, one gone over for its ``sized`` content, a
``text`` if it is one, a ``computed`` number."""

_NEARER_ENDS: Final = frozenset(("deque", "slice"))
"""Who uses these may have indexes whose cost depends on where they lead, or that stand for slices."""


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables that are easier to read so."""
    return frozenset(text.split())


_CONSTANT_TIME: Final = words(
    "super locals globals vars dir isinstance issubclass len range id chr ord abs callable hasattr"
    " bool float round print input iter"
)
"""Functions that need no hook: their cost is no more than that of the step that calls them."""

_CONSTANT_TIME_METHODS: Final = words(
    "append add get setdefault discard popleft appendleft keys values items"
)

_WEIGHED_METHODS: Final = words(
    "sort pop insert remove index count find rfind replace split join strip copy extend update union"
    " intersection difference reverse startswith endswith encode decode lower upper translate"
)
"""Methods of built-in types whose cost depends on sizes; a program's own of these names have the hook, too."""

_SIMPLE: Final = (
    ast.Add,
    ast.FloorDiv,
    ast.Mod,
    ast.BitOr,
    ast.BitXor,
    ast.RShift,
)
_GROWING: Final = (ast.Mult, ast.Pow, ast.LShift)
"""Operators that make long integers of short ones."""

_SHRINKING: Final = (ast.RShift, ast.FloorDiv)
"""Operators that go over a long integer, whatever small number is on their other side."""


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
        self.has_far_items = False
        """Whether a place may be far from both ends of what holds it, or be a slice by name."""

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
        self.has_far_items |= node.id in _NEARER_ENDS
        if isinstance(node.ctx, ast.Store):
            self.others.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.has_far_items |= node.attr in _NEARER_ENDS
        if isinstance(node.ctx, ast.Store):
            self.attributes.add(node.attr)
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self.has_far_items |= node.name in _NEARER_ENDS
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
        self._has_far_items = names.has_far_items
        self._parts = 0

    def _hook(self, name: str, *arguments: ast.expr, at: ast.AST) -> ast.Call:
        call = ast.Call(ast.Constant(self._prefix + name), [*arguments], [])
        return ast.copy_location(call, at)

    def _tick(self, at: ast.AST) -> ast.Expr:
        return ast.copy_location(ast.Expr(self._hook(TICK, at=at)), at)

    # -- steps

    def _visit_loop(self, node: Any) -> Any:
        self.generic_visit(node)
        if isinstance(node, ast.For | ast.AsyncFor) and self._has_place(node.target):
            target, part = node.target, self._part(node)
            node.target = part
            node.body[:0] = self._assigned(target, _loaded(part))
        node.body.insert(0, self._tick(node))
        return node

    visit_For = visit_AsyncFor = visit_While = _visit_loop

    def visit_FunctionDef(self, node: Any) -> Any:
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        node.body.insert(int(ast.get_docstring(node, clean=False) is not None), self._tick(node))
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.And(), [self._hook(TICK, at=node), node.body])
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self.generic_visit(node)
        if self._is_place(node.target):
            target, part = node.target, self._part(node.target)
            node.target = part
            node.ifs.insert(0, self._place(target, _loaded(part)))
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
        parts = [part for target in node.targets for part in ast.walk(target)]
        if any(isinstance(part, ast.Starred) or _is_slice(part) for part in parts):
            node.value = self._hook(SIZED, node.value, at=node)
        if not any(map(self._is_place, parts)):
            return node
        if len(node.targets) == 1:
            return self._assigned(node.targets[0], node.value)
        part = self._part(node)
        first = ast.copy_location(ast.Assign([part], node.value), node)
        rest = (self._assigned(target, _loaded(part)) for target in node.targets)
        return [first, *(statement for each in rest for statement in each)]

    def _assigned(self, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """Statements that assign a value, in the order in which Python does."""
        if self._is_place(target):
            return [ast.copy_location(ast.Expr(self._place(target, value)), target)]
        if not (isinstance(target, ast.Tuple | ast.List) and self._has_place(target)):
            return [ast.copy_location(ast.Assign([target], value), target)]
        statements: list[ast.stmt] = []
        for at, item in enumerate(target.elts):
            part = self._part(item)
            if isinstance(item, ast.Starred):
                inner, item.value = item.value, part
            else:
                inner, target.elts[at] = item, part
            statements += self._assigned(inner, _loaded(part))
        return [ast.copy_location(ast.Assign([target], value), target), *statements]

    def _part(self, at: ast.AST) -> ast.Name:
        """A variable that no program has."""
        self._parts += 1
        return ast.copy_location(ast.Name(f" {self._parts}", ast.Store()), at)

    def _place(self, target: Any, value: ast.expr) -> ast.Call:
        return self._hook(PLACED, value, target.value, *_index(target), at=target)

    def _is_place(self, node: ast.AST) -> bool:
        """Whether it may cost more than a step to assign to this, or to read it."""
        if not isinstance(node, ast.Subscript) or isinstance(node.ctx, ast.Del):
            return False
        is_far = self._has_far_items and not _is_number(node.slice) and _is_simple_index(node)
        return _is_slice(node) or is_far

    def _is_known(self, node: ast.expr) -> bool:
        """Whether evaluating an index once more changes nothing: arithmetic over variables."""
        if isinstance(node, ast.BinOp):
            return self._is_known(node.left) and self._is_known(node.right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Constant):
            weighed = {self._prefix + name for name in (COMPUTED, TIMES, MINUS, BOTH)}
            return node.func.value in weighed and all(map(self._is_known, node.args))
        return isinstance(node, ast.Constant) or _is_number(node) or _is_repeatable(node)

    def _has_place(self, node: ast.AST) -> bool:
        return any(isinstance(x, ast.expr) and self._is_place(x) for x in ast.walk(node))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> Any:
        return node

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        statements: list[ast.stmt] = []
        for target in node.targets:
            statement: ast.stmt = ast.Delete([target])
            if isinstance(target, ast.Subscript) and (
                _is_slice(target) or _is_simple_index(target)
            ):
                statement = ast.Expr(self._hook(DELETED, target.value, *_index(target), at=target))
            statements.append(ast.copy_location(statement, target))
        return statements

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
        if not isinstance(node.ctx, ast.Load):
            return node
        if _is_slice(node):
            return self._hook(MADE, node, at=node)
        if self._is_place(node):
            return self._hook(REACHED, node.value, node.slice, at=node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        self.generic_visit(node)
        return self._hook(MADE, node, at=node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        node.value = self.visit(node.value)
        if node.format_spec is not None:
            self.generic_visit(node.format_spec)
        return node

    def visit_Dict(self, node: ast.Dict) -> Any:
        self.generic_visit(node)
        for at, key in enumerate(node.keys):
            if key is None:  # **
                node.values[at] = self._hook(SIZED, node.values[at], at=node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        numbers = _is_number(node.left) + _is_number(node.right)
        if isinstance(node.op, ast.Mult) and numbers < 2:
            return self._hook(TIMES, node.left, node.right, at=node)
        if isinstance(node.op, ast.Add) and not numbers:
            return self._hook(MADE, node, at=node)
        if isinstance(node.op, (*_GROWING, *_SHRINKING)) and numbers < 2:
            return self._hook(COMPUTED, node, at=node)
        if isinstance(node.op, ast.Sub | ast.BitAnd) and not numbers:
            name = MINUS if isinstance(node.op, ast.Sub) else BOTH
            return self._hook(name, node.left, node.right, at=node)
        if isinstance(node.op, _SIMPLE) and not numbers:
            return self._hook(COMPUTED, node, at=node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        target: Any = node.target
        if not (self._is_place(target) and _is_repeatable(target.value)):
            return self._weighed(node)
        index = [
            _loaded(part) if self._is_known(part) else ast.Constant(None) for part in _index(target)
        ]
        hook = self._hook(SHIFTED, _loaded(target.value), *index, at=node)
        return [ast.copy_location(ast.Expr(hook), node), *self._weighed(node)]

    def _weighed(self, node: ast.AugAssign) -> list[ast.stmt]:
        if not _is_number(node.value):
            node.value = self._hook(SIZED, node.value, at=node.value)
        elif not isinstance(node.op, (*_GROWING, *_SHRINKING)):
            return [node]
        is_sum = isinstance(node.op, ast.Add)
        # Python extends a text in place if a variable of its own holds it.
        if _is_repeatable(node.target) and (
            not isinstance(node.target, ast.Name)
            if is_sum
            else isinstance(node.op, (*_GROWING, *_SHRINKING))
        ):
            kind = TEXT if is_sum else COMPUTED
            grown = self._hook(kind, _loaded(node.target), at=node)
            return [node, ast.copy_location(ast.Expr(grown), node)]
        return [node]


def _is_number(node: ast.expr) -> bool:
    """Whether an operand is surely a small number."""
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _is_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _is_simple_index(node: ast.Subscript) -> bool:
    """Whether a subscript can be an argument: one without slices or stars in it."""
    return not any(isinstance(part, ast.Slice | ast.Starred) for part in ast.walk(node.slice))


def _index(node: Any) -> list[ast.expr]:
    """A subscript as arguments: one for an item, three for a slice."""
    part = node.slice
    if not isinstance(part, ast.Slice):
        return [part]
    return [bound or ast.Constant(None) for bound in (part.lower, part.upper, part.step)]


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
