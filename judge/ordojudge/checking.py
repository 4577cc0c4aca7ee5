"""Checkers and interactors: compiled and run in a clean box, and never believed when they fail."""

from ordojudge.core.checkers import Check
from ordojudge.core.errors import ProblemError
from ordojudge.core.languages import find_language
from ordojudge.core.models import InteractiveChecker, Limits, ProgramChecker
from ordojudge.ports import Box, Input, Program, Ran, Run, Running
from ordojudge.sandbox.memory_files import MemoryFile

CHECKER_LIMITS = Limits(cpu_s=10.0, memory_bytes=1 << 30, output_bytes=1 << 20)

_CRASHED = 70
"""Exit status that stands for an uncaught exception: a Python checker that fails has not rejected."""

_CALL_OF_FUNCTION = """

def _ordojudge_main():
    texts = []
    for name in ("input", "output", "answer"):
        with open(name, encoding="utf-8", errors="surrogateescape") as file:
            texts.append(file.read())
    raise SystemExit(0 if output_judging_function(*texts) else 1)

_ordojudge_main()
"""

_ACCEPTED_WRONG = {
    "testlib": ({0}, {1, 2}),
    "kattis": ({42}, {43}),
    "python-function": ({0}, {1}),
}


class Refereeing:
    """A program of the problem's that judges answers, compiled once for a job."""

    def __init__(
        self, checker: ProgramChecker | InteractiveChecker, box: Box, *, name: str = "checker"
    ) -> None:
        """Compile it.

        Args:
            name: What it is, for messages.

        Raises:
            ProblemError: it doesn't compile.
        """
        source = checker.source
        if checker.protocol == "python-function":
            source += _CALL_OF_FUNCTION
        files = {
            name: text.encode("utf-8", "surrogateescape") for name, text in checker.files.items()
        }
        self._checker = checker
        self._box = box
        self._name = name
        self._program: Program = box.compile(
            source.encode("utf-8", "surrogateescape"), find_language(checker.language), files=files
        )
        if not self._program.ok:
            raise ProblemError(f"{name}: doesn't compile: {self._program.message[:200]}")

    def start(
        self,
        *,
        test_input: Input,
        answer: Input,
        limits: Limits,
        input: Input,
        judged: Input | None = None,
        output: int | None = None,
    ) -> Running:
        """Have it judge one test.

        Args:
            input: Its standard input.
            judged: The answer to be judged, where that is a file.
            output: Where its standard output goes, if it isn't kept.

        Raises:
            SandboxError: the box failed.
        """
        if self._checker.protocol == "kattis":
            order: tuple[str, ...] = ("input", "answer", "/tmp/")  # noqa: S108
        else:
            order = ("input", "output", "answer")
        files = {"input": test_input, "answer": answer}
        if judged is not None:
            files["output"] = judged
        return self._box.start(
            Run(
                program=self._program,
                limits=limits,
                input=input,
                output=output,
                arguments=(*order, *self._checker.arguments),
                files=files,
                crash_status=_CRASHED,
            )
        )

    def verdict_on(self, ran: Ran) -> Check:
        """What it said by how it ended.

        Raises:
            ProblemError: it crashed, ran out of its limits, or answered what its protocol doesn't know.
        """
        accepted, wrong = _ACCEPTED_WRONG[self._checker.protocol]
        status = ran.outcome.exit_code if ran.outcome.stopped is None else None
        if status in accepted:
            return Check(accepted=True)
        if status in wrong:
            return Check(accepted=False, reason=_comment(ran) or f"the {self._name} says so")
        raise ProblemError(f"{self._name}: failed: {_ending(ran)}")


class CheckerProgram:
    """A problem's checker: a program that compares an output with the answer."""

    def __init__(self, checker: ProgramChecker, box: Box) -> None:
        """Compile the checker.

        Raises:
            ProblemError: it doesn't compile.
        """
        self._refereeing = Refereeing(checker, box)
        self._reads_output = checker.protocol == "kattis"

    def check(self, *, test_input: Input, output: Input, answer: Input) -> Check:
        """Ask the checker about one output.

        Raises:
            ProblemError: it crashed, ran out of its limits, or answered what its protocol doesn't know.
        """
        running = self._refereeing.start(
            test_input=test_input,
            answer=answer,
            limits=CHECKER_LIMITS,
            input=output if self._reads_output else MemoryFile(),
            judged=output,
        )
        return self._refereeing.verdict_on(running.wait())


def _ending(ran: Ran) -> str:
    outcome = ran.outcome
    if outcome.stopped:
        return f"stopped for {outcome.stopped}"
    how = (
        f"exit status {outcome.exit_code}" if outcome.signal is None else f"signal {outcome.signal}"
    )
    return f"{how} {_comment(ran)}".strip()


def _comment(ran: Ran) -> str:
    said = (ran.error or ran.output.read(400)).decode("utf-8", "replace").strip().splitlines()
    return said[-1][:200] if said else ""
