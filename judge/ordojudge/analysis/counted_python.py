"""Counting in Python: the program is rewritten inside the box."""

import json
import secrets
from typing import Final

from ordojudge.analysis.costs import Cost, failure_of, harness_of, suspect
from ordojudge.core.models import FunctionInterface, Limits, Problem
from ordojudge.ports import Box, Input, Run

_TAMPERED_STATUS: Final = 124


class PythonCounter:
    """A Python program that is rewritten to count."""

    def __init__(self, source: bytes, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._problem = problem
        self._program = box.script(source)

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        key = secrets.token_hex(8)
        harness = harness_of(self._problem, "counted", key=key)
        ran = self._box.start(
            Run(program=self._program, limits=limits, input=given, harness=harness)
        ).wait()
        failure = failure_of(ran.outcome)
        if ran.outcome.exit_code == _TAMPERED_STATUS:
            return suspect(ran, "it reached for its own code or for the counter")
        try:
            report = json.loads(ran.result or b"")
            genuine = report["key"] == key
        except (ValueError, KeyError, TypeError):
            genuine = False
        if not genuine:
            if failure is not None:
                return Cost(ran.outcome, b"", None, failure)
            return suspect(ran, "the count is missing or not the counter's own")
        if "unusable" in report:
            return Cost(ran.outcome, b"", None, f"can't be rewritten: {report['unusable'][:200]}")
        output = ran.output.read()
        if isinstance(self._problem.interface, FunctionInterface):
            answer = report.get("answer", "").encode("latin-1")
            output = answer[1:]
            if failure is None and answer[:1] != b"=":
                failure = output.decode("utf-8", "replace")[:200] or "ended without an answer"
        return Cost(ran.outcome, output, report["count"], failure)
