"""The ``ordojudge`` command.

Exit codes: 0 the command did its job, whatever the verdict; 1 a submission was not accepted and
``--fail-on-reject`` was given; 2 wrong usage or configuration; 3 the judge failed.
Results go to standard output, all else to standard error.

Only typer is imported here: each command imports what it needs, so that ``--help`` stays quick.
"""

from __future__ import annotations

from typing import Annotated

import typer

from ordojudge_api.commands import complexity, grade, machine, problems, rescore, serve, top, worker
from ordojudge_api.exits import unwinding_on_signals

app = typer.Typer(
    name="ordojudge",
    help="Judge code written by language models.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help and tracebacks: rich ones would cost each start more than typer itself.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command line; the entry point of the ``ordojudge`` script."""
    with unwinding_on_signals():
        app(prog_name="ordojudge")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("ordojudge")
        except PackageNotFoundError:
            found = "(not installed, but run from its source)"
        typer.echo(f"ordojudge {found}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Judge code written by language models."""


app.command()(grade.grade)
app.command()(complexity.complexity)
app.command()(rescore.rescore)
app.command()(top.top)
app.command()(machine.doctor)
app.command()(machine.bench)
app.command()(serve.serve)
app.command()(worker.worker)
app.add_typer(problems.problems_app, name="problems")

if __name__ == "__main__":
    main()
