"""Commands that ask a service, and `rescore`: what they print and exit with."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from typer.testing import CliRunner, Result

from bench.api_burst import served
from ordojudge.core.errors import JudgeError, ServiceError
from ordojudge.core.models import Problem, Report, Submission
from ordojudge.core.reward import PRESETS, RewardScheme
from ordojudge.core.verdict import Verdict
from ordojudge_api import cli
from ordojudge_api.commands import grade as grade_command
from ordojudge_api.top import seen_on, watch
from tests.api.test_cli import FakeJudge

PROBLEM: dict[str, Any] = {
    "problem_id": "pair-sum",
    "tests": [
        {"case_id": "1", "input": "1 2\n", "output": "3\n"},
        {"case_id": "2", "input": "2 5\n", "output": "7\n"},
    ],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    Path("problem.json").write_text(json.dumps(PROBLEM))
    Path("sol.py").write_text("print(sum(map(int, input().split())))\n")
    yield tmp_path
    structlog.reset_defaults()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, list(arguments))


def grade(*arguments: str) -> Result:
    return run("grade", "sol.py", "--problem", "problem.json", *arguments)


class FakeClient:
    """A client whose service is a fake judge."""

    def __init__(self, judge: FakeJudge) -> None:
        self.judge = judge
        self.asked: str | None = None

    def open(self, _: object, server: str) -> "FakeClient":
        self.asked = server
        return self

    def __enter__(self) -> "FakeClient":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def grade(
        self, submission: Submission, problem: Problem, *, reward: RewardScheme, all_tests: bool
    ) -> Report:
        return self.judge.grade(submission, problem, reward=reward, all_tests=all_tests)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FakeClient:
    fake = FakeClient(FakeJudge())
    monkeypatch.setattr(grade_command, "open_client", fake.open)
    return fake


# -------------------------------------------------------------------------------- grade


def test_a_service_grades_as_this_machine_would(url: str) -> None:
    done = grade("--server", url, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    report = Report.model_validate_json(done.stdout)
    assert (report.problem_id, report.verdict) == ("pair-sum", Verdict.AC)


def test_the_setting_names_the_service_and_the_option_wins(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORDOJUDGE_CLIENT__SERVER", "http://setting:1")
    assert grade().exit_code == 0
    assert client.asked == "http://setting:1"
    assert grade("--server", "http://option:2").exit_code == 0
    assert client.asked == "http://option:2"


@pytest.mark.parametrize(
    ("verdict", "options", "code"),
    [
        (Verdict.AC, ("--fail-on-reject",), 0),
        (Verdict.WA, (), 0),
        (Verdict.WA, ("--fail-on-reject",), 1),
        (Verdict.CE, ("--fail-on-reject",), 1),
        (Verdict.JE, (), 3),
    ],
)
def test_exit_codes_are_the_same(
    client: FakeClient, verdict: Verdict, options: tuple[str, ...], code: int
) -> None:
    client.judge.verdict = verdict
    done = grade("--server", "http://x", *options)
    assert done.exit_code == code
    assert verdict.long_name in done.stdout


def test_the_first_failing_test_is_shown_without_what_it_printed(client: FakeClient) -> None:
    client.judge.verdict = Verdict.WA
    done = grade("--server", "http://x")
    assert "First failing test\n1: Wrong Answer: why WA" in done.stdout
    assert "expected, + printed" not in done.stdout


def test_choices_reach_the_service(client: FakeClient) -> None:
    assert grade("--server", "http://x", "--reward", "acecoder", "--stop-early").exit_code == 0
    assert (client.judge.reward, client.judge.all_tests) == (PRESETS["acecoder"], False)


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        pytest.param(("--server", "nonsense"), 2, "nonsense: no URL of a service", id="no URL"),
        pytest.param(
            ("--server", "http://x", "--sandbox", "local"), 2, "--sandbox", id="a sandbox as well"
        ),
    ],
)
def test_what_cannot_be_asked_is_one_line(options: tuple[str, ...], code: int, told: str) -> None:
    done = grade(*options)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.startswith("ordojudge: ")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ServiceError("http://x: can't be reached: refused"), 3),
        (ServiceError("http://x: answered 502", status=502), 3),
        (ServiceError("http://x: the body is larger", status=413), 2),
    ],
)
def test_a_service_that_fails_is_one_line(client: FakeClient, error: JudgeError, code: int) -> None:
    client.judge.error = error
    done = grade("--server", "http://x")
    assert (done.exit_code, done.stdout, done.stderr) == (code, "", f"ordojudge: {error}\n")


def test_a_service_out_of_reach_is_left_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ordojudge_api.commands.remote.PATIENCE_S", 0.1)
    done = grade("--server", "http://127.0.0.1:1")
    assert done.exit_code == 3
    assert done.stderr.startswith("ordojudge: http://127.0.0.1:1: can't be reached")
    assert done.stderr.count("\n") == 1


# ------------------------------------------------------------------------ problems push


def test_problems_are_pushed_to_a_service(url: str) -> None:
    Path("bad.json").write_text(json.dumps(PROBLEM | {"tests": []}))
    Path("odd.json").write_text("{")
    here = run("problems", "push", "problem.json")
    done = run("problems", "push", "--server", url, "bad.json", "odd.json", "problem.json")
    assert (here.exit_code, done.exit_code) == (0, 2)
    assert done.stdout == here.stdout
    bad, odd = done.stderr.splitlines()
    assert bad.startswith("ordojudge: bad.json: ")
    assert "tests" in bad
    assert odd.startswith("ordojudge: odd.json: line 1 column 2: not JSON")


def test_pushing_stops_where_the_service_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ordojudge_api.commands.remote.PATIENCE_S", 0.1)
    done = run("problems", "push", "--server", "http://127.0.0.1:1", "problem.json", "sol.py")
    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr.count("\n") == 1


# ---------------------------------------------------------------------------------- top


def test_top_shows_a_service_once(url: str) -> None:
    grade("--server", url)
    done = run("top", "--server", url, "--once")
    assert done.exit_code == 0
    for word in (url, "slots 0 of 2 busy", "train", "eval", "batch", "Accepted (AC)", "reports"):
        assert word in done.stdout


def test_top_for_scripts_is_one_json_document(url: str) -> None:
    grade("--server", url)
    done = run("top", "--server", url, "--once", "--json")
    [line] = done.stdout.splitlines()
    seen = json.loads(line)
    assert set(seen["lanes"]) == {"train", "eval", "batch"}
    assert seen["verdicts"]["AC"] == seen["reports"] >= 1
    assert seen["slots"] == {"busy": 0, "idle": 2}
    assert seen["reports_per_s"] is None


def test_top_of_what_is_not_there_is_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ordojudge_api.commands.remote.PATIENCE_S", 0.1)
    done = run("top", "--server", "http://127.0.0.1:1", "--once")
    assert done.exit_code == 3
    assert "can't be reached" in done.stderr


PAGE = """\
# HELP ordojudge_verdicts_total Reports by language and verdict.
ordojudge_verdicts_total{language="python",verdict="AC"} 3.0
ordojudge_verdicts_total{language="cpp",verdict="AC"} 2.0
ordojudge_verdicts_total{language="cpp",verdict="JE"} 1.0
ordojudge_reports_cached_total 4.0
ordojudge_unscored_total 1.0
ordojudge_queue_queued{lane="train"} 7.0
ordojudge_queue_running{lane="train"} 2.0
ordojudge_queue_oldest_seconds{lane="train"} 1.5
ordojudge_slots{state="busy"} 2.0
ordojudge_slots{state="idle"} 1.0
ordojudge_queue_jobs_per_second 12.5
ordojudge_queue_retries_total{cause="worker \\"7\\" died"} 2.0
ordojudge_reward_bucket{language="cpp",le="+Inf"} 5.0
something_else NaN nonsense
"""


def test_a_page_of_metrics_is_read() -> None:
    seen = seen_on(PAGE)
    assert seen.verdicts == {"AC": 5, "JE": 1}
    assert (seen.reports, seen.cached, seen.unscored, seen.jobs_per_s) == (6, 4, 1, 12.5)
    train = seen.lanes["train"]
    assert (train.queued, train.running, train.oldest_s) == (7, 2, 1.5)
    assert seen.slots == {"busy": 2, "idle": 1}
    assert list(seen.retries.values()) == [2]


def test_the_rate_is_that_between_two_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    pages = [PAGE, PAGE.replace(" 3.0", " 13.0"), PAGE.replace(" 3.0", " 0.0")]
    looks = watch(lambda: pages.pop(0), every_s=4.0, once=False)
    rates = [next(looks).reports_per_s for _ in range(3)]
    assert rates == [None, 2.5, None]  # the last: it was started anew


def test_what_is_no_service_of_ours_is_told() -> None:
    with pytest.raises(ServiceError, match="none of this service's"):
        seen_on("process_cpu_seconds_total 5\n")


# ------------------------------------------------------------------------------ rescore


def report(**fields: Any) -> dict[str, Any]:
    return {
        "submission_id": "s",
        "problem_id": "p",
        "language": "python",
        "verdict": "WA",
        "pass_rate": 0.5,
        "compile": {"ok": True},
        "extraction": {"kind": "source"},
        "reward": {"format": 0.1, "correctness": 0.5, "time": 0, "total": 0.6},
        "judge_version": "0",
    } | fields


def lines(*entries: object) -> str:
    return "".join(
        (entry if isinstance(entry, str) else json.dumps(entry)) + "\n" for entry in entries
    )


def test_stored_reports_get_the_rewards_of_another_scheme() -> None:
    failed = report(verdict="JE", reward=None)
    Path("in.jsonl").write_text(
        lines(report(), failed, "", {"index": 4, "report": report(submission_id="held")})
    )
    done = run("rescore", "in.jsonl", "out.jsonl", "--reward", "klear")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "3 rescored, 0 refused\n"
    first, second, third = map(json.loads, Path("out.jsonl").read_text().splitlines())
    assert first["reward"]["total"] == 0.0
    assert second["reward"] is None
    assert (third["index"], third["report"]["reward"]["total"]) == (4, 0.0)
    assert third["report"]["submission_id"] == "held"


def test_lines_that_cannot_be_used_are_named_and_kept() -> None:
    bad = ["{", "5", '{"verdict": "AC"}', json.dumps(report(extraction={"kind": "fenced"}))]
    Path("in.jsonl").write_text(lines(report(), *bad, report()).rstrip("\n"))
    done = run("rescore", "in.jsonl", "out.jsonl", "--reward", "code_r1")
    assert done.exit_code == 2
    assert done.stdout == "2 rescored, 4 refused, kept in out.jsonl.rejected\n"
    told = done.stderr.splitlines()
    for number, reason in zip(
        (2, 3, 4, 5), ("not JSON", "a report", "no report", "completion: missing"), strict=True
    ):
        assert told[number - 2].startswith(f"ordojudge: in.jsonl: line {number}")
        assert reason in told[number - 2]
    assert Path("out.jsonl.rejected").read_text() == lines(*bad)
    assert len(Path("out.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(("none.jsonl", "out.jsonl", "--reward", "klear"), "none.jsonl", id="no file"),
        pytest.param(("sol.py", "problem.json", "--reward", "klear"), "something", id="it exists"),
        pytest.param(("sol.py", "out.jsonl", "--reward", "lavish"), "'lavish'", id="no scheme"),
        pytest.param(("sol.py", "none/out", "--reward", "klear"), "none", id="no folder"),
    ],
)
def test_what_cannot_be_rescored_is_one_line_and_leaves_nothing(
    arguments: tuple[str, ...], told: str, folder: Path
) -> None:
    before = sorted(folder.iterdir())
    done = run("rescore", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(folder.iterdir()) == before
