"""Boosted trees without a library: as few numbers as they take, read by a loop."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Trees"]


@dataclass(slots=True)
class Trees:
    """Trees of one or several outputs; an inner node goes left if its input is at most its threshold.

    Nodes of all trees lie in one row of lists. A branch below 0 is a leaf: ``~branch`` is its place.
    """

    outputs: int
    roots: list[int] = field(default_factory=list)
    """First node of each tree; the trees of the outputs take turns."""

    inputs: list[int] = field(default_factory=list)
    thresholds: list[float] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    leaves: list[float] = field(default_factory=list)

    def scores(self, values: Sequence[float]) -> list[float]:
        """Sum of the leaves that an input reaches, for each output."""
        inputs, thresholds, left, right = self.inputs, self.thresholds, self.left, self.right
        leaves, outputs = self.leaves, self.outputs
        result = [0.0] * outputs
        for place, node in enumerate(self.roots):
            while node >= 0:
                node = left[node] if values[inputs[node]] <= thresholds[node] else right[node]
            result[place % outputs] += leaves[~node]
        return result

    def add(self, structure: dict[str, Any], *, whole: bool, share: float = 1.0) -> None:
        """Append a tree as LightGBM dumps it.

        Args:
            structure: ``tree_structure`` of a dumped tree without categories and missing values.
            whole: The inputs are whole numbers, so thresholds can be too.
            share: How much the tree counts for.
        """
        self.roots.append(self._add_node(structure, whole=whole, share=share))

    def _add_node(self, node: dict[str, Any], *, whole: bool, share: float) -> int:
        if "leaf_value" in node:
            self.leaves.append(_rounded(share * node["leaf_value"]))
            return ~(len(self.leaves) - 1)
        if node["decision_type"] != "<=":
            raise ValueError(f"decision {node['decision_type']!r} is not supported")
        place = len(self.inputs)
        threshold = float(node["threshold"])
        self.inputs.append(int(node["split_feature"]))
        self.thresholds.append(int(threshold // 1) if whole else threshold)
        self.left.append(0)
        self.right.append(0)
        self.left[place] = self._add_node(node["left_child"], whole=whole, share=share)
        self.right[place] = self._add_node(node["right_child"], whole=whole, share=share)
        return place

    def as_data(self) -> dict[str, Any]:
        """For a JSON document."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Trees":
        """What :meth:`as_data` gave.

        Raises:
            ValueError: lists that don't fit together.
        """
        trees = cls(**data)
        nodes, leaves = len(trees.inputs), len(trees.leaves)
        same = len(trees.thresholds) == len(trees.left) == len(trees.right) == nodes
        branches = [*trees.roots, *trees.left, *trees.right]
        if not same or any(not -leaves <= branch < nodes for branch in branches):
            raise ValueError("lists of different lengths, or a branch to nowhere")
        return trees


def _rounded(value: float) -> float:
    return float(f"{value:.7g}")
