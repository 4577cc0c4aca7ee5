"""Declared generators: what they print, and what is wrong with those that can't be used."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ordojudge.analysis.shapes import VARIANTS, generator_source
from ordojudge.core.errors import AnalyserError


def printed(
    tmp_path: Path, declared: object, *, size: int = 6, variant: str = ""
) -> tuple[str, str]:
    program = tmp_path / "generator.py"
    program.write_text(generator_source(json.dumps(declared)))
    ran = subprocess.run(
        [sys.executable, program, str(size), "7", variant],
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout, ran.stderr


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_array_in_every_variant(tmp_path: Path, variant: str) -> None:
    declared = {"lines": ["n", {"array": "n", "least": "1", "most": "n * n"}]}
    first, row = printed(tmp_path, declared, variant=variant)[0].splitlines()
    numbers = [int(word) for word in row.split()]
    assert first == "6"
    assert len(numbers) == 6
    assert all(1 <= number <= 36 for number in numbers)
    assert variant != "sorted" or numbers == sorted(numbers)
    assert variant != "reversed" or numbers == sorted(numbers, reverse=True)
    assert variant != "equal" or len(set(numbers)) == 1
    assert variant != "distinct" or len(set(numbers)) == 6


def test_the_same_seed_prints_the_same(tmp_path: Path) -> None:
    declared = {"lines": [{"array": "n"}]}
    assert printed(tmp_path, declared) == printed(tmp_path, declared)


def test_sizes_are_said_on_standard_error(tmp_path: Path) -> None:
    declared = {"sizes": {"m": "n // 2", "k": "m + 1"}, "lines": ["n m k"]}
    output, said = printed(tmp_path, declared)
    assert output == "6 3 4\n"
    assert said.split() == ["n=6", "m=3", "k=4"]


@pytest.mark.parametrize(
    ("line", "lines", "words"),
    [
        pytest.param({"permutation": "n"}, 1, 6, id="permutation"),
        pytest.param({"string": "n", "alphabet": "ab"}, 1, 1, id="string"),
        pytest.param({"tree": "n"}, 5, 10, id="tree"),
        pytest.param({"tree": "n", "shape": "path"}, 5, 10, id="path"),
        pytest.param({"graph": "n", "edges": "2 * n", "weights": "9"}, 12, 36, id="graph"),
        pytest.param({"grid": "n", "columns": "3"}, 6, 6, id="grid"),
        pytest.param({"matrix": "2", "columns": "n"}, 2, 12, id="matrix"),
        pytest.param({"queries": "n", "most": "n"}, 6, 12, id="queries"),
        pytest.param({"number": "n"}, 1, 1, id="number"),
    ],
)
def test_every_shape(tmp_path: Path, line: object, lines: int, words: int) -> None:
    output, _ = printed(tmp_path, {"lines": [line]})
    assert len(output.splitlines()) == lines
    assert len(output.split()) == words


def test_arguments_of_a_function(tmp_path: Path) -> None:
    output, _ = printed(tmp_path, {"arguments": [{"array": "n"}, "n * 2", {"string": "3"}]})
    numbers, doubled, text = json.loads(output)
    assert (len(numbers), doubled, len(text)) == (6, 12, 3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("{", "not JSON", id="no JSON"),
        pytest.param("[]", "an object of", id="no object"),
        pytest.param('{"rows": []}', "an object of", id="unknown key"),
        pytest.param("{}", "either lines or arguments", id="nothing"),
        pytest.param('{"lines": [], "arguments": []}', "either lines or arguments", id="both"),
        pytest.param('{"lines": []}', "lines: a list", id="no lines"),
        pytest.param('{"lines": [{"heap": "n"}]}', "lines.0: one shape", id="unknown shape"),
        pytest.param(
            '{"lines": [{"array": "n", "step": "2"}]}', "array has no 'step'", id="option"
        ),
        pytest.param('{"lines": [{"array": 5}]}', "lines.0.array: an expression", id="no text"),
        pytest.param('{"lines": ["n("]}', "lines.0: an expression", id="no expression"),
        pytest.param('{"lines": ["n.real"]}', "only arithmetic", id="attribute"),
        pytest.param('{"sizes": [], "lines": ["n"]}', "sizes: an object", id="no sizes"),
        pytest.param('{"sizes": {"m": "[n]"}, "lines": ["n"]}', "sizes.m: only", id="list"),
    ],
)
def test_what_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(AnalyserError, match="source") as error:
        generator_source(text)
    assert complaint in str(error.value)
