"""Train the embedded model: ``python -m ordojudge_complexity.train ROWS.jsonl OUT.json.gz``.

ROWS is what ``ordojudge_complexity.data build`` wrote. Rows of the final fold are never looked at.
One thread and a fixed seed: the same rows give the same file. Needs the extra ``train``.
"""

import argparse
import gzip
import hashlib
import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any, Final

import lightgbm
import numpy as np
from scipy.sparse import csr_matrix

from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity import metrics
from ordojudge_complexity.backends.embedded import (
    INPUT_NAMES,
    EmbeddedModel,
    verdict_inputs,
)
from ordojudge_complexity.data import Row, fold_of, read_rows
from ordojudge_complexity.data_sources import SOURCES
from ordojudge_complexity.features import CLASSES, features
from ordojudge_complexity.metrics import Judged
from ordojudge_complexity.trees import Trees

__all__ = ["Recipe", "train", "write_model"]

_WEIGHTS: Final = {source.repository: source.weight for source in SOURCES}
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything chosen by hand, by what models that hadn't seen the tune fold said of it."""

    seed: int = 20_261_202
    sequences: int = 1_200
    """How many words and runs of words are looked at: those that the most problems have."""

    parts: int = 1_100
    in_problems: int = 6
    """A feature of the syntax tree, or a part of a name, must occur in this many problems."""

    rounds: int = 150
    leaves: int = 31
    rate: float = 0.1
    bagging: float = 0.8
    verdict_rounds: int = 120
    verdict_leaves: int = 12
    folds: int = 3
    temperature: float = 1.25
    """What scores of the first step are divided by, so that its probabilities come true."""

    slope: float = 1.0
    intercept: float = 0.88
    """Turn scores of the second step into probabilities that come true on problems with several classes."""

    accept_below: float = 0.12
    reject_above: float = 0.9
    """The abstain band."""


@dataclass(slots=True)
class _Set:
    """Rows as features."""

    rows: list[Row]
    found: list[dict[str, int]]
    targets: list[ComplexityClass]
    """Of each row: the best class that any program for its problem has."""

    @property
    def problems(self) -> list[str]:
        return [row.problem for row in self.rows]

    def part(self, keep: Sequence[bool]) -> "_Set":
        return _Set(
            rows=list(compress(self.rows, keep)),
            found=list(compress(self.found, keep)),
            targets=list(compress(self.targets, keep)),
        )


def train(
    rows: Iterable[Row], recipe: Recipe | None = None, *, say: Say = lambda _: None
) -> EmbeddedModel:
    """Fit both steps on rows, those of the final fold left out.

    The second step learns from what the first says of problems that it hasn't seen.

    Args:
        rows: Labelled programs.
        recipe: What to choose; the shipped model's choices if left out.
        say: Told what is going on.

    Raises:
        ValueError: too few rows, or of a single class.
    """
    recipe = recipe or Recipe()
    data = _set(row for row in rows if fold_of(row.problem) != "final")
    if (
        len({row.label_class for row in data.rows}) < 2
        or len(set(data.problems)) < 2 * recipe.folds
    ):
        raise ValueError("too few rows: several classes and more problems are needed")
    say(f"{len(data.rows)} rows of {len(set(data.problems))} problems")

    unseen: list[tuple[float, ...]] = [()] * len(data.rows)
    part_of = [_part(problem, recipe) for problem in data.problems]
    for part in range(recipe.folds):
        step = _classes(data.part([p != part for p in part_of]), recipe)
        for place, p in enumerate(part_of):
            if p == part:
                unseen[place] = tuple(step.classes.scores(step.values(data.found[place])))
        say(f"class model without part {part + 1} of {recipe.folds}")
    temperature = _temperature(unseen, data.rows)
    say(f"temperature of unseen problems: {temperature:.2f}")
    probabilities = [_softmax(scores, temperature) for scores in unseen]
    say(_cross_validated(data, probabilities, part_of, recipe))

    model = _classes(data, recipe)
    model.verdict = _verdict(data, probabilities, recipe)
    model.temperature = recipe.temperature
    model.slope, model.intercept = recipe.slope, recipe.intercept
    model.accept_below, model.reject_above = recipe.accept_below, recipe.reject_above
    model.trained = {
        "rows": len(data.rows),
        "problems": len(set(data.problems)),
        "seed": recipe.seed,
        "lightgbm": lightgbm.__version__,
    }
    return model


