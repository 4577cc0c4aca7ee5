"""The line from submission to report, over a sandbox whose programs are functions."""

import gc
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from ordojudge.core.errors import (
    JobCancelled,
    ProblemError,
    SandboxUnavailable,
    SubmissionError,
    SubmissionTooLarge,
    UnknownLanguage,
)
from ordojudge.core.languages import Language
from ordojudge.core.models import (
    MAX_SOURCE_BYTES,
    Problem,
    Report,
    Submission,
    Task,
    TestResult,
    problem_from_data,
)
from ordojudge.core.models import TestCase as Case
from ordojudge.core.reward import PRESETS, RewardScheme
from ordojudge.core.verdict import Verdict
from ordojudge.sandbox.fake import Act, FakeBox, FakeSandbox, Script
from ordojudge.service import Cancellation, Judge
from ordojudge.trial import GRACE, OBSERVED_BYTES, REPEATS

MIB = 1 << 20
LIMITS = {"cpu_s": 1.0, "memory_bytes": 64 * MIB, "output_bytes": MIB}


def sums(count: int = 2, **fields: Any) -> Problem:
    """A problem that asks for the sum of two numbers."""
    tests = [
        {"case_id": str(n), "input": f"{n} {n}\n", "output": f"{2 * n}\n"}
        for n in range(1, count + 1)
    ]
    return problem_from_data({"problem_id": "sum", "tests": tests, "limits": LIMITS, **fields})


def adds(text: bytes) -> Act:
    return Act(output=b"%d\n" % sum(map(int, text.split())))


def always(**fields: Any) -> Script:
    return lambda _text: Act(**fields)


def judged(script: Script, problem: Problem | None = None, **options: Any) -> Report:
    """The report on a program that does this."""
    return over(FakeSandbox({"x": script}), problem, **options)


def over(
    sandbox: FakeSandbox, problem: Problem | None = None, *, source: str = "x", **options: Any
) -> Report:
    submission = Submission(source=source, language="python")
    return Judge(sandbox).grade(submission, problem or sums(), **options)


def verdicts(report: Report) -> list[Verdict]:
    return [test.verdict for test in report.tests]


# ---------------------------------------------------------------------------- verdicts

VERDICTS: dict[str, tuple[Script, Verdict, str | None]] = {
    "the right answer": (adds, Verdict.AC, None),
    "a wrong answer": (always(output=b"7\n"), Verdict.WA, "line 1, token 1: expected 2, got 7"),
    "an exit status": (
        always(exit_code=1, error=b"Traceback:\n  File\nKeyError: 'x'\n"),
        Verdict.RTE,
        "exit status 1: KeyError: 'x'",
    ),
    "a signal": (always(signal=11), Verdict.RTE, "signal SIGSEGV"),
    "the right answer and an exit status": (
        lambda text: Act(output=adds(text).output, exit_code=3),
        Verdict.RTE,
        "exit status 3",
    ),
    "too much time": (always(cpu_s=5.0), Verdict.TLE, "cpu"),
    "too much memory": (
        always(memory_bytes=65 * MIB),
        Verdict.MLE,
        "peak 65 MiB of 64 MiB",
    ),
    "too much output": (always(output=b"x" * (2 * MIB)), Verdict.OLE, "more than 1 MiB of output"),
    "a forbidden call": (always(signal=31), Verdict.SV, "a forbidden system call"),
}


@pytest.mark.parametrize(("script", "verdict", "reason"), VERDICTS.values(), ids=VERDICTS.keys())
def test_what_a_program_does_becomes_its_verdict(
    script: Script, verdict: Verdict, reason: str | None
) -> None:
    report = judged(script)
    assert report.verdict is verdict
    assert verdicts(report) == [verdict, verdict]
    assert report.tests[0].reason == reason
    assert report.pass_rate == (1.0 if verdict is Verdict.AC else 0.0)
    assert report.reward is not None
    assert report.compile.ok


