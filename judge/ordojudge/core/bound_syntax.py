"""How people and models write bounds: from a text to a tree of operations.

The tree says what was written, not how fast it grows; :mod:`ordojudge.core.bounds` decides that.
Work is bounded: a text, its brackets and its numbers may only be so long.
"""

import re
from fractions import Fraction
from typing import NamedTuple

from ordojudge.core.errors import BoundError

MAX_CHARACTERS = 1_000
MAX_DEPTH = 24
MAX_DIGITS = 15
"""Digits of a number; longer ones are no coefficient that anyone meant."""


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


class Token(NamedTuple):
    kind: str
    text: str
    at: int
    glued: bool
    """No space before it."""


_NAME = r"[A-Za-zΑ-Ωα-ω][A-Za-z0-9']*(?:_[A-Za-z0-9]+)*"
_INDEX = r"(?:\[[A-Za-z0-9_]{1,20}\])?"
_TOKEN = re.compile(
    rf"""
    (?P<space>[\s$`]+|\\[,;:!()\[\] ]|\\_|[⌊⌋⌈⌉]
        |\\(?:left|right|[bB]igg?[lr]?|displaystyle|quad|mathcal|mathrm
            |[lr](?:vert|floor|ceil))(?![A-Za-z]))
    |(?P<number>\d+(?:\.\d+)?(?:[eE]\d+(?![A-Za-z\d]))?)
    |\|\s*(?P<bars>{_NAME}{_INDEX})\s*\|
    |(?P<word>{_NAME}{_INDEX}(?:\.[A-Za-z_]\w*(?:\(\))?)*)
    |\\(?P<command>[A-Za-z]+)
    |(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵐᵏ]+)
    |(?P<sign>\*\*|[-+*/^!(){{}}\[\],=:_~≈×·⋅∗∙•÷−–√∛])
    """,
    re.VERBOSE | re.ASCII,
)
_WRAPPED = re.compile(
    r"\\(?:mathcal|mathrm|mathit|mathbf|mathsf|mathtt|operatorname|text(?:it|bf|tt|rm)?)"
    r"\s*\{\s*([^{}\\]*?)\s*\}"
)
_RECURRENCE = re.compile(r"\s*\$?\s*T\s*\([^()]{1,40}\)\s*=")
_SIGNS = dict.fromkeys("×·⋅∗∙•", "*") | {"−": "-", "–": "-", "÷": "/", "**": "^"}
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵐᵏ", "0123456789+-nmk")
_COMMAND_SIGNS = {"cdot": "*", "times": "*", "ast": "*", "div": "/"}

_NOISE = frozenset(
    "amortized amortised expected average averaged worst case time complexity runtime running"
    " overall approximately roughly about on in the is of at most".split()
)
_END = frozenset("where since because due assuming".split())
_WORDS = {
    "constant": "1",
    "logarithmic": "log n",
    "linear": "n",
    "linearithmic": "n log n",
    "loglinear": "n log n",
    "quasilinear": "n log n",
    "quadratic": "n^2",
    "cubic": "n^3",
    "exponential": "2^n",
    "factorial": "n!",
}
_BIG_O = frozenset(("O", "Θ", "Theta", "BigO", "bigO"))
_OTHER_O = {
    "o": "a bound from above, O(...); o(...) is strict",
    "Ω": "a bound from above, O(...); Ω(...) is from below",
    "Omega": "a bound from above, O(...); Ω(...) is from below",
    "ω": "a bound from above, O(...); ω(...) is from below",
}
_LOGS = {"log": "", "lg": "2", "ln": "e", "log2": "2", "log10": "10"}
_SIZES = frozenset(("len", "length", "size", "count", "abs"))
_ROUNDED = frozenset(("ceil", "floor"))
_FUNCTIONS = frozenset(
    ("sqrt", "cbrt", "min", "max", "sum", "exp", "alpha", "α", "pow", *_LOGS, *_SIZES, *_ROUNDED)
)
_MEMBERS = re.compile(r"\.(?:length|size|count|len|Length|Count)(?:\(\))?$")

