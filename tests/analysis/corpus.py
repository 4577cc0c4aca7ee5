"""Programs of known classes: what each reads, and how fast its cost grows.

A file is ``submissions/LANGUAGE/CLASS/NAME-INPUT``. Classes of two variables are measured with both equal.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ordojudge.core.models import Problem

FOLDER = Path(__file__).parent / "submissions"
SUFFIXES = {
    "python": "py",
    "cpp": "cpp",
    "rust": "rs",
    "go": "go",
    "javascript": "js",
    "java": "java",
}

BOUNDS = {
    "one": "O(1)",
    "logn": "O(log n)",
    "sqrtn": "O(sqrt(n))",
    "n": "O(n)",
    "nlogn": "O(n log n)",
    "nsqrtn": "O(n sqrt(n))",
    "n2": "O(n^2)",
    "n2logn": "O(n^2 log n)",
    "n3": "O(n^3)",
    "exp2": "O(2^n)",
}
"""Classes in order of growth."""

TWO_VARIABLES = {
    "nplusm": ("O(n + m)", "n"),
    "mlogn": ("O(n + m log n)", "nlogn"),
    "ntimesm": ("O(n m)", "n2"),
}
"""The bound, and the class that it is where n and m are the same."""

INPUTS: dict[str, list[Any]] = {
    "number": ["n"],
    "array": ["n", {"array": "n"}],
    "two": ["n m", {"array": "n"}, {"array": "m"}],
    "string": [{"string": "n", "alphabet": "ab"}],
    "graph": ["n m", {"graph": "n", "edges": "m", "least": "0"}],
}
SAMPLES = {
    "number": "7\n",
    "array": "4\n5 1 4 2\n",
    "two": "3 3\n1 5 9\n2 4 8\n",
    "string": "abba\n",
    "graph": "3 3\n0 1\n1 2\n0 2\n",
}


@dataclass(frozen=True)
class Program:
    """One program of the corpus."""

    language: str
    folder: str
    name: str
    reads: str

    def __str__(self) -> str:
        return f"{self.language}-{self.folder}-{self.name}"

    @property
    def rank(self) -> int:
        """Position of its class in order of growth."""
        return list(BOUNDS).index(TWO_VARIABLES.get(self.folder, ("", self.folder))[1])

    @property
    def bound(self) -> str:
        """Its own bound."""
        return (
            TWO_VARIABLES[self.folder][0] if self.folder in TWO_VARIABLES else BOUNDS[self.folder]
        )

    @property
    def source(self) -> str:
        """Its text."""
        name = f"{self.name}-{self.reads}.{SUFFIXES[self.language]}"
        return (FOLDER / self.language / self.folder / name).read_text()

    def problem(
        self, bound: str, *, output: str = "", solution: "Program | None" = None
    ) -> Problem:
        """A problem that it solves, by printing what it prints on the sample."""
        sizes = {"m": "2 * n" if self.reads == "graph" else "n"}
        shapes = {"sizes": sizes, "lines": INPUTS[self.reads]}
        reference: dict[str, Any] = {
            "bound": bound,
            "generator": {"language": "shapes", "source": json.dumps(shapes)},
        }
        if solution is not None:
            reference["solution"] = {"language": solution.language, "source": solution.source}
        return Problem.model_validate(
            {
                "problem_id": f"corpus-{self.reads}",
                "tests": [{"case_id": "1", "input": SAMPLES[self.reads], "output": output}],
                "checker": {"type": "tokens"},
                "reference": reference,
            }
        )


def programs(language: str) -> list[Program]:
    """The corpus of one language."""
    return [
        Program(language, path.parent.name, *path.stem.rsplit("-", 1))
        for path in sorted((FOLDER / language).glob(f"*/*.{SUFFIXES[language]}"))
    ]
