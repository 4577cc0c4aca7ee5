"""The table of languages: how rows are found, and what each row must say."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import ProblemError, UnknownLanguage
from ordojudge.core.languages import (
    LANGUAGES,
    Language,
    find_language,
    language_of_suffix,
    language_of_tag,
    limits_for,
)
from ordojudge.core.models import LanguageLimits, Limits

NAMES = [(name, row) for row in LANGUAGES for name in (row.id, *row.aliases)]

each_row = pytest.mark.parametrize("row", LANGUAGES, ids=lambda row: row.id)


@pytest.mark.parametrize(("name", "row"), NAMES, ids=[name for name, _ in NAMES])
def test_a_language_is_found_by_every_name_in_any_case(name: str, row: Language) -> None:
    for spelt in (name, name.upper(), name.title(), f" {name}\n"):
        assert find_language(spelt) is row
        assert language_of_tag(spelt) is row


@pytest.mark.parametrize("name", ["", " ", "brainfuck", "python2", ".py", "c++98", "main.c"])
def test_an_unknown_name_is_refused_and_the_known_ones_told(name: str) -> None:
    with pytest.raises(UnknownLanguage) as refused:
        find_language(name)
    assert repr(name) in str(refused.value)
    assert all(row.id in str(refused.value) for row in LANGUAGES)
    assert language_of_tag(name) is None


@given(st.text(max_size=40))
def test_looking_up_a_name_fails_in_one_way_only(name: str) -> None:
    row = language_of_tag(name)
    if row is None:
        with pytest.raises(UnknownLanguage):
            find_language(name)
    else:
        assert find_language(name) is row


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        (".py", "python"),
        (".PY", "python"),
        (".c", "c"),
        (".cpp", "cpp"),
        (".cc", "cpp"),
        (".cxx", "cpp"),
        (".C", "c"),
        ("", None),
        ("py", None),
        (".txt", None),
    ],
)
def test_a_file_name_s_ending_means_one_language(suffix: str, expected: str | None) -> None:
    row = language_of_suffix(suffix)
    assert (row and row.id) == expected


@each_row
def test_command_lines_hold_known_placeholders_and_absolute_programs(row: Language) -> None:
    parsed = [
        field
        for argument in (*row.compile, *row.server, *row.run, *row.environment)
        for _, field, *_ in string.Formatter().parse(argument)
        if field is not None
    ]
    of_compiling = {"source", "binary", "judge", "headers", "linker"}
    assert set(parsed) <= of_compiling | {"memory_mib", "heap_mib"}
    # a bare name would be looked up on the path of whoever runs the judge
    lines = (row.compile, row.server, row.run)
    assert all(line[0].startswith(("/", "{binary}")) for line in lines if line)
    assert bool(row.run) == bool(row.tool) == (row.runtime != "python")
    if row.runtime == "program":
        assert "{source}" in row.compile
        assert "{binary}" in row.run
        assert row.tool.startswith("/usr/bin/")


@each_row
def test_a_row_s_ids_are_lower_case_and_its_endings_begin_with_a_dot(row: Language) -> None:
    assert row.id == row.id.lower().strip()
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in row.suffixes)
    assert "/" not in row.source_file


@each_row
def test_compilers_are_limited(row: Language) -> None:
    assert 0 < row.compile_cpu_s <= 60
    assert 256 << 20 <= row.compile_memory_bytes <= 4 << 30
    assert 1 <= row.processes <= 256


LIMITS = Limits(cpu_s=2.0, memory_bytes=64 << 20)


@each_row
def test_a_problem_s_limits_only_grow(row: Language) -> None:
    limits = limits_for(row, LIMITS)
    assert 2.0 <= limits.cpu_s <= 3.0
    assert 64 << 20 <= limits.memory_bytes <= 256 << 20
    assert limits.output_bytes == LIMITS.output_bytes
    assert limits.wall_limit_s == 2 * limits.cpu_s + 1


def test_a_problem_s_own_word_counts_instead_of_the_table_s() -> None:
    own = {
        "Py": LanguageLimits(cpu_factor=3.0, cpu_extra_s=0.5),
        "java": LanguageLimits(memory_extra_bytes=0),
    }
    python = limits_for(find_language("python"), LIMITS, own=own)
    assert (python.cpu_s, python.memory_bytes) == (6.5, 64 << 20)
    java = limits_for(find_language("java"), LIMITS, own=own)
    assert java.memory_bytes == 64 << 20
    assert java.cpu_s == 2.0 + find_language("java").cpu_extra_s
    assert limits_for(find_language("c"), LIMITS, own=own) is LIMITS


def test_a_wall_limit_is_scaled_like_the_cpu_limit() -> None:
    own = {"c": LanguageLimits(cpu_factor=2.0, cpu_extra_s=1.0)}
    limits = limits_for(find_language("c"), Limits(cpu_s=2.0, wall_s=5.0), own=own)
    assert (limits.cpu_s, limits.wall_s) == (5.0, 11.0)


def test_limits_for_no_language_are_refused() -> None:
    with pytest.raises(ProblemError, match=r"language_limits: 'klingon' is no language"):
        limits_for(find_language("c"), LIMITS, own={"klingon": LanguageLimits()})
