"""A file of reports under another reward: line by line, and no line is lost."""

import json
import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from ordojudge.core.errors import ConfigurationError, JudgeError, SubmissionError
from ordojudge.core.models import Report, first_complaint
from ordojudge.core.rescoring import rescore
from ordojudge.core.reward import RewardScheme
from ordojudge.problems import parse_json

HELD = "report"
"""The key under which a line may hold its report, as those of a stream do."""


@dataclass(slots=True)
class Rescored:
    """What became of a file."""

    written: int = 0
    refused: int = 0


class ReportFile:
    """A file of reports in the making; it gets its name when it is complete."""

    def __init__(self, target: Path) -> None:
        """Begin.

        Raises:
            ConfigurationError: there is such a file already.
        """
        self.target = target
        self.rejected = target.with_name(f"{target.name}.rejected")
        for path in (self.target, self.rejected):
            if path.exists():
                raise ConfigurationError(f"{path}: there is something already; name a new file")

    def fill(self, source: Path, scheme: RewardScheme, *, tally: Rescored) -> list[str]:
        """Rescore the lines of a file.

        Lines that can't be used go to the file of rejected ones as they are.

        Args:
            tally: Counts them.

        Returns:
            What is wrong with each of those, by file and line.
        """
        complaints: list[str] = []
        part = self.target.with_name(f".{self.target.name}.{os.getpid()}")
        rejected: IO[bytes] | None = None
        with ExitStack() as stack:
            lines = stack.enter_context(source.open("rb"))
            stack.callback(part.unlink, missing_ok=True)
            written = stack.enter_context(part.open("wb"))
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    written.write(rescored_line(line, scheme, where=f"{source}: line {number}"))
                    tally.written += 1
                except JudgeError as error:
                    complaints.append(str(error))
                    tally.refused += 1
                    if rejected is None:
                        rejected = stack.enter_context(self.rejected.open("xb"))
                    rejected.write(line if line.endswith(b"\n") else line + b"\n")
            written.flush()
            os.fsync(written.fileno())
            part.rename(self.target)
        return complaints


def rescored_line(line: bytes, scheme: RewardScheme, *, where: str) -> bytes:
    """A line with the reward that the scheme gives; what else it holds beside its report stays.

    Raises:
        JudgeError: it holds no report that can be rescored; one line that names the place.
    """
    data = parse_json(line, where=where)
    if not isinstance(data, dict):
        raise SubmissionError(f"{where}: a report is needed, not {type(data).__name__}")
    held = isinstance(data.get(HELD), dict)
    completion = data.get("completion") if held else None
    if not isinstance(completion, str | None):
        raise SubmissionError(f"{where}: completion: a text is needed")
    try:
        report = Report.model_validate(data[HELD] if held else data)
        report = rescore(report, scheme, completion=completion)
    except ValidationError as error:
        raise SubmissionError(f"{where}: no report: {first_complaint(error)}") from None
    except SubmissionError as error:
        raise SubmissionError(f"{where}: {error}") from None
    fields: dict[str, Any] = report.model_dump()
    document = data | {HELD: fields} if held else fields
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
