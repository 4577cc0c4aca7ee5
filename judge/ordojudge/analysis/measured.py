"""Measured evidence: a candidate and the reference run on inputs of growing size, and their costs compared.

Costs are counts of operations, so load changes nothing, and equal runs cost the same.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ordojudge.analysis.account import Measured, evidence_of
from ordojudge.analysis.candidate import Candidate, Stopped
from ordojudge.analysis.confirming import confirm
from ordojudge.analysis.deciding import Curve, Verdict, is_hopeless
from ordojudge.analysis.growth import log_at, under_facts
from ordojudge.analysis.inputs import GeneratedInputs
from ordojudge.analysis.ladder import EXTENSIONS, Builder, Ladder, Run, Rung
from ordojudge.analysis.other_target import Stance, decide_at, shown, stance_of
from ordojudge.core.bounds import Bound
from ordojudge.core.errors import AnalyserError, SubmissionError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import (
    ComplexityEvidence,
    FunctionInterface,
    Problem,
    StdioInterface,
)
from ordojudge.core.texts import to_bytes
from ordojudge.ports import Box, ComplexityQuestion, Program

KEPT_LADDERS: Final = 256
"""Problems whose reference curves are remembered."""

CPU_BUDGET_S: Final = 6.0
"""CPU time after which a candidate's measurement ends with what is known."""

MATCHING_FACTOR: Final = 4.0
"""How many times the reference's cost a solution may have and still match it."""


class Measurer:
    """Measures candidates, and remembers each problem's reference curves. Thread-safe."""

    def __init__(self, *, matching_factor: float = MATCHING_FACTOR) -> None:
        self._matching_factor = matching_factor
        self._ladders: OrderedDict[str, Ladder] = OrderedDict()
        self._lock = threading.Lock()

    def measure(
        self,
        question: ComplexityQuestion,
        *,
        program: Program,
        box: Box,
        companion: Callable[[Language], Box],
    ) -> ComplexityEvidence:
        """Measure a program that solves a problem.

        Args:
            question: With its problem.
            program: It, compiled as for the tests.
            box: Where it may run.
            companion: A box for the judge's own code, taken only if it is needed.

        Raises:
            AnalyserError: it can't be measured; says why, by the problem's field where that is to blame.
            SandboxError: a box failed.
        """
        problem = question.problem
        if problem is None:
            raise AnalyserError("there is no problem to measure it on")
        if not isinstance(problem.interface, StdioInterface | FunctionInterface):
            raise AnalyserError(f"interface: {problem.interface.type} problems can't be measured")
        target = None if question.target is None else under_facts(question.target, question.facts)
        stance = stance_of(problem, target, question.facts)
        try:
            candidate = Candidate(
                question,
                problem,
                program=program,
                box=box,
                companion=companion,
                weight=stance.weight,
            )
        except AnalyserError as error:
            raise AnalyserError(f"the program: {error}") from None
        measuring = _Measuring(
            problem, target, stance, candidate=candidate, companion=companion, of=self
        )
        found = measuring.measure()
        return evidence_of(found, question, problem=problem, matching_factor=self._matching_factor)

    def ladder(self, key: str, build: Callable[[], Ladder]) -> Ladder:
        """A remembered ladder, or a new one."""
        with self._lock:
            found = self._ladders.get(key)
            if found is not None:
                self._ladders.move_to_end(key)
                return found
        made = build()
        with self._lock:
            self._ladders[key] = made
            while len(self._ladders) > KEPT_LADDERS:
                self._ladders.popitem(last=False)
        return made


