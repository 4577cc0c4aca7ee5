"""``ordojudge problems``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordojudge_api.commands.command_line import configure, console
from ordojudge_api.commands.remote import Server, open_client, server_of
from ordojudge_api.exits import JUDGE_FAILED, OK, USAGE, complain, ends_with_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ordojudge_api.problem_transfer import Transferred

problems_app = typer.Typer(help="Work with problems.", no_args_is_help=True)


class DataSetFormat(StrEnum):
    """Formats that ``problems import`` reads."""

    JUDGE_CORPUS = "judge-corpus"


@problems_app.command("check")
@ends_with_code
def check(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Problem files, problem folders, folders of those."),
    ],
    run: Annotated[
        bool, typer.Option("--run", help="Judge each problem's reference solution as well.")
    ] = False,
) -> int:
    """Check that problems can be used."""
    from ordojudge_api.problem_check import check_problems, print_checked

    settings = configure()
    checked = []
    for entry in check_problems(paths, run_with=settings if run else None):
        checked.append(entry)
        if entry.error:
            complain(entry.error)
    print_checked(console(), checked)
    if any(entry.judge_failed for entry in checked):
        return JUDGE_FAILED
    return USAGE if any(entry.error for entry in checked) else OK


@problems_app.command("push")
@ends_with_code
def push(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Problem files, problem folders, folders of those."),
    ],
    server: Server = None,
) -> int:
    """Register problems in the configured store, or with a service."""
    from contextlib import ExitStack

    from ordojudge_api import wiring
    from ordojudge_api.problem_transfer import push_problems, put_into

    settings = configure()
    asked = server_of(settings, server)
    with ExitStack() as stack:
        if asked is None:
            put = put_into(wiring.open_store(settings))
        else:
            put = stack.enter_context(open_client(settings, asked)).put_problem
        return _push(push_problems(paths, put))


def _push(pushing: Iterator[Transferred]) -> int:
    from ordojudge_api.report_view import printable

    refused = False
    for pushed in pushing:
        if pushed.error:
            complain(pushed.error)
            refused = True
        else:
            typer.echo(f"{pushed.digest}  {printable(pushed.problem_id)}")
    return USAGE if refused else OK


@problems_app.command("import")
@ends_with_code
def import_(
    format_name: Annotated[
        DataSetFormat, typer.Argument(metavar="FORMAT", help="Format of the data set.")
    ],
    source: Annotated[Path, typer.Argument(metavar="IN", help="File of the data set.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="New folder for the problems.")],
) -> int:
    """Make problem folders of a data set's problems."""
    from ordojudge_api.problem_transfer import import_problems

    configure()
    written = refused = 0
    for imported in import_problems(format_name, source, target):
        if imported.error:
            complain(imported.error)
            refused += 1
        else:
            written += 1
    typer.echo(f"{written} written, {refused} refused")
    return USAGE if refused else OK
