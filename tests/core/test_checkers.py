"""What each checker accepts: tables of decisions, the shared corpus, and laws."""

import gzip
import json
import math
from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from ordojudge.core import json_values
from ordojudge.core.checkers import check
from ordojudge.core.closeness import Closeness
from ordojudge.core.errors import ProblemError
from ordojudge.core.json_text import MAX_DEPTH
from ordojudge.core.models import (
    Checker,
    ExactChecker,
    FloatsChecker,
    InteractiveChecker,
    LinesChecker,
    ProgramChecker,
    TokensChecker,
    UnorderedChecker,
    ValuesChecker,
)

EXACT = ExactChecker()
LINES = LinesChecker()
TOKENS = TokensChecker()
FLOATS = FloatsChecker()
UNORDERED = UnorderedChecker()
VALUES = ValuesChecker()
IN_ANY_ORDER = ValuesChecker(ordered=False)
NEAR = ValuesChecker(abs_tol=0.01)
NEAR_IN_ANY_ORDER = ValuesChecker(ordered=False, abs_tol=0.01)

EVERY: tuple[Checker, ...] = (EXACT, LINES, TOKENS, FLOATS, UNORDERED, VALUES, IN_ANY_ORDER)


class Case(NamedTuple):
    checker: Checker
    expected: bytes
    actual: bytes
    accepted: bool


def accepts(checker: Checker, expected: bytes, actual: bytes) -> bool:
    verdict = check(checker, expected, actual)
    if verdict.accepted:
        assert verdict.reason is None
    else:
        assert verdict.reason
        assert len(verdict.reason) <= 200
        assert verdict.reason.isprintable()
    return verdict.accepted


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


# ---------------------------------------------------------------------- decisions

TEXTS = {
    "exact: the same": Case(EXACT, b"a\n", b"a\n", True),
    "exact: final newline missing": Case(EXACT, b"a\n", b"a", False),
    "exact: CRLF": Case(EXACT, b"a\n", b"a\r\n", False),
    "exact: blank before the end": Case(EXACT, b"a\n", b"a \n", False),
    "exact: empty for blank": Case(EXACT, b"\n", b"", False),
    "lines: final newline missing": Case(LINES, b"a\nb\n", b"a\nb", True),
    "lines: CRLF": Case(LINES, b"a\nb\n", b"a\r\nb\r\n", True),
    "lines: trailing space on an inner line": Case(LINES, b"a\nb\n", b"a \nb\n", True),
    "lines: every white space at ends": Case(LINES, b"a\nb\n", b"a \t\v\f\r\nb", True),
    "lines: blank lines at the end": Case(LINES, b"a\n", b"a\n \n\t\n\n", True),
    "lines: blank lines at the end of the expected": Case(LINES, b"a\n\n\n", b"a", True),
    "lines: empty for blank": Case(LINES, b" \n\n", b"", True),
    "lines: blank line at the start": Case(LINES, b"a\n", b"\na\n", False),
    "lines: extra inner space": Case(LINES, b"a b\n", b"a  b\n", False),
    "lines: leading space": Case(LINES, b"a\n", b" a\n", False),
    "lines: a lone carriage return ends no line": Case(LINES, b"a\nb\n", b"a\rb\n", False),
    "lines: one more": Case(LINES, b"a\n", b"a\nb\n", False),
    "lines: one fewer": Case(LINES, b"a\nb\n", b"a\n", False),
    "lines: output goes on after the prefix": Case(LINES, b"12", b"123", False),
    "lines: other byte that is not UTF-8": Case(LINES, b"\xff\n", b"\xfe\n", False),
    "tokens: extra inner space": Case(TOKENS, b"1 2\n", b"1   2\n", True),
    "tokens: other line breaks": Case(TOKENS, b"1 2\n3\n", b"1\n2 3", True),
    "tokens: old Mac line breaks": Case(TOKENS, b"1\n2\n", b"1\r2\r", True),
    "tokens: leading white space": Case(TOKENS, b"1\n", b"\v\f 1\n", True),
    "tokens: empty for blank": Case(TOKENS, b"\n", b"", True),
    "tokens: empty for something": Case(TOKENS, b"1\n", b"", False),
    "tokens: something for empty": Case(TOKENS, b"", b"1\n", False),
    "tokens: yes for YES": Case(TOKENS, b"YES\n", b"yes\n", False),
    "tokens: yes for YES without case": Case(
        TokensChecker(case_sensitive=False), b"YES\n", b"yes\n", True
    ),
    "tokens: only ASCII letters lack case": Case(
        TokensChecker(case_sensitive=False), "É\n".encode(), "é\n".encode(), False
    ),
    "tokens: output goes on after the prefix": Case(TOKENS, b"1 2", b"1 23", False),
    "tokens: output ends inside a token": Case(TOKENS, b"1 23", b"1 2", False),
    "tokens: joined": Case(TOKENS, b"1 2\n", b"12\n", False),
    "tokens: 1.0 is not 1": Case(TOKENS, b"1\n", b"1.0\n", False),
    "tokens: no-break space is no white space": Case(TOKENS, b"1 2\n", b"1\xc2\xa02\n", False),
    "tokens: next line of Latin-1 is no white space": Case(TOKENS, b"1 2\n", b"1\x852\n", False),
    "tokens: file separator is no white space": Case(TOKENS, b"1 2\n", b"1\x1c2\n", False),
    "tokens: NUL byte": Case(TOKENS, b"1\n", b"1\0\n", False),
    "tokens: byte order mark": Case(TOKENS, b"1\n", b"\xef\xbb\xbf1\n", False),
    "tokens: same bytes that are not UTF-8": Case(TOKENS, b"\xff 1\n", b"\xff  1\n", True),
    "tokens: one byte more that is not UTF-8": Case(TOKENS, b"1\n", b"1 \xff\n", False),
    "unordered: other order": Case(UNORDERED, b"a\nb\nc\n", b"c\na\nb", True),
    "unordered: CRLF": Case(UNORDERED, b"a\nb\n", b"b\r\na\r\n", True),
    "unordered: repeated too often": Case(UNORDERED, b"a\nb\n", b"a\na\nb\n", False),
    "unordered: other counts": Case(UNORDERED, b"a\na\nb\n", b"a\nb\nb\n", False),
    "unordered: order within a line": Case(UNORDERED, b"1 2\n", b"2 1\n", False),
    "unordered: empty line moved to the end": Case(UNORDERED, b"a\n\nb\n", b"b\na\n\n", True),
    "unordered: line missing": Case(UNORDERED, b"a\nb\n", b"b\n", False),
}


