"""Counting in Go: a tool of the image rewrites the program, and much of the library was rewritten beforehand.

The tool is sandbox_images/go/count. It refuses what could reach the counter, as packages that give away memory.
"""

from typing import Final

from ordojudge.analysis.costs import Cost, NoCounter
from ordojudge.analysis.counted_native import run_counted
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language
from ordojudge.core.models import Limits
from ordojudge.ports import Box, Input

ABSENT: Final = "this box has no counter of Go programs"
VERSION: Final = "3"
"""Of the tool, as in its main.go: images of one guest version may be of several."""

_SCRIPT: Final = f"""\
ready=/usr/lib/ordojudge/go
[ -x $ready/count ] && [ "$($ready/count version)" = {VERSION} ] || {{ echo '{ABSENT}'; exit 1; }}
export GOMAXPROCS=1 GOGC=off
$ready/count submission $ready/importcfg "$1" counted.go &&
    $ready/compile -p main -complete -dwarf=false -importcfg $ready/counted.importcfg -o main.a counted.go &&
    exec $ready/link -s -w -importcfg $ready/counted.importcfg -o "$2" main.a
"""
_SCRIPT_FILE: Final = "count_go.sh"


class GoCounter:
    """A Go program with a counted build."""

    def __init__(self, source: bytes, language: Language, *, box: Box) -> None:
        self._box = box
        counted = language.model_copy(
            update={
                "compile": ("/bin/sh", f"../s/{_SCRIPT_FILE}", "{source}", "{binary}"),
                # goroutines then only take turns where they ask for it, so that no step gets lost,
                # and chance is the same in every run
                "environment": (*language.environment, "GODEBUG=asyncpreemptoff=1,randautoseed=0"),
            }
        )
        self._program = box.compile(source, counted, files={_SCRIPT_FILE: _SCRIPT.encode()})
        if not self._program.ok:
            said = self._program.message.strip()
            if said == ABSENT:
                raise NoCounter(said)
            raise AnalyserError(
                f"its counted build fails: {said.splitlines()[0][:200] if said else ''}"
            )

    def run(self, given: Input, *, limits: Limits) -> Cost:
        """See `Counter`."""
        return run_counted(self._program, given, limits=limits, box=self._box)
