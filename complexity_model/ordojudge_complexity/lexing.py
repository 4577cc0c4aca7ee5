"""Words of a program in any language: one rough lexer for comments, strings, numbers and operators.

Rough is enough: features count words, and a comment stripper must only not take a string for a comment.
Any text may come; the cost is linear in its length.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

__all__ = ["Token", "stripped", "tokens"]

Token = tuple[str, str]
"""Kind (``comment``, ``string``, ``number``, ``word``, ``operator``) and text."""

_HASH: Final = frozenset({"python", "ruby", "elixir", "perl", "r"})
_QUOTED: Final = frozenset({"javascript", "typescript", "php", "dart", *_HASH})
_OTHER_COMMENTS: Final = {
    "erlang": r"%[^\n]*",
    "racket": r";[^\n]*",
    "lua": r"--\[\[[\s\S]*?(?:\]\]|\Z)|--[^\n]*",
    "haskell": r"\{-[\s\S]*?(?:-\}|\Z)|--[^\n]*",
    "ocaml": r"\(\*[\s\S]*?(?:\*\)|\Z)",
    "pascal": r"//[^\n]*|\{[^}]*\}?|\(\*[\s\S]*?(?:\*\)|\Z)",
}
_TEMPLATES: Final = frozenset({"javascript", "typescript", "go", "dart"})
_LONG: Final = frozenset({"python", "kotlin", "scala", "swift", "java"})

_TRIPLE: Final = r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
_DOUBLE: Final = r'"(?:\\.|[^"\\\n])*"?'
_SINGLE: Final = r"'(?:\\.|[^'\\\n])*'?"
_CHARACTER: Final = r"'(?:\\[^\n][^'\n]{0,8}|[^'\\\n])'"
_OPERATOR: Final = (
    r"<<=|>>=|>>>=?|\*\*=?|//=|===|!==|\.\.\.|\.\.[<=]?|&&|\|\||\+\+|--|->|=>|::|:="
    r"|[-+*/%&|^<>=!]=|<<|>>|//|[^\s\w]"
)


@cache
def _lexer(language: str) -> re.Pattern[str]:
    """One pattern for a language, its groups named by kind; what comes first wins."""
    if language in _HASH:
        comment = r"\#[^\n]*"
    elif language in _OTHER_COMMENTS:
        comment = _OTHER_COMMENTS[language]
    else:
        comment = r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)" + (
            r"|\#(?!\[)[^\n]*" if language == "php" else ""
        )
    strings = []
    if language in _LONG:
        strings.append(_TRIPLE)
    if language == "python":
        strings.append(_TRIPLE.replace('"', "'"))
    strings.append(_DOUBLE)
    if language not in {"erlang", "racket"}:
        strings.append(_SINGLE if language in _QUOTED else _CHARACTER)
    if language in _TEMPLATES:
        strings.append(r"`[^`]*`?" if language == "go" else r"`(?:\\.|[^`\\])*`?")
    prefix = r"(?:\b[rRbBuUfF]{1,2}(?=[\"']))?" if language == "python" else ""
    quoted = "|".join(prefix + text for text in strings)
    return re.compile(
        rf"(?P<comment>{comment})|(?P<string>{quoted})|(?P<number>\d[\w.]*\w|\d)"
        rf"|(?P<word>[^\W\d]\w*)|(?P<operator>{_OPERATOR})",
        re.DOTALL,
    )


def tokens(source: str, language: str) -> Iterator[Token]:
    """A program's words in order, comments left out."""
    for match in _lexer(language).finditer(source):
        kind = match.lastgroup
        if kind and kind != "comment":
            yield kind, match.group()


def stripped(source: str, language: str) -> str:
    """A program without comments and documentation strings, without trailing blanks and runs of empty lines."""
    parts: list[str] = []
    end = 0
    for match in _lexer(language).finditer(source):
        comment = match.lastgroup == "comment" or _documents(source, match, language)
        if not comment:
            continue
        parts.append(source[end : match.start()])
        if match.lastgroup == "string" and _only_body(source, match):
            parts.append('""')
        end = match.end()
    parts.append(source[end:])
    lines = (line.rstrip() for line in "".join(parts).replace("\r", "").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _documents(source: str, match: re.Match[str], language: str) -> bool:
    """A string in three quotes that is a statement of its own, in Python."""
    if language != "python" or match.lastgroup != "string":
        return False
    text = match.group().lstrip("rRbBuUfF")
    if not text.startswith(('"""', "'''")) or re.search(r":r?type", text):
        return False
    before = source[source.rfind("\n", 0, match.start()) + 1 : match.start()]
    after = source[match.end() : match.end() + 200].split("\n", 1)[0].strip()
    return not before.strip() and (not after or after.startswith("#"))


def _only_body(source: str, match: re.Match[str]) -> bool:
    """Whether a documentation string is all that a function or class holds."""
    line = source.rfind("\n", 0, match.start()) + 1
    own = match.start() - line
    for text in source[match.end() : match.end() + 2_000].split("\n")[1:]:
        code = text.lstrip()
        if code and not code.startswith("#"):
            return len(text) - len(code) < own
    return True