def floats(
    expected: bytes,
    actual: bytes,
    accepted: bool,
    *,
    a: float | None = None,
    r: float | None = None,
) -> Case:
    return Case(FloatsChecker(abs_tol=a, rel_tol=r), expected, actual, accepted)


LARGE = b"100000000000000000"
LARGE_AND_ONE = b"100000000000000001"

NUMBERS = {
    "a third in full against 6 decimals": floats(b"0.333333", b"0.3333333333333333", True),
    "two on a line": floats(b"0.333333 0.666667\n", b"0.3333333333333333 0.6666666666666666", True),
    "words beside numbers": floats(b"x 1.5 YES", b"x 1.50 YES", True),
    "other word beside numbers": floats(b"1.5 YES", b"1.5 NO", False),
    "word differs before a number does": floats(b"NO 1.5", b"YES 1.6", False),
    "one number more": floats(b"1.5", b"1.5 1.5", False),
    "10^17+1 for 10^17": floats(LARGE, LARGE_AND_ONE, False),
    "10^17+1 for 10^17 with zero tolerance": floats(LARGE, LARGE_AND_ONE, False, a=0.0),
    "10^17+1 for 10^17 within one": floats(LARGE, LARGE_AND_ONE, True, a=1.0),
    "10^17+1 for 10^17 within less than one": floats(LARGE, LARGE_AND_ONE, False, a=0.999),
    "2^53+1 for 2^53": floats(b"9007199254740992", b"9007199254740993", False),
    "integers differ by default": floats(b"1000000000", b"1000000500", False),
    "integers within a stated tolerance": floats(b"1000000000", b"1000000500", True, r=1e-6),
    "integer for a real": floats(b"1000000000.0", b"1000000500", True),
    "real for an integer": floats(b"1000000000", b"1000000500.0", True),
    "leading zeros": floats(b"7", b"007", True),
    "plus sign": floats(b"7", b"+7", True),
    "large integer with a sign": floats(LARGE, b"+" + LARGE, True),
    "minus zero": floats(b"0", b"-0", True),
    "minus zero in full": floats(b"0.0", b"-0.000", True),
    "other sign": floats(b"1.5", b"-1.5", False),
    "at the absolute tolerance": floats(b"0", b"0.000001", True, a=1e-6),
    "just beyond the absolute tolerance": floats(b"0", b"0.00000100000000000000001", False, a=1e-6),
    "at the relative tolerance": floats(b"3000000", b"3000003", True, r=1e-6),
    "just beyond the relative tolerance": floats(b"3000000", b"3000003.0000000001", False, r=1e-6),
    "relative to the expected, not the actual": floats(b"100", b"200", False, r=0.5),
    "relative to the expected, which is larger": floats(b"200", b"100", True, r=0.5),
    "relative tolerance alone near zero": floats(b"0", b"1e-12", False, r=1e-6),
    "absolute tolerance alone for large": floats(b"1e9", b"1000000000.5", False, a=1e-6),
    "zero tolerance, equal": floats(b"1.50", b"1.5", True, a=0.0, r=0.0),
    "zero tolerance, the same double": floats(b"0.1", b"0.10000000000000000001", False, a=0.0),
    "tiny difference at the bottom": floats(b"5e-324", b"0", False, a=0.0),
    "nan for a number": floats(b"1.5", b"nan", False, a=1e300),
    "number for nan": floats(b"nan", b"1.5", False),
    "nan for nan, other white space": floats(b"nan 1\n", b"nan  1", True),
    "NaN for nan": floats(b"nan", b"NaN", False),
    "inf for a number": floats(b"1.5", b"inf", False, a=1e300),
    "inf for inf": floats(b"inf 1\n", b"inf  1", True),
    "-inf for inf": floats(b"inf", b"-inf", False),
    "overflow for a number": floats(b"1.5", b"1e999", False, r=1.0),
    "number for overflow": floats(b"1e999", b"1.5", False, r=1.0),
    "overflow for overflow": floats(b"1e999", b"2e999", False, r=1.0),
    "overflow written alike": floats(b"1e999 1\n", b"1e999  1", True),
    "integer that overflows": floats(b"9" * 400, b"9" * 399 + b"8", False, r=1.0),
    "integer that overflows, written alike": floats(b"9" * 400 + b"\n", b"9" * 400, True),
    "exponent beyond reason": floats(b"1", b"1e99999999999999999999", False),
    "negative exponent beyond reason": floats(b"0.0", b"1e-99999999999999999999", True),
    "zero with an exponent beyond reason": floats(b"0.0", b"0e99999999999999999999", True),
    "many digits": floats(b"0.3333333", b"0." + b"3" * 100_000, True),
    "1_0 for 10": floats(b"10", b"1_0", False),
    "hexadecimal": floats(b"1.5", b"0x1.8p0", False),
    "full-width digits": floats(b"15", "\uff11\uff15".encode(), False),
    "decimal comma": floats(b"1.5", b"1,5", False),
    "two points": floats(b"1.5", b"1.5.0", False),
    "exponent without digits": floats(b"1.5", b"1.5e", False),
    "point alone": floats(b"0", b".", False),
    "sign alone": floats(b"0", b"-", False),
    "two signs": floats(b"1", b"--1", False),
    "suffix": floats(b"1.5", b"1.5f", False),
    "fraction": floats(b"0.5", b"1/2", False),
    "no digit before the point": floats(b"0.5", b".5", True),
    "no digit after the point": floats(b"5", b"5.", True),
    "capital exponent": floats(b"1.5", b"15E-1", True),
    "product overflows, gap too": floats(b"-1.7e308", b"1.7e308", False, r=1.5),
}

