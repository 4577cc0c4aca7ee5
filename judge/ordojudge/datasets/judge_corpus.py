"""Importer of ``judge-corpus/1``: problems with tests, and submissions whose verdict is known.

One JSON object a line, in ``.jsonl`` or ``.jsonl.gz`` files.
A row that can't be judged as its author meant is refused with a ``ProblemError`` that names it.
"""

import gzip
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ordojudge.core.errors import ProblemError, UnknownLanguage
from ordojudge.core.languages import find_language
from ordojudge.core.models import Problem, Submission, first_complaint, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.datasets.check_functions import read_check
from ordojudge.problems import parse_json

FORMAT = "judge-corpus/1"

LEETCODE_PRELUDE = """\
from bisect import *
from collections import *
from copy import *
from datetime import *
from functools import *
from heapq import *
from itertools import *
from math import *
from operator import *
from random import *
from re import *
from string import *
from typing import *
from builtins import *
import bisect, collections, copy, datetime, functools, heapq, itertools, json, math, operator
import random, re, string, sys, typing
"""
"""What LeetCode has in force before a Python solution.

The order decides who owns a shared name.
Built-ins come back after the stars, or ``pow`` would be that of ``math``; modules come last, so
``bisect`` is the module.
"""

_VERDICTS = {
    "AC": Verdict.AC,
    "WA": Verdict.WA,
    "TLE": Verdict.TLE,
    "RE": Verdict.RTE,
    "MLE": Verdict.MLE,
    "OLE": Verdict.OLE,
    "CE": Verdict.CE,
}

_REORDERING_CHECKER = '''\
"""Calls a checker that wants (input, answer, output) the testlib way: (input, output, answer)."""
import sys, traceback

SOURCE = {source!r}

_, input_path, output_path, answer_path, *others = sys.argv
sys.argv = [{name!r}, input_path, answer_path, output_path, *others]
status = 0
try:
    exec(compile(SOURCE, {name!r}, "exec"), {{"__name__": "__main__", "__file__": {name!r}}})
except SystemExit as end:
    status = 0 if end.code is None else end.code if isinstance(end.code, int) else 1
except Exception:
    # As a program of its own it would end with status 1, as if it had judged.
    traceback.print_exc()
    status = 3
sys.exit(status if status in (0, 1) else 3)
'''


@dataclass(frozen=True, slots=True)
class Expectation:
    """The verdict that is known of a submission."""

    problem_id: str
    expected: Verdict
    """The verdict of the first test, in order, that is not passed."""

    acceptable: frozenset[Verdict]
    """Every right verdict, the expected one among them: judges can tell different things apart."""

    note: str = ""
    """What is peculiar about the submission."""


def read_rows(path: Path) -> Iterator[Mapping[str, object]]:
    """The rows of a file, one at a time.

    Args:
        path: A ``.jsonl`` file, or a ``.jsonl.gz`` one.

    Raises:
        ProblemError: the file can't be read or a line holds no object; names file and line.
    """
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                row = parse_json(line, where=f"{path}: row {number}")
                if not isinstance(row, dict):
                    raise ProblemError(f"{path}: row {number}: a JSON object is needed")
                yield row
    except (EOFError, zlib.error) as error:
        raise ProblemError(f"{path}: damaged: {error}") from None
    except OSError as error:
        raise ProblemError(f"{path}: can't be read: {error.strerror or error}") from None


def problem(row: Mapping[str, object]) -> Problem:
    """A problem row as a problem of ours.

    Raises:
        ProblemError: the row is damaged, or asks for what can't be expressed; names the row.
    """
    fields = _Row(row, f"row {row.get('id')!r}")
    if row.get("format", FORMAT) != FORMAT:
        raise fields.refusal("format", f"{row['format']!r} isn't {FORMAT!r}")
    match fields.text("mode"):
        case "stdio":
            tested = _stdio(fields)
        case "function":
            tested = _function(fields)
        case "assert":
            tested = _asserts(fields)
        case other:
            raise fields.refusal("mode", f"{other!r} is unknown")
    bound = row.get("reference_complexity")
    data = {
        "problem_id": fields.text("id"),
        "statement": fields.text("title", ""),
        "limits": {
            "cpu_s": fields.number("time_limit_s"),
            "memory_bytes": fields.number("memory_limit_mb") * (1 << 20) // 1,
        },
        "reference": None if bound is None else {"bound": bound},
        **tested,
    }
    return problem_from_data(data, where=fields.where)


def submission(row: Mapping[str, object]) -> tuple[Submission, Expectation]:
    """A submission row, and what a judge must say about it.

    Raises:
        UnknownLanguage: the judge has no such language.
        ProblemError: the row is damaged, or needs files beside its source; names the row.
    """
    fields = _Row(row, f"row {row.get('id')!r}")
    language = find_language(fields.text("language"))
    if row.get("files"):
        raise fields.refusal("files", "a submission is one source")
    expected = fields.verdict("expected", row.get("expected"))
    acceptable = row.get("acceptable") or []
    if not isinstance(acceptable, list):
        raise fields.refusal("acceptable", "a list is needed")
    expectation = Expectation(
        problem_id=fields.text("problem"),
        expected=expected,
        acceptable=frozenset(
            {expected, *(fields.verdict("acceptable", name) for name in acceptable)}
        ),
        note=str(row.get("note") or ""),
    )
    try:
        known = Submission(
            submission_id=fields.text("id"), source=fields.text("code"), language=language.id
        )
    except ValidationError as error:
        raise ProblemError(f"{fields.where}: {first_complaint(error)}") from None
    return known, expectation


