"""What a Python program's steps cost, counted while it runs. Standard library only; used inside boxes.

The functions here stand in for calls and operations of a program that `counting_tree` rewrote. What they weigh
they weigh by the sizes of built-in containers, texts and long integers, which no program can misstate.
"""

import functools
import itertools
import operator
import types
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any, Final

from ordojudge.sandbox.counting_tree import words

ticks: Final = itertools.count(1)
tick: Final = ticks.__next__
weight: Final = [0]
spaces: Final[set[int]] = set()
"""The global names of the program's own modules: functions with others are a library's."""

FunctionType, MethodType, GeneratorType = types.FunctionType, types.MethodType, types.GeneratorType
_NONE: Final[dict[Any, Any]] = {}
_VIEWS: Final = (type(_NONE.keys()), type(_NONE.values()), type(_NONE.items()))
_SIZED: Final[tuple[type[Any], ...]] = (
    list, tuple, dict, set, frozenset, deque, array, *_VIEWS
)  # fmt: skip
_TEXTS: Final = (str, bytes, bytearray)
_ROWS: Final[tuple[type[Any], ...]] = (list, bytearray, array)
"""What moves all that is behind a place to open or close a gap there."""

_SHORT: Final = frozenset((int, float, bool, type(None)))


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
        return _length(value, _SIZED)
    if isinstance(value, _TEXTS):
        return _length(value, _TEXTS) >> 3
    size = getattr(value, "size", 0) if kind.__module__ == "numpy" else 0
    return size >> 3 if type(size) is int else 0


def _length(value: Any, bases: tuple[type[Any], ...]) -> int:
    """The length that the built-in base of a value's class says, not the class itself."""
    base: Any = next(base for base in bases if isinstance(value, base))
    return int(base.__len__(value))


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
    elif kind is not dict and kind is not set and isinstance(holder, _SEARCHED):
        weight[0] += _size(holder)
    return found


def same(left: Any, right: Any) -> Any:
    result = left == right
    if type(left) not in _SHORT:
        _compared(left, right, result is True)
    return result


def different(left: Any, right: Any) -> Any:
    result = left != right
    if type(left) not in _SHORT:
        _compared(left, right, result is False)
    return result


def _compared(left: Any, right: Any, is_same: bool) -> None:
    kind = type(left)
    if kind is str or kind is bytes:
        is_alike = kind is type(right) and len(left) == len(right)
    else:
        is_alike = isinstance(left, _COMPARED) and _size(left) == _size(right)
    if is_alike:
        weight[0] += _size(left) if is_same else _size(left) >> 3


def times(left: Any, right: Any) -> Any:
    result = left * right
    if type(result) is int:
        if result.bit_length() > 128:
            weight[0] += (_digits(left) + 1) * (_digits(right) + 1)
    elif type(result) is not float:
        weight[0] += _size(result)
    return result


def minus(left: Any, right: Any) -> Any:
    """A difference: of sets, the whole left one is gone over."""
    result = left - right
    kind = type(result)
    if kind is int:
        bits = result.bit_length()
        if bits > 128:
            weight[0] += bits >> 5
    elif kind is not float:
        weight[0] += max(_size(left), _size(result))
    return result


def both(left: Any, right: Any) -> Any:
    """What is in both: of sets, the smaller one is gone over."""
    result = left & right
    kind = type(result)
    if kind is int:
        bits = result.bit_length()
        if bits > 128:
            weight[0] += bits >> 5
    elif kind is not bool:
        weight[0] += max(min(_size(left), _size(right)), _size(result))
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


def placed(value: Any, holder: Any, *index: Any) -> bool:
    """Assign to an item or a slice; true, so that it can be a condition."""
    key = index[0] if len(index) == 1 else slice(*index)
    if not isinstance(holder, _ROWS):
        _reach(holder, key)
        holder[key] = value
        return True
    before = _length(holder, _ROWS)
    holder[key] = value
    growth, at = _length(holder, _ROWS) - before, _start(key, before)
    if growth and not _only_begins_later(holder, at, growth):
        weight[0] += max(0, before - at) >> 3
    return True


