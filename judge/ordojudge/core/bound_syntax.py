"""How people and models write bounds: from a text to a tree of operations.

The tree says what was written, not how fast it grows; :mod:`ordojudge.core.bounds` decides that.
Work is bounded: a text, its brackets and its numbers may only be so long.
"""

import re
from fractions import Fraction
from typing import NamedTuple

from ordojudge.core.bound_doubts import (
    is_call_at,
    is_cross_at,
    is_fraction_at,
    is_hyphen_at,
    is_prose_at,
)
from ordojudge.core.bound_tokens import (
    ADJECTIVES,
    ALPHA,
    LOGS,
    RAISED,
    ROOTS,
    ROUNDED,
    SIZES,
    Token,
    is_product,
    tokens_of,
)
from ordojudge.core.errors import BoundError

MAX_DEPTH = 24
MAX_OPERATIONS = 100
"""Differences, quotients, powers and factorials: each one nests what is before it."""

MAX_DIGITS = 15
"""Digits of a number; longer ones are no coefficient that anyone meant."""

_BIG_O = frozenset(("O", "Θ", "θ", "Theta", "theta"))
_OTHER_O = frozenset(("o", "Ω", "Omega", "omega", "ω"))
"""Strict bounds and bounds from below: they don't say how much work is done at most."""

_MEMBERS = re.compile(r"\.(?:length|size|count|len|Length|Count)(?:\(\))?$")


class Node(NamedTuple):
    """One operation of a bound as it was written."""

    kind: str
    """``number``, ``variable``, ``add``, ``subtract``, ``negate``, ``multiply``, ``divide``,
    ``power``, ``factorial``, ``log``, ``star``, ``alpha``, ``min``, ``max``, ``exp``, ``round``."""

    at: int
    """Where it stands in the text, in characters."""

    parts: tuple["Node", ...] = ()
    name: str = ""
    """A variable's name, or a logarithm's base if it is ``e``, ``2`` or ``10``."""

    number: Fraction = Fraction(0)


def parse_tree(text: str) -> Node:
    """The operations that a text stands for.

    Raises:
        BoundError: it isn't one bound; the message says where, and what was expected.
    """
    return _Parser(text).whole()


