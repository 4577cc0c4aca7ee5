"""Trees without a library."""

from typing import Any

import pytest

from ordojudge_complexity.trees import Trees

TREE: dict[str, Any] = {
    "split_feature": 1,
    "threshold": 2.5,
    "decision_type": "<=",
    "left_child": {"leaf_value": -1.0},
    "right_child": {
        "split_feature": 0,
        "threshold": 0.0,
        "decision_type": "<=",
        "left_child": {"leaf_value": 0.25},
        "right_child": {"leaf_value": 4.0},
    },
}


@pytest.mark.parametrize(
    ("values", "score"),
    [([0, 2], -1.0), ([0, 2.5], -1.0), ([0, 3], 0.25), ([1, 3], 4.0), ([-1, 9], 0.25)],
)
def test_a_tree_leads_to_the_leaf_of_an_input(values: list[float], score: float) -> None:
    trees = Trees(1)
    trees.add(TREE, whole=False)
    assert trees.scores(values) == [score]


def test_trees_take_turns_among_outputs() -> None:
    trees = Trees(2)
    for _ in range(2):
        trees.add(TREE, whole=True)
        trees.add({"leaf_value": 0.5}, whole=True)
    assert trees.scores([1, 3]) == [8.0, 1.0]


def test_thresholds_between_whole_numbers_become_whole() -> None:
    trees = Trees(1)
    trees.add(TREE, whole=True)
    assert trees.thresholds == [2, 0]
    assert trees.scores([0, 3]) == [0.25]


def test_trees_survive_a_document() -> None:
    trees = Trees(1)
    trees.add(TREE, whole=False)
    assert Trees.from_data(trees.as_data()) == trees


@pytest.mark.parametrize("name", ["thresholds", "left", "right", "leaves"])
def test_a_damaged_document_is_refused(name: str) -> None:
    trees = Trees(1)
    trees.add(TREE, whole=False)
    data = trees.as_data()
    with pytest.raises(ValueError, match="branch to nowhere"):
        Trees.from_data({**data, name: data[name][:-1]})


def test_another_kind_of_decision_is_refused() -> None:
    with pytest.raises(ValueError, match="'=='"):
        Trees(1).add({**TREE, "decision_type": "=="}, whole=False)
