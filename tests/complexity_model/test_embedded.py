"""The model that comes with the package."""

import json
import os
import subprocess
import sys
import time
import zipfile
from importlib.resources import files
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.analysis.reading.bound import static_bound
from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity.backends.embedded import (
    INPUT_NAMES,
    MODEL_FILE,
    EmbeddedModel,
    shipped_model,
    verdict_inputs,
)
from tests.analysis.readable import HALVING, ROUNDS, SORTING
from tests.complexity_model.programs import made_up

DIGEST = "4a2efbaab97c4becf0badd683c9aa1c9c680dbac7abe15c333ad1b930190caf1"
ROOT = Path(__file__).resolve().parents[2]
LARGEST_BYTES = 6_000_000

FEW_ROWS = {"c"}
"""Languages with a grammar, but too few labelled programs to learn their library's calls from."""


def test_the_shipped_model_is_the_one_on_record() -> None:
    assert shipped_model().digest == DIGEST


def test_the_file_is_small_and_so_is_what_it_unpacks_to() -> None:
    assert len(files("ordojudge_complexity").joinpath(MODEL_FILE).read_bytes()) < LARGEST_BYTES
    assert len(shipped_model().as_json()) < LARGEST_BYTES


def test_it_says_how_it_was_made() -> None:
    trained = shipped_model().trained
    assert trained["rows"] > 20_000
    assert set(trained) == {"rows", "problems", "seed", "lightgbm"}


@pytest.mark.parametrize("language", ROUNDS)
@pytest.mark.parametrize(
    ("programs", "said"),
    [(ROUNDS, "quadratic"), (SORTING, "nlogn")],
    ids=["nested loops", "sorting"],
)
def test_plain_programs_are_judged_right(
    programs: dict[str, str], said: str, language: str
) -> None:
    opinion = shipped_model().opinion(programs[language], language)
    if language in FEW_ROWS:
        assert opinion.probabilities[ComplexityClass(said).rank] > 0.25
    else:
        assert opinion.complexity is ComplexityClass(said)
    assert sum(opinion.probabilities) == pytest.approx(1)
    assert opinion.exceeds is None


@pytest.mark.parametrize("language", HALVING)
def test_halving_one_number_is_at_most_logarithmic(language: str) -> None:
    # Labelled programs call it constant as often as logarithmic: a number has at most so many bits.
    probabilities = shipped_model().opinion(HALVING[language], language).probabilities
    assert probabilities[0] + probabilities[1] > 0.6


@pytest.mark.parametrize(
    ("target", "low", "high"),
    [("constant", 0.9, 1.0), ("linear", 0.9, 1.0), ("cubic", 0.0, 0.2), ("exponential", 0.0, 0.05)],
)
def test_a_quadratic_program_exceeds_smaller_targets(target: str, low: float, high: float) -> None:
    opinion = shipped_model().opinion(ROUNDS["python"], "python", ComplexityClass(target))
    assert opinion.exceeds is not None
    assert low <= opinion.exceeds <= high


@given(data=st.data())
def test_no_target_is_exceeded_more_surely_than_a_lower_one(data: st.DataObject) -> None:
    probabilities = data.draw(st.lists(st.floats(0, 1), min_size=7, max_size=7))
    total = sum(probabilities) or 1.0
    shares = [p / total for p in probabilities]
    numbers = {name: data.draw(st.integers(0, 6)) for name in INPUT_NAMES if name[0] == "="}
    exceeds = [shipped_model().exceeds(numbers, shares, target) for target in ComplexityClass]
    assert exceeds == sorted(exceeds, reverse=True)


@given(
    text=st.text(max_size=300),
    language=st.sampled_from(["python", "cpp", "go", "cobol"]),
    target=st.sampled_from(ComplexityClass),
)
def test_any_text_has_an_opinion(text: str, language: str, target: ComplexityClass) -> None:
    opinion = shipped_model().opinion(text, language, target)
    assert opinion.exceeds is not None
    assert 0 <= opinion.exceeds <= 1
    assert all(0 <= p <= 1 for p in opinion.probabilities)


def test_the_same_program_has_the_same_opinion() -> None:
    first = shipped_model().opinion(ROUNDS["cpp"], "cpp", ComplexityClass.LINEAR)
    static_bound.cache_clear()
    assert shipped_model().opinion(ROUNDS["cpp"], "cpp20", ComplexityClass.LINEAR) == first


def test_inputs_of_the_second_step_have_their_names() -> None:
    inputs = verdict_inputs({"=class": 4, "=read": 1}, [0.1] * 7, ComplexityClass.LINEAR)
    named = dict(zip(INPUT_NAMES, inputs, strict=True))
    assert named["target"] == 2
    assert named["above"] == pytest.approx(0.4)
    assert named["static above"] == 2


@pytest.mark.parametrize("text", [b"{}", b'{"format": 2}', b"[1", b"[1]"])
def test_another_file_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"format|Expecting"):
        EmbeddedModel.from_json(text)


def test_nothing_is_read_before_it_is_needed() -> None:
    code = (
        "import sys, ordojudge_complexity.analyser as a; a.EmbeddedAnalyser();"
        "from ordojudge_complexity.backends.embedded import shipped_model;"
        "heavy = {'torch', 'numpy', 'lightgbm', 'scipy'} & set(sys.modules);"
        "print(shipped_model.cache_info().currsize, sorted(heavy))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ.copy(),
    )
    assert run.stdout == "0 []\n"


@pytest.mark.slow
def test_the_wheel_holds_the_model(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert f"ordojudge_complexity/{MODEL_FILE}" in names
    assert "ordojudge_complexity/article_problems.json" in names


@pytest.mark.timed
def test_a_verdict_takes_at_most_five_milliseconds() -> None:
    model = shipped_model()
    programs = [row.code for row in made_up(60)] + [*ROUNDS.values(), *SORTING.values()]
    spent = []
    for number, code in enumerate(programs):
        start = time.process_time()
        model.opinion(f"{code}\n# {number}", "python", ComplexityClass.LINEAR)
        spent.append(time.process_time() - start)
    assert median(spent) <= 0.005


def test_the_model_file_is_a_plain_document() -> None:
    data = json.loads(shipped_model().as_json())
    assert data["format"] == 3
    assert len(data["vocabulary"]) == len(set(data["vocabulary"]))
