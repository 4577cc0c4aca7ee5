"""``ordojudge complexity`` and ``POST /v1/complexity``: what is asked, answered, printed and drawn."""

import builtins
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from typer.testing import CliRunner, Result

from ordojudge.core.models import (
    CompileResult,
    ComplexityEstimate,
    ComplexityEvidence,
    ExtractionSummary,
    Problem,
    Report,
    Reward,
    Submission,
    TestResult,
)
from ordojudge.core.verdict import Verdict
from ordojudge.settings import Settings
from ordojudge_api import cli, wiring
from tests.api.service import PAIR_SUM, RIGHT, WRONG, World
from tests.jobs.fakes import in_loop

SUM = "print(sum(map(int, input().split())))\n"
CURVE = {
    "variant": "random",
    "sizes": [128, 256, 512],
    "costs": [130.0, 260.0, 520.0],
    "reference": [100.0, 200.0, 400.0],
    "fitted": [130.0, 260.0, 520.0],
    "fit": "O(n)",
    "slope": 0.0,
    "relation": "equal",
}
DETAIL = {"summary": "the ratio is flat", "unit": "operations", "flags": [], "curves": [CURVE]}
ESTIMATE = ComplexityEstimate(
    bound="O(n)",
    target="O(n)",
    relation="equal",
    meets_target=True,
    confidence=0.98,
    evidence=(
        ComplexityEvidence(
            source="measured",
            bound="O(n)",
            relation="equal",
            confidence=0.98,
            detail=json.dumps(DETAIL),
        ),
    ),
)


class FakeJudge:
    """Gives a verdict and an estimate, and remembers what it was asked."""

    def __init__(self) -> None:
        self.verdict = Verdict.AC
        self.estimate: ComplexityEstimate | None = ESTIMATE
        self.asked: list[Problem] = []
        self.targets: list[str | None] = []

    @contextmanager
    def open(self, _: Settings) -> Iterator["FakeJudge"]:
        yield self

    def grade(
        self, submission: Submission, problem: Problem, *, complexity: bool, target: str | None
    ) -> Report:
        assert complexity
        self.asked.append(problem)
        self.targets.append(target)
        scored = Reward(format=0, correctness=1, time=0, total=1)
        return Report(
            submission_id="s",
            problem_id=problem.problem_id,
            language=submission.language,
            verdict=self.verdict,
            pass_rate=float(self.verdict is Verdict.AC),
            tests=(TestResult(case_id="1", verdict=self.verdict),),
            compile=CompileResult(ok=True),
            extraction=ExtractionSummary(kind="source"),
            complexity=self.estimate,
            reward=None if self.verdict is Verdict.JE else scored,
            judge_version="0",
        )


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> FakeJudge:
    fake = FakeJudge()
    monkeypatch.setattr(wiring, "open_judge", fake.open)
    return fake


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    Path("problem.json").write_text(json.dumps(PAIR_SUM | {"reference": {"bound": "O(n)"}}))
    Path("sol.py").write_text(SUM)
    yield tmp_path
    structlog.reset_defaults()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["complexity", "sol.py", *arguments])


def measured(*arguments: str) -> Result:
    return run("--problem", "problem.json", *arguments)


# ------------------------------------------------------------------- command


def test_the_estimate_is_printed_with_its_evidence_and_curves(judge: FakeJudge) -> None:
    result = measured()
    assert result.exit_code == 0
    for words in ("meets the target  yes", "the ratio is flat", "inputs random", "reference"):
        assert words in result.stdout
    assert judge.asked[0].reference is not None
    assert judge.asked[0].reference.bound == "O(n)"


def test_json_is_the_estimate_and_nothing_else(judge: FakeJudge) -> None:
    result = measured("--json")
    assert ComplexityEstimate.model_validate_json(result.stdout) == ESTIMATE


def test_a_target_leaves_the_reference_its_own_bound(judge: FakeJudge) -> None:
    assert measured("--target", "n log n").exit_code == 0
    assert judge.asked[0].reference is not None
    assert (judge.asked[0].reference.bound, judge.targets) == ("O(n)", ["n log n"])


def test_a_solution_that_is_wrong_has_no_estimate(judge: FakeJudge) -> None:
    judge.verdict, judge.estimate = Verdict.WA, None
    result = measured("--json", "--target", "O(n^2)")
    estimate = ComplexityEstimate.model_validate_json(result.stdout)
    assert (result.exit_code, estimate.relation) == (0, "unknown")
    assert estimate.target == "O(n^2)"
    assert "Wrong Answer: 0 of 2 tests accepted" in estimate.evidence[0].detail


def test_a_failure_of_the_judge_is_one(judge: FakeJudge) -> None:
    judge.verdict, judge.estimate = Verdict.JE, None
    result = measured()
    assert result.exit_code == 3
    assert "Judging Error" in result.stderr


