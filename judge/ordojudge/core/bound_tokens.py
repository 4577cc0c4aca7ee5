"""The tokens of written bounds: names, functions, numbers and signs, LaTeX and prose included."""

import re
from typing import NamedTuple

from ordojudge.core.errors import BoundError

MAX_CHARACTERS = 1_000
_MAX_WORD = 60


class Token(NamedTuple):
    """A piece of a text that means something."""

    kind: str
    """``number``, ``name``, ``bars`` (a name in them), ``function``, ``sign``, ``raised``,
    ``noise`` (words that say nothing), ``adjective`` or ``end``."""

    text: str
    at: int
    glued: bool
    """No space before it."""


_DOTS = "\u00d7\u00b7\u22c5\u2217\u2219\u2022"
"""Multiplication sign, middle dot, dot, asterisk and bullet operators, bullet."""

_DASHES = "\u2212\u2013"
ROOTS = "√∛"
ALPHA = "\u03b1"
_NAME = r"[A-Za-z\u0391-\u03a9\u03b1-\u03c9][A-Za-z0-9']*(?:_[A-Za-z0-9]+)*"
_INDEX = r"(?:\[[A-Za-z0-9_]{1,20}\])?"
_TOKEN = re.compile(
    rf"""
    (?P<space>[\s$`]+|\\[,;:!()\[\] ]|\\_
        |\\(?:left|right|[bB]igg?[lr]?|displaystyle|quad|mathcal|mathrm
            |[lr]vert)(?![A-Za-z]))
    |(?P<number>\d+(?:\.\d+)?(?:[eE]\d+(?![A-Za-z\d]))?)
    |\|\s*(?P<bars>{_NAME}{_INDEX})\s*\|
    |(?P<word>{_NAME}{_INDEX}(?:\.[A-Za-z_]\w*(?:\(\))?)*)
    |\\(?P<command>[A-Za-z]+)
    |(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵐᵏ]+)
    |(?P<sign>\*\*|[-+*/^!(){{}}\[\],=:_~≈÷⌊⌋⌈⌉{_DOTS}{_DASHES}{ROOTS}])
    """,
    re.VERBOSE | re.ASCII,
)
_WRAPPED = re.compile(
    r"\\(?:mathcal|mathrm|mathit|mathbf|mathsf|mathtt|operatorname|text(?:it|bf|tt|rm)?)"
    r"\s*\{\s*([^{}\\]*?)\s*\}"
)
_AROUND = " \t\n\r.;:,$`*_"
_RECURRENCE = re.compile(r"\s*\$?\s*T\s*\([^()]{1,40}\)\s*=")
_SIGNS = dict.fromkeys(_DOTS, "*") | dict.fromkeys(_DASHES, "-") | {"÷": "/", "**": "^"}
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵐᵏ", "0123456789+-nmk")
_COMMAND_SIGNS = dict.fromkeys(("cdot", "times", "ast"), "*") | {
    "div": "/",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "lceil": "⌈",
    "rceil": "⌉",
}

_NOISE = re.compile(
    r"amorti[sz]ed|expected|averaged?|worst|case|time|complexity|runtime|running|overall"
    r"|approximately|roughly|about|on|in|the|is|of|at|most"
)
_REFUSED = re.compile(
    r"space|memory|poly(?:nomial|logarithmic)|sublinear|best|per|each|for|and|or|to|with"
)
"""Words that say more than a bound of the time, or other than one."""

_END = re.compile(r"where|since|because|due|assuming")
ADJECTIVES = {
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
LOGS = {"log": "", "lg": "2", "ln": "e", "log2": "2", "log10": "10"}
SIZES = frozenset(("len", "length", "size", "count", "abs"))
ROUNDED = frozenset(("ceil", "floor"))
_FUNCTIONS = frozenset(
    ("sqrt", "cbrt", "min", "max", "sum", "exp", "alpha", ALPHA, "pow", *LOGS, *SIZES, *ROUNDED)
)
# Letters that stand for sizes: `mn` is a product, `dp` or `id` is a name.
_LETTERS = re.compile(
    r"[nmkNMKVE]{2,3}|[nmkNMKVE][qpwhrcdltsQLRCDWH]|[qpwhrcdltsQLRCDWH][nmkNMKVE]"
)
_PAIRS = frozenset(("rc", "cr", "wh", "hw", "RC", "CR", "WH", "HW"))
_RUN_TOGETHER = re.compile(
    r"([A-Za-z]{0,3}?)(log(?:_(?:10|2|[A-Za-z])|10(?!\d)|2(?!\d))?|lg|ln(?!\w)|sqrt)"
    r"(|[A-Za-z]|(?:log|lg|sqrt|min|max).*|[A-Z]\w*|[nmkNMKVE]{2,3})"
)


def _split(word: str) -> list[tuple[str, str]]:
    """The tokens of a word as written without spaces: ``nlogn``, ``mn``, ``log_2``."""
    if word in _FUNCTIONS or word == "loglog":
        return [("function", "log")] * 2 if word == "loglog" else [("function", word)]
    match = _RUN_TOGETHER.fullmatch(word)
    if match and (len(match[1]) < 2 or is_product(match[1])):
        before = [("name", match[1])] if match[1] else []
        after = _split(match[3]) if match[3] else []
        return [*before, ("function", match[2]), *after]
    return [("name", word)]


def is_product(word: str) -> bool:
    return word in _PAIRS or _LETTERS.fullmatch(word) is not None


def tokens_of(text: str) -> list[Token]:
    """Split a text into tokens; the last one is of kind ``end``.

    Raises:
        BoundError: a part of the text can't belong to a bound.
    """
    if len(text) > MAX_CHARACTERS:
        raise BoundError(
            f"a bound of at most {MAX_CHARACTERS} characters expected, not {len(text)}", at=0
        )
    text = text.rstrip(_AROUND)
    # What wraps a word is blanked, not cut, so that positions stay those of the text.
    text = _WRAPPED.sub(lambda wrapped: wrapped[1].rjust(len(wrapped[0])), text)
    match = _RECURRENCE.match(text)
    at = match.end() if match else len(text) - len(text.lstrip(_AROUND))
    glued = False
    found: list[Token] = []
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise BoundError(f"a bound expected, not {text[at : at + 12]!r}", at=at)
        kind, part = str(match.lastgroup), match[str(match.lastgroup)]
        if kind == "word":
            lower = part.lower()
            if _END.fullmatch(lower):
                break
            if _NOISE.fullmatch(lower):
                found.append(Token("noise", lower, at, glued))
            elif len(part) > _MAX_WORD or _REFUSED.fullmatch(lower):
                raise BoundError(f"one bound of the time expected, not {part[:40]!r}", at=at)
            elif lower in ADJECTIVES:
                found.append(Token("adjective", lower, at, glued))
            else:
                for split_kind, split_text in _split(part):
                    found.append(Token(split_kind, split_text, at, glued))
                    glued = True
        elif kind == "command":
            sign = _COMMAND_SIGNS.get(part)
            if sign:
                found.append(Token("sign", sign, at, glued))
            elif part in _FUNCTIONS or part in ("frac", "dfrac"):
                found.append(Token("function", part, at, glued))
            elif part in ("Theta", "Omega"):
                found.append(Token("name", part, at, glued))
            else:
                raise BoundError(f"a bound expected, not the command \\{part}", at=at)
        elif kind == "sign":
            found.append(Token("sign", _SIGNS.get(part, part), at, glued))
        elif kind != "space":
            found.append(Token(kind, part, at, glued))
        glued = kind != "space"
        at = match.end()
    found.append(Token("end", "", len(text), glued))
    return found
