"""``ordojudge bench`` over a judge and a clock that only pretend, and once over the real one."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import structlog
from typer.testing import CliRunner, Result

from ordojudge.core.errors import JudgeError, SandboxError, SandboxUnavailable
from ordojudge.core.models import (
    CompileResult,
    ExtractionSummary,
    Problem,
    Report,
    Reward,
    Submission,
    TestResult,
)
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from ordojudge.settings import Settings
from ordojudge_api import cli, wiring
from ordojudge_api.bench import (
    CPP,
    CPP_COMPILED,
    NUMPY,
    PYTHON,
    SUM,
    WORKLOADS,
    Throughput,
    Work,
    measure,
    measure_all,
)


class FakeJudge:
    """Takes the same time for each submission, and gives the verdict that its language has."""

    def __init__(self, seconds: float = 0.5) -> None:
        self.seconds = seconds
        self.now = 100.0
        self.verdicts: dict[str, Verdict] = {}
        self.errors: dict[str, Exception] = {}
        self.graded: list[Submission] = []
        self.threads: set[int] = set()
        self.lock = threading.Lock()

    def clock(self) -> float:
        return self.now

    def grade(self, submission: Submission, problem: Problem) -> Report:
        language = submission.language or ""
        with self.lock:
            self.graded.append(submission)
            self.threads.add(threading.get_ident())
            self.now += self.seconds
        if language in self.errors:
            raise self.errors[language]
        verdict = self.verdicts.get(language, Verdict.AC)
        return Report(
            submission_id="s",
            problem_id=problem.problem_id,
            language=language,
            verdict=verdict,
            pass_rate=float(verdict is Verdict.AC),
            tests=(TestResult(case_id="1", verdict=verdict, reason=f"why {verdict}"),),
            compile=CompileResult(ok=True),
            extraction=ExtractionSummary(kind="source"),
            reward=None
            if verdict is Verdict.JE
            else Reward(format=0, correctness=0, time=0, total=0),
            judge_version="0",
        )


@pytest.fixture
def fake() -> FakeJudge:
    return FakeJudge()


# ------------------------------------------------------------------ measuring


@pytest.mark.parametrize(
    ("seconds", "submissions"),
    [
        pytest.param(0.0, 1, id="at least one, however short the time"),
        pytest.param(1.0, 2, id="none is begun when the time is over"),
        pytest.param(1.1, 3, id="one that was begun is finished and counts"),
    ],
)
def test_a_slot_is_kept_busy_until_the_time_is_over(
    fake: FakeJudge, seconds: float, submissions: int
) -> None:
    row = measure(PYTHON, fake.grade, slots=1, seconds=seconds, clock=fake.clock)
    assert row == Throughput(
        PYTHON.name, submissions=submissions, submissions_per_s=2.0, median_s=0.5, p95_s=0.5
    )


def test_every_slot_has_a_thread_of_its_own(fake: FakeJudge) -> None:
    all_at_once = threading.Barrier(3, timeout=20)

    def grade(submission: Submission, problem: Problem) -> Report:
        all_at_once.wait()
        return fake.grade(submission, problem)

    assert measure(PYTHON, grade, slots=3, seconds=0.0).submissions == 3
    assert len(fake.threads) == 3


def test_the_slowest_of_twenty_is_beyond_the_95_percent(fake: FakeJudge) -> None:
    walls = iter([1.0] * 19 + [30.0])

    def grade(submission: Submission, problem: Problem) -> Report:
        fake.seconds = next(walls)
        return fake.grade(submission, problem)

    row = measure(PYTHON, grade, slots=1, seconds=40.0, clock=fake.clock)
    assert (row.submissions, row.median_s, row.p95_s) == (20, 1.0, 1.0)


@pytest.mark.parametrize(
    ("work", "different"),
    [
        pytest.param(CPP, 1, id="a cached binary is of one source"),
        pytest.param(CPP_COMPILED, 6, id="what is to be compiled was never seen before"),
    ],
)
def test_sources(fake: FakeJudge, work: Work, different: int) -> None:
    for _ in range(2):  # nor in an earlier run, whose binaries may still be cached
        measure(work, fake.grade, slots=1, seconds=1.1, clock=fake.clock)
    assert len(fake.graded) == 6
    assert len({submission.source for submission in fake.graded}) == different


# ------------------------------------------------------------------ what can't be measured


def test_work_that_the_machine_cannot_do_is_told_and_the_rest_measured(fake: FakeJudge) -> None:
    fake.errors["cpp"] = SandboxUnavailable("g++: missing")
    rows = measure_all(fake.grade, slots=1, seconds=0.0, workloads=(PYTHON, CPP, NUMPY))
    assert [row.missing for row in rows] == [None, "g++: missing", None]


def test_a_package_that_is_not_there_is_the_reason_of_its_row(fake: FakeJudge) -> None:
    fake.verdicts["python"] = Verdict.RTE
    [row] = measure_all(fake.grade, slots=1, seconds=0.0, workloads=(NUMPY,))
    assert row == Throughput(NUMPY.name, missing="why RTE")


def test_a_machine_without_boxes_measures_nothing(fake: FakeJudge) -> None:
    fake.errors["python"] = SandboxUnavailable("bubblewrap: missing")
    with pytest.raises(SandboxUnavailable, match="bubblewrap"):
        measure_all(fake.grade, slots=1, seconds=0.0)


@pytest.mark.parametrize(
    ("verdict", "error"),
    [
        pytest.param(Verdict.JE, SandboxError, id="the judge fails"),
        pytest.param(Verdict.WA, JudgeError, id="a right solution is judged wrong"),
    ],
)
def test_a_verdict_that_cannot_be_ends_the_measurement(
    fake: FakeJudge, verdict: Verdict, error: type[JudgeError]
) -> None:
    fake.verdicts["python"] = verdict
    with pytest.raises(error, match=f"why {verdict}"):
        measure(PYTHON, fake.grade, slots=1, seconds=0.0)


# ------------------------------------------------------------------ the command


@pytest.fixture
def command(fake: FakeJudge, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Result]]:
    @contextmanager
    def open_judge(_settings: Settings) -> Iterator[FakeJudge]:
        yield fake

    monkeypatch.setattr(wiring, "open_judge", open_judge)
    monkeypatch.setenv("ORDOJUDGE_SANDBOX__SLOTS", "2")
    yield lambda *arguments: CliRunner().invoke(cli.app, ["bench", *arguments])
    structlog.reset_defaults()


def test_people_get_a_table(command: Callable[..., Result], fake: FakeJudge) -> None:
    fake.errors["cpp"] = SandboxUnavailable("g++: missing")
    result = command("--seconds", "0")
    assert (result.exit_code, result.stderr) == (0, "")
    heading, *lines = result.stdout.splitlines()
    assert " ".join(heading.split()) == "2 slots a second a minute median 95 % within"
    assert [line.rstrip().endswith(" ms") for line in lines] == [True, True, *[False] * 4]
    assert lines[-2] == f"{CPP.name}: not measured: g++: missing"


def test_json_is_the_figures_and_nothing_else(command: Callable[..., Result]) -> None:
    document = json.loads(command("--seconds", "0", "--json").stdout)
    assert document["slots"] == 2
    assert [row["work"] for row in document["work"]] == [work.name for work in WORKLOADS]
    assert {frozenset(row) for row in document["work"]} == {
        frozenset(
            ("work", "submissions", "submissions_per_s", "median_s", "p95_s", "missing"),
        )
    }


@pytest.mark.parametrize(
    ("verdict", "arguments", "code"),
    [
        pytest.param(Verdict.AC, ["--seconds", "-1"], 2, id="a time below zero"),
        pytest.param(Verdict.JE, ["--seconds", "0"], 3, id="a judge that fails"),
    ],
)
def test_exit_codes(
    command: Callable[..., Result],
    fake: FakeJudge,
    verdict: Verdict,
    arguments: list[str],
    code: int,
) -> None:
    fake.verdicts["python"] = verdict
    assert command(*arguments).exit_code == code


def test_the_real_judge_accepts_what_is_measured(judge: Judge) -> None:
    row = measure(PYTHON, judge.grade, slots=1, seconds=0.0)
    assert (row.submissions, row.missing) == (1, None)
    assert 0 < row.median_s == row.p95_s
    assert len(SUM.tests) == 10
