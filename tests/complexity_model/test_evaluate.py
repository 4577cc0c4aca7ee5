"""Figures over judged programs, and the report of a model."""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity import metrics
from ordojudge_complexity.backends.embedded import EmbeddedModel
from ordojudge_complexity.data import Row, fold_of, write_rows
from ordojudge_complexity.evaluate import figures, judge, main, markdown
from ordojudge_complexity.metrics import Judged, interval
from tests.complexity_model.models import constant_model
from tests.complexity_model.programs import made_up

LINEAR, QUADRATIC = ComplexityClass.LINEAR, ComplexityClass.QUADRATIC


def judged(
    exceeds: float, *, above: bool, problem: str = "p", sure: bool = True, right: bool = True
) -> Judged:
    label = QUADRATIC if above else LINEAR
    return Judged(
        problem=problem,
        language="python",
        source="made up",
        label=label,
        said=label if right else ComplexityClass.CUBIC,
        probability=0.8,
        target=LINEAR,
        exceeds=exceeds,
        several=True,
        sure=sure,
    )


ROWS = [
    judged(0.05, above=False),
    judged(0.10, above=True, right=False),
    judged(0.40, above=False, sure=False),
    judged(0.70, above=True, sure=False),
    judged(0.95, above=True),
]


@pytest.mark.parametrize(
    ("figure", "value"),
    [
        (metrics.class_accuracy, 4 / 5),
        (metrics.macro_f1, (1 + 4 / 5) / 2),
        (metrics.verdict_accuracy, 4 / 5),
        (metrics.area, 5 / 6),
        (metrics.covered, 3 / 5),
        (metrics.right_when_sure, 2 / 3),
        (metrics.accepted_wrongly, 1 / 2),
        (metrics.let_through, 1 / 3),
        (metrics.rejected, 1 / 5),
    ],
)
def test_a_figure_is_what_its_name_says(figure: metrics.Figure, value: float) -> None:
    assert figure(ROWS) == pytest.approx(value)


def test_a_figure_of_nothing_is_zero_and_a_guess_is_a_half() -> None:
    assert metrics.class_accuracy([]) == 0
    assert metrics.area([]) == 0.5


def test_ties_count_half() -> None:
    assert metrics.area([judged(0.5, above=True), judged(0.5, above=False)]) == 0.5


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_the_area_is_the_share_of_pairs_in_order(pairs: list[tuple[float, bool]]) -> None:
    rows = [judged(p, above=above) for p, above in pairs]
    above = [row.exceeds for row in rows if row.above]
    within = [row.exceeds for row in rows if not row.above]
    wins = sum((a > w) + (a == w) / 2 for a in above for w in within)
    share = wins / (len(above) * len(within)) if above and within else 0.5
    assert metrics.area(rows) == pytest.approx(share)


def test_an_interval_is_over_problems() -> None:
    together = [replace(row, problem="one") for row in ROWS]
    whole = interval(together, metrics.class_accuracy)
    assert (whole.low, whole.value, whole.high) == (0.8, 0.8, 0.8)
    assert (whole.rows, whole.problems) == (5, 1)
    apart = interval(
        [replace(row, problem=str(place)) for place, row in enumerate(ROWS)], metrics.class_accuracy
    )
    assert apart.low < 0.8 < apart.high


def test_an_interval_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no rows"):
        interval([], metrics.class_accuracy)


def test_probabilities_that_come_true_have_no_calibration_error() -> None:
    assert metrics.calibration_error([(0.75, True)] * 3 + [(0.75, False)]) == pytest.approx(0)
    assert metrics.calibration_error([(0.9, False)] * 4) == pytest.approx(0.9)


# --- a model's report


def linear_model() -> EmbeddedModel:
    """Says linear, and that half of everything exceeds."""
    return constant_model([0, 0, 3, 0, 0, 0, 0], 0.0)


def rows_of(fold: str) -> list[Row]:
    return [row for row in made_up(120) if fold_of(row.problem) == fold]


def test_a_row_is_judged_against_the_best_class_of_its_problem() -> None:
    rows, _ = judge(linear_model(), made_up(14))
    assert {row.said for row in rows} == {LINEAR}
    assert all(not row.sure for row in rows if row.target is not ComplexityClass.EXPONENTIAL)
    best = {row.problem: row.target for row in rows}
    assert all(best[row.problem].rank <= row.label.rank for row in rows)
    assert any(row.several for row in rows)


def test_a_row_is_judged_against_every_other_target() -> None:
    rows = [row for row in made_up(14) if row.complexity is not ComplexityClass.EXPONENTIAL]
    beside_own, others = judge(linear_model(), rows)
    assert len(others) == 5 * len(rows)
    assert {row.target for row in others} == set(ComplexityClass) - {ComplexityClass.EXPONENTIAL}
    own = {(row.problem, row.target) for row in beside_own}
    assert not own & {(row.problem, row.target) for row in others}


def test_the_report_names_every_language_and_kind_of_figure() -> None:
    own, others = judge(linear_model(), made_up(42))
    table = figures(own, others)
    assert list(table["class accuracy by language"]) == ["python"]
    assert list(table["AUC of exceeding by source"]) == ["made up"]
    assert "linear" in table["AUC of exceeding another target"]
    assert not [title for title in figures(own) if "another target" in title]
    text = markdown(own, others)
    assert "| exceeds another target | value |" in text
    assert "| AUC | 0.5" in text
    assert "Expected calibration error" in text


def test_the_command_reports_on_one_fold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_rows(made_up(120), tmp_path / "rows.jsonl")
    (tmp_path / "model").write_bytes(gzip.compress(linear_model().as_json()))
    arguments = [str(tmp_path / "rows.jsonl"), "--model", str(tmp_path / "model"), "--fold", "tune"]
    assert main(arguments) == 0
    assert f"| {len(rows_of('tune'))} |" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    assert capsys.readouterr().out.startswith('{"class"')


def test_the_command_says_that_a_fold_is_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_rows(rows_of("train"), tmp_path / "rows.jsonl")
    with pytest.raises(SystemExit) as caught:
        main([str(tmp_path / "rows.jsonl"), "--fold", "tune"])
    assert caught.value.code == 2
    assert "none of the fold tune" in capsys.readouterr().err


def test_the_command_reports_on_trusted_sources_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doubted = [replace(row, source="suhanmen/MECO") for row in made_up(120)]
    write_rows([*made_up(60), *doubted], tmp_path / "rows.jsonl")
    (tmp_path / "model").write_bytes(gzip.compress(linear_model().as_json()))
    arguments = [str(tmp_path / "rows.jsonl"), "--model", str(tmp_path / "model"), "--trusted"]
    assert main([*arguments, "0.8"]) == 0
    printed = capsys.readouterr().out
    assert "| made up |" in printed
    assert "MECO" not in printed
    assert main([*arguments, "0.4"]) == 0
    assert "| suhanmen/MECO |" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([*arguments, "1.5"])
    assert "--trusted: no source" in capsys.readouterr().err


def test_the_command_says_when_a_model_is_judged_by_what_it_learned_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_rows(made_up(60), tmp_path / "rows.jsonl")
    assert main([str(tmp_path / "rows.jsonl"), "--fold", "tune"]) == 0
    assert "trained on the fold tune" in capsys.readouterr().err
    assert main([str(tmp_path / "rows.jsonl"), "--fold", "final"]) == 0
    assert "trained on" not in capsys.readouterr().err
