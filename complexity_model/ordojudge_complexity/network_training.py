"""Fits a `Network` by gradient descent, with numpy alone; the same for the same seed."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from ordojudge_complexity.network import COUNT_STEPS, COUNT_WEIGHTS, LENGTH, MIDDLE, Network
from ordojudge_complexity.recipe import Recipe
from ordojudge_complexity.vocabulary import matrix_of, words_of

__all__ = ["fit_network", "network_scores"]

_STEPS: Final = np.array(COUNT_WEIGHTS, np.float32) / COUNT_STEPS
_WARMING: Final = 200
"""Batches in which the rate rises to its full height."""

_LAST_RATE: Final = 0.02
_WORD_DECAY: Final = 1e-5
_LAYER_DECAY: Final = 1e-2
_CUT: Final = 0.9999
"""Share of a field's numbers that keep their size when they become bytes; the rest become the largest byte."""

Arrays = dict[str, Any]


def fit_network(
    found: Sequence[Mapping[str, int]],
    problems: Sequence[str],
    labels: Any,
    weights: Any,
    *,
    outputs: int,
    recipe: Recipe,
) -> Network:
    """A network that tells the labels of programs by their features.

    Args:
        found: Features of programs.
        problems: The problem of each program; words of the most problems are looked at.
        labels: Whole numbers below `outputs`.
        weights: How much each program counts for.
        outputs: How many labels there are.
        recipe: What to choose.
    """
    words, numbers = words_of(found, problems, most=recipe.network_words)
    counts = _counts(found, words)
    given = _given(found, numbers)
    mean, spread = given.mean(0), given.std(0) + 1e-6
    wished = np.full((len(found), outputs), recipe.network_doubt / outputs, np.float32)
    wished[np.arange(len(found)), labels] += 1 - recipe.network_doubt
    fitted = _descended(
        counts,
        ((given - mean) / spread).astype(np.float32),
        wished,
        np.asarray(weights, np.float32),
        recipe,
    )
    table, scales = _as_bytes(fitted["words"])
    number_weights = fitted["numbers"] / spread[:, None]
    return Network(
        words=words,
        table=table,
        scales=_rounded(scales),
        numbers=numbers,
        number_weights=_rounded(number_weights.T),
        bias=_rounded(fitted["bias"] - mean @ number_weights),
        hidden=_rounded(fitted["hidden"].T),
        hidden_bias=_rounded(fitted["hidden bias"]),
        output=_rounded(fitted["output"].T),
        output_bias=_rounded(fitted["output bias"]),
    )


def network_scores(network: Network, found: Sequence[Mapping[str, int]]) -> Any:
    """What `Network.scores` says of each program, for many at once."""
    width = len(network.scales)
    table = np.frombuffer(network.table, np.uint8).reshape(-1, width).astype(np.float32) - MIDDLE
    table *= np.array(network.scales, np.float32)
    given = _given(found, network.numbers)
    own = given @ np.array(network.number_weights).T + np.array(network.bias)
    first = np.maximum(_counts(found, network.words) @ table + own, 0)
    second = np.maximum(first @ np.array(network.hidden).T + np.array(network.hidden_bias), 0)
    return (first + second) @ np.array(network.output).T + np.array(network.output_bias)


def _counts(found: Sequence[Mapping[str, int]], words: Mapping[str, int]) -> Any:
    """One row of weights for each program, scaled to the same length."""
    matrix = matrix_of(found, words)
    matrix.data = _STEPS[matrix.data.astype(np.int64)]
    length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1)).ravel())
    factors = (LENGTH / np.maximum(length, 1 / COUNT_STEPS)).astype(np.float32)
    matrix.data *= np.repeat(factors, np.diff(matrix.indptr))
    return matrix


def _given(found: Sequence[Mapping[str, int]], numbers: Sequence[str]) -> Any:
    values = [[max(features.get(name, 0), 0) for name in numbers] for features in found]
    return np.log1p(np.array(values, float))


# --- descent


