"""Naming what happened: measurements to verdicts, and tests to a report's verdict."""

import signal as signals
from collections.abc import Sequence

from ordojudge.core.errors import SandboxProtocolError
from ordojudge.core.models import Limits, Outcome, TestResult
from ordojudge.core.verdict import Verdict

SIGNALS_OF_OUTPUT_LIMIT = frozenset({signals.SIGXFSZ})
SIGNALS_OF_SECURITY = frozenset({signals.SIGSYS})
SIGNALS_OF_TIME_LIMIT = frozenset({signals.SIGXCPU})


def classify(outcome: Outcome, limits: Limits) -> tuple[Verdict, str] | None:
    """Name how one run ended, before anyone looks at its output.

    Decided in contest order: memory, crash, time, output size.
    A run that the box stopped for its time crashed only because of that, so the stop is named.

    Args:
        outcome: Measurements from the box; times in seconds, memory in bytes.
        limits: The limits in force, already scaled for the language.

    Returns:
        A verdict and its reason, or None if the run ended well and a checker should decide.

    Raises:
        SandboxProtocolError: the outcome contradicts itself.
    """
    if (outcome.exit_code is None) == (outcome.signal is None):
        raise SandboxProtocolError("outcome: exactly one of exit status and signal is needed")
    if outcome.stopped == "deadline":
        raise SandboxProtocolError("outcome: the judge gave up waiting; this is no verdict")

    if outcome.stopped == "memory" or outcome.peak_memory_bytes > limits.memory_bytes:
        return Verdict.MLE, f"peak {_mib(outcome.peak_memory_bytes)} of {_mib(limits.memory_bytes)}"
    if outcome.out_of_memory:
        return Verdict.MLE, "it ran out of memory"

    if outcome.stopped is None and outcome.signal in SIGNALS_OF_SECURITY:
        return Verdict.SV, "a forbidden system call"
    wrote_too_much = (
        outcome.signal in SIGNALS_OF_OUTPUT_LIMIT
        or outcome.output_bytes >= limits.output_bytes
        or outcome.error_bytes >= limits.output_bytes
    )
    if (
        outcome.stopped is None
        and outcome.signal not in SIGNALS_OF_TIME_LIMIT
        and not wrote_too_much
    ):
        if outcome.signal is not None:
            return Verdict.RTE, f"signal {_signal_name(outcome.signal)}"
        if outcome.exit_code != 0:
            return Verdict.RTE, f"exit status {outcome.exit_code}"

    if outcome.stopped == "cpu" or outcome.cpu_s > limits.cpu_s:
        return Verdict.TLE, "cpu"
    if outcome.signal in SIGNALS_OF_TIME_LIMIT:
        return Verdict.TLE, "cpu"
    if outcome.stopped == "wall":
        return Verdict.TLE, "wall"

    if wrote_too_much:
        return Verdict.OLE, f"more than {_mib(limits.output_bytes)} of output"
    return None


def aggregate(results: Sequence[TestResult], *, tests_in_problem: int) -> tuple[Verdict, float]:
    """The verdict and pass rate of a report from its tests.

    The verdict is the first that is not AC, in test order; any JE makes it JE.

    Args:
        results: Tests that were run, in order.
        tests_in_problem: How many tests the problem has, run or not; at least 1.

    Returns:
        The verdict and the fraction of the problem's tests that were accepted, in 0 to 1.
    """
    accepted = sum(result.verdict is Verdict.AC for result in results)
    pass_rate = accepted / tests_in_problem
    verdicts = [result.verdict for result in results]
    if Verdict.JE in verdicts:
        return Verdict.JE, pass_rate
    for verdict in verdicts:
        if verdict is not Verdict.AC:
            return verdict, pass_rate
    return Verdict.AC, pass_rate


def _mib(size: int) -> str:
    return f"{size / (1 << 20):.0f} MiB"


def _signal_name(number: int) -> str:
    try:
        return signals.Signals(number).name
    except ValueError:
        return str(number)
