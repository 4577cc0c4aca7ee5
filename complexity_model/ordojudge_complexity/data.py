"""The labelled set: ``python -m ordojudge_complexity.data build CLONES OUT.jsonl``.

CLONES is a folder with a clone of each public repository that ``data_sources.py`` names, as ``owner+name``;
what isn't there is left out, and said. None of their code is part of Ordojudge.
``--untrained`` writes rows of another author instead, which models are only tried on.
"""

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity.data_sources import SOURCES, UNTRAINED, Sample, Source
from ordojudge_complexity.labels import LEAKED, UnusableLabel, label_of
from ordojudge_complexity.lexing import stripped

__all__ = ["Fold", "Row", "build", "fold_of", "read_rows", "write_rows"]

SHORTEST, LONGEST = 40, 20_000
"""Characters of a program without comments."""

Fold = Literal["train", "tune", "final"]


@dataclass(frozen=True, slots=True)
class Row:
    """A program without comments, and its label."""

    id: str
    source: str
    licence: str
    language: str
    code: str
    label_raw: str
    label: str
    label_class: str
    problem: str

    @property
    def complexity(self) -> ComplexityClass:
        return ComplexityClass(self.label_class)


def fold_of(problem: str) -> Fold:
    """What a problem's programs may be used for, the same in every source.

    ``final`` is never trained, tuned or selected on; ``tune`` is for choosing among models.
    """
    if _digest("cx-holdout-v1:" + problem) % 5 == 0:
        return "final"
    return "tune" if _digest("cx-tune-v1:" + problem) % 7 == 0 else "train"


def _digest(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def build(
    clones: Path,
    refused: Counter[tuple[str, str]] | None = None,
    sources: Iterable[Source] = SOURCES,
) -> Iterator[Row]:
    """Rows of every source whose clone is there, each program once.

    Args:
        clones: Folder with the clones, named ``owner+name``.
        refused: Counts what was left out, by source and reason.
        sources: Where from; those that models learn from if left out.
    """
    refused = Counter() if refused is None else refused
    seen: set[bytes] = set()
    ids: Counter[str] = Counter()
    for source in sources:
        clone = clones / source.folder
        if not clone.is_dir():
            refused[source.repository, "no clone"] += 1
            continue
        for sample in source.read(clone):
            try:
                row = _row(sample, source)
            except UnusableLabel as reason:
                refused[source.repository, str(reason)] += 1
                continue
            text = row.language + re.sub(r"\s+", "", row.code)
            digest = hashlib.sha256(text.encode()).digest()
            if digest in seen:
                refused[source.repository, "duplicate"] += 1
                continue
            seen.add(digest)
            ids[sample.id] += 1
            yield row if ids[sample.id] == 1 else _numbered(row, ids[sample.id])


def _row(sample: Sample, source: Source) -> Row:
    label = label_of(sample.bound)
    code = stripped(sample.code, sample.language)
    if not SHORTEST <= len(code) <= LONGEST:
        raise UnusableLabel("length")
    if LEAKED.search(code):
        raise UnusableLabel("bound in the code")
    return Row(
        id=sample.id,
        source=source.repository,
        licence=source.licence,
        language=sample.language,
        code=code,
        label_raw=re.sub(r"\s+", " ", sample.bound).strip()[:200],
        label=label.bound,
        label_class=label.complexity.value,
        problem=sample.problem,
    )


def _numbered(row: Row, number: int) -> Row:
    return Row(**{**asdict(row), "id": f"{row.id}-x{number}"})


def write_rows(rows: Iterable[Row], path: Path) -> int:
    """Write rows as JSON Lines; how many there were."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
            count += 1
    return count


def read_rows(path: Path) -> Iterator[Row]:
    """Rows of a built file.

    Raises:
        ValueError: a line isn't such a row; says which.
    """
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                yield Row(**json.loads(line))
            except (TypeError, ValueError) as error:
                raise ValueError(f"{path}, line {number}: not a row: {error}") from error


def counts(rows: Iterable[Row]) -> Mapping[str, Counter[str]]:
    """How many rows there are by fold, source, language and class."""
    table: dict[str, Counter[str]] = {
        key: Counter() for key in ("fold", "source", "language", "class")
    }
    for row in rows:
        fold = fold_of(row.problem)
        table["fold"][fold] += 1
        table["source"][f"{row.source} {'final' if fold == 'final' else 'train, tune'}"] += 1
        table["language"][row.language] += 1
        table["class"][row.label_class] += 1
    return table


def main(arguments: list[str] | None = None) -> int:
    """The command line; exit status 2 if there is nothing to build from."""
    parser = argparse.ArgumentParser(
        prog="python -m ordojudge_complexity.data", description=__doc__
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("build", help="read the clones, write the labelled set")
    command.add_argument("clones", type=Path, help="folder with clones named owner+name")
    command.add_argument("out", type=Path, help="JSON Lines file to write")
    command.add_argument(
        "--untrained",
        action="store_true",
        help=f"rows of {UNTRAINED.repository} instead, which no model learns from",
    )
    options = parser.parse_args(arguments)
    if not options.clones.is_dir():
        parser.error(f"clones: {options.clones} is no folder")
    refused: Counter[tuple[str, str]] = Counter()
    sources = (UNTRAINED,) if options.untrained else SOURCES
    rows = list(build(options.clones, refused, sources))
    if not rows:
        names = ", ".join(source.folder for source in sources)
        parser.error(f"clones: {options.clones} has no clone with labels; known are {names}")
    write_rows(rows, options.out)
    for title, counter in counts(rows).items():
        for name, count in counter.most_common():
            print(f"{title:8} {count:6} {name}", file=sys.stderr)
    for (repository, reason), count in sorted(refused.items()):
        print(f"refused  {count:6} {repository}: {reason}", file=sys.stderr)
    print(len(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
