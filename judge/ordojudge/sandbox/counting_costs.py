"""What a Python program's steps cost, counted while it runs. Standard library only; used inside boxes.

The functions here stand in for calls and operations of a program that `counting_tree` rewrote. What they weigh
they weigh by the sizes of built-in containers, texts and long integers, which no program can misstate.
"""

import functools
import itertools
import operator
import types
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Final

from ordojudge.sandbox.counting_tree import words

ticks: Final = itertools.count(1)
tick: Final = ticks.__next__
weight: Final = [0]
spaces: Final[set[int]] = set()
"""The global names of the program's own modules: functions with others are a library's."""

FunctionType, MethodType, GeneratorType = types.FunctionType, types.MethodType, types.GeneratorType
_SIZED: Final = (list, tuple, dict, set, frozenset, deque)
_TEXTS: Final = (str, bytes, bytearray)


def _size(value: Any) -> int:
    """Length of a built-in container or text; 0 for all else, whose own methods are not asked."""
    kind = type(value)
    if kind in _SIZED or kind is range:
        return len(value)
    if kind in _TEXTS:
        return len(value) >> 3
    if kind is int:
        return _digits(value)
    if isinstance(value, _SIZED):
        base: Any = next(base for base in _SIZED if isinstance(value, base))
        return int(base.__len__(value))
    size = getattr(value, "size", 0) if kind.__module__ == "numpy" else 0
    return size >> 3 if type(size) is int else 0


def _digits(value: int) -> int:
    """Length of a long integer in machine words; 0 for usual ones."""
    bits = value.bit_length()
    return bits >> 5 if bits > 128 else 0


# --- hooks


def in_(item: Any, holder: Any) -> bool:
    found = item in holder
    kind = type(holder)
    if kind is list or kind is tuple or kind is deque:
        weight[0] += holder.index(item) + 1 if found and kind is not deque else len(holder)
    elif kind is str or kind is bytes:
        weight[0] += len(holder) >> 3
    return found


def same(left: Any, right: Any) -> Any:
    result = left == right
    kind = type(left)
    if (kind in _SIZED or kind in _TEXTS) and kind is type(right) and len(left) == len(right):
        weight[0] += _size(left) if result is True else _size(left) >> 3
    return result


def different(left: Any, right: Any) -> Any:
    result = left != right
    kind = type(left)
    if (kind in _SIZED or kind in _TEXTS) and kind is type(right) and len(left) == len(right):
        weight[0] += _size(left) if result is False else _size(left) >> 3
    return result


def times(left: Any, right: Any) -> Any:
    result = left * right
    if type(result) is int:
        if result.bit_length() > 128:
            weight[0] += (_digits(left) + 1) * (_digits(right) + 1)
    elif type(result) is not float:
        weight[0] += _size(result)
    return result


def made(value: Any) -> Any:
    kind = type(value)
    if kind in _SIZED:
        weight[0] += len(value)
    elif kind in _TEXTS:
        weight[0] += 1 + (len(value) >> 3)
    elif kind is int:
        if value > 1 << 128:
            weight[0] += _digits(value)
    elif kind is not float:
        weight[0] += _size(value)
    return value


def sized(value: Any) -> Any:
    if type(value) is not float:
        weight[0] += _size(value)
    return value


def text(value: Any) -> Any:
    if type(value) in _TEXTS:
        weight[0] += len(value) >> 3
    return value


def computed(value: Any) -> Any:
    kind = type(value)
    if kind is int:
        bits = value.bit_length()
        if bits > 128:
            weight[0] += bits >> 5
    elif kind is not float:
        weight[0] += _size(value)
    return value


def deleted(holder: Any, index: Any) -> None:
    if type(holder) is list:
        length = len(holder)
        at = 0 if type(index) is not int else index if index >= 0 else length + index
        weight[0] += max(0, length - at) >> 3


