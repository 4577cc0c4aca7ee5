"""What a program's text says of its bound, and what the answer to a question is."""

import random
import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordojudge.analysis.reading.bound import static_bound
from ordojudge.analysis.reading.grammar import grammar_of
from ordojudge.analysis.reading.steps import assigned, calls, routines
from ordojudge.analysis.reading.tree import LARGEST, outline
from ordojudge.analysis.static import StaticAnalyser, target_class
from ordojudge.core.bounds import ComplexityClass, Facts, class_of, parse_bound
from ordojudge.core.languages import find_language
from ordojudge.core.models import ComplexityEvidence
from ordojudge.ports import ComplexityQuestion
from tests.analysis.readable import CPP, HALVING, PYTHON, ROUNDS, SORTING
from tests.analysis.readable_anew import ROUNDS_ANEW
from tests.analysis.readable_digits import DIGITS
from tests.analysis.readable_grids import GRIDS
from tests.analysis.readable_groups import GROUPS
from tests.analysis.readable_languages import LANGUAGE_RULES
from tests.analysis.readable_levels import LEVELS
from tests.analysis.readable_libraries import LIBRARIES
from tests.analysis.readable_loops import LOOP_RULES
from tests.analysis.readable_own import OWN_CALLS
from tests.analysis.readable_parts import PARTS
from tests.analysis.readable_places import PLACE_RULES
from tests.analysis.readable_recursion import RECURSION
from tests.analysis.readable_rounds import ROUND_RULES
from tests.analysis.readable_rules import RULES
from tests.analysis.readable_walks import WALKS
from tests.analysis.readable_whole import WHOLE

LANGUAGES = ("python", "c", "cpp", "java", "javascript", "typescript", "go", "rust")
FOLLOWED = (
    ROUNDS_ANEW
    | DIGITS
    | GRIDS
    | GROUPS
    | LANGUAGE_RULES
    | LEVELS
    | LIBRARIES
    | LOOP_RULES
    | OWN_CALLS
    | PARTS
    | PLACE_RULES
    | RECURSION
    | ROUND_RULES
    | RULES
    | WALKS
    | WHOLE
)

# --- one idea in every language, then a shape each


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("programs", "bound"),
    [(ROUNDS, "O(n^2)"), (HALVING, "O(log n)"), (SORTING, "O(n * log n)")],
    ids=["nested loops", "halving", "sorting"],
)
def test_the_same_idea_has_the_same_bound_in_every_language(
    programs: dict[str, str], bound: str, language: str
) -> None:
    found = static_bound(programs[language], language)
    assert found is not None
    assert not found.partial
    assert found.bound == bound


@pytest.mark.parametrize("language", [*LANGUAGES, "csharp", "kotlin", "swift"])
def test_every_language_of_the_base_install_has_a_grammar(language: str) -> None:
    assert grammar_of(language) is not None


@pytest.mark.parametrize(("language", "read_as"), [("cpp20", "cpp"), ("pypy", "python")])
def test_versions_of_a_language_are_read_as_the_language(language: str, read_as: str) -> None:
    assert static_bound(ROUNDS[read_as], language) == static_bound(ROUNDS[read_as], read_as)


@pytest.mark.parametrize(("bound", "source"), PYTHON.values(), ids=PYTHON)
def test_a_shape_is_recognised(bound: str, source: str) -> None:
    found = static_bound(source, "python")
    assert found is not None
    assert found.bound == bound


@pytest.mark.parametrize(("bound", "source"), CPP.values(), ids=CPP)
def test_containers_cost_what_they_cost(bound: str, source: str) -> None:
    found = static_bound(source, "cpp")
    assert found is not None
    assert found.bound == bound


@pytest.mark.parametrize(("language", "bound", "source"), FOLLOWED.values(), ids=FOLLOWED)
def test_a_rule_is_followed(language: str, bound: str, source: str) -> None:
    found = static_bound(source, language)
    assert found is not None
    assert not found.partial
    assert found.bound == bound


