"""Finding the program in a completion: the default rule, published rules, and hostile text."""

import time
from typing import NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import UnknownLanguage
from ordojudge.core.extract import EXTRACTION_RULES, Extraction, FormatShape, extract
from ordojudge.core.models import ExtractionKind

CODE = "print(1)\n"
BLOCK = f"```python\n{CODE}```"


class Case(NamedTuple):
    completion: str
    kind: ExtractionKind
    source: str | None
    truncated: bool = False
    blocks: int = 1
    language: str | None = "python"
    asked: str | None = "python"


DEFAULT = {
    "one tagged block": Case(f"Here:\n\n{BLOCK}\nDone.", "fenced", CODE),
    "the last of several": Case(f"```python\nold\n```\nBetter:\n{BLOCK}", "fenced", CODE, blocks=2),
    "tagged before untagged": Case(f"{BLOCK}\nOutput:\n```\n1\n```", "fenced", CODE, blocks=2),
    "untagged": Case(f"```\n{CODE}```", "untagged", CODE),
    "an unknown tag counts as none": Case(f"```text\n{CODE}```", "untagged", CODE),
    "another language is not taken": Case("```cpp\nint main(){}\n```", "none", None),
    "another language beside untagged": Case(
        f"```\n{CODE}```\n```cpp\nint x;\n```", "untagged", CODE, blocks=2
    ),
    "C for C++ is another language": Case(
        "```c\nint x;\n```", "none", None, language="cpp", asked="cpp"
    ),
    "no block": Case("print(1)", "none", None, blocks=0),
    "nothing at all": Case("", "none", None, blocks=0),
    "an empty block": Case("```python\n```", "none", None),
    "an empty block is passed over": Case(f"{BLOCK}\n```python\n\n```", "fenced", CODE, blocks=2),
    # reasoning
    "reasoning is dropped": Case(f"<think>\n```python\nno\n```\n</think>\n{BLOCK}", "fenced", CODE),
    "code in the reasoning only": Case(f"<think>{BLOCK}</think>\nDone.", "none", None, blocks=0),
    "an open fence in the reasoning": Case(
        f"<think>\n```python\nx\n</think>\n{BLOCK}", "fenced", CODE
    ),
    "reasoning opened in the prompt": Case(f"{BLOCK} no\n</think>\n```\n2\n```", "untagged", "2\n"),
    "up to the last closing tag": Case(
        f"<think>a</think>```python\n2\n```<think>b</think>{BLOCK}", "fenced", CODE
    ),
    "reasoning cut off": Case(f"<think>\n{BLOCK}\nBut", "none", None, True),
    "reasoning taken up again and cut off": Case(f"{BLOCK}\n<think>Wait", "none", None, True),
    "a tag within the program is its own": Case(
        "```python\nprint('<think>')\n```", "fenced", "print('<think>')\n"
    ),
    # answer tags
    "answer tags": Case(f"{BLOCK}\n<answer>\n```python\n2\n```\n</answer>", "fenced", "2\n"),
    "the last answer": Case(
        f"<answer>```python\n2\n```</answer>\n<answer>{BLOCK}</answer>", "fenced", CODE
    ),
    "an answer without code": Case(f"{BLOCK}\n<answer>see above</answer>", "none", None, blocks=0),
    "an answer left open": Case(f"<answer>\n{BLOCK}", "fenced", CODE),
    "answer tags printed by the program": Case(
        "```python\nprint('<answer>1</answer>')\n```", "fenced", "print('<answer>1</answer>')\n"
    ),
    "the answer closes an open block": Case(
        f"<answer>\n```python\n{CODE}</answer>", "unclosed", CODE
    ),
    "outside of an answer its closing tag is code": Case(
        "```python\n'''\n</answer>'''\n```", "fenced", "'''\n</answer>'''\n"
    ),
    # truncation
    "cut off within the only block": Case("```python\nprint(", "unclosed", "print(\n", True),
    "cut off within an untagged block": Case("```\nprint(", "unclosed", "print(\n", True),
    "a whole program before one cut off": Case(
        f"{BLOCK}\nBetter:\n```python\nprint(", "fenced", CODE, True, 2
    ),
    "cut off in another language": Case("```cpp\nint", "none", None, True),
    "cut off at the opening fence": Case("Now:\n```python", "none", None, True),
    "a stray fence at the end": Case(f"{BLOCK}\n```", "fenced", CODE),
    "an earlier block never closed": Case(
        f"```python\nold\n\nNo:\n{BLOCK}", "fenced", CODE, blocks=2
    ),
    # fences
    "tildes": Case(f"~~~python\n{CODE}~~~", "fenced", CODE),
    "tildes hold backticks": Case("~~~python\n'''\n```\n'''\n~~~", "fenced", "'''\n```\n'''\n"),
    "four backticks hold three": Case(
        "````python\n'''\n```python\n```\n'''\n````", "fenced", "'''\n```python\n```\n'''\n"
    ),
    "a longer fence closes": Case(f"```python\n{CODE}`````", "fenced", CODE),
    "indented by three": Case(
        "   ```python\n   if x:\n       y\n   ```", "fenced", "if x:\n    y\n"
    ),
    "indented by four is text": Case("    ```\n    x\n    ```", "none", None, blocks=0),
    "indented by four with a language": Case("    ```py\n    x\n    ```", "fenced", "x\n"),
    "an indented fence within is code": Case(
        '```python\n"""\n    ```\n"""\n```', "fenced", '"""\n    ```\n"""\n'
    ),
    "in a list": Case("1. ```python\n   if x:\n     y\n   ```", "fenced", "if x:\n  y\n"),
    "after prose, by a language's name": Case(f"The code: {BLOCK}", "fenced", CODE),
    "after prose, no language": Case("Put it in ``` and\n1\n", "none", None, blocks=0),
    "within a line": Case("Use ```x = 1``` here", "none", None, blocks=0),
    "closed at the end of a line of code": Case("```python\nprint(1)```\nSo.", "fenced", CODE),
    "a string that opens with a fence": Case(
        "```python\ns = '''```\n'''\n```", "fenced", "s = '''```\n'''\n"
    ),
    "CRLF": Case("```python\r\na\r\nb\r\n```\r\n", "fenced", "a\nb\n"),
    "an end token after the fence": Case(f"{BLOCK}<|im_end|>", "fenced", CODE),
    # tags
    "tag: upper case and version": Case(f"```Python3\n{CODE}```", "fenced", CODE),
    "tag: attributes": Case(f'```python title="a.py"\n{CODE}```', "fenced", CODE),
    "tag: braces": Case(f"```{{.python .numberLines}}\n{CODE}```", "fenced", CODE),
    "tag: after a space": Case(f"``` py\n{CODE}```", "fenced", CODE),
    "tag: file name": Case(f"```python:main.py\n{CODE}```", "fenced", CODE),
    # languages
    "cpp is fine for C++20": Case(
        "```cpp\nint x;\n```", "fenced", "int x;\n", language="cpp20", asked="c++20"
    ),
    "c++20 is fine for C++17": Case(
        "```c++20\nint x;\n```", "fenced", "int x;\n", language="cpp", asked="cpp"
    ),
    "the tag decides when none is asked": Case(
        f"```cpp\nint x;\n```\n{BLOCK}\n```text\n1\n```", "fenced", CODE, blocks=3, asked=None
    ),
    "no language known": Case(f"```\n{CODE}```", "untagged", CODE, language=None, asked=None),
}


