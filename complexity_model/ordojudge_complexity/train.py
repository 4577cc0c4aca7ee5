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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity import metrics
from ordojudge_complexity.backends.embedded import (
    GROWS_WITH,
    INPUT_NAMES,
    EmbeddedModel,
    verdict_inputs,
)
from ordojudge_complexity.choosing import (
    Band,
    abstain_band,
    calibration,
    mixture,
)
from ordojudge_complexity.data import Row, fold_of, read_rows
from ordojudge_complexity.data_sources import trust
from ordojudge_complexity.features import CLASSES, features
from ordojudge_complexity.metrics import Judged
from ordojudge_complexity.network_training import fit_network, network_scores
from ordojudge_complexity.recipe import Recipe
from ordojudge_complexity.roles import PATH, WORD
from ordojudge_complexity.trees import Trees
from ordojudge_complexity.vocabulary import matrix_of, vocabulary_of

__all__ = ["Recipe", "train", "write_model"]

Say = Callable[[str], None]


@dataclass(slots=True)
class _Set:
    """Rows as features."""

    rows: list[Row]
    found: list[dict[str, int]]
    targets: list[ComplexityClass]
    """Of each row: the best class that any program for its problem has."""

    several: list[bool]
    """Whether programs for its problem are of several classes."""

    @property
    def problems(self) -> list[str]:
        return [row.problem for row in self.rows]

    @property
    def above(self) -> list[bool]:
        return [
            row.complexity.rank > t.rank for row, t in zip(self.rows, self.targets, strict=True)
        ]

    def part(self, keep: Sequence[bool]) -> "_Set":
        return _Set(
            rows=list(compress(self.rows, keep)),
            found=list(compress(self.found, keep)),
            targets=list(compress(self.targets, keep)),
            several=list(compress(self.several, keep)),
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

    labels = [row.complexity.rank for row in data.rows]
    part_of = [_part(problem, recipe) for problem in data.problems]
    trees, network = (np.zeros((len(data.rows), len(CLASSES))) for _ in range(2))
    for part in range(recipe.folds):
        step = _classes(data.part([own != part for own in part_of]), recipe)
        places = [place for place, own in enumerate(part_of) if own == part]
        found = [data.found[place] for place in places]
        trees[places] = [step.classes.scores(step.values(each)) for each in found]
        network[places] = network_scores(step.network, found)
        say(f"class model without part {part + 1} of {recipe.folds}")
    mixed = mixture(trees, network, labels)
    probabilities = [tuple(row) for row in mixed.probabilities(trees, network).tolist()]
    scores = _unseen_verdicts(data, probabilities, part_of, recipe)
    known = calibration(
        list(compress(scores, data.several)), list(compress(data.above, data.several))
    )
    exceeds = known.probabilities(scores).tolist()
    band = abstain_band(
        list(compress(exceeds, data.several)),
        list(compress(data.above, data.several)),
        cover=recipe.cover,
        wrongly=recipe.wrongly,
    )
    say(f"{mixed}, slope {known.slope}, intercept {known.intercept}, {band}")
    say(_cross_validated(data, probabilities, exceeds, band))

    model = _classes(data, recipe)
    model.verdict = _verdict(data, probabilities, recipe)
    model.share, model.temperature = mixed
    model.slope, model.intercept = known
    model.accept_below, model.reject_above = band
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
        several=[len(classes[row.problem]) > 1 for row in kept],
    )


def _part(problem: str, recipe: Recipe) -> int:
    text = f"cx-part-{recipe.seed}:{problem}"
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % recipe.folds


# --- first step


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
    vocabulary = vocabulary_of(
        data.found,
        data.problems,
        in_problems=recipe.in_problems,
        most={
            "~": recipe.parts,
            WORD: recipe.words,
            PATH: recipe.paths,
            "": recipe.sequences,
        },
    )
    labels = np.array([row.complexity.rank for row in data.rows])
    weights = _weights(data)
    settings = _settings(
        recipe,
        objective="multiclass",
        num_class=len(CLASSES),
        num_leaves=recipe.leaves,
        feature_fraction=recipe.features,
        path_smooth=recipe.smoothing,
    )
    matrix = matrix_of(data.found, vocabulary)
    trees = _bagged(settings, matrix, labels, weights, rounds=recipe.rounds, recipe=recipe)
    network = fit_network(
        data.found,
        data.problems,
        labels,
        weights,
        outputs=len(CLASSES),
        recipe=recipe,
    )
    return EmbeddedModel(
        vocabulary=vocabulary,
        classes=trees,
        network=network,
        share=0.0,
        temperature=1.0,
        verdict=Trees(1),
        slope=1.0,
        intercept=0.0,
        accept_below=0.0,
        reject_above=1.0,
        trained={},
    )