@pytest.mark.parametrize(
    ("language", "source", "given"),
    [
        ("swift", "func f(_ n: Int) { g(n - 1, k: 2) }", ("g", ["n - 1", "2"])),
        ("kotlin", "fun f(n: Int) { g(n - 1, k = 2) }", ("g", ["n - 1", "2"])),
        ("swift", "func f(_ n: Int) { let x = (1 + g(n)) % 7 }", ("g", ["n"])),
    ],
)
def test_a_call_is_read_without_what_is_around_it(
    language: str, source: str, given: tuple[str, list[str]]
) -> None:
    program = outline(source, language)
    assert program is not None
    (routine,) = routines(program.body)
    assert given in [(call.name, call.arguments) for call in calls(routine.body)]


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("swift", "func f() { var i = 1, j = 2 }"),
        ("go", "package a\nfunc f() { var i = 1; var j = 2 }"),
    ],
)
def test_every_variable_that_is_made_is_given_something(language: str, source: str) -> None:
    program = outline(source, language)
    assert program is not None
    (routine,) = routines(program.body)
    assert [step.target for step in assigned(routine.body)] == ["i", "j"]


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("kotlin", "fun f(nums: IntArray, k: Int): Int { return k }"),
        ("swift", "func f(_ nums: [Int], _ k: Int) -> Int { return k }"),
        ("go", "package a\nfunc f(nums []int, k int) int { return k }"),
    ],
)
def test_parameters_are_found_where_the_grammar_keeps_them(language: str, source: str) -> None:
    program = outline(source, language)
    assert program is not None
    (routine,) = routines(program.body)
    assert routine.parameters == ["nums", "k"]


def test_a_bound_reads_as_a_bound_of_its_class() -> None:
    for _, source in PYTHON.values():
        found = static_bound(source, "python")
        assert found is not None
        assert class_of(parse_bound(found.bound)) is found.complexity


# --- any text

WORDS = [
    *(
        "for",
        "while",
        "if",
        "else",
        "def",
        "return",
        "lambda",
        "class",
        "in",
        "range",
        "int",
        "func",
    ),
    *(
        "fn",
        "let",
        "match",
        "case",
        "f(",
        "a[",
        "x",
        "y",
        "n",
        "a",
        "i",
        "0",
        "1",
        "2",
        "\n",
        "    ",
    ),
    *"{}()[];:,=<+'\"`#",
    *("==", "+=", "//=", "->", "=>", "/*", "*/", "//", "<<"),
]


@given(
    text=st.one_of(
        st.text(max_size=300), st.lists(st.sampled_from(WORDS), max_size=120).map(" ".join)
    ),
    language=st.sampled_from(LANGUAGES),
)
@settings(max_examples=300)
def test_any_text_has_a_bound_or_none(text: str, language: str) -> None:
    found = static_bound(text, language)
    assert found is None or parse_bound(found.bound)


@given(cut=st.integers(0, 400), language=st.sampled_from(LANGUAGES))
def test_a_program_cut_off_is_read_as_far_as_it_goes(cut: int, language: str) -> None:
    static_bound(ROUNDS[language][:cut], language)


def repeated(*parts: str, times: int) -> str:
    return "".join(part * times for part in parts)


