"""Interactive problems: submission and interactor, each in a box of its own, joined by pipes."""

import os
import select
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Self

from ordojudge.calls import Execution
from ordojudge.checking import Refereeing
from ordojudge.contents import Contents
from ordojudge.core.models import InteractiveChecker, Limits, TestCase
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Box, Program, Ran, Run, Running

PATIENCE_S: Final = 5.0
"""Wall seconds beyond its limit that a submission may wait for the interactor."""

INTERACTOR_LIMITS: Final = Limits(cpu_s=10.0, memory_bytes=1 << 30, output_bytes=1 << 20)
"""What an interactor may use, besides waiting for as long as the submission can run."""


class Interaction:
    """Calls a submission by letting it talk to an interactor; a `calls.Call`.

    Whoever ends first decides: a submission that crashed or ran out of its limits did so by itself,
    and one that broke off because the interactor had gone didn't.
    """

    def __init__(
        self,
        checker: InteractiveChecker,
        contents: Contents,
        *,
        box: Box,
        companion: Callable[[], Box],
    ) -> None:
        """Prepare an interaction.

        Args:
            box: The submission's.
            companion: Gives the box where the interactor is compiled once, and runs.
        """
        self._checker = checker
        self._contents = contents
        self._box = box
        self._companion = companion
        self._interactor: Refereeing | None = None

    def __call__(
        self, program: Program, test: TestCase, *, limits: Limits, grace: float
    ) -> Execution:
        """See `calls.Call`.

        Raises:
            ProblemError: the interactor doesn't compile, or failed, and the submission didn't before it.
        """
        if self._interactor is None:
            self._interactor = Refereeing(self._checker, self._companion(), name="interactor")
        waiting = limits.model_copy(update={"wall_s": limits.wall_limit_s + PATIENCE_S})
        with _Pipe() as to_submission, _Pipe() as to_interactor:
            judging = self._interactor.start(
                test_input=self._contents.input(test),
                answer=self._contents.output(test),
                limits=_patient(waiting, grace),
                input=to_interactor,
                output=to_submission.writing,
            )
            talking = self._box.start(
                Run(
                    program=program,
                    limits=waiting,
                    input=to_submission,
                    output=to_interactor.writing,
                    grace=grace,
                )
            )
            judged, talked, first = _both(judging, talking, to_submission, to_interactor)
        outcome = talked.outcome
        failed = outcome.stopped or outcome.signal is not None or outcome.exit_code
        if failed and first is talked:
            return Execution(outcome=outcome, output=talked.output, error=talked.error)
        if not outcome.stopped:  # how it ended once it was alone says nothing
            outcome = outcome.model_copy(update={"exit_code": 0, "signal": None})
        checked = self._interactor.verdict_on(judged)
        said = (Verdict.AC, None) if checked.accepted else (Verdict.WA, checked.reason)
        return Execution(outcome=outcome, output=talked.output, error=talked.error, said=said)


def _patient(limits: Limits, grace: float) -> Limits:
    """Limits for an interactor: on a busy machine the submission may take many times its own."""
    longest_s = max(grace * limits.cpu_s, limits.wall_limit_s)
    return INTERACTOR_LIMITS.model_copy(update={"wall_s": 10 * longest_s + 40})


class _Pipe:
    """One direction of the talk."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe2(os.O_CLOEXEC)
        # So that a program under another user id can open /dev/stdin.
        os.fchmod(self.reading, 0o666)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave both ends to whom they were handed to."""
        self.close_writing()
        descriptor, self.reading = self.reading, -1
        if descriptor >= 0:
            os.close(descriptor)

    def open(self) -> int:
        """See `ports.Input`."""
        return os.dup(self.reading)

    def close_writing(self) -> None:
        """Leave the writing end to whom it was handed to."""
        descriptor, self.writing = self.writing, -1
        if descriptor >= 0:
            os.close(descriptor)

    def drain(self, *, until: Callable[[], bool]) -> None:
        """Drop what is written, until its end or until somebody knows that there won't be one."""
        poll = select.poll()
        poll.register(self.reading, select.POLLIN)
        while not until():
            if poll.poll(100) and not os.read(self.reading, 1 << 16):
                return


def _both(
    judging: Running, talking: Running, to_submission: _Pipe, to_interactor: _Pipe
) -> tuple[Ran, Ran, Ran]:
    """How both ended, and which of them did so first.

    The judge holds both pipes open until it knows of the first end, so neither can break on the other's before.
    Then a submission may break on it, but not an interactor: what that says is still read.
    """
    with ThreadPoolExecutor(2, thread_name_prefix="ordojudge-talk") as threads:
        interactor, submission = threads.submit(judging.wait), threads.submit(talking.wait)
        ended = futures.wait([interactor, submission], return_when=futures.FIRST_COMPLETED).done
        to_submission.close_writing()
        to_interactor.close()
        if submission in ended:  # if both are, neither knew of the other's end
            to_submission.drain(until=interactor.done)
        judged, talked = interactor.result(), submission.result()
    return judged, talked, talked if submission in ended else judged
