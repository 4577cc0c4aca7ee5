"""Problems on disk: what loads, what is refused and in which words, and what a digest sees."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import ProblemError
from ordojudge.core.models import Problem, TestCase
from ordojudge.core.texts import from_bytes, to_bytes
from ordojudge.problems import load_problem, problem_digest

DOCUMENT = Path(__file__).resolve().parents[1] / "docs/problems.md"
EXAMPLES = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)

SUM: dict[str, Any] = {
    "problem_id": "sum",
    "tests": [
        {"case_id": "1", "input": "1 2\n", "output": "3\n"},
        {"case_id": "2", "input": "2 2\n", "output": "4\n"},
    ],
}
CALL: dict[str, Any] = {
    "problem_id": "double",
    "interface": {"type": "function", "entry_point": "double"},
    "tests": [{"case_id": "1", "input": [2], "output": 4}],
}


def with_test(problem: dict[str, Any], **fields: object) -> dict[str, Any]:
    """The problem with one test, whose fields these are."""
    return {**problem, "tests": [{"case_id": "1", **fields}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A problem folder with two tests in files, and a secret beside it."""
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "sum"
    (folder / "tests").mkdir(parents=True)
    (folder / "tests/1.in").write_bytes(b"1\r\n2")
    (folder / "tests/1.out").write_bytes(b"\xff\xfe\x00 3\n")
    return folder


def write(folder: Path, data: object) -> Path:
    path = folder / "problem.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


# --------------------------------------------------------------------------- loading


@pytest.mark.parametrize("named", ["folder", "file"])
def test_a_problem_loads_from_its_folder_or_its_file(folder: Path, named: str) -> None:
    path = write(folder, SUM)
    problem = load_problem(folder if named == "folder" else path)
    assert [test.output for test in problem.tests] == ["3\n", "4\n"]


def test_a_byte_order_mark_is_skipped(folder: Path) -> None:
    write(folder, b"\xef\xbb\xbf" + json.dumps(SUM).encode())
    assert load_problem(folder).problem_id == "sum"


def test_test_files_load_to_the_byte(folder: Path) -> None:
    write(folder, with_test(SUM, input_file="tests/1.in", output_file="tests/1.out"))
    (test,) = load_problem(folder).tests
    assert (test.input_file, test.output_file) == (None, None)
    assert to_bytes(test.input or "") == b"1\r\n2"
    assert to_bytes(test.output or "") == b"\xff\xfe\x00 3\n"


def test_one_text_may_be_in_a_file_and_the_other_not(folder: Path) -> None:
    write(folder, with_test(SUM, input_file="tests/1.in", output="3"))
    assert load_problem(folder).tests[0].output == "3"


def test_a_link_to_a_file_inside_the_folder_is_followed(folder: Path) -> None:
    (folder / "link.in").symlink_to("tests/1.in")
    write(folder, with_test(SUM, input_file="link.in", output=""))
    assert load_problem(folder).tests[0].input == "1\r\n2"