VALUE_CASES = {
    "white space": Case(VALUES, b"[1, 2]", b" [1,2]\n", True),
    "order of keys": Case(VALUES, b'{"a": 1, "b": 2}', b'{"b": 2, "a": 1}', True),
    "order of a list": Case(VALUES, b"[1, 2]", b"[2, 1]", False),
    "1.0 for 1": Case(VALUES, b"1", b"1.0", True),
    "1e2 for 100": Case(VALUES, b"100", b"1e2", True),
    "true for 1": Case(VALUES, b"1", b"true", False),
    "1 for true": Case(VALUES, b"true", b"1", False),
    "false for 0": Case(VALUES, b"[0]", b"[false]", False),
    "null for false": Case(VALUES, b"false", b"null", False),
    "text of a number": Case(VALUES, b"1", b'"1"', False),
    "empty list for null": Case(VALUES, b"null", b"[]", False),
    "empty object for empty list": Case(VALUES, b"[]", b"{}", False),
    "minus zero": Case(VALUES, b"0", b"-0.0", True),
    "minus zero as integer": Case(VALUES, b"0", b"-0", True),
    "more digits of the same double": Case(VALUES, b"0.1", b"0.10000000000000001", True),
    "0.1 + 0.2 without tolerance": Case(VALUES, b"0.3", b"0.30000000000000004", False),
    "0.1 + 0.2 with tolerance": Case(
        ValuesChecker(abs_tol=1e-9), b"0.3", b"0.30000000000000004", True
    ),
    "relative tolerance": Case(ValuesChecker(rel_tol=0.1), b"[100.0]", b"[109]", True),
    "at the tolerance as written": Case(ValuesChecker(abs_tol=1e-6), b"0.3", b"0.300001", True),
    "integers compare exactly": Case(ValuesChecker(abs_tol=5.0), b"3", b"4", False),
    "2^53+1 for 2^53 as a double": Case(VALUES, b"9007199254740993", b"9007199254740992.0", False),
    "huge integer": Case(VALUES, b"[" + b"9" * 9000 + b"]", b"[ " + b"9" * 9000 + b"]", True),
    "other huge integer": Case(VALUES, b"1" * 9000, b"1" * 8999 + b"2", False),
    "huge integer for a double": Case(ValuesChecker(rel_tol=1.0), b"1e308", b"1" * 400, False),
    "overflow for infinity": Case(VALUES, b"Infinity", b"1e999", False),
    "infinity": Case(VALUES, b"[Infinity,1]", b"[Infinity,1.0]", True),
    "other infinity": Case(NEAR, b"Infinity", b"-Infinity", False),
    "NaN": Case(VALUES, b"[NaN,1]", b"[NaN,1.0]", False),
    "NaN written alike": Case(VALUES, b"[NaN, 1]", b"[NaN,1]", True),
    "NaN in any order": Case(IN_ANY_ORDER, b"[NaN,1]", b"[1,NaN]", False),
    "escapes": Case(VALUES, '"é/\U0001f600"'.encode(), b'"\\u00e9\\/\\ud83d\\ude00"', True),
    "lone surrogate": Case(VALUES, b'"\\ud800"', b'"\\uD800"', True),
    "other letter case": Case(VALUES, b'"a"', b'"A"', False),
    "other normal form": Case(VALUES, '"é"'.encode(), '"e\u0301"'.encode(), False),
    "punctuation in strings": Case(VALUES, b'["],[\\"",1]', b'[ "],[\\"", 1 ]', True),
    "space in strings": Case(VALUES, b'"a b"', b'"a  b"', False),
    "key missing": Case(VALUES, b'{"a": 1}', b"{}", False),
    "key unexpected": Case(VALUES, b"{}", b'{"a": 1}', False),
    "key repeated": Case(VALUES, b'{"a": 1}', b'{"a": 2, "a": 1}', False),
    "list longer": Case(VALUES, b"[1]", b"[1, 1]", False),
    "far more than expected": Case(VALUES, b"[1]", b"[" + b"1," * 50_000 + b"1]", False),
    "any order": Case(IN_ANY_ORDER, b"[3, 1, 2]", b"[1, 2, 3]", True),
    "any order, mixed kinds": Case(
        IN_ANY_ORDER, b'[1, "a", null, true, [2], {"k": [1, 2]}]',
        b'[{"k": [2, 1]}, [2], true, null, "a", 1.0]', True,
    ),
    "any order at depth": Case(IN_ANY_ORDER, b'{"a": [[1, 2], [3]]}', b'{"a": [[3], [2, 1]]}', True),
    "any order, other counts": Case(IN_ANY_ORDER, b"[1, 1, 2]", b"[1, 2, 2]", False),
    "any order, regrouped": Case(IN_ANY_ORDER, b"[[1, 2], [3]]", b"[[1], [2, 3]]", False),
    "any order, true for 1": Case(IN_ANY_ORDER, b"[1, 2]", b"[2, true]", False),
    "any order, keys keep values": Case(
        IN_ANY_ORDER, b'{"a": 1, "b": 2}', b'{"a": 2, "b": 1}', False
    ),
    "any order, scalar": Case(IN_ANY_ORDER, b"1", b"2", False),
    "any order, list for object": Case(IN_ANY_ORDER, b"{}", b"[]", False),
    "any order, many": Case(
        IN_ANY_ORDER,
        json.dumps([[n, str(n)] for n in range(9000)]).encode(),
        json.dumps([[n, str(n)] for n in reversed(range(9000))]).encode(),
        True,
    ),
    "any order, near": Case(NEAR_IN_ANY_ORDER, b"[1.0, 2.0]", b"[2.001, 0.999]", True),
    "any order, too far": Case(NEAR_IN_ANY_ORDER, b"[1.0, 2.0]", b"[2.001, 0.9]", False),
    "any order, near pairs that sorting would cross": Case(
        NEAR_IN_ANY_ORDER, b"[[1.0, 5.0], [1.001, 9.0]]", b"[[1.0, 9.0], [1.001, 5.0]]", True
    ),
    "any order, each near only one": Case(
        ValuesChecker(ordered=False, abs_tol=1.0), b"[[0.0], [1.0]]", b"[[2.0], [1.0]]", True
    ),
    "any order, two near the same one": Case(
        NEAR_IN_ANY_ORDER, b"[[1.0, 1.0], [1.0, 1.0]]", b"[[1.0, 1.0], [1.0, 1.5]]", False
    ),
    "any order, integers exact beside reals": Case(
        ValuesChecker(ordered=False, abs_tol=1.5), b"[5, 6.0]", b"[6.5, 6]", True
    ),
    "not JSON": Case(VALUES, b"1", b"one", False),
    "empty": Case(VALUES, b"1", b"", False),
    "blank": Case(VALUES, b"1", b" \n", False),
    "two values": Case(VALUES, b"1", b"1 1", False),
    "unclosed list": Case(VALUES, b"[1]", b"[1", False),
    "unclosed string": Case(VALUES, b'"a"', b'"a', False),
    "wrong closing": Case(VALUES, b"[]", b"[}", False),
    "closing alone": Case(VALUES, b"[]", b"]", False),
    "comma before the end": Case(VALUES, b"[1]", b"[1,]", False),
    "comma alone": Case(VALUES, b"[]", b"[,]", False),
    "comma after the value": Case(VALUES, b"1", b"1,", False),
    "no comma": Case(VALUES, b"[12]", b"[1 2]", False),
    "object without colon": Case(VALUES, b'{"a": 1}', b'{"a" 1}', False),
    "object without value": Case(VALUES, b'{"a": 1}', b'{"a":}', False),
    "object with comma before the end": Case(VALUES, b'{"a": 1}', b'{"a": 1,}', False),
    "number as key": Case(VALUES, b'{"1": 1}', b"{1: 1}", False),
    "leading zero": Case(VALUES, b"1", b"01", False),
    "plus sign": Case(VALUES, b"1", b"+1", False),
    "no digit after the point": Case(VALUES, b"1", b"1.", False),
    "underscore": Case(VALUES, b"10", b"1_0", False),
    "full-width digits": Case(VALUES, b"15", "\uff11\uff15".encode(), False),
    "single quotes": Case(VALUES, b'"a"', b"'a'", False),
    "True for true": Case(VALUES, b"true", b"True", False),
    "byte order mark": Case(VALUES, b"1", b"\xef\xbb\xbf1", False),
    "NUL byte": Case(VALUES, b"1", b"1\0", False),
    "form feed": Case(VALUES, b"1", b"\f1", False),
    "not UTF-8": Case(VALUES, b'"a"', b'"\xff"', False),
    "raw newline in a string": Case(VALUES, b'"a\\nb"', b'"a\nb"', False),
    "deepest": Case(
        VALUES, b"[" * MAX_DEPTH + b"1" + b"]" * MAX_DEPTH,
        b"[" * MAX_DEPTH + b"1.0" + b"]" * MAX_DEPTH, True,
    ),
    "deepest, any order, near": Case(
        NEAR_IN_ANY_ORDER, b"[" * MAX_DEPTH + b"1" + b"]" * MAX_DEPTH,
        b"[" * MAX_DEPTH + b"1.001" + b"]" * MAX_DEPTH, True,
    ),
    "too deep": Case(VALUES, b"[]", b"[" * 9_000 + b"]" * 9_000, False),
}  # fmt: skip


