"""A program's outline in words that don't depend on its names."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.analysis.reading.bound import static_bound
from ordojudge_complexity.roles import PATH, WORD, roles
from tests.analysis.readable import ROUNDS


def read(source: str, language: str = "python") -> Counter[str]:
    bound = static_bound(source, language)
    assert bound is not None
    return roles(bound)


PAIRS = """\
def pairs(nums: List[int], k: int) -> int:
    seen = {}
    for i in range(len(nums)):
        for j in range(i):
            seen[nums[i]] = nums[j] + k
    return len(seen)
"""


def test_loops_are_named_by_why_they_end_and_what_limits_them() -> None:
    found = read(PAIRS)
    assert found[PATH + "en:i1+len"] == 1
    assert found[PATH + "en:i1+len>en:v1"] == 1


def test_names_become_what_they_stand_for() -> None:
    found = read(PAIRS)
    assert found[PATH + "fn:i0,i1"] == 1
    assert found[PATH + "takes:i1"] == 1
    assert found[PATH + "2D[i1[v1"] == 1
    assert found[f"{WORD}D [ i1"] == 1


@given(
    names=st.lists(
        st.from_regex(r"\A[a-z]{3}_[a-z]{3}\Z"), min_size=6, max_size=6, unique=True
    ).filter(lambda names: not {"pop_mid"} & set(names))
)
def test_other_names_give_the_same_words(names: list[str]) -> None:
    renamed = dict(zip(("pairs", "nums", "k", "seen", "i", "j"), names, strict=True))
    source = re.sub(r"\b\w+\b", lambda match: renamed.get(match[0], match[0]), PAIRS)
    assert read(source) == read(PAIRS)


@pytest.mark.parametrize("language", ROUNDS)
def test_loops_in_loops_are_seen_in_every_language(language: str) -> None:
    paths = [name for name in read(ROUNDS[language], language) if name.startswith(PATH)]
    assert any(re.search(r"(?:^.|>)en:[^>]*>en:", path) for path in paths)


@pytest.mark.parametrize(
    ("language", "head", "kinds"),
    [
        ("python", "def f(n: int, words: List[str]):\n    return 0\n", "i0,s1"),
        (
            "python",
            'def f(a):\n    """\n    :type a: List[List[int]]\n    """\n    return a\n',
            "i2",
        ),
        ("python", "def f(root):\n    return root\n", "T0"),
        ("python", "def f(anything):\n    return 0\n", "?"),
        ("java", "class A { int f(int[][] a, TreeNode root) { return 0; } }", "T0,i2"),
        ("cpp", "int f(vector<vector<int>>& a, string s) { return 0; }", "i2,s0"),
        (
            "go",
            "package a\nfunc f(intervals [][]int, queries []int) []int { return nil }\n",
            "i1,i2",
        ),
        ("rust", "fn f(n: i32, nums: Vec<Vec<i32>>) -> i32 { 0 }", "i0,i2"),
        ("kotlin", "fun f(head: ListNode?, s: String): Int { return 0 }", "N0,s0"),
        ("swift", "func f(_ grid: [[Int]]) -> Int { return 0 }", "i2"),
        ("javascript", "function f(nums, k) { return 0; }", "i0,i1"),
    ],
    ids=lambda value: value[:24].replace("\n", " "),
)
def test_parameters_are_known_by_their_types(language: str, head: str, kinds: str) -> None:
    assert read(head, language)[f"{PATH}fn:{kinds}"] == 1


@pytest.mark.parametrize(
    ("given", "role"),
    [
        ("[]", "A"),
        ("[[0] * m for _ in range(m)]", "AA"),
        ("{}", "D"),
        ("set()", "H"),
        ("deque()", "Q"),
        ("SortedList()", "B"),
        ("0", "c"),
        ("'ab'", "s"),
    ],
)
def test_variables_are_known_by_what_they_were_made_as(given: str, role: str) -> None:
    found = read(f"def f(q):\n    w = {given}\n    return w.thing(q)\n")
    assert found[f"{WORD}{role}.thing"] == 1


def test_recursion_is_a_call_of_the_routine_itself() -> None:
    found = read("def fib(n):\n    return fib(n - 1) + fib(n - 2)\n")
    assert found[PATH + "self(i0 - 1"] == 1
    assert found[WORD + "self1"] == 2


def test_a_variable_of_a_loop_means_nothing_after_it() -> None:
    found = read("def f(a):\n    for w in a:\n        pass\n    return g(w, w) + w.thing()\n")
    assert found[WORD + "x.thing"] == 1


def test_long_programs_are_cut_off() -> None:
    assert sum(read("x = x + 1\n" * 4_000).values()) < 10_000


@given(text=st.text(max_size=300), language=st.sampled_from(["python", "cpp", "rust"]))
def test_any_text_has_words(text: str, language: str) -> None:
    assert all(name[0] in (WORD, PATH) and len(name) > 1 for name in read(text, language))
