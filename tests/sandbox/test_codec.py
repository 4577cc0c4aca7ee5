"""Values on their way between the tests' side and the submission's: kept exactly, or refused."""

import collections
import datetime
import decimal
import enum
import fractions
import functools
import math
import operator
import statistics
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordojudge.sandbox import codec


def nothing_special(tag: str, _content: object) -> Any:
    raise ValueError(tag)


def carried(value: object) -> Any:
    """The value on the other side of the line."""
    tree = codec.loads(codec.dumps(codec.encode(value)))
    return codec.decode(tree, nothing_special)


def described(value: Any) -> object:
    """A value with all its types, comparable: unlike by ``==``, 1 is neither True nor 1.0."""
    kind = type(value)
    if kind in (list, tuple, collections.deque):
        return kind, [described(item) for item in value]
    if kind in (set, frozenset):
        return kind, sorted(repr(described(item)) for item in value)
    if issubclass(kind, dict):
        return kind, [(described(key), described(item)) for key, item in value.items()]
    if kind is int:
        return kind, hex(value)
    return kind, repr(value)


# --------------------------------------------------------------------- values that travel

HUGE = 10**4_000
TIME_ZONES = st.none() | st.integers(-1_000, 1_000).map(
    lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes))
)
HASHABLE_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 1, 10**4]).map(lambda factor: factor * HUGE),
    st.sampled_from([-1, 1]).map(lambda sign: sign * (HUGE - 1)),
    st.floats(allow_nan=False),
    st.complex_numbers(allow_nan=False),
    st.text(st.characters(exclude_categories=())),
    st.binary(),
    st.fractions(),
    st.decimals(allow_nan=False),
    st.dates(),
    st.datetimes(timezones=TIME_ZONES).map(lambda moment: moment.replace(fold=0)),
    st.times(timezones=TIME_ZONES).map(lambda moment: moment.replace(fold=0)),
    st.timedeltas(),
    st.just(...),
    st.builds(range, st.integers(-5, 5), st.integers(-5, 5), st.integers(1, 3)),
)
HASHABLES = st.recursive(
    HASHABLE_SCALARS,
    lambda values: st.lists(values, max_size=3).map(tuple) | st.frozensets(values, max_size=3),
    max_leaves=5,
)
VALUES = st.recursive(
    HASHABLES | st.binary().map(bytearray),
    lambda values: st.one_of(
        st.lists(values, max_size=3),
        st.lists(values, max_size=3).map(tuple),
        st.lists(values, max_size=3).map(collections.deque),
        st.sets(HASHABLES, max_size=3),
        st.dictionaries(HASHABLES, values, max_size=3),
        st.dictionaries(HASHABLES, values, max_size=3).map(collections.OrderedDict),
        st.dictionaries(HASHABLES, values, max_size=3).map(collections.Counter),
    ),
    max_leaves=12,
)


@given(VALUES)
@settings(max_examples=200)
def test_a_value_arrives_as_it_was(value: object) -> None:
    assert described(carried(value)) == described(value)


def test_a_number_that_is_none_arrives_as_none() -> None:
    assert math.isnan(carried(math.nan))
    assert carried(decimal.Decimal("NaN")).is_nan()


def test_a_default_dictionary_arrives_without_its_factory() -> None:
    value = collections.defaultdict(list, {"a": [1]})
    assert described(carried(value)) == described({"a": [1]})


def test_depth_is_bounded_and_a_value_that_holds_itself_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(codec.MAX_DEPTH):
        deep = [deep]
    assert carried(deep) == deep
    with pytest.raises(codec.Uncarried, match="nested too deeply"):
        codec.encode([[deep]])
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(codec.Uncarried, match="nested too deeply"):
        codec.encode(loop)


# ------------------------------------------------- what a submission may have made of types


class Sly:
    """Says yes to every comparison."""

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


class SlyInt(Sly, int): ...


class SlyFloat(Sly, float): ...


class SlyStr(Sly, str):
    __slots__ = ()

    def __str__(self) -> str:
        return "forged"


class SlyList(Sly, list[int]):  # type: ignore[misc]
    def __iter__(self) -> Any:
        return iter([9])


class SlyTuple(Sly, tuple[int, ...]):
    __slots__ = ()


class SlyDict(Sly, dict[str, int]):  # type: ignore[misc]
    def items(self) -> Any:
        return [("forged", 9)]


class SlySet(Sly, set[int]): ...  # type: ignore[misc]


class SlyFrozenset(Sly, frozenset[int]): ...


class Pair(NamedTuple):
    first: int
    second: str


