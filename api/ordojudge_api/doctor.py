"""What works on this machine: the sandbox's findings and each language's self-test, as a table."""

import json
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ordojudge.core.errors import JudgeError, SandboxUnavailable
from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.core.models import ExactChecker, Problem, Report, Submission, TestCase
from ordojudge.core.verdict import Verdict
from ordojudge.sandbox.inspect import Finding
from ordojudge.service import Judge
from ordojudge.settings import Settings
from ordojudge_api import wiring
from ordojudge_api.report_view import excerpt, printable

SANDBOX = "sandbox"
NEEDED_LANGUAGE = "python"
"""Without this one the machine can't judge at all; a missing compiler only costs its languages."""


def examine(settings: Settings, *, self_test: bool) -> tuple[list[Finding], bool]:
    """Look at the machine, and try it.

    Args:
        settings: Which sandbox to look at.
        self_test: Judge one small program in each language; otherwise only open a box.

    Returns:
        What was found, and whether the machine can judge at least Python.
    """
    findings = wiring.inspect_machine(settings)
    tried: list[Finding] = []
    try:
        tried += _self_tests(settings) if self_test else _open_box(settings)
    except SandboxUnavailable as error:
        tried = [Finding(SANDBOX, False, str(error), None)]
    needed = language_finding(NEEDED_LANGUAGE) if self_test else SANDBOX
    return findings + tried, any(finding.ok for finding in tried if finding.name == needed)


def language_finding(language_id: str) -> str:
    """The name of the finding that says whether a language's self-test passed."""
    return f"language {language_id}"


def print_findings(console: Console, findings: Sequence[Finding]) -> None:
    """Print the findings for people, with what to do about each that isn't well."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        mark = Text("ok", style="green") if finding.ok else Text("missing", style="bold red")
        detail = Text(_lines_escaped(finding.detail))
        if finding.fix:
            detail.append(f"\nto fix: {_lines_escaped(finding.fix)}", style="yellow")
        table.add_row(mark, finding.name, detail)
    console.print(table)


def findings_as_json(findings: Sequence[Finding], *, works: bool) -> str:
    """One JSON document: ``{"works": …, "findings": [{name, ok, detail, fix}, …]}``."""
    return json.dumps({"works": works, "findings": [finding._asdict() for finding in findings]})


def _open_box(settings: Settings) -> Iterator[Finding]:
    with wiring.open_sandbox(settings) as sandbox, sandbox.box():
        yield Finding(SANDBOX, True, "a box opens", None)


def _self_tests(settings: Settings) -> Iterator[Finding]:
    with wiring.open_sandbox(settings) as sandbox:
        with sandbox.box():
            yield Finding(SANDBOX, True, "a box opens", None)
        judge = Judge(sandbox)
        for language in LANGUAGES:
            yield _self_test(judge, language)


def self_test_problem(language: Language) -> Problem:
    """The problem that a language's self-test solves."""
    test = language.self_test
    return Problem(
        problem_id=f"self-test-{language.id}",
        tests=(TestCase(case_id="1", input=test.input, output=test.output),),
        checker=ExactChecker(),
    )


def _self_test(judge: Judge, language: Language) -> Finding:
    """Judge the language's self-test; a failure of the judge is a finding like any other."""
    problem = self_test_problem(language)
    submission = Submission(source=language.self_test.source, language=language.id)
    name = language_finding(language.id)
    try:
        report = judge.grade(submission, problem)
    except JudgeError as error:  # a missing compiler among them: the other languages still work
        return Finding(name, False, f"{language.name}: {error}", None)
    return Finding(name, report.verdict is Verdict.AC, _told(report, language), None)


def _told(report: Report, language: Language) -> str:
    if report.verdict is Verdict.AC:
        cpu_s = report.compile.cpu_s + sum(test.cpu_s for test in report.tests)
        return f"{language.name}: self-test passed in {cpu_s:.2f} s CPU"
    reasons = [report.compile.message, *(test.reason or "" for test in report.tests)]
    reason = next((f": {excerpt(reason)}" for reason in reasons if reason), "")
    return f"{language.name}: {report.verdict.long_name}{reason}"


def _lines_escaped(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))