def _descended(counts: Any, given: Any, wished: Any, weights: Any, recipe: Recipe) -> Arrays:
    """The parts of a network after its last batch."""
    generator = np.random.default_rng(recipe.seed)
    parts = _start(counts.shape[1], given.shape[1], wished.shape[1], recipe, generator)
    means = {name: np.zeros_like(part) for name, part in parts.items()}
    squares = {name: np.zeros_like(part) for name, part in parts.items()}
    rows = len(wished)
    batches = max(rows // recipe.network_batch, 1)
    total = batches * recipe.network_epochs
    step = 0
    for _ in range(recipe.network_epochs):
        for batch in np.array_split(generator.permutation(rows), batches):
            rate = recipe.network_rate * min(1.0, (step + 1) / _WARMING)
            rate *= max(_LAST_RATE, 1 - step / total)
            step += 1
            slopes = _slopes(
                parts, counts[batch], given[batch], wished[batch], weights[batch], recipe, generator
            )
            slopes["words"] += np.float32(_WORD_DECAY) * parts["words"]
            for name, part in parts.items():
                _adam(part, slopes[name], means[name], squares[name], rate=rate, step=step)
                if name in ("numbers", "hidden", "output"):
                    part *= np.float32(1 - rate * _LAYER_DECAY)
    return parts


def _start(words: int, numbers: int, outputs: int, recipe: Recipe, generator: Any) -> Arrays:
    width = recipe.network_width

    def drawn(height: int, across: int, size: float) -> Any:
        return generator.normal(0, size, (height, across)).astype(np.float32)

    return {
        "words": drawn(words, width, 0.05),
        "numbers": drawn(numbers, width, 0.1),
        "bias": np.zeros(width, np.float32),
        "hidden": drawn(width, width, width**-0.5),
        "hidden bias": np.zeros(width, np.float32),
        "output": drawn(width, outputs, width**-0.5),
        "output bias": np.zeros(outputs, np.float32),
    }


def _slopes(
    parts: Arrays,
    counts: Any,
    given: Any,
    wished: Any,
    weights: Any,
    recipe: Recipe,
    generator: Any,
) -> Arrays:
    """How the surprise at a batch's labels grows with each part."""

    def kept(shape: Any, without: float) -> Any:
        drawn = generator.random(shape, dtype=np.float32) >= without
        return drawn * np.float32(1 / (1 - without))

    counts.data = counts.data * kept(len(counts.data), recipe.without_words)
    summed = counts @ parts["words"] + given @ parts["numbers"] + parts["bias"]
    open_first = kept(summed.shape, recipe.without_parts) * (summed > 0)
    first = summed * open_first
    inner = first @ parts["hidden"] + parts["hidden bias"]
    open_second = kept(inner.shape, recipe.without_parts) * (inner > 0)
    both = first + inner * open_second
    scores = both @ parts["output"] + parts["output bias"]
    likely = np.exp(scores - scores.max(1, keepdims=True))
    likely /= likely.sum(1, keepdims=True)

    of_scores = (likely - wished) * (weights / len(weights))[:, None]
    of_both = of_scores @ parts["output"].T
    of_inner = of_both * open_second
    of_summed = (of_both + of_inner @ parts["hidden"].T) * open_first
    return {
        "words": counts.T @ of_summed,
        "numbers": given.T @ of_summed,
        "bias": of_summed.sum(0),
        "hidden": first.T @ of_inner,
        "hidden bias": of_inner.sum(0),
        "output": both.T @ of_scores,
        "output bias": of_scores.sum(0),
    }


def _adam(part: Any, slope: Any, mean: Any, square: Any, *, rate: float, step: int) -> None:
    """One step of Adam (Kingma and Ba, 2015), in place."""
    mean *= np.float32(0.9)
    mean += np.float32(0.1) * slope
    square *= np.float32(0.999)
    slope *= slope
    slope *= np.float32(0.001)
    square += slope
    divisor = np.sqrt(square, out=slope)
    divisor *= np.float32((1 - 0.999**step) ** -0.5)
    divisor += np.float32(1e-8)
    moved = np.divide(mean, divisor, out=divisor)
    moved *= np.float32(rate / (1 - 0.9**step))
    part -= moved


# --- what is kept


def _as_bytes(numbers: Any) -> tuple[bytes, Any]:
    """Numbers in 255 steps around `MIDDLE`, and the size of a step for each column."""
    scales = np.quantile(np.abs(numbers), _CUT, axis=0) / (MIDDLE - 1)
    scales = np.maximum(scales, 1e-9)
    steps = np.clip(np.rint(numbers / scales), 1 - MIDDLE, MIDDLE - 1)
    return (steps + MIDDLE).astype(np.uint8).tobytes(), scales


def _rounded(numbers: Any) -> Any:
    """Nested lists, each number with six digits."""
    if numbers.ndim > 1:
        return [_rounded(row) for row in numbers]
    return [float(f"{number:.6g}") for number in numbers]