@pytest.mark.parametrize("case", DEFAULT.values(), ids=DEFAULT.keys())
def test_the_default_rule(case: Case) -> None:
    found = extract(case.completion, case.asked)
    assert (
        Case(
            case.completion,
            found.kind,
            found.source,
            found.truncated,
            found.blocks,
            found.language,
            case.asked,
        )
        == case
    )
    assert found.summary.kind == case.kind
    assert found.summary.truncated == case.truncated


class Published(NamedTuple):
    rule: str
    completion: str
    kind: ExtractionKind
    source: str | None
    asked: str | None = "python"


PUBLISHED = {
    "lcb: between the last two fences": Published(
        "lcb", "```\na\n```\nx\n```\nb\n```", "untagged", "b"
    ),
    "lcb: closed block": Published("lcb", BLOCK, "fenced", "print(1)"),
    "lcb: prose between blocks": Published("lcb", "```\na\n```\nx\n```\nb", "untagged", "x"),
    "lcb: ignores reasoning": Published("lcb", f"{BLOCK}</think>", "fenced", "print(1)"),
    "lcb: one fence": Published("lcb", "```python\na", "none", None),
    "lcb: two on one line": Published("lcb", "```a```", "none", None),
    "lcb: nothing between": Published("lcb", "```\n```", "none", None),
    "verl: last tagged fence": Published(
        "verl", f"```python\na```\n{BLOCK}", "fenced", "\nprint(1)\n"
    ),
    "verl: left open": Published("verl", "```python\na", "unclosed", "\na"),
    "verl: whole text": Published("verl", CODE, "raw", CODE),
    "verl: before an untagged fence": Published("verl", "a\n```\nb\n```", "raw", "a\n"),
    "verl: by the language": Published("verl", "```cpp\nint x;```", "fenced", "\nint x;", "cpp20"),
    "deepcoder: last of any tag": Published(
        "deepcoder", f"{BLOCK}\n```text\n2\n```", "untagged", "2"
    ),
    "deepcoder: tagged": Published("deepcoder", BLOCK, "fenced", "print(1)"),
    "deepcoder: needs the line's end": Published("deepcoder", "```python x\na\n```", "none", None),
    "open_r1: exact tag": Published("open_r1", f"{BLOCK}\n```py\n2\n```", "fenced", CODE),
    "open_r1: other tag": Published("open_r1", "```python3\na\n```", "none", None),
    "open_r1: C++": Published("open_r1", "```cpp\nint x;\n```", "fenced", "int x;\n", "cpp20"),
    "code_r1: all blocks joined": Published(
        "code_r1", "```\na\n```\n```python\nb\n```", "fenced", "a\nb"
    ),
    "code_r1: within the answer": Published(
        "code_r1", f"{BLOCK}<answer>```python\nb\n```</answer>", "fenced", "b"
    ),
    "code_r1: none": Published("code_r1", f"{BLOCK}<answer>b</answer>", "none", None),
    "skywork: after the reasoning": Published(
        "skywork", f"```python\na\n```</think>{BLOCK}", "fenced", CODE
    ),
    "skywork: before a second end": Published(
        "skywork", f"</think>{BLOCK}</think>```python\na\n```", "fenced", CODE
    ),
    "skywork: without reasoning": Published("skywork", BLOCK, "fenced", CODE),
    "skywork: untagged": Published("skywork", "```\na\n```", "none", None),
    "raw: as it is": Published("raw", f"<think>{BLOCK}", "raw", f"<think>{BLOCK}"),
    "raw: blank": Published("raw", " \n", "none", None),
}


