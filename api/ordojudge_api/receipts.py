"""Names of jobs that say what their reports need, so that any API process can answer for any job."""

import base64
import binascii

from pydantic import ValidationError

from ordojudge.core.errors import JobNotFound, ProblemError
from ordojudge.core.extract import Extraction
from ordojudge.core.models import Model, Problem, Report, Submission
from ordojudge.core.reporting import digest_of, report_on
from ordojudge.core.reward import RewardScheme
from ordojudge.ports import JobResult
from ordojudge.problems import parse_json
from ordojudge_api.bodies import ascii_json

MOST_CHARACTERS = 8_192


class Receipt(Model):
    """What is to be remembered of a request until its job is done."""

    queue_id: str
    """The job's id in the queue."""

    submission: Submission
    """Without its text, but with its id."""

    problem_id: str
    extraction: Extraction
    """Without its source."""

    reward: RewardScheme

    @property
    def job_id(self) -> str:
        """The receipt as a text for an URL."""
        fields = ascii_json(self.model_dump(exclude_defaults=True))
        return base64.urlsafe_b64encode(fields).decode("ascii").rstrip("=")

    def report(self, result: JobResult) -> Report:
        """The report of the job; its total time is that of its parts, without the client's waiting."""
        spent = result.judgement.timings
        return report_on(
            self.submission,
            Problem.model_construct(problem_id=self.problem_id),  # nothing else of it is reported
            extraction=self.extraction,
            judgement=result.judgement,
            reward=self.reward,
            total_s=result.queue_s + spent.compile_s + spent.run_s + spent.complexity_s,
            queue_s=result.queue_s,
            cached=result.cached,
        )


def receipt_for(
    queue_id: str,
    submission: Submission,
    *,
    problem_id: str,
    extraction: Extraction,
    reward: RewardScheme,
) -> Receipt:
    """A receipt for a job that was queued."""
    given_as_source = submission.source is not None
    return Receipt(
        queue_id=queue_id,
        submission=Submission(
            submission_id=submission.submission_id or digest_of(extraction),
            source="" if given_as_source else None,
            completion=None if given_as_source else "",
            language=extraction.language,
        ),
        problem_id=problem_id,
        extraction=extraction.model_copy(update={"source": None}),
        reward=reward,
    )


def read_receipt(job_id: str) -> Receipt:
    """The receipt that a job's name is.

    Raises:
        JobNotFound: it isn't one.
    """
    try:
        if len(job_id) > MOST_CHARACTERS:
            raise ValueError
        padded = job_id + "=" * (-len(job_id) % 4)
        fields = base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
        return Receipt.model_validate(parse_json(fields, where="job"))
    except (ValueError, binascii.Error, ProblemError, ValidationError):
        raise JobNotFound(f"no job {job_id[:40]!r}") from None
