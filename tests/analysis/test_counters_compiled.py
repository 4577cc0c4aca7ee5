"""Counted Rust and Go programs: costs grow as the work does, and repeat exactly."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from ordojudge.analysis import counted_go
from ordojudge.analysis.candidate import Candidate
from ordojudge.analysis.costs import Counter, NoCounter
from ordojudge.analysis.counters import counter_for, kind_of
from ordojudge.core.errors import AnalyserError
from ordojudge.core.languages import Language, find_language
from ordojudge.ports import Box, ComplexityQuestion, Program, Run, Sandbox
from ordojudge.sandbox.memory_files import MemoryFile
from tests.analysis.test_counters import LIMITS, STDIO, operations
from tests.analysis.test_hostile_compiled import require
from tests.conftest import ROOT


@contextmanager
def counted(sandbox: Sandbox, source: str, language: str) -> Iterator[Counter]:
    require(language, sandbox)
    row = find_language(language)
    with sandbox.box(row) as box:
        try:
            yield counter_for(source.encode(), row, kind=kind_of(row), problem=STDIO, box=box)
        except NoCounter as error:
            pytest.skip(f"{row.name}: {error}")


def growth(sandbox: Sandbox, language: str, source: str, body: str) -> float:
    """How many times as much twice the size takes, without what the program takes without its body."""
    costs = []
    for text in (body, ""):
        with counted(sandbox, source.replace("BODY", text), language) as counter:
            costs.append([operations(counter, f"{n}\n") for n in (2000, 4000)])
    own = [whole - part for whole, part in zip(*costs, strict=True)]
    return float(own[1] / own[0])


RUST = """
#[allow(unused_imports)]
use std::collections::*;

#[allow(unused_mut)]
fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let n: usize = line.trim().parse().unwrap();
    let mut a: Vec<usize> = (0..n).map(|i| i * 7919 % 100003).collect();
    let mut t = String::new();
    BODY
    println!("{} {}", a.len(), t.len());
}
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("a.sort();", 2.2, id="sort"),
        pytest.param("let m: HashMap<_, _> = a.iter().map(|&x| (x, x)).collect(); a[0] = m.len();",
                     2.0, id="a hash map"),
        pytest.param("for i in 0..n { a.insert(0, i); }", 4.0, id="insert"),
        pytest.param("for i in 0..n { a[i] ^= usize::from(a.contains(&i)); }", 4.0, id="contains"),
        pytest.param("for _ in 0..n { t = format!(\"{t}x\"); }", 4.0, id="text copied"),
        pytest.param("for _ in 0..n { t.push('x'); }", 2.0, id="text extended"),
    ],
)  # fmt: skip
def test_rust_costs_grow_as_the_work_does(sandbox: Sandbox, body: str, expected: float) -> None:
    assert growth(sandbox, "rust", RUST, body) == pytest.approx(expected, rel=0.1)


def test_reading_a_number_costs_nothing_in_rust(sandbox: Sandbox) -> None:
    source = RUST.replace("(0..n)", "(0..n % 7)").replace("BODY", "")
    with counted(sandbox, source, "rust") as counter:
        costs = [operations(counter, f"{n}\n") for n in (8, 701, 7_000_001)]
    assert max(costs) - min(costs) <= 2


