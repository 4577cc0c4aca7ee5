"""How long bounds take to read and to compare: `python -m bench.bounds`, CPU time, no cache."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median

from ordojudge.core.bounds import Facts, compare, parse_bound

TEXTS = (
    "O(n)",
    "O(n log n)",
    "n*log(n)",
    "O(|V| + |E|)",
    "O(V + E log V)",
    r"$\mathcal{O}(n^2 \cdot 2^{n})$",
    "O(rows * cols)",
    "min(n, m) * k",
    "O(sqrt(n) log^2 n)",
    "amortized O(1) time",
    "O((m + n) * log(m + n))",
    "n!",
)
GRAPH = Facts(("E <= V^2", "E >= V - 1"))
SMALLER = Facts(("m <= n",))
PAIRS = (
    ("n", "n log n", Facts()),
    ("n", "n^2", Facts()),
    ("n log n", "m", Facts()),
    ("n m", "n + m", Facts()),
    ("n log m", "n log n", SMALLER),
    ("n + m", "n", SMALLER),
    ("E log V", "V^2", GRAPH),
    ("V log V + E", "E log V", GRAPH),
    ("min(n, m) k", "n k", Facts()),
    ("n 2^n", "3^n", Facts()),
    ("n + m log k", "n m + k", Facts()),
)
ROUNDS = 200


def cpu_ms(action: Callable[[], object]) -> float:
    """Median CPU time of one call, in milliseconds, over batches of calls."""
    batches = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(ROUNDS):
            action()
        batches.append((time.process_time() - start) / ROUNDS * 1e3)
    return median(batches)


def main() -> None:
    reading = {text: cpu_ms(partial(parse_bound.__wrapped__, text)) for text in TEXTS}
    comparing = {}
    for left, right, facts in PAIRS:
        a, b = parse_bound(left), parse_bound(right)
        comparing[f"{left} and {right}"] = cpu_ms(partial(compare, a, b, facts=facts))
    for name, table in (("read", reading), ("compare", comparing)):
        for text, cost in table.items():
            print(f"{name:8} {text:36} {cost:.3f} ms")
        print(f"{name:8} {'median':36} {median(table.values()):.3f} ms")
        print(f"{name:8} {'largest':36} {max(table.values()):.3f} ms")


if __name__ == "__main__":
    main()
