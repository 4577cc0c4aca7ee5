"""The command line against a judge that only pretends: what it reads, prints and exits with."""

import errno
import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
import structlog
import typer
from typer.testing import CliRunner, Result

from ordojudge.core.errors import (
    SandboxError,
    SandboxProtocolError,
    SandboxUnavailable,
    SubmissionTooLarge,
)
from ordojudge.core.languages import LANGUAGES
from ordojudge.core.models import (
    MAX_SOURCE_BYTES,
    CompileResult,
    ExtractionSummary,
    Problem,
    Report,
    Reward,
    Submission,
    TestCase,
    TestResult,
)
from ordojudge.core.reward import PRESETS, RewardScheme
from ordojudge.core.verdict import Verdict
from ordojudge.sandbox.inspect import Finding
from ordojudge.settings import Settings
from ordojudge_api import cli, doctor, wiring

PROBLEM: dict[str, Any] = {
    "problem_id": "pair-sum",
    "tests": [
        {"case_id": "1", "input": "1 2\n", "output": "3\n"},
        {"case_id": "2", "input": "2 5\n", "output": "7\n"},
    ],
}


class FakeJudge:
    """Gives the verdict it is told, and remembers what it was asked."""

    def __init__(self, verdict: Verdict = Verdict.AC) -> None:
        self.verdict = verdict
        self.error: BaseException | None = None
        self.attempts = 1
        self.act: Callable[[], object] = lambda: None
        self.asked: list[tuple[Submission, Problem]] = []
        self.reward: RewardScheme | None = None
        self.all_tests: bool | None = None
        self.settings: Settings | None = None
        self.closed = False

    @contextmanager
    def open(self, settings: Settings) -> Iterator["FakeJudge"]:
        self.settings = settings
        try:
            yield self
        finally:
            self.closed = True

    def grade(
        self,
        submission: Submission,
        problem: Problem,
        *,
        reward: RewardScheme | None = None,
        all_tests: bool = True,
        observe: Callable[[TestCase, TestResult, bytes], None] | None = None,
    ) -> Report:
        self.asked.append((submission, problem))
        self.reward, self.all_tests = reward, all_tests
        self.act()
        if self.error:
            raise self.error
        judged = self.verdict not in {Verdict.CE, Verdict.SE}
        results = [
            TestResult(
                case_id=case.case_id, verdict=self.verdict, reason=f"why {self.verdict}", cpu_s=0.2
            )
            for case in problem.tests
            if judged
        ]
        for case, result in [*zip(problem.tests, results, strict=False)] * self.attempts:
            if observe:
                observe(case, result, b"8\n")
        scored = Reward(format=0, correctness=0.5, time=0, total=0.5)
        return Report(
            submission_id="s",
            problem_id=problem.problem_id,
            language=submission.language,
            verdict=self.verdict,
            pass_rate=1.0 if self.verdict is Verdict.AC else 0.0,
            tests=tuple(results),
            compile=CompileResult(
                ok=judged, message="main.cpp:1: error" if self.verdict is Verdict.CE else ""
            ),
            extraction=ExtractionSummary(
                kind="none" if self.verdict is Verdict.SE else "source", truncated=False
            ),
            reward=None if self.verdict is Verdict.JE else scored,
            judge_version="0",
        )


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> FakeJudge:
    fake = FakeJudge()
    monkeypatch.setattr(wiring, "open_judge", fake.open)
    return fake


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with a good problem and a good solution, and no settings."""
    for name in os.environ:
        if name.upper().startswith("ORDOJUDGE_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    Path("problem.json").write_text(json.dumps(PROBLEM))
    Path("sol.py").write_text("print(sum(map(int, input().split())))\n")
    yield tmp_path
    structlog.reset_defaults()


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli.app, list(arguments), input=stdin)


def grade(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return run("grade", "--problem", "problem.json", *arguments, stdin=stdin)


def written(name: str, content: str | bytes | dict[str, Any]) -> str:
    data = json.dumps(content) if isinstance(content, dict) else content
    Path(name).write_bytes(data.encode() if isinstance(data, str) else data)
    return name


def with_test(**fields: object) -> dict[str, Any]:
    return PROBLEM | {"tests": [PROBLEM["tests"][0] | fields]}


# ------------------------------------------------------------------ grade


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("fail_on_reject", [False, True], ids=["", "fail-on-reject"])
def test_the_exit_code_tells_the_verdict_only_if_asked(
    verdict: Verdict, fail_on_reject: bool, judge: FakeJudge
) -> None:
    judge.verdict = verdict
    result = grade("sol.py", *["--fail-on-reject"] * fail_on_reject)
    if verdict is Verdict.JE:
        assert result.exit_code == 3
        assert result.stderr == "ordojudge: the judge failed on test 1: why JE\n"
    else:
        assert result.exit_code == (1 if fail_on_reject and verdict is not Verdict.AC else 0)
        assert result.stderr == ""
    assert verdict.long_name in result.stdout
    assert judge.closed


@pytest.mark.parametrize("verdict", Verdict)
def test_json_is_the_report_and_nothing_else(verdict: Verdict, judge: FakeJudge) -> None:
    judge.verdict = verdict
    result = grade("sol.py", "--json")
    assert result.stdout.count("\n") == 1
    report = Report.model_validate_json(result.stdout)
    assert report.verdict is verdict
    assert set(json.loads(result.stdout)) == set(Report.model_fields)


def test_people_see_the_first_failing_test_with_its_difference(judge: FakeJudge) -> None:
    judge.verdict = Verdict.WA
    lines = grade("sol.py").stdout.splitlines()
    assert "1: Wrong Answer: why WA" in lines
    assert lines[-2:] == ["- 3", "+ 8"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "asked"),
    [
        pytest.param(
            ["sol.cpp"], None, {"source": "int main(){}", "language": "cpp"}, id="by the ending"
        ),
        pytest.param(
            ["sol.cpp", "-l", "C++20"],
            None,
            {"source": "int main(){}", "language": "cpp20"},
            id="an alias wins over the ending",
        ),
        pytest.param(
            ["-", "--language", "py"],
            b"print(1)\r\n",
            {"source": "print(1)\r\n", "language": "python"},
            id="standard input, as it is",
        ),
        pytest.param(
            ["-", "--completion"],
            b"```python\n1\n```",
            {"completion": "```python\n1\n```"},
            id="a completion names its own language",
        ),
        pytest.param(
            ["answer.txt", "--completion", "-l", "c"],
            None,
            {"completion": "I give up.", "language": "c"},
            id="a completion in a given language",
        ),
        pytest.param(["-", "--completion"], b"", {"completion": ""}, id="an empty completion"),
    ],
)
def test_what_the_judge_is_given(
    arguments: list[str], stdin: bytes | None, asked: dict[str, str], judge: FakeJudge
) -> None:
    written("sol.cpp", "int main(){}")
    written("answer.txt", "I give up.")
    result = grade(*arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    [(submission, problem)] = judge.asked
    assert submission == Submission.model_validate(asked)
    assert problem.problem_id == "pair-sum"


@pytest.mark.parametrize(
    ("options", "all_tests"), [([], True), (["--all-tests"], True), (["--stop-early"], False)]
)
def test_all_tests_run_unless_told(options: list[str], all_tests: bool, judge: FakeJudge) -> None:
    grade("sol.py", *options)
    assert judge.all_tests is all_tests


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_named(
    name: str, judge: FakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORDOJUDGE_REWARD", name)
    by_setting = (grade("sol.py").exit_code, judge.reward)
    monkeypatch.setenv("ORDOJUDGE_REWARD", "default")
    by_option = (grade("sol.py", "--reward", name).exit_code, judge.reward)
    assert by_setting == by_option == (0, PRESETS[name])


def test_a_problem_folder_is_a_problem(judge: FakeJudge) -> None:
    Path("folder").mkdir()
    written("folder/problem.json", PROBLEM)
    assert run("grade", "sol.py", "-p", "folder").exit_code == 0
    assert judge.asked[0][1].problem_id == "pair-sum"


BAD_SOLUTIONS = {
    "a missing file": (["none.py"], "none.py: No such file or directory"),
    "a folder": (["dir.py"], "dir.py: Is a directory"),
    "a name without an ending": (["sol"], "sol: its name doesn't tell the language"),
    "an unknown ending": (["sol.xyz"], "--language, one of c, cpp, cpp20, cpp23, csharp"),
    "standard input without a language": (["-"], "-: its name doesn't tell the language"),
    "an unknown language": (
        ["sol.py", "-l", "cobol"],
        "language: 'cobol' is unknown; known are c,",
    ),
    "a source over the cap": (["large.py"], "large.py: longer than the 262,144 bytes"),
    "an endless source": (["/dev/zero", "-l", "c"], "/dev/zero: longer than the 262,144 bytes"),
    "an endless completion": (["/dev/zero", "--completion"], "/dev/zero: longer than the 16,777"),
    "an empty file": (["empty.py"], "empty.py: empty"),
    "a file of blanks": (["blank.py"], "blank.py: empty"),
    "a file that isn't text": (["binary.py"], "binary.py: byte 1 isn't UTF-8"),
    "an unknown preset": (["sol.py", "--reward", "lavish"], "lavish"),
    "a missing reward file": (["sol.py", "--reward", "no.toml"], "no.toml: No such file"),
    "a broken reward file": (["sol.py", "--reward", "bad.toml"], "bad.toml: "),
    "a reward file of unknown keys": (["sol.py", "--reward", "odd.json"], "odd.json: "),
}


@pytest.mark.parametrize(
    ("arguments", "complaint"), BAD_SOLUTIONS.values(), ids=BAD_SOLUTIONS.keys()
)
def test_bad_input_is_one_clear_line(
    arguments: list[str], complaint: str, judge: FakeJudge
) -> None:
    Path("dir.py").mkdir()
    for name in ("sol", "sol.xyz"):
        written(name, "x")
    written("large.py", "#" * (MAX_SOURCE_BYTES + 1))
    written("empty.py", "")
    written("blank.py", " \n\t\n")
    written("binary.py", b"#\xff\x00")
    written("bad.toml", "format = = 1")
    written("odd.json", '{"generosity": 2}')
    assert_one_line(grade(*arguments), complaint)
    assert judge.asked == []


BAD_PROBLEMS: dict[str, tuple[str | bytes | dict[str, Any], str]] = {
    "an empty file": ("", "line 1 column 1"),
    "no JSON": ('{\n  "problem_id": }', "line 2 column 17"),
    "no object": ("[1]", "p.json: "),
    "an unknown key": (PROBLEM | {"timelimit": 1}, "timelimit: unknown key"),
    "an unknown key in a test": (with_test(weight=1), "tests.0.weight: unknown key"),
    "no tests": (PROBLEM | {"tests": []}, "tests: "),
    "a case id twice": (
        PROBLEM | {"tests": PROBLEM["tests"] + PROBLEM["tests"][:1]},
        "tests.2.case_id: '1' is used twice",
    ),
    "a test without its answer": (with_test(output=None), "tests.0.output: missing"),
    "a limit of zero": (PROBLEM | {"limits": {"cpu_s": 0}}, "limits.cpu_s: "),
    "a negative limit": (PROBLEM | {"limits": {"memory_bytes": -1}}, "limits.memory_bytes: "),
    "a limit that isn't a number": (PROBLEM | {"limits": {"cpu_s": math.nan}}, "limits.cpu_s: "),
    "an unknown checker": (PROBLEM | {"checker": {"type": "psychic"}}, "checker: "),
    "a file outside": (with_test(input=None, input_file="../x"), "tests.0.input_file: "),
}


@pytest.mark.parametrize(("content", "complaint"), BAD_PROBLEMS.values(), ids=BAD_PROBLEMS.keys())
@pytest.mark.parametrize("command", [["grade", "sol.py", "-p"], ["problems", "check"]], ids=str)
def test_a_bad_problem_is_one_clear_line_with_its_file(
    command: list[str], content: str | bytes | dict[str, Any], complaint: str, judge: FakeJudge
) -> None:
    result = run(*command, written("p.json", content))
    assert_one_line(result, complaint)
    assert result.stderr.startswith("ordojudge: p.json: ")
    assert judge.asked == []


def assert_one_line(result: Result, complaint: str) -> None:
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stderr.startswith("ordojudge: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def wrapped(cause: OSError) -> SandboxError:
    """What a driver makes of an operating system's error."""
    error = SandboxError("compile: gone")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "code", "complaint"),
    [
        (SandboxUnavailable("bubblewrap is missing: apt install bubblewrap"), 2, "bubblewrap is"),
        (SandboxProtocolError("runner: bad answer"), 3, "runner: bad answer"),
        (SandboxError("compile: gone"), 3, "compile: gone"),
        (SubmissionTooLarge("source: too long"), 2, "source: too long"),
        (
            OSError(errno.ENOSPC, "No space left on device", "cache/ab"),
            2,
            "cache/ab: No space left on device",
        ),
        (wrapped(OSError(errno.ENOSPC, "No space left on device")), 2, "compile: gone"),
        (wrapped(BrokenPipeError(errno.EPIPE, "Broken pipe")), 3, "compile: gone"),
        (KeyError("slot"), 3, "unexpected, in grade: KeyError: 'slot'"),
        (KeyboardInterrupt(), 130, "stopped"),
        (SandboxError("two\nlines \x1b[2J"), 3, "two\\nlines \\x1b[2J"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
@pytest.mark.parametrize("json_option", [[], ["--json"]], ids=["", "json"])
def test_a_failure_is_one_line_and_its_own_exit_code(
    error: BaseException, code: int, complaint: str, json_option: list[str], judge: FakeJudge
) -> None:
    judge.error = error
    result = grade("sol.py", *json_option)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith(f"ordojudge: {complaint}")
    assert result.stderr.count("\n") == 1
    assert judge.closed


def test_the_traceback_of_a_surprise_is_there_for_those_who_ask(
    judge: FakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORDOJUDGE_LOG__LEVEL", "debug")
    judge.error = KeyError("slot")
    result = grade("sol.py", "--json")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "Traceback" in result.stderr


def test_a_bad_setting_is_named(judge: FakeJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORDOJUDGE_SANDBOX__SLOTS", "-1")
    assert_one_line(grade("sol.py"), "ORDOJUDGE_SANDBOX__SLOTS: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["grade"],
        ["grade", "sol.py"],
        ["grade", "sol.py", "-p", "problem.json", "--sandbox", "vm"],
        ["grade", "sol.py", "-p", "problem.json", "--unknown"],
        ["problems", "check"],
        ["serve-coffee"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_two(arguments: list[str], judge: FakeJudge) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout, judge.asked) == (2, "", [])
    assert "Usage: " in result.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_closes_what_is_open_and_a_second_one_does_not_disturb(
    number: signal.Signals,
    judge: FakeJudge,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Started in the background, tests inherit an ignored SIGINT, which the command respects.
    before = signal.signal(number, signal.SIG_DFL)
    undisturbed = []

    def interrupted() -> None:
        try:
            signal.raise_signal(number)
        finally:
            signal.raise_signal(number)
            undisturbed.append(True)

    judge.act = interrupted
    monkeypatch.setattr(sys, "argv", ["ordojudge", "grade", "sol.py", "-p", "problem.json"])
    try:
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert ended.value.code == 128 + number
    assert judge.closed
    assert undisturbed == [True]
    assert capsys.readouterr() == ("", "ordojudge: stopped\n")


class Terminal:
    """A standard error that says it is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None: ...


@pytest.mark.parametrize("attempts", [1, 2], ids=["", "a box failed and all is done once more"])
def test_progress_is_shown_on_a_terminal_and_wiped(
    attempts: int, judge: FakeJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge.attempts = attempts
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with pytest.raises(SystemExit):
        cli.app(["grade", "sol.py", "-p", "problem.json", "--json"])
    assert terminal.text == "\r1 of 2 tests\r2 of 2 tests" * attempts + "\r\x1b[K"


# ------------------------------------------------------------------ problems check


def test_problems_are_found_in_files_and_folders(judge: FakeJudge) -> None:
    for name in ("set/a", "set/deep/b", "set/none"):
        Path(name).mkdir(parents=True)
    written("set/a/problem.json", PROBLEM | {"problem_id": "alpha"})
    written(
        "set/deep/b/problem.json",
        PROBLEM | {"problem_id": "beta", "checker": {"type": "floats"}},
    )
    result = run("problems", "check", "problem.json", "set")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == ["problem", "pair-sum", "alpha", "beta"]
    assert rows[-1][1:] == ["2", "0.0", "MiB", "stdio", "floats", "none"]
    assert judge.asked == []


def test_each_bad_problem_is_a_line_and_the_good_ones_a_table(judge: FakeJudge) -> None:
    Path("bare").mkdir()
    written("bad.json", "{")
    result = run("problems", "check", "bad.json", "none.json", "bare", "problem.json")
    assert result.exit_code == 2
    first, second, third = result.stderr.splitlines()
    assert first.startswith("ordojudge: bad.json: line 1 column 2")
    assert second == "ordojudge: none.json: no such file"
    assert third == "ordojudge: bare: no problem.json in this folder"
    assert "pair-sum" in result.stdout


REFERENCE = PROBLEM | {"reference": {"solution": {"language": "python", "source": "x"}}}


@pytest.mark.parametrize(
    ("verdict", "code", "complaint"),
    [
        (Verdict.AC, 0, ""),
        (
            Verdict.WA,
            2,
            "ordojudge: p.json: reference.solution: Wrong Answer on test 1: why WA\n",
        ),
        (Verdict.CE, 2, "ordojudge: p.json: reference.solution: Compile Error\n"),
        (
            Verdict.JE,
            3,
            "ordojudge: p.json: reference.solution: Judging Error on test 1: why JE\n",
        ),
    ],
)
def test_run_judges_the_reference_solution(
    verdict: Verdict, code: int, complaint: str, judge: FakeJudge
) -> None:
    judge.verdict = verdict
    result = run("problems", "check", "--run", written("p.json", REFERENCE), "problem.json")
    assert (result.exit_code, result.stderr) == (code, complaint)
    assert result.stdout.splitlines()[1].split()[-1] == verdict
    assert result.stdout.splitlines()[2].split()[-1] == "none"
    assert [submission.source for submission, _ in judge.asked] == ["x"]
    assert judge.closed


def test_without_run_the_reference_solution_is_left_alone(judge: FakeJudge) -> None:
    result = run("problems", "check", written("p.json", REFERENCE))
    assert (result.exit_code, judge.asked) == (0, [])
    assert "not run" in result.stdout


def test_a_reference_solution_that_cannot_be_judged_is_the_problem_s_fault(
    judge: FakeJudge,
) -> None:
    judge.error = SubmissionTooLarge("source: too long")
    result = run("problems", "check", "--run", written("p.json", REFERENCE))
    assert result.exit_code == 2
    assert result.stderr == "ordojudge: p.json: reference.solution: source: too long\n"
    assert "unusable" in result.stdout


# ------------------------------------------------------------------ doctor


class Machine:
    """A machine whose sandbox opens a box, or doesn't; the judge over it is a fake."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.findings = [
            Finding("bubblewrap", True, "0.8.0", None),
            Finding("cgroups", False, "v2, not writable", "run in a delegated scope"),
        ]

    @contextmanager
    def open(self, _settings: Settings) -> Iterator["Machine"]:
        yield self

    @contextmanager
    def box(self) -> Iterator[None]:
        if self.error:
            raise self.error
        yield


@pytest.fixture
def machine(judge: FakeJudge, monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(wiring, "inspect_machine", lambda _settings: machine.findings)
    monkeypatch.setattr(wiring, "open_sandbox", machine.open)
    monkeypatch.setattr(doctor, "Judge", lambda _sandbox: judge)
    return machine


def tried(result: Result) -> list[dict[str, Any]]:
    """What the doctor found out by trying, after what it saw."""
    found: list[dict[str, Any]] = json.loads(result.stdout)["findings"][2:]
    return found


@pytest.mark.parametrize(
    ("verdict", "code", "told"), [(Verdict.AC, 0, "self-test passed"), (Verdict.CE, 2, "error")]
)
def test_doctor_tries_every_language(
    verdict: Verdict, code: int, told: str, judge: FakeJudge, machine: Machine
) -> None:
    judge.verdict = verdict
    result = run("doctor", "--json")
    document = json.loads(result.stdout)
    assert (result.exit_code, document["works"]) == (code, code == 0)
    assert document["findings"][:2] == [finding._asdict() for finding in machine.findings]
    box, *languages = tried(result)
    assert (box["name"], box["ok"]) == ("sandbox", True)
    assert [entry["name"] for entry in languages] == [f"language {row.id}" for row in LANGUAGES]
    assert all(told in entry["detail"] for entry in languages)
    assert [submission.source for submission, _ in judge.asked] == [
        row.self_test.source for row in LANGUAGES
    ]


def test_doctor_tells_people_what_to_do(machine: Machine) -> None:
    lines = [" ".join(line.split()) for line in run("doctor").stdout.splitlines()]
    assert "ok bubblewrap 0.8.0" in lines
    at = lines.index("missing cgroups v2, not writable")
    assert lines[at + 1] == "to fix: run in a delegated scope"


@pytest.mark.parametrize("option", ["--self-test", "--no-self-test"])
def test_doctor_reports_a_sandbox_that_does_not_open(
    option: str, judge: FakeJudge, machine: Machine
) -> None:
    machine.error = SandboxUnavailable("bubblewrap is missing")
    result = run("doctor", option)
    assert result.exit_code == 2
    assert "bubblewrap is missing" in result.stdout
    assert (result.stderr, judge.asked) == ("", [])


def test_doctor_goes_on_after_a_language_that_fails(judge: FakeJudge, machine: Machine) -> None:
    judge.error = SandboxError("box lost")
    result = run("doctor", "--json")
    assert result.exit_code == 2
    details = [entry["detail"] for entry in tried(result)[1:]]
    assert details == [f"{row.name}: box lost" for row in LANGUAGES]


def test_doctor_without_self_tests_only_opens_a_box(judge: FakeJudge, machine: Machine) -> None:
    result = run("doctor", "--no-self-test", "--json")
    [box] = tried(result)
    assert (result.exit_code, judge.asked) == (0, [])
    assert (box["name"], box["ok"]) == ("sandbox", True)


# ------------------------------------------------------------------ the command itself


def test_the_version_is_the_distribution_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", {"ordojudge": "1.2.3"}.__getitem__)
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, "ordojudge 1.2.3\n")


def test_from_its_source_the_command_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", absent)
    assert run("--version").stdout.startswith("ordojudge (not installed")


def test_help_imports_none_of_what_commands_need() -> None:
    program = (
        "import sys; from typer.testing import CliRunner; from ordojudge_api import cli;"
        "assert 'grade' in CliRunner().invoke(cli.app, ['--help']).stdout;"
        "print([name for name in ('pydantic', 'pydantic_settings', 'structlog', 'rich',"
        " 'ordojudge.service', 'ordojudge.core.models') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def commands() -> list[str]:
    found: list[str] = []

    def walk(group: Any, path: tuple[str, ...]) -> None:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                walk(command, (*path, name))
            else:
                found.append(" ".join((*path, name)))

    walk(typer.main.get_command(cli.app), ())
    return found


@pytest.mark.parametrize("command", commands())
def test_every_command_and_option_is_documented(command: str) -> None:
    document = (Path(__file__).resolve().parents[2] / "docs/cli.md").read_text("utf-8")
    assert f"`ordojudge {command}" in document
    options = {
        word.strip(",")
        for word in run(*command.split(), "--help").stdout.split()
        if word.startswith("--")
    }
    assert {option for option in options if option not in document} <= {"--help"}


def test_a_reader_that_has_seen_enough_is_no_error(judge: FakeJudge) -> None:
    judge.error = BrokenPipeError(errno.EPIPE, "Broken pipe")
    result = grade("sol.py")
    assert (result.exit_code, result.stderr) == (1, "")