@pytest.mark.parametrize("case", TEXTS.values(), ids=TEXTS.keys())
def test_texts(case: Case) -> None:
    assert accepts(case.checker, case.expected, case.actual) is case.accepted


@pytest.mark.parametrize("case", NUMBERS.values(), ids=NUMBERS.keys())
def test_numbers(case: Case) -> None:
    assert accepts(case.checker, case.expected, case.actual) is case.accepted


@pytest.mark.parametrize("case", VALUE_CASES.values(), ids=VALUE_CASES.keys())
def test_values(case: Case) -> None:
    assert accepts(case.checker, case.expected, case.actual) is case.accepted


REASONS = {
    "exact": (EXACT, b"a\nbc\n", b"a\nbd\n", r"line 2, byte 2: expected 'c\n', got 'd\n'"),
    "exact, short": (EXACT, b"a\n", b"a", r"line 1, byte 2: expected '\n', got the end"),
    "lines": (LINES, b"a\n\nb\n", b"a\n\nc\n", "line 3: expected b, got c"),
    "lines, short": (LINES, b"a\nb\n", b"a\n", "line 2: expected b, got the end of the output"),
    "lines, long": (LINES, b"a\n", b"a\n\nb\n", "line 3: expected the end of the output, got b"),
    "tokens": (TOKENS, b"1 2\n3 7\n", b"1 2\n3\n\n 3 8\n", "line 4, token 1: expected 7, got 3"),
    "tokens, second of a line": (TOKENS, b"1\n2\n3 7", b"1\n2\n3 8", "line 3, token 2: expected 7"),
    "tokens, short": (TOKENS, b"1 2\n", b"1\n", "expected 2, got the end of the output"),
    "tokens, long": (TOKENS, b"1\n", b"1 2\n", "line 1, token 2: expected the end of the output"),
    "tokens, not UTF-8": (TOKENS, b"1", b"\xff\x00", r"got \xff\x00"),
    "tokens, trimmed": (TOKENS, b"1", b"x" * 1000, "got " + "x" * 40 + "…"),
    "unordered": (UNORDERED, b"a\nb\n", b"b\nc\n", "missing line a, unexpected line c"),
    "values": (VALUES, b'{"a": [1, 7]}', b'{"a": [1, 8]}', 'value["a"][1]: expected 7, got 8'),
    "values, kinds": (VALUES, b"[1]", b"[[1, 2]]", "value[0]: expected 1, got a list of 2"),
    "values, lengths": (VALUES, b"[1, 2]", b"[1]", "value: expected 2 elements, got 1"),
    "values, any order": (IN_ANY_ORDER, b"[1, 2]", b"[1]", "value: expected 2 elements, got 1"),
    "values, not JSON": (VALUES, b"1", b"one", "not JSON: unexpected 'one'"),
    "values, too deep": (VALUES, b"1", b"[" * 250, f"nested deeper than {MAX_DEPTH}"),
}


