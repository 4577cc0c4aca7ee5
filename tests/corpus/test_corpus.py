"""Real submissions of known verdict, through the real sandbox.

Three sources: the shared corpus, our own submissions to its contest problems (``contest/``, where
the folder is the verdict), and programs that other judges get wrong (``peers/cases.json``).
"""

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.errors import SandboxUnavailable, UnknownLanguage
from ordojudge.core.languages import language_of_suffix
from ordojudge.core.models import (
    AssertsInterface,
    FunctionInterface,
    Problem,
    Report,
    Submission,
    problem_from_data,
)
from ordojudge.core.texts import from_bytes
from ordojudge.core.verdict import Verdict
from ordojudge.datasets import judge_corpus
from ordojudge.service import Judge
from tests.conftest import required

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("ORDOJUDGE_TEST_SHARED", HERE.parents[2] / "shared"))
CORPUS = SHARED / "data/corpus"

EXPLAINED: dict[str, tuple[Verdict, str]] = {}
"""Submissions of the corpus whose verdict here isn't the known one: ours, and why it is right."""

# Some submissions sleep, spin or fill memory up to their limits on every test.
pytestmark = pytest.mark.timeout(300)


@dataclass(frozen=True)
class Known:
    """A submission and its right verdicts."""

    submission: Submission
    right: frozenset[Verdict]
    note: str = ""

    def complaint(self, report: Report) -> str | None:
        """What is wrong about a report, in one line; none if its verdict is right."""
        if report.verdict in self.right:
            return None
        failed = next((test for test in report.tests if test.verdict is not Verdict.AC), None)
        place = f"test {failed.case_id}: {failed.reason}" if failed else report.compile.message
        verdicts = f"{report.verdict}, not {' or '.join(sorted(self.right))}"
        return f"{self.submission.submission_id} ({self.note}): {verdicts}: {place}"


def complaints(judge: Judge, problem: Problem, known: Iterable[Known]) -> list[str]:
    """Grade submissions two at a time, and list those whose verdict isn't right.

    Those in languages that this sandbox doesn't have are left out, unless the languages are required.
    """
    missing: dict[str, str] = {}

    def graded(one: Known) -> str | None:
        try:
            return one.complaint(judge.grade(one.submission, problem, all_tests=False))
        except SandboxUnavailable as error:
            missing[str(one.submission.language)] = str(error)
            return None

    with ThreadPoolExecutor(2) as pool:
        found = [complaint for complaint in pool.map(graded, known) if complaint is not None]
    return found + [
        reason for language, reason in missing.items() if language in ("python", *required())
    ]


# ----------------------------------------------------------------- the shared corpus


def rows_of(kind: str, *parts: str) -> Iterable[Mapping[str, object]]:
    """The corpus' rows of some files; none where it is absent, which `shared` reports."""
    for part in parts:
        path = CORPUS / f"{kind}-{part}.jsonl.gz"
        if path.exists():
            yield from judge_corpus.read_rows(path)


def known_submissions() -> Mapping[str, list[Known]]:
    """The corpus' submissions in our languages, by problem."""
    by_problem: dict[str, list[Known]] = defaultdict(list)
    called = {
        str(row["id"]) for row in rows_of("problems", "own", "function") if row["mode"] != "stdio"
    }
    for row in rows_of("submissions", "own", "function"):
        try:
            submission, expectation = judge_corpus.submission(row)
        except UnknownLanguage:
            continue
        if expectation.problem_id in called and submission.language != "python":
            continue  # functions are called in Python only
        known = Known(submission, expectation.acceptable, expectation.note)
        by_problem[expectation.problem_id].append(known)
    return by_problem


KNOWN = known_submissions()
ROWS = {str(row["id"]): row for row in rows_of("problems", "own", "function")}


def of_corpus(problem_ids: Iterable[str]) -> pytest.MarkDecorator:
    """Run a test for each of some problems."""
    return pytest.mark.parametrize("problem_id", sorted(problem_ids))


def test_the_corpus_is_complete(shared: Path) -> None:
    assert shared / "data/corpus" == CORPUS
    assert sum(len(known) for known in KNOWN.values()) == 513
    # MBPP 631 has no test in Python, and so no submission.
    assert set(ROWS) - set(KNOWN) == {"mbpp-631"}


def test_only_submissions_of_the_corpus_are_explained() -> None:
    ids = {known.submission.submission_id for of_one in KNOWN.values() for known in of_one}
    assert set(EXPLAINED) <= ids


@of_corpus(KNOWN)
def test_a_submission_gets_its_known_verdict(judge: Judge, problem_id: str) -> None:
    known = []
    for one in KNOWN[problem_id]:
        explained = EXPLAINED.get(one.submission.submission_id or "")
        known.append(replace(one, right=frozenset(explained[:1])) if explained else one)
    assert complaints(judge, judge_corpus.problem(ROWS[problem_id]), known) == []


# -------------------------------------------------------------------------- mutations

WRAPPER = """

def _wrapped(right):
    import functools
    depth = 0

    @functools.wraps(right)
    def wrapper(*args, **kwargs):
        nonlocal depth
        depth += 1
        try:
            value = right(*args, **kwargs)
        finally:
            depth -= 1
        # Only the answer: a changed value inside a recursion might change back.
        return _answer(value) if depth == 0 else value

    return wrapper
"""