def is_name(name: str) -> bool:
    """Whether a bound can be written with this name for a variable."""
    try:
        tree = parse_tree(f"({name})")
    except BoundError:
        return False
    return tree.kind == "variable" and tree.name == name


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, at: int = 0) -> None:
        self._tokens = tokens_of(text)
        self._index = 0
        self._depth = 0
        self._operations = 0
        self._raised = 0  # exponents that it is in
        self._closed = -1  # where the last O(...) ended: what follows it is no factor
        self._offset = at

    # --- the whole text

    def whole(self) -> Node:
        self._skip_noise("~", "≈", ":", "=", ",")
        tree = self._adjective() if self._next.kind == "adjective" else self._sum()
        self._skip_noise(",")
        if self._next.kind != "end":
            raise self._error("the end of one bound")
        return tree

    def _adjective(self) -> Node:
        written = ADJECTIVES[self._take().text]
        self._skip_noise()
        if self._next.kind == "name":  # linear in m
            written = written.replace("n", self._take().text)
        return _Parser(written).whole()

    def only(self) -> Node:
        """The tree of a text that holds an exponent and nothing else."""
        tree = self._sum()
        if self._next.kind != "end":
            raise self._error("the end of the exponent")
        return tree

    # --- tokens

    def _skip_noise(self, *signs: str) -> None:
        """Skip words that say nothing, and these signs around them."""
        while True:
            if self._next.kind == "noise" or self._has(*signs) or self._is_hyphen():
                self._index += 1
            elif self._has("(") and self._tokens[self._index + 1].kind == "noise":
                self._index += 2
                self._skip_noise(*signs)
                self._expect(")")
            else:
                return

    def _is_hyphen(self) -> bool:
        """Whether a minus joins words: worst-case."""
        around = self._tokens[max(self._index - 1, 0) : self._index + 2]
        return self._has("-") and any(token.kind in ("noise", "adjective") for token in around)

    @property
    def _next(self) -> Token:
        return self._tokens[self._index]

    def _take(self) -> Token:
        token = self._tokens[self._index]
        self._index += 1
        return token

    def _has(self, *signs: str) -> bool:
        token = self._next
        return token.kind == "sign" and token.text in signs

    def _expect(self, sign: str) -> None:
        if not self._has(sign):
            raise self._error(repr(sign))
        self._index += 1

    def _error(self, expected: str, token: Token | None = None) -> BoundError:
        token = token or self._next
        found = "the end" if token.kind == "end" else repr(token.text[:40])
        return BoundError(f"{expected} expected, not {found}", at=token.at + self._offset)

    # --- grammar

    def _sum(self) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"a bound nested at most {MAX_DEPTH} deep")
        tree = self._product()
        while self._has("+", "-") and not self._is_hyphen():
            if self._depth == 1 and self._has("-") and is_hyphen_at(self._tokens, self._index):
                raise self._error("spaces around a minus")
            sign = self._take()
            if sign.text == "-":
                tree = self._nested("subtract", sign, tree, self._product())
            else:
                tree = _joined("add", sign, tree, self._product())
        self._depth -= 1
        return tree

    def _nested(self, kind: str, token: Token, *parts: Node) -> Node:
        self._operations += 1
        if self._operations > MAX_OPERATIONS:
            raise self._error(f"at most {MAX_OPERATIONS} operations")
        return Node(kind, token.at, parts)

    def _product(self) -> Node:
        if self._has("-"):
            return Node("negate", self._take().at, (self._product(),))
        tree = self._factor()
        while True:
            if self._has("*", "/"):
                if is_fraction_at(self._tokens, self._index):
                    raise self._error("brackets around the exponent")
                sign = self._take()
                bare = not self._has("(", "{")
                factor = self._factor()
                if sign.text == "/" and bare and self._next.glued and self._starts_a_factor():
                    raise self._error("brackets around the divisor")
                if sign.text == "/":
                    tree = self._nested("divide", sign, tree, factor)
                else:
                    tree = _joined("multiply", sign, tree, factor)
            elif self._starts_a_factor():
                token = self._next
                if is_cross_at(self._tokens, self._index):
                    self._index += 1
                elif is_prose_at(self._tokens, self._index):
                    raise self._error("'*' between two factors")
                tree = _joined("multiply", token, tree, self._factor())
            else:
                return tree

    def _starts_a_factor(self) -> bool:
        if self._index == self._closed:
            return False
        if self._has("("):
            return self._tokens[self._index + 1].kind != "noise"  # O(n) (amortized)
        if self._next.kind == "number":  # n 2^n, but not n 2
            after = self._tokens[self._index + 1]
            return not self._next.glued and (after.kind == "raised" or after.text == "^")
        return self._next.kind in ("name", "function", "bars") or self._has("{", "⌊", "⌈", *ROOTS)

    def _factor(self) -> Node:
        """A primary with what follows it: powers and factorials."""
        token = self._next
        tree = self._primary()
        before: list[Node] = []
        if tree.kind == "multiply" and token.kind == "name" and is_product(token.text):
            *before, tree = tree.parts  # VE^2 is V E^2
        while True:
            if self._has("!"):
                tree = self._nested("factorial", self._take(), tree)
            elif self._next.kind == "raised" or self._has("^"):
                tree = self._nested("power", self._next, tree, self._exponent())
            elif before:
                return Node("multiply", token.at, (*before, tree))
            else:
                return tree

    def _exponent(self) -> Node:
        token = self._take()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"a bound nested at most {MAX_DEPTH} deep")
        self._raised += 1
        if token.kind == "raised":
            tree = _Parser(token.text.translate(RAISED), token.at).only()
        elif self._has("-"):
            tree = Node("negate", self._take().at, (self._factor(),))
        else:
            tree = self._factor()
        self._raised -= 1
        self._depth -= 1
        return tree

    def _primary(self) -> Node:
        token = self._take()
        if token.kind == "number":
            return Node("number", token.at, number=_number(token))
        if token.kind == "bars":
            return Node("variable", token.at, name=token.text)
        if token.kind == "name":
            return self._name(token)
        if token.kind == "function":
            return self._function(token)
        if token.kind == "sign" and token.text in "({":
            self._index -= 1
            return self._group()
        if token.kind == "sign" and token.text in "⌊⌈":
            tree = Node("round", token.at, (self._sum(),))
            self._expect("⌋" if token.text == "⌊" else "⌉")
            return tree
        if token.kind == "sign" and token.text in ROOTS:
            root = Fraction(1, 2 if token.text == "√" else 3)
            return _power(token.at, self._argument(), root)
        raise self._error("a variable, a number, a function or a bracket", token)

    def _name(self, token: Token) -> Node:
        name = token.text
        if name in _OTHER_O and self._has("("):
            raise self._error("a bound from above, O(...),", token)
        if name in _BIG_O:
            if self._raised:  # 2^O(n) may be 4^n
                raise self._error("an exponent without O(...)", token)
            if not self._has("("):
                raise self._error("'('")
            tree = self._group()
            self._closed = self._index
            return tree
        if name in ("Ln", "LN") and self._starts_a_factor():
            if name == "LN" and not self._has("(") and self._next.text != "N":
                raise self._error("'*' between two factors, or brackets")
            return self._log(token._replace(text="ln"))
        if self._has("_") and self._next.glued:  # n_{max}
            self._take()
            self._expect("{")
            name = f"{name}_{self._take().text}"
            self._expect("}")
        if is_product(name):
            letters = [Node("variable", token.at, name=letter) for letter in name]
            return Node("multiply", token.at, tuple(letters))
        if is_call_at(self._tokens, self._index, name):
            raise self._error("a function that has a certain growth", token)
        return Node("variable", token.at, name=_MEMBERS.sub("", name))

    def _group(self) -> Node:
        arguments = self._arguments()
        if len(arguments) != 1:
            raise self._error("one bound in the brackets")
        return arguments[0]

    def _arguments(self) -> list[Node]:
        if not self._has("(", "{"):
            raise self._error("'('")
        closing = ")" if self._take().text == "(" else "}"
        arguments = [self._sum()]
        while self._has(","):
            self._take()
            arguments.append(self._sum())
        self._expect(closing)
        return arguments

    def _argument(self) -> Node:
        """What a function written without brackets applies to: ``log n^2``, ``log 2n``."""
        if self._has("(", "{"):
            return self._group()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"a bound nested at most {MAX_DEPTH} deep")
        tree = self._factor()
        while tree.kind == "number" and self._next.glued and self._starts_a_factor():
            tree = Node("multiply", tree.at, (tree, self._factor()))
        self._depth -= 1
        return tree

    def _function(self, token: Token) -> Node:
        name, at = token.text, token.at
        if name.startswith("log") or name in LOGS:
            return self._log(token)
        if name in ("frac", "dfrac"):
            return Node("divide", at, (self._group(), self._group()))
        if name == "sqrt":
            degree = Fraction(2)
            if self._has("["):
                self._take()
                degree = _number(self._take())
                self._expect("]")
            if not degree:
                raise self._error("a root's degree", token)
            return _power(at, self._argument(), 1 / degree)
        if name == "cbrt":
            return _power(at, self._argument(), Fraction(1, 3))
        if name in ("min", "max", "sum"):
            return self._extreme(token)
        if name == "pow":
            arguments = self._arguments()
            if len(arguments) != 2:
                raise self._error("pow of two arguments", token)
            return Node("power", at, tuple(arguments))
        argument = self._group()
        if name in SIZES:
            return argument
        kind = "alpha" if name == ALPHA else "round" if name in ROUNDED else name
        return Node(kind, at, (argument,))

    def _extreme(self, token: Token) -> Node:
        """``max(a, b)`` is an operation, ``max(nums)`` and ``max`` are quantities of their own."""
        name, at = token.text, token.at
        if not self._has("(", "{"):
            return Node("variable", at, name=name)
        arguments = self._arguments()
        if len(arguments) > 1 and name != "sum":
            return Node(name, at, tuple(arguments))
        if len(arguments) == 1 and arguments[0].kind == "variable":
            return Node("variable", at, name=f"{name}({arguments[0].name})")
        raise self._error(f"{name} of one variable", token)

    def _log(self, token: Token) -> Node:
        name, at = token.text, token.at
        base: Node | None = None
        name, _, below = name.partition("_")
        if name not in LOGS:  # log3
            name, below = "log", name.removeprefix("log")
        if below:
            base = _Parser(below, at).only()
        elif self._has("_"):
            self._take()
            base = self._group() if self._has("{") else self._primary()
        known = LOGS[name]
        if base is not None and base.kind == "number":
            known = str(base.number)
            if base.number <= 1:
                raise self._error("a logarithm's base above 1", token)
        if self._has("*") and self._next.glued:  # log* n
            self._take()
            return Node("star", at, (self._argument(),))
        power: Node | None = None
        if self._has("^") or self._next.kind == "raised":
            if self._tokens[self._index + 1].text == "*":  # \log^* n
                self._index += 2
                return Node("star", at, (self._argument(),))
            if self._next.kind == "raised":
                power = self._exponent()
            else:
                self._take()
                power = self._group() if self._has("(", "{") else self._primary()
        run_together = self._next.kind == "name" and self._next.glued and base is None
        parts: tuple[Node, ...] = (self._argument(),)
        if run_together and self._next.kind in ("name", "bars") and not self._next.glued:
            raise self._error("'*' between two factors, or brackets")  # logk n may be log_k n
        if base is not None and base.kind != "number":
            parts = (*parts, base)
        tree = Node("log", at, parts, name=known)
        return tree if power is None else Node("power", at, (tree, power))


def _joined(kind: str, token: Token, left: Node, right: Node) -> Node:
    """A sum or product with one more part: side by side, so that long ones don't nest deeply."""
    if left.kind == kind:
        return left._replace(parts=(*left.parts, right))
    return Node(kind, token.at, (left, right))


def _power(at: int, tree: Node, exponent: Fraction) -> Node:
    return Node("power", at, (tree, Node("number", at, number=exponent)))


def _number(token: Token) -> Fraction:
    mantissa, _, exponent = token.text.lower().partition("e")
    if token.kind != "number" or len(mantissa) > MAX_DIGITS or len(exponent) > 2:
        raise BoundError(
            f"a number of at most {MAX_DIGITS} digits expected, not {token.text[:40]!r}",
            at=token.at,
        )
    return Fraction(token.text)
