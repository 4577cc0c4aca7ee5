"""Public repositories whose comments or articles state a bound, and how each is read.

A source yields programs with the bound as written; what becomes of both is decided in ``data.py``.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from ordojudge_complexity.labels import bounds_in

__all__ = ["SOURCES", "UNTRAINED", "Sample", "Source", "slug", "trust"]


@dataclass(frozen=True, slots=True)
class Sample:
    """A program as found, and the bound as written beside it."""

    id: str
    language: str
    code: str
    bound: str
    problem: str
    """Same key, same problem, across languages and sources."""


@dataclass(frozen=True, slots=True)
class Source:
    """A repository, and the folder of its clone among the clones: ``owner+name``."""

    repository: str
    licence: str
    read: Callable[[Path], Iterator[Sample]]
    weight: float = 1.0
    """How far its labels are trusted in training, from reading samples by hand."""

    @property
    def folder(self) -> str:
        return self.repository.replace("/", "+")


def slug(text: str) -> str:
    """A problem's name in small letters and hyphens."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1-\2", text)
    return re.sub(r"[^a-z0-9]+", "-", apart.lower()).strip("-")


def _text(path: Path) -> str:
    return path.read_text("utf-8", errors="replace").replace("\r", "")


# --- kamyu104: one file a problem, one class a solution, its bound in the comment above


_HEADED: Final = (
    ("Python", "python", ".py", "#"),
    ("C++", "cpp", ".cpp", "//"),
    ("TypeScript", "typescript", ".ts", "//"),
    ("Java", "java", ".java", "//"),
    ("Python3", "python", ".py", "#"),
)


def _headed(clone: Path) -> Iterator[Sample]:
    for folder, language, suffix, mark in _HEADED:
        for path in sorted((clone / folder).glob(f"*{suffix}")):
            yield from _headed_file(path, language, mark)


def _headed_file(path: Path, language: str, mark: str) -> Iterator[Sample]:
    lines = _text(path).split("\n")
    time = re.compile(rf"^{mark}\s*Time\s*:\s*")
    heads = [number for number, line in enumerate(lines) if time.match(line)]
    for position, head in enumerate(heads):
        end = heads[position + 1] if position + 1 < len(heads) else len(lines)
        part = lines[head:end]
        bound = time.sub("", part[0])
        for line in part[1:]:
            if not line.startswith(mark) or re.match(rf"^{mark}\s*Space", line):
                break
            bound += "".join(f" O({inner})" for inner in bounds_in(line))
        body = "\n".join(part[1:])
        if language in {"python", "cpp"} and not _one_class(body):
            continue
        before = lines[:head]
        if position:
            before = [x for x in before if re.match(r"^(import|from|using|#include)\b", x)]
        context = "\n".join(before)
        yield Sample(
            id=f"kamyu104-{language}-{path.stem}-{position + 1}",
            language=language,
            code=(context + "\n" if context.strip() else "") + body,
            bound=bound,
            problem="lc:" + slug(path.stem),
        )


def _one_class(body: str) -> bool:
    solutions = len(re.findall(r"^class\s+Solution\w*", body, re.MULTILINE))
    classes = len(re.findall(r"^class\s+\w+", body, re.MULTILINE))
    return solutions == 1 or (solutions == 0 and classes == 1)


# --- neetcode-gh: an article a problem, a section an approach, a block of code a language


_ARTICLE_LANGUAGES: Final = frozenset(
    {"python", "java", "cpp", "javascript", "csharp", "go", "kotlin", "swift", "rust", "typescript"}
)
_STATED: Final = re.compile(r"Time complexity\s*:\s*(.*(?:\n(?!\s*-\s*Space|\s*[>#]|\n).*){0,2})")


def _articles(clone: Path) -> Iterator[Sample]:
    names = json.loads(files(__package__).joinpath("article_problems.json").read_text("utf-8"))
    for path in sorted((clone / "articles").glob("*.md")):
        if path.stem in names["no_problem"]:
            continue
        problem = "lc:" + names["problem"].get(path.stem, path.stem)
        for number, section in enumerate(re.split(r"(?m)^##\s+(?!#)", _text(path))):
            blocks = re.findall(r"(?ms)^```([a-z+#]+)\n(.*?)^```", section)
            stated = _STATED.search(section)
            if not blocks or not stated:
                continue
            bound = stated.group(1).strip()
            if bound.startswith("-") or ("\n" in bound and len(bounds_in(bound)) > 1):
                continue
            count = Counter(language for language, _ in blocks)
            for language, code in blocks:
                if language in _ARTICLE_LANGUAGES and count[language] == 1:
                    yield Sample(
                        id=f"neetcode-{language}-{path.stem}-{number}",
                        language=language,
                        code=code,
                        bound=bound.split("\n", maxsplit=1)[0],
                        problem=problem,
                    )


