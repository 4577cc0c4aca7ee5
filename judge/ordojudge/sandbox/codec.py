"""Python values as JSON that keeps their types. Standard library only; used inside boxes.

A value of a type that JSON lacks is an object with one key, its tag. What can't be carried stays where it is
and is known to the other side by a number.
The decoder accepts anything and builds only plain values: one side of the wire is hostile.
"""

import base64
import collections
import datetime
import decimal
import fractions
import importlib
import json
import marshal
import operator
import sys
import types
from collections.abc import Callable
from typing import Any, Final

MAX_DEPTH: Final = 200
MAX_FUNCTIONS: Final = 8
"""How deep functions may use functions; one that uses itself goes deeper."""

MAX_ITEM_BYTES: Final = 1 << 16
"""Size of one element of an array; its dtype alone could ask for gigabytes."""

_LONG: Final = 10**4000


class Uncarried(Exception):
    """A value that can't be carried to the other side."""


def dumps(tree: object) -> bytes:
    """An encoded tree as bytes."""
    return json.dumps(tree, separators=(",", ":")).encode("utf-8", "surrogatepass")


def loads(data: bytes) -> Any:
    """The encoded tree in ``data``."""
    return json.loads(data.decode("utf-8", "surrogatepass"))


def encode(value: Any, keep: Callable[[object], object] | None = None, depth: int = 0) -> object:
    """The tree for a value.

    Args:
        keep: Stores a value that can't be carried and returns what stands for it.

    Raises:
        Uncarried: such a value, and no ``keep``.
    """
    kind: Any = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if depth > MAX_DEPTH:
        raise Uncarried("nested too deeply")
    if kind is int:
        return value if -_LONG < value < _LONG else {"int": hex(value)}
    if kind is float:
        return value
    if kind is list:
        return [encode(item, keep, depth + 1) for item in value]
    encoder = _ENCODERS.get(kind)
    if encoder is not None:
        return encoder(value, lambda item: encode(item, keep, depth + 1))
    if kind.__module__ == "numpy" and hasattr(value, "tolist"):
        tag = "ndarray" if kind.__name__ == "ndarray" else "number"
        return {tag: [str(getattr(value, "dtype", "")), encode(value.tolist(), keep, depth + 1)]}
    for plain, content in _PLAIN.items():
        if issubclass(kind, plain):  # a subclass: its plain content travels, never its methods
            return encode(content(value), keep, depth)
    if keep is None:
        raise Uncarried(f"a {kind.__name__}")
    return keep(value)


_PLAIN: Final[dict[type, Callable[[Any], object]]] = {
    int: int.__int__,
    float: float.__float__,
    str: str.__str__,
    list: lambda value: [*list.__iter__(value)],
    tuple: lambda value: (*tuple.__iter__(value),),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: {*set.__iter__(value)},
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}

_Item = Callable[[object], object]


def _items(tag: str) -> Callable[[Any, _Item], object]:
    return lambda value, item: {tag: [item(entry) for entry in value]}


def _pairs(tag: str) -> Callable[[Any, _Item], object]:
    return lambda value, item: {tag: [[item(key), item(entry)] for key, entry in value.items()]}


def _text(tag: str) -> Callable[[Any, _Item], object]:
    return lambda value, item: {tag: str(value)}


def _function(value: types.FunctionType, item: _Item) -> object:
    """A function of the tests, sent as code: only ever from the judge's side to the submission's."""
    try:
        cells = [item(cell.cell_contents) for cell in value.__closure__ or ()]
    except ValueError:
        raise Uncarried(
            f"the function {value.__name__}, before all its variables are set"
        ) from None
    used = {
        name: value.__globals__[name]
        for name in _global_names(value.__code__)
        if name in value.__globals__
    }
    modules = {
        name: entry.__name__ for name, entry in used.items() if isinstance(entry, types.ModuleType)
    }
    return {
        "function": [
            base64.b64encode(marshal.dumps(value.__code__)).decode(),
            value.__name__,
            {name: item(entry) for name, entry in used.items() if name not in modules},
            modules,
            [item(default) for default in value.__defaults__ or ()],
            {name: item(default) for name, default in (value.__kwdefaults__ or {}).items()},
            cells,
        ]
    }


def _global_names(code: types.CodeType) -> list[str]:
    """Names that a function, or one inside it, looks up when it runs."""
    names = [*code.co_names]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _global_names(constant)
    return names


_ENCODERS: dict[type, Callable[[Any, _Item], object]] = {
    tuple: _items("tuple"),
    set: _items("set"),
    frozenset: _items("frozenset"),
    collections.deque: _items("deque"),
    dict: _pairs("dict"),
    collections.OrderedDict: _pairs("ordered"),
    collections.defaultdict: _pairs("dict"),
    collections.Counter: _pairs("counter"),
    complex: lambda value, item: {"complex": [value.real, value.imag]},
    bytes: lambda value, item: {"bytes": base64.b64encode(value).decode()},
    bytearray: lambda value, item: {"bytearray": base64.b64encode(value).decode()},
    range: lambda value, item: {"range": [item(value.start), item(value.stop), item(value.step)]},
    fractions.Fraction: lambda value, item: {
        "fraction": [item(value.numerator), item(value.denominator)]
    },
    decimal.Decimal: _text("decimal"),
    datetime.date: lambda value, item: {"date": value.isoformat()},
    datetime.datetime: lambda value, item: {"datetime": value.isoformat()},
    datetime.time: lambda value, item: {"time": value.isoformat()},
    datetime.timedelta: lambda value, item: {
        "timedelta": [value.days, value.seconds, value.microseconds]
    },
    types.NoneType: lambda value, item: None,
    type(Ellipsis): lambda value, item: {"ellipsis": None},
}


