"""What a judgement costs: ``python -m bench`` prints the table of docs/benchmarks.md.

Needs the package installed, bubblewrap, g++, and a few minutes; the less else runs the better.
"""

import argparse
import json
import sys
from datetime import UTC, datetime

from bench.figures import Figure, Missing, markdown
from bench.rows import ROWS, machine, open_bench


def main() -> int:
    """Measure the rows that were asked for; exit status 1 if one misses its target."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"any of {', '.join(ROWS)}; or all")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    unknown = [name for name in options.rows if name not in ROWS]
    if unknown or options.rounds < 1:
        parser.error(f"no such row: {unknown[0]}" if unknown else "--rounds: at least 1")

    figures: list[Figure | Missing] = []
    with open_bench(rounds=options.rounds) as bench:
        measured_on = machine(bench.python)
        for name in options.rows or ROWS:
            print(f"{name} …", file=sys.stderr)
            figures.append(ROWS[name](bench))
        counted_by = bench.meter.how
    if options.json:
        document = {
            "machine": measured_on,
            "counted_by": counted_by,
            "rounds": options.rounds,
            "rows": [figure.as_data() for figure in figures],
        }
        print(json.dumps(document))
    else:
        print(f"{datetime.now(UTC):%Y-%m-%d}; {measured_on}; {options.rounds} rounds; {counted_by}")
        print("", *markdown(figures), sep="\n")
    return 0 if all(figure.met for figure in figures if isinstance(figure, Figure)) else 1


if __name__ == "__main__":
    sys.exit(main())
