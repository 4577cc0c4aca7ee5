"""How measured verdicts agree with bounds that others state.

``python -m bench.stated ROWS.jsonl [LANGUAGE...]``: ROWS is what ``ordojudge_complexity.data build`` wrote. Of
it the solutions are taken whose articles state one bound for each approach, for the problems of
``stated_problems.py``, and each is judged against its problem's bound. None of this code is in the project, nor
in any test. A stated bound may be wrong, or the worst case a habit, so what differs is printed, to be read.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from bench.stated_problems import PROBLEMS
from ordojudge.core.bounds import class_of, parse_bound
from ordojudge.core.models import ComplexityEstimate, Submission, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.datasets.judge_corpus import LEETCODE_PRELUDE
from ordojudge.service import Judge
from ordojudge_complexity.data import Row, read_rows

SOURCE = "neetcode-gh/leetcode"
LANGUAGES = ("python", "cpp")


def kind_of(estimate: ComplexityEstimate, *, truth: bool) -> str:
    """How an answer compares with what is stated."""
    if estimate.meets_target is None:
        return "unknown"
    if estimate.meets_target == truth:
        return "right"
    return "false accept" if estimate.meets_target else "false reject"


def reason(estimate: ComplexityEstimate) -> str:
    """What the measurement says of itself, in short."""
    for evidence in estimate.evidence:
        if evidence.source == "measured":
            try:
                detail: dict[str, Any] = json.loads(evidence.detail)
            except ValueError:
                return evidence.detail[:200]
            flags = f" {detail['flags']}" if detail.get("flags") else ""
            return f"{detail['summary']}{flags}"[:300]
    return "nothing measured"


def main() -> int:
    """Judge what is asked for, and print what differs and how much agrees."""
    parser = argparse.ArgumentParser(prog="python -m bench.stated", description=__doc__)
    parser.add_argument("rows", type=Path, help="JSON Lines file that `data build` wrote")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    parser.add_argument("--problem", action="append", default=[], help="only these, by their names")
    options = parser.parse_args()
    languages = options.languages or LANGUAGES
    known = {each.name for each in PROBLEMS}
    if unknown := set(options.problem) - known:
        parser.error(f"--problem: unknown: {', '.join(sorted(unknown))}")
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in read_rows(options.rows):
        if row.source == SOURCE and row.language in languages:
            rows[row.problem.removeprefix("lc:")].append(row)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    with Judge() as judge:
        for place, stated in enumerate(PROBLEMS, 1):
            if options.problem and stated.name not in options.problem:
                continue
            document = stated.document()
            document["interface"]["prelude"] = LEETCODE_PRELUDE
            problem = problem_from_data(document, where=stated.name)
            best = class_of(parse_bound(stated.bound))
            print(f"{place} of {len(PROBLEMS)}: {stated.name}", file=sys.stderr, flush=True)
            for row in rows[stated.name]:
                submission = Submission(source=row.code, language=row.language)
                report = judge.grade(submission, problem, complexity=True)
                if report.verdict is not Verdict.AC or report.complexity is None:
                    counts[row.language]["doesn't pass the tests"] += 1
                    print(f"{row.id} {report.verdict}: {report.compile.message[:100]}")
                    continue
                kind = kind_of(report.complexity, truth=row.complexity.rank <= best.rank)
                counts[row.language][kind] += 1
                if kind != "right":
                    print(
                        f"{row.id}, stated {row.label_raw}, against {stated.bound}: {kind}:"
                        f" {reason(report.complexity)}",
                        flush=True,
                    )
    for language, found in counts.items():
        judged = sum(found.values()) - found["doesn't pass the tests"]
        share = found["right"] / max(judged, 1)
        print(f"{language}: {judged} programs judged, {share:.1%} as stated; {dict(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
