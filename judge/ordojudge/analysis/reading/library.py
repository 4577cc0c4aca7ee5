"""What calls of libraries cost, and which variables hold what, as far as the text says."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ordojudge.analysis.reading.grammar import names_of
from ordojudge.analysis.reading.steps import Call

__all__ = [
    "EXPONENTIAL",
    "LINEAR",
    "LOG",
    "ONE",
    "ROOT",
    "SORTING",
    "Containers",
    "Cost",
    "call_cost",
    "containers",
    "copy_cost",
    "table_cost",
]


class Cost(NamedTuple):
    """A product of powers of one size n, compared as it grows."""

    exponential: float = 0.0
    """1 for 2^n, 2 for n!."""

    power: float = 0.0
    log: float = 0.0

    def times(self, other: "Cost") -> "Cost":
        return Cost(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def per(self, other: "Cost") -> "Cost":
        return Cost(*(max(mine - theirs, 0.0) for mine, theirs in zip(self, other, strict=True)))


ONE: Final = Cost()
LOG: Final = Cost(log=1)
ROOT: Final = Cost(power=0.5)
LINEAR: Final = Cost(power=1)
SORTING: Final = Cost(power=1, log=1)
EXPONENTIAL: Final = Cost(exponential=1)


@dataclass(frozen=True, slots=True)
class Containers:
    """Names of variables by what their operations cost."""

    heaps: frozenset[str]
    trees: frozenset[str]
    lists: frozenset[str]
    foreign: frozenset[str]
    """Of the types of libraries: methods called on them are none of the program's."""


_HEAP: Final = (
    "priority_queue|PriorityQueue|priorityqueue|BinaryHeap|MinPriorityQueue|MaxPriorityQueue|MinHeap|MaxHeap"
    "|Heap"
)
_TREE: Final = (
    "set|map|multiset|multimap|TreeMap|TreeSet|SortedDictionary|SortedSet|SortedList|SortedDict"
    "|BTreeMap|BTreeSet|sortedMapOf|sortedSetOf|ConcurrentSkipListMap"
)
_OF: Final = (
    r"(?:<(?:[^;{}()=<>]|<(?:[^;{}()=<>]|<[^;{}()=<>]{0,40}+>){0,40}+>){0,80}+>)?"
    r"[\s&*]+(\w+)\s*[;=,()\[{:]"
)
"""What a container is of, in angle brackets, and its name."""


def _made(kinds: str) -> re.Pattern[str]:
    """Where a text declares a variable of one of some kinds."""
    return re.compile(
        rf"(?<![\w_])(?:std::)?({kinds})\s*{_OF}"
        rf"|\b(\w+)\s*(?::[^=;\n]{{0,60}})?=\s*(?:new\s+)?(?:\w+::)?({kinds})\b(?!\s*(?:\.(?!New)|\[))"
    )


_HEAPS_RE: Final = _made(_HEAP)
_TREES_RE: Final = _made(_TREE)
_FOREIGN: Final = (
    "HashMap|Map|Dictionary|HashSet|Set|List|ArrayList|LinkedList|Stack|Queue|Deque|ArrayDeque|StringBuilder"
    "|unordered_map|unordered_set|vector|deque|queue|stack|string|map|set|TreeMap|TreeSet|SortedSet"
)
_FOREIGN_RE: Final = _made(_FOREIGN)
_LISTS_RE: Final = re.compile(
    rf"\b(?:vector|List|ArrayList|LinkedList|Vec|list|String|string|IList)\s*{_OF}"
    r"|\b(\w+)\s*(?::(?![^=;\n]{0,60}(?:Set|Map)\b)[^=;\n]{0,60})?:?=\s*(?:\[|new\s+ArrayList|vec!|Vec::|mutableListOf|list\(|listOf|\[\]\w+\{)"
    r"|\b(\w+)\s*:\s*(?:&(?:mut )?)?(?:List|Vec|\[|String|Array|str)\b"
)
_PYTHON_LIKE: Final = frozenset({"python", "javascript", "typescript", "go", "kotlin", "swift"})


def containers(text: str, language: str) -> Containers:
    """What a program's variables hold, where their declaration says it."""
    heaps = frozenset(_declared(_HEAPS_RE, _HEAP, text, ()))
    unordered = ("set", "map") if language in _PYTHON_LIKE else ()
    lists = frozenset(name for match in _LISTS_RE.finditer(text) for name in match.groups() if name)
    if language == "rust":
        copied = re.findall(r"\blet (?:mut )?(\w+) = [^;\n]{1,60}\.to_vec\(\)", text)
        lists = lists.union(copied)
    own = re.findall(r"\b(?:class|struct)\s+(\w+)", text)
    return Containers(
        heaps=heaps,
        trees=frozenset(_declared(_TREES_RE, _TREE, text, unordered)),
        lists=lists,
        foreign=frozenset(_declared(_FOREIGN_RE, _FOREIGN, text, own)),
    )


