"""Naming outcomes in contest order, and what a report makes of its tests."""

import signal
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import SandboxProtocolError
from ordojudge.core.grading import aggregate, classify
from ordojudge.core.models import Limits, Outcome, TestResult
from ordojudge.core.verdict import Verdict

MIB = 1 << 20
LIMITS = Limits(cpu_s=1.0, memory_bytes=64 * MIB, output_bytes=MIB)


def outcome(**facts: Any) -> Outcome:
    """A run that ended well, but for these facts."""
    if "signal" not in facts:
        facts = {"exit_code": 0, **facts}
    return Outcome.model_validate({"cpu_s": 0.1, "wall_s": 0.1, **facts})


class Case(NamedTuple):
    outcome: Outcome
    verdict: Verdict | None
    reason: str | None = None


KILLED = {"signal": signal.SIGKILL, "stopped": "cpu", "cpu_s": 1.05}

TABLE = {
    "well within all limits: a checker decides": Case(outcome(), None),
    "memory and CPU time exactly at their limits are allowed": Case(
        outcome(cpu_s=1.0, peak_memory_bytes=64 * MIB), None
    ),
    "one byte less than the output limit is allowed": Case(outcome(output_bytes=MIB - 1), None),
    "a nonzero exit status": Case(outcome(exit_code=3), Verdict.RTE, "exit status 3"),
    "a signal": Case(outcome(signal=signal.SIGSEGV), Verdict.RTE, "signal SIGSEGV"),
    "a real-time signal, which has no name": Case(outcome(signal=40), Verdict.RTE, "signal 40"),
    "killed, but not by the box": Case(outcome(signal=signal.SIGKILL), Verdict.RTE),
    "stopped for CPU time": Case(outcome(**KILLED), Verdict.TLE, "cpu"),
    "ended by itself a little over its CPU time": Case(outcome(cpu_s=1.01), Verdict.TLE, "cpu"),
    "the kernel's CPU limit": Case(outcome(signal=signal.SIGXCPU), Verdict.TLE, "cpu"),
    "stopped for wall time": Case(
        outcome(signal=signal.SIGKILL, stopped="wall", wall_s=3.1), Verdict.TLE, "wall"
    ),
    "over its CPU time and stopped for wall time": Case(
        outcome(signal=signal.SIGKILL, stopped="wall", cpu_s=1.5), Verdict.TLE, "cpu"
    ),
    "stopped for memory": Case(
        outcome(signal=signal.SIGKILL, stopped="memory", peak_memory_bytes=65 * MIB),
        Verdict.MLE,
        "peak 65 MiB of 64 MiB",
    ),
    "stopped for memory after it had fallen again": Case(
        outcome(signal=signal.SIGKILL, stopped="memory", peak_memory_bytes=MIB), Verdict.MLE
    ),
    "one byte over its memory": Case(outcome(peak_memory_bytes=64 * MIB + 1), Verdict.MLE),
    "the kernel ran out of memory": Case(
        outcome(out_of_memory=True), Verdict.MLE, "it ran out of memory"
    ),
    "the file size limit": Case(outcome(signal=signal.SIGXFSZ), Verdict.OLE),
    "output filled up to the limit": Case(outcome(output_bytes=MIB), Verdict.OLE),
    "error output filled up to the limit": Case(
        outcome(error_bytes=MIB), Verdict.OLE, "more than 1 MiB of output"
    ),
    "a forbidden system call": Case(outcome(signal=signal.SIGSYS), Verdict.SV),
    # Several at once: the first of memory, crash, time, output size.
    "over memory and crashed": Case(
        outcome(signal=signal.SIGSEGV, peak_memory_bytes=65 * MIB), Verdict.MLE
    ),
    "over memory and stopped for CPU time": Case(
        outcome(**KILLED, peak_memory_bytes=65 * MIB), Verdict.MLE
    ),
    "over memory and output": Case(
        outcome(signal=signal.SIGXFSZ, peak_memory_bytes=65 * MIB), Verdict.MLE
    ),
    "out of memory and a forbidden system call": Case(
        outcome(signal=signal.SIGSYS, out_of_memory=True), Verdict.MLE
    ),
    "crashed over its CPU time": Case(outcome(exit_code=1, cpu_s=1.2), Verdict.RTE),
    "a forbidden system call over its CPU time": Case(
        outcome(signal=signal.SIGSYS, cpu_s=1.2), Verdict.SV
    ),
    "stopped for CPU time, with its output filled": Case(
        outcome(**KILLED, output_bytes=MIB), Verdict.TLE
    ),
    "over its CPU time and output": Case(
        outcome(signal=signal.SIGXFSZ, cpu_s=1.2, output_bytes=MIB), Verdict.TLE
    ),
    "gave up with a status when its output was refused": Case(
        outcome(exit_code=1, output_bytes=MIB), Verdict.OLE
    ),
    "died of a broken abort when its output was refused": Case(
        outcome(signal=signal.SIGABRT, error_bytes=MIB), Verdict.OLE
    ),
}


@pytest.mark.parametrize("case", TABLE.values(), ids=TABLE.keys())
def test_what_an_outcome_is_called(case: Case) -> None:
    named = classify(case.outcome, LIMITS)
    assert (named and named[0]) == case.verdict
    if case.reason is not None:
        assert named is not None
        assert named[1] == case.reason


