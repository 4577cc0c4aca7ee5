"""How good the model is: ``python -m ordojudge_complexity.evaluate ROWS.jsonl``, as Markdown.

ROWS is what ``ordojudge_complexity.data build`` wrote.
The final fold is for a finished model: choose nothing by what it says.
"""

import argparse
import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, get_args

from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity import metrics
from ordojudge_complexity.backends.embedded import EmbeddedModel, shipped_model
from ordojudge_complexity.data import Fold, Row, fold_of, read_rows
from ordojudge_complexity.data_sources import trust
from ordojudge_complexity.features import CLASSES, features
from ordojudge_complexity.metrics import Interval, Judged, interval

__all__ = ["figures", "judge", "markdown"]

Table = dict[str, Interval]
Say = Callable[[str], None]

_STRIDE: Final = 1_000
"""Programs between two lines of progress."""


def judge(
    model: EmbeddedModel, rows: Iterable[Row], *, say: Say = lambda _: None
) -> tuple[list[Judged], list[Judged]]:
    """What a model says of labelled programs, beside their problems' own targets and beside others.

    A problem's own target is the best class of any program for it.
    The others are all but that and the one that nothing exceeds, so several for each row.

    Args:
        say: Told what is going on.
    """
    kept = list(rows)
    classes: dict[str, set[ComplexityClass]] = defaultdict(set)
    for row in kept:
        classes[row.problem].add(row.complexity)
    beside_own: list[Judged] = []
    beside_others: list[Judged] = []
    for row in kept:
        own = min(classes[row.problem], key=lambda member: member.rank)
        found = features(row.code, row.language)
        probabilities = model.probabilities(found)
        said = max(probabilities)
        for target in dict.fromkeys((own, *CLASSES[:-1])):
            exceeds = model.exceeds(found, probabilities, target)
            (beside_own if target is own else beside_others).append(
                Judged(
                    problem=row.problem,
                    language=row.language,
                    source=row.source,
                    label=row.complexity,
                    said=CLASSES[probabilities.index(said)],
                    probability=said,
                    target=target,
                    exceeds=exceeds,
                    several=len(classes[row.problem]) > 1,
                    sure=not model.accept_below < exceeds < model.reject_above,
                )
            )
        if len(beside_own) % _STRIDE == 0:
            say(f"judged {len(beside_own)} of {len(kept)} programs")
    return beside_own, beside_others


def figures(rows: Sequence[Judged], others: Sequence[Judged] = ()) -> dict[str, Table]:
    """Every figure of the model card, by what it is about.

    Args:
        rows: Programs beside their problems' own targets.
        others: The same beside other targets.
    """
    several = [row for row in rows if row.several]
    single = [row for row in rows if not row.several]
    # A constant target is another's only where every program exceeds it: nothing to put in order.
    ordered = [row for row in others if row.target is not CLASSES[0]]
    table: dict[str, Table] = {
        "class": {
            "accuracy": interval(rows, metrics.class_accuracy),
            "macro F1": interval(rows, metrics.macro_f1),
        },
        "exceeds the target, problems with several classes": {
            "accuracy, forced": interval(several, metrics.verdict_accuracy),
            "AUC": interval(several, metrics.area),
            "outside the abstain band": interval(several, metrics.covered),
            "right there": interval(several, metrics.right_when_sure),
            "accepted but above the target, of those accepted": interval(
                several, metrics.accepted_wrongly
            ),
            "accepted, of those above the target": interval(several, metrics.let_through),
        }
        if several
        else {},
        "exceeds the target, problems with one class": {
            "said to exceed, forced": interval(single, lambda r: 1 - metrics.verdict_accuracy(r)),
            "said to exceed outside the abstain band": interval(single, metrics.rejected),
            "outside the abstain band": interval(single, metrics.covered),
        }
        if single
        else {},
        "exceeds another target": {
            "accuracy, forced": interval(others, metrics.verdict_accuracy),
            "AUC": interval(others, metrics.area),
            "outside the abstain band": interval(others, metrics.covered),
            "right there": interval(others, metrics.right_when_sure),
            "accepted but above the target, of those accepted": interval(
                others, metrics.accepted_wrongly
            ),
        }
        if others
        else {},
    }
    for title, field, part, figure in (
        ("class accuracy by language", "language", rows, metrics.class_accuracy),
        ("class accuracy by source", "source", rows, metrics.class_accuracy),
        (
            "accuracy of exceeding, forced, by language",
            "language",
            several,
            metrics.verdict_accuracy,
        ),
        ("AUC of exceeding by source", "source", several, metrics.area),
        ("right outside the abstain band by source", "source", several, metrics.right_when_sure),
        (
            "accuracy of exceeding another target, forced",
            "target",
            others,
            metrics.verdict_accuracy,
        ),
        ("AUC of exceeding another target", "target", ordered, metrics.area),
    ):
        table[title] = _by(field, part, figure)
    return {title: found for title, found in table.items() if found}