def _declared(
    pattern: re.Pattern[str], kinds: str, text: str, without: Iterable[str]
) -> Iterator[str]:
    if not any(kind in text for kind in kinds.split("|") if kind not in without):
        return
    for match in pattern.finditer(text):
        kind, name, other, other_kind = match.groups()
        if (kind or other_kind) not in without:
            yield name or other


_SORTS: Final = names_of(
    "sort sorted stable_sort sort_by sort_by_key sort_unstable sort_unstable_by sort_unstable_by_key"
    " sort_unstable_by_key qsort Ints Strings Slice SliceStable Float64s Stable sortBy sortWith sortDescending"
    " sortedBy sortedWith sortedDescending OrderBy OrderByDescending Sort heapify_all SortFunc toSorted"
    " parallelSort partial_sort sortedByDescending sortByDescending sort_values nlargest nsmallest usort"
)
_HEAP_CALLS: Final = names_of(
    "heappush heappop heappushpop heapreplace push_heap pop_heap bisect bisect_left bisect_right insort_left"
    " insort insort_right lower_bound upper_bound binary_search binarySearch BinarySearch equal_range"
    " SearchInts Search removeMin removeMax popMin popMax partition_point enqueue dequeue EnqueueDequeue"
)
_LINEAR_CALLS: Final = names_of(
    "list tuple reversed equals Counter copy clone insert_front reverse join replace split"
    " substr substring slice splice concat indexOf lastIndexOf fill Fill copyOf"
    " copyOfRange accumulate max_element min_element reverse_copy rotate iota next_permutation"
    " prev_permutation heapify make_heap unshift extend deepcopy Copy Repeat memset memcpy memmove strlen"
    " strcat strcmp strstr find_first_of to_vec collect toCharArray chars to_string_all nth_element unique"
    " IndexOf ToCharArray ToArray ToList Substring Reverse Split Join toList toArray addAll"
    " putAll containsAll removeFirstOccurrence replaceAll ReplaceAll startsWith startswith endswith starts_with"
    " HasPrefix"
    " joined joinToString components translate encode decode frequencies AddRange"
    " arraycopy replacingOccurrences retain drain dedup asList stream IntStream rangeClosed collectors"
)
_OF_TREE: Final = names_of(
    "insert erase find count lower_bound upper_bound emplace at add remove put get containsKey contains"
    " floorKey ceilingKey higherKey lowerKey firstKey lastKey pollFirstEntry pollLastEntry first last"
    " floor ceiling higher lower pollFirst pollLast floorEntry ceilingEntry merge getOrDefault Add Remove"
    " TryGetValue entry range pop_first pop_last bisect_left bisect_right discard irange push pop poll"
    " offer emplace_hint headSet tailSet subMap"
)
_ON_HEAP: Final = names_of(
    "push pop poll offer add remove emplace enqueue dequeue Enqueue Dequeue insert extract Push Pop"
    " peek_mut into_sorted_vec replace"
)

_GIVEN_ALL: Final = names_of(
    "extend addAll AddRange concat max min sum sorted any all list tuple set"
)
_FEW_WRITTEN: Final = re.compile(
    r"\(?\[[^\[\]*]{1,60}\](?:\)|$)|[\[(][^\[\]]{1,60}\bin [\[(][^\[\]()*]{1,60}[\])]"
    r"|(?:Arrays\.asList|List\.of|listOf)\([^()]{1,60}\)$"
)

_OF_STRINGS: Final = names_of(
    "Contains ContainsRune Count Index IndexByte IndexRune LastIndex LastIndexByte Fields Replace"
)
_MADE_FROM: Final = frozenset({"HashSet"})
_SORTED_FROM: Final = names_of("TreeSet TreeMap SortedSet")
_FROM_RANGE: Final = re.compile(r"^\w+\(\s*(?:\w+\.)?c?begin\(")


def copy_cost(target: str, text: str, known: Containers) -> Cost:
    """What a declaration costs that fills a sorted container with all of another one."""
    return SORTING if target in known.trees and _FROM_RANGE.match(text) else ONE


_SIZE: Final = r"[^\[\](),;{}]*?\b([a-z_]\w*)[^\[\](),;{}]*?"
_TABLES: Final = re.compile(
    rf"\]\s*\*\s*\(?{_SIZE}\)?\s*(?:for\b[^\]\n]*\bin\s+range\({_SIZE}(?:\(\w+\))?[^\[\](),]*\))"
    rf"|\(\s*{_SIZE},\s*vector<[\w ]+>\(\s*{_SIZE}[,)]"
    rf"|new\s+\w+\[{_SIZE}\]\[{_SIZE}\]|new\s+\w+\[{_SIZE},{_SIZE}\]"
    rf"|vec!\[vec!\[[^;\]]*;{_SIZE}\];{_SIZE}\]"
    rf"|Array\({_SIZE}\)\s*\{{\s*\w*Array\({_SIZE}\)"
    rf"|length:{_SIZE}\}},\s*\(\)\s*=>\s*(?:new\s+)?Array\({_SIZE}\)"
    rf"|repeating:\s*Array\(repeating:[^,]*,\s*count:{_SIZE}\),\s*count:{_SIZE}\)"
)