@pytest.mark.parametrize("row", REASONS.values(), ids=REASONS.keys())
def test_a_reason_names_the_place(row: tuple[Checker, bytes, bytes, str]) -> None:
    checker, expected, actual, reason = row
    assert not accepts(checker, expected, actual)
    assert reason in str(check(checker, expected, actual).reason)


@pytest.mark.parametrize("expected", [b"one", b"", b"[1", b"[" * 300 + b"]" * 300])
def test_an_expected_value_must_be_json(expected: bytes) -> None:
    with pytest.raises(ProblemError, match="expected output: "):
        check(VALUES, expected, b"1")


def test_programs_run_elsewhere() -> None:
    program = ProgramChecker(language="cpp", source="", protocol="testlib")
    interactive = InteractiveChecker(language="cpp", source="")
    for checker in (program, interactive):
        with pytest.raises(TypeError, match="runs in a box"):
            check(checker, b"1", b"1")


def test_pairing_gives_up_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = as_json([[1.0, float(n)] for n in range(100)])
    # The first numbers sort these the other way round, so that every pair has to be looked for.
    actual = as_json([[1.0 - n / 1e6, float(n)] for n in range(100)])
    assert accepts(NEAR_IN_ANY_ORDER, expected, actual)
    monkeypatch.setattr(json_values, "MAX_COMPARISONS", 1_000)
    reason = check(NEAR_IN_ANY_ORDER, expected, actual).reason
    assert reason == "too many ways to pair the elements within the tolerances"


