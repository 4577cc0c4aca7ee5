"""Looking again before a good word: what a program might do to be counted for less than it does."""

import math
from collections.abc import Callable
from typing import Final

from ordojudge.analysis.candidate import (
    DIFFERENT,
    FORESEES,
    SUSPECT,
    Candidate,
    Stopped,
    fails_on,
)
from ordojudge.analysis.costs import SCALES
from ordojudge.analysis.deciding import Curve
from ordojudge.analysis.inputs import GeneratedInputs, Given
from ordojudge.analysis.ladder import LARGE_SIZE, Ladder, Run, Rung
from ordojudge.core.errors import AnalyserError

LARGE_BYTES: Final = 2 << 20
"""The longest input on which CPU time is held against the count."""

SPARE_CPU_S: Final = 0.1
SECONDS_PER_BYTE: Final = 1e-7
"""CPU time that a program may use without counting anything, and for each byte that it reads."""

SEED_TOLERANCE: Final = 2.0
SPARE_OPERATIONS: Final = 1_000
"""How much more an input of a seed of its own may cost a candidate."""

STEEPEST: Final = 4.0
"""Growth, as a power, from which on there are no larger inputs to look at."""


def confirm(
    candidate: Candidate,
    ladder: Ladder,
    curve: Curve,
    *,
    inputs: GeneratedInputs | None,
    base: int,
    reference: Callable[[], Run | None],
) -> None:
    """Hold a good result against a plain run, an input that nobody could foresee, and CPU time.

    Args:
        curve: Of the first variant.
        inputs: The generator, in any box; none if the inputs are tests.
        base: What the candidate costs on the smallest input.
        reference: What runs the reference solution, asked only where the candidate fails.

    Raises:
        Stopped: they don't agree.
    """
    top = ladder.rungs[curve.variant][len(curve.sizes) - 1]
    _compare_answers(candidate, top)
    if inputs is None or candidate.kind == "cpu":
        return
    _check_foreign_seed(candidate, curve, inputs, base=base)
    _check_large(candidate, ladder, curve, inputs, reference=reference)


def _compare_answers(candidate: Candidate, top: Rung) -> None:
    output = candidate.check_plainly(top)
    if top.answer is None and output != candidate.run(top.given).output:
        candidate.flags.append(DIFFERENT)
        raise Stopped(f"size {top.given.size:g}: another answer than when counted")


def _check_foreign_seed(
    candidate: Candidate, curve: Curve, inputs: GeneratedInputs, *, base: int
) -> None:
    """Against programs that know the inputs: a seed that depends on the program itself."""
    index = max(0, len(curve.sizes) - 2)
    given = inputs.make(int(curve.sizes[index]), curve.variant, seed=candidate.seed)
    cost = candidate.run(given)
    where = f"size {given.size:g}, another seed"
    if cost.suspect:
        candidate.flags.append(SUSPECT)
    if cost.failure is not None or cost.operations is None:
        raise Stopped(f"{where}: {cost.failure}", fails=not cost.suspect)
    if cost.operations - base > SEED_TOLERANCE * (curve.costs[index] + SPARE_OPERATIONS):
        candidate.flags.append(FORESEES)
        raise Stopped(f"{where}: costs {cost.operations}, not {curve.costs[index]:.0f}")


def _check_large(
    candidate: Candidate,
    ladder: Ladder,
    curve: Curve,
    inputs: GeneratedInputs,
    *,
    reference: Callable[[], Run | None],
) -> None:
    """Against costs that aren't counted: on a large input it must not fail, and take CPU time in proportion."""
    scale = SCALES[candidate.kind]
    if candidate.kind == "cpu" or ladder.numeric or len(curve.sizes) < 3:
        return
    doublings = math.log(curve.sizes[-1] / curve.sizes[-3])
    grown = max(math.log(curve.costs[-1] / curve.costs[-3]) / doublings, 0.5)
    if grown > STEEPEST:
        return
    enough = (scale.large_operations / curve.costs[-1]) ** (1 / grown)
    factor = min(LARGE_SIZE / curve.sizes[-1], enough)
    given = _large(ladder, curve, inputs, factor=factor) if factor >= 2 else None
    if given is None:
        return
    predicted = curve.costs[-1] * (given.size / curve.sizes[-1]) ** (grown + 0.1)
    limit_s = SPARE_CPU_S + scale.startup_s + SECONDS_PER_BYTE * len(given.content)
    limit_s += scale.seconds_per_operation * predicted
    failure, _, cpu_s = candidate.timed(given, cpu_s=limit_s)
    if failure == "stopped for cpu" or cpu_s > limit_s:
        candidate.flags.append(SUSPECT)
        raise Stopped(
            f"size {given.size:g}: takes {cpu_s:.2f} s of CPU time or more, which its count doesn't explain"
        )
    if failure is not None and not _is_too_large(given, reference()):
        raise fails_on(given, failure)


def _is_too_large(given: Given, reference: Run | None) -> bool:
    """Whether the reference solution fails, too; that it takes long says nothing."""
    failure = None if reference is None else reference(given).failure
    return failure not in (None, "stopped for cpu", "stopped for wall")


def _large(ladder: Ladder, curve: Curve, inputs: GeneratedInputs, *, factor: float) -> Given | None:
    size = int(curve.sizes[-1] * 2 ** int(math.log2(factor)))
    if ladder.large is not None and curve.sizes[-1] < ladder.large.size <= size:
        return ladder.large
    try:
        given = inputs.make(size, curve.variant)
    except AnalyserError:  # larger than the problem allows
        return None
    if len(given.content) > LARGE_BYTES:
        return None
    if ladder.has_reference:
        ladder.large = given
    return given
