"""``ordojudge rescore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ordojudge_api.commands.command_line import configure
from ordojudge_api.exits import OK, USAGE, complain, ends_with_code


@ends_with_code
def rescore(
    reports: Annotated[
        Path, typer.Argument(metavar="REPORTS", help="File with a report on each line.")
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="New file for them.")],
    reward: Annotated[
        str,
        typer.Option("--reward", metavar="PRESET|FILE", help="Preset, or a TOML or JSON file."),
    ],
) -> int:
    """Give stored reports the rewards of another scheme; nothing is run again."""
    from ordojudge_api.rescoring import ReportFile, Rescored
    from ordojudge_api.reward_choice import reward_scheme

    configure()
    scheme = reward_scheme(reward, where="--reward")
    target, tally = ReportFile(out), Rescored()
    for complaint in target.fill(reports, scheme, tally=tally):
        complain(complaint)
    kept = f", kept in {target.rejected}" if tally.refused else ""
    typer.echo(f"{tally.written} rescored, {tally.refused} refused{kept}")
    return USAGE if tally.refused else OK