@pytest.mark.parametrize("case", PUBLISHED.values(), ids=PUBLISHED.keys())
def test_published_rules(case: Published) -> None:
    found = extract(case.completion, case.asked, rule=case.rule)
    assert (found.kind, found.source) == (case.kind, case.source)


def test_language_of_a_published_rule_without_one_asked() -> None:
    assert [extract(BLOCK, rule=rule).language for rule in EXTRACTION_RULES] == [
        *["python"] * 7,
        None,
    ]


ALL_BLOCK = "<think>\nhm\n</think>\n<answer>\n```python\nprint(1)\n```\n</answer>"
SHAPES: dict[str, tuple[str, set[str], int]] = {
    "all of them": (ALL_BLOCK, set(get_args(FormatShape)), 4),
    "no block tag": (
        ALL_BLOCK.replace("```python", "```"),
        set(get_args(FormatShape)) - {"fenced", "think_answer_code"},
        4,
    ),
    "tags on one line": (
        f"<think>hm</think><answer>{BLOCK}</answer>",
        set(get_args(FormatShape)) - {"think_answer_lines", "think_answer_code"},
        0,
    ),
    "text after the answer": (
        f"{ALL_BLOCK}\nBye.",
        set(get_args(FormatShape)) - {"think_answer"},
        4,
    ),
    "reasoning only": (
        f"<think>\nhm\n</think>\n{BLOCK}",
        {"code", "fenced", "think_opened", "think_closed", "think_pair", "think"},
        2,
    ),
    "opened in the prompt": (f"hm\n</think>\n{BLOCK}", {"code", "fenced", "think_closed"}, 1),
    "not at the start": (
        f" <think>hm</think>{BLOCK}",
        {"code", "fenced", "think_opened", "think_closed", "think_pair"},
        0,
    ),
    "reasoning twice": (
        f"<think>a</think><think>b</think>{BLOCK}",
        {"code", "fenced", "think_opened", "think_closed"},
        0,
    ),
    "the wrong way round": (
        f"</think>{BLOCK}<think>",
        {"think_opened", "think_closed"},
        0,
    ),
    "an answer within an answer": (
        "<think></think></answer>",
        {"think_opened", "think_closed", "think_pair", "think"},
        0,
    ),
    "nothing": ("", set(), 0),
}


