"""Training repeats, and what is shipped computes what the training library does."""

import gzip
import hashlib
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from ordojudge_complexity.backends.embedded import EmbeddedModel
from ordojudge_complexity.data import fold_of, write_rows
from ordojudge_complexity.features import features
from ordojudge_complexity.trees import Trees
from tests.complexity_model.programs import made_up

lightgbm = pytest.importorskip("lightgbm", reason="the extra `train` is not installed")
training: Any = pytest.importorskip("ordojudge_complexity.train")
network_training: Any = pytest.importorskip("ordojudge_complexity.network_training")
numpy: Any = pytest.importorskip("numpy")

VERSIONS = {"lightgbm": "4.7.0", "tree-sitter": "0.26.1", "tree-sitter-python": "0.25.0"}
DIGEST = "22bb1af0d65795c22419fab21ae3f215cfa58d93f9da5c7de03f4907bdaf8d66"
"""The trees that these versions make of the rows below; a network may differ by the processor."""

ROWS = made_up(150)


def small() -> Any:
    return training.Recipe(
        sequences=200,
        parts=50,
        in_problems=2,
        rounds=10,
        leaves=7,
        verdict_rounds=10,
        folds=2,
        network_words=500,
    )


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    made: EmbeddedModel = training.train(ROWS, small())
    return made


def test_the_same_rows_make_the_same_model(model: EmbeddedModel) -> None:
    assert training.train(ROWS, small()).digest == model.digest


def test_the_same_rows_make_the_trees_on_record(model: EmbeddedModel) -> None:
    if any(version(name) != recorded for name, recorded in VERSIONS.items()):
        pytest.skip(f"the record is of {VERSIONS}")
    said = hashlib.sha256(json.dumps(model.classes.as_data()).encode()).hexdigest()
    assert said == DIGEST


def test_another_seed_makes_another_model(model: EmbeddedModel) -> None:
    recipe = training.Recipe(**{**{n: getattr(small(), n) for n in small().__slots__}, "seed": 1})
    assert training.train(ROWS, recipe).digest != model.digest


def test_the_final_fold_is_not_looked_at(model: EmbeddedModel) -> None:
    seen = [row for row in ROWS if fold_of(row.problem) != "final"]
    assert len(seen) < len(ROWS)
    assert training.train(seen, small()).digest == model.digest
    assert model.trained["rows"] == len(seen)


def test_it_learns_the_shapes(model: EmbeddedModel) -> None:
    final = [row for row in ROWS if fold_of(row.problem) == "final"]
    right = [model.opinion(row.code, "python").complexity is row.complexity for row in final]
    assert sum(right) / len(right) > 0.9


def test_a_file_holds_the_model(model: EmbeddedModel, tmp_path: Path) -> None:
    training.write_model(model, tmp_path / "model")
    first = (tmp_path / "model").read_bytes()
    assert EmbeddedModel.from_json(gzip.decompress(first)) == model
    training.write_model(model, tmp_path / "model")
    assert (tmp_path / "model").read_bytes() == first


def test_trees_say_what_the_training_library_says() -> None:
    generator = numpy.random.default_rng(1)
    inputs = generator.integers(0, 5, (400, 12)).astype(float)
    labels = (inputs[:, 0] + inputs[:, 1] * (inputs[:, 2] > 2)).astype(int) % 3
    booster = lightgbm.train(
        {"objective": "multiclass", "num_class": 3, "verbosity": -1, "use_missing": False},
        lightgbm.Dataset(inputs, labels),
        20,
    )
    trees = Trees(3)
    for tree in booster.dump_model()["tree_info"]:
        trees.add(tree["tree_structure"], whole=True)
    expected = booster.predict(inputs, raw_score=True)
    for row, scores in zip(inputs, expected, strict=True):
        assert trees.scores(list(row)) == pytest.approx(list(scores), abs=1e-5)


def test_fractions_are_compared_as_the_training_library_does() -> None:
    generator = numpy.random.default_rng(2)
    inputs = generator.random((400, 4)).round(4)
    booster = lightgbm.train(
        {"objective": "binary", "verbosity": -1, "use_missing": False},
        lightgbm.Dataset(inputs, (inputs[:, 0] > inputs[:, 1]).astype(float)),
        20,
    )
    trees = Trees(1)
    for tree in booster.dump_model()["tree_info"]:
        trees.add(tree["tree_structure"], whole=False)
    for row, score in zip(inputs, booster.predict(inputs, raw_score=True), strict=True):
        assert trees.scores(list(row))[0] == pytest.approx(score, abs=1e-5)


def test_the_network_says_what_numpy_says(model: EmbeddedModel) -> None:
    found = [features(row.code, "python") for row in ROWS[:20]]
    expected = network_training.network_scores(model.network, found)
    for each, scores in zip(found, expected, strict=True):
        assert model.network.scores(each) == pytest.approx(list(scores), abs=1e-4)


def test_the_network_learns_the_shapes_by_itself() -> None:
    found = [features(row.code, "python") for row in ROWS]
    labels = [row.complexity.rank for row in ROWS]
    made = network_training.fit_network(
        found,
        [row.problem for row in ROWS],
        labels,
        [1.0] * len(ROWS),
        outputs=7,
        recipe=training.Recipe(network_words=500, network_epochs=60),
    )
    said = network_training.network_scores(made, found).argmax(1)
    assert (said == labels).mean() > 0.9


def test_features_of_programs_go_through_unchanged(model: EmbeddedModel) -> None:
    found = features(ROWS[4].code, "python")
    values = model.values(found)
    for name, place in model.vocabulary.items():
        assert values[place] == found.get(name, 0)


def test_too_few_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="too few rows"):
        training.train(ROWS[:1], small())


def test_the_command_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_rows(ROWS, tmp_path / "rows.jsonl")
    chosen = ["rounds=3", "verdict_rounds=3", "folds=2", "sequences=50", "leaves=5"]
    arguments = [str(tmp_path / "rows.jsonl"), str(tmp_path / "model"), "--without-tune"]
    for each in chosen:
        arguments += ["--set", each]
    assert training.main(arguments) == 0
    digest = capsys.readouterr().out.split()[0]
    made = EmbeddedModel.from_json(gzip.decompress((tmp_path / "model").read_bytes()))
    assert made.digest == digest


@pytest.mark.parametrize("wrong", ["rounds", "rounds=x", "nothing=1"])
def test_a_wrong_choice_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        training.main([str(tmp_path / "rows"), str(tmp_path / "model"), "--set", wrong])
    assert caught.value.code == 2
    assert "--set" in capsys.readouterr().err
