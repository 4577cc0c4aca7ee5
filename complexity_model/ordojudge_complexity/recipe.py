"""Everything chosen by hand in training."""

from dataclasses import dataclass

__all__ = ["Recipe"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Chosen by cross-validation over the problems of the folds train and tune."""

    seed: int = 20_261_202
    sequences: int = 1_200
    """How many words and runs of words are looked at: those that the most problems have."""

    parts: int = 1_100
    in_problems: int = 6
    """A feature of the syntax tree, or a part of a name, must occur in this many problems."""

    words: int = 1_500
    """How many words and runs of words of outlines are looked at."""

    paths: int = 1_500
    bags: int = 2
    """How often trees are fitted, each time from another seed; they are averaged."""

    rounds: int = 120
    leaves: int = 24
    rate: float = 0.14
    features: float = 0.15
    """Share of the features that one tree may use."""

    smoothing: float = 2.0
    bagging: float = 0.8
    network_words: int = 20_000
    """How many features the network looks at: of all that are counts, those that the most problems have."""

    network_width: int = 64
    """Numbers of a word, and size of the hidden layer."""

    network_epochs: int = 6
    network_rate: float = 0.002
    network_batch: int = 128
    network_doubt: float = 0.05
    """How much of a label counts as spread over all classes."""

    without_words: float = 0.6
    """Share of a program's words that are left out, drawn anew each time the network learns from it."""

    without_parts: float = 0.3
    """The same for the parts of both layers."""

    verdict_rounds: int = 120
    verdict_leaves: int = 12
    one_class: float = 0.3
    """In the second step, the weight of programs for problems that have one class."""

    other_targets: float = 0.03
    """In the second step, the weight of a program asked about each target that isn't its problem's own."""

    folds: int = 3
    cover: float = 0.68
    wrongly: float = 0.04
    """What the abstain band keeps to on problems that models hadn't seen, see `abstain_band`:
    with a margin to the goals, 0.60 and 0.05."""