GO = """
package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sort"
	"strings"
)

var _, _, _ = bytes.Clone, maps.Keys[map[int]int], strings.Index
var _, _, _ = big.NewInt, slices.Max[[]int], sort.Ints

type text string

func main() {
	var n int
	fmt.Scan(&n)
	a := make([]int, n)
	m := map[int]int{}
	for i := range a {
		a[i] = i * 7919 % 100003
		m[i] = a[i]
	}
	t := ""
	BODY
	fmt.Println(len(a), len(t))
}
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("for i := range a { a[i]++ }", 2.0, id="a loop"),
        pytest.param("sort.Ints(a)", 2.2, id="Ints"),
        pytest.param("slices.SortFunc(a, func(x, y int) int { return x - y })", 2.2, id="SortFunc"),
        pytest.param("for range n { a = slices.Insert(a, 0, 1) }", 4.0, id="Insert"),
        pytest.param("for i := range n { a = append(a[:0:0], a...); a[i] = 0 }", 4.0, id="append"),
        pytest.param("for i := range n { a = append(a, i) }", 2.0, id="append one"),
        pytest.param("for range n { copy(a, a[1:]) }", 4.0, id="copy"),
        pytest.param("for i := range n { make([]bool, n)[i] = true }", 4.0, id="make"),
        pytest.param("for range n { t += \"x\" }", 4.0, id="text extended"),
        pytest.param("for range n { t = string(text(t) + \"xx\") }", 4.0, id="named text extended"),
        pytest.param("t = strings.Repeat(\"x\", n); for range n { a[0] += len([]byte(t)) }",
                     4.0, id="text converted"),
        pytest.param("t = strings.Repeat(\"x\", n); for i := range n { u := t[:i] + t[i:];"
                     " if u == t { a[0]++ } }", 4.0, id="texts compared"),
        pytest.param("t = strings.Repeat(\"x\", n); for range n { a[0] += strings.Index(t, \"yx\") }",
                     4.0, id="Index"),
        pytest.param("t = strings.Repeat(\"x\", n); for range n { a[0] += bytes.Count([]byte(t[:9]), nil) }",
                     2.0, id="Count in a part"),
        pytest.param("t = strings.Repeat(\"x\", n); d := map[string]int{}; for range n { d[t]++ }",
                     4.0, id="long keys"),
        pytest.param("for range n { a[0] += len(maps.Clone(m)) }", 4.0, id="maps copied"),
        pytest.param("for range n { a[0] += len(fmt.Sprint(a[:n/8])) }", 4.0, id="Sprint"),
        pytest.param("b := big.NewInt(1); for range n { b.Lsh(b, 64) }", 4.0, id="long numbers"),
        pytest.param("switch { case n > 1: for i := range n { a[i]-- } }", 2.0, id="a switch"),
        pytest.param("f := func(x *int) { *x++ }; for i := range n { f(&a[i]) }", 2.0, id="a function"),
    ],
)  # fmt: skip
def test_go_costs_grow_as_the_work_does(sandbox: Sandbox, body: str, expected: float) -> None:
    assert growth(sandbox, "go", GO, body) == pytest.approx(expected, rel=0.08)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        pytest.param("rust", 'fn main() { unsafe { std::arch::asm!("nop") } }', id="assembly"),
        pytest.param("rust", "#[no_mangle] pub fn memcpy() {} fn main() {}", id="a name kept"),
        pytest.param("rust", 'fn main() { include!("/etc/passwd") }', id="text from elsewhere"),
        pytest.param("go", 'package main; import _ "unsafe"; func main() {}', id="unsafe"),
        pytest.param("go", 'package main; import . "os"; func main() { Open("/") }', id="a file"),
        pytest.param("go", 'package main; import "os"; var f = os.NewFile; func main() {}',
                     id="a descriptor"),
        pytest.param("go", 'package main; import . "runtime"; func main() { go GC(); GOMAXPROCS(2) }',
                     id="goroutines in parallel"),
    ],
)  # fmt: skip
def test_sources_that_could_run_uncounted_are_refused(
    sandbox: Sandbox, language: str, source: str
) -> None:
    with pytest.raises(AnalyserError, match=r"uncounted|in parallel"):  # noqa: SIM117
        with counted(sandbox, source, language):
            pass


def test_the_tool_and_its_user_are_of_one_version() -> None:
    tool = (ROOT / "sandbox_images/go/count/main.go").read_text()
    assert re.findall(r'version = "(\d+)"', tool) == [counted_go.VERSION]


class BoxWithoutCounter:
    """A box in which plain programs compile, and counted ones don't."""

    def compile(
        self, source: bytes, language: Language, *, files: Mapping[str, bytes] | None = None
    ) -> Program:
        message = counted_go.ABSENT if files else ""
        return Program(ok=not files, language=language, message=f"{message}\n")

    def count_instructions(self) -> None:
        return None


def test_go_without_the_tool_is_measured_by_cpu_time() -> None:
    row = find_language("go")
    question = ComplexityQuestion(source="package main\n", language=row, problem=STDIO)
    box = cast(Box, BoxWithoutCounter())
    program = Program(ok=True, language=row)
    candidate = Candidate(question, STDIO, program=program, box=box, companion=lambda _: box)
    assert candidate.kind == "cpu"


UNUSUAL_GO = (Path(__file__).parent / "unusual.go").read_text()


def test_a_counted_go_program_does_what_the_plain_one_does(sandbox: Sandbox) -> None:
    require("go", sandbox)
    row = find_language("go")
    given = MemoryFile(b"3\n")
    with sandbox.box(row) as box:
        program = box.compile(UNUSUAL_GO.encode(), row)
        assert program.ok, program.message
        plain = box.start(Run(program=program, limits=LIMITS, input=given)).wait()
        assert plain.outcome.exit_code == 3, plain.error
        with counted(sandbox, UNUSUAL_GO, "go") as counter:
            cost = counter.run(given, limits=LIMITS)
    assert cost.failure == "exit status 3"
    assert cost.output.decode() == plain.output.read().decode()
    assert "recovered runtime error" in cost.output.decode()


@pytest.mark.parametrize(
    ("language", "source"),
    [("rust", RUST.replace("BODY", "let m: HashMap<_, _> = a.iter().map(|&x| (x, x)).collect();"
                           "a[0] = m.len(); a.sort(); let k = a.len();"
                           "a[0] += std::thread::spawn(move || k).join().unwrap();")),
     ("go", GO.replace("BODY", "c := make(chan int); for i := range n { go func() { c <- m[i] }() };"
                               "for range n { a[0] += <-c }; sort.Ints(a)"))],
    ids=["Rust", "Go"],
)  # fmt: skip
def test_the_same_run_costs_the_same(sandbox: Sandbox, language: str, source: str) -> None:
    with counted(sandbox, source, language) as counter:
        assert len({operations(counter, "3000\n") for _ in range(5)}) == 1