def call(function: Any, /, *arguments: Any, **keyword: Any) -> Any:
    kind = type(function)
    if kind is FunctionType or kind is MethodType:
        inner = function if kind is FunctionType else function.__func__
        if type(inner) is FunctionType and id(inner.__globals__) in spaces:
            return function(*arguments, **keyword)
        return _library_call(function, arguments, keyword)
    if kind is type and function not in _BY_TYPE:
        return function(*arguments, **keyword)
    return _library_call(function, arguments, keyword)


def _library_call(function: Any, arguments: tuple[Any, ...], keyword: dict[str, Any]) -> Any:
    """Call what ticks not by itself, and weigh what it does by the sizes of what it is given and gives."""
    try:
        special = SPECIAL.get(function)
    except TypeError:  # not hashable
        special = None
    if special is not None:
        return special(function, *arguments, **keyword)
    owner = getattr(function, "__self__", None)
    if owner is None or type(owner) is types.ModuleType:
        return _function_call(function, arguments, keyword)
    return _method_call(function, owner, arguments, keyword)


def _function_call(function: Any, arguments: tuple[Any, ...], keyword: dict[str, Any]) -> Any:
    if function in _CONSUMERS or type(function) is type:
        arguments = tuple(
            _counted(value) if hasattr(value, "__next__") else value for value in arguments
        )
    if function in _HIGHER:
        arguments = tuple(_counting(value) for value in arguments)
    if keyword:
        keyword = {name: _counting(value) for name, value in keyword.items()}
    result = function(*arguments, **keyword)
    if function in _LAZY:
        weight[0] += 1
        return result
    size = max(map(_size, arguments), default=0)
    if function in _SORTING:
        size = max(size, _size(result))
        weight[0] += 1 + size * max(1, size.bit_length())
    elif function in _LOGARITHMIC:
        weight[0] += max(1, size.bit_length())
        if function in _INSERTING:
            weight[0] += size >> 3
    else:
        weight[0] += 1 + max(size, _size(result))
    return result


def _method_call(
    function: Any, owner: Any, arguments: tuple[Any, ...], keyword: dict[str, Any]
) -> Any:
    name = getattr(function, "__name__", "")
    kind = type(owner)
    before = _size(owner)
    if name in ("extend", "update", "join", "extendleft") and arguments:
        first = arguments[0]
        arguments = (_counted(first) if hasattr(first, "__next__") else first, *arguments[1:])
    if keyword:
        keyword = {key: _counting(value) for key, value in keyword.items()}
    result = function(*arguments, **keyword)
    if name == "sort":
        weight[0] += 1 + before * max(1, before.bit_length())
    elif name == "pop" and kind is list:
        at = arguments[0] if arguments else -1
        weight[0] += 1 + (max(0, before - (at if at >= 0 else before + at)) >> 3)
    elif name == "insert" and kind is list:
        at = arguments[0] if arguments[0] >= 0 else before + arguments[0]
        weight[0] += 1 + (max(0, before - at) >> 3)
    elif name in _OF_OWNER:
        weight[0] += 1 + max(before, max(map(_size, arguments), default=0), _size(result))
    elif name in _OF_ARGUMENT or kind not in _BUILT_IN:
        weight[0] += 1 + max(max(map(_size, arguments), default=0), _size(result))
    else:
        weight[0] += 1
    return result