def table_cost(text: str, sizes: Mapping[str, str]) -> Cost:
    """What an assignment costs that makes a table of n times n entries."""
    for match in _TABLES.finditer(text):
        names = [name for name in match.groups() if name]
        if len(names) >= 2 and not any(
            re.fullmatch(r"\s*\d{1,3}\W*", sizes.get(n, "")) for n in names
        ):
            return Cost(power=2)
    return ONE


def _of_one(call: Call, known: Containers) -> bool:
    """Whether Rust's ``clone`` copies one thing: a pointer, or an element."""
    node = r"(?:left|right|next|node|root|child|head|cur\w*)\)?$|Rc$"
    return bool(re.search(node, call.receiver)) or call.receiver not in known.lists


def call_cost(call: Call, known: Containers, language: str) -> Cost:
    """What one call of a library costs."""
    name, receiver = call.name, call.receiver.split(".")[-1].split("->")[-1].strip("() ")
    if language == "rust" and (name == "Reverse" or (name == "clone" and _of_one(call, known))):
        return ONE
    if name in _SORTS:
        return SORTING
    if re.search(r"input\(|readline|stdin|\.next", call.receiver + " ".join(call.arguments)):
        return ONE  # reading is no part of the algorithm
    if name == "reversed" and language == "python":
        return ONE  # lazy
    if name in _MADE_FROM | _SORTED_FROM and len(call.arguments) == 1:
        whole = re.fullmatch(r"(\w+)(?:\.\w+\(\))?", call.arguments[0])
        if whole and whole[1] in known.lists | known.foreign:
            return SORTING if name in _SORTED_FROM else LINEAR
    if name in ("asList", "of", "tuple") and len(call.arguments) > 1:
        return ONE
    if name in _GIVEN_ALL and call.arguments and _FEW_WRITTEN.match(call.arguments[-1]):
        return ONE
    if name in _HEAP_CALLS or (receiver in ("heap", "heapq") and name in ("Push", "Pop", "Fix")):
        return LOG
    if receiver in known.heaps and name in _ON_HEAP:
        return LOG
    if receiver in known.trees and name in _OF_TREE:
        return LOG
    if call.arguments[:1] and call.arguments[0].startswith("...") and name in ("max", "min"):
        return LINEAR
    if name in ("remove", "RemoveAt", "removeAt") and re.search(r"-\s*1$", "".join(call.arguments)):
        return ONE  # the last one
    if receiver == "strings" and name in _OF_STRINGS:
        return LINEAR
    if name == "reduce" and language == "python" and len(call.arguments) == 2:
        return LINEAR
    if name in ("includes", "lastIndexOf") and language in ("javascript", "typescript"):
        return LINEAR
    if name in ("max", "min", "any", "all", "set", "deque", "dict", "frozenset", "sum") and (
        call.arguments or not receiver or receiver.startswith("numeric_limits")
    ):
        single = len(call.arguments) == 1 and not call.receiver
        plain = single and not re.search(r"\bfor\b|^[{(]", call.arguments[0])
        return LINEAR if plain else ONE
    if name == "+":
        return LINEAR
    if name == "in":
        return LINEAR if receiver in known.lists - known.foreign else ONE
    if name == "count" and language == "python" and call.receiver and len(call.arguments) == 1:
        return LINEAR
    if name in ("Max", "Min", "Sum", "max", "min", "sum", "maxOrNull", "minOrNull"):
        return (
            LINEAR
            if receiver and receiver not in ("Math", "math", "cmp") and not call.arguments
            else ONE
        )
    if name in ("contains", "includes", "Contains", "count", "find", "remove", "index"):
        ranged = len(call.arguments) >= 2 and not call.receiver and name != "index"
        of_list = receiver in known.lists or (name == "index" and language == "python")
        return LINEAR if ranged or of_list else ONE
    if name == "pop" and call.arguments[:1] == ["0"] and language == "python":
        return LINEAR
    if name == "insert" and language == "python" and len(call.arguments) == 2 and call.receiver:
        return LINEAR if receiver in known.lists else ONE
    if name in ("insert", "removeFirst", "remove_at", "removeAt") and language != "cpp":
        return LINEAR if call.arguments[:1] == ["0"] and len(call.arguments) > 1 else ONE
    if name == "shift" and language in ("javascript", "typescript"):
        return ONE
    if name in ("erase", "insert") and "begin" in " ".join(call.arguments):
        return LINEAR
    if name == "[:]":
        if language in ("go", "rust", "swift"):
            return ONE  # a view
        return LINEAR
    if name in ("gcd", "__gcd", "lcm", "pow", "Pow") and len(call.arguments) >= 2:
        return LOG if name != "pow" or len(call.arguments) == 3 else ONE
    if name in ("permutations", "combinations"):
        return ONE  # lazy: the loop over them counts
    return LINEAR if name in _LINEAR_CALLS else ONE
