"""How two JSON values differ.

Numbers: an integer is exact, anything else a double; ``1`` equals ``1.0``, ``true`` equals neither.
What no double can hold, and the infinities, equal only the same text; ``NaN`` equals nothing.
Strings are equal by code points, objects by key.
"""

from collections.abc import Sequence
from decimal import Decimal
from heapq import merge
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeGuard, TypeVar

from ordojudge.core.closeness import Closeness
from ordojudge.core.errors import ProblemError
from ordojudge.core.json_text import Unreadable, Value, read, shown

MAX_COMPARISONS = 1_000_000
"""Comparisons spent in one check to pair unordered elements that tolerances leave in doubt.

About two seconds of CPU time. An answer that takes more isn't accepted:
if giving up were a failure of the judge's, a program could provoke it to go unscored.
"""

_RUN_LENGTH = 4_000

# An equal answer has as many tokens; this many more are read so that the reason can be exact.
_TOKENS_TO_SPARE = 10_000

_Item = TypeVar("_Item")


class _Unpairable(ValueError):
    """Too much work; the message is one short line."""


def difference(
    expected: bytes, actual: bytes, *, closeness: Closeness, ordered: bool
) -> str | None:
    """How a JSON text's value differs from the expected one, on one short line; none if it doesn't.

    Args:
        expected: The right value.
        actual: The value in question, any bytes.
        closeness: How far numbers may be apart unless both are integers.
        ordered: Whether the order of lists matters, at every depth.

    Raises:
        ProblemError: ``expected`` isn't JSON, or is too deep to be compared.
    """
    try:
        right, size = read(expected)
    except Unreadable as error:
        raise ProblemError(f"expected output: {error}") from None
    try:
        value, _ = read(actual, most_tokens=size + _TOKENS_TO_SPARE)
        if ordered:
            found = _difference(right, value, closeness)
        else:
            rule = _Unordered(closeness, comparisons=size + MAX_COMPARISONS)
            found = rule.difference(right, value)
    except (Unreadable, _Unpairable) as error:
        return str(error)
    return found and f"value{found}"


# ---------------------------------------------------------------------- in order


def _difference(expected: Value, actual: Value, closeness: Closeness) -> str | None:
    """Path and kind of the first difference."""
    if isinstance(expected, list) and isinstance(actual, list):
        for index, (x, y) in enumerate(zip(expected, actual, strict=False)):
            if found := _difference(x, y, closeness):
                return f"[{index}]{found}"
        if len(expected) != len(actual):
            return f": expected {len(expected)} elements, got {len(actual)}"
        return None
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, x in expected.items():
            if key not in actual:
                return f": key {shown(key)} is missing"
            if found := _difference(x, actual[key], closeness):
                return f"[{shown(key)}]{found}"
        if len(expected) != len(actual):
            key = next(key for key in actual if key not in expected)
            return f": key {shown(key)} is unexpected"
        return None
    if _equal(expected, actual, closeness):
        return None
    return f": expected {shown(expected)}, got {shown(actual)}"


def _equal(expected: Value, actual: Value, closeness: Closeness) -> bool:
    """Whether two scalars are equal; a list or an object equals none."""
    if _is_number(expected) and _is_number(actual):
        if expected == actual:
            return True
        if closeness.is_exact or (isinstance(expected, int) and isinstance(actual, int)):
            return False
        # The shortest decimal that reads as a double stands for it, as in print.
        return closeness.admits(Decimal(repr(expected)), Decimal(repr(actual)))
    if type(expected) is not type(actual) or isinstance(expected, list | dict):
        return False
    return expected == actual and not _is_nan(expected)


def _is_nan(value: Value) -> bool:
    return isinstance(value, bytes) and value == b"NaN"


def _is_number(value: Value) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


# ---------------------------------------------------------------------- in any order


class _Form(NamedTuple):
    """A list or an object, without the order of its lists."""

    shape: int
    """The same for values that are equal but for their numbers."""

    numbers: Sequence[object]
    """The numbers in it, nested as it is; comparable among values of one shape."""

    parts: "Sequence[_Part]"
    """The numbers, lists and objects in it: sorted for a list, by key for an object."""

    is_list: bool


_Part = int | float | _Form


