"""``ordojudge doctor`` and ``ordojudge bench``: what this machine can do."""

from __future__ import annotations

from typing import Annotated

import typer

from ordojudge_api.commands.command_line import SandboxDriver, configure, console, print_json
from ordojudge_api.exits import OK, USAGE, ends_with_code


@ends_with_code
def doctor(
    self_test: Annotated[
        bool, typer.Option(help="Judge one small program in each language.")
    ] = True,
    sandbox: Annotated[
        SandboxDriver | None,
        typer.Option("--sandbox", help="Which driver to look at.", show_default=False),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the findings as one JSON document.")
    ] = False,
) -> int:
    """Tell what works on this machine, and what to install for the rest."""
    from ordojudge_api.doctor import examine, findings_as_json, print_findings

    findings, works = examine(configure(sandbox), self_test=self_test)
    if as_json:
        print_json(findings_as_json(findings, works=works))
    else:
        print_findings(console(), findings)
    return OK if works else USAGE


@ends_with_code
def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="How long each kind of work is measured.")
    ] = 3.0,
    sandbox: Annotated[
        SandboxDriver | None, typer.Option("--sandbox", help="Where it runs.", show_default=False)
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as one JSON document.")
    ] = False,
) -> int:
    """Measure how many submissions this machine grades a second."""
    from ordojudge_api import wiring
    from ordojudge_api.bench import measure_all, print_throughputs, throughputs_as_json

    settings = configure(sandbox)
    slots = settings.sandbox.slot_count
    with wiring.open_judge(settings) as judge:
        throughputs = measure_all(judge.grade, slots=slots, seconds=seconds)
    if as_json:
        print_json(throughputs_as_json(throughputs, slots=slots))
    else:
        print_throughputs(console(), throughputs, slots=slots)
    return OK