_CONSUMERS: Final[set[Any]] = {sum, min, max, any, all, sorted, functools.reduce, dict.fromkeys}
_HIGHER: Final[set[Any]] = {map, filter, functools.reduce, itertools.accumulate, itertools.starmap}
_LAZY: Final[set[Any]] = {
    map, filter, zip, enumerate, reversed, iter, next, itertools.accumulate, itertools.chain,
    itertools.starmap, itertools.islice, itertools.product, itertools.permutations,
    itertools.combinations, itertools.count, itertools.repeat, itertools.cycle, itertools.groupby,
    itertools.zip_longest, itertools.takewhile, itertools.dropwhile, itertools.compress,
}  # fmt: skip
_SORTING: Final[set[Any]] = {sorted}
_LOGARITHMIC: Final[set[Any]] = set()
_INSERTING: Final[set[Any]] = set()
_BY_TYPE: Final[set[Any]] = {
    list, tuple, set, frozenset, dict, str, bytes, bytearray, int, Counter, deque, *_LAZY,
}  # fmt: skip
_BUILT_IN: Final = {*_SIZED, *_TEXTS, int, float, Counter}
_OF_OWNER: Final = words(
    "remove index count find rfind rindex replace split rsplit splitlines strip lstrip rstrip copy reverse"
    " encode decode lower upper title swapcase translate union intersection difference issubset issuperset"
    " symmetric_difference most_common rotate partition rpartition zfill ljust rjust center isdigit elements"
    " casefold capitalize"
)
_OF_ARGUMENT: Final = words(
    "extend update join extendleft intersection_update difference_update symmetric_difference_update subtract"
    " startswith endswith format fromkeys write writelines read readline readlines"
)
_LIGHT: Final[set[Any]] = {int, str, float, abs, ord, chr, len, bool, round, hash, id, repr}


def _counted(iterator: Any) -> Any:
    """An iterator that ticks for each item, as fast as C."""
    if type(iterator) is GeneratorType:  # it ticks by itself
        return iterator
    return map(operator.itemgetter(0), zip(iterator, ticks, strict=False))


def _counting(value: Any) -> Any:
    """A function for a library to call, so that it is weighed."""
    if value is None or type(value) is FunctionType or not callable(value) or value in _LIGHT:
        return value
    return functools.partial(call, value)


# --- calls that are more than weighed


def _deep_copy(function: Any, value: Any, *arguments: Any) -> Any:
    pending, seen = [value], set()
    while pending:
        each = pending.pop()
        if id(each) in seen or not isinstance(each, _SIZED):
            continue
        seen.add(id(each))
        weight[0] += 1 + len(each)
        pending.extend(each.values() if isinstance(each, dict) else each)
    return function(value, *arguments)


def _power(function: Any, base: Any, exponent: Any, modulus: Any = None) -> Any:
    result = function(base, exponent) if modulus is None else function(base, exponent, modulus)
    weight[0] += 1
    if type(result) is int and type(exponent) is int:
        weight[0] += exponent.bit_length() if modulus is not None else _digits(result)
    return result


def _integer(function: Any, *arguments: Any, **keyword: Any) -> Any:
    result = function(*arguments, **keyword)
    digits = len(arguments[0]) if arguments and type(arguments[0]) in _TEXTS else 0
    weight[0] += 1 + (digits * digits >> 6 if digits > 32 else 0)
    return result


def _string(function: Any, *arguments: Any, **keyword: Any) -> Any:
    result = function(*arguments, **keyword)
    weight[0] += 1 + (len(result) >> 3)
    if arguments and type(arguments[0]) is int and len(result) > 32:
        weight[0] += len(result) * len(result) >> 6
    elif arguments:
        weight[0] += _size(arguments[0])
    return result


SPECIAL: Final[dict[Any, Callable[..., Any]]] = {
    pow: _power,
    int: _integer,
    str: _string,
}


HOOKS: Final[tuple[Callable[..., Any], ...]] = (
    tick, call, in_, same, different, times, made, sized, text, computed, deleted
)  # fmt: skip
"""In the order of `counting_tree.HOOKS`."""


def complete_tables() -> None:
    """Enter the functions of modules that the zygote imports anyway."""
    import bisect
    import copy
    import heapq
    import random
    import statistics

    SPECIAL[copy.deepcopy] = _deep_copy
    _CONSUMERS.update((heapq.nsmallest, heapq.nlargest))
    _SORTING.update((heapq.nsmallest, heapq.nlargest, statistics.median))
    _LOGARITHMIC.update(
        (heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop, bisect.bisect_left)
    )
    _LOGARITHMIC.update((bisect.bisect_right, bisect.insort_left, bisect.insort_right))
    _INSERTING.update((bisect.insort_left, bisect.insort_right))
    _LAZY.update((random.random, random.randrange, random.randint))