def encode_with_functions(
    value: object, known: Callable[[object], object | None] = lambda value: None, depth: int = 0
) -> object:
    """As `encode`, and functions go as code. For the judge's side only.

    Args:
        known: What stands for a value that the other side has already; None if it hasn't.
    """
    return encode(value, lambda entry: known(entry) or _function_or_name(entry, known, depth))


def _function_or_name(
    value: object, known: Callable[[object], object | None], depth: int
) -> object:
    name, module = getattr(value, "__name__", None), getattr(value, "__module__", None)
    if (
        module in sys.stdlib_module_names
        and module in sys.modules
        and getattr(sys.modules[module], str(name), None) is value
    ):
        return {"named": [module, name]}
    if depth < MAX_FUNCTIONS and isinstance(value, types.FunctionType):
        return _function(value, lambda item: encode_with_functions(item, known, depth + 1))
    raise Uncarried(f"a {type(value).__name__}")


def decode(tree: Any, special: Callable[[str, Any], Any], depth: int = 0) -> Any:
    """The value of a tree.

    Args:
        special: Decodes the tags that only one side knows; raises ValueError for others.

    Raises:
        ValueError, TypeError: the tree is malformed.
    """
    if depth > MAX_DEPTH + 1:
        raise ValueError("nested too deeply")
    if isinstance(tree, list):
        return [decode(item, special, depth + 1) for item in tree]
    if not isinstance(tree, dict):
        return tree
    if len(tree) != 1:
        raise ValueError("not one tag")
    ((tag, content),) = tree.items()

    def item(entry: Any) -> Any:
        return decode(entry, special, depth + 1)

    decoder = _DECODERS.get(tag)
    if decoder is None:
        return special(tag, content)
    try:
        return decoder(content, item)
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError) as error:
        raise ValueError(f"{tag}: {error}") from error


def _dict(content: Any, item: Callable[[Any], Any]) -> dict[Any, Any]:
    return {item(key): item(value) for key, value in content}


_DECODERS: dict[str, Callable[[Any, Callable[[Any], Any]], Any]] = {
    "int": lambda content, item: int(content, 16),
    "tuple": lambda content, item: tuple(item(entry) for entry in content),
    "set": lambda content, item: {item(entry) for entry in content},
    "frozenset": lambda content, item: frozenset(item(entry) for entry in content),
    "deque": lambda content, item: collections.deque(item(entry) for entry in content),
    "dict": _dict,
    "ordered": lambda content, item: collections.OrderedDict(_dict(content, item)),
    "counter": lambda content, item: collections.Counter(_dict(content, item)),
    "complex": lambda content, item: complex(*content),
    "bytes": lambda content, item: base64.b64decode(content),
    "bytearray": lambda content, item: bytearray(base64.b64decode(content)),
    "range": lambda content, item: range(*(item(entry) for entry in content)),
    "fraction": lambda content, item: fractions.Fraction(
        *(
            operator.index(item(entry)) for entry in content
        )  # a text such as 1e999999999 takes for ever
    ),
    "decimal": lambda content, item: decimal.Decimal(content),
    "date": lambda content, item: datetime.date.fromisoformat(content),
    "datetime": lambda content, item: datetime.datetime.fromisoformat(content),
    "time": lambda content, item: datetime.time.fromisoformat(content),
    "timedelta": lambda content, item: datetime.timedelta(*content),
    "ellipsis": lambda content, item: Ellipsis,
    "number": lambda content, item: _numpy(content, item),
    "ndarray": lambda content, item: _numpy(content, item),
}


def _numpy(content: Any, item: Callable[[Any], Any]) -> Any:
    dtype, values = content[0], item(content[1])
    try:
        import numpy
    except ImportError:
        return values
    kind = numpy.dtype(str(dtype))
    if kind.kind not in "biufcSUMm" or kind.itemsize > MAX_ITEM_BYTES:
        raise ValueError(f"an array of {dtype}")
    array = numpy.array(values, dtype=kind)
    return array[()] if array.ndim == 0 else array


def decode_named(content: Any) -> Any:
    """A function or class of the standard library, which the tests named."""
    module, name = content
    return getattr(importlib.import_module(module), name)


def decode_function(content: Any, item: Callable[[Any], Any]) -> types.FunctionType:
    """Rebuild a function of the tests on the submission's side."""
    code, name, names, modules, defaults, keyword_defaults, cells = content
    space: dict[str, Any] = {key: item(value) for key, value in names.items()}
    for alias, module in modules.items():
        space[alias] = importlib.import_module(module)
    space["__builtins__"] = __builtins__
    function = types.FunctionType(
        marshal.loads(base64.b64decode(code)),  # noqa: S302  from the judge's side
        space,
        name,
        tuple(item(default) for default in defaults) or None,
        tuple(types.CellType(item(cell)) for cell in cells) or None,
    )
    function.__kwdefaults__ = {key: item(value) for key, value in keyword_defaults.items()}
    return function