def deleted(holder: Any, *index: Any) -> None:
    """Delete an item or a slice."""
    key = index[0] if len(index) == 1 else slice(*index)
    if isinstance(holder, _ROWS):
        length = _length(holder, _ROWS)
        at = _start(key, length)
        if not _only_begins_later(holder, at, -1):
            weight[0] += max(0, length - at) >> 3
    else:
        _reach(holder, key)
    del holder[key]


def reached(holder: Any, index: Any) -> Any:
    """An item, or a slice by name."""
    value = holder[index]
    if type(index) is slice:
        return made(value)
    if type(holder) is deque:
        _reach(holder, index)
    return value


def shifted(holder: Any, *index: Any) -> None:
    """Weigh that a part is read and assigned, where it may change its length."""
    key = index[0] if len(index) == 1 else slice(*index)
    if type(key) is slice and isinstance(holder, _ROWS):
        length = _length(holder, _ROWS)
        weight[0] += max(0, length - _start(key, length)) >> 3
    _reach(holder, key)


def _reach(holder: Any, index: Any) -> None:
    """Weigh the way to an item of a deque, in blocks of 64 from the nearer end."""
    if isinstance(holder, deque) and type(index) is int:
        length = deque.__len__(holder)
        at = index if index >= 0 else length + index
        weight[0] += max(0, min(at, length - at)) >> 6


def _only_begins_later(holder: Any, at: int, growth: int) -> bool:
    return at == 0 and growth < 0 and isinstance(holder, bytearray)


def _start(key: Any, length: int) -> int:
    """Where an item or a slice of a list begins; 0 where that can't be told."""
    if type(key) is int:
        return key if key >= 0 else length + key
    if type(key) is slice and all(
        each is None or type(each) is int for each in (key.start, key.stop, key.step)
    ):
        places = range(*key.indices(length))
        return min(places[0], places[-1]) if places else min(places.start, length)
    return 0


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
    try:
        result = function(*arguments, **keyword)
    except Exception:
        if function not in _LAZY:
            weight[0] += 1 + max(map(_size, arguments), default=0)
        raise
    if function in _LAZY:
        weight[0] += 1
        return result
    size = max(map(_size, arguments), default=0)
    if function in _SORTING:
        size = max(size, _size(result))
        weight[0] += 1 + size * max(1, size.bit_length())
    elif function in _CHOOSING:
        size = max(size, _size(result))
        weight[0] += 1 + size * _heights(arguments[0] if arguments else None, size)
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
    try:
        result = function(*arguments, **keyword)
    except Exception:  # for want of what was looked for
        if name in _SEARCHES or (name == "remove" and kind not in (set, dict)):
            weight[0] += 1 + _stretch(name, owner, arguments, None)
        raise
    if name == "sort":
        weight[0] += 1 + before * max(1, before.bit_length())
    elif name in ("pop", "insert") and isinstance(owner, _ROWS):
        before = _length(owner, _ROWS)
        weight[0] += 1 + (max(0, before - _start(arguments[0] if arguments else -1, before)) >> 3)
    elif name in ("rotate", "insert") and kind is deque:
        at = arguments[0] if arguments and type(arguments[0]) is int else 1
        way = at % before if name == "rotate" and before else min(max(at, 0), before)
        weight[0] += 1 + (min(way, before - way) >> 3)
    elif name in _SEARCHES and kind in _SEARCHED:
        weight[0] += 1 + _stretch(name, owner, arguments, result)
    elif name in ("isdisjoint", "intersection") and isinstance(owner, _SETS):
        weight[0] += 1 + max(
            (min(before, len(x)) if type(x) in _HASHED else _size(x) for x in arguments),
            default=before,
        )
    elif name == "remove" and isinstance(owner, set):
        weight[0] += 1
    elif name == "most_common":
        weight[0] += 1 + before * _heights(arguments[0] if arguments else None, before)
    elif name in _DUNDERS and kind in _BUILT_IN:
        is_short = kind in (dict, set, frozenset) and name == "__contains__"
        weight[0] += 1 if is_short else 1 + max(before, max(map(_size, arguments), default=0))
    elif name in _OF_OWNER:
        weight[0] += 1 + max(before, max(map(_size, arguments), default=0), _size(result))
    elif name in _OF_ARGUMENT or kind not in _BUILT_IN:
        weight[0] += 1 + max(max(map(_size, arguments), default=0), _size(result))
    else:
        weight[0] += 1
    return result


