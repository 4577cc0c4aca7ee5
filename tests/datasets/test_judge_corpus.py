"""The importer of judge-corpus/1, on rows written here and on the real ones."""

import builtins
import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.errors import ProblemError, UnknownLanguage
from ordojudge.core.models import (
    AssertsInterface,
    ExactChecker,
    FloatsChecker,
    FunctionInterface,
    LinesChecker,
    Parameter,
    Problem,
    ProgramChecker,
    TokensChecker,
    ValuesChecker,
)
from ordojudge.core.verdict import Verdict
from ordojudge.datasets import check_functions, judge_corpus

STDIO: dict[str, Any] = {
    "format": "judge-corpus/1",
    "id": "sum",
    "title": "Sum of two",
    "time_limit_s": 1.5,
    "memory_limit_mb": 64,
    "mode": "stdio",
    "checker": {"type": "tokens", "case_sensitive": False},
    "reference_complexity": "O(1)",
    "tests": [{"name": "sample/1", "group": "sample", "input": "1 2\r\n", "output": "3"}],
}
FUNCTION: dict[str, Any] = {
    **STDIO,
    "mode": "function",
    "checker": {"type": "json", "float_abs": 1e-5},
    "function": {
        "class_name": "Solution",
        "name": "join",
        "params": [{"name": "words", "type": "List[str]"}],
        "returns": "str",
    },
    "tests": [{"name": "00", "group": "all", "input": [["a", "b"]], "output": "ab"}],
}
SUFFIX = "\ndef check(candidate):\n    assert candidate(5) == True\n\ncheck(is_odd)\n"
ASSERT: dict[str, Any] = {
    **STDIO,
    "mode": "assert",
    "checker": {"type": "exit_status"},
    "harness": {"python": {"prefix": "", "suffix": SUFFIX}, "cpp": {"prefix": "", "suffix": "}"}},
    "tests": [],
}
SUBMISSION: dict[str, Any] = {
    "problem": "sum",
    "id": "sum/python-00",
    "language": "python",
    "code": "print(sum(map(int, input().split())))\n",
    "expected": "AC",
}
CHECKER: dict[str, Any] = {
    "type": "custom",
    "language": "python",
    "main": "checker.py",
    "files": {"checker.py": "print()", "rules.py": "LIMIT = 1"},
    "protocol": "kattis",
    "args": ["strict"],
}


def asserting(suffix: str, prefix: str = "") -> dict[str, Any]:
    """A row whose Python harness is this."""
    return {**ASSERT, "harness": {"python": {"prefix": prefix, "suffix": suffix}}}


# --------------------------------------------------------------------------- problems


def test_a_stdio_row_becomes_a_problem() -> None:
    problem = judge_corpus.problem(STDIO)
    assert (problem.problem_id, problem.statement) == ("sum", "Sum of two")
    assert (problem.limits.cpu_s, problem.limits.memory_bytes) == (1.5, 64 << 20)
    assert problem.reference is not None
    assert problem.reference.bound == "O(1)"
    (test,) = problem.tests
    assert (test.case_id, test.group, test.input, test.output) == (
        "sample/1",
        "sample",
        "1 2\r\n",
        "3",
    )