def test_without_a_problem_the_text_speaks() -> None:
    result = run("--target", "O(n^2)", "--json")
    assert result.exit_code == 0, result.stderr
    estimate = ComplexityEstimate.model_validate_json(result.stdout)
    assert estimate.target == "O(n^2)"
    assert {each.source for each in estimate.evidence} == {"static", "model"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["--target", "O(n"], "--target: character", id="a target that is none"),
        pytest.param(["--plot", "x.svg"], "--plot: needs --problem", id="a plot of nothing"),
        pytest.param(["--plot", "x.pdf"], "its name must end in .svg or .png", id="a PDF"),
    ],
)
def test_wrong_usage_is_named(arguments: list[str], complaint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr


@pytest.mark.parametrize("name", ["curve.svg", "curve.png"])
def test_curves_are_drawn(judge: FakeJudge, name: str) -> None:
    pytest.importorskip("matplotlib")
    assert measured("--plot", name).exit_code == 0
    assert Path(name).read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")
    if name.endswith(".svg"):
        first = Path(name).read_bytes()
        measured("--plot", name)
        assert len(Path(name).read_bytes()) == pytest.approx(len(first), rel=0.01)


def test_without_matplotlib_the_plot_says_what_to_install(
    judge: FakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError(name=name)
        return whole(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    result = measured("--plot", "x.svg")
    assert result.exit_code == 2
    assert "pip install 'ordojudge[plot]'" in result.stderr


def test_nothing_measured_is_nothing_drawn(judge: FakeJudge) -> None:
    judge.estimate = ComplexityEstimate(target="O(n)")
    result = measured("--plot", "x.svg")
    assert result.exit_code != 0
    assert "nothing to draw" in result.stderr


# --------------------------------------------------------------------- route


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@in_loop
async def test_a_text_alone_is_read(world: World) -> None:
    async with world.open() as api:
        answer = await api.post(
            "/v1/complexity", {"source": SUM, "language": "py", "target": "O(n)"}
        )
    assert answer.status_code == 200
    estimate = ComplexityEstimate.model_validate(answer.json())
    assert estimate.target == "O(n)"
    assert world.ran == []


@in_loop
async def test_with_a_problem_the_program_is_judged(world: World) -> None:
    problem = PAIR_SUM | {"reference": {"bound": "O(1)"}}
    async with world.open() as api:
        asked = {"source": RIGHT, "language": "python", "problem": problem}
        own = await api.post("/v1/complexity", asked)
        other = await api.post("/v1/complexity", asked | {"target": "O(n)"})
    estimates = [ComplexityEstimate.model_validate(each.json()) for each in (own, other)]
    assert [each.target for each in estimates] == ["O(1)", "O(n)"]
    assert estimates[0].evidence[0].source == "measured"
    assert RIGHT in world.ran


@in_loop
async def test_a_registered_problem_takes_a_target_too(world: World) -> None:
    async with world.open() as api:
        await api.client.put("/v1/problems/pair-sum", json=PAIR_SUM)
        asked = {"source": RIGHT, "language": "python", "problem_id": "pair-sum"}
        own = await api.post("/v1/complexity", asked)
        other = await api.post("/v1/complexity", asked | {"target": "O(n)"})
    assert [own.json()["target"], other.json()["target"]] == [None, "O(n)"]


@in_loop
async def test_what_is_wrong_with_a_target_is_not_blamed_on_the_problem(world: World) -> None:
    problem = PAIR_SUM | {"reference": {"bound": "O(n)", "variables": {"n": "length"}}}
    async with world.open() as api:
        asked = {"source": RIGHT, "language": "python", "problem": problem}
        unknown = await api.post("/v1/complexity", asked | {"target": "O(k)"})
        unreadable = await api.post("/v1/complexity", asked | {"target": "O(n log"})
    said = unknown.json()["evidence"][0]["detail"]
    assert said == "target: 'k' is not among reference.variables"
    assert unreadable.status_code == 422
    assert [each["field"] for each in unreadable.json()["errors"]] == ["target"]


@in_loop
async def test_a_wrong_program_has_no_estimate(world: World) -> None:
    async with world.open() as api:
        asked = {"source": WRONG, "language": "python", "problem": PAIR_SUM}
        answer = await api.post("/v1/complexity", asked)
    estimate = ComplexityEstimate.model_validate(answer.json())
    assert estimate.relation == "unknown"
    assert "Wrong Answer: 0 of 2 tests accepted" in estimate.evidence[0].detail


@pytest.mark.parametrize(
    ("fields", "status", "place"),
    [
        pytest.param({"source": None}, 422, "source", id="no source"),
        pytest.param({"language": "cobol"}, 422, "language", id="unknown language"),
        pytest.param({"problem_id": "nowhere"}, 404, "nowhere", id="unknown problem"),
        pytest.param(
            {"problem_id": "x", "problem": PAIR_SUM}, 422, "problem_id", id="two problems"
        ),
        pytest.param({"aim": "O(n)"}, 422, "aim", id="unknown key"),
        pytest.param({"target": "O(n log"}, 422, '"target', id="a target that is none"),
        pytest.param(
            {"target": "O(n log", "problem": PAIR_SUM},
            422,
            '"target',
            id="a target that is none in place of a problem's",
        ),
    ],
)
@in_loop
async def test_what_is_wrong_with_a_request_is_named(
    world: World, fields: dict[str, Any], status: int, place: str
) -> None:
    async with world.open() as api:
        answer = await api.post("/v1/complexity", {"source": SUM, "language": "python"} | fields)
    assert answer.status_code == status
    assert place in answer.text
