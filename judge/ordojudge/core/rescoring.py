"""From a report that was kept to the same report under another reward: nothing is run again."""

from typing import Final

from ordojudge.core.errors import SubmissionError
from ordojudge.core.extract import Extraction, FormatShape, extract
from ordojudge.core.models import Report
from ordojudge.core.reward import RewardScheme, score

_TOLD_BY_KIND: Final[frozenset[FormatShape]] = frozenset({"code", "fenced"})
"""Format properties that a report tells by the kind of extraction alone."""


def rescore(report: Report, scheme: RewardScheme, *, completion: str | None = None) -> Report:
    """The report with the reward that the scheme gives for it.

    The program stays the one that was judged: the scheme's extraction rule isn't applied.

    Args:
        completion: What was judged, where it was no plain source; only needed for schemes that look at more of
            its format than whether it has code in a block.

    Raises:
        SubmissionError: such a scheme, and no completion.
    """
    reward = score(
        scheme,
        verdict=report.verdict,
        pass_rate=report.pass_rate,
        extraction=_extraction(report, scheme, completion),
        complexity=report.complexity,
    )
    return report.model_copy(update={"reward": reward})


def _extraction(report: Report, scheme: RewardScheme, completion: str | None) -> Extraction | None:
    told = report.extraction
    if told.kind == "source":
        return None
    if completion is not None:
        return extract(completion, report.language)
    if scheme.format == "layout_tags" or not _asked(scheme) <= _TOLD_BY_KIND:
        raise SubmissionError(
            "completion: missing, and the reward depends on how the completion is laid out"
        )
    shapes: set[FormatShape] = set() if told.kind == "none" else {"code"}
    if told.kind == "fenced":
        shapes.add("fenced")
    return Extraction(
        kind=told.kind,
        source=None,
        language=report.language,
        truncated=told.truncated,
        shapes=tuple(shapes),
        layout_tags=0,
    )


def _asked(scheme: RewardScheme) -> set[FormatShape]:
    """The format properties that a scheme looks at."""
    asked: set[FormatShape] = {penalty.lacks for penalty in scheme.penalties}
    if scheme.format != "none" and scheme.format != "layout_tags":
        asked.add(scheme.format)
    return asked
