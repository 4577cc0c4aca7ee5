"""From all evidence to one estimate: does a solution meet the best known bound?

Measured evidence decides where it is decisive. Otherwise what reads the program speaks beside it, with the
weight of its calibrated confidence; and where that isn't enough, the answer is that nobody knows.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from ordojudge.analysis.measured import Measurer
from ordojudge.core.bounds import Bound, format_bound, parse_bound, read_facts
from ordojudge.core.errors import (
    AnalyserError,
    BoundError,
    ProblemError,
    SandboxError,
    boundary,
)
from ordojudge.core.languages import Language
from ordojudge.core.models import ComplexityEstimate, ComplexityEvidence, Problem
from ordojudge.ports import Box, ComplexityAnalyser, ComplexityQuestion, Program

log = structlog.get_logger(__name__)

DECISIVE: Final = 0.9
"""Confidence from which on measured evidence decides alone."""

MEETS: Final = 0.8
FAILS: Final = 0.3
"""Probability that the target is met from which on, and up to which, that is said."""

_MOST: Final = 0.98
"""The most that one source is believed where several are weighed."""


class Estimator:
    """Judges time complexity. Thread-safe."""

    def __init__(
        self, analysers: Sequence[ComplexityAnalyser] = (), *, measurer: Measurer | None = None
    ) -> None:
        """An estimator over sources of evidence.

        Args:
            analysers: Sources that read programs, beside measurement.
            measurer: Runs programs; it remembers the curves of reference solutions.
        """
        self._analysers = tuple(analysers)
        self._measurer = measurer or Measurer()

    def estimate(
        self,
        source: str,
        language: Language,
        *,
        problem: Problem | None = None,
        target: str | None = None,
        site: "Site | None" = None,
    ) -> ComplexityEstimate:
        """Everything that is known of a correct program's complexity. What fails is said in the evidence.

        Args:
            source: The program.
            problem: What it solves.
            target: The bound to meet; the problem's if none.
            site: Where it can be run, to be measured.
        """
        reference = None if problem is None else problem.reference
        if target is None and reference is not None:
            target = reference.bound
            place = "reference.bound"
        else:
            place = "target"
        bound: Bound | None = None
        evidence: list[ComplexityEvidence] = []
        if target is not None:
            try:
                bound = parse_bound(target)
            except BoundError as error:
                complaint = f"{place}: {error}"
                return ComplexityEstimate(target=target, evidence=(nothing("declared", complaint),))
            undeclared = _undeclared(bound, problem)
            if undeclared is not None:
                complaint = f"{place}: {undeclared!r} is not among reference.variables"
                evidence.append(nothing("declared", complaint))
        question = ComplexityQuestion(
            source=source,
            language=language,
            problem=problem,
            target=bound,
            facts=read_facts(reference.facts if reference is not None else ()),
        )
        if site is not None:
            evidence.append(self._measured(question, site))
        for analyser in self._analysers:
            try:
                with boundary(AnalyserError, "reading the program"):
                    evidence.append(analyser.analyse(question))
            except AnalyserError as error:
                log.warning("analyser failed", error=str(error))
                evidence.append(nothing("model", str(error)))
        return combine(evidence, target=bound)

    def _measured(self, question: ComplexityQuestion, site: "Site") -> ComplexityEvidence:
        try:
            with boundary(AnalyserError, "measuring"):
                return self._measurer.measure(
                    question, program=site.program, box=site.box, companion=site.companion
                )
        except (AnalyserError, ProblemError, SandboxError) as error:
            log.warning("not measured", error=str(error))
            return nothing("measured", str(error))


@dataclass(frozen=True, slots=True)
class Site:
    """Where a program can be run."""

    program: Program
    box: Box
    companion: Callable[[Language], Box]
    """A box for the judge's own code, in a language."""


def _undeclared(bound: Bound, problem: Problem | None) -> str | None:
    """A variable of the target that the problem, which declares some, doesn't declare."""
    declared = problem.reference.variables if problem is not None and problem.reference else {}
    missing = sorted(bound.variables - declared.keys())
    return missing[0] if declared and missing else None


def nothing(source: str, reason: str) -> ComplexityEvidence:
    """Evidence that says nothing, and why."""
    return ComplexityEvidence.model_validate({"source": source, "detail": reason})


def combine(evidence: Sequence[ComplexityEvidence], *, target: Bound | None) -> ComplexityEstimate:
    """One estimate of all evidence."""
    kept = tuple(evidence)
    shown = None if target is None else format_bound(target)
    measured = next((each for each in kept if each.source == "measured"), None)
    if target is None:
        best = max(kept, key=lambda each: each.confidence if each.bound else -1.0, default=None)
        if best is None or best.bound is None:
            return ComplexityEstimate(evidence=kept)
        return ComplexityEstimate(bound=best.bound, confidence=best.confidence, evidence=kept)
    if measured is not None and measured.relation != "unknown" and measured.confidence >= DECISIVE:
        return _decided(measured, measured.confidence, shown, kept)
    if measured is not None and (doubt := _doubts(measured)) is not None:
        # What a program says in its text must not make up for what it did when it ran.
        return ComplexityEstimate(
            target=shown, meets_target=False if doubt == "fails" else None, evidence=kept
        )
    odds = sum(map(_log_odds, _independent(kept)))
    probability = 1 / (1 + math.exp(-odds))
    if probability >= MEETS:
        speaker = _loudest(kept, ("better", "equal"))
        return _decided(speaker, probability, shown, kept)
    if probability <= FAILS:
        return _decided(_loudest(kept, ("worse",)), 1 - probability, shown, kept)
    return ComplexityEstimate(target=shown, evidence=kept)


def _decided(
    speaker: ComplexityEvidence,
    confidence: float,
    target: str | None,
    evidence: tuple[ComplexityEvidence, ...],
) -> ComplexityEstimate:
    return ComplexityEstimate(
        bound=speaker.bound,
        target=target,
        relation=speaker.relation,
        meets_target=speaker.relation in ("better", "equal"),
        confidence=round(min(confidence, 1.0), 4),
        evidence=evidence,
    )


def _independent(evidence: Sequence[ComplexityEvidence]) -> list[ComplexityEvidence]:
    """Measurement, and one of those that read the program: they see the same text, and err together."""
    spoken = [each for each in evidence if each.relation != "unknown"]
    read = [each for each in spoken if each.source != "measured"]
    read.sort(key=lambda each: (each.source == "model", each.confidence), reverse=True)
    return [each for each in spoken if each.source == "measured"] + read[:1]


def _log_odds(evidence: ComplexityEvidence) -> float:
    """What one source adds to the odds that the target is met."""
    if evidence.relation == "unknown" or evidence.confidence <= 0:
        return 0.0
    # Who is unsure says nothing, not the opposite.
    confidence = min(max(evidence.confidence, 0.5), _MOST)
    odds = math.log(confidence / (1 - confidence))
    return -odds if evidence.relation == "worse" else odds


def _loudest(
    evidence: Sequence[ComplexityEvidence], relations: Sequence[str]
) -> ComplexityEvidence:
    return max(
        (each for each in evidence if each.relation in relations), key=lambda each: each.confidence
    )


def _doubts(measured: ComplexityEvidence) -> str | None:
    """Why measuring is the last word though it found nothing: ``fails``, ``exceeds`` or ``suspect``."""
    try:
        detail = json.loads(measured.detail)
    except ValueError:
        return None
    if not isinstance(detail, dict):
        return None
    if detail.get("fails_on_larger_inputs"):
        return "fails"
    if detail.get("exceeds_target"):
        return "exceeds"
    return "suspect" if detail.get("flags") else None
