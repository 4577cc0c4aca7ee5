"""The worked cases of the report's appendices, each solved within the best bound and above it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ordojudge.core.models import Problem

FOLDER = Path(__file__).parent / "submissions" / "paper"
SUFFIXES = {"python": "py", "cpp": "cpp"}


@dataclass(frozen=True)
class Case:
    """One problem: its best bound, what its inputs are made of, and its method where it is LeetCode's."""

    name: str
    bound: str
    lines: Sequence[Any]
    sizes: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    method: str | None = None
    arguments: Sequence[Any] = ()
    sample: tuple[Any, str, Any] = ("", "", "")
    """Arguments, and the input and the output as texts or values."""

    def __str__(self) -> str:
        return self.name

    def source(self, language: str, speed: str, *, called: bool = False) -> str:
        """A solution, ``fast`` or ``slow``; in Python a function wherever LeetCode's is one."""
        kind = "_function" if called and language != "python" else ""
        return (FOLDER / self.name / f"{speed}{kind}.{SUFFIXES[language]}").read_text()

    def problem(self, language: str, *, called: bool = False) -> Problem:
        """The problem in the form that programs of a language solve, with the fast one as its reference."""
        arguments, text, answer = self.sample
        called = called or (language == "python" and self.method is not None)
        shapes: dict[str, Any] = {"sizes": dict(self.sizes)}
        shapes |= {"arguments": list(self.arguments)} if called else {"lines": list(self.lines)}
        output: Any = (
            answer
            if called
            else " ".join(map(str, answer if isinstance(answer, list) else [answer]))
        )
        data: dict[str, Any] = {
            "problem_id": f"{self.name}-{language}",
            "tests": [{"case_id": "1", "input": arguments if called else text, "output": output}],
            "reference": {
                "bound": self.bound,
                "solution": {
                    "language": language,
                    "source": self.source(language, "fast", called=called),
                },
                "generator": {
                    "language": "shapes",
                    "source": json.dumps(shapes),
                    "variants": self.variants,
                },
            },
        }
        if called:
            data["interface"] = {
                "type": "function",
                "entry_point": self.method,
                "class_name": "Solution",
            }
        return Problem.model_validate(data)


CASES = (
    Case(
        name="mochi",
        bound="O(n)",
        lines=["n", {"array": "n"}],
        variants=("sorted",),
        sample=([], "6\n2 3 4 4 7 10\n", 3),
    ),
    Case(
        name="twice",
        bound="O(n + m)",
        sizes={"m": "n // 4"},
        lines=[
            "n m",
            {"array": "n", "least": "1", "most": "3"},
            {"array": "m", "least": "1", "most": "3"},
        ],
        sample=([], "4 2\n1 2 1 2\n1 2\n", "Yes"),
    ),
    Case(
        name="swaps",
        bound="O(n log n)",
        lines=["n", {"permutation": "n"}],
        sample=([], "3\n3 2 1\n", 4),
    ),
    Case(
        name="dominant",
        bound="O(n)",
        lines=["n", {"array": "n", "most": "100"}],
        method="dominantIndices",
        arguments=[{"array": "n", "most": "100"}],
        sample=([[5, 4, 3]], "3\n5 4 3\n", 2),
    ),
    Case(
        name="merge",
        bound="O(n)",
        lines=["n", {"array": "n", "most": "3"}],
        method="mergeAdjacent",
        arguments=[{"array": "n", "most": "3"}],
        sample=([[3, 1, 1, 2]], "4\n3 1 1 2\n", [3, 4]),
    ),
    Case(
        name="subarrays",
        bound="O(n)",
        sizes={"k": "10**8"},
        lines=["n k", {"array": "n", "most": "1000"}],
        method="countSubarrays",
        arguments=[{"array": "n", "most": "1000"}, "k"],
        sample=([[1, 3, 2], 4], "3 4\n1 3 2\n", 5),
    ),
    Case(
        name="score",
        bound="O(n m k)",
        sizes={"m": "n", "k": "max(1, n // 4)"},
        lines=["n m k", {"array": "n", "most": "100"}, {"array": "m", "most": "100"}],
        method="maxScore",
        arguments=[{"array": "n", "most": "100"}, {"array": "m", "most": "100"}, "k"],
        sample=([[1, 3, 2], [4, 5, 1], 2], "3 3 2\n1 3 2\n4 5 1\n", 22),
    ),
)