@pytest.mark.parametrize(("completion", "shapes", "tags"), SHAPES.values(), ids=SHAPES.keys())
def test_format_shapes(completion: str, shapes: set[str], tags: int) -> None:
    found = extract(completion, "python")
    assert set(found.shapes) == shapes
    assert found.layout_tags == tags


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="known are default, lcb, verl"):
        extract(BLOCK, rule="first")
    with pytest.raises(UnknownLanguage, match="cobol"):
        extract(BLOCK, "cobol")


PIECES = st.sampled_from(
    [
        "```", "````", "~~~", "`", "python", "cpp", "text", "{.py}", "\n", "\r\n", " ", "    ",
        "- ", "1. ", "<think>", "</think>", "<answer>", "</answer>", "<|im_end|>", "x = 1", "é",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))


@given(
    text=TEXTS, rule=st.sampled_from(EXTRACTION_RULES), asked=st.sampled_from([None, "py", "c++20"])
)
def test_any_text_has_an_answer(text: str, rule: str, asked: str | None) -> None:
    found = extract(text, asked, rule=rule)
    assert (found.source is None) == (found.kind == "none")
    assert found.source is None or found.source.strip()
    assert ("code" in found.shapes) == (found.source is not None)
    assert Extraction.model_validate_json(found.model_dump_json()) == found
    if asked is not None:
        assert found.language == {"py": "python", "c++20": "cpp20"}[asked]


@given(
    reasoning=TEXTS.filter(lambda text: "</think>" not in text),
    lines=st.lists(st.text(st.characters(exclude_characters="`~\r\n<>"), max_size=20), max_size=8),
    prose=st.text(st.characters(exclude_characters="`~<>"), max_size=30),
)
def test_a_block_after_any_reasoning_is_found_whole(
    reasoning: str, lines: list[str], prose: str
) -> None:
    source = "".join(f"{line}\n" for line in ["print(1)", *lines])
    found = extract(f"{reasoning}</think>{prose}\n```python\n{source}```\n{prose}", "python")
    assert (found.kind, found.source, found.blocks) == ("fenced", source, 1)


HOSTILE = {
    "backticks": "`",
    "backticks and spaces": "``` ",
    "spaces": " ",
    "line feeds": "\n",
    "open fences": "```x\n",
    "open tagged fences": "```python\n",
    "fences on one line": "a```b",
    "glued fences": "```a\nx```y\n",
    "growing indents": "\n   ```a",
    "open answers": "<answer>",
    "open answers with fences": "<answer>a```x",
    "closed answers": "<answer></answer>```\n",
    "open reasoning": "<think>",
    "closed reasoning": "</think>",
    "open-r1 layout": "<think>\n\n</think>\n<answer>\n```python",
    "tildes in a line": "<answer>x~~~",
    "a long tag": "```" + "w" * 50,
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_takes_linear_time(piece: str) -> None:
    # A quadratic reader needs minutes for this; CPU time is not disturbed by other work.
    begun = time.process_time()
    extract(piece * (1_000_000 // len(piece)), "python")
    for rule in EXTRACTION_RULES:
        extract(piece * (50_000 // len(piece)), "python", rule=rule)
    assert time.process_time() - begun < 8


def test_fences_of_every_length_take_linear_time() -> None:
    text = "\n".join("`" * length + "x" for length in range(1_500, 2, -1))
    begun = time.process_time()
    extract(text)
    extract(text.replace("x", ""))
    assert time.process_time() - begun < 5
