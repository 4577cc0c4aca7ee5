"""What reading a program costs: ``python -m bench.complexity_model``, CPU time of one thread.

The programs are the submissions of the test corpus; each is read for the first time.
"""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from ordojudge.analysis.reading.bound import static_bound
from ordojudge.core.bounds import ComplexityClass
from ordojudge_complexity.backends.embedded import shipped_model
from ordojudge_complexity.features import features

CORPUS = Path(__file__).resolve().parents[1] / "tests/corpus"
LANGUAGES = {".py": "python", ".cpp": "cpp", ".c": "c"}
MOST = 300


def programs() -> list[tuple[str, str]]:
    """Text and language of submissions, in the order of their names."""
    found = sorted(p for p in CORPUS.rglob("submissions/**/*") if p.suffix in LANGUAGES)
    return [(p.read_text("utf-8", "replace"), LANGUAGES[p.suffix]) for p in found[:MOST]]


def spent_ms(action: Callable[[str, str], object], given: list[tuple[str, str]]) -> list[float]:
    """CPU time of each call, in milliseconds."""
    spent = []
    for source, language in given:
        static_bound.cache_clear()
        start = time.thread_time()
        action(source, language)
        spent.append((time.thread_time() - start) * 1e3)
    return spent


def main() -> None:
    start = time.thread_time()
    model = shipped_model()
    print(f"{'load':10} {(time.thread_time() - start) * 1e3:8.1f} ms")
    given = programs()
    sizes = [len(source) for source, _ in given]
    print(f"{len(given)} programs, median {median(sizes):.0f} characters, largest {max(sizes)}")
    rows: dict[str, Callable[[str, str], object]] = {
        "static": static_bound,
        "features": features,
        "verdict": lambda source, language: model.opinion(source, language, ComplexityClass.LINEAR),
    }
    for name, action in rows.items():
        spent = spent_ms(action, given)
        last = quantiles(spent, n=20)[-1]
        print(
            f"{name:10} median {median(spent):6.2f} ms, 95 % {last:6.2f} ms, most {max(spent):6.2f} ms"
        )


if __name__ == "__main__":
    main()