# ---------------------------------------------------------------------- the shared corpus


def _checker_of(row: dict[str, Any]) -> Checker:
    rule = dict(row["checker"])
    if rule["type"] == "float":
        names = {
            "type": "type",
            "abs": "abs_tol",
            "rel": "rel_tol",
            "case_sensitive": "case_sensitive",
        }
        rule = {names[key]: value for key, value in rule.items()} | {"type": "floats"}
    checker: Checker = TypeAdapter(Checker).validate_python(rule)
    return checker


def test_the_cases_of_the_corpus(shared: Path) -> None:
    lines = gzip.decompress((shared / "data/corpus/checker-cases-own.jsonl.gz").read_bytes())
    rows = [json.loads(line) for line in lines.splitlines()]
    assert len(rows) == 63
    disagreements = [
        f"{row['id']}: {row['note']}"
        for row in rows
        if accepts(_checker_of(row), row["expected_output"].encode(), row["actual_output"].encode())
        is not (row["verdict"] == "AC")
    ]
    assert disagreements == []


# ---------------------------------------------------------------------- long outputs

CHUNK = 1 << 15


@pytest.mark.parametrize("size", [CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK])
@pytest.mark.parametrize("checker", [LINES, TOKENS, FLOATS, UNORDERED], ids=lambda c: c.type)
def test_chunks_change_nothing(checker: Checker, size: int) -> None:
    head = (b"12345 " * size)[: size - 2]
    expected = head + b"\n7 8\n"
    assert accepts(checker, expected, head + b" \n7 8")
    assert not accepts(checker, expected, head + b" \n7 9")
    assert not accepts(checker, expected, head + b" \n7")
    assert not accepts(checker, expected, head)


