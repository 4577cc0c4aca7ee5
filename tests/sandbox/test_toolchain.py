"""What a machine's compilers are asked, and what is said where they are missing or old."""

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import LANGUAGES, Language, find_language
from ordojudge.core.models import Submission, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.sandbox.headers import lean_header, needs_all_headers
from ordojudge.sandbox.toolchain import (
    Toolchain,
    fill_in,
    first_line,
    how_to_get,
    makes_binary,
    require_version,
    scripts_digest,
)
from ordojudge.service import Judge

CHECKED_ONLY = {"javascript", "pypy", "ruby", "php", "perl", "lua", "r"}


@pytest.mark.parametrize(
    ("language", "told", "new_enough"),
    [
        ("typescript", "v24.19.0", True),
        ("typescript", "v22.13.0", True),
        ("typescript", "v22.9.0", False),
        ("typescript", "v20.20.2", False),
        ("typescript", "unknown", False),
        ("javascript", "v12.1.0", True),
        ("java", "javac 17.0.15", True),
        ("java", "javac 11.0.2", False),
        ("cpp23", "g++ (Debian 12.2.0-14+deb12u1) 12.2.0", True),
        ("cpp", "g++ (GCC) 9.4.0", True),
        ("cpp20", "g++ (GCC) 9.4.0", False),
        ("perl", "no number at all", True),
    ],
)
def test_a_tool_must_be_new_enough(language: str, told: str, new_enough: bool) -> None:
    row = find_language(language)
    if new_enough:
        require_version(row, told)
    else:
        with pytest.raises(SandboxUnavailable, match=r"needs version .* or newer"):
            require_version(row, told)


def test_a_missing_tool_is_named_with_what_brings_it() -> None:
    missing = find_language("go").model_copy(update={"tool": "/usr/bin/no-such-go"})
    with pytest.raises(SandboxUnavailable) as refused:
        Toolchain.version(Toolchain.__new__(Toolchain), missing)
    assert str(refused.value) == "/usr/bin/no-such-go: missing; apt-get install no-such-go"
    assert how_to_get("/usr/bin/go") == "apt-get install golang-go"
    assert "languages.md" in how_to_get("/usr/bin/kotlinc")


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("echo; echo ' one '; echo two", "one"),
        ("echo said on error >&2", "said on error"),
        ("true", "unknown"),
    ],
)
def test_a_version_is_the_first_line_that_is_said(script: str, expected: str) -> None:
    assert first_line(["/bin/sh", "-c", script]) == expected


def test_a_tool_that_cannot_be_asked_says_why() -> None:
    assert "No such file" in first_line(["/no/such/tool"])


@pytest.mark.parametrize("row", [row for row in LANGUAGES if row.compile], ids=lambda row: row.id)
def test_a_compile_command_is_complete(row: Language) -> None:
    places = {
        "source": "/s/x",
        "binary": "/w/y",
        "headers": "",
        "linker": "",
        "judge": "/judge",
    }
    command = fill_in(row, **places)
    assert not any("{" in argument for argument in command)
    assert any("/s/x" in argument for argument in command)
    assert makes_binary(row) == any("/w/y" in argument for argument in command)
    assert makes_binary(row) == (row.id not in CHECKED_ONLY)
    assert bool(scripts_digest(row)) == any("/judge/" in argument for argument in command)


USES = [
    ("a pattern", 'std::cout << std::regex_match("5", std::regex("[0-9]")) + 4;'),
    ("a path", 'std::cout << std::filesystem::path("a/5").filename().string()[0];'),
    ("a future", "std::cout << std::async(std::launch::deferred, [] { return 5; }).get();"),
    ("a special function", "std::cout << std::round(5 * std::beta(1.0, 1.0));"),
    ("a name of its own", "int beta = 5; std::cout << beta;"),
    ("a name cut in two", 'std::cout << std::reg\\\nex_match("5", std::re\\\ngex("5")) + 4;'),
    (
        "a name pasted together",
        'std::cout << NAME(reg, ex_match)("5", std::NAME(reg, ex)("5")) + 4;',
    ),
]
"""Parts of the library that the lean header leaves out."""


@pytest.mark.parametrize("language", ["cpp", "cpp20"])
@pytest.mark.parametrize(
    "statement", [statement for _, statement in USES], ids=[name for name, _ in USES]
)
def test_all_of_the_library_is_there(judge: Judge, language: str, statement: str) -> None:
    source = f"#include <bits/stdc++.h>\n#define NAME(a, b) a##b\nint main() {{ {statement} }}\n"
    if "NAME(" not in statement:
        source = source.replace("#define NAME(a, b) a##b\n", "")
    assert needs_all_headers(source.encode())
    problem = problem_from_data(
        {"problem_id": "five", "tests": [{"case_id": "1", "input": "", "output": "5"}]}
    )
    report = judge.grade(Submission(source=source, language=language), problem)
    assert report.verdict is Verdict.AC, report.compile.message


@pytest.mark.parametrize(
    "source",
    [
        "int main() { std::vector<int> a; std::sort(a.begin(), a.end()); }",
        "std::mt19937 random(std::chrono::steady_clock::now().time_since_epoch().count());",
        "std::mutex lock; std::thread other;",
    ],
    ids=["a list", "chance and a clock", "threads"],
)
def test_most_programs_need_less(source: str) -> None:
    assert not needs_all_headers(source.encode())


def test_the_lean_header_takes_in_the_rest() -> None:
    text = "#include <cmath>\n#include <future>\n# include <regex> // x\n#include <vector>\n"
    assert lean_header(text).endswith("#include <cmath>\n#include <vector>\n")


@pytest.mark.parametrize("language", ["cpp", "cpp20"])
@pytest.mark.parametrize(
    "includes",
    [
        "#include <bits/stdc++.h>\n#include <bits/stdc++.h>\n",
        "#include <vector>\n#include <bits/stdc++.h>\n",
    ],
    ids=["twice", "after another"],
)
def test_everything_may_be_included_anywhere(judge: Judge, language: str, includes: str) -> None:
    source = includes + "int main() { std::cout << std::vector<int>{5}[0]; }\n"
    problem = problem_from_data(
        {"problem_id": "five", "tests": [{"case_id": "1", "input": "", "output": "5"}]}
    )
    report = judge.grade(Submission(source=source, language=language), problem)
    assert report.verdict is Verdict.AC, report.compile.message
