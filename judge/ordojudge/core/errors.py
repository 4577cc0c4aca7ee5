"""What can go wrong that is not a verdict.

A program that crashes is data, and so is a completion without code: both end in a report.
An exception means that the caller or the judge did wrong::

    JudgeError
    ├── SubmissionError            the submission can't be judged as it was given
    │   ├── UnknownLanguage
    │   └── SubmissionTooLarge
    ├── ProblemError               the problem's tests or checker are unusable
    ├── SandboxError               the box failed; retried once, then the verdict is JE
    │   ├── SandboxUnavailable
    │   ├── SandboxProtocolError
    │   └── RunnerMismatch
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


class SandboxError(JudgeError):
    """The box failed, not the program in it."""


class SandboxUnavailable(SandboxError):
    """No box can be had on this machine; the message says what is missing."""


class SandboxProtocolError(SandboxError):
    """The runner in the box answered something that can't be."""


class RunnerMismatch(SandboxError):
    """The runner in the box is of another version than the judge."""


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