@pytest.mark.parametrize("checker", [LINES, TOKENS, FLOATS, UNORDERED], ids=lambda c: c.type)
def test_one_long_token(checker: Checker) -> None:
    token = b"x" * (3 * CHUNK)
    assert accepts(checker, token + b"\n", token)
    assert accepts(checker, b"a\n" + token + b"\n", b"a \n" + token)
    assert not accepts(checker, token + b"\n", token + b"x\n")
    assert not accepts(checker, token, b"")


@pytest.mark.parametrize("size", [CHUNK - 3, CHUNK - 2, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
@pytest.mark.parametrize("filler", ["x", "\\", '"', "é", "[", " "])
def test_windows_of_json_cut_nothing(filler: str, size: int) -> None:
    value = ["", filler * size, {"k": filler}, 7]
    expected = json.dumps(value).encode()
    padded = b" " * size + json.dumps(value, ensure_ascii=False, indent=1).encode()
    assert accepts(VALUES, expected, padded)
    assert not accepts(VALUES, expected, padded.replace(b"7", b"8"))
    assert not accepts(VALUES, expected, padded[:-1])


# ---------------------------------------------------------------------- laws

spaces = st.text(alphabet=" \t\n\v\f\r", min_size=1, max_size=3).map(str.encode)
words = st.sampled_from(
    [
        b"1",
        b"1.0",
        b"1.0000004",
        b"2",
        b"-0",
        b"1e0",
        b"nan",
        b"x",
        b"X",
        b"\xff",
        b"1_0",
        b"9" * 20,
    ]
)
outputs = st.lists(st.one_of(words, spaces, st.just(b"\n")), max_size=12).map(b"".join)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([0.0, 1.0, 1.5, 2.25, 1e300, 10**400]),
    st.sampled_from(["", "a", '"', "é", "\\"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=12,
)


@given(st.one_of(outputs, st.binary(max_size=20)))
def test_every_checker_accepts_its_own_expected_output(output: bytes) -> None:
    for checker in EVERY:
        assert accepts(checker, output, bytes(bytearray(output)))


@given(outputs, outputs)
def test_each_text_checker_accepts_what_a_stricter_one_accepts(
    expected: bytes, actual: bytes
) -> None:
    strict_to_lenient: list[Checker] = [EXACT, LINES, TOKENS, FLOATS]
    verdicts = [accepts(checker, expected, actual) for checker in strict_to_lenient]
    assert verdicts == sorted(verdicts)
    assert accepts(UNORDERED, expected, actual) >= accepts(LINES, expected, actual)


@given(st.lists(words, max_size=8), st.lists(spaces, min_size=9, max_size=9))
def test_tokens_ignore_how_they_are_spaced(tokens: list[bytes], gaps: list[bytes]) -> None:
    spaced = b"".join(gap + token for gap, token in zip(gaps, tokens, strict=False)) + gaps[-1]
    assert accepts(TOKENS, b" ".join(tokens), spaced)


@given(outputs, st.randoms(use_true_random=False))
def test_unordered_ignores_order(output: bytes, random: Any) -> None:
    lines = output.split(b"\n")
    random.shuffle(lines)
    assert accepts(UNORDERED, output, b"\n".join(lines))


@given(outputs, outputs)
def test_lines_agree_with_their_definition(expected: bytes, actual: bytes) -> None:
    def canonical(text: bytes) -> bytes:
        return b"\n".join(line.rstrip() for line in text.split(b"\n")).rstrip(b"\n")

    assert accepts(LINES, expected, actual) is (canonical(expected) == canonical(actual))
    assert accepts(TOKENS, expected, actual) is (expected.split() == actual.split())


numerals = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-(2**70), 2**70).map(str),
    st.decimals(-10, 10, allow_nan=False, places=7).map(str),
)
tolerances = st.sampled_from([0.0, 1e-300, 1e-9, 1e-6, 0.5, 1.0, 10.0, 1e300])


@given(numerals, numerals, tolerances, tolerances)
def test_nearness_is_decided_without_rounding(x: str, y: str, a: float, r: float) -> None:
    gap = abs(Fraction(x) - Fraction(y))
    near = gap <= Fraction(repr(a)) or gap <= Fraction(repr(r)) * abs(Fraction(x))
    checker = FloatsChecker(abs_tol=a, rel_tol=r)
    assert accepts(checker, x.encode(), y.encode()) is near


@given(st.floats(-10, 10), st.floats(-1e-5, 1e-5), tolerances)
def test_nearness_near_the_tolerance(x: float, step: float, a: float) -> None:
    y = repr(x + step)
    near = abs(Fraction(repr(x)) - Fraction(y)) <= Fraction(repr(a))
    assert accepts(FloatsChecker(abs_tol=a), repr(x).encode(), y.encode()) is near


@given(numerals, numerals, st.tuples(tolerances, tolerances), st.tuples(tolerances, tolerances))
def test_a_larger_tolerance_accepts_no_less(
    x: str, y: str, first: tuple[float, float], second: tuple[float, float]
) -> None:
    small = FloatsChecker(abs_tol=min(first), rel_tol=min(second))
    large = FloatsChecker(abs_tol=max(first), rel_tol=max(second))
    assert accepts(large, x.encode(), y.encode()) >= accepts(small, x.encode(), y.encode())


@given(values, values)
def test_values_without_tolerance_are_symmetric(x: object, y: object) -> None:
    for checker in (VALUES, IN_ANY_ORDER):
        forth = accepts(checker, as_json(x), as_json(y))
        assert forth is accepts(checker, as_json(y), as_json(x))


@given(values)
def test_a_value_equals_its_other_texts(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode()
    for checker in (VALUES, IN_ANY_ORDER, NEAR, NEAR_IN_ANY_ORDER):
        assert accepts(checker, as_json(value), text)


@given(values, st.randoms(use_true_random=False))
def test_values_in_any_order_ignore_order(value: object, random: Any) -> None:
    shuffled = as_json(_shuffled(value, random))
    assert accepts(IN_ANY_ORDER, as_json(value), shuffled)
    assert accepts(NEAR_IN_ANY_ORDER, as_json(value), shuffled)


def _shuffled(value: object, random: Any) -> object:
    if isinstance(value, dict):
        return {key: _shuffled(part, random) for key, part in value.items()}
    if not isinstance(value, list):
        return value
    parts = [_shuffled(part, random) for part in value]
    random.shuffle(parts)
    return parts


quarters = st.integers(0, 8).map(lambda n: n / 4)
points = st.lists(st.lists(quarters, min_size=2, max_size=2), min_size=1, max_size=4)


@given(points, points)
def test_pairing_within_tolerances_finds_every_pairing(
    expected: list[list[float]], actual: list[list[float]]
) -> None:
    def near(x: list[float], y: list[float]) -> bool:
        sides = product([x], [y, y[::-1]])
        return any(all(abs(p - q) <= 0.5 for p, q in zip(*side, strict=True)) for side in sides)

    exists = len(expected) == len(actual) and any(
        all(near(x, y) for x, y in zip(expected, order, strict=True))
        for order in permutations(actual)
    )
    checker = ValuesChecker(ordered=False, abs_tol=0.5)
    assert accepts(checker, as_json(expected), as_json(actual)) is exists


def test_closeness_names_its_rules() -> None:
    assert Closeness.of_values(None, None).is_exact
    assert not Closeness.of_tokens(None, None).integers_too
    assert Closeness.of_tokens(None, 0.0).is_exact
    assert Closeness.of_values(0.5, None).admits(Decimal(1), Decimal("1.5"))
    assert math.isclose(Closeness.of_tokens(None, None).relative, 1e-6)
