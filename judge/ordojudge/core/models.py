"""The nouns of judging: what goes in, what the box measured, and what comes out.

The same frozen models are the files people write, the HTTP schema and the queue payload.
Times are seconds, sizes are bytes.
"""

import json
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from ordojudge.core.bound_replacing import substituted
from ordojudge.core.bounds import parse_bound, read_facts
from ordojudge.core.errors import BoundError, ProblemError
from ordojudge.core.verdict import Verdict

MAX_SOURCE_BYTES = 262_144
"""The longest source accepted: a Python parser needs hundreds of MB for a few MB of source."""

MAX_TESTS = 10_000
MAX_OUTPUT_BYTES = 1 << 30
MAX_MEMORY_BYTES = 1 << 40
MAX_CPU_S = 3_600.0


class Model(BaseModel):
    """A frozen record that refuses unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


_SIZE = re.compile(r"\s*(\d{1,20}(?:\.\d{1,20})?)\s*([KMGT]?)(i?)B?\s*", re.IGNORECASE)


def parse_size(value: object) -> object:
    """Read ``"256MiB"`` or ``"1 GB"`` as bytes; anything else passes through unchanged.

    ``KiB`` to ``TiB`` are powers of 1,024, ``KB`` to ``TB`` powers of 1,000.
    """
    if not isinstance(value, str):
        return value
    match = _SIZE.fullmatch(value)
    if match is None:
        raise ValueError(f"not a size: {value!r}; write bytes, or a number with KiB, MiB or GiB")
    base = 1024 if match[3] else 1000
    exponent = " KMGT".index(match[2].upper() or " ")
    return int(float(match[1]) * base**exponent)


SizeBytes = Annotated[int, BeforeValidator(parse_size)]


class Limits(Model):
    """What one test may use. Scaled per language before it reaches the box."""

    cpu_s: float = Field(default=2.0, gt=0, le=MAX_CPU_S)
    """CPU seconds, user and system, of the program and all that it starts."""

    memory_bytes: SizeBytes = Field(default=256 << 20, gt=0, le=MAX_MEMORY_BYTES)
    """Peak memory, temporary files included."""

    output_bytes: SizeBytes = Field(default=16 << 20, gt=0, le=MAX_OUTPUT_BYTES)
    """Bytes of standard output, and as many of standard error."""

    wall_s: float | None = Field(default=None, gt=0, le=10 * MAX_CPU_S)
    """Wall seconds less the time spent waiting for a core; twice ``cpu_s`` plus one if absent."""

    @field_validator("*", mode="before")
    @classmethod
    def _is_no_truth_value(cls, value: object) -> object:
        if isinstance(value, bool):  # an int to Python, and 1 if true
            raise ValueError("a number is needed, not true or false")
        return value

    @property
    def wall_limit_s(self) -> float:
        """The wall limit in force."""
        return self.wall_s if self.wall_s is not None else 2 * self.cpu_s + 1


class LanguageLimits(Model):
    """What a problem says of its limits in one language; what is left out is as the language table has it."""

    cpu_factor: float | None = Field(default=None, gt=0, le=100)
    """What the CPU limit is multiplied by."""

    cpu_extra_s: float | None = Field(default=None, ge=0, le=MAX_CPU_S)
    """Seconds that are added to it then."""

    memory_extra_bytes: SizeBytes | None = Field(default=None, ge=0, le=MAX_MEMORY_BYTES)
    """Bytes that are added to the memory limit."""


# ---------------------------------------------------------------------- problem


class StdioInterface(Model):
    """The program reads standard input and writes standard output."""

    type: Literal["stdio"] = "stdio"


class Parameter(Model):
    """One parameter of a function, with its type as the problem's starter code writes it."""

    name: str = Field(min_length=1)
    type: str | None = None