def test_a_report_says_what_was_measured() -> None:
    report = judged(
        lambda text: Act(output=adds(text).output, cpu_s=0.5, memory_bytes=3 * MIB),
        sums(problem_id="p"),
    )
    assert (report.problem_id, report.language, report.cached) == ("p", "python", False)
    assert report.extraction.kind == "source"
    assert [test.case_id for test in report.tests] == ["1", "2"]
    [test, _] = report.tests
    assert (test.cpu_s, test.peak_memory_bytes, test.output_bytes) == (0.5, 3 * MIB, 2)
    times = report.timings
    assert 0 <= times.queue_s + times.compile_s + times.run_s <= times.total_s


def test_a_source_that_does_not_compile_is_run_on_no_test() -> None:
    sandbox = FakeSandbox()
    report = over(sandbox)
    assert (report.verdict, report.tests, report.pass_rate) == (Verdict.CE, (), 0.0)
    assert (report.compile.ok, report.compile.message) == (False, "not in the table")
    assert (sandbox.boxes, sandbox.runs) == (1, 0)
    assert report.reward is not None


def test_the_checker_decides() -> None:
    lines, tokens = (sums(checker={"type": kind}) for kind in ("lines", "tokens"))
    scattered: Script = lambda text: Act(output=b"\n  " + adds(text).output)  # noqa: E731
    assert judged(scattered, tokens).verdict is Verdict.AC
    assert judged(scattered, lines).verdict is Verdict.WA


def test_without_all_tests_it_stops_at_the_first_failure() -> None:
    sandbox = FakeSandbox({"x": lambda text: adds(text) if text == b"1 1\n" else Act(b"7")})
    report = over(sandbox, sums(4), all_tests=False)
    assert verdicts(report) == [Verdict.AC, Verdict.WA]
    assert (report.verdict, report.pass_rate) == (Verdict.WA, 0.25)
    assert sandbox.runs == 2
    assert len(over(sandbox, sums(4)).tests) == 4


@pytest.mark.parametrize(
    ("result", "verdict", "reason"),
    [
        (b"=3", Verdict.AC, None),
        (b"=4", Verdict.WA, "value: expected 3, got 4"),
        (b"!the answer holds a set", Verdict.WA, "the answer holds a set"),
        (b"", Verdict.WA, "ended without an answer"),
        (None, Verdict.WA, "ended without an answer"),
    ],
    ids=["right", "wrong", "no JSON value", "nothing", "no channel"],
)
def test_a_function_answers_on_its_own_channel(
    result: bytes | None, verdict: Verdict, reason: str | None
) -> None:
    problem = problem_from_data(
        {
            "problem_id": "called",
            "interface": {"type": "function", "entry_point": "f"},
            "tests": [{"case_id": "1", "input": [1, 2], "output": 3}],
        }
    )
    report = judged(always(output=b"3", result=result), problem)
    assert (report.verdict, report.tests[0].reason) == (verdict, reason)


# --------------------------------------------------------------------- the judge's failures


def test_a_box_that_fails_once_is_replaced_and_nobody_notices() -> None:
    sandbox = FakeSandbox({"x": adds}, failures=1)
    with capture_logs() as logs:
        report = over(sandbox, sums(3))
    assert report.verdict is Verdict.AC
    assert [test.case_id for test in report.tests] == ["1", "2", "3"]
    assert sandbox.boxes == 2
    assert [(entry["event"], entry["attempt"]) for entry in logs] == [("box failed", 1)]


def test_a_box_that_fails_in_the_middle_leaves_no_result_twice() -> None:
    failures = iter([False, True])

    def script(text: bytes) -> Act:
        if next(failures, False):
            raise RuntimeError("whatever a driver raises")
        return adds(text)

    report = judged(script, sums(3))
    assert report.verdict is Verdict.AC
    assert [test.case_id for test in report.tests] == ["1", "2", "3"]


def test_two_failures_are_a_judging_error_without_a_reward() -> None:
    sandbox = FakeSandbox({"x": adds}, failures=2)
    report = over(sandbox)
    assert (report.verdict, report.reward) == (Verdict.JE, None)
    assert report.compile.message == "the judge failed: a failure that was asked for"
    assert sandbox.boxes == 2