SAME = """
def _answer(value):
    return value
"""

DIFFERENT = """
def _answer(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + abs(value) + 1
    if isinstance(value, complex):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, list):
        return [*value, 0]
    if isinstance(value, tuple):
        return (*value, 0)
    if isinstance(value, dict):
        return {**value, "another": 0}
    if isinstance(value, (set, frozenset)):
        return value | {"another"}
    return 0 if value is None else None
"""

CALLED = {
    problem_id: known
    for problem_id, known in KNOWN.items()
    if ROWS[problem_id]["mode"] in ("function", "assert")
}


def answering(source: str, problem: Problem, answer: str) -> str:
    """A right submission whose answers pass through a function ``_answer``."""
    interface = problem.interface
    assert isinstance(interface, FunctionInterface | AssertsInterface)
    name = interface.entry_point
    if isinstance(interface, FunctionInterface) and interface.class_name is not None:
        name = f"{interface.class_name}.{name}"
    return f"{source}\n{answer}{WRAPPER}\n\n{name} = _wrapped({name})\n"


@of_corpus(CALLED)
def test_a_reference_is_accepted_and_with_wrong_values_rejected(
    judge: Judge, problem_id: str
) -> None:
    problem = judge_corpus.problem(ROWS[problem_id])
    reference = next(known for known in CALLED[problem_id] if known.right == {Verdict.AC})
    source = reference.submission.source
    assert source is not None
    # The same wrapper around right values: what rejects the other one is its values alone.
    known = [
        Known(
            Submission(source=answering(source, problem, answer), language="python"),
            right,
            note,
        )
        for answer, right, note in (
            (SAME, frozenset({Verdict.AC}), "right values"),
            (DIFFERENT, frozenset({Verdict.WA, Verdict.RTE}), "other values"),
        )
    ]
    assert complaints(judge, problem, known) == []


def _run(source: str, call: str) -> Any:
    namespace: dict[str, Any] = {}
    exec(source, namespace)  # noqa: S102 - a function written here
    return eval(call, namespace)  # noqa: S307


@pytest.mark.parametrize(
    "value", [True, False, 0, -1, 7, 1e300, -0.5, 2j, "", "a", [], [0], (), (1, 2), {}, {1}, None]
)
def test_a_changed_answer_differs_from_the_right_one(value: object) -> None:
    changed = _run(DIFFERENT, f"_answer({value!r})")
    assert changed != value
    assert type(changed) is type(value) or value is None


# ---------------------------------------------------------------------------- contest

CONTEST = HERE / "contest"
CONTEST_IDS = [path.name for path in CONTEST.iterdir() if path.is_dir()] if CONTEST.is_dir() else []


@cache
def contest_rows() -> Mapping[str, Mapping[str, object]]:
    wanted = set(CONTEST_IDS)
    rows = rows_of("problems", "contest-1", "contest-2", "own")
    return {str(row["id"]): row for row in rows if row["id"] in wanted}


def contest_submissions(problem_id: str) -> list[Known]:
    known = []
    for path in sorted((CONTEST / problem_id / "submissions").glob("*/*")):
        language = language_of_suffix(path.suffix)
        assert language is not None, path
        submission = Submission(
            submission_id=f"{problem_id}/{path.parent.name}/{path.name}",
            source=from_bytes(path.read_bytes()),
            language=language.id,
        )
        known.append(Known(submission, frozenset({Verdict(path.parent.name)})))
    return known


@of_corpus(CONTEST_IDS)
def test_a_contest_submission_gets_the_verdict_of_its_folder(
    judge: Judge, shared: Path, problem_id: str
) -> None:
    problem = judge_corpus.problem(contest_rows()[problem_id])
    known = contest_submissions(problem_id)
    assert known != []
    assert complaints(judge, problem, known) == []


def test_ten_contest_problems_have_right_wrong_and_slow_submissions() -> None:
    needed = {frozenset({verdict}) for verdict in (Verdict.AC, Verdict.WA, Verdict.TLE)}
    complete = [
        problem_id
        for problem_id in CONTEST_IDS
        if needed <= {known.right for known in contest_submissions(problem_id)}
    ]
    assert len(complete) >= 10


# ------------------------------------------------------------------------------ peers

PEERS = HERE / "peers/cases.json"
PEER_CASES: list[dict[str, Any]] = json.loads(PEERS.read_bytes()) if PEERS.exists() else []


@cache
def has_module(name: str) -> bool:
    """Whether the interpreter of the sandbox can import a module."""
    command = ["/usr/bin/python3", "-c", f"import {name}"]
    return subprocess.run(command, capture_output=True, timeout=60).returncode == 0


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in PEER_CASES])
def test_what_peers_get_wrong_is_judged_right(judge: Judge, case: dict[str, Any]) -> None:
    needs = case.get("needs")
    if needs is not None and not has_module(needs):
        pytest.skip(f"{needs}: /usr/bin/python3 has no such module")
    problem = problem_from_data(case["problem"], where=case["name"])
    submission = Submission(
        submission_id=case["name"], source=case["source"], language=case["language"]
    )
    known = Known(submission, frozenset({Verdict(case["verdict"])}), case["why"])
    assert complaints(judge, problem, [known]) == []