class FunctionInterface(Model):
    """The judge calls a function of the submission with a test's arguments."""

    type: Literal["function"] = "function"
    entry_point: str = Field(min_length=1)
    """Name of the function, or of the method when ``class_name`` is given."""

    class_name: str | None = Field(default=None, min_length=1)
    """Class to instantiate without arguments, e.g. LeetCode's ``Solution``."""

    parameters: tuple[Parameter, ...] | None = None
    """Names and types; needed for keyword arguments and for types the submission doesn't declare."""

    returns: str | None = None
    """Type of the result, where it needs conversion: ``ListNode`` or ``TreeNode``."""

    result_argument: int | None = Field(default=None, ge=0)
    """Index of the argument whose value after the call is the answer, for in-place problems."""

    prelude: str = ""
    """Source put in force before the submission, e.g. its imports."""


class AssertsInterface(Model):
    """Tests are Python statements about ``entry_point``; they run apart from the submission."""

    type: Literal["asserts"] = "asserts"
    entry_point: str = Field(min_length=1)
    prelude: str = ""
    """Source put in force before the submission and before each test."""


Interface = Annotated[
    StdioInterface | FunctionInterface | AssertsInterface, Field(discriminator="type")
]

Tolerance = Annotated[float, Field(ge=0)]


class ExactChecker(Model):
    """Output equals the expected one byte for byte."""

    type: Literal["exact"] = "exact"


class LinesChecker(Model):
    """Lines are equal but for white space at their ends and empty lines at the end."""

    type: Literal["lines"] = "lines"


class TokensChecker(Model):
    """Tokens, split at ASCII white space, are equal."""

    type: Literal["tokens"] = "tokens"
    case_sensitive: bool = True


class FloatsChecker(Model):
    """As tokens, but numbers pass within either tolerance of the expected one.

    With neither tolerance given both are 1e-6, and two integers must be equal.
    A tolerance that is given holds for integers, too.
    """

    type: Literal["floats"] = "floats"
    abs_tol: Tolerance | None = None
    rel_tol: Tolerance | None = None
    case_sensitive: bool = True


class UnorderedChecker(Model):
    """Lines are equal as a multiset; white space at their ends and empty lines don't count."""

    type: Literal["unordered"] = "unordered"


class ValuesChecker(Model):
    """JSON values are equal; lists in order unless ``ordered`` is false."""

    type: Literal["values"] = "values"
    abs_tol: Tolerance | None = None
    rel_tol: Tolerance | None = None
    ordered: bool = True


class ProgramChecker(Model):
    """A program decides, in a clean box of its own.

    Protocols:
        ``testlib``: arguments input, output, answer; exit status 0 accepted, 1 or 2 wrong, else failed.
        ``kattis``: arguments input, answer, feedback folder, output on standard input; 42 accepted, 43 wrong.
        ``python-function``: ``output_judging_function(input, output, answer) -> bool``.
    """

    type: Literal["program"] = "program"
    language: str
    source: str
    protocol: Literal["testlib", "kattis", "python-function"]
    arguments: tuple[str, ...] = ()
    """Further arguments, after those of the protocol."""

    files: dict[str, str] = Field(default_factory=dict)
    """Files beside the source, by name, e.g. ``testlib.h``."""


class InteractiveChecker(Model):
    """A program, the interactor, talks to the submission over two pipes and decides.

    Protocols:
        ``testlib``: arguments input, output, answer, of which output is its to write; exit status 0 accepted,
        1 or 2 wrong, else failed.
        ``kattis``: arguments input, answer, feedback folder; 42 accepted, 43 wrong.
    """

    type: Literal["interactive"] = "interactive"
    language: str
    source: str
    protocol: Literal["testlib", "kattis"] = "testlib"
    arguments: tuple[str, ...] = ()
    """Further arguments, after those of the protocol."""

    files: dict[str, str] = Field(default_factory=dict)
    """Files beside the source, by name, e.g. ``testlib.h``."""


Checker = Annotated[
    ExactChecker
    | LinesChecker
    | TokensChecker
    | FloatsChecker
    | UnorderedChecker
    | ValuesChecker
    | ProgramChecker
    | InteractiveChecker,
    Field(discriminator="type"),
]


