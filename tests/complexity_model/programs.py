"""Labelled programs made up for tests: a few shapes with names and numbers that vary."""

from ordojudge_complexity.data import Row

__all__ = ["made_up"]

_SHAPES = {
    "constant": ("O(1)", "def {f}({a}, {b}):\n    {c} = {a} * {n} + {b}\n    return {c} % {n}\n"),
    "logn": (
        "O(log n)",
        "def {f}({a}):\n    {c} = 0\n"
        "    while {a} > {n}:\n        {a} //= 2\n        {c} += 1\n    return {c}\n",
    ),
    "linear": (
        "O(n)",
        "def {f}({a}):\n    {c} = {n}\n    for {b} in {a}:\n        {c} += {b}\n    return {c}\n",
    ),
    "nlogn": (
        "O(n log n)",
        "def {f}({a}):\n    {a}.sort()\n    {c} = {n}\n"
        "    for {b} in {a}:\n        {c} = max({c}, {b})\n    return {c}\n",
    ),
    "quadratic": (
        "O(n^2)",
        "def {f}({a}):\n    {c} = {n}\n"
        "    for {b} in {a}:\n        for {d} in {a}:\n            {c} += {b} * {d}\n    return {c}\n",
    ),
    "cubic": (
        "O(n^3)",
        "def {f}({a}):\n    for {b} in {a}:\n        for {d} in {a}:\n            for {c} in {a}:\n"
        "                print({b} + {d} + {c} + {n})\n",
    ),
    "exponential": (
        "O(2^n)",
        "def {f}({a}):\n    if {a} < {n}:\n        return {a}\n    return {f}({a} - 1) + {f}({a} - 2)\n",
    ),
}
_NAMES = ("nums", "values", "total", "left", "item", "count", "best", "node", "word", "width")


def made_up(problems: int) -> list[Row]:
    """Two programs for each problem: one of its best class, and every other time a slower one."""
    rows = []
    classes = list(_SHAPES)
    for problem in range(problems):
        best = problem % len(classes)
        slower = min(best + problem % 2 * 2, len(classes) - 1)
        for number, place in enumerate((best, slower)):
            label, shape = _SHAPES[classes[place]]
            names = [_NAMES[(problem + 3 * number + step) % len(_NAMES)] for step in range(4)]
            code = shape.format(
                f=f"solve_{problem % 5}",
                n=problem % 7,
                **dict(zip("abcd", names, strict=True)),
            )
            rows.append(
                Row(
                    id=f"made-up-{problem}-{number}",
                    source="made up",
                    licence="Apache-2.0",
                    language="python",
                    code=code,
                    label_raw=label,
                    label=label,
                    label_class=classes[place],
                    problem=f"made:{problem}",
                )
            )
    return rows
