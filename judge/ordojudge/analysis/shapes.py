"""Generators of common inputs, declared in a problem rather than programmed.

A generator of the language ``shapes`` has a JSON text as its source: lines, and what is on each::

    {"sizes": {"m": "2 * n"}, "lines": ["n m", {"array": "n", "least": "1", "most": "n"}]}

A text is a line of expressions, with spaces between them. An object is one shape, with its size as the value
of the shape's name. ``n`` is the size asked for. For a problem with a function, ``arguments`` replaces
``lines``, and a text is one expression.
"""

import ast
import json
from typing import Any, Final

from ordojudge.core.errors import AnalyserError

LANGUAGE: Final = "shapes"
VARIANTS: Final = ("random", "sorted", "reversed", "equal", "distinct")
"""Variants that every shape of numbers understands; others mean ``random``."""

_OPTIONS: Final = {
    "array": {"least", "most"},
    "permutation": {"least"},
    "string": {"alphabet"},
    "tree": {"least", "shape"},
    "graph": {"edges", "least", "weights"},
    "grid": {"columns", "alphabet"},
    "matrix": {"columns", "least", "most"},
    "queries": {"least", "most", "ranges"},
    "number": set(),
}
_KEYS: Final = {"sizes", "lines", "arguments"}

_RUNTIME: Final = """
import json
import random
import sys

n, seed, variant = int(sys.argv[1]), int(sys.argv[2]), (sys.argv + [""])[3]
rng = random.Random(seed * 1000003 + n)
names = {"n": n}


def number(text):
    return int(eval(text, {"__builtins__": {}}, {**names, "sqrt": lambda x: x ** 0.5, "min": min, "max": max,
                                                 "log": lambda x: max(int(x), 1).bit_length() - 1}))


def ordered(values):
    if variant == "sorted":
        values.sort()
    elif variant == "reversed":
        values.sort(reverse=True)
    elif variant == "equal":
        values = values[:1] * len(values)
    return values


def make_array(size, least="1", most="1000000000"):
    low, high = number(least), number(most)
    if variant == "distinct" and high - low + 1 >= size:
        return rng.sample(range(low, high + 1), size)
    return ordered([rng.randint(low, high) for _ in range(size)])


def make_permutation(size, least="1"):
    values = list(range(number(least), number(least) + size))
    rng.shuffle(values)
    return values if variant == "equal" else ordered(values)


def make_string(size, alphabet="abcdefghijklmnopqrstuvwxyz"):
    return "".join(ordered([rng.choice(alphabet) for _ in range(size)]))


def make_tree(size, least="1", shape="random"):
    first = number(least)
    shape = variant if variant in ("path", "star") else shape
    parents = [i - 1 if shape == "path" else 0 if shape == "star" else rng.randrange(i) for i in range(1, size)]
    return [[parent + first, i + 1 + first] for i, parent in enumerate(parents)]


def make_graph(size, edges="2 * n", least="1", weights=None):
    first, count = number(least), number(edges)
    rows = make_tree(size, least)[:count]
    while len(rows) < count:
        rows.append([rng.randrange(size) + first, rng.randrange(size) + first])
    return [row + [rng.randint(1, number(weights))] for row in rows] if weights else rows


def make_grid(size, columns="n", alphabet=".#"):
    return [make_string(number(columns), alphabet) for _ in range(size)]


def make_matrix(size, columns="n", least="1", most="1000000000"):
    return [make_array(number(columns), least, most) for _ in range(size)]


def make_queries(size, least="1", most="n", ranges=True):
    low, high = number(least), number(most)
    rows = [[rng.randint(low, high) for _ in range(2 if ranges else 1)] for _ in range(size)]
    return [sorted(row) for row in rows]


def make_number(size):
    return size


def line(item):
    if isinstance(item, str):
        return " ".join(str(number(word)) for word in item.split())
    value = made(item)
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "\\n".join(" ".join(map(str, row)) for row in value)
    if isinstance(value, list) and value and isinstance(value[0], str):
        return "\\n".join(value)
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def made(item):
    if isinstance(item, str):
        return number(item)
    options = dict(item)
    shape = next(name for name in options if name in SHAPES)
    return globals()["make_" + shape](number(options.pop(shape)), **options)


for name, text in DECLARED.get("sizes", {}).items():
    names[name] = number(text)
if "arguments" in DECLARED:
    print(json.dumps([made(item) for item in DECLARED["arguments"]]))
else:
    print("\\n".join(map(line, DECLARED["lines"])))
print(*(f"{name}={value}" for name, value in names.items()), file=sys.stderr)
"""


def generator_source(text: str) -> str:
    """The Python program of a declared generator.

    Raises:
        AnalyserError: the text isn't one; says where.
    """
    try:
        declared = json.loads(text)
    except ValueError as error:
        raise AnalyserError(f"source: not JSON: {error}") from None
    if not isinstance(declared, dict) or declared.keys() - _KEYS:
        raise AnalyserError(f"source: an object of {', '.join(sorted(_KEYS))} is needed")
    if ("lines" in declared) == ("arguments" in declared):
        raise AnalyserError("source: give either lines or arguments")
    sizes = declared.get("sizes", {})
    if not isinstance(sizes, dict):
        raise AnalyserError("source: sizes: an object of expressions is needed")
    for name, expression in sizes.items():
        _check_expression(expression, f"sizes.{name}")
    key = "lines" if "lines" in declared else "arguments"
    if not isinstance(declared[key], list) or not declared[key]:
        raise AnalyserError(f"source: {key}: a list is needed")
    for index, item in enumerate(declared[key]):
        _check_item(item, f"{key}.{index}", is_line=key == "lines")
    return f"DECLARED = {declared!r}\nSHAPES = {sorted(_OPTIONS)!r}\n{_RUNTIME}"


def _check_item(item: Any, place: str, *, is_line: bool) -> None:
    if isinstance(item, str):
        for expression in item.split() if is_line else [item]:
            _check_expression(expression, place)
        return
    shapes = [name for name in item if name in _OPTIONS] if isinstance(item, dict) else []
    if len(shapes) != 1:
        raise AnalyserError(f"source: {place}: one shape is needed, of {', '.join(_OPTIONS)}")
    unknown = item.keys() - _OPTIONS[shapes[0]] - {shapes[0]}
    if unknown:
        raise AnalyserError(f"source: {place}: {shapes[0]} has no {sorted(unknown)[0]!r}")
    for name, value in item.items():
        if name in ("alphabet", "shape", "ranges"):
            continue
        _check_expression(value, f"{place}.{name}")


_ARITHMETIC: Final = (
    ast.Expression,
    ast.BinOp,
    ast.UnaryOp,
    ast.Name,
    ast.Load,
    ast.Constant,
    ast.Call,
    ast.operator,
    ast.unaryop,
)


def _check_expression(text: Any, place: str) -> None:
    """Refuse what isn't arithmetic over sizes."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, TypeError, ValueError, RecursionError):
        raise AnalyserError(f"source: {place}: an expression is needed, as a text") from None
    if not all(isinstance(node, _ARITHMETIC) for node in ast.walk(tree)):
        raise AnalyserError(f"source: {place}: only arithmetic over sizes is understood")
