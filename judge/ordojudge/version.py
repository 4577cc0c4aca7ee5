"""The judge's version, as it stands on every report."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _installed() -> str:
    try:
        return version("ordojudge")
    except PackageNotFoundError:  # run from a source tree that isn't installed
        return "0+unknown"


JUDGE_VERSION: Final = f"ordojudge {_installed()}"
