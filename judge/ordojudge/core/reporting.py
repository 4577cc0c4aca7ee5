"""From a judgement to the report of one submission: the last step of the line."""

import hashlib

from ordojudge.core.extract import Extraction
from ordojudge.core.models import (
    CompileResult,
    Judgement,
    Problem,
    Report,
    Submission,
    Timings,
)
from ordojudge.core.reward import RewardScheme, score
from ordojudge.core.verdict import Verdict


def report_on(
    submission: Submission,
    problem: Problem,
    *,
    extraction: Extraction,
    judgement: Judgement,
    reward: RewardScheme,
    total_s: float,
    queue_s: float | None = None,
    cached: bool = False,
) -> Report:
    """Say everything about one submission.

    Args:
        extraction: How its program was found.
        judgement: What judging that program came to.
        reward: How the judgement becomes a reward.
        total_s: Wall time from the request to now.
        queue_s: Wall time that it waited for a slot; the judgement's own if none.
        cached: Whether the judgement was made for an earlier request.
    """
    timings = {"total_s": total_s} if queue_s is None else {"total_s": total_s, "queue_s": queue_s}
    return Report(
        submission_id=submission.submission_id or digest_of(extraction),
        problem_id=problem.problem_id,
        language=extraction.language,
        verdict=judgement.verdict,
        pass_rate=judgement.pass_rate,
        tests=judgement.tests,
        compile=judgement.compile,
        extraction=extraction.summary,
        complexity=judgement.complexity,
        reward=score(
            reward,
            verdict=judgement.verdict,
            pass_rate=judgement.pass_rate,
            extraction=None if submission.source is not None else extraction,
            complexity=judgement.complexity,
        ),
        timings=judgement.timings.model_copy(update=timings),
        cached=cached,
        judge_version=judgement.judge_version,
    )


def no_code(extraction: Extraction, *, judge_version: str) -> Judgement:
    """The judgement on a completion without a program in it."""
    missing = "no code" if extraction.source is None else "the code's language isn't named"
    return Judgement(
        verdict=Verdict.SE,
        pass_rate=0.0,
        compile=CompileResult(ok=False, message=f"nothing to compile: {missing}"),
        timings=Timings(),
        judge_version=judge_version,
    )


def digest_of(extraction: Extraction) -> str:
    """Names a program whose submission has no id of its own."""
    content = f"{extraction.language}\0{extraction.source}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:16]