def test_a_judging_error_keeps_the_tests_that_were_judged() -> None:
    def script(text: bytes) -> Act:
        if text == b"2 2\n":
            raise RuntimeError("always here")
        return adds(text)

    report = judged(script, sums(3))
    assert (report.verdict, report.reward) == (Verdict.JE, None)
    assert verdicts(report) == [Verdict.AC]
    assert "RuntimeError: always here" in report.compile.message


class Unavailable(FakeSandbox):
    """A machine that can't have boxes."""

    @contextmanager
    def box(
        self, language: Language | None = None, *, companion: bool = False
    ) -> Iterator[FakeBox]:
        self.boxes += 1
        raise SandboxUnavailable("bubblewrap: missing")
        yield


def test_a_machine_without_boxes_is_no_verdict_and_not_tried_again() -> None:
    sandbox = Unavailable()
    with pytest.raises(SandboxUnavailable, match="bubblewrap: missing"):
        over(sandbox)
    assert sandbox.boxes == 1


def test_a_test_that_cannot_be_judged_is_a_judging_error_and_not_tried_again() -> None:
    # a lone surrogate stands for no byte
    tests = [
        {"case_id": "1", "input": "1 1", "output": "\ud800"},
        {"case_id": "2", "input": "1 1", "output": "2"},
    ]
    sandbox = FakeSandbox({"x": adds})
    report = over(sandbox, sums(tests=tests))
    assert verdicts(report) == [Verdict.JE, Verdict.AC]
    assert (report.verdict, report.reward) == (Verdict.JE, None)
    assert "tests: 1: output: character 0 is the lone surrogate U+D800" in (
        report.tests[0].reason or ""
    )
    assert (sandbox.boxes, sandbox.runs) == (1, 2)


# --------------------------------------------------------------------------- load and time


@pytest.mark.parametrize(
    ("alone_s", "slowdown", "verdict", "runs"),
    [
        pytest.param(0.5, 1.5, Verdict.AC, 1, id="slowed down, but within the limit"),
        pytest.param(0.8, 1.5, Verdict.AC, 2, id="slowed down past the limit: right when alone"),
        pytest.param(1.2, 1.2, Verdict.TLE, 1 + REPEATS, id="too slow even when alone"),
        pytest.param(0.8, 2.5, Verdict.TLE, 1, id="slowed down beyond all patience: stopped"),
        pytest.param(1.5, 1.5, Verdict.TLE, 1, id="far too slow: stopped, whatever the load"),
    ],
)
def test_where_others_slow_it_down_a_program_gets_a_second_try_alone(
    alone_s: float, slowdown: float, verdict: Verdict, runs: int
) -> None:
    sandbox = FakeSandbox(
        {"x": lambda text: Act(output=adds(text).output, cpu_s=alone_s)},
        contended=True,
        slowdown=slowdown,
    )
    report = over(sandbox, sums(1))
    assert (report.verdict, sandbox.runs) == (verdict, runs)
    assert not sandbox.is_quiet
    assert report.tests[0].cpu_s <= GRACE * 1.05


def test_the_time_that_is_reported_is_the_one_alone() -> None:
    sandbox = FakeSandbox(
        {"x": lambda text: Act(output=adds(text).output, cpu_s=0.8)}, contended=True, slowdown=1.5
    )
    assert over(sandbox, sums(1)).tests[0].cpu_s == 0.8


def test_on_a_machine_at_rest_there_is_no_second_try() -> None:
    sandbox = FakeSandbox({"x": always(cpu_s=1.2)}, slowdown=1.0)
    assert over(sandbox, sums(1)).verdict is Verdict.TLE
    assert sandbox.runs == 1