def write_model(model: EmbeddedModel, path: Path) -> None:
    """Write a model file."""
    path.write_bytes(gzip.compress(model.as_json(), 9, mtime=0))


def _set(rows: Iterable[Row]) -> _Set:
    kept = list(rows)
    classes: dict[str, set[ComplexityClass]] = defaultdict(set)
    for row in kept:
        classes[row.problem].add(row.complexity)
    best = {problem: min(found, key=lambda c: c.rank) for problem, found in classes.items()}
    return _Set(
        rows=kept,
        found=[features(row.code, row.language) for row in kept],
        targets=[best[row.problem] for row in kept],
    )


def _part(problem: str, recipe: Recipe) -> int:
    text = f"cx-part-{recipe.seed}:{problem}"
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % recipe.folds


# --- first step


def _vocabulary(data: _Set, recipe: Recipe) -> dict[str, int]:
    problems: dict[str, set[str]] = defaultdict(set)
    for row, found in zip(data.rows, data.found, strict=True):
        for name in found:
            problems[name].add(row.problem)
    common = sorted(problems, key=lambda name: (-len(problems[name]), name))
    groups: dict[str, list[str]] = {"=": [], "§": [], "~": [], "": []}
    for name in common:
        group = name[0] if len(name) > 1 and name[0] in groups and " " not in name else ""
        if group in ("", "=") or len(problems[name]) >= recipe.in_problems:
            groups[group].append(name)
    groups["="] = [name for name in groups["="] if name[1:].isalpha()]
    names = [
        *groups["="],
        *groups["§"],
        *groups["~"][: recipe.parts],
        *groups[""][: recipe.sequences],
    ]
    return {name: place for place, name in enumerate(names)}


def _matrix(found: Sequence[dict[str, int]], vocabulary: dict[str, int]) -> Any:
    columns: list[int] = []
    values: list[int] = []
    ends = [0]
    for features_of_row in found:
        row = sorted((vocabulary[n], v) for n, v in features_of_row.items() if n in vocabulary)
        columns.extend(place for place, _ in row)
        values.extend(value for _, value in row)
        ends.append(len(columns))
    shape = (len(found), len(vocabulary))
    return csr_matrix((np.array(values, np.float32), np.array(columns), np.array(ends)), shape)


def _settings(recipe: Recipe, **more: Any) -> dict[str, Any]:
    return {
        "learning_rate": recipe.rate,
        "min_data_in_leaf": 20,
        "lambda_l2": 2.0,
        "bagging_fraction": recipe.bagging,
        "bagging_freq": 1,
        "use_missing": False,
        "deterministic": True,
        "force_col_wise": True,
        "num_threads": 1,
        "seed": recipe.seed,
        "verbosity": -1,
        **more,
    }


def _classes(data: _Set, recipe: Recipe) -> EmbeddedModel:
    """The first step; the rest of the model is still empty."""
    vocabulary = _vocabulary(data, recipe)
    labels = np.array([row.complexity.rank for row in data.rows])
    weights = np.array([_WEIGHTS.get(row.source, 1.0) for row in data.rows])
    booster = lightgbm.train(
        _settings(
            recipe,
            objective="multiclass",
            num_class=len(CLASSES),
            num_leaves=recipe.leaves,
            feature_fraction=0.3,
        ),
        lightgbm.Dataset(_matrix(data.found, vocabulary), labels, weight=weights),
        recipe.rounds,
    )
    trees = _trees(booster, outputs=len(CLASSES), whole=True)
    return EmbeddedModel(vocabulary, trees, 1.0, Trees(1), 1.0, 0.0, 0.0, 1.0, {})


def _trees(booster: Any, *, outputs: int, whole: bool) -> Trees:
    trees = Trees(outputs)
    for tree in booster.dump_model()["tree_info"]:
        trees.add(tree["tree_structure"], whole=whole)
    return trees


def _softmax(scores: Sequence[float], temperature: float) -> tuple[float, ...]:
    top = max(scores)
    weights = [math.exp((score - top) / temperature) for score in scores]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def _temperature(unseen: Sequence[Sequence[float]], rows: Sequence[Row]) -> float:
    """What to divide scores by, so that the likelihood of unseen labels is largest."""

    def surprise(temperature: float) -> float:
        return -sum(
            math.log(max(_softmax(scores, temperature)[row.complexity.rank], 1e-12))
            for scores, row in zip(unseen, rows, strict=True)
        )

    return min((0.8 + 0.05 * step for step in range(25)), key=surprise)