def test_a_linked_folder_is_as_good_as_its_target(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(folder)
    write(folder, with_test(SUM, input_file="tests/1.in", output=""))
    assert load_problem(tmp_path / "alias").tests[0].input == "1\r\n2"


def test_an_escaped_surrogate_stands_for_a_byte(folder: Path) -> None:
    write(folder, b'{"problem_id":"p","tests":[{"case_id":"1","input":"\\udcff","output":""}]}')
    assert to_bytes(load_problem(folder).tests[0].input or "") == b"\xff"


@pytest.mark.parametrize(
    ("fields", "texts"),
    [
        pytest.param({"input": [2, "a"], "output": "4"}, ('[2, "a"]', '"4"'), id="values"),
        pytest.param({"input": {"n": 2}, "output": None}, ('{"n": 2}', "null"), id="keywords"),
        pytest.param({"input": "[2]", "output": "4"}, ("[2]", "4"), id="texts"),
    ],
)
def test_function_tests_are_values_or_texts(
    folder: Path, fields: dict[str, object], texts: tuple[str, str]
) -> None:
    write(folder, with_test(CALL, **fields))
    (test,) = load_problem(folder).tests
    assert (test.input, test.output) == texts


def test_function_tests_in_files_are_texts(folder: Path) -> None:
    (folder / "arguments.json").write_text("[[1, 2]]")
    write(folder, with_test(CALL, input_file="arguments.json", output="3"))
    assert load_problem(folder).tests[0].input == "[[1, 2]]"


@pytest.mark.parametrize("interface", ["stdio", "function", "asserts"])
def test_the_documented_example_loads(folder: Path, interface: str) -> None:
    (example,) = (text for text in EXAMPLES if f'"type": "{interface}"' in text)
    write(folder, example.encode())
    assert load_problem(folder).interface.type == interface


# -------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "line 1 column 1: not JSON", id="an empty file"),
        pytest.param(b'{\n "a": 1,,\n}', "line 2 column 9: not JSON", id="a stray comma"),
        pytest.param(b'{\n"a": "\xff"}', "line 2: not UTF-8", id="a byte that is not UTF-8"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="deep nesting"),
        pytest.param(b'{"a": ' + b"9" * 5000 + b"}", "5000 digits", id="a huge number"),
        pytest.param(b"[]", "a JSON object is needed", id="a list"),
        pytest.param(b'{"tests": 1, "tests": 2}', "key 'tests' is given twice", id="a key twice"),
        pytest.param({**SUM, "test": []}, "test: unknown key", id="an unknown key"),
        pytest.param(
            with_test(SUM, input="", output="", ouput=""),
            r"tests\.0\.ouput: unknown key",
            id="an unknown key of a test",
        ),
        pytest.param({**SUM, "tests": []}, "tests: .* at least 1", id="no tests"),
        pytest.param({"problem_id": "p"}, "tests: Field required", id="tests left out"),
        pytest.param({**SUM, "tests": {}}, "tests: ", id="tests that are no list"),
        pytest.param({**SUM, "tests": ["1"]}, r"tests\.0: ", id="a test that is no object"),
        pytest.param(
            {**SUM, "tests": SUM["tests"][:1] * 2},
            r"tests\.1\.case_id: '1' is used twice",
            id="an id twice",
        ),
        pytest.param(with_test(SUM, input=""), r"tests\.0\.output: missing", id="no output"),
        pytest.param(with_test(SUM, output=""), r"tests\.0: give either input", id="no input"),
        pytest.param(
            with_test(SUM, input="", output="", output_file="tests/1.out"),
            r"tests\.0: give either output or output_file",
            id="a text and a file",
        ),
        pytest.param(
            with_test(SUM, input="\ud800", output=""),
            r"tests\.0\.input: .* U\+D800",
            id="a surrogate that is no byte",
        ),
        pytest.param(
            with_test(CALL, input="[2", output="4"), r"tests\.0\.input: not JSON", id="half a list"
        ),
        pytest.param(
            with_test(CALL, input_file="tests/1.in", output="4"),
            r"tests\.0\.input: not JSON",
            id="a file of arguments that is not JSON",
        ),
        *(
            pytest.param(
                {**SUM, "limits": {"cpu_s": limit}}, r"limits\.cpu_s: ", id=f"a limit of {limit}"
            )
            for limit in (0, -1, float("nan"), float("inf"))
        ),
        *(
            pytest.param(
                with_test(SUM, input_file=name, output=""),
                rf"tests\.0\.input_file: {re.escape(repr(name))}.*{reason}",
                id=f"a file {case}",
            )
            for case, name, reason in (
                ("that is missing", "tests/2.in", "no such file"),
                ("that is a folder", "tests", "directory"),
                ("that is a pipe", "pipe", "not a regular file"),
                ("above the folder", "../secret", "outside"),
                ("by an absolute path", "/dev/null", "outside"),
                ("through a link", "link", "outside"),
                ("through a linked folder", "up/secret", "outside"),
                ("through a loop of links", "loop", "(no usable path|can't be read)"),
                ("with a NUL in its name", "a\0b", "no usable path"),
                ("with an endless name", "a" * 5000, "(no usable path|can't be read)"),
            )
        ),
    ],
)
def test_an_unusable_problem_is_refused_in_one_line(
    folder: Path, data: object, message: str
) -> None:
    (folder / "link").symlink_to("../secret")
    (folder / "up").symlink_to("..")
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")
    path = write(folder, data)
    with pytest.raises(ProblemError, match=message) as caught:
        load_problem(folder)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "sum/problem.json: no such file"), ("nowhere.json", "sum/nowhere.json: no such file")],
    ids=["a folder without a problem", "a missing file"],
)
def test_a_missing_problem_is_named(folder: Path, name: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        load_problem(folder / name)


def test_a_problem_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "problem.json").mkdir()
    with pytest.raises(ProblemError, match=r"sum/problem\.json: can't be read: Is a directory"):
        load_problem(folder)


