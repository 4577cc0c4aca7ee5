"""Load must not change verdicts: the experiment of ``python -m bench.false_tle``, cut short."""

from collections.abc import Iterator

import pytest

from bench.false_tle import OVER, PROGRAMS, SLOTS, WITHIN, QuietTimes, grade_under_load, size
from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from ordojudge.settings import LocalSandboxSettings, Settings
from ordojudge_api.wiring import open_judge
from tests.conftest import absent


@pytest.fixture
def busy_judge() -> Iterator[Judge]:
    try:
        with open_judge(Settings(sandbox=LocalSandboxSettings(slots=SLOTS))) as judge:
            yield judge
    except SandboxUnavailable as error:
        absent("sandbox", "local sandbox", str(error))


@pytest.mark.timed
@pytest.mark.timeout(300)
def test_a_busy_machine_changes_no_verdict(busy_judge: Judge) -> None:
    programs = [size(busy_judge, program) for program in PROGRAMS]
    quiet = QuietTimes(programs)
    quiet.measure(busy_judge)
    tallies = [
        *grade_under_load(busy_judge, programs, quiet, of_limit=WITHIN, runs=16),
        *grade_under_load(busy_judge, programs, quiet, of_limit=OVER, runs=8),
    ]
    found = {(tally.program, tally.of_limit): tally.verdicts for tally in tallies}
    assert found == {
        (program.name, of_limit): {verdict: count}
        for program in PROGRAMS
        for of_limit, verdict, count in ((WITHIN, Verdict.AC, 4), (OVER, Verdict.TLE, 2))
    }, tallies
