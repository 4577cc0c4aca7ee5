"""Another reward for the same report: what a fresh judgement would have been given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge import rescore
from ordojudge.core.errors import SubmissionError
from ordojudge.core.extract import Extraction, extract
from ordojudge.core.models import (
    CompileResult,
    ComplexityEstimate,
    Judgement,
    Problem,
    Report,
    Submission,
    problem_from_data,
)
from ordojudge.core.reporting import report_on
from ordojudge.core.reward import PRESETS, RewardScheme
from ordojudge.core.verdict import Verdict

PROBLEM: Problem = problem_from_data(
    {"problem_id": "p", "tests": [{"case_id": "1", "input": "", "output": ""}]}
)
COMPLETIONS = [
    "no code",
    "```python\nx\n```",
    "<think>\na\n</think>\n<answer>\n```python\nx\n```\n</answer>",
    "<think>a</think>\n```\nx\n```",
    "<think>never closed ```python\nx\n```",
]


def reported(
    completion: str | None, verdict: Verdict, pass_rate: float, scheme: RewardScheme
) -> Report:
    if completion is None:
        submission = Submission(source="x", language="python")
        extraction = Extraction(kind="source", source="x", language="python")
    else:
        submission = Submission(completion=completion, language="python")
        extraction = extract(completion, "python")
    judgement = Judgement(
        verdict=verdict,
        pass_rate=pass_rate,
        compile=CompileResult(ok=True),
        complexity=ComplexityEstimate(relation="equal", meets_target=True, confidence=0.5),
        judge_version="0",
    )
    return report_on(
        submission, PROBLEM, extraction=extraction, judgement=judgement, reward=scheme, total_s=0.0
    )


@given(
    completion=st.sampled_from([None, *COMPLETIONS]),
    outcome=st.sampled_from(
        [
            (Verdict.AC, 1.0),
            (Verdict.WA, 0.5),
            (Verdict.WA, 0.0),
            (Verdict.CE, 0.0),
            (Verdict.SE, 0.0),
            (Verdict.JE, 0.0),
        ]
    ),
    before=st.sampled_from(sorted(PRESETS)),
    after=st.sampled_from(sorted(PRESETS)),
)
def test_a_rescored_report_is_the_one_that_the_scheme_would_have_given(
    completion: str | None, outcome: tuple[Verdict, float], before: str, after: str
) -> None:
    verdict, pass_rate = outcome
    stored = reported(completion, verdict, pass_rate, PRESETS[before])
    back = Report.model_validate_json(stored.model_dump_json())
    fresh = reported(completion, verdict, pass_rate, PRESETS[after])
    assert rescore(back, PRESETS[after], completion=completion) == fresh


@pytest.mark.parametrize("preset", ["default", "deepcoder", "roll", "open_r1_cf"])
def test_the_completion_is_needed_only_where_its_kind_tells_too_little(preset: str) -> None:
    scheme = PRESETS[preset]
    stored = reported(COMPLETIONS[1], Verdict.AC, 1.0, scheme)
    if preset == "open_r1_cf":
        with pytest.raises(SubmissionError, match="completion: missing"):
            rescore(stored, scheme)
    else:
        assert rescore(stored, scheme) == stored


def test_layout_tags_are_not_made_up() -> None:
    stored = reported(COMPLETIONS[1], Verdict.AC, 1.0, PRESETS["default"])
    with pytest.raises(SubmissionError, match="completion: missing"):
        rescore(stored, RewardScheme(format="layout_tags"))
