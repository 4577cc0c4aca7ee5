"""A complexity estimate for people: a table of the evidence, and a picture of the curves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ordojudge.core.models import ComplexityEstimate, ComplexityEvidence, Problem
from ordojudge.core.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import Console

    from ordojudge.core.models import Report

SUFFIXES = (".svg", ".png")
"""Endings of pictures that can be drawn."""

COLOURS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e5ea2", "#d98e04", "#555555")


def not_accepted(
    report: Report, problem: Problem, *, target: str | None = None
) -> ComplexityEstimate:
    """The estimate of a program that doesn't solve the problem: there is none, and why.

    Args:
        target: The bound that was asked for in place of the problem's.
    """
    accepted = sum(test.verdict is Verdict.AC for test in report.tests)
    reason = f"{report.verdict.long_name}: {accepted} of {len(problem.tests)} tests accepted"
    if report.compile.message and not report.tests:
        reason += f": {report.compile.message.splitlines()[0][:200]}"
    evidence = ComplexityEvidence(source="measured", detail=f"not measured: {reason}")
    if target is None and problem.reference is not None:
        target = problem.reference.bound
    return ComplexityEstimate(target=target, evidence=(evidence,))


def measurement(estimate: ComplexityEstimate) -> dict[str, Any] | None:
    """What was measured, as data; none if nothing was."""
    for evidence in estimate.evidence:
        if evidence.source == "measured":
            try:
                detail = json.loads(evidence.detail)
            except ValueError:
                return None
            return detail if isinstance(detail, dict) else None
    return None


def summary_of(evidence: ComplexityEvidence) -> str:
    """What a piece of evidence says for itself, in a line."""
    try:
        detail = json.loads(evidence.detail)
    except ValueError:
        return evidence.detail
    if not isinstance(detail, dict):
        return evidence.detail
    flags = ", ".join(map(str, detail.get("flags", ())))
    return f"{detail.get('summary', '')}" + (f" [{flags}]" if flags else "")


def print_estimate(console: Console, estimate: ComplexityEstimate) -> None:
    """Print an estimate, its evidence and the measured curves."""
    from rich.table import Table
    from rich.text import Text

    from ordojudge_api.report_view import printable

    meets = {True: "yes", False: "no", None: "unknown"}[estimate.meets_target]
    facts = Table.grid(padding=(0, 2))
    for name, value in (
        ("bound", estimate.bound or "unknown"),
        ("target", estimate.target or "none"),
        ("relation", estimate.relation),
        ("meets the target", meets),
        ("confidence", f"{estimate.confidence:.2f}"),
    ):
        facts.add_row(name, Text(printable(value)))
    console.print(facts)
    if estimate.evidence:
        table = Table("evidence", "bound", "relation", "confidence", "because", box=None)
        for evidence in estimate.evidence:
            table.add_row(
                evidence.source,
                Text(printable(evidence.bound or "unknown")),
                evidence.relation,
                f"{evidence.confidence:.2f}",
                Text(printable(summary_of(evidence))),
            )
        console.print()
        console.print(table)
    for curve in (measurement(estimate) or {}).get("curves", ()):
        console.print()
        console.print(_curve_table(curve))


def _curve_table(curve: dict[str, Any]) -> Any:
    from rich.table import Table

    name = f"inputs {curve['variant']}" if curve["variant"] else "inputs"
    table = Table(name, *(f"{size:g}" for size in curve["sizes"]), box=None)
    rows = (("cost", curve["costs"]), ("reference", curve["reference"]))
    for label, values in (*rows, (f"fitted {curve['fit']}", curve["fitted"])):
        if values:
            table.add_row(label, *(f"{value:,.0f}" for value in values))
    return table


def draw(estimate: ComplexityEstimate, path: Path) -> None:
    """Draw cost against size, with the class that fits and the reference.

    Raises:
        ConfigurationError: matplotlib is missing, or the file can't be a picture.
        AnalyserError: nothing was measured.
    """
    from ordojudge.core.errors import AnalyserError, ConfigurationError

    if path.suffix.lower() not in SUFFIXES:
        raise ConfigurationError(f"--plot: {path}: its name must end in {' or '.join(SUFFIXES)}")
    measured = measurement(estimate)
    if not measured or not measured.get("curves"):
        raise AnalyserError("--plot: there is nothing to draw, since nothing was measured")
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ConfigurationError(
            "--plot: matplotlib is not installed; it comes with pip install 'ordojudge[plot]'"
        ) from None
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for index, curve in enumerate(measured["curves"]):
        _draw_curve(axes, curve, COLOURS[index % len(COLOURS)])
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=10)
    axes.set_xlabel("size of the input")
    axes.set_ylabel(f"{measured['unit']} of one run")
    relation = estimate.relation if estimate.target else "no target"
    axes.set_title(
        f"grows like {estimate.bound or 'no known class'}; target {estimate.target or 'none'}:"
        f" {relation}",
        fontsize=11,
    )
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend(fontsize=9, title="each step to the right doubles the input", title_fontsize=8)
    figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)


def _draw_curve(axes: Any, curve: dict[str, Any], colour: str) -> None:
    name = f" ({curve['variant']})" if curve["variant"] else ""
    axes.plot(curve["sizes"], curve["costs"], "o", color=colour, label=f"this program{name}")
    if curve["fitted"]:
        label = f"best fit: {curve['fit']}{name}"
        axes.plot(curve["sizes"], curve["fitted"], "-", color=colour, alpha=0.7, label=label)
    if curve["reference"]:
        label = f"reference solution{name}"
        axes.plot(curve["sizes"], curve["reference"], "x--", color=colour, alpha=0.45, label=label)
