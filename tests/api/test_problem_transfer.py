"""``problems import`` and ``problems push``: from a data set to the store."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ordojudge.core.models import Problem
from ordojudge.problem_store import FileProblemStore
from ordojudge.problems import load_problem, problem_digest
from ordojudge_api.cli import app

ROW: dict[str, Any] = {
    "format": "judge-corpus/1",
    "id": "sum",
    "mode": "stdio",
    "time_limit_s": 1,
    "memory_limit_mb": 64,
    "tests": [{"name": "1", "input": "1 2\n", "output": "3\n"}],
    "checker": {"type": "tokens"},
}


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileProblemStore:
    """The store that the environment names."""
    monkeypatch.setenv("ORDOJUDGE_STORE__FOLDER", str(tmp_path / "store"))
    monkeypatch.setenv("ORDOJUDGE_STORE__CACHE_DIR", str(tmp_path / "cache"))
    return FileProblemStore(tmp_path / "store", cache_folder=tmp_path / "cache")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["problems", *map(str, arguments)])


def rows(path: Path, *content: dict[str, Any]) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in content)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.mark.parametrize("name", ["set.jsonl", "set.jsonl.gz"])
def test_a_data_set_becomes_folders_and_then_registered_problems(
    name: str, tmp_path: Path, store: FileProblemStore
) -> None:
    ids = ["sum", "a/b", "..", "é" * 200]
    source = rows(tmp_path / name, *({**ROW, "id": each} for each in ids))
    done = run("import", "judge-corpus", source, tmp_path / "out")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "4 written, 0 refused\n", "")
    loaded = {load_problem(path).problem_id for path in (tmp_path / "out").iterdir()}
    assert loaded == set(ids)
    assert load_problem(tmp_path / "out" / "sum").tests[0].output == "3\n"

    done = run("push", tmp_path / "out")
    assert (done.exit_code, done.stderr) == (0, "")
    assert store.ids() == sorted(ids)
    lines = {line[66:]: line[:64] for line in done.stdout.splitlines()}
    assert lines == {each: store.digest(each) for each in ids}
    assert lines["sum"] == problem_digest(load_problem(tmp_path / "out" / "sum"))


def test_rows_that_cannot_be_used_are_lines_and_the_others_are_written(tmp_path: Path) -> None:
    source = rows(
        tmp_path / "set.jsonl",
        ROW,
        {**ROW, "id": "odd", "mode": "telepathy"},
        ROW,
        {**ROW, "id": "b"},
    )
    done = run("import", "judge-corpus", source, tmp_path / "out")
    assert done.exit_code == 2
    assert done.stdout == "2 written, 2 refused\n"
    first, second = done.stderr.splitlines()
    assert first == f"ordojudge: {source}: row 'odd': mode: 'telepathy' is unknown"
    assert second == f"ordojudge: {source}: row 'sum': this id was there before"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["b", "sum"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param(None, "set.jsonl: can't be read: No such file", id="missing"),
        pytest.param("[1]\n", "set.jsonl: row 1: a JSON object is needed", id="no object"),
        pytest.param("{\n", "set.jsonl: row 1: line 2 column 1: not JSON", id="no JSON"),
    ],
)
def test_a_source_that_cannot_be_read_is_one_line(
    content: str | None, complaint: str, tmp_path: Path
) -> None:
    source = tmp_path / "set.jsonl"
    if content is not None:
        source.write_text(content)
    done = run("import", "judge-corpus", source, tmp_path / "out")
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert complaint in done.stderr


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").touch()
    source = rows(tmp_path / "set.jsonl", ROW)
    done = run("import", "judge-corpus", source, tmp_path / "out")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "out: there is something already" in done.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine"]


def test_problems_that_cannot_be_used_are_lines_and_the_others_are_registered(
    tmp_path: Path, store: FileProblemStore
) -> None:
    good, bad, empty = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "empty"
    data = {"problem_id": "good", "tests": [{"case_id": "1", "input": "", "output": ""}]}
    good.write_text(json.dumps(data))
    bad.write_text(json.dumps({**data, "tests": []}))
    empty.mkdir()
    done = run("push", bad, empty, good)
    assert done.exit_code == 2
    assert done.stdout == f"{problem_digest(Problem.model_validate(data))}  good\n"
    first, second = done.stderr.splitlines()
    assert f"{bad}: tests:" in first
    assert "no problem.json in this folder" in second
    assert store.ids() == ["good"]


def test_a_store_that_fails_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ORDOJUDGE_STORE__FOLDER", str(tmp_path / "file"))
    source = tmp_path / "good.json"
    source.write_text(
        json.dumps({"problem_id": "a", "tests": [{"case_id": "1", "input": "", "output": ""}]})
    )
    done = run("push", source)
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("ordojudge: registering a problem: ")