# --- javadev: one file a problem and language, its bound in a line of tags


_FOLDERS: Final = {
    "c": ("c", ".c"),
    "cpp": ("cpp", ".cpp"),
    "csharp": ("csharp", ".cs"),
    "dart": ("dart", ".dart"),
    "elixir": ("elixir", ".ex"),
    "erlang": ("erlang", ".erl"),
    "go": ("go", ".go"),
    "java": ("java", ".java"),
    "js": ("javascript", ".js"),
    "kotlin": ("kotlin", ".kt"),
    "php": ("php", ".php"),
    "python": ("python", ".py"),
    "racket": ("racket", ".rkt"),
    "ruby": ("ruby", ".rb"),
    "rust": ("rust", ".rs"),
    "scala": ("scala", ".scala"),
    "swift": ("swift", ".swift"),
    "ts": ("typescript", ".ts"),
}


def _tagged(clone: Path) -> Iterator[Sample]:
    for folder, (language, suffix) in _FOLDERS.items():
        for path in sorted((clone / "src/main" / folder).glob(f"g*/s*/*{suffix}")):
            text = _text(path)
            joined = re.sub(r"\n\s*(?://|#|%+|;+|\*)\s*", " ", text)
            stated = re.search(r"#Big_O_Time_(O\(.*?)_Space_", joined)
            name = re.fullmatch(r"s\d{4}_(.+)", path.parent.name)
            if stated and name:
                problem = slug(name.group(1))
                yield Sample(
                    id=f"javadev-{language}-{problem}",
                    language=language,
                    code=text,
                    bound=stated.group(1).replace("_", " "),
                    problem="lc:" + problem,
                )


# --- collections with one comment a file


def _commented(
    name: str,
    language: str,
    glob: str,
    stated: str,
    problem: Callable[[Path, str], str],
) -> Callable[[Path], Iterator[Sample]]:
    """Read files in which every statement of a bound is the same."""

    def read(clone: Path) -> Iterator[Sample]:
        for path in sorted(clone.glob(glob)):
            if path.name.endswith("_test.go") or "test" in path.relative_to(clone).parts:
                continue
            text = _text(path)
            bounds = {found.strip() for found in re.findall(stated, text)}
            if len(bounds) == 1:
                yield Sample(
                    id=f"{name}-{language}-{slug(path.stem)}",
                    language=language,
                    code=text,
                    bound=bounds.pop(),
                    problem=problem(path, text),
                )

    return read


_ANY_COMMENT: Final = (
    r"(?im)^\s*(?://|\*|/\*\*?|///|//!|#)?\s*(?:<[^>]+>)*\s*(?:-\s*)?(?:worst[- ]case )?(?:Overall )?"
    r"Time Complexity(?:</?\w+>)*\s*(?:is|:|=|-)\s*(?:<[^>]+>)*\s*(.*)"
)


def _algorithm(path: Path, _text: str) -> str:
    return "alg:" + slug(path.stem)


def _numbered_folder(path: Path, _text: str) -> str:
    return "lc:" + slug(re.sub(r"^\d+\.\s*", "", path.parent.name))


def _linked(path: Path, text: str) -> str:
    link = re.search(r"leetcode\.com/problems/([^/\s]+)", text)
    return "lc:" + (link.group(1) if link else slug(path.stem))


# --- CodeComplex, as published with MECO: programs of contests, one class a program


_WORDS: Final = {
    "constant": "O(1)",
    "logn": "O(log n)",
    "linear": "O(n)",
    "nlogn": "O(n log n)",
    "quadratic": "O(n^2)",
    "cubic": "O(n^3)",
    "np": "O(2^n)",
    "exponential": "O(2^n)",
}


def _classes(clone: Path) -> Iterator[Sample]:
    for path in sorted(clone.rglob("*-multi_test_data.jsonl")):
        language = "java" if "java" in path.name else "python"
        for number, line in enumerate(path.read_text("utf-8").splitlines()):
            row = json.loads(line)
            yield Sample(
                id=f"codecomplex-{language}-{path.stem}-{number}",
                language=language,
                code=row["src"],
                bound=_WORDS[row["complexity"]],
                problem="cf:" + row["problem"],
            )