class TestCase(Model):
    """One test of a problem.

    ``stdio``: ``input`` and ``output`` are the texts.
    ``function``: ``input`` is a JSON array of positional arguments or an object of keyword ones,
    ``output`` a JSON value; both as JSON texts, or as the values themselves when ``input`` is one.
    ``asserts``: ``input`` holds the statements.
    """

    __test__ = False  # not a test class of pytest's

    case_id: str = Field(min_length=1)
    input: str | None = None
    output: str | None = None
    input_file: str | None = None
    output_file: str | None = None
    group: str | None = None


class Code(Model):
    """A program in some language."""

    language: str
    source: str


class Generator(Code):
    """A program that prints one input: ``generator SIZE SEED VARIANT``."""

    variants: tuple[str, ...] = ()
    """Names of its variants, worst first."""


def _readable_fact(text: str) -> str:
    try:
        read_facts((text,))
    except BoundError as error:
        raise ValueError(str(error)) from None
    return text


def _is_made_constant(bound: str, facts: tuple[str, ...]) -> bool:
    """Whether nothing of a bound is left to grow; of one that can't be read, the evidence says so."""
    try:
        declared = parse_bound(bound)
        left = substituted(declared, read_facts(facts).replaced)
    except BoundError:
        return False
    return bool(declared.variables) and not left.variables


class Reference(Model):
    """What is known of the best solution."""

    bound: str | None = None
    """Best known time bound, e.g. ``O(n log n)``."""

    variables: dict[str, str] = Field(default_factory=dict)
    """What each variable of the bound measures."""

    facts: tuple[Annotated[str, AfterValidator(_readable_fact)], ...] = ()
    """What is known of the variables, e.g. ``m <= n``, ``k <= 26`` or ``h = log n``."""

    solution: Code | None = None
    generator: Generator | None = None

    @field_validator("facts")
    @classmethod
    def _facts_agree(cls, facts: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        try:
            read_facts(facts)
        except BoundError as error:
            raise ValueError(error.message) from None
        bound = info.data.get("bound") or ""
        for index, fact in enumerate(facts):
            if _is_made_constant(bound, facts[: index + 1]):
                raise ValueError(f"{fact!r} leaves no variable of {bound!r} to grow")
        return facts


def _value_as_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class Problem(Model):
    """A problem: how a submission is called, its tests, and how their answers are checked."""

    schema_version: Literal[1] = 1
    problem_id: str = Field(min_length=1, max_length=256)
    statement: str = ""
    interface: Interface = Field(default_factory=StdioInterface)
    tests: tuple[TestCase, ...] = Field(min_length=1, max_length=MAX_TESTS)
    checker: Checker
    limits: Limits = Field(default_factory=Limits)
    language_limits: dict[str, LanguageLimits] | None = None
    """Exceptions from the limits by language; a language's id or another of its names."""

    reference: Reference | None = None

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, data: Any) -> Any:
        """Write function tests given as values as JSON texts, and fill in the default checker."""
        if not isinstance(data, dict):
            return data
        interface = data.get("interface")
        kind = (
            interface.get("type")
            if isinstance(interface, dict)
            else getattr(interface, "type", "stdio")
        )
        if "checker" not in data:
            checker = {"type": "values" if kind == "function" else "tokens"}
            data = {**data, "checker": checker}
        tests = data.get("tests")
        if kind == "function" and isinstance(tests, Sequence) and not isinstance(tests, str):
            data = {**data, "tests": [_test_as_texts(test) for test in tests]}
        return data

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        seen: set[str] = set()
        for index, test in enumerate(self.tests):
            place = f"tests.{index}"
            if test.case_id in seen:
                raise ValueError(f"{place}.case_id: {test.case_id!r} is used twice")
            seen.add(test.case_id)
            if (test.input is None) == (test.input_file is None):
                raise ValueError(f"{place}: give either input or input_file")
            if test.output is not None and test.output_file is not None:
                raise ValueError(f"{place}: give either output or output_file")
            answerless = isinstance(
                self.checker, ProgramChecker | InteractiveChecker
            ) or isinstance(self.interface, AssertsInterface)
            if test.output is None and test.output_file is None and not answerless:
                raise ValueError(f"{place}.output: missing; a {self.checker.type} checker needs it")
            if isinstance(self.interface, FunctionInterface):
                _check_function_test(test, place)
        return self