def _stretch(name: str, owner: Any, arguments: tuple[Any, ...], result: Any) -> int:
    """What a search goes over of a row or a text, from where it begins to what it finds."""
    is_text = isinstance(owner, _TEXTS)
    length = _length(owner, _TEXTS if is_text else _SEARCHED)
    bounds = [each if type(each) is int else None for each in (*arguments[1:3], None, None)][:2]
    start, stop, _ = slice(*bounds).indices(length)
    if type(result) is int and result >= 0 and name != "count":
        start, stop = (result, stop) if name in ("rfind", "rindex") else (start, result + 1)
    gone_over = max(0, stop - start)
    return (gone_over >> 3) + _size(arguments[0]) if is_text and arguments else gone_over


def _heights(wanted: Any, size: int) -> int:
    """Comparisons for each of so many, to choose the first few or to sort all."""
    few = min(max(wanted, 0), size) if type(wanted) is int else size
    return max(1, few.bit_length())


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
    list, tuple, set, frozenset, dict, str, bytes, bytearray, int, Counter, OrderedDict, defaultdict, deque,
    array, *_LAZY,
}  # fmt: skip
_CHOOSING: Final[set[Any]] = set()
"""Functions that choose as many as their first argument says."""

_BUILT_IN: Final = {*_SIZED, *_TEXTS, int, float, Counter, OrderedDict, defaultdict}
_SEARCHED: Final[tuple[type[Any], ...]] = (list, tuple, deque, array, _VIEWS[1], *_TEXTS)
"""What is gone over for an item, other than by its hash."""

_SEARCHES: Final = words("index count find rfind rindex")
_SETS: Final = (set, frozenset)
_HASHED: Final = frozenset((set, frozenset, dict))

_COMPARED: Final[tuple[type[Any], ...]] = (*_SIZED, *_TEXTS)
_OF_OWNER: Final = words(
    "remove replace split rsplit splitlines strip lstrip rstrip copy reverse"
    " encode decode lower upper title swapcase translate union difference issubset issuperset"
    " symmetric_difference partition rpartition zfill ljust rjust center elements total"
    " casefold capitalize expandtabs removeprefix removesuffix isdigit isalpha isalnum isspace islower isupper"
    " istitle isnumeric isdecimal isascii isidentifier isprintable bit_count to_bytes hex tolist tobytes"
    " byteswap"
)
_DUNDERS: Final = words(
    "__add__ __iadd__ __mul__ __imul__ __rmul__ __contains__ __delitem__ __eq__ __ne__ __lt__ __le__ __gt__"
    " __ge__ __setitem__"
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


def _step(function: Any, *arguments: Any, **keyword: Any) -> Any:
    weight[0] += 1
    return function(*arguments, **keyword)


def _islice(function: Any, items: Any, *bounds: Any) -> Any:
    """Its items before the start are gone over when the first is asked for."""
    start = bounds[0] if len(bounds) > 1 else 0
    weight[0] += 1 + (start if type(start) is int else 0)
    return function(items, *bounds)


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
    itertools.islice: _islice,
}


HOOKS: Final[tuple[Callable[..., Any], ...]] = (
    tick, call, in_, same, different, times, minus, both, made, sized, text, computed, placed, deleted, reached,
    shifted,
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
    _CHOOSING.update((heapq.nsmallest, heapq.nlargest))
    _SORTING.add(statistics.median)
    _LOGARITHMIC.update(
        (heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop, bisect.bisect_left)
    )
    _LOGARITHMIC.update((bisect.bisect_right, bisect.insort_left, bisect.insort_right))
    _INSERTING.update((bisect.insort_left, bisect.insort_right))
    _LAZY.update((random.random, random.randrange, random.randint))
    SPECIAL[random.choice] = _step
