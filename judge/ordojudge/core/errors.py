"""What can go wrong that is not a verdict.

A program that crashes is data, and so is a completion without code: both end in a report.
An exception means that the caller or the judge did wrong::

    JudgeError
    ├── SubmissionError            the submission can't be judged as it was given
    │   ├── UnknownLanguage
    │   └── SubmissionTooLarge
    ├── ProblemError               the problem's tests or checker are unusable
    │   ├── ProblemMismatch        another id or digest than was asked for
    │   └── ProblemNotFound
    ├── BoundError                 a text isn't a bound, or relates none; it says where
    ├── AnalyserError              a complexity analysis failed; the report stands without it
    ├── StoreError                 the problem store failed: full, damaged, out of reach
    ├── SandboxError               the box failed; retried once, then the verdict is JE
    │   ├── SandboxUnavailable
    │   ├── SandboxProtocolError
    │   └── RunnerMismatch
    ├── QueueError                 the queue can't take, find or finish a job
    │   ├── QueueFull              refused at once; says when to come back
    │   ├── JobNotFound
    │   ├── JobCancelled
    │   └── JobExpired             its deadline passed before it was done
    ├── ServiceError               a judge elsewhere can't be reached, or refuses what it is asked
    └── ConfigurationError         the judge can't start as it is configured
"""

from collections.abc import Iterator
from contextlib import contextmanager


class JudgeError(Exception):
    """Anything that keeps the judge from giving a verdict."""


class SubmissionError(JudgeError):
    """The submission can't be judged as it was given."""


class UnknownLanguage(SubmissionError):
    """No row of the language table has this id or alias."""


class SubmissionTooLarge(SubmissionError):
    """The source is longer than the judge accepts."""


class ProblemError(JudgeError):
    """The problem can't be used; the message names the place."""


class ProblemNotFound(ProblemError):
    """No problem of this id or digest is registered."""


class ProblemMismatch(ProblemError):
    """The problem isn't the one that was meant: its id or its digest is another."""


class BoundError(JudgeError):
    """A text isn't a bound, or facts about bounds can't be used.

    Attributes:
        message: What was expected, without the place.
        at: Where in the text, in characters from its start; None if nowhere in particular.
    """

    def __init__(self, message: str, *, at: int | None = None) -> None:
        super().__init__(message if at is None else f"character {at + 1}: {message}")
        self.message = message
        self.at = at


class AnalyserError(JudgeError):
    """A complexity analysis failed, or has nothing to work with; the message says what and why."""


class StoreError(JudgeError):
    """The problem store failed, not the problem in it; never a verdict, and worth another try."""


class SandboxError(JudgeError):
    """The box failed, not the program in it."""


class SandboxUnavailable(SandboxError):
    """No box can be had on this machine; the message says what is missing."""


class SandboxProtocolError(SandboxError):
    """The runner in the box answered something that can't be."""


class RunnerMismatch(SandboxError):
    """The runner in the box is of another version than the judge."""


class QueueError(JudgeError):
    """The queue can't take, find or finish a job."""


class QueueFull(QueueError):
    """The queue takes no more jobs for now."""

    def __init__(self, message: str, *, retry_after_s: float) -> None:
        """Refuse a job.

        Args:
            retry_after_s: When there will probably be room, in seconds from now.
        """
        super().__init__(message)
        self.retry_after_s = retry_after_s


class JobNotFound(QueueError):
    """There's no job of this id, or it is long done."""


class JobCancelled(QueueError):
    """The job was cancelled before it was done."""


class JobExpired(QueueError):
    """The job's deadline passed before it was done."""


class ServiceError(JudgeError):
    """A judge elsewhere can't be reached, or refuses what it is asked."""

    def __init__(self, message: str, *, status: int | None = None) -> None:
        """A failed call.

        Args:
            status: HTTP status of the answer; none if there was none that could be read.
        """
        super().__init__(message)
        self.status = status


class ConfigurationError(JudgeError):
    """The judge can't start as it is configured."""


@contextmanager
def boundary(kind: type[JudgeError], action: str) -> Iterator[None]:
    """Attribute whatever escapes a driver to that driver.

    Args:
        kind: The error to raise in place of a foreign one.
        action: What was being done, for the message.

    Raises:
        JudgeError: errors of the tree pass as they are; anything else becomes ``kind``.
    """
    try:
        yield
    except JudgeError:
        raise
    except Exception as error:
        raise kind(f"{action}: {type(error).__name__}: {error}") from error
