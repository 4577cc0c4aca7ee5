"""Ordojudge judges code written by language models: correctness in sandboxes, and one gated reward.

``from ordojudge import Judge, Problem, Submission`` is enough to grade in a notebook, and
``from ordojudge import Client`` to have a service elsewhere do it.
"""

import typing

from ordojudge.core.models import Limits, Problem, Report, Submission, TestCase
from ordojudge.core.rescoring import rescore
from ordojudge.core.reward import RewardScheme
from ordojudge.core.verdict import Verdict
from ordojudge.problems import load_problem
from ordojudge.service import Judge

if typing.TYPE_CHECKING:
    from ordojudge.clients.blocking import Client
    from ordojudge.clients.http import AsyncClient

__all__ = [
    "AsyncClient",
    "Client",
    "Judge",
    "Limits",
    "Problem",
    "Report",
    "RewardScheme",
    "Submission",
    "TestCase",
    "Verdict",
    "load_problem",
    "rescore",
]


def __getattr__(name: str) -> object:
    """The clients, imported when they are asked for: they need more than the judge itself."""
    if name not in ("AsyncClient", "Client"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from ordojudge.clients.blocking import Client
        from ordojudge.clients.http import AsyncClient
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{name}: {error.name} is not installed; it comes with pip install 'ordojudge[client]'"
        ) from None
    return Client if name == "Client" else AsyncClient
