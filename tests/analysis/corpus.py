"""Programs of known classes: what each reads, and how fast its cost grows.

A file is ``submissions/LANGUAGE/CLASS/NAME-INPUT``, or ``submissions/functions/LANGUAGE/...`` for a function.
Classes of two variables are measured with both equal.
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
CALLED = ("cpp", "go", "javascript", "java", "typescript")
"""Languages in which there are functions; of TypeScript a few, as it is counted as JavaScript."""

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
ARGUMENTS: dict[str, list[Any]] = {
    "number": ["n"],
    "array": [{"array": "n"}],
    "place": [{"array": "n"}],
    "list": [{"array": "n"}],
    "tree": [{"array": "n"}],
    "search": [{"array": "n"}, "500000000"],
    "two": [{"array": "n"}, {"array": "m"}],
    "string": [{"string": "n", "alphabet": "ab"}],
}
CALLS: dict[str, list[Any]] = {
    "number": [7],
    "array": [[5, 1, 4, 2]],
    "place": [[5, 1, 4, 2]],
    "list": [[5, 1, 4, 2]],
    "tree": [[5, 1, 4, 2]],
    "search": [[1, 4, 5, 7], 4],
    "two": [[1, 5, 9], [2, 4, 8]],
    "string": ["abba"],
}
INTERFACES: dict[str, dict[str, Any]] = {
    "place": {"result_argument": 0},
    "list": {"parameters": [{"name": "head", "type": "ListNode"}]},
    "tree": {"parameters": [{"name": "root", "type": "TreeNode"}]},
}
"""Functions: their arguments, those of a sample, and what their problem says of how they are called."""


@dataclass(frozen=True)
class Program:
    """One program of the corpus."""

    language: str
    folder: str
    name: str
    reads: str
    is_function: bool = False

    def __str__(self) -> str:
        if self.is_function:
            return f"{self.language}-function-{self.folder}-{self.name}-{self.reads}"
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
        name = f"{self.name}-{self.reads}.{_suffix(self.language)}"
        return (_folder(self.language, self.is_function) / self.folder / name).read_text()

    @property
    def sample(self) -> str:
        """The input of its test."""
        return json.dumps(CALLS[self.reads]) if self.is_function else SAMPLES[self.reads]

    def problem(
        self, bound: str, *, output: str | None = None, solution: "Program | None" = None
    ) -> Problem:
        """A problem that it solves, by printing what it prints on the sample."""
        sizes = {"m": "2 * n" if self.reads == "graph" else "n"}
        shapes: dict[str, Any] = {"sizes": sizes}
        interface: dict[str, Any] = {"type": "stdio"}
        if self.is_function:
            shapes["arguments"] = ARGUMENTS[self.reads]
            interface = {
                "type": "function",
                "entry_point": "solve",
                "class_name": "Solution",
                **INTERFACES.get(self.reads, {}),
            }
        else:
            shapes["lines"] = INPUTS[self.reads]
        reference: dict[str, Any] = {
            "bound": bound,
            "generator": {"language": "shapes", "source": json.dumps(shapes)},
        }
        kind = "function-" if self.is_function else ""
        default = "null" if self.is_function else ""
        if solution is not None:
            reference["solution"] = {"language": solution.language, "source": solution.source}
        return Problem.model_validate(
            {
                "problem_id": f"corpus-{kind}{self.reads}",
                "interface": interface,
                "tests": [{"case_id": "1", "input": self.sample, "output": output or default}],
                "checker": {"type": "values" if self.is_function else "tokens"},
                "reference": reference,
            }
        )


def programs(language: str, *, functions: bool = False) -> list[Program]:
    """The corpus of one language: its programs, or its functions."""
    found = []
    for path in sorted(_folder(language, functions).glob(f"*/*.{_suffix(language)}")):
        name, _, reads = path.stem.rpartition("-")
        found.append(Program(language, path.parent.name, name, reads, is_function=functions))
    return found


def _suffix(language: str) -> str:
    return {**SUFFIXES, "typescript": "ts"}[language]


def _folder(language: str, is_function: bool) -> Path:
    return (FOLDER / "functions" if is_function else FOLDER) / language