def test_after_one_test_that_is_too_slow_the_others_get_no_second_try() -> None:
    sandbox = FakeSandbox({"x": always(cpu_s=1.2)}, contended=True)
    report = over(sandbox, sums(5))
    assert verdicts(report) == [Verdict.TLE] * 5
    assert sandbox.runs == 1 + REPEATS + 4


def test_a_program_that_is_only_slowed_down_gets_a_second_try_on_every_test() -> None:
    sandbox = FakeSandbox(
        {"x": lambda text: Act(output=adds(text).output, cpu_s=0.8)}, contended=True, slowdown=1.5
    )
    assert over(sandbox, sums(3)).verdict is Verdict.AC
    assert sandbox.runs == 2 * 3


# ----------------------------------------------------------------------------- observers


def test_an_observer_sees_each_test_with_the_head_of_its_output() -> None:
    seen: list[tuple[Case, TestResult, bytes]] = []
    long = b"x" * (2 * OBSERVED_BYTES)
    problem = sums(2, limits={**LIMITS, "output_bytes": 4 * OBSERVED_BYTES})
    report = judged(
        lambda text: adds(text) if text == b"1 1\n" else Act(output=long),
        problem,
        observe=lambda *shown: seen.append(shown),
    )
    assert [(test, result) for test, result, _ in seen] == [
        *zip(problem.tests, report.tests, strict=True)
    ]
    assert [head for *_, head in seen] == [b"2\n", long[:OBSERVED_BYTES]]


def test_what_an_observer_raises_is_raised_and_nothing_is_judged_again() -> None:
    sandbox = FakeSandbox({"x": adds})

    def observe(*_: object) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match=r"^mine$"):
        over(sandbox, observe=observe)
    assert sandbox.runs == 1


# --------------------------------------------------------------- where the source comes from

CODE = "```python\nx\n```"


def completed(text: str, sandbox: FakeSandbox | None = None, **options: Any) -> Report:
    language = options.pop("language", None)
    submission = Submission(completion=text, language=language)
    return Judge(sandbox or FakeSandbox({"x": adds, "x\n": adds})).grade(
        submission, sums(), **options
    )


def test_the_code_of_a_completion_is_judged() -> None:
    report = completed(f"I think so:\n\n{CODE}\n")
    assert (report.verdict, report.language) == (Verdict.AC, "python")
    assert report.extraction.kind == "fenced"


@pytest.mark.parametrize(
    "text",
    ["", "I don't know.", "```\nx\n```", "<think>```python\nx\n```"],
    ids=["nothing", "prose", "a block of no language", "a block in reasoning that never ended"],
)
def test_a_completion_without_code_is_a_report_and_takes_no_box(text: str) -> None:
    sandbox = FakeSandbox({"x": adds})
    report = completed(text, sandbox)
    assert (report.verdict, report.tests, report.pass_rate) == (Verdict.SE, (), 0.0)
    assert not report.compile.ok
    assert report.compile.message.startswith("nothing to compile")
    assert report.reward is not None
    assert report.reward.total == 0
    assert sandbox.boxes == 0


def test_the_reward_scheme_says_where_the_code_is() -> None:
    raw = RewardScheme(extraction="raw")
    assert completed("x", language="python", reward=raw).verdict is Verdict.AC
    assert completed("x", language="python").verdict is Verdict.SE


