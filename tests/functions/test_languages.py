"""Functions of submissions in compiled languages and scripts, called in a real box."""

import os
from typing import Any, NamedTuple

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.models import Problem, Reference, Report, Submission, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge
from tests.conftest import absent
from tests.functions.cases import CASES, OWN, SCRIPTS, Case, long_list

LANGUAGES = ("cpp", "java", "go", *SCRIPTS)
QUICK = ("cpp", "cpp20", "cpp23", "go", *SCRIPTS)
OVER_DOCKER = os.environ.get("ORDOJUDGE_TEST_SANDBOX") == "docker"

LIMITS: dict[str, Any] = {"cpu_s": 4.0, "memory_bytes": "256MiB"}


def problem(*tests: tuple[Any, Any], limits: Any = None, **interface: Any) -> Problem:
    """A problem whose tests are pairs of arguments and answer, as values or as JSON texts."""
    data: dict[str, Any] = {
        "problem_id": "called",
        "interface": {"type": "function", "entry_point": "f", **interface},
        "limits": {**LIMITS, **(limits or {})},
    }
    data["tests"] = [
        {"case_id": str(number), "input": given, "output": answer}
        for number, (given, answer) in enumerate(tests, start=1)
    ]
    return problem_from_data(data)


def graded(judge: Judge, language: str, source: str, of: Problem) -> tuple[Report, list[str]]:
    """The report, and the head of each test's answer; skipped where there is no such language."""
    answers: list[str] = []
    if language not in QUICK and not OVER_DOCKER:
        pytest.skip(f"{language}: tested over Docker, where its compiler is warm")
    try:
        report = judge.grade(
            Submission(source=source, language=language),
            of,
            observe=lambda _test, _result, head: answers.append(head.decode()[:200]),
        )
    except SandboxUnavailable as error:
        absent(language, language, str(error))
    return report, answers


def told(report: Report) -> str:
    """What a report says of the first test, or of compiling."""
    return (report.tests[0].reason or "") if report.tests else report.compile.message


CALLS = [
    *(
        pytest.param(language, case, id=f"{name}-{language}")
        for name, case in CASES.items()
        for language in case.sources
    ),
    *(pytest.param(language, case, id=name) for name, (language, case) in OWN.items()),
]


@pytest.mark.parametrize(("language", "case"), CALLS)
def test_a_right_answer_is_accepted(judge: Judge, language: str, case: Case) -> None:
    report, answers = graded(
        judge, language, case.sources[language], problem(*case.calls, **case.interface)
    )
    assert report.verdict is Verdict.AC, (report.tests, answers, report.compile.message)


@pytest.mark.parametrize("standard", ["cpp20", "cpp23"])
def test_newer_standards_have_functions_too(judge: Judge, standard: str) -> None:
    source = (
        "class Solution { public: auto f(auto&&) = delete; vector<int> f(vector<int> a) {"
        " ranges::sort(a); return a; } };"
    ).replace("auto f(auto&&) = delete; ", "")
    report, answers = graded(judge, standard, source, problem(([[3, 1, 2]], [1, 2, 3])))
    assert report.verdict is Verdict.AC, (answers, report.compile.message)