def _test_as_texts(test: Any) -> Any:
    if not isinstance(test, dict) or "input" not in test or isinstance(test["input"], str):
        return test
    texts = {**test, "input": _value_as_text(test["input"])}
    if "output" in test:
        texts["output"] = _value_as_text(test["output"])
    return texts


def _check_function_test(test: TestCase, place: str) -> None:
    if test.input is not None:
        arguments = _parsed(test.input, f"{place}.input")
        if not isinstance(arguments, list | dict):
            raise ValueError(f"{place}.input: a JSON array of arguments is needed")
    if test.output is not None:
        _parsed(test.output, f"{place}.output")


def _parsed(text: str, place: str) -> Any:
    try:
        return json.loads(
            text, parse_int=len
        )  # long integers are fine, and their values not needed
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{place}: not JSON: {error}") from None


def problem_from_json(text: str | bytes, *, where: str = "problem") -> Problem:
    """Read a problem.

    Args:
        text: The JSON document.
        where: Its name in error messages, e.g. a path.

    Raises:
        ProblemError: one line that names the place, as ``path: line 3 column 7`` or ``path: tests.0.input``.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ProblemError(
            f"{where}: line {error.lineno} column {error.colno}: not JSON: {error.msg}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise ProblemError(f"{where}: not JSON: {error}") from None
    return problem_from_data(data, where=where)


def problem_from_data(data: object, *, where: str = "problem") -> Problem:
    """Check a problem given as plain data.

    Raises:
        ProblemError: one line that names ``where`` and the field.
    """
    if not isinstance(data, dict):
        raise ProblemError(f"{where}: a JSON object is needed, not {type(data).__name__}")
    try:
        return Problem.model_validate(data)
    except ValidationError as error:
        raise ProblemError(f"{where}: {first_complaint(error)}") from None


def first_complaint(error: ValidationError) -> str:
    """The first error of a validation in one line: ``place: what is wrong``."""
    details = error.errors(include_url=False, include_context=False)
    first = details[0]
    place = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        message = "unknown key"
    elif first["type"] == "too_short":
        message = message.replace("Tuple", "the list")
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    return f"{place}: {message}{more}" if place else f"{message}{more}"


# ------------------------------------------------------------------- submission


class Submission(Model):
    """Source code, or a model's completion that holds it.

    Exactly one of ``source`` and ``completion`` is given.
    """

    submission_id: str | None = Field(default=None, min_length=1, max_length=256)
    source: str | None = None
    completion: str | None = None
    language: str | None = None
    """Id or alias of the language; may be left out for a completion, whose code block then names it."""

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if (self.source is None) == (self.completion is None):
            raise ValueError("give either source or completion")
        if self.source is not None and self.language is None:
            raise ValueError("language: needed with source")
        return self


# ---------------------------------------------------------------- box and report


class Outcome(Model):
    """What the box measured in one run: facts, no verdict."""

    exit_code: int | None = None
    """Exit status; none if a signal ended the program."""

    signal: int | None = None
    """The signal that ended the program; none if it exited."""

    stopped: Literal["cpu", "wall", "memory", "deadline"] | None = None
    """Why the box stopped it. ``deadline`` is the judge's own patience, not the program's limit."""

    cpu_s: float = Field(ge=0)
    wall_s: float = Field(ge=0)
    run_delay_s: float = Field(default=0.0, ge=0)
    """Time the program was ready to run but waited for a core."""

    peak_memory_bytes: int = Field(default=0, ge=0)
    output_bytes: int = Field(default=0, ge=0)
    error_bytes: int = Field(default=0, ge=0)
    out_of_memory: bool = False
    """The kernel killed something in the box for memory."""


class TestResult(Model):
    """One test of a report."""

    __test__ = False

    case_id: str
    verdict: Verdict
    reason: str | None = None
    """Why, in one line: ``wall``, ``signal SIGSEGV``, ``line 3: expected 7, got 8``."""

    cpu_s: float = 0.0
    wall_s: float = 0.0
    run_delay_s: float = 0.0
    peak_memory_bytes: int = 0
    output_bytes: int = 0


class CompileResult(Model):
    """How the submission compiled; for scripting languages, how it parsed."""

    ok: bool
    cpu_s: float = 0.0
    message: str = ""


ExtractionKind = Literal["source", "fenced", "untagged", "unclosed", "raw", "none"]


class ExtractionSummary(Model):
    """Where the code was found.

    ``source``: it was given as source. ``fenced``: a code block tagged with the language.
    ``untagged``: a code block without or with another tag. ``unclosed``: a block that never ended.
    ``raw``: the whole answer. ``none``: nowhere.
    """

    kind: ExtractionKind
    truncated: bool = False
    """The completion ended inside its code or inside its reasoning."""


class ComplexityEvidence(Model):
    """What one source says about the time complexity."""

    source: Literal["measured", "static", "model", "declared"]
    bound: str | None = None
    relation: Literal["better", "equal", "worse", "unknown"] = "unknown"
    confidence: float = Field(default=0.0, ge=0, le=1)
    detail: str = ""


class ComplexityEstimate(Model):
    """Whether the solution meets the best known bound, and on what evidence."""

    bound: str | None = None
    target: str | None = None
    relation: Literal["better", "equal", "worse", "unknown"] = "unknown"
    meets_target: bool | None = None
    confidence: float = Field(default=0.0, ge=0, le=1)
    evidence: tuple[ComplexityEvidence, ...] = ()


class Reward(Model):
    """The gated reward by component; each already weighted, ``total`` their sum."""

    format: float
    correctness: float
    time: float
    total: float


class Timings(Model):
    """Where the judge spent wall time."""

    queue_s: float = 0.0
    compile_s: float = 0.0
    run_s: float = 0.0
    complexity_s: float = 0.0
    total_s: float = 0.0


class Task(Model):
    """One program to be judged: what travels through a queue, with its problem known by digest."""

    problem_digest: str | None = None
    """Names the problem where it doesn't come along."""

    language: str
    """Id of a row of the language table."""

    checker_language: str | None = None
    """Of the problem's checker or interactor, where that is a program; who judges the task must have it."""

    source: str
    all_tests: bool = True
    """Run every test; else stop after the first that isn't accepted, and count the others as not passed."""

    complexity: bool = False
    """Also compare the time complexity with the problem's bound, if every test is accepted."""

    target: str | None = None
    """The bound to compare with in place of the problem's, which stays that of its reference solution."""


class Judgement(Model):
    """What judging one program came to: a report without what concerns one request and its reward."""

    verdict: Verdict
    pass_rate: float = Field(ge=0, le=1)
    tests: tuple[TestResult, ...] = ()
    compile: CompileResult
    complexity: ComplexityEstimate | None = None
    timings: Timings = Field(default_factory=Timings)
    judge_version: str


class Report(Model):
    """Everything said about one submission. The key set is the same for every report."""

    submission_id: str
    problem_id: str
    language: str | None
    verdict: Verdict
    pass_rate: float = Field(ge=0, le=1)
    """Tests accepted over tests of the problem, run or not."""

    tests: tuple[TestResult, ...] = ()
    compile: CompileResult
    extraction: ExtractionSummary
    complexity: ComplexityEstimate | None = None
    reward: Reward | None = None
    """None exactly when the verdict is JE."""

    timings: Timings = Field(default_factory=Timings)
    cached: bool = False
    judge_version: str

    @model_validator(mode="after")
    def _unscored_exactly_when_unjudged(self) -> Self:
        if (self.reward is None) != (self.verdict is Verdict.JE):
            raise ValueError("reward: none exactly when the verdict is JE")
        return self
