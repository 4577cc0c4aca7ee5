"""Completion to source: find the program in what a model wrote.

Completions are hostile text of any size, so everything here reads forward once:
no pattern can backtrack over more than it consumes.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from pydantic import Field

from ordojudge.core.fences import MAX_TAG, Block, content_of, pairs, scan, tag_of
from ordojudge.core.languages import LANGUAGES, Language, find_language, language_of_tag
from ordojudge.core.models import ExtractionKind, ExtractionSummary, Model

FormatShape = Literal[
    "code",
    "fenced",
    "think_opened",
    "think_closed",
    "think_pair",
    "think",
    "think_answer",
    "think_answer_lines",
    "think_answer_code",
]
"""A property of a completion that a reward may ask for.

``code``: code was found. ``fenced``: in a closed block tagged with its language.
``think_opened``, ``think_closed``: the tag occurs. ``think_pair``: each occurs once, in order.
``think``: one ``<think>``, at the very start, and closed.
``think_answer``: a ``<think>`` part first, an ``<answer>`` part last (Code-R1).
``think_answer_lines``: the same with each tag on its own line and nothing between (open-r1).
``think_answer_code``: and a tagged block within the answer (open-r1's ``code_format``).
"""


class Extraction(Model):
    """The program found in a completion, and what a reward for format needs to know."""

    kind: ExtractionKind
    source: str | None
    """The program; none exactly when ``kind`` is ``none``."""

    language: str | None
    """Id of its language: the one asked for, else the one its block is tagged with."""

    truncated: bool = False
    """The completion ended inside its code or inside its reasoning."""

    blocks: int = Field(default=0, ge=0)
    """Code blocks in the answer, that is after the reasoning and within the last answer tags."""

    shapes: tuple[FormatShape, ...] = ()
    """The format properties that hold."""

    layout_tags: int = Field(default=0, ge=0, le=4)
    """How many of open-r1's four layout tags occur exactly once, each on its own line."""

    @property
    def summary(self) -> ExtractionSummary:
        """What a report says of it."""
        return ExtractionSummary(kind=self.kind, truncated=self.truncated)


def extract(completion: str, language: str | None = None, *, rule: str = "default") -> Extraction:
    """Find the program in a model's completion. Total: any text has an answer.

    Takes time linear in the completion's length.

    Args:
        completion: What the model wrote, reasoning included, special tokens removed.
        language: Id or alias of the language asked for; without it the code block's tag decides.
        rule: One of ``EXTRACTION_RULES``: ``default``, or the published behaviour of a project.

    Raises:
        ValueError: no such rule; the message lists them.
        UnknownLanguage: no such language.
    """
    read = _RULES.get(rule)
    if read is None:
        raise ValueError(f"extraction rule: {rule!r} is unknown; known are {', '.join(_RULES)}")
    target = None if language is None else find_language(language)
    answer = _answer_of(completion)
    found = read(completion, answer, target)
    if found.source is None or not found.source.strip():
        found = _Found("none", None, target)
    return Extraction(
        kind=found.kind,
        source=found.source,
        language=None if found.language is None else found.language.id,
        truncated=answer.truncated,
        blocks=len(answer.blocks),
        shapes=tuple(_shapes(completion, found)),
        layout_tags=_layout_tags(completion),
    )


class _Found(NamedTuple):
    kind: ExtractionKind
    source: str | None
    language: Language | None


# ------------------------------------------------------------------------- answer


class _Answer(NamedTuple):
    """What follows the reasoning."""

    text: str
    blocks: list[Block]
    unfinished_reasoning: bool
    truncated: bool


def _answer_of(completion: str) -> _Answer:
    text = completion.rpartition("</think>")[2]
    seen = scan(text)
    blocks = seen.blocks
    if seen.answers:
        start, end = seen.answers[-1]
        blocks = [block for block in blocks if start <= block.start < end]
    if blocks and not blocks[-1].closed:
        last = blocks[-1]
        if not last.tag and not text[last.body : last.end].strip():
            blocks = blocks[:-1]  # a stray fence at the very end opens nothing
    cut = bool(blocks) and not blocks[-1].closed and blocks[-1].end == len(text)
    return _Answer(text, blocks, seen.thinking_again, cut or seen.thinking_again)


# ------------------------------------------------------------------------- rules


def _family(language: Language) -> str:
    """Languages that share a source file's name are dialects: C++17 and C++20."""
    return language.source_file


def _tag_for(target: Language | None) -> str:
    """The tag that a published rule looks for: ``cpp`` for every C++, ``python`` by default."""
    if target is None:
        return "python"
    return next(row.id for row in LANGUAGES if _family(row) == _family(target))


def _by_tag(tag: str, source: str, target: Language | None) -> _Found:
    """Code taken whatever its tag, named by it."""
    named = language_of_tag(tag)
    if named is None or (target is not None and _family(named) != _family(target)):
        return _Found("untagged", source, target)
    return _Found("fenced", source, target or named)


def _read_default(completion: str, answer: _Answer, target: Language | None) -> _Found:
    tagged: Block | None = None
    untagged: Block | None = None
    unclosed: Block | None = None
    if answer.unfinished_reasoning:
        return _Found("none", None, target)
    for block in answer.blocks:
        named = language_of_tag(block.tag)
        of_another = named is not None and target is not None and _family(named) != _family(target)
        if of_another or not answer.text[block.body : block.end].strip():
            continue
        if not block.closed:
            unclosed = block if block is answer.blocks[-1] else unclosed
        elif named is not None:
            tagged = block
        else:
            untagged = block
    # A program that was cut off is judged only where no whole one can be meant.
    choices: tuple[tuple[ExtractionKind, Block | None], ...] = (
        ("fenced", tagged),
        ("untagged", untagged),
        ("unclosed", unclosed),
    )
    for kind, choice in choices:
        if choice is not None:
            source = content_of(answer.text, choice)
            return _Found(kind, source, target or language_of_tag(choice.tag))
    return _Found("none", None, target)


def _read_lcb(completion: str, answer: _Answer, target: Language | None) -> _Found:
    """The lines between the last two lines with a fence."""
    closing = completion.rfind("```")
    closing_line = completion.rfind("\n", 0, max(closing, 0)) + 1
    opening = completion.rfind("```", 0, closing_line)
    if closing < 0 or opening < 0:
        return _Found("none", None, target)
    opening_line_end = completion.index("\n", opening)
    source = completion[opening_line_end + 1 : max(closing_line - 1, opening_line_end + 1)]
    info = completion[opening + 3 : min(opening_line_end, opening + 3 + MAX_TAG)]
    return _by_tag(tag_of(info), source, target)


def _read_verl(completion: str, answer: _Answer, target: Language | None) -> _Found:
    """From the last tagged fence to the next one; without one, from the beginning."""
    opening = "```" + _tag_for(target)
    language = target or find_language("python")
    at = completion.rfind(opening)
    start = at + len(opening) if at >= 0 else 0
    end = completion.find("```", start)
    source = completion[start:] if end < 0 else completion[start:end]
    if at < 0:
        return _Found("raw", source, language)
    return _Found("fenced" if end >= 0 else "unclosed", source, language)


def _read_deepcoder(completion: str, answer: _Answer, target: Language | None) -> _Found:
    """The last block, whatever its tag."""
    found = _Found("none", None, target)
    for tag, start, end in pairs(completion, _ANY_OPENING, "```"):
        found = _by_tag(tag, completion[start:end].strip(), target)
    return found


def _read_open_r1(completion: str, answer: _Answer, target: Language | None) -> _Found:
    """The last block with exactly the requested tag."""
    return _last_tagged(completion, target)


def _read_skywork(completion: str, answer: _Answer, target: Language | None) -> _Found:
    """The last tagged block after the first closed reasoning, and before a second one."""
    parts = completion.split("</think>", 2)
    return _last_tagged(parts[1] if len(parts) > 1 else completion, target)


def _read_code_r1(completion: str, answer: _Answer, target: Language | None) -> _Found:
    """All blocks of the last answer, or of the whole text, joined."""
    text = completion
    for _, start, end in pairs(completion, _ANSWER, "</answer>"):
        text = completion[start:end]
    parts = [(tag, text[start:end]) for tag, start, end in pairs(text, _ANY_OPENING, "\n```")]
    if not parts:
        return _Found("none", None, target)
    return _by_tag(parts[-1][0], "\n".join(part for _, part in parts).strip(), target)


def _read_raw(completion: str, answer: _Answer, target: Language | None) -> _Found:
    return _Found("raw", completion, target)


_ANY_OPENING = re.compile(r"```(\w*+)\n")
_ANSWER = re.compile(r"<answer>()")


def _last_tagged(text: str, target: Language | None) -> _Found:
    language = target or find_language("python")
    opening = re.compile(rf"```({re.escape(_tag_for(target))})\n")
    source: str | None = None
    for _, start, end in pairs(text, opening, "```"):
        source = text[start:end]
    return _Found("none" if source is None else "fenced", source, language)


_RULES: dict[str, Callable[[str, _Answer, Language | None], _Found]] = {
    "default": _read_default,
    "lcb": _read_lcb,
    "verl": _read_verl,
    "deepcoder": _read_deepcoder,
    "open_r1": _read_open_r1,
    "code_r1": _read_code_r1,
    "skywork": _read_skywork,
    "raw": _read_raw,
}

EXTRACTION_RULES: tuple[str, ...] = tuple(_RULES)
"""Names of the rules, the default one first."""


# ------------------------------------------------------------------------ format

_THINK_HEAD = "<think>\n"
_THINK_TO_ANSWER = "\n</think>\n<answer>\n"
_ANSWER_TAIL = "\n</answer>"
_LAYOUT_TAGS = (_THINK_HEAD, "\n</think>\n", "\n<answer>\n", _ANSWER_TAIL)


def _layout_tags(completion: str) -> int:
    return sum(completion.count(tag) == 1 for tag in _LAYOUT_TAGS)


def _shapes(completion: str, found: _Found) -> Iterator[FormatShape]:
    if found.source is not None:
        yield "code"
    if found.kind == "fenced":
        yield "fenced"
    opened, closed = completion.count("<think>"), completion.count("</think>")
    if opened:
        yield "think_opened"
    if closed:
        yield "think_closed"
    if opened == closed == 1 and completion.find("<think>") < completion.find("</think>"):
        yield "think_pair"
    if completion.startswith("<think>") and opened == 1 and closed:
        yield "think"
    if _has_think_answer(completion.strip()):
        yield "think_answer"
    answer = completion.find(_THINK_TO_ANSWER, len(_THINK_HEAD))
    if not completion.startswith(_THINK_HEAD) or answer < 0:
        return
    answer += len(_THINK_TO_ANSWER)
    if _has_answer_tail(completion, answer):
        yield "think_answer_lines"
    opening = "```" + _tag_for(found.language)
    fence = completion.find(opening, answer)
    closing = completion.find("```", fence + len(opening)) if fence >= 0 else -1
    if closing >= 0 and _has_answer_tail(completion, closing + 3):
        yield "think_answer_code"


def _has_think_answer(text: str) -> bool:
    if not (text.startswith("<think>") and text.endswith("</answer>")):
        return False
    reasoned = text.find("</think>", len("<think>"))
    return reasoned >= 0 and text.find("<answer>", reasoned) >= 0


def _has_answer_tail(completion: str, start: int) -> bool:
    """Whether a line ``</answer>`` begins at ``start`` or later."""
    return completion.find(_ANSWER_TAIL + "\n", start) >= 0 or completion.endswith(
        _ANSWER_TAIL, start
    )
