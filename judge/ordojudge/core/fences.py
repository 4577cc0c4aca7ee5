"""Code blocks and tags in a model's answer: Markdown as models write it.

Fences follow CommonMark, with the slips that models make accepted: a fence after a list mark,
after a tag, or after prose that a language's name ends; a closing fence glued to the last line of
code; a block that opens while another was never closed.

A completion is hostile text of any size, so reading goes forward once: no pattern backtracks over
more than it consumes, and no line is searched again for each mark on it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ordojudge.core.languages import language_of_tag


class Block(NamedTuple):
    """One code block of a text."""

    tag: str
    """The language part of its info string, in lower case; may be empty."""

    start: int
    """Where its opening fence stands."""

    body: int
    end: int
    """Its content is ``text[body:end]``."""

    indent: int
    """Spaces that its opening fence, and so each of its lines, is moved in."""

    closed: bool


class _Opening(NamedTuple):
    fence: str
    tag: str
    start: int
    body: int
    indent: int


_MARK = re.compile(r"`{3,}+|~{3,}+|<think>|</?answer>")

# What may stand before a fence on its line: up to three spaces, or the mark of a list item.
_LEAD = re.compile(r" {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?")
_MAX_LEAD = 20
MAX_TAG = 80

# Where an open block may end: at a fence on its own line, at one glued to the end of a line of
# code (not to a quote, which opens a string), or where the answer around it ends.
_EDGE = re.compile(
    r"^(?P<lead> *+)(?:(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?P<info>[^\n]{0,80})|(?P<tag></answer>))"
    r"|(?<=[^\s`'\"])(?P<glued>`{3,}+)(?=[ \t]*+(?:\r?$|<))",
    re.MULTILINE,
)
_TAG = re.compile(r"[\s{.]*([^\s{}.,:;=()]*)")


def tag_of(info: str) -> str:
    """The language part of a fence's info string: ``{.python}``, ``Python3 title=x``, ``cpp:a``."""
    match = _TAG.match(info[:MAX_TAG])
    return match[1].lower() if match else ""


class Scan(NamedTuple):
    """What a text without its reasoning is made of, in order."""

    blocks: list[Block]
    answers: list[tuple[int, int]]
    """Spans between answer tags."""

    thinking_again: bool
    """Reasoning opens outside of code, and is never closed."""


def scan(text: str) -> Scan:
    """The code blocks of a text without closed reasoning, and the tags outside of them."""
    blocks: list[Block] = []
    answers: list[tuple[int, int]] = []
    thinking_again = False
    answer_from: int | None = None
    position = line_start = 0
    line_end = -1
    fence_on_line = False
    while mark := _MARK.search(text, position):
        at, position = mark.span()
        if at > line_end:
            line_start = max(line_start, text.rfind("\n", line_start, at) + 1)
            line_end = text.find("\n", at)
            line_end = len(text) if line_end < 0 else line_end
            fence_on_line = False
        if mark[0][0] == "<":
            # What follows a tag counts as a line of its own: ``<answer>```python``.
            line_start, fence_on_line = position, False
            if mark[0] == "<think>":
                thinking_again = True
            elif mark[0] == "<answer>":
                answer_from = position
            elif answer_from is not None:
                answers.append((answer_from, at))
                answer_from = None
            continue
        if fence_on_line:
            continue
        fence_on_line = True
        opening = _opening(text, mark, line_start=line_start, line_end=line_end)
        if opening is not None:
            position = line_start = _read_blocks(
                text, opening, blocks=blocks, in_answer=answer_from is not None
            )
            line_end = -1
    return Scan(blocks, answers, thinking_again)


def _opening(text: str, mark: re.Match[str], *, line_start: int, line_end: int) -> _Opening | None:
    """The first fence on a line as the start of a code block; none if it is only prose."""
    at, after = mark.span()
    fence = mark[0]
    if fence[0] == "`" and text.find("`", after, line_end) >= 0:
        return None  # code within a line
    body = min(line_end + 1, len(text))
    info = text[after : min(line_end, after + MAX_TAG)]
    tag = tag_of(info)
    lead = text[line_start:at] if at - line_start <= _MAX_LEAD else None
    if lead is not None and _LEAD.fullmatch(lead):
        return None if info.startswith("<") else _Opening(fence, tag, at, body, len(lead))
    # Further in, or after prose, only a language's name makes it a block: ``So: ```python``.
    if fence[0] == "`" and line_end - after < MAX_TAG and language_of_tag(tag) is not None:
        return _Opening(fence, tag, at, body, len(lead) if lead and lead.isspace() else 0)
    return None


def _read_blocks(text: str, opening: _Opening, *, blocks: list[Block], in_answer: bool) -> int:
    """Read the block that opens here, and blocks that open before it was closed.

    Returns:
        Where reading goes on.
    """
    while True:
        reopening: _Opening | None = None
        for edge in _EDGE.finditer(text, opening.body):
            if edge["tag"] is not None:
                if not in_answer:
                    continue
                blocks.append(_block(opening, end=edge.start(), closed=False))
                return edge.start()
            fence = edge["fence"] or edge["glued"]
            if fence[0] != opening.fence[0] or len(fence) < len(opening.fence):
                continue
            if edge["glued"] is not None:
                blocks.append(_block(opening, end=edge.start(), closed=True))
                return edge.end()
            if len(edge["lead"]) > opening.indent + 3:
                continue
            info = edge["info"].strip()
            if not info or info[0] == "<":  # ``</answer>``, or an end token left in the text
                blocks.append(_block(opening, end=edge.start(), closed=True))
                return edge.end("fence")
            tag = tag_of(info)
            if "`" not in info and language_of_tag(tag) is not None:
                # No program holds a line like this: the block before was never closed.
                line_end = text.find("\n", edge.end())
                body = len(text) if line_end < 0 else line_end + 1
                lead = len(edge["lead"])
                reopening = _Opening(fence, tag, edge.start("fence"), body, lead)
                blocks.append(_block(opening, end=edge.start(), closed=False))
                break
        if reopening is None:
            blocks.append(_block(opening, end=len(text), closed=False))
            return len(text)
        opening = reopening


def _block(opening: _Opening, *, end: int, closed: bool) -> Block:
    end = max(end, opening.body)
    return Block(opening.tag, opening.start, opening.body, end, opening.indent, closed)


def content_of(text: str, block: Block) -> str:
    """A block's lines, each ended by a line feed and without the indent of the block itself."""
    content = text[block.body : block.end].replace("\r\n", "\n")
    if block.indent:
        content = re.sub(rf"^ {{1,{block.indent}}}", "", content, flags=re.MULTILINE)
    return content if content.endswith("\n") else content + "\n"


def pairs(text: str, opening: re.Pattern[str], closing: str) -> Iterator[tuple[str, int, int]]:
    """Each opening with the nearest closing behind it: its tag, and the span between them."""
    position = 0
    while match := opening.search(text, position):
        end = text.find(closing, match.end())
        if end < 0:
            return
        yield match[1], match.end(), end
        position = end + len(closing)
