"""The table of languages: how rows are found, and what each row must say."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import UnknownLanguage
from ordojudge.core.languages import (
    LANGUAGES,
    Language,
    find_language,
    language_of_suffix,
    language_of_tag,
)

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
        for argument in (*row.compile, *row.run)
        for _, field, *_ in string.Formatter().parse(argument)
        if field is not None
    ]
    assert set(parsed) <= {"source", "binary", "headers", "linker"}
    # a bare name would be looked up on the path of whoever runs the judge
    assert all(line[0].startswith(("/", "{binary}")) for line in (row.compile, row.run) if line)
    assert bool(row.run) == (row.runtime != "python")
    if row.runtime == "native":
        assert {"{source}", "{binary}"} <= set(row.compile)


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