def test_a_source_over_the_cap_is_refused_and_one_at_it_is_not() -> None:
    at_it = "é" * (MAX_SOURCE_BYTES // 2)
    assert over(FakeSandbox({at_it: adds}), source=at_it).verdict is Verdict.AC
    for submission in (
        Submission(source=at_it + "x", language="c"),
        Submission(completion=f"```c\n{at_it}x\n```"),
    ):
        with pytest.raises(SubmissionTooLarge, match=f"at most {MAX_SOURCE_BYTES} are accepted"):
            Judge(FakeSandbox()).grade(submission, sums())


@pytest.mark.parametrize("fields", [{"source": "x"}, {"completion": CODE}])
def test_an_unknown_language_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(UnknownLanguage, match="'klingon' is unknown"):
        Judge(FakeSandbox()).grade(Submission(**fields, language="klingon"), sums())


def test_a_source_that_stands_for_no_bytes_is_refused() -> None:
    with pytest.raises(SubmissionError, match=r"^source: character 1 is the lone surrogate"):
        over(FakeSandbox(), source="x\ud800")


# --------------------------------------------------------------- what it can't judge

FUNCTION = {"type": "function", "entry_point": "f"}
UNSUPPORTED: dict[str, tuple[Problem, str, str]] = {
    "interaction with a function": (
        sums(
            interface=FUNCTION,
            tests=[{"case_id": "1", "input": [1], "output": 1}],
            checker={"type": "interactive", "language": "c", "source": ""},
        ),
        "python",
        "checker: an interactor talks to stdio submissions, not to function ones",
    ),
    "functions in Rust": (
        sums(interface=FUNCTION, tests=[{"case_id": "1", "input": [1], "output": 1}]),
        "rust",
        "language: function problems take submissions in python, cpp, cpp20, cpp23, java, javascript,"
        " typescript, go, not in Rust",
    ),
    "a function whose name is none": (
        sums(
            interface={**FUNCTION, "entry_point": "f()"},
            tests=[{"case_id": "1", "input": [1], "output": 1}],
        ),
        "go",
        r"interface.entry_point: 'f\(\)' can't be a name in Go",
    ),
    "a parameter whose name is none": (
        sums(
            interface={**FUNCTION, "parameters": [{"name": 'a"', "type": "int"}]},
            tests=[{"case_id": "1", "input": [1], "output": 1}],
        ),
        "cpp",
        """interface.parameters.0.name: 'a"' can't be a name in C""",
    ),
    "statements in C": (
        sums(interface={"type": "asserts", "entry_point": "f"}),
        "c",
        "interface: asserts problems take Python submissions, not C17",
    ),
    "inputs in files": (
        sums(tests=[{"case_id": "1", "input_file": "1.in", "output": ""}]),
        "python",
        "tests.0: its files were not read",
    ),
    "outputs in files": (
        sums(tests=[{"case_id": "1", "input": "", "output_file": "1.out"}]),
        "python",
        "tests.0: its files were not read",
    ),
}


@pytest.mark.parametrize(
    ("problem", "language", "complaint"), UNSUPPORTED.values(), ids=UNSUPPORTED.keys()
)
def test_what_it_cannot_judge_is_the_problem_s_error(
    problem: Problem, language: str, complaint: str
) -> None:
    sandbox = FakeSandbox({"x": adds})
    with pytest.raises(ProblemError, match=complaint):
        Judge(sandbox).grade(Submission(source="x", language=language), problem)
    assert sandbox.boxes == 0


# --------------------------------------------------------------------------------- rewards


@pytest.mark.parametrize(
    ("script", "correctness"),
    [
        pytest.param(adds, 1.0, id="all tests"),
        pytest.param(
            lambda text: adds(text) if text == b"1 1\n" else Act(), 0.5, id="half of them"
        ),
        pytest.param(always(), 0.0, id="none"),
    ],
)
def test_a_reward_is_gated_by_the_tests(script: Script, correctness: float) -> None:
    report = completed(CODE, FakeSandbox({"x": script, "x\n": script}))
    assert report.reward is not None
    parts = report.reward
    assert (parts.correctness, parts.time) == (correctness, 0.0)
    assert parts.format == pytest.approx(0.1)
    assert parts.total == pytest.approx(parts.format + parts.correctness + parts.time)


def test_the_reward_is_the_scheme_s() -> None:
    half: Script = lambda text: adds(text) if text == b"1 1\n" else Act()  # noqa: E731
    totals = {
        name: report.reward.total
        for name in ("verl", "skywork", "nouscoder")
        if (report := judged(half, reward=PRESETS[name])).reward is not None
    }
    assert totals == {"verl": 0.5, "skywork": 0.0, "nouscoder": -1.0}


# ------------------------------------------------------------------------------ identities


def test_a_submission_without_an_id_is_named_by_its_content() -> None:
    same = {over(FakeSandbox({"x": adds})).submission_id for _ in range(2)}
    extracted = completed("```python\nx```").submission_id
    other = over(FakeSandbox(), source="y").submission_id
    in_c = Judge(FakeSandbox()).grade(Submission(source="x", language="c"), sums()).submission_id
    alias = Judge(FakeSandbox()).grade(Submission(source="x", language="py"), sums()).submission_id
    assert len(same) == 1
    assert {alias} == same
    assert len({*same, other, in_c}) == 3
    assert extracted in {*same, over(FakeSandbox(), source="x\n").submission_id}


def test_a_submission_s_own_id_is_kept() -> None:
    submission = Submission(submission_id="mine", source="x", language="python")
    assert Judge(FakeSandbox()).grade(submission, sums()).submission_id == "mine"


# ---------------------------------------------------------------------- several threads


def test_threads_share_a_judge() -> None:
    slots = 4
    together = threading.Barrier(slots)

    def script(factor: int) -> Script:
        def run(text: bytes) -> Act:
            together.wait(60)  # every run meets three others
            return Act(output=b"%d\n" % (factor * int(text.split()[0])))

        return run

    sandbox = FakeSandbox({str(factor): script(factor) for factor in range(1, slots + 1)})
    judge, problem = Judge(sandbox), sums(5)

    def grade(factor: int) -> Report:
        return judge.grade(Submission(source=str(factor), language="python"), problem)

    with ThreadPoolExecutor(slots) as pool:
        reports = [*pool.map(grade, range(1, slots + 1))]
    assert [report.verdict is Verdict.AC for report in reports] == [False, True, False, False]
    assert Counter(len(report.tests) for report in reports) == {5: slots}


# ------------------------------------------------------------------- inputs, kept and released


def open_memory_files() -> int:
    found = 0
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            found += os.readlink(f"/proc/self/fd/{descriptor}").startswith("/memfd:file")
        except FileNotFoundError:  # the listing's own
            continue
    return found


def test_long_inputs_are_prepared_once_and_kept_as_long_as_their_problem() -> None:
    gc.collect()
    before = open_memory_files()
    judge = Judge(FakeSandbox({"x": always(output=b"1")}))
    problem = sums(
        tests=[{"case_id": str(n), "input": "1 " * 100_000, "output": "1"} for n in range(3)]
    )
    for _ in range(3):
        judge.grade(Submission(source="x", language="python"), problem)
        assert open_memory_files() == before + 3
    del problem
    gc.collect()
    judge.close()
    assert open_memory_files() == before


# ------------------------------------------------------------------------- cancelling


def judge_task(script: Callable[[bytes], Act], cancellation: Cancellation) -> FakeSandbox:
    sandbox = FakeSandbox({"x": script})
    with pytest.raises(JobCancelled):
        Judge(sandbox).judge(
            Task(language="python", source="x"), sums(3), cancellation=cancellation
        )
    return sandbox


def test_a_job_that_was_cancelled_is_not_run() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    cancellation.cancel()
    assert judge_task(adds, cancellation).runs == 0


def test_a_running_job_is_ended_in_the_middle_of_a_test_and_not_tried_again() -> None:
    cancellation = Cancellation()

    def script(text: bytes) -> Act:
        cancellation.cancel()
        raise RuntimeError("the box was ended under it")

    sandbox = judge_task(script, cancellation)
    assert (sandbox.runs, sandbox.boxes, sandbox.aborted) == (1, 1, 1)


def test_a_job_is_ended_between_two_tests() -> None:
    cancellation = Cancellation()

    def script(text: bytes) -> Act:
        cancellation.cancel()
        return adds(text)

    assert judge_task(script, cancellation).runs == 1


# ------------------------------------------------------------------------------- closing


def test_a_judge_leaves_a_sandbox_that_is_not_its_own_open() -> None:
    sandbox = FakeSandbox()
    with Judge(sandbox):
        pass
    assert not sandbox.closed