ECHO = {
    "cpp": "class Solution { public: vector<int> f(vector<int>& a) { for (int& x : a) ++x; return a; } };",
    "java": "class Solution { public int[] f(int[] a) {"
    " for (int i = 0; i < a.length; i++) a[i]++; return a; } }",
    "go": "func f(a []int) []int {\n\tfor i := range a {\n\t\ta[i]++\n\t}\n\treturn a\n}",
    "javascript": "function f(a) { return a.map(x => x + 1) }",
    "typescript": "function f(a: number[]): number[] { return a.map(x => x + 1) }",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_million_numbers_go_in_and_out(judge: Judge, language: str) -> None:
    report, _ = graded(judge, language, ECHO[language], problem(long_list()))
    assert report.verdict is Verdict.AC, report.tests
    # What reading and writing take must not use up a problem's limits.
    assert report.tests[0].cpu_s < 1.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_wrong_answer_is_told_from_right_ones(judge: Judge, language: str) -> None:
    of = problem(([[1]], [2]), ([[1, 5]], [2, 7]), ([[]], []))
    report, _ = graded(judge, language, ECHO[language], of)
    verdicts = [test.verdict for test in report.tests]
    assert verdicts == [Verdict.AC, Verdict.WA, Verdict.AC]
    assert report.tests[1].reason == "value[1]: expected 7, got 6"


class Rejected(NamedTuple):
    verdict: Verdict
    reason: str
    sources: dict[str, str]
    tests: tuple[tuple[Any, Any], ...] = (([0], 1),)
    interface: dict[str, Any] = {}  # noqa: RUF012  never changed
    limits: dict[str, Any] = {}  # noqa: RUF012  never changed


INT = {"parameters": [{"name": "a", "type": "int"}]}
REJECTED = {
    "an exception": Rejected(
        Verdict.RTE,
        "no luck",
        {
            "cpp": 'class Solution { public: int f(int a) { throw runtime_error("no luck"); } };',
            "java": 'class Solution { public int f(int a) { throw new IllegalStateException("no luck"); } }',
            "go": 'func f(a int) int {\n\tpanic("no luck")\n}',
            "javascript": "function f(a) { throw new RangeError('no luck') }",
            "typescript": "async function f(a: number) { throw new RangeError('no luck') }",
        },
    ),
    "an index beyond the end": Rejected(
        Verdict.RTE,
        "",
        {
            "cpp": "class Solution { public: int f(int a) { return vector<int>(1).at(a + 5); } };",
            "java": "class Solution { public int f(int a) { return new int[1][a + 5]; } }".replace(
                "new int[1][a + 5]", "(new int[1])[a + 5]"
            ),
            "go": "func f(a int) int { return []int{1}[a+5] }",
        },
    ),
    "a crash": Rejected(
        Verdict.RTE,
        "signal SIGSEGV",
        {"cpp": "class Solution { public: int f(int a) { return *(volatile int*)nullptr; } };"},
    ),
    "endless recursion": Rejected(
        Verdict.RTE,
        "",
        {
            "java": "class Solution { int f(int a) { return 1 + f(a); } }",
            "javascript": "function f(a) { return 1 + f(a) }",
        },
    ),
    "leaving with success": Rejected(
        Verdict.WA,
        "ended without an answer",
        {
            "cpp": "class Solution { public: int f(int a) { exit(0); } };",
            "java": "class Solution { public int f(int a) { System.exit(0); return 1; } }",
            "go": "func f(a int) int {\n\tos.Exit(0)\n\treturn 1\n}",
            "javascript": "function f(a) { process.exit(0) }",
        },
    ),
    "printing the answer only": Rejected(
        Verdict.WA,
        "expected 1, got null",
        {
            "cpp": "class Solution { public: void f(int a) { cout << 1; } };",
            "java": "class Solution { public void f(int a) { System.out.print(1); } }",
            "go": "func f(a int) { fmt.Print(1) }",
            "javascript": "function f(a) { console.log(1) }",
        },
    ),
    "printing without end": Rejected(
        Verdict.OLE,
        "of output",
        {
            "cpp": 'class Solution { public: int f(int a) { for (;;) puts("0123456789"); } };',
        },
        limits={"output_bytes": "64KiB"},
    ),
    "not a number": Rejected(
        Verdict.WA,
        "NaN",
        {
            "cpp": "class Solution { public: double f(double a) { return a / a; } };",
            "java": "class Solution { public double f(double a) { return a / a; } }",
            "go": "func f(a float64) float64 { return a / a }",
            "javascript": "function f(a) { return a / a }",
        },
    ),
    "nodes in a ring": Rejected(
        Verdict.WA,
        "a list without an end",
        {
            "cpp": "ListNode* f(int a) { auto n = new ListNode(1); return n->next = n; }",
            "java": "class Solution { ListNode f(int a) { ListNode n = new ListNode(1); return n.next = n; } }",
            "go": "func f(a int) *ListNode {\n\tn := &ListNode{}\n\tn.Next = n\n\treturn n\n}",
            "javascript": "function f(a) { const n = new ListNode(1); return n.next = n }",
        },
    ),
    "a text that is none": Rejected(
        Verdict.WA,
        "the answer holds a text that isn't UTF-8",
        {
            "cpp": 'class Solution { public: string f(int a) { return "a\\xff"; } };',
            "go": 'func f(a int) string { return "a\\xff" }',
        },
    ),
    "a value that is no JSON value": Rejected(
        Verdict.WA,
        "which is no JSON value",
        {
            "java": "class Solution { public Object f(int a) { return new Object(); } }",
            "go": "func f(a int) struct{} { return struct{}{} }",
            "javascript": "function f(a) { return () => 1 }",
        },
    ),
    "a list that holds itself": Rejected(
        Verdict.WA,
        "nested too deeply, or holds itself",
        {
            "java": "class Solution { List<Object> f(int a) {"
            " List<Object> b = new ArrayList<>(); b.add(b); return b; } }",
            "go": "func f(a int) []interface{} {\n\tb := make([]interface{}, 1)\n\tb[0] = b\n\treturn b\n}",
            "javascript": "function f(a) { const b = []; b.push(b); return b }",
        },
    ),
    "a return type that can't be written": Rejected(
        Verdict.CE,
        "the function returns a type that is no JSON value",
        {"cpp": "struct P { int x; };\nclass Solution { public: P f(int a) { return {a}; } };"},
    ),
    "a parameter that can't be read": Rejected(
        Verdict.CE,
        "a type that the judge has no values for",
        {"cpp": "struct P { int x; };\nclass Solution { public: int f(P a) { return a.x; } };"},
    ),
    "a type of its own where a number is given": Rejected(
        Verdict.RTE,
        "argument a: the judge has no values of type",
        {
            "java": "class P { int x; }\nclass Solution { int f(P a) { return 1; } }",
            "go": "type P struct{ x int }\n\nfunc f(a P) int { return 1 }",
        },
        interface=INT,
    ),
    "no such function": Rejected(
        Verdict.CE,
        "the submission defines no Solution.f",
        {
            "cpp": "class Solution { public: int g(int a) { return 1; } };",
            "java": "class Solution { public int g(int a) { return 1; } }",
            "go": "func g(a int) int { return 1 }",
        },
        interface={"class_name": "Solution"},
    ),
    "no such function, in a script": Rejected(
        Verdict.RTE,
        "ReferenceError: the submission defines no f",
        {"javascript": "function g(a) { return 1 }", "typescript": ""},
    ),
    "another kind of parameter": Rejected(
        Verdict.RTE,
        "argument a: 0 doesn't fit",
        {
            "cpp": "class Solution { public: int f(string a) { return 1; } };",
            "java": "class Solution { public int f(int[] a) { return 1; } }",
            "go": "func f(a []int) int { return 1 }",
        },
        interface=INT,
    ),
    "another number of parameters": Rejected(
        Verdict.RTE,
        "the function takes 2 arguments, the test has 1",
        {
            "cpp": "class Solution { public: int f(int a, int b) { return 1; } };",
            "java": "class Solution { public int f(int a, int b) { return 1; } }",
            "go": "func f(a, b int) int { return 1 }",
        },
        interface=INT,
    ),
    "a number that its own type is too small for": Rejected(
        Verdict.RTE,
        "argument a: 3000000000 doesn't fit int",
        {
            "cpp": "class Solution { public: int f(int a) { return 1; } };",
            "java": "class Solution { public int f(int a) { return 1; } }",
            "go": "func f(a int32) int { return 1 }",
        },
        tests=(([3_000_000_000], 1),),
        interface={"parameters": [{"name": "a", "type": "long"}]},
    ),
    "a source that does not parse": Rejected(
        Verdict.CE,
        "",
        {
            "cpp": "class Solution { public: int f(int a) { return 1 } };",
            "java": "class Solution { public int f(int a) { return 1 } }",
            "go": "func f(a int) int { return }",
            "javascript": "function f(a) { return ) }",
            "typescript": "function f(a: number { return 1 }",
        },
    ),
    "a private method": Rejected(
        Verdict.CE, "private", {"cpp": "class Solution { int f(int a) { return 1; } };"}
    ),
}


@pytest.mark.parametrize(
    ("language", "case"),
    [
        pytest.param(language, case, id=f"{name}-{language}")
        for name, case in REJECTED.items()
        for language in case.sources
    ],
)
def test_what_is_wrong_gets_its_verdict_and_reason(
    judge: Judge, language: str, case: Rejected
) -> None:
    of = problem(*case.tests, limits=case.limits, **case.interface)
    report, answers = graded(judge, language, case.sources[language], of)
    assert report.verdict is case.verdict, (report.tests, answers, report.compile.message)
    assert case.reason in told(report)


UNUSABLE = {
    "a number beyond the declared type": (
        ([3_000_000_000], 1),
        INT,
        "tests: 1: input: argument a: 3000000000 doesn't fit int",
    ),
    "another kind of value": (([["x"]], 1), INT, 'argument a: ["x"] doesn\'t fit int'),
    "too few arguments": (([], 1), INT, "gives 0 arguments; there are 1 parameters"),
    "keywords that are no parameters": (({"b": 1}, 1), INT, "gives b; the parameters are a"),
    "an answer from an argument that isn't there": (
        ([1], 1),
        {**INT, "result_argument": 3},
        "gives 1 arguments; result_argument is 3",
    ),
}


@pytest.mark.parametrize(
    ("language", "test", "interface", "reason"),
    [
        pytest.param(language, *case, id=f"{name}-{language}")
        for name, case in UNUSABLE.items()
        for language in ("cpp", "java", "go")
    ],
)
def test_arguments_that_fit_no_right_function_are_the_problem_s_error(
    judge: Judge, language: str, test: tuple[Any, Any], interface: dict[str, Any], reason: str
) -> None:
    sources = {
        "cpp": "class Solution { public: int f(int a) { return 1; } };",
        "java": "class Solution { public int f(int a) { return 1; } }",
        "go": "func f(a int32) int { return 1 }",
    }
    report, _ = graded(judge, language, sources[language], problem(test, **interface))
    assert report.verdict is Verdict.JE, report.tests
    assert report.reward is None
    assert reason in told(report)


def test_what_no_number_of_javascript_holds_is_the_problem_s_error(judge: Judge) -> None:
    of = problem(([2**53 + 1], 1), ([7], 7), parameters=[{"name": "a", "type": "long"}])
    report, _ = graded(judge, "javascript", "function f(a) { return a }", of)
    assert [test.verdict for test in report.tests] == [Verdict.JE, Verdict.AC]
    assert "is more than a number of JavaScript holds exactly" in told(report)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tests_share_nothing(judge: Judge, language: str) -> None:
    sources = {
        "cpp": "int seen = 0;\nclass Solution { public: int f(int a) { return seen += a; } };",
        "java": "class Solution { static int seen = 0; public int f(int a) { return seen += a; } }",
        "go": "var seen = 0\n\nfunc f(a int) int {\n\tseen += a\n\treturn seen\n}",
        "javascript": "let seen = 0; function f(a) { return seen += a }",
        "typescript": "let seen: number = 0; function f(a: number) { return seen += a }",
    }
    report, answers = graded(
        judge, language, sources[language], problem(*(([n], n) for n in range(1, 4)))
    )
    assert report.verdict is Verdict.AC, answers


def test_lines_of_complaints_are_the_submission_s(judge: Judge) -> None:
    sources = {
        "cpp": ("class Solution {\npublic:\n  int f(int a) {\n    return b;\n  }\n};", "solution.cpp:4:"),
        "java": ("import java.util.*;\nclass S {\n  int f(int a) {\n    return b;\n  }\n}", "Main.java:4:"),
        "go": ("package main\n\nfunc f(a int) int {\n\treturn b\n}", "main.go:4:"),
        "javascript": ("\n\n\nfunction f(a) { return ) }", "main.js:4"),
    }  # fmt: skip
    seen = 0
    for language, (source, place) in sources.items():
        if language not in QUICK and not OVER_DOCKER:
            continue
        try:
            report = judge.grade(Submission(source=source, language=language), problem(([1], 1)))
        except SandboxUnavailable:
            continue
        assert report.verdict is Verdict.CE
        assert place in report.compile.message, report.compile.message
        seen += 1
    assert seen


def test_complexity_of_a_function_is_unknown_where_it_cannot_be_measured(judge: Judge) -> None:
    of = problem(([[1]], [2])).model_copy(update={"reference": Reference(bound="O(n)")})
    report = judge.grade(Submission(source=ECHO["cpp"], language="cpp"), of, complexity=True)
    assert report.verdict is Verdict.AC
    assert report.complexity is not None
    measured = [each for each in report.complexity.evidence if each.source == "measured"]
    assert [each.relation for each in measured] == ["unknown"]
    assert "the problem has no generator" in measured[0].detail
