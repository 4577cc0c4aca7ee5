"""How often the static rules are right, counted on labelled programs."""

from dataclasses import replace
from pathlib import Path

import pytest

from ordojudge_complexity.data import Row, fold_of, write_rows
from ordojudge_complexity.static_right import main, shares
from tests.analysis.readable import ROUNDS, SORTING
from tests.complexity_model.programs import made_up


def row(problem: str, code: str, label: str, source: str = "kamyu104/LeetCode-Solutions") -> Row:
    return replace(made_up(1)[0], problem=problem, code=code, label_class=label, source=source)


TRAIN, OTHER = "lc:two-sum", "lc:word-break"
SORT, LOOPS = SORTING["python"], ROUNDS["python"]


def test_what_was_said_counts_by_whether_it_was_right() -> None:
    assert {fold_of(TRAIN), fold_of(OTHER)} <= {"train", "tune"}
    table = shares(
        [
            row(TRAIN, LOOPS, "quadratic"),
            row(TRAIN, SORT, "nlogn"),
            row(TRAIN, SORT, "linear"),
            row(OTHER, LOOPS, "linear"),
        ]
    )
    said = {name: (share.right, share.rows) for name, share in table["class"].items()}
    assert said == {"nlogn": (1, 2), "quadratic": (1, 2)}
    assert len(table["class"]["quadratic"].problems) == 2
    relations = {name: (share.right, share.rows) for name, share in table["relation"].items()}
    assert relations == {"worse": (2, 3)}


@pytest.mark.parametrize(
    "left_out",
    [
        row("lc:3sum", SORT, "nlogn"),
        row(TRAIN, SORT, "nlogn", "suhanmen/MECO"),
        replace(row(TRAIN, SORT, "nlogn"), language="racket"),
        row(TRAIN, SORT + "\n)))(((:\n", "nlogn"),
    ],
    ids=["final fold", "doubted labels", "language without grammar", "read in part"],
)
def test_what_says_nothing_about_the_rules_is_left_out(left_out: Row) -> None:
    assert not any(shares([left_out]).values())


def test_the_command_prints_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_rows([row(TRAIN, LOOPS, "quadratic")], tmp_path / "rows.jsonl")
    assert main([str(tmp_path / "rows.jsonl")]) == 0
    assert "| quadratic | 1.00 | 1 | 1 |" in capsys.readouterr().out
