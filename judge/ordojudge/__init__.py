"""Ordojudge judges code written by language models: correctness in sandboxes, and one gated reward.

``from ordojudge import Judge, Problem, Submission`` is enough to grade in a notebook.
"""

from ordojudge.core.models import Limits, Problem, Report, Submission, TestCase
from ordojudge.core.reward import RewardScheme
from ordojudge.core.verdict import Verdict
from ordojudge.problems import load_problem
from ordojudge.service import Judge

__all__ = [
    "Judge",
    "Limits",
    "Problem",
    "Report",
    "RewardScheme",
    "Submission",
    "TestCase",
    "Verdict",
    "load_problem",
]