# Letters that stand for sizes: `mn` is a product, `dp` or `id` is a name.
_LETTERS = re.compile(r"[nmkNMKVE]{2,3}|[nmkNMKVE][qpwhrcdltsQLRCDWH]|[qpwhrcdltsQLRCDWH][nmkNMKVE]")
_PAIRS = frozenset(("rc", "cr", "wh", "hw", "RC", "CR", "WH", "HW"))
_RUN_TOGETHER = re.compile(
    r"([A-Za-z]{0,3}?)(log(?:_(?:10|2|[A-Za-z])|10(?!\d)|2(?!\d))?|lg|ln(?!\w)|sqrt)"
    r"(|[A-Za-z]|(?:log|lg|sqrt|min|max).*|[A-Z]\w*|[nmkNMKVE]{2,3})"
)


def parse_tree(text: str) -> Node:
    """The operations that a text stands for.

    Raises:
        BoundError: it isn't one bound; the message says where, and what was expected.
    """
    if len(text) > MAX_CHARACTERS:
        raise BoundError(
            f"a bound of at most {MAX_CHARACTERS} characters expected, not {len(text)}", at=0
        )
    return _Parser(text).whole()


def is_name(name: str) -> bool:
    """Whether a bound can be written with this name for a variable."""
    try:
        tree = parse_tree(f"({name})")
    except BoundError:
        return False
    return tree.kind == "variable" and tree.name == name


def _split(word: str) -> list[tuple[str, str]]:
    """The tokens of a word as written without spaces: ``nlogn``, ``mn``, ``log_2``."""
    if word in _FUNCTIONS or word == "loglog":
        return [("function", "log")] * 2 if word == "loglog" else [("function", word)]
    match = _RUN_TOGETHER.fullmatch(word)
    if match and (len(match[1]) < 2 or _is_product(match[1])):
        before = [("name", match[1])] if match[1] else []
        after = _split(match[3]) if match[3] else []
        return [*before, ("function", match[2]), *after]
    return [("name", word)]


def _is_product(word: str) -> bool:
    return word in _PAIRS or _LETTERS.fullmatch(word) is not None