# ----------------------------------------------------------------------------- texts


@given(st.binary())
def test_bytes_survive_as_text(data: bytes) -> None:
    assert to_bytes(from_bytes(data)) == data


@given(st.binary())
def test_text_of_bytes_survives_json_and_the_model(data: bytes) -> None:
    test = TestCase(case_id="1", input=json.loads(json.dumps(from_bytes(data))))
    assert to_bytes(test.input or "") == data


@pytest.mark.parametrize("code_point", [0xD800, 0xDC7F, 0xDD00, 0xDFFF], ids=hex)
def test_a_surrogate_that_is_no_byte_is_refused(code_point: int) -> None:
    with pytest.raises(ProblemError, match=f"answer: character 2 .* U.{code_point:04X}"):
        to_bytes("ab" + chr(code_point), place="answer")


# ---------------------------------------------------------------------------- digest


def digest(data: dict[str, Any]) -> str:
    return problem_digest(Problem.model_validate(data))


def test_a_digest_is_64_hexadecimal_digits() -> None:
    assert re.fullmatch("[0-9a-f]{64}", digest(SUM))


@pytest.mark.parametrize(
    "same",
    [
        pytest.param({**SUM, "statement": "Add."}, id="a statement"),
        pytest.param({**SUM, "checker": {"type": "tokens"}}, id="a default spelled out"),
        pytest.param({**SUM, "limits": {"cpu_s": 2, "memory_bytes": "256MiB"}}, id="units"),
        pytest.param(dict(reversed(SUM.items())), id="another order of keys"),
    ],
)
def test_a_digest_ignores(same: dict[str, Any]) -> None:
    assert digest(same) == digest(SUM)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: {**data, "problem_id": "other"}, id="the id"),
        pytest.param(lambda data: {**data, "limits": {"cpu_s": 1}}, id="a limit"),
        pytest.param(lambda data: {**data, "checker": {"type": "exact"}}, id="the checker"),
        pytest.param(lambda data: {**data, "tests": data["tests"][::-1]}, id="the order of tests"),
        pytest.param(lambda data: {**data, "tests": data["tests"][:1]}, id="a test"),
        pytest.param(
            lambda data: with_test(data, input="1 2\n", output="3\n\udcff"), id="one odd byte"
        ),
        pytest.param(lambda data: {**data, "reference": {"bound": "O(n)"}}, id="the bound"),
    ],
)
def test_a_digest_sees(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    assert digest(change(SUM)) != digest(SUM)


def test_a_loaded_file_counts_as_its_text(folder: Path) -> None:
    write(folder, with_test(SUM, input_file="tests/1.in", output="3"))
    loaded = problem_digest(load_problem(folder))
    assert loaded == digest(with_test(SUM, input="1\r\n2", output="3"))


def test_a_file_that_is_not_loaded_has_no_digest() -> None:
    with pytest.raises(ProblemError, match=r"tests\.0\.input_file: 'a' must be loaded first"):
        digest(with_test(SUM, input_file="a", output="3"))
