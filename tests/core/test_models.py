"""What the models accept, what they refuse and in which words, and that they survive JSON."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from ordojudge.core.errors import ProblemError
from ordojudge.core.models import (
    MAX_CPU_S,
    MAX_MEMORY_BYTES,
    MAX_OUTPUT_BYTES,
    MAX_TESTS,
    AssertsInterface,
    Code,
    CompileResult,
    ComplexityEstimate,
    ComplexityEvidence,
    ExactChecker,
    ExtractionSummary,
    FloatsChecker,
    FunctionInterface,
    Generator,
    InteractiveChecker,
    Limits,
    LinesChecker,
    Outcome,
    Parameter,
    Problem,
    ProgramChecker,
    Reference,
    Report,
    Reward,
    StdioInterface,
    Submission,
    TestCase,
    TestResult,
    Timings,
    TokensChecker,
    UnorderedChecker,
    ValuesChecker,
    problem_from_data,
    problem_from_json,
)
from ordojudge.core.verdict import Verdict

SUM: dict[str, Any] = {
    "problem_id": "sum",
    "tests": [{"case_id": "1", "input": "1 2\n", "output": "3\n"}],
}
CALL: dict[str, Any] = {
    "problem_id": "double",
    "interface": {"type": "function", "entry_point": "double"},
    "tests": [{"case_id": "1", "input": [2], "output": 4}],
}
STATED: dict[str, Any] = {
    "problem_id": "stated",
    "interface": {"type": "asserts", "entry_point": "f"},
    "tests": [{"case_id": "1", "input": "assert f(1) == 2"}],
}
NAN, INF = math.nan, math.inf


def with_test(problem: dict[str, Any], **fields: object) -> dict[str, Any]:
    """The problem with one test, whose fields these are."""
    return {**problem, "tests": [{"case_id": "1", **fields}]}


# ------------------------------------------------------------------------------ limits

REFUSED_LIMITS = {
    "no time": ({"cpu_s": 0}, "limits.cpu_s: Input should be greater than 0"),
    "negative time": ({"cpu_s": -1.5}, "limits.cpu_s: Input should be greater than 0"),
    "time that is no number": ({"cpu_s": NAN}, "limits.cpu_s: Input should be a finite number"),
    "endless time": ({"cpu_s": INF}, "limits.cpu_s: Input should be a finite number"),
    "more than an hour": ({"cpu_s": MAX_CPU_S + 1}, "limits.cpu_s: Input should be less than"),
    "time as a word": ({"cpu_s": "fast"}, "limits.cpu_s: Input should be a valid number"),
    "no wall time": ({"wall_s": 0}, "limits.wall_s: Input should be greater than 0"),
    "wall time that is no number": ({"wall_s": NAN}, "limits.wall_s: Input should be a finite"),
    "no memory": ({"memory_bytes": 0}, "limits.memory_bytes: Input should be greater than 0"),
    "negative memory": ({"memory_bytes": -1}, "limits.memory_bytes: Input should be greater"),
    "half a byte": ({"memory_bytes": 0.5}, "limits.memory_bytes: Input should be a valid integer"),
    "memory that is no number": ({"memory_bytes": NAN}, "limits.memory_bytes: Input should be a"),
    "more memory than there is": (
        {"memory_bytes": MAX_MEMORY_BYTES + 1},
        "limits.memory_bytes: Input should be less than",
    ),
    "memory in words": ({"memory_bytes": "much"}, "limits.memory_bytes: not a size: 'much'"),
    "memory in unknown units": ({"memory_bytes": "1 QiB"}, "limits.memory_bytes: not a size"),
    "memory in negative words": ({"memory_bytes": "-1MiB"}, "limits.memory_bytes: not a size"),
    "memory in more digits than a number has": (
        {"memory_bytes": "9" * 400},
        "limits.memory_bytes: not a size",
    ),
    "no memory in words": ({"memory_bytes": "0 GiB"}, "limits.memory_bytes: Input should be"),
    "no output": ({"output_bytes": 0}, "limits.output_bytes: Input should be greater than 0"),
    "endless output": (
        {"output_bytes": MAX_OUTPUT_BYTES + 1},
        "limits.output_bytes: Input should be less than",
    ),
    "an unknown limit": ({"cpu_ms": 1000}, "limits.cpu_ms: unknown key"),
}


@pytest.mark.parametrize(
    ("limits", "complaint"), REFUSED_LIMITS.values(), ids=REFUSED_LIMITS.keys()
)
def test_a_limit_out_of_bounds_is_refused(limits: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ProblemError) as refused:
        problem_from_data({**SUM, "limits": limits}, where="p.json")
    message = str(refused.value)
    assert message.startswith(f"p.json: {complaint}")
    assert "\n" not in message


def test_limits_that_a_json_text_cannot_hold_are_refused_too() -> None:
    # Python's reader takes NaN and Infinity for numbers.
    text = json.dumps({**SUM, "limits": {"cpu_s": NAN}})
    with pytest.raises(ProblemError, match=r"limits\.cpu_s"):
        problem_from_json(text)


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("256MiB", 256 << 20),
        ("256 mib", 256 << 20),
        (" 1 GiB ", 1 << 30),
        ("1.5KiB", 1536),
        ("64KB", 64_000),
        ("64K", 64_000),
        ("2GB", 2 * 10**9),
        ("1TiB", 1 << 40),
        ("1000B", 1000),
        ("1000", 1000),
        (1000, 1000),
        (1000.0, 1000),
    ],
)
def test_sizes_are_bytes_or_have_units(written: object, size: int) -> None:
    assert Limits.model_validate({"memory_bytes": written}).memory_bytes == size


@given(st.text(max_size=20))
def test_a_size_in_words_is_read_or_refused(written: str) -> None:
    try:
        size = Limits.model_validate({"memory_bytes": written}).memory_bytes
    except ValidationError:
        return
    assert 0 < size <= MAX_MEMORY_BYTES


def test_wall_time_is_derived_from_cpu_time_unless_given() -> None:
    assert Limits(cpu_s=3).wall_limit_s == 7
    assert Limits(cpu_s=3, wall_s=4).wall_limit_s == 4


# ---------------------------------------------------------------------------- problems

REFUSED = {
    "true for a limit": (
        {**SUM, "limits": {"cpu_s": True}},
        "limits.cpu_s: a number is needed, not true or false",
    ),
    "no tests": ({**SUM, "tests": []}, "tests: the list should have at least 1 item"),
    "tests left out": ({"problem_id": "sum"}, "tests: Field required"),
    "too many tests": (
        {**SUM, "tests": [{"case_id": str(n), "input": ""} for n in range(MAX_TESTS + 1)]},
        "tests: Tuple should have at most 10000 items",
    ),
    "tests that are a text": ({**SUM, "tests": "12"}, "tests: Input should be a valid tuple"),
    "tests of a function that are a text": (
        {**CALL, "tests": "12"},
        "tests: Input should be a valid tuple",
    ),
    "an unknown key": ({**SUM, "test": []}, "test: unknown key"),
    "an unknown key of a test": (
        with_test(SUM, input="", output="", expected=""),
        "tests.0.expected: unknown key",
    ),
    "two tests of one id": (
        {**SUM, "tests": [*SUM["tests"], {"case_id": "2", "input": "", "output": ""}] * 2},
        "tests.2.case_id: '1' is used twice",
    ),
    "a test without a name": (
        {**SUM, "tests": [{"case_id": "", "input": "", "output": ""}]},
        "tests.0.case_id: String should have at least 1 character",
    ),
    "neither input nor file": (with_test(SUM, output=""), "tests.0: give either input or input_f"),
    "both input and file": (
        with_test(SUM, input="", input_file="1.in", output=""),
        "tests.0: give either input or input_file",
    ),
    "both output and file": (
        with_test(SUM, input="", output="", output_file="1.out"),
        "tests.0: give either output or output_file",
    ),
    "no output": (with_test(SUM, input=""), "tests.0.output: missing; a tokens checker needs it"),
    "a value where a text is needed": (
        with_test(SUM, input=[1, 2], output="3"),
        "tests.0.input: Input should be a valid string",
    ),
    "arguments that are no list": (
        with_test(CALL, input=2, output=4),
        "tests.0.input: a JSON array of arguments is needed",
    ),
    "arguments that are a number in a text": (
        with_test(CALL, input="2", output="4"),
        "tests.0.input: a JSON array of arguments is needed",
    ),
    "arguments that are no JSON": (
        with_test(CALL, input="[1", output="4"),
        "tests.0.input: not JSON: Expecting ',' delimiter: line 1 column 3",
    ),
    "arguments that are too deep": (
        with_test(CALL, input="[" * 100_000, output="4"),
        "tests.0.input: not JSON: maximum recursion depth exceeded",
    ),
    "an answer that is no JSON": (
        with_test(CALL, input="[1]", output="yes"),
        "tests.0.output: not JSON: Expecting value",
    ),
    "arguments as values and the answer missing": (
        with_test(CALL, input=[1]),
        "tests.0.output: missing; a values checker needs it",
    ),
    "another version": ({**SUM, "schema_version": 2}, "schema_version: Input should be 1"),
    "an id left empty": ({**SUM, "problem_id": ""}, "problem_id: String should have at least 1"),
    "an id too long": ({**SUM, "problem_id": "x" * 257}, "problem_id: String should have at most"),
    "an unknown interface": (
        {**SUM, "interface": {"type": "telepathy"}},
        "interface: Input tag 'telepathy' found",
    ),
    "an interface without a type": ({**SUM, "interface": {}}, "interface: Unable to extract tag"),
    "an interface that is a word": (
        {**SUM, "interface": "stdio"},
        "interface: Input should be a valid dictionary",
    ),
    "a function without a name": (
        {**CALL, "interface": {"type": "function"}},
        "interface.function.entry_point: Field required",
    ),
    "a negative argument": (
        {**CALL, "interface": {**CALL["interface"], "result_argument": -1}},
        "interface.function.result_argument: Input should be greater than or equal to 0",
    ),
    "an unknown checker": ({**SUM, "checker": {"type": "oracle"}}, "checker: Input tag 'oracle'"),
    "a tolerance below zero": (
        {**SUM, "checker": {"type": "floats", "abs_tol": -1e-9}},
        "checker.floats.abs_tol: Input should be greater than or equal to 0",
    ),
    "a tolerance that is no number": (
        {**SUM, "checker": {"type": "floats", "rel_tol": NAN}},
        "checker.floats.rel_tol: Input should be a finite number",
    ),
    "a checker's unknown protocol": (
        {
            **SUM,
            "checker": {"type": "program", "language": "c", "source": "", "protocol": "boca"},
        },
        "checker.program.protocol: Input should be 'testlib', 'kattis' or 'python-function'",
    ),
}


@pytest.mark.parametrize(("data", "complaint"), REFUSED.values(), ids=REFUSED.keys())
def test_an_unusable_problem_is_refused_in_one_line(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ProblemError) as refused:
        problem_from_data(data, where="p.json")
    message = str(refused.value)
    assert message.startswith(f"p.json: {complaint}")
    assert "\n" not in message
    assert len(message) < 300


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "p: line 1 column 1: not JSON: Expecting value"),
        ('{"problem_id": "a",\n "tests": [}', "p: line 2 column 12: not JSON: Expecting value"),
        (b"\xff{}", "p: not JSON: 'utf-8' codec"),
        ("[" * 100_000, "p: not JSON: maximum recursion depth exceeded"),
        ('{"a": ' + "9" * 5000 + "}", "p: not JSON: Exceeds the limit (4300 digits)"),
        ("[]", "p: a JSON object is needed, not list"),
        ("null", "p: a JSON object is needed, not NoneType"),
        ("7", "p: a JSON object is needed, not int"),
    ],
    ids=["empty", "a syntax error", "not UTF-8", "deep", "long", "a list", "null", "a number"],
)
def test_a_document_that_is_no_problem_is_refused(text: str | bytes, complaint: str) -> None:
    with pytest.raises(ProblemError) as refused:
        problem_from_json(text, where="p")
    assert str(refused.value).startswith(complaint)


@pytest.mark.parametrize(
    ("data", "checker"),
    [(SUM, TokensChecker()), (CALL, ValuesChecker()), (STATED, TokensChecker())],
    ids=["stdio", "function", "asserts"],
)
def test_a_checker_may_be_left_out(data: dict[str, Any], checker: object) -> None:
    assert problem_from_data(data).checker == checker


@pytest.mark.parametrize(
    "checker",
    [
        {"type": "program", "language": "c", "source": "", "protocol": "testlib"},
        {"type": "interactive", "language": "c", "source": ""},
    ],
    ids=["program", "interactive"],
)
def test_a_checker_that_is_a_program_needs_no_outputs(checker: dict[str, Any]) -> None:
    problem = problem_from_data({**with_test(SUM, input=""), "checker": checker})
    assert problem.tests[0].output is None


@pytest.mark.parametrize(
    ("given_as", "input_text", "output_text"),
    [
        pytest.param({"input": [2, "é"], "output": 4}, '[2, "é"]', "4", id="values"),
        pytest.param({"input": [], "output": None}, "[]", "null", id="no arguments, answer null"),
        pytest.param({"input": {"a": 1}, "output": "x"}, '{"a": 1}', '"x"', id="keywords"),
        pytest.param({"input": "[2]", "output": "4"}, "[2]", "4", id="texts"),
        pytest.param({"input": "[2]", "output": '"x"'}, "[2]", '"x"', id="an answer in quotes"),
        pytest.param({"input": [10**100], "output": 1.5}, f"[{10**100}]", "1.5", id="long"),
        pytest.param(
            {"input": f"[{'9' * 5000}]", "output": "7" * 5000},
            f"[{'9' * 5000}]",
            "7" * 5000,
            id="texts with longer integers than Python reads",
        ),
    ],
)
def test_function_tests_are_values_or_json_texts(
    given_as: dict[str, Any], input_text: str, output_text: str
) -> None:
    [test] = problem_from_data(with_test(CALL, **given_as)).tests
    assert (test.input, test.output) == (input_text, output_text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda values: st.lists(values) | st.dictionaries(st.text(), values),
        max_leaves=10,
    )
)
def test_the_text_of_a_value_is_the_value(value: object) -> None:
    [test] = problem_from_data(with_test(CALL, input=[value], output=value)).tests
    assert json.loads(test.input or "") == [value]
    assert json.loads(test.output or "") == value


# -------------------------------------------------------------------------- submissions


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({}, "give either source or completion"),
        ({"source": "", "completion": "", "language": "c"}, "give either source or completion"),
        ({"source": ""}, "language: needed with source"),
        ({"completion": "", "submission_id": ""}, "at least 1 character"),
        ({"completion": "", "submission_id": "x" * 257}, "at most 256 characters"),
        ({"completion": "", "code": ""}, "Extra inputs are not permitted"),
        ({"completion": 7}, "valid string"),
    ],
    ids=["nothing", "both", "no language", "empty id", "long id", "unknown key", "a number"],
)
def test_a_submission_that_says_too_little_or_too_much(
    fields: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        Submission.model_validate(fields)


def test_an_empty_completion_and_an_empty_source_are_submissions() -> None:
    assert Submission(completion="").language is None
    assert Submission(source="", language="c").source == ""


def test_models_cannot_be_changed() -> None:
    problem = problem_from_data(SUM)
    with pytest.raises(ValidationError, match="frozen"):
        problem.tests[0].output = "4"


# ------------------------------------------------------------------------------ reports

SCORED = Reward(format=0.1, correctness=1, time=0, total=1.1)


def report(verdict: Verdict, reward: Reward | None) -> Report:
    return Report(
        submission_id="s",
        problem_id="p",
        language="c",
        verdict=verdict,
        pass_rate=0,
        compile=CompileResult(ok=True),
        extraction=ExtractionSummary(kind="source"),
        reward=reward,
        judge_version="1",
    )


@pytest.mark.parametrize("verdict", Verdict)
def test_a_report_has_no_reward_exactly_when_the_judge_failed(verdict: Verdict) -> None:
    right, wrong = (None, SCORED) if verdict is Verdict.JE else (SCORED, None)
    assert report(verdict, right).reward == right
    with pytest.raises(ValidationError, match="none exactly when the verdict is JE"):
        report(verdict, wrong)


@pytest.mark.parametrize("number", [NAN, INF, -INF])
def test_numbers_of_a_report_are_finite(number: float) -> None:
    for make in (
        lambda: TestResult(case_id="1", verdict=Verdict.AC, cpu_s=number),
        lambda: Reward(format=0, correctness=0, time=0, total=number),
        lambda: Outcome(exit_code=0, cpu_s=0, wall_s=number),
        lambda: Timings(total_s=number),
    ):
        with pytest.raises(ValidationError, match="finite"):
            make()


# -------------------------------------------------------------- to JSON and back again

TEXT = st.text(max_size=20)
NAME = st.text(min_size=1, max_size=20)
FRACTION = st.floats(0, 1)
SECONDS = st.floats(0, 1e6)
COUNT = st.integers(0, 1 << 40)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


LIMITS = st.builds(
    Limits,
    cpu_s=st.floats(0, MAX_CPU_S, exclude_min=True),
    memory_bytes=st.integers(1, MAX_MEMORY_BYTES),
    output_bytes=st.integers(1, MAX_OUTPUT_BYTES),
    wall_s=maybe(st.floats(0, MAX_CPU_S, exclude_min=True)),
)
TOLERANCE = maybe(st.floats(0, 1e9))
CHECKERS = st.one_of(
    st.builds(ExactChecker),
    st.builds(LinesChecker),
    st.builds(TokensChecker, case_sensitive=st.booleans()),
    st.builds(FloatsChecker, abs_tol=TOLERANCE, rel_tol=TOLERANCE, case_sensitive=st.booleans()),
    st.builds(UnorderedChecker),
    st.builds(ValuesChecker, abs_tol=TOLERANCE, rel_tol=TOLERANCE, ordered=st.booleans()),
    st.builds(
        ProgramChecker,
        language=TEXT,
        source=TEXT,
        protocol=st.sampled_from(["testlib", "kattis", "python-function"]),
        arguments=st.lists(TEXT, max_size=3).map(tuple),
        files=st.dictionaries(NAME, TEXT, max_size=2),
    ),
    st.builds(InteractiveChecker, language=TEXT, source=TEXT),
)
CODE = st.builds(Code, language=TEXT, source=TEXT)
REFERENCES = st.builds(
    Reference,
    bound=maybe(TEXT),
    variables=st.dictionaries(TEXT, TEXT, max_size=2),
    solution=maybe(CODE),
    generator=maybe(
        st.builds(
            Generator, language=TEXT, source=TEXT, variants=st.lists(TEXT, max_size=2).map(tuple)
        )
    ),
)
JSON_ARRAYS = st.lists(st.integers() | TEXT, max_size=3).map(json.dumps)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Any consistent problem."""
    interface = draw(
        st.one_of(
            st.just(StdioInterface()),
            st.builds(
                FunctionInterface,
                entry_point=NAME,
                class_name=maybe(NAME),
                parameters=maybe(
                    st.lists(st.builds(Parameter, name=NAME, type=maybe(TEXT)), max_size=2).map(
                        tuple
                    )
                ),
                returns=maybe(TEXT),
                result_argument=maybe(st.integers(0, 5)),
                prelude=TEXT,
            ),
            st.builds(AssertsInterface, entry_point=NAME, prelude=TEXT),
        )
    )
    texts = JSON_ARRAYS if isinstance(interface, FunctionInterface) else TEXT
    names = draw(st.lists(NAME, min_size=1, max_size=4, unique=True))
    tests = [
        TestCase(case_id=name, input=draw(texts), output=draw(texts), group=draw(maybe(TEXT)))
        for name in names
    ]
    return Problem(
        problem_id=draw(NAME),
        statement=draw(TEXT),
        interface=interface,
        tests=tuple(tests),
        checker=draw(CHECKERS),
        limits=draw(LIMITS),
        reference=draw(maybe(REFERENCES)),
    )