# --- second step


def _cross_validated(
    data: _Set,
    probabilities: Sequence[tuple[float, ...]],
    part_of: Sequence[int],
    recipe: Recipe,
) -> str:
    """How good models are that hadn't seen the problems they judge, in one line."""
    classes: dict[str, set[str]] = defaultdict(set)
    for row in data.rows:
        classes[row.problem].add(row.label_class)
    judged: list[Judged] = []
    for part in range(recipe.folds):
        keep = [p != part for p in part_of]
        model = EmbeddedModel(
            vocabulary={},
            classes=Trees(len(CLASSES)),
            temperature=1.0,
            verdict=_verdict(data.part(keep), list(compress(probabilities, keep)), recipe),
            slope=recipe.slope,
            intercept=recipe.intercept,
            accept_below=recipe.accept_below,
            reject_above=recipe.reject_above,
            trained={},
        )
        for row, found, target, p, own in zip(
            data.rows, data.found, data.targets, probabilities, part_of, strict=True
        ):
            if own == part:
                exceeds = model.exceeds(found, p, target)
                judged.append(
                    Judged(
                        problem=row.problem,
                        language=row.language,
                        source=row.source,
                        label=row.complexity,
                        said=CLASSES[p.index(max(p))],
                        probability=max(p),
                        target=target,
                        exceeds=exceeds,
                        several=len(classes[row.problem]) > 1,
                        sure=not recipe.accept_below < exceeds < recipe.reject_above,
                    )
                )
    several = [each for each in judged if each.several]
    single = [each for each in judged if not each.several]
    return (
        f"cross-validated: class {metrics.class_accuracy(judged):.3f};"
        f" {len({each.problem for each in several})} problems of several classes:"
        f" AUC {metrics.area(several):.3f}, forced {metrics.verdict_accuracy(several):.3f},"
        f" outside the band {metrics.covered(several):.3f},"
        f" right there {metrics.right_when_sure(several):.3f},"
        f" accepted wrongly {metrics.accepted_wrongly(several):.3f};"
        f" one class: exceeds, forced {1 - metrics.verdict_accuracy(single):.3f}"
    )


def _verdict(data: _Set, probabilities: Sequence[Sequence[float]], recipe: Recipe) -> Trees:
    inputs = [
        verdict_inputs(found, p, target)
        for found, p, target in zip(data.found, probabilities, data.targets, strict=True)
    ]
    labels = [row.complexity.rank > t.rank for row, t in zip(data.rows, data.targets, strict=True)]
    weights = [_WEIGHTS.get(row.source, 1.0) for row in data.rows]
    booster = lightgbm.train(
        _settings(
            recipe,
            objective="binary",
            num_leaves=recipe.verdict_leaves,
            feature_fraction=0.7,
            learning_rate=0.05,
            min_data_in_leaf=40,
        ),
        lightgbm.Dataset(
            np.array(inputs),
            np.array(labels, float),
            weight=np.array(weights),
            feature_name=[f"f{place}" for place in range(len(INPUT_NAMES))],
        ),
        recipe.verdict_rounds,
    )
    return _trees(booster, outputs=1, whole=False)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m ordojudge_complexity.train", description=__doc__
    )
    parser.add_argument("rows", type=Path, help="JSON Lines file that `data build` wrote")
    parser.add_argument("out", type=Path, help="model file to write")
    parser.add_argument(
        "--without-tune",
        action="store_true",
        help="leave the tune fold out, to compare recipes on it",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="of the recipe"
    )
    options = parser.parse_args(arguments)
    try:
        chosen = {name: json.loads(value) for name, value in (s.split("=", 1) for s in options.set)}
        recipe = Recipe(**chosen)
    except (TypeError, ValueError) as error:
        parser.error(f"--set: {error}")
    rows = read_rows(options.rows)
    if options.without_tune:
        rows = (row for row in rows if fold_of(row.problem) == "train")
    model = train(rows, recipe, say=lambda text: print(text, file=sys.stderr, flush=True))
    write_model(model, options.out)
    print(f"{model.digest} {options.out.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
