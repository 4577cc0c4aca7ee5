"""Counting in Go: a tool of the image rewrites the program, and much of the library was rewritten beforehand.

The tool is sandbox_images/go/count. It refuses what could reach the counter, as packages that give away memory.
"""

from typing import Final

from ordojudge.analysis.costs import Cost, NoCounter, answered
from ordojudge.analysis.counted_native import run_counted
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language
from ordojudge.core.models import FunctionInterface, Limits, Problem
from ordojudge.functions.building import asked_of
from ordojudge.functions.golang import go_files
from ordojudge.functions.sources import Refused
from ordojudge.ports import Box, Input

ABSENT: Final = "this box has no counter of Go programs"
VERSION: Final = "3"
"""Of the tool, as in its main.go: images of one guest version may be of several."""

_SCRIPT: Final = f"""\
ready=/usr/lib/ordojudge/go
[ -x $ready/count ] && [ "$($ready/count version)" = {VERSION} ] || {{ echo '{ABSENT}'; exit 1; }}
export GOMAXPROCS=1 GOGC=off
$ready/count submission $ready/importcfg "$1" counted.go &&
    $ready/compile -p main -complete -dwarf=false -importcfg $ready/counted.importcfg -o main.a $3 counted.go &&
    exec $ready/link -s -w -importcfg $ready/counted.importcfg -o "$2" main.a
"""
_SCRIPT_FILE: Final = "count_go.sh"
_DRIVER_FILE: Final = "driver.go"
_APART_FILE: Final = "apart.go"
_APART: Final = b"""package main

import "syscall"

var _, _ = syscall.Dup3(1, 3, 0), syscall.Dup3(2, 1, 0)
"""
"""Has the answer leave on the standard output, and what a submission prints where errors go.

Stands before the submission, whose variables are made later."""


class GoCounter:
    """A Go program, or a function, with a counted build.

    The driver that calls a function is compiled beside what the tool rewrites, and counts nothing.
    """

    def __init__(self, source: bytes, language: Language, *, problem: Problem, box: Box) -> None:
        self._box = box
        self._is_function = isinstance(problem.interface, FunctionInterface)
        files = {_SCRIPT_FILE: _SCRIPT.encode()}
        driver: tuple[str, ...] = ()
        if isinstance(problem.interface, FunctionInterface):
            try:
                asked = asked_of(source, language, problem.interface)
                source, files[_DRIVER_FILE] = go_files(asked)
            except Refused as error:
                raise AnalyserError(str(error)) from None
            files[_APART_FILE] = _APART
            driver = (f"../s/{_APART_FILE} ../s/{_DRIVER_FILE}",)
        counted = language.model_copy(
            update={
                "compile": ("/bin/sh", f"../s/{_SCRIPT_FILE}", "{source}", "{binary}", *driver),
                # goroutines then only take turns where they ask for it, so that no step gets lost,
                # and chance is the same in every run
                "environment": (*language.environment, "GODEBUG=asyncpreemptoff=1,randautoseed=0"),
            }
        )
        self._program = box.compile(source, counted, files=files)
        if not self._program.ok:
            said = self._program.message.strip()
            if said == ABSENT:
                raise NoCounter(said)
            raise AnalyserError(
                f"its counted build fails: {said.splitlines()[0][:200] if said else ''}"
            )

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        cost = run_counted(self._program, given, limits=limits, box=self._box)
        return answered(cost) if self._is_function else cost