@pytest.mark.parametrize(
    "contradictory",
    [
        pytest.param(outcome(exit_code=None), id="neither exit status nor signal"),
        pytest.param(outcome(exit_code=0, signal=9), id="both exit status and signal"),
        pytest.param(
            outcome(signal=9, stopped="deadline"), id="stopped by the judge's own patience"
        ),
        pytest.param(
            outcome(exit_code=None, stopped="memory", peak_memory_bytes=65 * MIB),
            id="no ending, though stopped for memory",
        ),
    ],
)
def test_a_contradictory_outcome_is_no_verdict(contradictory: Outcome) -> None:
    with pytest.raises(SandboxProtocolError, match="outcome: "):
        classify(contradictory, LIMITS)


ENDINGS = st.one_of(
    st.fixed_dictionaries({"exit_code": st.integers(0, 255)}),
    st.fixed_dictionaries({"signal": st.integers(1, 64)}),
)
OUTCOMES = st.builds(
    lambda ending, facts: outcome(**ending, **facts),
    ENDINGS,
    st.fixed_dictionaries(
        {
            "stopped": st.sampled_from([None, "cpu", "wall", "memory"]),
            "cpu_s": st.floats(0, 2),
            "wall_s": st.floats(0, 4),
            "peak_memory_bytes": st.integers(0, 128 * MIB),
            "output_bytes": st.integers(0, MIB),
            "error_bytes": st.integers(0, MIB),
            "out_of_memory": st.booleans(),
        }
    ),
)


@given(OUTCOMES)
def test_only_a_run_without_fault_reaches_the_checker(measured: Outcome) -> None:
    faultless = (
        measured.exit_code == 0
        and measured.stopped is None
        and not measured.out_of_memory
        and measured.cpu_s <= LIMITS.cpu_s
        and measured.peak_memory_bytes <= LIMITS.memory_bytes
        and max(measured.output_bytes, measured.error_bytes) < LIMITS.output_bytes
    )
    named = classify(measured, LIMITS)
    assert (named is None) == faultless
    if named is not None:
        assert named[0] in {Verdict.MLE, Verdict.SV, Verdict.RTE, Verdict.TLE, Verdict.OLE}
        assert named[1].isprintable()


# ------------------------------------------------------------------------- aggregation


def results(*verdicts: Verdict) -> list[TestResult]:
    return [TestResult(case_id=str(n), verdict=verdict) for n, verdict in enumerate(verdicts)]


VERDICTS = st.lists(st.sampled_from(Verdict), max_size=12)
JUDGED = st.lists(st.sampled_from([v for v in Verdict if v is not Verdict.JE]), max_size=12)


@pytest.mark.parametrize(
    ("verdicts", "tests", "expected"),
    [
        pytest.param("AC AC", 2, (Verdict.AC, 1.0), id="all accepted"),
        pytest.param("AC WA TLE", 3, (Verdict.WA, 1 / 3), id="the first failure names it"),
        pytest.param("AC WA", 4, (Verdict.WA, 0.25), id="tests that were not run did not pass"),
        pytest.param("WA AC", 2, (Verdict.WA, 0.5), id="tests after a failure still count"),
        pytest.param("WA JE", 2, (Verdict.JE, 0.0), id="a judging error wins over all"),
        pytest.param("AC JE AC", 3, (Verdict.JE, 2 / 3), id="a judging error between"),
    ],
)
def test_a_report_s_verdict(verdicts: str, tests: int, expected: tuple[Verdict, float]) -> None:
    ran = results(*map(Verdict, verdicts.split()))
    assert aggregate(ran, tests_in_problem=tests) == expected


@given(
    before=st.integers(0, 5),
    failed=st.sampled_from([verdict for verdict in Verdict if verdict is not Verdict.AC]),
    after=JUDGED,
)
def test_what_follows_the_first_failure_does_not_change_the_verdict(
    before: int, failed: Verdict, after: list[Verdict]
) -> None:
    start = [Verdict.AC] * before + [failed]
    short, _ = aggregate(results(*start), tests_in_problem=20)
    full, _ = aggregate(results(*start, *after), tests_in_problem=20)
    assert short is full is failed


@given(before=VERDICTS, after=VERDICTS)
def test_a_judging_error_anywhere_makes_the_report_one(
    before: list[Verdict], after: list[Verdict]
) -> None:
    ran = results(*before, Verdict.JE, *after)
    assert aggregate(ran, tests_in_problem=len(ran))[0] is Verdict.JE


@given(VERDICTS, st.integers(0, 5))
def test_the_pass_rate_is_one_exactly_when_every_test_is_accepted(
    verdicts: list[Verdict], not_run: int
) -> None:
    verdict, pass_rate = aggregate(
        results(*verdicts), tests_in_problem=len(verdicts) + not_run or 1
    )
    assert 0 <= pass_rate <= 1
    everything = bool(verdicts) and not not_run and set(verdicts) == {Verdict.AC}
    assert (pass_rate == 1) == everything
    assert verdict is Verdict.AC or pass_rate < 1
