"""How a report looks to people: what is told, what is trimmed, what can't reach the terminal."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from ordojudge.core.models import (
    AssertsInterface,
    Checker,
    CompileResult,
    ComplexityEstimate,
    ExactChecker,
    ExtractionSummary,
    FloatsChecker,
    InteractiveChecker,
    Interface,
    Limits,
    LinesChecker,
    Problem,
    ProgramChecker,
    Report,
    Reward,
    StdioInterface,
    TestCase,
    TestResult,
    TokensChecker,
    UnorderedChecker,
    ValuesChecker,
)
from ordojudge.core.verdict import Verdict
from ordojudge_api.report_view import (
    FinishedTest,
    difference,
    excerpt,
    print_report,
    printable,
)


def problem(
    *, checker: Checker | None = None, interface: Interface | None = None, tests: int = 3
) -> Problem:
    return Problem(
        problem_id="pair-sum",
        interface=interface or StdioInterface(),
        checker=checker or TokensChecker(),
        limits=Limits(cpu_s=2, memory_bytes=256 << 20),
        tests=tuple(
            TestCase(case_id=f"case {index}", input="1\n", output="7\n") for index in range(tests)
        ),
    )


def report(*tests: TestResult, verdict: Verdict = Verdict.AC, **fields: object) -> Report:
    accepted = sum(test.verdict is Verdict.AC for test in tests)
    unscored = verdict is Verdict.JE
    reward = None if unscored else Reward(format=0.1, correctness=0.5, time=0, total=0.6)
    defaults = {
        "submission_id": "s",
        "problem_id": "pair-sum",
        "language": "python",
        "verdict": verdict,
        "pass_rate": accepted / 3,
        "tests": tests,
        "compile": CompileResult(ok=True),
        "extraction": ExtractionSummary(kind="source"),
        "reward": reward,
        "judge_version": "0",
    }
    return Report.model_validate(defaults | fields)


def passed(case_id: str = "case 0", **measured: float) -> TestResult:
    return TestResult.model_validate({"case_id": case_id, "verdict": Verdict.AC} | measured)


def failed(verdict: Verdict, output: bytes = b"", **fields: object) -> FinishedTest:
    result = TestResult.model_validate(
        {"case_id": "case 1", "verdict": verdict, "output_bytes": len(output)} | fields
    )
    return FinishedTest(TestCase(case_id="case 1", input="1\n", output="7\n"), result, output)


def shown(report: Report, of: Problem, failure: FinishedTest | None = None) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=160, highlight=False, markup=False, emoji=False)
    print_report(console, report, problem=of, failed=failure)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        pytest.param(report(passed()), "Accepted (AC)", id="the verdict by its long name"),
        pytest.param(report(passed()), "1 of 3 accepted (33.3%), 2 not run", id="unrun tests"),
        pytest.param(
            report(passed(cpu_s=0.1), passed("slow", cpu_s=0.75)),
            "0.750 s CPU of 2 s (test slow)",
            id="the slowest test against the limit",
        ),
        pytest.param(
            report(passed("big", peak_memory_bytes=10 << 20), passed(peak_memory_bytes=1 << 20)),
            "10.0 MiB of 256.0 MiB (test big)",
            id="the largest test against the limit",
        ),
        pytest.param(
            report(), "0.6 = format 0.1 + correctness 0.5 + time 0", id="the reward by component"
        ),
        pytest.param(report(verdict=Verdict.JE), "none: the judge failed", id="no reward for JE"),
        pytest.param(
            report(
                verdict=Verdict.CE,
                compile=CompileResult(ok=False, message="main.cpp:1: error: no\n"),
            ),
            "main.cpp:1: error: no",
            id="the compiler's message",
        ),
        pytest.param(
            report(extraction=ExtractionSummary(kind="unclosed", truncated=True)),
            "a code block that never ends, cut off",
            id="where the code was found",
        ),
        pytest.param(
            report(verdict=Verdict.SE, language=None, extraction=ExtractionSummary(kind="none")),
            "pair-sum, no language",
            id="a completion without code",
        ),
        pytest.param(
            report(complexity=ComplexityEstimate(bound="O(n)", target="O(n)", relation="equal")),
            "O(n), equal; target O(n)",
            id="the complexity",
        ),
    ],
)
def test_the_table_tells(subject: Report, told: str) -> None:
    assert told in shown(subject, problem())


@pytest.mark.parametrize(
    ("checker", "expected", "actual", "lines"),
    [
        pytest.param(
            TokensChecker(),
            b"1\n2\n3\n4\n5\n",
            b"1\n2\n3\n9\n5\n",
            ["line 4 (- expected, + printed)", "  2", "  3", "- 4", "- 5", "+ 9", "+ 5"],
            id="a few lines around the difference",
        ),
        pytest.param(
            TokensChecker(),
            b"1 2\n3\n",
            b"1\n2\n4\n",
            ["line 2 (- expected, + printed)", "  1 2", "- 3", "+ 4"],
            id="tokens on other lines are aligned",
        ),
        pytest.param(
            TokensChecker(),
            b"1 \n2\n",
            b"1\n3\n",
            ["line 2 (- expected, + printed)", "  1\\x20", "- 2", "+ 3"],
            id="white space that the checker ignores is passed over",
        ),
        pytest.param(
            TokensChecker(case_sensitive=False),
            b"yes\nno\n",
            b"YES\nyes\n",
            ["line 2 (- expected, + printed)", "  yes", "- no", "+ yes"],
            id="case that the checker ignores is passed over",
        ),
        pytest.param(
            FloatsChecker(abs_tol=0.1),
            b"1.00\n2.00\n",
            b"1.05\n2.5\n",
            ["line 2 (- expected, + printed)", "  1.00", "- 2.00", "+ 2.5"],
            id="numbers within the tolerance are passed over",
        ),
        pytest.param(
            LinesChecker(),
            b"a b\nc\n",
            b"a  b\nc\n",
            ["line 1 (- expected, + printed)", "- a b", "- c", "+ a  b", "+ c"],
            id="inner white space counts in lines",
        ),
        pytest.param(
            ExactChecker(),
            b"3\n",
            b"3",
            ["line 2 (- expected, + printed)", "  3", "- ", "+ (the end)"],
            id="a missing final line end",
        ),
        pytest.param(
            ExactChecker(),
            b"3",
            b"3 \r",
            ["line 1 (- expected, + printed)", "- 3", "+ 3 \\r"],
            id="invisible bytes are written out",
        ),
        pytest.param(
            TokensChecker(),
            b"1\n2\n",
            b"1\n",
            ["line 2 (- expected, + printed)", "  1", "- 2", "+ (the end)"],
            id="too little output",
        ),
        pytest.param(
            TokensChecker(),
            b"1\n",
            b"1\n2\n",
            ["line 2 (- expected, + printed)", "  1", "- (the end)", "+ 2"],
            id="too much output",
        ),
        pytest.param(
            TokensChecker(),
            b"7\n",
            b"",
            ["line 1 (- expected, + printed)", "- 7", "+ (the end)"],
            id="no output",
        ),
        pytest.param(
            UnorderedChecker(),
            b"a\nb\nc\n",
            b"c\nx\na\n",
            ["lines without a match (- expected, + printed)", "- b", "+ x"],
            id="unordered lines are matched up",
        ),
        pytest.param(
            ValuesChecker(),
            b"[1, 2]",
            b"[1, 3]",
            ["line 1 (- expected, + printed)", "- [1, 2]", "+ [1, 3]"],
            id="JSON values",
        ),
        pytest.param(
            TokensChecker(),
            b"\n".join(b"%d" % index for index in range(9)),
            b"x",
            [
                "line 1 (- expected, + printed)",
                "- 0",
                "- 1",
                "- 2",
                "- (6 more lines)",
                "+ x",
            ],
            id="the rest is counted",
        ),
    ],
)
def test_a_difference(checker: Checker, expected: bytes, actual: bytes, lines: list[str]) -> None:
    assert list(difference(expected, actual, checker=checker)) == lines


def test_of_a_long_line_the_part_around_the_difference_is_shown() -> None:
    expected = b"x" * 5_000_000
    actual = expected[:300_000] + b"y" + expected
    header, minus, plus = difference(expected[:900_000], actual[:900_000], checker=ExactChecker())
    assert header.startswith("line 1 ")
    assert minus.startswith("- …xxx")
    assert "y" in plus
    assert max(len(minus), len(plus)) < 150
    assert minus.endswith("more bytes)")


def test_the_difference_may_lie_beyond_the_head_of_the_output() -> None:
    head = b"1\n" * 50
    lines = list(difference(head * 3, head, checker=TokensChecker(), whole=False))
    assert lines == ["(no difference in the first 100 bytes)"]


def test_a_line_that_the_head_cuts_is_no_difference() -> None:
    lines = list(difference(b"10\n2000\n", b"10\n20", checker=TokensChecker(), whole=False))
    assert lines == ["(no difference in the first 5 bytes)"]


def test_lines_that_may_still_have_come_are_not_called_missing() -> None:
    lines = list(difference(b"a\nb\nc\n", b"b\nz\nq", checker=UnorderedChecker(), whole=False))
    assert lines == ["lines without a match (- expected, + printed)", "+ z"]


@given(expected=st.binary(max_size=300), actual=st.binary(max_size=300), whole=st.booleans())
@pytest.mark.parametrize(
    "checker",
    [ExactChecker(), LinesChecker(), TokensChecker(), FloatsChecker(), UnorderedChecker()],
    ids=lambda checker: checker.type,
)
def test_no_output_reaches_the_terminal_unescaped(
    checker: Checker, expected: bytes, actual: bytes, whole: bool
) -> None:
    lines = list(difference(expected, actual, checker=checker, whole=whole))
    assert all(line.isprintable() for line in lines)
    assert sum(map(len, lines)) < 5_000


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain é 漢", "plain é 漢"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("tab\tbell\n", "tab\\tbell\\n"),
        ("\u202egnp", "\\u202egnp"),
        ("\udc80", "\\udc80"),
    ],
)
def test_what_a_terminal_would_act_on_is_escaped(text: str, escaped: str) -> None:
    assert printable(text) == escaped


def test_of_a_message_the_first_lines_are_shown() -> None:
    lines = excerpt("\n".join(f"\terror {index}" for index in range(100))).split("\n")
    assert lines[0] == "    error 0"
    assert lines[-1] == f"({100 - (len(lines) - 1)} more lines)"
    assert len(lines) < 20


@pytest.mark.parametrize(
    ("of", "failure", "told", "untold"),
    [
        pytest.param(
            problem(),
            failed(Verdict.WA, b"8\n", reason="token 1: expected 7, got 8"),
            ["case 1: Wrong Answer: token 1: expected 7, got 8", "- 7", "+ 8"],
            [],
            id="a wrong answer with its difference",
        ),
        pytest.param(
            problem(),
            failed(Verdict.TLE, b"8\n", reason="cpu"),
            ["case 1: Time Limit Exceeded: cpu"],
            ["- 7", "+ 8"],
            id="a slow one without",
        ),
        pytest.param(
            problem(checker=InteractiveChecker(language="cpp", source="")),
            failed(Verdict.WA, b"1\n2\n3\n4\n"),
            ["+ 1", "+ 3", "+ (and more)"],
            ["- 7", "+ 4"],
            id="no one right output to compare with",
        ),
        pytest.param(
            problem(checker=ProgramChecker(language="cpp", source="", protocol="testlib")),
            failed(Verdict.WA, b"1\n", output_bytes=900),
            ["+ 1", "+ (and more)"],
            ["- 7"],
            id="only the head of the output is known",
        ),
        pytest.param(
            problem(interface=AssertsInterface(entry_point="f")),
            FinishedTest(
                TestCase(case_id="case 1", input="assert f(1) == 2"),
                TestResult(case_id="case 1", verdict=Verdict.WA, reason="expected 2, got 3"),
                b"",
            ),
            ["expected 2, got 3", "assert f(1) == 2"],
            [],
            id="an assertion",
        ),
        pytest.param(
            problem(),
            failed(Verdict.RTE, reason="\x1b[2J" + "x" * 9_999),
            ["case 1: Run-Time Error: \\x1b[2J"],
            ["x" * 250],
            id="a hostile reason",
        ),
    ],
)
def test_the_first_failing_test(
    of: Problem, failure: FinishedTest, told: list[str], untold: list[str]
) -> None:
    verdict = failure.result.verdict
    lines = shown(report(failure.result, verdict=verdict), of, failure).replace("\n  ", "\n")
    assert [part for part in told if part not in lines] == []
    assert [part for part in untold if part in lines] == []