class Colour(enum.IntEnum):
    RED = 3


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (SlyInt(7), 7),
        (SlyFloat(0.5), 0.5),
        (SlyStr("real"), "real"),
        (SlyList([1, 2]), [1, 2]),
        (SlyTuple((1, 2)), (1, 2)),
        (SlyDict(a=1), {"a": 1}),
        (SlySet({1}), {1}),
        (SlyFrozenset({1}), frozenset({1})),
        (Pair(1, "b"), (1, "b")),
        (Colour.RED, 3),
        ([SlyInt(7), {"k": SlyStr("real")}], [7, {"k": "real"}]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_subclass_arrives_without_its_methods(value: object, plain: object) -> None:
    assert described(carried(value)) == described(plain)


@pytest.mark.parametrize(
    "value",
    [Sly(), object(), iter([]), Sly, lambda: 1, math, memoryview(b"")],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_carried_is_kept_or_refused(value: object) -> None:
    kept: list[object] = []

    def keep(entry: object) -> object:
        kept.append(entry)
        return {"kept": len(kept) - 1}

    tree = codec.encode([1, {"k": value}], keep)
    assert kept == [value] or kept[0] is value
    found = codec.decode(tree, lambda _tag, number: ("kept", number))
    assert found == [1, {"k": ("kept", 0)}]
    with pytest.raises(codec.Uncarried, match=type(value).__name__):
        codec.encode([1, {"k": value}])


# ------------------------------------------------------------------------- hostile trees

TAGS = sorted(
    tag
    for sample in (
        (1,), {1}, frozenset({1}), collections.deque([1]), {1: 1}, collections.OrderedDict(a=1),
        collections.Counter("a"), 1j, b"a", bytearray(b"a"), range(3), fractions.Fraction(1),
        decimal.Decimal(1), datetime.date(2000, 1, 1), datetime.datetime(2000, 1, 1),
        datetime.time(1), datetime.timedelta(1), ..., HUGE,
    )
    for tag in codec.encode(sample)  # type: ignore[attr-defined]
)  # fmt: skip
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**400, -1, 0, HUGE * 7]),
    st.floats(),
    st.text(),
    st.sampled_from(["nan", "1e999999999", "0x", "2000-01-01", "==", "f8", "O", "object", "V9"]),
)
TREES = st.recursive(
    SCALARS,
    lambda trees: st.one_of(
        st.lists(trees, max_size=4),
        st.builds(
            lambda tag, tree: {tag: tree}, st.sampled_from([*TAGS, "number", "ndarray"]), trees
        ),
        st.dictionaries(st.text(max_size=3), trees, max_size=3),
    ),
    max_leaves=15,
)
PLAIN_TYPES = {
    type(None), bool, int, float, complex, str, bytes, bytearray, list, tuple, set, frozenset, dict,
    collections.deque, collections.OrderedDict, collections.Counter, range, fractions.Fraction,
    decimal.Decimal, datetime.date, datetime.datetime, datetime.time, datetime.timedelta, type(...),
}  # fmt: skip


def types_in(value: Any) -> set[type]:
    found = {type(value)}
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset | collections.deque):
        for item in value:
            found |= types_in(item)
    return found


@given(TREES)
@settings(max_examples=200)
def test_a_hostile_tree_becomes_plain_values_or_one_of_two_errors(tree: Any) -> None:
    try:
        value = codec.decode(tree, nothing_special)
    except (ValueError, TypeError):
        return
    assert types_in(value) <= PLAIN_TYPES


