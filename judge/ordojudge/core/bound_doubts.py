"""What in a written bound may be read in two ways: words of a sentence, hyphens, calls, fractions.

Each question looks at the tokens around a place; what they stand for is no matter here.
"""

from collections.abc import Sequence
from typing import TypeAlias

from ordojudge.core.bound_tokens import ROUNDED, Token, is_prose

Tokens: TypeAlias = Sequence[Token]

_QUANTITIES = frozenset(("min", "max", "sum"))
_SUMS = ("Σ", "Π", "min_", "max_", "sum_")
_FUNCTION_LETTERS = frozenset("TfghFG")
"""Names of functions rather than factors where a variable is in the brackets behind them."""


def is_prose_at(tokens: Tokens, index: int) -> bool:
    """Whether two factors without a sign between them may be words of a sentence: ``n steps``."""
    before, token = tokens[index - 1 : index + 1]
    if token.kind == "function":  # rows log n, but not n max
        return token.text in _QUANTITIES and tokens[index + 1].text not in ("(", "{")
    if before.kind == "function" and before.text in _QUANTITIES:
        return True
    if before.kind == "name" and (is_prose(before.text) or before.text.startswith(_SUMS)):
        return True
    is_coefficient = before.kind == "number" and token.glued
    return token.kind == "name" and is_prose(token.text) and not is_coefficient


def is_cross_at(tokens: Tokens, index: int) -> bool:
    """Whether a factor may be the letter x for a multiplication sign: ``n x m``."""
    token, after = tokens[index : index + 2]
    if token.kind != "name" or token.text not in ("x", "X") or token.glued or after.glued:
        return False
    is_between = after.kind in ("name", "number", "function", "bars") or after.text in ("(", "{")
    return is_between and sum(other.text == token.text for other in tokens) == 1


def is_hyphen_at(tokens: Tokens, index: int) -> bool:
    """Whether a minus may join two words: ``output-sensitive``."""
    before, minus, after = tokens[index - 1 : index + 2]
    is_glued = minus.glued and after.glued
    return is_glued and any(x.kind == "name" and is_prose(x.text) for x in (before, after))


def is_fraction_at(tokens: Tokens, index: int) -> bool:
    """Whether a divisor may belong to an exponent: ``n^3/2``, but not ``n^2/2`` or ``n^3/6``."""
    if index < 2 or tokens[index - 2].text != "^":
        return False
    over, slash, under = tokens[index - 1 : index + 2]
    if slash.text != "/" or not (slash.glued and under.glued):
        return False
    if not (over.text.isdecimal() and under.text.isdecimal()):
        return False
    above, below = over.text.lstrip("0"), under.text
    return above == "1" or (below in ("2", "3") and int(above[-15:] or 0) % int(below) != 0)


def is_call_at(tokens: Tokens, index: int, name: str) -> bool:
    """Whether the bracket behind a name makes it a function: ``T(n/2)``, not ``n(n + 1)``."""
    bracket = tokens[index]
    if bracket.kind != "sign" or bracket.text != "(" or not bracket.glued:
        return False
    if len(name) > 1 or name == "C":
        return True
    inner, after = tokens[index + 1], tokens[min(index + 2, len(tokens) - 1)]
    is_simple = inner.kind == "name" and after.text in (")", "/", "-", ",")
    is_called = is_simple or inner.text in ROUNDED or inner.text in ("⌊", "⌈")
    return name in _FUNCTION_LETTERS and is_called