def _tokens(text: str) -> list[Token]:
    # What wraps a word is blanked, not cut, so that positions stay those of the text.
    text = _WRAPPED.sub(lambda found: found[1].rjust(len(found[0])), text)
    match = _RECURRENCE.match(text)
    at, glued = (match.end() if match else 0), False
    tokens: list[Token] = []
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            if text[at] in ".;" and not text[at:].strip(" .;$`*_\n\t"):
                break
            raise BoundError(f"a bound expected, not {text[at : at + 12]!r}", at=at)
        kind, part = str(match.lastgroup), match[str(match.lastgroup)]
        if kind == "word":
            lower = part.lower()
            if lower in _END:
                break
            if lower in _NOISE:
                tokens.append(Token("noise", lower, at, glued))
            elif lower in _WORDS:
                tokens.append(Token("adjective", lower, at, glued))
            else:
                for split_kind, split_text in _split(part):
                    tokens.append(Token(split_kind, split_text, at, glued))
                    glued = True
        elif kind == "command":
            sign = _COMMAND_SIGNS.get(part)
            if sign:
                tokens.append(Token("sign", sign, at, glued))
            elif part in _FUNCTIONS or part in ("frac", "dfrac"):
                tokens.append(Token("function", part, at, glued))
            elif part in ("Theta", "Omega"):
                tokens.append(Token("name", part, at, glued))
            else:
                raise BoundError(f"a bound expected, not the command \\{part}", at=at)
        elif kind == "sign":
            tokens.append(Token("sign", _SIGNS.get(part, part), at, glued))
        elif kind != "space":
            tokens.append(Token(kind, part, at, glued))
        glued = kind != "space"
        at = match.end()
    tokens.append(Token("end", "", len(text), glued))
    return tokens


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, at: int = 0) -> None:
        self._tokens = _tokens(text)
        self._index = 0
        self._depth = 0
        self._offset = at

    # --- the whole text

    def whole(self) -> Node:
        while self._next.kind == "noise" or self._next.text in ("~", "≈", ":", "="):
            self._index += 1
        tree = self._adjective() if self._next.kind == "adjective" else self._sum()
        while self._next.kind == "noise":
            self._index += 1
        if self._next.kind != "end":
            raise self._error("the end of one bound")
        return tree

    def _adjective(self) -> Node:
        written = _WORDS[self._take().text]
        while self._next.kind == "noise":
            self._index += 1
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
        while self._has("+", "-"):
            sign = self._take()
            kind = "add" if sign.text == "+" else "subtract"
            tree = Node(kind, sign.at, (tree, self._product()))
        self._depth -= 1
        return tree

    def _product(self) -> Node:
        if self._has("-"):
            return Node("negate", self._take().at, (self._product(),))
        tree = self._factor()
        while True:
            if self._has("*", "/"):
                sign = self._take()
                bare = not self._has("(", "{")
                factor = self._factor()
                if sign.text == "/" and bare and self._next.glued and self._starts_a_factor():
                    raise self._error("brackets around the divisor")
                kind = "multiply" if sign.text == "*" else "divide"
                tree = Node(kind, sign.at, (tree, factor))
            elif self._starts_a_factor():
                tree = Node("multiply", self._next.at, (tree, self._factor()))
            else:
                return tree

    def _starts_a_factor(self) -> bool:
        return self._next.kind in ("name", "function", "bars") or self._has("(", "{", "√", "∛")

    def _factor(self) -> Node:
        """A primary with what follows it: powers and factorials."""
        tree = self._primary()
        while True:
            if self._has("!"):
                tree = Node("factorial", self._take().at, (tree,))
            elif self._next.kind == "raised" or self._has("^"):
                tree = Node("power", self._next.at, (tree, self._exponent()))
            else:
                return tree

    def _exponent(self) -> Node:
        token = self._take()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"a bound nested at most {MAX_DEPTH} deep")
        if token.kind == "raised":
            tree = _Parser(token.text.translate(_RAISED), token.at).only()
        elif self._has("-"):
            tree = Node("negate", self._take().at, (self._factor(),))
        else:
            tree = self._factor()
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
        if token.kind == "sign" and token.text in "√∛":
            root = Fraction(1, 2 if token.text == "√" else 3)
            return _power(token.at, self._argument(), root)
        raise self._error("a variable, a number, a function or a bracket", token)

    def _name(self, token: Token) -> Node:
        name = token.text
        if name in _OTHER_O and self._has("("):
            raise self._error(_OTHER_O[name], token)
        if name in _BIG_O:
            if not self._has("("):
                raise self._error("'('")
            return self._group()
        if self._has("_") and self._next.glued:  # n_{max}
            self._take()
            self._expect("{")
            name = f"{name}_{self._take().text}"
            self._expect("}")
        if _is_product(name):
            letters = [Node("variable", token.at, name=letter) for letter in name]
            tree = letters[0]
            for letter in letters[1:]:
                tree = Node("multiply", token.at, (tree, letter))
            return tree
        if self._has("(") and self._next.glued and (len(name) > 1 or name == "C"):
            raise self._error("a known function or one product", token)
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
        if name.startswith("log") or name in _LOGS:
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
        if name in _SIZES:
            return argument
        kind = {"α": "alpha", "ceil": "round", "floor": "round"}.get(name, name)
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
        if below:
            base = _Parser(below, at).only()
        elif self._has("_"):
            self._take()
            base = self._group() if self._has("{") else self._primary()
        known = _LOGS[name]
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
        parts = (self._argument(),)
        if base is not None and base.kind != "number":
            parts = (*parts, base)
        tree = Node("log", at, parts, name=known)
        return tree if power is None else Node("power", at, (tree, power))


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