class _Measuring:
    """The measurement of one candidate."""

    def __init__(
        self,
        problem: Problem,
        target: Bound | None,
        stance: Stance,
        *,
        candidate: Candidate,
        companion: Callable[[Language], Box],
        of: Measurer,
    ) -> None:
        self._problem = problem
        self._candidate = candidate
        self._companion = companion
        self._measurer = of
        self._target_bound = target
        self._stance = stance
        self._builder = Builder(problem, kind=candidate.kind, weight=stance.weight)
        self._found = Measured(exact=candidate.kind != "cpu")
        self._inputs: GeneratedInputs | None = None
        self._reference: Run | None = None
        self._judge_side_ready = False

    # -- the line

    def measure(self) -> Measured:
        """All that comes of it."""
        found, candidate = self._found, self._candidate
        found.flags = candidate.flags
        try:
            ladder = self._ladder()
            found.source = ladder.source
            bases = []
            for variant in ladder.variants:
                verdict, base = self._climb(ladder, variant)
                found.verdicts.append(verdict)
                bases.append(base)
                if verdict.relation in ("worse", "unknown"):
                    break
            if all(verdict.relation in ("better", "equal") for verdict in found.verdicts):
                inputs = self._own_inputs() if ladder.source == "generator" else None
                confirm(
                    candidate,
                    ladder,
                    found.curves[0],
                    inputs=inputs,
                    base=bases[0],
                    reference=self._reference_run,
                )
        except Stopped as stopped:
            found.stopped, found.fails = str(stopped), stopped.fails
        found.cpu_s, found.unit = candidate.cpu_s, candidate.unit
        return found

    def _ladder(self) -> Ladder:
        reference = self._problem.reference
        has_reference = reference is not None and reference.solution is not None

        def build() -> Ladder:
            self._prepare_judge_side()
            if self._reference is not None:
                return self._builder.build(self._reference, self._inputs, is_reference=True)
            return self._builder.build(self._candidate.climb, self._inputs, is_reference=False)

        if not has_reference:
            return build()
        return self._measurer.ladder(self._key(), build)

    def _climb(self, ladder: Ladder, variant: str) -> tuple[Verdict, int]:
        """Measure the candidate on one variant, as far up as it takes."""
        rungs = list(ladder.rungs[variant])
        base = 0
        if variant in ladder.bases:
            base = self._candidate.cost(ladder.bases[variant])
        costs: list[int] = []
        for rung in rungs:
            try:
                costs.append(self._candidate.cost(rung))
            except Stopped as stopped:
                rungs = rungs[: len(costs)]
                so_far = self._verdict(ladder, variant, rungs, costs, base)
                known = _as_far_as(so_far, stopped)
                self._keep(ladder, variant, rungs, costs, base)
                return known, base
            if self._is_hopeless(ladder, variant, rungs[: len(costs)], costs, base):
                rungs = rungs[: len(costs)]
                break
        verdict = self._verdict(ladder, variant, rungs, costs, base)
        for _ in range(EXTENSIONS):
            if verdict is None or verdict.certain or self._candidate.cpu_s > CPU_BUDGET_S:
                break
            further = self._extension(ladder, variant, len(rungs))
            if further is None:
                break
            try:
                costs.append(self._candidate.cost(further))
            except Stopped as stopped:
                verdict = _as_far_as(verdict, stopped)
                break
            rungs.append(further)
            verdict = self._verdict(ladder, variant, rungs, costs, base)
        if verdict is None:
            raise Stopped("too few sizes could be measured")
        self._keep(ladder, variant, rungs, costs, base)
        return verdict, base

    def _keep(
        self, ladder: Ladder, variant: str, rungs: list[Rung], costs: list[int], base: int
    ) -> None:
        self._found.curves.append(self._curve(ladder, variant, rungs, costs, base))

    def _extension(self, ladder: Ladder, variant: str, measured: int) -> Rung | None:
        with ladder.lock:
            rungs = ladder.rungs[variant]
            if len(rungs) > measured:
                return rungs[measured]
            self._prepare_judge_side()
            run = self._reference if ladder.has_reference else None
            return self._builder.extend(ladder, run, self._inputs, variant)

    # -- deciding

    def _curve(
        self, ladder: Ladder, variant: str, rungs: list[Rung], costs: list[int], base: int
    ) -> Curve:
        sizes = tuple(rung.given.size for rung in rungs)
        reference = None
        if ladder.has_reference:
            under = ladder.bases[variant].cost if variant in ladder.bases else 0
            reference = tuple(_above(rung.cost or 0, under or 0) for rung in rungs)
        return Curve(
            variant=variant,
            sizes=sizes,
            costs=tuple(_above(cost, base) for cost in costs),
            reference=reference,
            target=self._logs(self._target_bound, rungs, ladder),
            own=self._logs(self._stance.own, rungs, ladder),
            standing=self._stance.standing if ladder.has_reference else "at",
        )

    def _logs(
        self, bound: Bound | None, rungs: list[Rung], ladder: Ladder
    ) -> tuple[float, ...] | None:
        """Logarithms of a bound at each rung, where the sizes of its variables are known."""
        if bound is None:
            return None
        try:
            return tuple(
                log_at(bound, rung.given.size, variables=rung.given.variables) for rung in rungs
            )
        except AnalyserError:
            if not ladder.has_reference:
                raise
            return None

    def _verdict(
        self, ladder: Ladder, variant: str, rungs: list[Rung], costs: list[int], base: int
    ) -> Verdict | None:
        if len(costs) < 3:
            return None
        return decide_at(self._curve(ladder, variant, rungs, costs, base), exact=self._found.exact)

    def _is_hopeless(
        self, ladder: Ladder, variant: str, rungs: list[Rung], costs: list[int], base: int
    ) -> bool:
        curve = self._curve(ladder, variant, rungs, costs, base)
        others = {}
        if (reference := shown(curve)) is not None:
            others["reference"] = reference
        if curve.target is not None:
            others["target"] = list(curve.target)
        return is_hopeless(curve.sizes, curve.costs, others)

    # -- the judge's side

    def _prepare_judge_side(self) -> None:
        if self._judge_side_ready:
            return
        self._judge_side_ready = True
        box = self._companion(self._judge_language())
        self._reference = self._builder.reference(box)
        self._inputs = self._builder.inputs(box)

    def _reference_run(self) -> Run | None:
        """What runs the reference solution, if there is one."""
        self._prepare_judge_side()
        return self._reference

    def _judge_language(self) -> Language:
        """The language that the companion must have besides Python, which every box has."""
        reference = self._problem.reference
        codes = (
            {"solution": reference.solution, "generator": reference.generator} if reference else {}
        )
        for name, code in codes.items():
            if code is not None and code.language not in ("python", "shapes"):
                try:
                    return find_language(code.language)
                except SubmissionError as error:
                    raise AnalyserError(f"reference.{name}: {error}") from None
        return find_language("python")

    def _own_inputs(self) -> GeneratedInputs | None:
        """The generator, in whichever box is at hand."""
        if self._inputs is None:
            reference = self._problem.reference
            if reference is None or reference.generator is None:
                return None
            generator = reference.generator
            if generator.language in ("python", "shapes"):  # any box runs it
                self._inputs = self._builder.inputs(self._candidate.box)
            else:
                self._prepare_judge_side()
        return self._inputs

    def _key(self) -> str:
        problem = self._problem
        parts = [
            problem.problem_id,
            self._candidate.kind,
            problem.interface.model_dump_json(),
            problem.reference.model_dump_json() if problem.reference else "",
            self._stance.name,
        ]
        if problem.reference is None or problem.reference.generator is None:
            parts += [test.input or "" for test in problem.tests]
        digest = hashlib.sha256()
        for part in parts:
            digest.update(to_bytes(part, place="problem") + b"\0")
        return digest.hexdigest()


def _as_far_as(verdict: Verdict | None, stopped: Stopped) -> Verdict:
    """What is known where a further size, which the reference bears, can't be had.

    Raises:
        Stopped: the candidate failed there, or nothing is known.
    """
    if verdict is not None and verdict.relation == "worse":
        return verdict
    if verdict is None or verdict.slope is None or stopped.fails:
        raise stopped
    return replace(verdict, relation="unknown", reason=str(stopped))


def _above(cost: int, base: int) -> float:
    """A cost without what the smallest input costs; a few steps are no growth."""
    return float(max(cost - base, min(base / 20, 8), 1))
