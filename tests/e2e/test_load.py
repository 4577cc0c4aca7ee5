"""Load must not change verdicts: the experiment of ``python -m bench.false_tle``, cut short."""

from collections.abc import Iterator

import pytest

from bench.false_tle import OVER, PROGRAMS, SLOTS, WITHIN, Calibrated, calibrate, grade_under_load
from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from ordojudge.settings import LocalSandboxSettings, Settings
from ordojudge_api.wiring import open_judge
from tests.conftest import absent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def busy_judge() -> Iterator[Judge]:
    try:
        with open_judge(Settings(sandbox=LocalSandboxSettings(slots=SLOTS))) as judge:
            yield judge
    except SandboxUnavailable as error:
        absent("sandbox", "local sandbox", str(error))


@pytest.fixture(scope="module")
def calibrated(busy_judge: Judge) -> list[Calibrated]:
    return [calibrate(busy_judge, program) for program in PROGRAMS]


def test_no_program_within_its_limit_is_too_slow_however_busy_the_machine(
    busy_judge: Judge, calibrated: list[Calibrated]
) -> None:
    outcomes = grade_under_load(busy_judge, calibrated, of_limit=WITHIN, runs=16)
    assert [outcome.verdicts for outcome in outcomes] == [{Verdict.AC: 4}] * len(PROGRAMS), outcomes


def test_every_program_beyond_its_limit_is_too_slow(
    busy_judge: Judge, calibrated: list[Calibrated]
) -> None:
    outcomes = grade_under_load(busy_judge, calibrated, of_limit=OVER, runs=8)
    assert [outcome.verdicts for outcome in outcomes] == [{Verdict.TLE: 2}] * len(PROGRAMS), (
        outcomes
    )
