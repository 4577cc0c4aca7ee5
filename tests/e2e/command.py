"""The ``ordojudge`` command as a person runs it: a process of its own, over the examples."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SUM = ROOT / "examples/pair-sum"
BRACKETS = ROOT / "examples/completion"
ACCEPTED = SUM / "solutions/AC.py"


def command_line() -> list[str]:
    """The installed script of this interpreter, or its module where only the source tree is used."""
    script = Path(sys.executable).with_name("ordojudge")
    return [str(script)] if script.exists() else [sys.executable, "-m", "ordojudge_api.cli"]


class Done(NamedTuple):
    """How the command ended."""

    code: int
    out: str
    err: str


def ordojudge(
    *arguments: str | Path,
    within: list[str] | None = None,
    stdin: str = "",
    **environment: str | Path,
) -> Done:
    """Run the command in the root of the clone.

    Args:
        arguments: As typed after ``ordojudge``.
        within: A command line that runs it, e.g. one that hides a program from it.
        stdin: Its standard input.
        environment: Variables to set.
    """
    done = subprocess.run(
        [*(within or []), *command_line(), *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def grade(
    solution: str | Path = ACCEPTED,
    *arguments: str | Path,
    problem: str | Path = SUM,
    **others: Any,
) -> Done:
    return ordojudge("grade", solution, "--problem", problem, *arguments, **others)


def sum_problem(**fields: object) -> dict[str, Any]:
    """The example, with the tests that need no files, and fields replaced."""
    problem: dict[str, Any] = json.loads((SUM / "problem.json").read_text("utf-8"))
    return {**problem, "tests": problem["tests"][:4], **fields}


def written(folder: Path, problem: dict[str, Any] | str) -> Path:
    path = folder / "p.json"
    path.write_text(problem if isinstance(problem, str) else json.dumps(problem), "utf-8")
    return path


def assert_one_complaint(done: Done, pattern: str) -> None:
    assert (done.code, done.out) == (2, ""), done
    assert re.fullmatch(rf"ordojudge: {pattern}[^\n]*\n", done.err), done.err


def found(program: str) -> str:
    path = shutil.which(program)
    assert path is not None, f"{program}: needed by the sandbox"
    return path