def _by(field: str, rows: Sequence[Judged], figure: metrics.Figure) -> Table:
    """A figure for each value of a field, the most frequent first."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        groups[str(getattr(row, field))].append(row)
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
    return {value: interval(part, figure) for value, part in ordered}


def calibration(rows: Sequence[Judged]) -> list[tuple[str, int, float, float]]:
    """How probabilities of the class come true: range, rows, mean probability, share that was right."""
    result = []
    for low in range(2, 10):
        part = [row for row in rows if low <= min(int(row.probability * 10), 9) < low + 1]
        if part:
            said = sum(row.probability for row in part) / len(part)
            result.append(
                (
                    f"{low / 10:.1f} to {(low + 1) / 10:.1f}",
                    len(part),
                    said,
                    metrics.class_accuracy(part),
                )
            )
    return result


def markdown(rows: Sequence[Judged], others: Sequence[Judged] = ()) -> str:
    """Figures as tables, with 95 % intervals over problems."""
    lines = []
    for title, table in figures(rows, others).items():
        lines += [
            f"| {title} | value | 95 % interval | rows | problems |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += [
            f"| {name} | {f.value:.3f} | {f.low:.3f} to {f.high:.3f} | {f.rows} | {f.problems} |"
            for name, f in table.items()
        ]
        lines.append("")
    lines += ["| probability of the class | rows | mean | right |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {name} | {count} | {said:.3f} | {right:.3f} |"
        for name, count, said, right in calibration(rows)
    ]
    of_class = metrics.calibration_error([(row.probability, row.said is row.label) for row in rows])
    of_verdict = metrics.calibration_error(
        [(row.exceeds, row.above) for row in rows if row.several]
    )
    lines += ["", f"Expected calibration error: class {of_class:.3f}, exceeding {of_verdict:.3f}."]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m ordojudge_complexity.evaluate", description=__doc__
    )
    parser.add_argument("rows", type=Path, help="JSON Lines file that `data build` wrote")
    parser.add_argument(
        "--fold", choices=get_args(Fold), default="tune", help="default: %(default)s"
    )
    parser.add_argument(
        "--trusted",
        type=float,
        default=0.0,
        metavar="WEIGHT",
        help="only sources whose labels are trusted at least so far, 0 to 1; default: all",
    )
    parser.add_argument("--model", type=Path, help="model file; the shipped one if left out")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    rows = [row for row in read_rows(options.rows) if fold_of(row.problem) == options.fold]
    if not rows:
        parser.error(f"rows: {options.rows} has none of the fold {options.fold}")
    rows = [row for row in rows if trust(row.source) >= options.trusted]
    if not rows:
        parser.error(f"--trusted: no source of the rows is trusted as far as {options.trusted}")
    if options.model:
        model = EmbeddedModel.from_json(gzip.decompress(options.model.read_bytes()))
    else:
        model = shipped_model()
        if options.fold != "final":
            print(
                f"note: the shipped model was trained on the fold {options.fold}", file=sys.stderr
            )
    judged, others = judge(model, rows, say=lambda text: print(text, file=sys.stderr, flush=True))
    print("drawing problems for the intervals", file=sys.stderr, flush=True)
    if options.json:
        table = figures(judged, others)
        print(
            json.dumps(
                {
                    title: {k: [f.value, f.low, f.high] for k, f in t.items()}
                    for title, t in table.items()
                }
            )
        )
    else:
        print(markdown(judged, others))
    return 0


if __name__ == "__main__":
    sys.exit(main())
