"""``python -m bench`` as a person runs it, one round of each row: it measures something, whatever it finds."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.rows import ROWS
from ordojudge.ports import Sandbox

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_measured(row: str, sandbox: Sandbox) -> None:
    done = run(row, "--rounds", "1", "--json")
    assert done.returncode in (0, 1), done.stderr
    document = json.loads(done.stdout)
    assert document["rounds"] == 1
    [figure] = document["rows"]
    assert "reason" in figure or (
        figure["judge"]["median"] > 0 and figure["met"] is (done.returncode == 0)
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["python", "pyhton"], "no such row: pyhton", id="an unknown row"),
        pytest.param(["--rounds", "0"], "--rounds: at least 1", id="no rounds"),
    ],
)
def test_wrong_usage_is_told_before_anything_runs(arguments: list[str], complaint: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