# --- doocs: a page a problem, a section a solution, a block of code a language


_PAGE_LANGUAGES: Final = {
    "python": "python",
    "java": "java",
    "cpp": "cpp",
    "go": "go",
    "ts": "typescript",
    "typescript": "typescript",
    "rust": "rust",
    "js": "javascript",
    "cs": "csharp",
    "c": "c",
    "php": "php",
    "kotlin": "kotlin",
    "swift": "swift",
    "rb": "ruby",
    "scala": "scala",
    "dart": "dart",
}


def _pages(clone: Path) -> Iterator[Sample]:
    """Its Chinese pages, since more of them state a bound than of the English ones."""
    for path in sorted((clone / "solution").glob("[0-9]*/*/README.md")):
        text = _text(path)
        link = re.search(r"(?m)^# \[.*\]\(https://leetcode\.\w+/problems/([^/)\s]+)", text)
        if not link:
            continue
        for number, section in enumerate(text.split("<!-- solution:start -->")[1:], 1):
            stated = re.findall(r"时间复杂度(.*?)(?:空间复杂度|。|\n)", section)
            if len(stated) != 1:
                continue
            blocks = re.findall(r"(?ms)^```([a-z+#]+)\n(.*?)^```", section)
            count = Counter(name for name, _ in blocks)
            for name, code in blocks:
                if name in _PAGE_LANGUAGES and count[name] == 1:
                    language = _PAGE_LANGUAGES[name]
                    yield Sample(
                        id=f"doocs-{language}-{link.group(1)}-{number}",
                        language=language,
                        code=code,
                        bound=stated[0],
                        problem="lc:" + link.group(1),
                    )


_THE_ALGORITHMS: Final = (
    ("Go", "go", "**/*.go"),
    ("Java", "java", "**/*.java"),
    ("C-Plus-Plus", "cpp", "**/*.cpp"),
    ("Rust", "rust", "**/*.rs"),
)

SOURCES: Final = (
    Source("kamyu104/LeetCode-Solutions", "MIT", _headed),
    Source("neetcode-gh/leetcode", "MIT", _articles),
    Source("javadev/LeetCode-in-All", "MIT", _tagged, weight=0.6),
    Source(
        "cheehwatang/leetcode-java",
        "MIT",
        _commented(
            "cheehwatang",
            "java",
            "solutions/*/*.java",
            r"(?i)//\s*Time Complexity\s*:\s*(.*)",
            _numbered_folder,
        ),
        weight=0.8,
    ),
    Source(
        "soapyigu/LeetCode-Swift",
        "MIT",
        _commented(
            "soapyigu",
            "swift",
            "*/*.swift",
            r"(?i)Time Complexity\s*:\s*(O\(.*?\))\s*,\s*Space",
            _linked,
        ),
        weight=0.8,
    ),
    Source(
        "williamfiset/Algorithms",
        "MIT",
        _commented(
            "williamfiset",
            "java",
            "**/*.java",
            r"(?i)(?<!same )Time Complexity\s*:\s*(.*)",
            _algorithm,
        ),
        weight=0.8,
    ),
    *(
        Source(
            f"TheAlgorithms/{name}",
            "MIT",
            _commented("thealgorithms", language, glob, _ANY_COMMENT, _algorithm),
            weight=0.8,
        )
        for name, language, glob in _THE_ALGORITHMS
    ),
    Source(
        "TheAlgorithms/Python",
        "MIT",
        _commented(
            "thealgorithms",
            "python",
            "**/*.py",
            r"(?i)(?<!space )Time Complexity\s*(?:is|:|=)\s*(O\(.*)",
            _algorithm,
        ),
        weight=0.8,
    ),
    Source("suhanmen/MECO", "CC-BY-4.0", _classes, weight=0.4),
)
"""In order of trust where it matters: of equal programs the first one stays."""

UNTRAINED: Final = Source("doocs/leetcode", "CC-BY-SA-4.0", _pages)
"""Nothing is learned from it: on problems of the final fold a model meets an author that it never saw."""

_TRUST: Final = {source.repository: source.weight for source in SOURCES}


def trust(repository: str) -> float:
    """How far a source's labels are trusted, 0 to 1; fully if it isn't one of ``SOURCES``."""
    return _TRUST.get(repository, 1.0)