@dataclass(frozen=True, slots=True)
class _Row:
    """A JSON object's fields by kind, with complaints that name the place."""

    data: Mapping[str, Any]
    where: str

    def text(self, key: str, default: str | None = None) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.refusal(key, "a string is needed")
        return value

    def number(self, key: str) -> float:
        value = self.data.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refusal(key, "a number is needed")
        return value

    def part(self, key: str) -> "_Row":
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise self.refusal(key, "an object is needed")
        return _Row(value, f"{self.where}: {key}")

    def parts(self, key: str) -> list["_Row"]:
        value = self.data.get(key)
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.refusal(key, "a list of objects is needed")
        return [_Row(entry, f"{self.where}: {key}.{index}") for index, entry in enumerate(value)]

    def verdict(self, key: str, name: object) -> Verdict:
        if not isinstance(name, str) or name not in _VERDICTS:
            raise self.refusal(key, f"{name!r} is no verdict")
        return _VERDICTS[name]

    def refusal(self, key: str, reason: str) -> ProblemError:
        return ProblemError(f"{self.where}: {key}: {reason}")


# ------------------------------------------------------------------ stdio, function


def _stdio(row: _Row) -> dict[str, object]:
    return {"interface": {"type": "stdio"}, "tests": _tests(row), "checker": _checker(row)}


def _function(row: _Row) -> dict[str, object]:
    function = row.part("function")
    interface = {
        "type": "function",
        "entry_point": function.text("name"),
        "class_name": function.data.get("class_name"),
        "parameters": [
            {"name": parameter.text("name"), "type": parameter.data.get("type")}
            for parameter in function.parts("params")
        ],
        "returns": function.data.get("returns"),
        "prelude": LEETCODE_PRELUDE,
    }
    return {"interface": interface, "tests": _tests(row), "checker": _checker(row)}


def _tests(row: _Row) -> list[dict[str, object]]:
    return [
        {
            "case_id": test.text("name"),
            "input": test.data.get("input"),
            "output": test.data.get("output"),
            "group": test.data.get("group"),
        }
        for test in row.parts("tests")
    ]


# ------------------------------------------------------------------------- checkers


def _checker(row: _Row) -> dict[str, object]:
    checker = row.part("checker")
    match checker.text("type"):
        case "exact" | "lines" as kind:
            return {"type": kind}
        case "tokens":
            return {"type": "tokens", "case_sensitive": checker.data.get("case_sensitive", True)}
        case "float":
            return {
                "type": "floats",
                # Where both are absent numbers are equal or not; for us both absent is a default.
                "abs_tol": checker.data.get("abs") or 0.0,
                "rel_tol": checker.data.get("rel") or 0.0,
                "case_sensitive": checker.data.get("case_sensitive", True),
            }
        case "json":
            return {"type": "values", "abs_tol": checker.data.get("float_abs")}
        case "custom":
            return _program_checker(checker)
        case other:
            raise checker.refusal("type", f"{other!r} can't be used in this mode")


def _program_checker(checker: _Row) -> dict[str, object]:
    if "ref" in checker.data:
        raise checker.refusal("ref", f"the checker is not included: {checker.data['ref']!r}")
    try:
        language = find_language(checker.text("language"))
    except UnknownLanguage as error:
        raise ProblemError(f"{checker.where}: {error}") from None
    files = dict(checker.part("files").data)
    main = checker.text("main")
    source = files.pop(main, None)
    if not isinstance(source, str):
        raise checker.refusal("main", f"{main!r} is not among the files")
    protocol = checker.text("protocol")
    match protocol:
        case "kattis" | "testlib":
            pass
        case "argv-input-answer-output" if language.id == "python":
            source = _REORDERING_CHECKER.format(source=source, name=main)
            protocol = "testlib"
        case _:
            raise checker.refusal("protocol", f"{protocol!r} can't be used with {language.name}")
    return {
        "type": "program",
        "language": language.id,
        "source": source,
        "protocol": protocol,
        "arguments": checker.data.get("args") or [],
        "files": files,
    }


# -------------------------------------------------------------------------- asserts


def _asserts(row: _Row) -> dict[str, object]:
    checker = row.part("checker").text("type")
    if checker != "exit_status":
        raise row.refusal("checker.type", f"{checker!r} can't be used in this mode")
    harness = row.part("harness")
    if "python" not in harness.data:
        raise row.refusal("harness", "none for Python, the only language of assertions")
    python = harness.part("python")
    prefix = python.text("prefix", "")
    try:
        check = read_check(python.text("suffix"), defined_by=prefix)
    except ProblemError as error:
        raise python.refusal("suffix", str(error)) from None
    return {
        "interface": {
            "type": "asserts",
            "entry_point": check.entry_point,
            "prelude": "\n\n".join(part for part in (prefix, *check.helpers) if part),
        },
        "tests": [{"case_id": "check", "input": check.statements}],
    }