@pytest.mark.parametrize(
    "tree",
    [
        pytest.param({"fraction": [1, 0]}, id="a fraction by zero"),
        pytest.param({"fraction": ["1e999999999"]}, id="a fraction that takes for ever"),
        pytest.param({"decimal": "one"}, id="a decimal in words"),
        pytest.param({"complex": [10**400, 0]}, id="a complex number too large"),
        pytest.param({"timedelta": [10**20]}, id="too many days"),
        pytest.param({"range": [1, 2, 0]}, id="a range without a step"),
        pytest.param({"range": [1.5]}, id="half a range"),
        pytest.param({"set": [[1]]}, id="a list in a set"),
        pytest.param({"dict": [[{"dict": []}, 1]]}, id="a dictionary as a key"),
        pytest.param({"dict": [[1, 2, 3]]}, id="three of a pair"),
        pytest.param({"dict": 7}, id="a number of pairs"),
        pytest.param({"bytes": "é"}, id="bytes beyond base64"),
        pytest.param({"int": "0x" + "g" * 10}, id="not hexadecimal"),
        pytest.param({"int": 7}, id="a number for a text"),
        pytest.param({"date": "yesterday"}, id="a date in words"),
        pytest.param({"ndarray": []}, id="an array of nothing"),
        pytest.param({"number": {}}, id="an array of a dictionary"),
        pytest.param({"tuple": [], "list": []}, id="two tags"),
        pytest.param({}, id="no tag"),
        pytest.param({"function": ["", "f", {}, {}, [], {}, []]}, id="code"),
        pytest.param({"named": ["os", "system"]}, id="a name of the library"),
        pytest.param({"kept": [0, "x"]}, id="something kept"),
    ],
)
def test_a_malformed_tree_is_refused(tree: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        codec.decode(tree, nothing_special)


@pytest.mark.parametrize("wrap", [lambda tree: [tree], lambda tree: {"tuple": [tree]}])
def test_a_tree_that_is_too_deep_is_refused(wrap: Callable[[object], object]) -> None:
    tree: object = 1
    for _ in range(codec.MAX_DEPTH + 2):
        tree = wrap(tree)
    with pytest.raises(ValueError, match=r"deep|recursion"):
        codec.decode(tree, nothing_special)


# ------------------------------------------------------------------- functions of the tests

TEN = 10


def add_ten(number: int, *, times: int = 1) -> int:
    return number + TEN * times


def add_ten_twice(number: int) -> int:
    return add_ten(add_ten(number))


def with_an_inner_function(numbers: list[float]) -> list[int]:
    return sorted((int(number) for number in numbers), key=lambda number: math.floor(number - TEN))


def factorial(number: int) -> int:
    return number * factorial(number - 1) if number else 1


def adder(more: int) -> Callable[[int], int]:
    def function(number: int, twice: int = 2) -> int:
        return number + twice * more

    return function


def rebuilt(function: object) -> Any:
    """A function of the tests on the submission's side."""

    def special(tag: str, content: Any) -> Any:
        if tag == "named":
            return codec.decode_named(content)
        assert tag == "function"
        return codec.decode_function(content, lambda tree: codec.decode(tree, special))

    tree = codec.loads(codec.dumps(codec.encode_with_functions(function)))
    return codec.decode(tree, special)


@pytest.mark.parametrize(
    ("function", "arguments", "answer"),
    [
        pytest.param(lambda x: x * 2, (4,), 8, id="a lambda"),
        pytest.param(adder(3), (1,), 7, id="variables around it, and defaults"),
        pytest.param(add_ten, (1,), 11, id="a global, and a keyword's default"),
        pytest.param(add_ten_twice, (1,), 21, id="another function"),
        pytest.param(with_an_inner_function, ([2.5, 1],), [1, 2], id="names used only inside"),
        pytest.param(lambda x: len(str(x)), (123,), 3, id="builtins"),
        pytest.param(max, (3, 5), 5, id="a builtin"),
        pytest.param(int, ("12",), 12, id="a type"),
        pytest.param(math.sqrt, (4,), 2.0, id="a function of a module in C"),
        pytest.param(operator.add, (1, 2), 3, id="an operator"),
        pytest.param(statistics.mean, ([1, 3],), 2, id="a function of a module in Python"),
        pytest.param(functools.reduce, (operator.mul, [2, 3]), 6, id="with a function as argument"),
    ],
)
def test_a_function_of_the_tests_is_rebuilt(
    function: Any, arguments: tuple[Any, ...], answer: object
) -> None:
    assert rebuilt(function)(*arguments) == answer


def test_functions_travel_inside_of_values() -> None:
    [[double], table] = rebuilt([[lambda x: 2 * x], {"max": max}])
    assert (double(4), table["max"] is max) == (8, True)


def test_a_rebuilt_function_has_only_the_globals_that_it_uses() -> None:
    assert set(rebuilt(add_ten).__globals__) == {"TEN", "__builtins__"}


def test_the_other_side_s_own_things_go_back_by_number() -> None:
    far = Sly()
    tree = codec.encode_with_functions(
        [far, lambda: far], lambda value: {"kept": 5} if value is far else None
    )
    found = codec.decode(tree, lambda tag, content: (tag, content) if tag == "kept" else tag)
    assert found == [("kept", 5), "function"]


def unset() -> Callable[[], int]:
    def function() -> int:
        return later

    taken = codec.encode_with_functions
    with pytest.raises(codec.Uncarried, match="before all its variables are set"):
        taken(function)
    later = 1
    return function


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(factorial, id="a function that uses itself"),
        pytest.param(Sly, id="a class of the tests"),
        pytest.param(Sly(), id="an object"),
        pytest.param("abc".upper, id="a method of a value"),
        pytest.param((n for n in "abc"), id="a generator"),
        pytest.param(types.SimpleNamespace(a=1), id="a namespace"),
    ],
)
def test_what_the_tests_cannot_send_is_refused(value: object) -> None:
    with pytest.raises(codec.Uncarried):
        codec.encode_with_functions(value)


def test_a_function_whose_variables_are_not_set_yet_is_refused() -> None:
    assert rebuilt(unset())() == 1