class _Unordered:
    """Comparison of two values with all lists as multisets."""

    def __init__(self, closeness: Closeness, *, comparisons: int) -> None:
        self._closeness = closeness
        self._comparisons_left = comparisons
        self._shapes: dict[tuple[object, ...], int] = {}

    def difference(self, expected: Value, actual: Value) -> str | None:
        if isinstance(expected, list) and isinstance(actual, list):
            if len(expected) != len(actual):
                return f": expected {len(expected)} elements, got {len(actual)}"
            same = self._match(self._form_of_list(expected), self._form_of_list(actual))
        elif isinstance(expected, dict) and isinstance(actual, dict):
            same = self._match(self._form_of_object(expected), self._form_of_object(actual))
        else:
            return _difference(expected, actual, self._closeness)
        return None if same else ": not what was expected, in whatever order"

    def _form_of_list(self, elements: list[Value]) -> _Form:
        numbers: list[int | float] = []
        forms: list[_Form] = []
        shapes: list[int] = []
        for element in elements:
            if isinstance(element, list):
                forms.append(self._form_of_list(element))
            elif isinstance(element, dict):
                forms.append(self._form_of_object(element))
            elif _is_number(element):
                numbers.append(element)
            else:
                shapes.append(self._shape_of_word(element))
        numbers = _sorted(numbers)
        forms = _sorted(forms, key=attrgetter("shape", "numbers"))
        shapes = _sorted(shapes)
        shape = self._shape("list", len(numbers), *shapes, None, *(form.shape for form in forms))
        nested = [form.numbers for form in forms]
        return _Form(shape, [numbers, nested], [*numbers, *forms], is_list=True)

    def _form_of_object(self, pairs: dict[str, Value]) -> _Form:
        signature: list[object] = []
        numbers: list[object] = []
        parts: list[_Part] = []
        for key in _sorted(list(pairs)):
            value = pairs[key]
            if isinstance(value, list | dict):
                form = (
                    self._form_of_list(value)
                    if isinstance(value, list)
                    else self._form_of_object(value)
                )
                signature += key, form.shape
                numbers.append(form.numbers)
                parts.append(form)
            elif _is_number(value):
                signature += key, "number"
                numbers.append(value)
                parts.append(value)
            else:
                signature += key, self._shape_of_word(value)
        return _Form(self._shape("object", *signature), numbers, parts, is_list=False)

    def _shape_of_word(self, value: Value) -> int:
        if _is_nan(value):
            return self._shape("unlike any other", len(self._shapes))
        return self._shape(type(value), value)

    def _shape(self, *signature: object) -> int:
        return self._shapes.setdefault(signature, len(self._shapes))

    def _match(self, expected: _Part, actual: _Part) -> bool:
        self._comparisons_left -= 1
        if self._comparisons_left < 0:
            raise _Unpairable("too many ways to pair the elements within the tolerances")
        if not isinstance(expected, _Form) or not isinstance(actual, _Form):
            return (
                not isinstance(expected, _Form)
                and not isinstance(actual, _Form)
                and _equal(expected, actual, self._closeness)
            )
        if expected.shape != actual.shape:
            return False
        if expected.is_list and not self._closeness.is_exact:
            return self._match_lists(expected.parts, actual.parts)
        return all(self._match(x, y) for x, y in zip(expected.parts, actual.parts, strict=True))

    def _match_lists(self, expected: Sequence[_Part], actual: Sequence[_Part]) -> bool:
        """Whether the elements of two lists of one shape can be paired so that all pairs match."""
        start = 0
        for _, group in groupby(expected, key=lambda part: getattr(part, "shape", None)):
            end = start + len(list(group))
            if end == start + 1:
                same = self._match(expected[start], actual[start])
            else:
                same = self._pair(expected[start:end], actual[start:end])
            if not same:
                return False
            start = end
        return True

    def _pair(self, expected: Sequence[_Part], actual: Sequence[_Part]) -> bool:
        """Whether a perfect matching exists: augmenting paths, beginning with the sorted order."""
        actual_of = {
            index: index
            for index, (x, y) in enumerate(zip(expected, actual, strict=True))
            if self._match(x, y)
        }
        if len(actual_of) < len(expected) and self._sorting_decides(expected, actual):
            return False
        expected_of = dict(actual_of)
        for unpaired in range(len(expected)):
            if unpaired in actual_of:
                continue
            queue = [unpaired]
            unreached = list(range(len(actual)))
            reached_from: dict[int, int] = {}
            free: int | None = None
            for index in queue:
                reached = [y for y in unreached if self._match(expected[index], actual[y])]
                reached_from.update(dict.fromkeys(reached, index))
                unreached = [y for y in unreached if y not in reached_from]
                free = next((y for y in reached if y not in expected_of), None)
                if free is not None:
                    break
                queue += [expected_of[y] for y in reached]
            if free is None:
                return False
            while free is not None:
                index = reached_from[free]
                previous = actual_of.get(index)
                actual_of[index], expected_of[free] = free, index
                free = previous
        return True

    def _sorting_decides(self, expected: Sequence[_Part], actual: Sequence[_Part]) -> bool:
        """Whether no pairing beats that in sorted order.

        So it is for numbers of one type: the interval that admits a larger number ends no earlier.
        """
        kinds = {type(part) for part in (*expected, *actual)}
        return self._closeness.relative <= 1 and kinds in ({int}, {float})


def _sorted(items: list[_Item], *, key: Any = None) -> list[_Item]:
    """Sorted in runs, since one long sort would keep other threads waiting."""
    starts = range(0, len(items), _RUN_LENGTH)
    unsorted: list[Any] = items
    runs = [sorted(unsorted[start : start + _RUN_LENGTH], key=key) for start in starts]
    return runs[0] if len(runs) == 1 else list(merge(*runs, key=key))
