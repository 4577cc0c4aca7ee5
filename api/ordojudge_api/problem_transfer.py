"""Problems on their way: from public formats into problem folders, and from those into the store."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from ordojudge.core.errors import ConfigurationError, ProblemError, ServiceError
from ordojudge.core.models import Problem
from ordojudge.datasets import judge_corpus
from ordojudge.ports import ProblemStore
from ordojudge.problem_document import document_of_file, id_of_file
from ordojudge.problems import PROBLEM_FILE
from ordojudge_api.problem_check import problems_in

Row = Mapping[str, object]

IMPORTERS: Final[Mapping[str, tuple[Callable[[Path], Iterator[Row]], Callable[[Row], Problem]]]] = {
    "judge-corpus": (judge_corpus.read_rows, judge_corpus.problem),
}
"""By format: what reads a file's rows, and what makes a row a problem."""

_LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class Transferred:
    """One problem that was to be moved: where it is now, or an error."""

    problem_id: str = ""
    digest: str = ""
    error: str | None = None


def push_problems(paths: Sequence[Path], put: Callable[[Path], str]) -> Iterator[Transferred]:
    """Register every problem in these places, one after another.

    Args:
        paths: Problem files, problem folders, and folders of those.
        put: Registers the problem of one place and gives its digest, as `put_into` a store does, or a client.

    Raises:
        StoreError, ServiceError: the store or the service failed.
    """
    for path in paths:
        places = problems_in(path)
        if not places:
            yield Transferred(error=f"{path}: no {PROBLEM_FILE} in this folder")
        for place in places:
            try:
                yield Transferred(id_of_file(place), put(place))
            except (ProblemError, ServiceError) as error:
                if isinstance(error, ServiceError) and not _refuses_one(error):
                    raise
                told = str(error)
                yield Transferred(error=told if str(place) in told else f"{place}: {told}")


def put_into(store: ProblemStore) -> Callable[[Path], str]:
    """What registers the problem of a place in a store, reading it in pieces."""

    def put(place: Path) -> str:
        where = str(place / PROBLEM_FILE if place.is_dir() else place)
        return store.put_stream(document_of_file(place), where=where)

    return put


def _refuses_one(error: ServiceError) -> bool:
    """Whether a service refuses this one problem, as one that is too large, and not all."""
    return error.status in (400, 409, 413, 422)


def import_problems(format_name: str, source: Path, target: Path) -> Iterator[Transferred]:
    """Write each problem of a data set into a problem folder of its own.

    Args:
        format_name: A key of `IMPORTERS`.
        target: A folder that is new or empty; the problems' folders are named by their ids.

    Raises:
        ConfigurationError: there's something in the target.
        ProblemError: the source can't be read; what came before is written.
    """
    if target.is_file() or (target.is_dir() and any(target.iterdir())):
        raise ConfigurationError(f"{target}: there is something already; name a new folder")
    read_rows, problem_of = IMPORTERS[format_name]
    for row in read_rows(source):
        try:
            problem = problem_of(row)
        except ProblemError as error:
            yield Transferred(error=f"{source}: {error}")
            continue
        folder = target / _folder_name(problem.problem_id)
        if folder.exists():
            yield Transferred(
                error=f"{source}: row {problem.problem_id!r}: this id was there before"
            )
            continue
        folder.mkdir(parents=True)
        document = json.dumps(problem.model_dump(exclude_none=True), indent=1)
        (folder / PROBLEM_FILE).write_text(f"{document}\n", encoding="ascii")
        yield Transferred(problem.problem_id)


def _folder_name(problem_id: str) -> str:
    name = quote(problem_id, safe="", errors="surrogatepass")
    if len(name) <= _LONGEST_NAME and not name.startswith("."):
        return name
    return hashlib.sha256(problem_id.encode("utf-8", "surrogatepass")).hexdigest()