@pytest.mark.parametrize(
    ("row", "checker"),
    [
        ({"type": "exact"}, ExactChecker()),
        ({"type": "lines"}, LinesChecker()),
        ({"type": "tokens", "case_sensitive": False}, TokensChecker(case_sensitive=False)),
        (
            {"type": "float", "abs": 1e-6, "rel": 1e-9, "case_sensitive": True},
            FloatsChecker(abs_tol=1e-6, rel_tol=1e-9),
        ),
        ({"type": "float", "abs": 0.01}, FloatsChecker(abs_tol=0.01, rel_tol=0.0)),
        ({"type": "float"}, FloatsChecker(abs_tol=0.0, rel_tol=0.0)),
        ({"type": "json", "float_abs": 1e-5}, ValuesChecker(abs_tol=1e-5)),
        ({"type": "json"}, ValuesChecker()),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else "",
)
def test_a_checker_keeps_its_meaning(row: dict[str, Any], checker: object) -> None:
    assert judge_corpus.problem({**STDIO, "checker": row}).checker == checker


@pytest.mark.parametrize("protocol", ["kattis", "testlib"])
def test_a_checker_program_keeps_its_files_and_arguments(protocol: str) -> None:
    row = {**STDIO, "checker": {**CHECKER, "protocol": protocol}}
    checker = judge_corpus.problem(row).checker
    assert isinstance(checker, ProgramChecker)
    assert (checker.language, checker.protocol) == ("python", protocol)
    assert checker.source == "print()"
    assert checker.arguments == ("strict",)
    assert checker.files == {"rules.py": "LIMIT = 1"}


@pytest.mark.parametrize(
    ("ending", "status"),
    [
        ("", 0),
        ("sys.exit()", 0),
        ("sys.exit(0)", 0),
        ("sys.exit(1)", 1),
        ("sys.exit('wrong')", 1),
        ("sys.exit(2)", 3),
        ("sys.exit(42)", 3),
        ("int('x')", 3),
        ("def", 3),
    ],
)
def test_an_input_answer_output_checker_is_called_the_testlib_way(
    tmp_path: Path, ending: str, status: int
) -> None:
    source = f"import sys\nprint(*sys.argv[1:], __name__)\n{ending}\n"
    row = {
        **STDIO,
        "checker": {
            **CHECKER,
            "protocol": "argv-input-answer-output",
            "files": {"checker.py": source},
        },
    }
    checker = judge_corpus.problem(row).checker
    assert isinstance(checker, ProgramChecker)
    assert checker.protocol == "testlib"
    wrapper = tmp_path / "wrapper.py"
    wrapper.write_text(checker.source)
    command = [sys.executable, str(wrapper), "input", "output", "answer", "strict"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == status
    assert done.stdout == ("" if ending == "def" else "input answer output strict __main__\n")


def test_a_function_row_is_called_as_on_leetcode() -> None:
    problem = judge_corpus.problem(FUNCTION)
    assert problem.interface == FunctionInterface(
        entry_point="join",
        class_name="Solution",
        parameters=(Parameter(name="words", type="List[str]"),),
        returns="str",
        prelude=judge_corpus.LEETCODE_PRELUDE,
    )
    (test,) = problem.tests
    assert (test.input, test.output) == ('[["a", "b"]]', '"ab"')


@pytest.mark.parametrize(
    "expression",
    [
        "List[int], Optional[str]",
        "deque([1]), Counter('a'), defaultdict(list)",
        "gcd(4, 6) + inf",
        "heappush([], 1)",
        "insort([], 1), bisect.bisect_left([], 1)",
        "list(accumulate([1])), list(pairwise([1]))",
        "cache, reduce, lru_cache(None)",
        "randint(1, 2), random.random()",
        "ascii_lowercase, string.digits",
        "re.sub('a', 'b', 'a')",
        "itemgetter(0)",
        "math.pi + sys.maxsize",
    ],
)
def test_the_prelude_offers_what_solutions_use(expression: str) -> None:
    namespace: dict[str, Any] = {}
    exec(judge_corpus.LEETCODE_PRELUDE, namespace)  # noqa: S102 - our own constant
    eval(expression, namespace)  # noqa: S307 - written above


@pytest.mark.parametrize("name", ["pow", "abs", "compile", "sum", "min", "open"])
def test_the_prelude_leaves_builtins_alone(name: str) -> None:
    namespace: dict[str, Any] = {}
    exec(judge_corpus.LEETCODE_PRELUDE, namespace)  # noqa: S102 - our own constant
    assert namespace[name] is getattr(builtins, name)


# ------------------------------------------------------------------------- assertions


def passes(problem: Problem, **functions: Callable[..., object]) -> bool:
    """Whether a problem's statements accept these functions of a submission."""
    assert isinstance(problem.interface, AssertsInterface)
    namespace: dict[str, Any] = dict(functions)
    exec(problem.interface.prelude, namespace)  # noqa: S102 - rows written here
    try:
        exec(problem.tests[0].input or "", namespace)  # noqa: S102 - rows written here
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(
    ("suffix", "entry_point"),
    [
        pytest.param(SUFFIX, "is_odd", id="candidate"),
        pytest.param(
            "def check(is_odd):\n    assert is_odd(5)\n\ncheck(is_odd)",
            "is_odd",
            id="a parameter of the same name",
        ),
        pytest.param(
            "METADATA = {}\n\ndef check(candidate):\n    assert candidate(5)\n\ncheck(check)\n",
            "check",
            id="a function that is itself called check",
        ),
        pytest.param(
            "f = check\ndef check(candidate):\n    assert candidate(5)\ncheck(f)",
            "check",
            id="a function called check, put aside",
        ),
    ],
)
def test_a_check_function_becomes_statements(suffix: str, entry_point: str) -> None:
    problem = judge_corpus.problem(asserting(suffix))
    assert problem.interface == AssertsInterface(entry_point=entry_point)
    assert passes(problem, **{entry_point: lambda n: n % 2 == 1})
    assert not passes(problem, **{entry_point: lambda n: n % 2 == 0})


def test_a_prefix_goes_into_the_prelude() -> None:
    suffix = "def check(candidate):\n    assert candidate(5) == sqrt(25)\ncheck(root)\n"
    problem = judge_corpus.problem(asserting(suffix, prefix="from math import sqrt\n"))
    assert problem.interface == AssertsInterface(
        entry_point="root", prelude="from math import sqrt\n"
    )
    assert passes(problem, root=lambda n: n)


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("encode_shift('xyz')", "cde"),
        ("encode_cyclic('abcdefgh')", "bcaefdgh"),
        ("poly([1, 2, 3], 2)", 17),
    ],
)
def test_a_helper_of_the_task_goes_into_the_prelude(call: str, value: object) -> None:
    suffix = f"def check(candidate):\n    assert {call} == candidate()\ncheck(task)\n"
    problem = judge_corpus.problem(asserting(suffix))
    assert passes(problem, task=lambda: value)
    assert not passes(problem, task=lambda: None)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("print(len(x))", {"x"}),
        ("import os.path as p\np.join(q)", {"q"}),
        ("def f(a):\n    return [a + b for c in d]", {"b", "d"}),
        ("def f():\n    def g():\n        return later\n\nlater = 1", set()),
        ("class C:\n    x = y\n    def m(self):\n        return x", {"x", "y"}),
    ],
)
def test_undefined_names_are_those_that_nothing_binds(source: str, names: set[str]) -> None:
    assert check_functions.undefined_names(source) == names


