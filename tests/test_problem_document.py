"""Problems read in pieces: the same problem as read at once, or the same refusal."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import ProblemError
from ordojudge.problem_document import document_of_file, id_of_file
from ordojudge.problem_store import FileProblemStore
from ordojudge.problems import load_problem, problem_digest
from tests.conftest import ROOT

TEST: dict[str, Any] = {"case_id": "1", "input": "1\n", "output": "2\n"}
FUNCTION = {"type": "function", "entry_point": "f"}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
surrogates = st.binary(max_size=9).map(lambda data: data.decode("utf-8", "surrogateescape"))


def written(folder: Path, data: object, **files: bytes) -> Path:
    path = folder / "problem.json"
    path.write_text(json.dumps(data))
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return path


@given(
    inputs=st.lists(texts | surrogates, min_size=1, max_size=4),
    statement=texts,
    indent=st.booleans(),
)
def test_what_is_read_in_pieces_is_what_is_read_at_once(
    inputs: list[str], statement: str, indent: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("problem")
    tests: list[dict[str, Any]] = []
    for index, text in enumerate(inputs):
        name = f"{index}.txt"
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        tests.append({"input_file": name, "case_id": str(index), "output": text, "input": None})
    data = {"tests": tests, "statement": statement, "problem_id": "p"}
    path = folder / "problem.json"
    path.write_text(json.dumps(data, indent=1 if indent else None))
    document = b"".join(document_of_file(folder))
    (folder / "whole.json").write_bytes(document)
    assert load_problem(folder / "whole.json") == load_problem(folder)
    assert id_of_file(path) == "p"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"problem_id": "p", "tests": [TEST]}, id="texts"),
        pytest.param(
            {
                "problem_id": "p",
                "interface": FUNCTION,
                "tests": [{"case_id": "1", "input": [[1, 2.5], "é"], "output": {"a": None}}],
            },
            id="values",
        ),
        pytest.param(
            {"problem_id": "p", "tests": [TEST | {"input_file": None, "group": "sample"}]},
            id="a file that is null",
        ),
    ],
)
def test_a_store_takes_it_as_the_same_problem(data: object, tmp_path: Path) -> None:
    path = written(tmp_path, data)
    digest = FileProblemStore(tmp_path / "store").put_stream(document_of_file(path))
    assert digest == problem_digest(load_problem(path))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param({"problem_id": "p", "tests": []}, "tests", id="no tests"),
        pytest.param({"problem_id": "p"}, "tests", id="tests missing"),
        pytest.param({"problem_id": "p", "tests": 5}, "tests", id="tests are a number"),
        pytest.param({"problem_id": "p", "tests": [5]}, "tests", id="a test is a number"),
        pytest.param({"problem_id": "p", "tests": [{}]}, "tests.0", id="a test is empty"),
        pytest.param({}, "problem_id", id="nothing at all"),
        pytest.param(
            {"problem_id": "p", "tests": [TEST | {"input_file": "a"}]},
            "tests.0: give either input or input_file",
            id="a text and a file",
        ),
        pytest.param(
            {"problem_id": "p", "tests": [{"case_id": "1", "input_file": "a", "output": ""}]},
            "tests.0.input_file: 'a': no such file",
            id="no such file",
        ),
        pytest.param(
            {"problem_id": "p", "tests": [{"case_id": "1", "input_file": "/etc/passwd"}]},
            "outside the problem's folder",
            id="a file of another folder",
        ),
        pytest.param({"problem_id": "p", "tests": [TEST], "x": 1}, "x", id="an unknown key"),
    ],
)
def test_what_cannot_be_used_is_refused_in_pieces_as_well(
    data: object, told: str, tmp_path: Path
) -> None:
    path = written(tmp_path, data)
    with pytest.raises(ProblemError) as whole:
        load_problem(path)
    with pytest.raises(ProblemError) as caught:
        FileProblemStore(tmp_path / "store").put_stream(document_of_file(path), where=str(path))
    for error in (whole, caught):
        assert told.partition(":")[0].partition(".")[0] in str(error.value)
    assert told in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


LARGE = 100 << 20


def test_a_large_problem_is_pushed_in_little_memory(tmp_path: Path) -> None:
    folder = tmp_path / "problem"
    folder.mkdir()
    test = {"case_id": "1", "input_file": "large", "output": "1"}
    path = written(folder, {"problem_id": "p", "tests": [test]})
    with (folder / "large").open("wb") as file:
        for _ in range(LARGE >> 20):
            file.write(b"1234 67\n" * (1 << 17))
    program = f"""
import resource, sys
from pathlib import Path
from ordojudge.problem_store import FileProblemStore
from ordojudge_api.problem_transfer import push_problems, put_into
store = FileProblemStore(Path({str(tmp_path / "store")!r}))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
[pushed] = push_problems([Path({str(path)!r})], put_into(store))
assert pushed.error is None, pushed.error
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert int(done.stdout) * 1024 < LARGE // 4