@given(problems())
def test_a_problem_survives_json(problem: Problem) -> None:
    text = problem.model_dump_json()
    assert problem_from_json(text) == problem
    assert Problem.model_validate_json(text) == problem


ESTIMATES = st.builds(
    ComplexityEstimate,
    bound=maybe(TEXT),
    target=maybe(TEXT),
    relation=st.sampled_from(["better", "equal", "worse", "unknown"]),
    meets_target=maybe(st.booleans()),
    confidence=FRACTION,
    evidence=st.lists(
        st.builds(
            ComplexityEvidence,
            source=st.sampled_from(["measured", "static", "model", "declared"]),
            bound=maybe(TEXT),
            confidence=FRACTION,
            detail=TEXT,
        ),
        max_size=2,
    ).map(tuple),
)
REPORTS = st.builds(
    Report,
    submission_id=NAME,
    problem_id=NAME,
    language=maybe(TEXT),
    verdict=st.just(Verdict.JE),
    pass_rate=FRACTION,
    tests=st.lists(
        st.builds(
            TestResult,
            case_id=NAME,
            verdict=st.sampled_from(Verdict),
            reason=maybe(TEXT),
            cpu_s=SECONDS,
            wall_s=SECONDS,
            run_delay_s=SECONDS,
            peak_memory_bytes=COUNT,
            output_bytes=COUNT,
        ),
        max_size=3,
    ).map(tuple),
    compile=st.builds(CompileResult, ok=st.booleans(), cpu_s=SECONDS, message=TEXT),
    extraction=st.builds(
        ExtractionSummary,
        kind=st.sampled_from(["source", "fenced", "untagged", "unclosed", "raw", "none"]),
        truncated=st.booleans(),
    ),
    complexity=maybe(ESTIMATES),
    reward=st.none(),
    timings=st.builds(Timings, queue_s=SECONDS, compile_s=SECONDS, run_s=SECONDS),
    cached=st.booleans(),
    judge_version=TEXT,
)

REWARDS = st.builds(
    Reward, format=FRACTION, correctness=FRACTION, time=FRACTION, total=st.floats(-10, 10)
)


@given(REPORTS, maybe(REWARDS))
def test_a_report_survives_json_and_always_has_the_same_keys(
    unjudged: Report, reward: Reward | None
) -> None:
    verdict = Verdict.JE if reward is None else Verdict.WA
    made = unjudged.model_copy(update={"reward": reward, "verdict": verdict})
    text = made.model_dump_json()
    assert Report.model_validate_json(text) == made
    assert set(json.loads(text)) == set(Report.model_fields)


@given(maybe(NAME), TEXT, maybe(TEXT))
def test_a_submission_survives_json(
    submission_id: str | None, text: str, language: str | None
) -> None:
    made = Submission(submission_id=submission_id, completion=text, language=language)
    assert Submission.model_validate_json(made.model_dump_json()) == made