# --------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("row", "message"),
    [
        pytest.param({**STDIO, "format": "judge-corpus/2"}, "format", id="another format"),
        pytest.param({**STDIO, "mode": "interactive"}, "mode: 'interactive'", id="another mode"),
        pytest.param({**STDIO, "time_limit_s": "1"}, "time_limit_s", id="a limit as text"),
        pytest.param({**STDIO, "memory_limit_mb": float("nan")}, "memory_bytes", id="a NaN limit"),
        pytest.param({**STDIO, "tests": None}, "tests: a list of objects", id="no list of tests"),
        pytest.param({**STDIO, "tests": []}, "tests: .* at least 1", id="no tests"),
        pytest.param(
            {**STDIO, "tests": [{"input": "", "output": ""}]},
            r"tests\.0: name",
            id="a nameless test",
        ),
        pytest.param({**STDIO, "checker": {"type": "magic"}}, "'magic'", id="another checker"),
        pytest.param(
            {**STDIO, "checker": {**CHECKER, "ref": "checkers-contest"}},
            "checker: ref: the checker is not included",
            id="a checker that is only named",
        ),
        pytest.param(
            {**STDIO, "checker": {**CHECKER, "main": "x.py"}},
            "main: 'x.py' is not among the files",
            id="a checker without its source",
        ),
        pytest.param(
            {**STDIO, "checker": {**CHECKER, "language": "cobol"}},
            "checker: language: 'cobol' is unknown",
            id="a checker in an unknown language",
        ),
        pytest.param(
            {
                **STDIO,
                "checker": {**CHECKER, "language": "c", "protocol": "argv-input-answer-output"},
            },
            "protocol: 'argv-input-answer-output' can't be used with C17",
            id="a checker that no wrapper fits",
        ),
        pytest.param({**FUNCTION, "function": None}, "function: an object", id="no function"),
        pytest.param(
            {**ASSERT, "checker": {"type": "tokens"}}, r"checker\.type", id="assertions compared"
        ),
        pytest.param({**ASSERT, "harness": {"cpp": {}}}, "harness: none for Python", id="only C++"),
        pytest.param(asserting("def check("), "suffix: not Python", id="broken assertions"),
        pytest.param(
            asserting("assert is_odd(5)"), r"last statement is not check", id="bare assertions"
        ),
        pytest.param(asserting("check(check)"), "without being defined", id="no check function"),
        pytest.param(
            asserting("def check(candidate):\n    assert candidate(data)\ncheck(f)"),
            "nothing defines data",
            id="assertions about unknown names",
        ),
    ],
)
def test_a_row_that_cannot_be_expressed_is_named(row: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=rf"^row 'sum': .*{message}") as caught:
        judge_corpus.problem(row)
    assert "\n" not in str(caught.value)


