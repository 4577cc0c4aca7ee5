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
import json
import marshal
import types
from collections.abc import Callable
from typing import Any, Final

MAX_DEPTH: Final = 200
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
    cells = [item(cell.cell_contents) for cell in value.__closure__ or ()]
    names = {
        name: item(value.__globals__[name])
        for name in value.__code__.co_names
        if name in value.__globals__ and not isinstance(value.__globals__[name], types.ModuleType)
    }
    modules = [
        [name, value.__globals__[name].__name__]
        for name in value.__code__.co_names
        if isinstance(value.__globals__.get(name), types.ModuleType)
    ]
    code = base64.b64encode(marshal.dumps(value.__code__)).decode()
    defaults = [item(default) for default in value.__defaults__ or ()]
    return {"function": [code, value.__name__, names, modules, defaults, cells]}


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


def encode_with_functions(value: object, depth: int = 0) -> object:
    """As `encode`, and functions go as code. For the judge's side only."""
    return encode(value, lambda entry: _kept_function(entry, depth))


def _kept_function(value: object, depth: int) -> object:
    if depth < 8 and isinstance(value, types.FunctionType):
        return _function(value, lambda item: encode_with_functions(item, depth + 1))
    if (
        isinstance(value, types.BuiltinFunctionType | type)
        and getattr(value, "__module__", "") == "builtins"
    ):
        return {"builtin": value.__name__}
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
    return special(tag, content) if decoder is None else decoder(content, item)


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
    "fraction": lambda content, item: fractions.Fraction(*(item(entry) for entry in content)),
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
    if not isinstance(dtype, str) or "O" in dtype or "|V" in dtype:
        raise ValueError("an array of objects")
    array = numpy.array(values, dtype=dtype)
    return array[()] if array.ndim == 0 else array


def decode_function(content: Any, item: Callable[[Any], Any]) -> types.FunctionType:
    """Rebuild a function of the tests on the submission's side."""
    code, name, names, modules, defaults, cells = content
    space: dict[str, Any] = {key: item(value) for key, value in names.items()}
    for alias, module in modules:
        space[alias] = __import__(module, fromlist=["*"])
    space["__builtins__"] = __builtins__
    closure = tuple(types.CellType(item(cell)) for cell in cells) or None
    return types.FunctionType(
        marshal.loads(base64.b64decode(code)),  # noqa: S302  from the judge's side
        space,
        name,
        tuple(item(default) for default in defaults) or None,
        closure,
    )