def _weights(data: _Set) -> Any:
    """How much a row counts for: less, the more rows its problem has of its class; 1 on average."""
    alike = Counter((row.problem, row.label_class) for row in data.rows)
    weights = np.array(
        [trust(row.source) / math.sqrt(alike[row.problem, row.label_class]) for row in data.rows]
    )
    return weights * (len(weights) / weights.sum())


def _bagged(
    settings: dict[str, Any], matrix: Any, labels: Any, weights: Any, *, rounds: int, recipe: Recipe
) -> Trees:
    """Trees of several seeds as those of one model, each counting for its share."""
    several = settings["objective"] == "multiclass"
    trees = Trees(len(CLASSES) if several else 1)
    for bag in range(recipe.bags):
        booster = lightgbm.train(
            {**settings, "seed": recipe.seed + bag},
            lightgbm.Dataset(matrix, labels, weight=weights),
            rounds,
        )
        for tree in booster.dump_model()["tree_info"]:
            trees.add(tree["tree_structure"], whole=several, share=1 / recipe.bags)
    return trees


# --- second step


def _unseen_verdicts(
    data: _Set,
    probabilities: Sequence[Sequence[float]],
    part_of: Sequence[int],
    recipe: Recipe,
) -> list[float]:
    """Scores of second steps that hadn't seen the problems they judge."""
    scores = [0.0] * len(data.rows)
    for part in range(recipe.folds):
        keep = [own != part for own in part_of]
        trees = _verdict(data.part(keep), list(compress(probabilities, keep)), recipe)
        for place, own in enumerate(part_of):
            if own == part:
                inputs = verdict_inputs(
                    data.found[place], probabilities[place], data.targets[place]
                )
                scores[place] = trees.scores(inputs)[0]
    return scores


def _cross_validated(
    data: _Set,
    probabilities: Sequence[tuple[float, ...]],
    exceeds: Sequence[float],
    band: Band,
) -> str:
    """How good models are that hadn't seen the problems they judge, in one line."""
    judged = [
        Judged(
            problem=row.problem,
            language=row.language,
            source=row.source,
            label=row.complexity,
            said=CLASSES[p.index(max(p))],
            probability=max(p),
            target=target,
            exceeds=e,
            several=several,
            sure=not band.accept_below < e < band.reject_above,
        )
        for row, p, e, target, several in zip(
            data.rows, probabilities, exceeds, data.targets, data.several, strict=True
        )
    ]
    several = [each for each in judged if each.several]
    single = [each for each in judged if not each.several]
    return (
        f"cross-validated: class {metrics.class_accuracy(judged):.3f};"
        f" {len({each.problem for each in several})} problems of several classes:"
        f" AUC {metrics.area(several):.3f}, forced {metrics.verdict_accuracy(several):.3f},"
        f" outside the band {metrics.covered(several):.3f},"
        f" right there {metrics.right_when_sure(several):.3f},"
        f" accepted wrongly {metrics.accepted_wrongly(several):.3f};"
        f" one class: exceeds, forced {1 - metrics.verdict_accuracy(single):.3f},"
        f" outside the band {metrics.rejected(single):.3f}"
    )


def _verdict(data: _Set, probabilities: Sequence[Sequence[float]], recipe: Recipe) -> Trees:
    """Trees that look at each program beside its problem's target, and a little beside every other one.

    Without the others they take for granted that a target is the best that is known.
    """
    inputs, above, weights = [], [], []
    for row, found, p, own, several in zip(
        data.rows, data.found, probabilities, data.targets, data.several, strict=True
    ):
        weight = trust(row.source) * (1.0 if several else recipe.one_class)
        for target in dict.fromkeys((own, *CLASSES[:-1])):
            inputs.append(verdict_inputs(found, p, target))
            above.append(row.complexity.rank > target.rank)
            weights.append(weight * (1.0 if target is own else recipe.other_targets))
    settings = _settings(
        recipe,
        objective="binary",
        num_leaves=recipe.verdict_leaves,
        feature_fraction=0.7,
        learning_rate=0.05,
        min_data_in_leaf=40,
        monotone_constraints=[GROWS_WITH.get(name, 0) for name in INPUT_NAMES],
    )
    return _bagged(
        settings,
        np.array(inputs),
        np.array(above, float),
        np.array(weights),
        rounds=recipe.verdict_rounds,
        recipe=recipe,
    )


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