# ------------------------------------------------------------------------ submissions


def test_a_submission_comes_with_its_known_verdicts() -> None:
    row = {**SUBMISSION, "expected": "RE", "acceptable": ["WA", "RE"], "note": "exit status 3"}
    submission, expectation = judge_corpus.submission(row)
    assert (submission.submission_id, submission.language) == ("sum/python-00", "python")
    assert submission.source == SUBMISSION["code"]
    assert expectation == judge_corpus.Expectation(
        problem_id="sum",
        expected=Verdict.RTE,
        acceptable=frozenset({Verdict.WA, Verdict.RTE}),
        note="exit status 3",
    )


def test_without_alternatives_only_the_expected_verdict_is_right() -> None:
    _, expectation = judge_corpus.submission(SUBMISSION)
    assert expectation.acceptable == {Verdict.AC}


def test_a_submission_in_an_unknown_language_is_told_apart() -> None:
    with pytest.raises(UnknownLanguage, match="'cobol'"):
        judge_corpus.submission({**SUBMISSION, "language": "cobol"})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"expected": "OK"}, "expected: 'OK' is no verdict"),
        ({"acceptable": ["AC", None]}, "acceptable: None is no verdict"),
        ({"acceptable": "AC"}, "acceptable: a list"),
        ({"code": None}, "code: a string"),
        ({"files": {"fast.h": ""}}, "files: a submission is one source"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_damaged_submission_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=f"^row 'sum/python-00': {message}"):
        judge_corpus.submission({**SUBMISSION, **change})


# ------------------------------------------------------------------------------- files


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz"])
def test_rows_are_read_line_by_line(tmp_path: Path, name: str) -> None:
    # U+2028 and U+0085 end a line for str.splitlines, not in JSON lines.
    rows = [{"id": "a", "text": "x\u2028y\u0085z\r\n"}, {"id": "b"}]
    text = "\n\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert list(judge_corpus.read_rows(path)) == rows


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        pytest.param("a.jsonl", b'{}\n{"a":}', r"a\.jsonl: row 2: line 1 column 6", id="no JSON"),
        pytest.param("a.jsonl", b"[]", r"a\.jsonl: row 1: a JSON object", id="no object"),
        pytest.param("a.jsonl.gz", b"{}", r"a\.jsonl\.gz: can't be read", id="not compressed"),
        pytest.param(
            "a.jsonl.gz", gzip.compress(b"{}\n" * 99)[:-9], r"a\.jsonl\.gz: damaged", id="cut off"
        ),
        pytest.param(
            "a.jsonl.gz",
            gzip.compress(b"{}")[:10] + b"\xff" * 20,
            r"a\.jsonl\.gz: damaged",
            id="garbled",
        ),
        pytest.param("a.jsonl", None, r"a\.jsonl: can't be read: No such file", id="missing"),
    ],
)
def test_a_damaged_file_is_named(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ProblemError, match=message):
        list(judge_corpus.read_rows(path))


# -------------------------------------------------------------------------- real rows


def imported(rows: list[Mapping[str, object]]) -> tuple[dict[str, Problem], list[str]]:
    problems, refusals = {}, []
    for row in rows:
        try:
            problems[str(row["id"])] = judge_corpus.problem(row)
        except ProblemError as error:
            refusals.append(str(error))
    return problems, refusals


def test_every_real_row_is_imported_or_refused_for_a_known_reason(shared: Path) -> None:
    paths = sorted((shared / "data/corpus").glob("problems-*.jsonl.gz"))
    rows = [row for path in paths for row in judge_corpus.read_rows(path)]
    problems, refusals = imported(rows)
    reasons = Counter(refusal.partition(": ")[2] for refusal in refusals)
    assert len(problems) == len(rows) - 13
    assert reasons == {
        "checker: ref: the checker is not included: 'checkers-contest'": 12,
        "harness: none for Python, the only language of assertions": 1,
    }


def test_every_real_assertion_names_a_function_that_its_submissions_define(shared: Path) -> None:
    corpus = shared / "data/corpus"
    problems, _ = imported(list(judge_corpus.read_rows(corpus / "problems-function.jsonl.gz")))
    seen = 0
    for row in judge_corpus.read_rows(corpus / "submissions-function.jsonl.gz"):
        if row["language"] == "python":
            interface = problems[str(row["problem"])].interface
            assert isinstance(interface, AssertsInterface | FunctionInterface)
            assert f"def {interface.entry_point}(" in str(row["code"])
            seen += 1
    assert seen == 373
