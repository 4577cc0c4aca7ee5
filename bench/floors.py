"""The floor: the same tests by bare subprocesses, without isolation, limits or a report."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from ordojudge.core.models import Problem


def run_tests(argv: Sequence[str], problem: Problem, *, env: dict[str, str]) -> None:
    """One process per test, its output compared."""
    for test in problem.tests:
        assert test.input is not None
        assert test.output is not None
        done = subprocess.run(
            argv, input=test.input.encode(), capture_output=True, check=True, env=env
        )
        assert done.stdout.split() == test.output.encode().split()


def compile_plainly(source: Path, binary: Path) -> None:
    """As one would by hand."""
    subprocess.run(["g++", "-O2", "-o", str(binary), str(source)], check=True)


def package_folders(python: Path) -> str:
    """The folders of an interpreter's packages, as ``PYTHONPATH`` has them."""
    ask = "import os, site; print(os.pathsep.join(site.getsitepackages()))"
    asked = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True)
    return asked.stdout.strip()
