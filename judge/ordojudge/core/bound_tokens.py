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
_CALL_OF_T = re.compile(r"T\s*\(")
_BIG_O = re.compile(
    r"\bbig[\s-]*(?P<letter>oh?|theta|omega)\b(?:\s+notation)?(?:\s+of\b)?"
    r"|\b(?:on\s+)?(?:the\s+)?order\s+of\b",
    re.IGNORECASE,
)
_BINOMIAL = re.compile(r"\bchoose\b|\b[nmNM]\s*[CP]\s*[krKR]\b")
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_TIMES_POWER = re.compile(r"([nmkNMKVE])([2-9]\d*)")
"""``n2`` in ``n2^n``."""

_VARIABLE_POWER = re.compile(r"\s*(?:(?:\^|\*\*)[\s({]*[A-Za-z]|[ⁿᵐᵏ])")
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
    r"space|memory|(?:pseudo)?poly(?:nomial)?|polylog(?:arithmic)?|su(?:b|per)(?:linear|quadratic)"
    r"|best|per|each|for|and|or|to|with|least|less|than|choose"
    r"|none|null|unknown|undefined|tbd|nan|inf(?:inity|inite)?|[σπ].+|o\[.+"
)
"""Words that say more than a bound of the time, or other than one."""

_SIGN_WORDS = {"times": "*", "plus": "+"}
_POWER_WORDS = {"squared": "²", "cubed": "³"}
_PROSE = re.compile(r"[A-Z]?[a-z]+|[A-Z]{2,}")

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
_IN_ANY_CASE = frozenset(("sqrt", "cbrt", "log", "lg", "log2", "log10"))
"""The others are so only where a bracket follows, and `LN` may be L N."""

# Letters that stand for sizes: `mn` is a product, `dp` or `id` is a name.
_LETTERS = re.compile(
    r"[nmkNMKVE]{2,3}|[nmkNMKVE][qpwhrcdltsQLRCDWH]|[qpwhrcdltsQLRCDWH][nmkNMKVE]"
)
_PAIRS = frozenset(("rc", "cr", "wh", "hw", "RC", "CR", "WH", "HW"))
_RUN_TOGETHER = re.compile(
    r"([A-Za-z]{0,3}?)"
    r"((?i:log)(?:_?\d+|_[A-Za-z])?|(?i:lg)|(?i:ln)(?![^nmkNMKVE]|\w\w)|(?i:sqrt))"
    r"(|[A-Za-z]|(?i:log|lg|sqrt|min|max).*|[A-Z]\w*|[nmkNMKVE]{2,3})"
)
_CROSSED = re.compile(r"([nmkNMKVE])[xX]([nmkNMKVE])")


def _split(word: str, *, is_called: bool = False) -> list[tuple[str, str]]:
    """The tokens of a word as written without spaces: ``nlogn``, ``mn``, ``log_2``.

    Args:
        is_called: Whether a bracket follows.
    """
    lower = word.lower()
    if lower == "loglog":
        return [("function", "log")] * 2
    if word in _FUNCTIONS or (lower in (_FUNCTIONS if is_called else _IN_ANY_CASE)):
        return [("function", lower)]
    match = _RUN_TOGETHER.fullmatch(word)
    if match and not is_product(word) and (len(match[1]) < 2 or is_product(match[1])):
        before = [("name", match[1])] if match[1] else []
        after = _split(match[3], is_called=is_called) if match[3] else []
        name, sign, base = match[2].partition("_")
        return [*before, ("function", name.lower() + sign + base), *after]
    match = _CROSSED.fullmatch(word)
    return [("name", match[1] + match[2] if match else word)]


def is_product(word: str) -> bool:
    return word in _PAIRS or _LETTERS.fullmatch(word) is not None


def is_prose(word: str) -> bool:
    """Whether a name may as well be a word of a sentence: ``steps``, but not ``maxVal`` or ``mn``."""
    return len(word) > 1 and _PROSE.fullmatch(word) is not None and not is_product(word)


def _prepared(text: str) -> str:
    """The text without what only wraps a bound, character by character where it was."""
    text = text.rstrip(_AROUND).translate(_LOWERED)
    found = _BINOMIAL.search(text)
    if found:
        raise BoundError(f"a bound without binomials expected, not {found[0]!r}", at=found.start())
    if text.strip(_AROUND).upper() == "N/A":
        raise BoundError(f"a bound expected, not {text.strip(_AROUND)!r}", at=text.index("/") - 1)
    text = _WRAPPED.sub(lambda wrapped: wrapped[1].rjust(len(wrapped[0])), text)
    return _BIG_O.sub(_letter_of, text) if "o" in text.lower() else text


def _letter_of(written: re.Match[str]) -> str:
    """`O`, at the end of the place of the words that say it, if brackets follow; else nothing."""
    letter = (written["letter"] or "").lower()
    is_called = written.string[written.end() :].lstrip().startswith("(")
    if letter == "omega" or (letter and is_called):
        return {"theta": "Theta", "omega": "Omega"}.get(letter, "O").rjust(len(written[0]))
    return " " * len(written[0])


def tokens_of(text: str) -> list[Token]:
    """Split a text into tokens; the last one is of kind ``end``.

    Raises:
        BoundError: a part of the text can't belong to a bound.
    """
    if len(text) > MAX_CHARACTERS:
        raise BoundError(
            f"a bound of at most {MAX_CHARACTERS} characters expected, not {len(text)}", at=0
        )
    text = _prepared(text)
    match = _RECURRENCE.match(text)
    at = match.end() if match else len(text) - len(text.lstrip(_AROUND))
    again = _CALL_OF_T.search(text, at) if match else None
    if again:
        raise BoundError("a bound expected, not a recurrence", at=again.start())
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
            elif lower in _SIGN_WORDS:
                found.append(Token("sign", _SIGN_WORDS[lower], at, glued))
            elif lower in _POWER_WORDS and _is_variable(found):
                found.append(Token("raised", _POWER_WORDS[lower], at, glued))
            elif len(part) > _MAX_WORD or _REFUSED.fullmatch(lower):
                raise BoundError(f"one bound of the time expected, not {part[:40]!r}", at=at)
            elif lower in ADJECTIVES:
                found.append(Token("adjective", lower, at, glued))
            else:
                found += _tokens_of_word(part, at, glued, text[match.end() :])
        elif kind == "command":
            sign = _COMMAND_SIGNS.get(part)
            if sign:
                found.append(Token("sign", sign, at, glued))
            elif part in _FUNCTIONS or part in ("frac", "dfrac"):
                found.append(Token("function", part, at, glued))
            elif part.lower() in ("theta", "omega"):
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


def _tokens_of_word(word: str, at: int, glued: bool, after: str) -> list[Token]:
    """The tokens of a word that isn't prose; what comes after it says how it is meant."""
    times_power = _TIMES_POWER.fullmatch(word)
    if times_power and _VARIABLE_POWER.match(after):  # n2^n
        name, base = times_power.groups()
        return [Token("name", name, at, glued), Token("number", base, at + 1, False)]
    is_called = after.lstrip().startswith(("(", "{"))
    found: list[Token] = []
    for kind, text in _split(word, is_called=is_called):
        found.append(Token(kind, text, at, glued or bool(found)))
    return found


def _is_variable(found: list[Token]) -> bool:
    """Whether the last token is a variable that no function takes: ``n``, not ``log n``."""
    before = found[-2].kind if len(found) > 1 else ""
    return bool(found) and found[-1].kind in ("name", "bars") and before != "function"