RANDOM = random.Random(1)
HOSTILE = {
    "brackets that never close": repeated("(", times=65_000),
    "brackets that do": repeated("[", "]", times=30_000),
    "operators": "x = " + repeated("!", times=65_000),
    "angles": repeated("a<", times=32_000),
    "nested loops": repeated("for (int i = 0; i < n; i++) {", times=2_000),
    "nested comprehensions": repeated("[", times=2_000)
    + "x"
    + repeated(" for x in y]", times=2_000),
    "a chain of calls": "a" + repeated(".b()", times=16_000),
    "quotes": repeated('"', times=65_000),
    "many inner loops": "for(;;){" + repeated("while(x<n){x=y;y=x*2;}", times=2_800) + "}",
    "loops side by side in a loop": "for z in a:\n"
    + repeated(" for i in range(n):\n  x += i\n", times=2_200),
    "calls of one routine everywhere": repeated("def f(a):\n for x in a: f(x)\n", times=2_500),
    "queues that are filled on": "fn f() {"
    + repeated("while let Some(x) = q.pop() { q.push(x); }\n", times=1_500)
    + "}",
    "a declaration of blanks": "int f() { vector" + repeated(" ", times=60_000) + "}",
    "one way after another": "class A { int f(int x) { switch (x) {"
    + repeated("case 1: return f(x - 1) + f(x - 2);", times=1_800)
    + "} } }",
    "routines that call each other": "\n".join(
        f"int f{i}(int n) {{ return f{(i + 1) % 900}(n - 1) + f{(i + 7) % 900}(n / 2); }}"
        for i in range(900)
    ),
    "noise": "".join(RANDOM.choice(string.printable) for _ in range(65_000)),
    "a long name": "def f(n):\n    while "
    + repeated("queue", times=12_000)
    + ":\n        f(n // 2)\n",
    "names of one word": "def f(n):\n    mid = "
    + repeated("index", times=12_000)
    + "\n    f(mid)\n",
    "a table of counts": "def f(a):\n    for x in a:\n        for y in range("
    + repeated("count", times=12_000)
    + "):\n            x += 1\n",
    "masks": "def f(n):\n    memo[n] = " + repeated("mask", times=12_000) + "\n    f(n - 1)\n",
    "names beside each other": "def f(n):\n    x = "
    + repeated("mid = index + ", times=4_000)
    + "1\n    f(n // 2)\n",
    "256 kB": repeated("x = x + 1;\n", times=24_000),
    "NUL bytes": "\0" * 10_000,
    "lone surrogates": "\ud800" * 1_000,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_bounded_time(text: str, language: str) -> None:
    start = time.thread_time()
    static_bound(text, language)
    assert time.thread_time() - start < 5.0


def test_text_that_is_too_large_is_not_read() -> None:
    assert outline("x = 1\n" * LARGEST, "python") is None


def test_a_language_without_a_grammar_is_not_read() -> None:
    assert static_bound("(display 1)", "racket") is None


def test_the_same_text_gives_the_same_answer() -> None:
    for language in LANGUAGES:
        static_bound.cache_clear()
        first = static_bound(ROUNDS[language], language)
        static_bound.cache_clear()
        assert static_bound(ROUNDS[language], language) == first


# --- evidence


def ask(source: str, target: str | None, *, facts: Facts | None = None) -> ComplexityEvidence:
    return StaticAnalyser().analyse(
        ComplexityQuestion(
            source=source,
            language=find_language("python"),
            target=None if target is None else parse_bound(target),
            facts=facts or Facts(),
        )
    )


@pytest.mark.parametrize(
    ("target", "relation"),
    [
        ("O(n)", "worse"),
        ("O(n log n)", "worse"),
        ("O(n m)", "equal"),
        ("O(V^2 log V)", "equal"),
        ("O(n^3)", "better"),
        (None, "unknown"),
    ],
)
def test_a_target_is_compared_by_class(target: str | None, relation: str) -> None:
    evidence = ask(ROUNDS["python"], target)
    assert evidence.source == "static"
    assert evidence.bound == "O(n^2)"
    assert evidence.relation == relation
    assert 0 < evidence.confidence < 1
    assert "loops 2 deep" in evidence.detail


def test_a_constant_variable_of_the_target_does_not_count() -> None:
    facts = Facts(constants=frozenset({"m"}))
    assert target_class(parse_bound("O(n m)"), facts) is ComplexityClass.LINEAR
    assert ask(ROUNDS["python"], "O(n m)", facts=facts).relation == "worse"


def test_nothing_is_said_where_nothing_is_read() -> None:
    evidence = ask("x = 1\n" * LARGEST, "O(n)")
    assert (evidence.bound, evidence.relation, evidence.confidence) == (None, "unknown", 0.0)


def test_broken_code_lowers_the_confidence() -> None:
    whole = ask(ROUNDS["python"], "O(n)")
    broken = ask(ROUNDS["python"] + "\ndef (((:\n", "O(n)")
    assert broken.confidence < whole.confidence
    assert "read in part" in broken.detail
