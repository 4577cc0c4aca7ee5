"""As `test_counters`, for JavaScript, TypeScript and Java."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from ordojudge.analysis.costs import Counter
from ordojudge.analysis.counted_javascript import rewritten
from ordojudge.analysis.counters import counter_for, kind_of
from ordojudge.core.errors import AnalyserError, SandboxUnavailable
from ordojudge.core.languages import find_language
from ordojudge.core.models import Problem
from ordojudge.ports import Run, Sandbox
from ordojudge.sandbox.memory_files import MemoryFile
from tests.analysis.test_counters import LIMITS, operations
from tests.conftest import absent

STDIO = Problem.model_validate(
    {"problem_id": "p", "tests": [{"case_id": "1", "input": "1", "output": "1"}]}
)

JAVASCRIPT: Mapping[str, tuple[str, float]] = {
    "nothing": ("", 0),
    "a loop": ("for (const x of a) if (x % 3) s += x;", 2),
    "sort": ("a.slice().sort();", 2.2),
    "sort by a comparison": ("a.slice().sort((x, y) => x - y);", 2.2),
    "sort of numbers": ("Float64Array.from(a).sort();", 2.2),
    "a set": ("s += new Set(a).size;", 2),
    "push": ("const b = []; for (const x of a) b.push(x);", 2),
    "unshift": ("const b = []; for (const x of a) b.unshift(x);", 4),
    "shift": ("const b = a.slice(); while (b.length) b.shift();", 4),
    "splice in front": ("const b = a.slice(); while (b.length) b.splice(0, 1);", 4),
    "splice at the end": ("const b = a.slice(); while (b.length) b.splice(-1, 1);", 2),
    "includes": ("for (const x of a) s += a.includes(-x);", 4),
    "indexOf": ("for (const x of a) s += a.indexOf(x);", 4),
    "slice": ("for (let i = 0; i < n; i++) s += a.slice(i).length;", 4),
    "concat": ("let b = []; for (const x of a) b = b.concat([x]);", 4),
    "spread": ("let b = []; for (const x of a) b = [...b, x];", 4),
    "spread into a call": ("for (const x of a) s += Math.max(...a);", 4),
    "apply": ("for (const x of a) s += Math.max.apply(null, a);", 4),
    "objects spread": ("let o = {}; for (const x of a) o = { ...o, [x]: 1 };", 4),
    "others of a pattern": ("for (const x of a) { const [, ...b] = a; s += b.length; }", 4),
    "others of an argument": ("const f = ([, ...b]) => b.length; for (const x of a) s += f(a);", 4),
    "two of a pattern": ("for (const x of a) { const [b, c] = a; s += b + c; }", 2),
    "keys": ("const o = {}; for (const x of a) { o[x] = 1; s += Object.keys(o).length; }", 4),
    "a native callback": ("for (const x of a) s += a.some(Number.isNaN);", 4),
    "an own callback that ends soon": ("for (const x of a) s += a.some((y) => y >= 0);", 2),
    "JSON": ("for (const x of a) s += JSON.stringify(a).length;", 4),
    "text extended": ("let t = ''; for (const x of a) t += 'x';", 2),
    "pieces of text": ("const t = 'x'.repeat(n); for (let i = 0; i < n; i++) s += t.slice(i).length;", 4),
    "patterns": ("const t = 'x'.repeat(n); for (const x of a) s += /y/.test(t);", 4),
    "matches one by one": ("const t = 'xy'.repeat(n), r = /x/g; while (r.exec(t)) s++;", 2),
    "memory cleared": ("const b = new Int32Array(n); for (const x of a) b.fill(x);", 4),
    "text executed": ("new Function('a', 'for (const x of a) if (x % 3) a[0] = x;')(a);", 2),
}  # fmt: skip

LONG_NUMBERS = """
const [mode, n] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);
let x = 1n;
if (mode) for (let i = 0; i < n; i++) x *= 1000003n;
console.log(x > 0n);
"""

JAVA: Mapping[str, tuple[str, float]] = {
    "nothing": ("", 0),
    "a loop": ("for (int x : a) if (x % 3 == 0) s += x;", 2),
    "sort": ("Arrays.sort(a);", 2.2),
    "sort of a list": ("Collections.sort(list);", 2.2),
    "a tree": ("TreeSet<Integer> t = new TreeSet<>(); for (int x : a) t.add(x);", 2.2),
    "a heap": ("Queue<Integer> q = new PriorityQueue<>(list); while (!q.isEmpty()) s += q.poll();", 2.2),
    "a set": ("s += new HashSet<>(list).size();", 2),
    "contains": ("for (int x : a) if (list.contains(-x)) s++;", 4),
    "insert in front": ("List<Integer> b = new ArrayList<>(); for (int x : a) b.add(0, x);", 4),
    "remove in front": ("while (!list.isEmpty()) s += list.remove(0);", 4),
    "remove at the end": ("while (!list.isEmpty()) s += list.remove(list.size() - 1);", 2),
    "get of a linked list": (
        "List<Integer> b = new LinkedList<>(list); for (int i = 0; i < n; i++) s += b.get(i);",
        4,
    ),
    "text extended": ("StringBuilder t = new StringBuilder(); for (int x : a) t.append('x');", 2),
    "text extended in front": ("StringBuilder t = new StringBuilder(); for (int x : a) t.insert(0, 'x');", 4),
    "text copied": ("String t = \"\"; for (int x : a) t += 'x';", 4),
    "pieces of text": (
        "String t = \"x\".repeat(n); for (int i = 0; i < n; i++) s += t.substring(i).length();",
        4,
    ),
    "patterns": ("String t = \"x\".repeat(n); for (int x : a) if (t.matches(\"y*\")) s++;", 4),
    "long integers": ("var b = java.math.BigInteger.ONE; for (int x : a) b = b.shiftLeft(32).add(b);", 4),
    "memory cleared": ("for (int x : a) s += new int[n].length;", 4),
    "memory filled": ("for (int x : a) Arrays.fill(a, x);", 4),
    "memory copied": ("for (int x : a) System.arraycopy(a, 0, a, 1, n - 1);", 4),
    "copies": ("for (int x : a) s += a.clone().length;", 4),
    "streams": ("s += Arrays.stream(a).filter(x -> x % 3 == 0).sum();", 2),
    "a thread": (
        "Thread t = new Thread(() -> { for (int x : a) if (x % 3 == 0) sum += x; }); t.start(); t.join();",
        2,
    ),
}  # fmt: skip


def javascript() -> str:
    bodies = ",\n".join(f"() => {{ {body} }}" for body, _ in JAVASCRIPT.values())
    return f"""
const [mode, n] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);
const a = [];
for (let i = 0; i < n; i++) a.push((i * 7919) % 100003);
let s = 0;
[{bodies}][mode]();
console.log(s);
"""


def java() -> str:
    cases = "\n".join(
        f"case {mode}: {{ {body} break; }}" for mode, (body, _) in enumerate(JAVA.values())
    )
    return f"""
import java.util.*;
public class Main {{
  static long sum;
  public static void main(String[] arguments) throws Exception {{
    Scanner in = new Scanner(System.in);
    int mode = in.nextInt(), n = in.nextInt();
    int[] a = new int[n];
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < n; i++) {{ a[i] = i * 7919 % 100003; list.add(a[i]); }}
    long s = 0;
    switch (mode) {{ {cases} }}
    System.out.println(s + sum);
  }}
}}
"""


@contextmanager
def counted(sandbox: Sandbox, source: str, language: str) -> Iterator[Counter]:
    row = find_language(language)
    try:
        with sandbox.box(row) as box:
            box.compile(row.self_test.source.encode(), row)
            yield counter_for(source.encode(), row, kind=kind_of(row), problem=STDIO, box=box)
    except SandboxUnavailable as error:
        absent(language, row.name, str(error))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "source", "modes"),
    [
        pytest.param("javascript", javascript(), JAVASCRIPT, id="JavaScript"),
        pytest.param("java", java(), JAVA, id="Java"),
    ],
)
def test_costs_grow_as_the_work_does(
    sandbox: Sandbox, language: str, source: str, modes: Mapping[str, tuple[str, float]]
) -> None:
    sizes = (1000, 2000)
    grown = {}
    with counted(sandbox, source, language) as counter:
        base = [operations(counter, f"0 {n}") for n in sizes]
        for mode, name in enumerate(modes):
            if mode:
                own = [
                    operations(counter, f"{mode} {n}") - under
                    for n, under in zip(sizes, base, strict=True)
                ]
                grown[name] = own[1] / own[0]
    expected = {name: growth for name, (_, growth) in modes.items() if growth}
    assert grown == pytest.approx(expected, rel=0.09)


def test_products_of_long_numbers_are_weighed_by_their_lengths(sandbox: Sandbox) -> None:
    with counted(sandbox, LONG_NUMBERS, "javascript") as counter:
        own = [operations(counter, f"1 {n}") - operations(counter, f"0 {n}") for n in (1000, 2000)]
    assert own[1] / own[0] == pytest.approx(4, rel=0.1)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        pytest.param(
            "javascript",
            "const a = Array.from({ length: 500 }, (_, i) => (i * 7919) % 1009); a.sort((x, y) => x - y);"
            " console.log(new Map(a.map((x) => [x, 1])).size, Math.random() < 2);",
            id="JavaScript",
        ),
        pytest.param(
            "java",
            """
            import java.util.*;
            class Main {
              public static void main(String[] arguments) {
                Map<Object, Integer> seen = new HashMap<>();
                for (int i = 0; i < 500; i++) seen.put(new Object(), i);
                List<String> words = new ArrayList<>(Set.of("a", "b", "c", "d", "e", "f", "g"));
                Collections.shuffle(words);
                words.sort((x, y) -> x.compareTo(y));
                System.out.println(String.format("%d %s", seen.size(), words));
              }
            }
            """,
            id="Java, with hash codes, orders of sets and chance",
        ),
    ],
)
def test_the_same_run_costs_the_same(sandbox: Sandbox, language: str, source: str) -> None:
    with counted(sandbox, source, language) as counter:
        assert len({operations(counter, "") for _ in range(4)}) == 1


def test_types_make_no_difference(sandbox: Sandbox) -> None:
    text = (
        "const n{} = +require('fs').readFileSync(0, 'utf8');\n"
        "let s = 0;\nfor (let i = 0; i < n; i++) s += i;\nconsole.log(s);\n"
    )
    with counted(sandbox, text.format(""), "javascript") as counter:
        plain = operations(counter, "1000")
    with counted(sandbox, text.format(": number"), "typescript") as counter:
        assert operations(counter, "1000") == plain


TRICKY = """
'use strict';
class Point extends Array {
  constructor(...given) { super(...given); }
  get norm() { return this.map((x) => x * x); }
}
const text = require('fs').readFileSync(0, 'utf8');
const [n, ...a] = text.trim().split(/\\s+/).map(Number);
console.log(n, a.slice(-3), [...a].sort(), a.toString(), String(a.slice(0, 2)), `${a.length}`);
console.log(Array.isArray(new Array(3)), new Array(2).fill(0), Array(3).length, [] instanceof Array);
console.log(new Point(1, 2, 3).norm instanceof Point, Point.from([1]).constructor.name, Array.name,
  [].sort.name);
console.log('a-b-c'.split('-'), 'x1y22'.replace(/\\d+/g, (d) => `<${d}>`), 'abc'.matchAll,
  [...'a1b2'.matchAll(/\\d/g)].length);
console.log(/(?<y>\\d{4})/.exec('in 2024').groups.y, 'aXbX'.lastIndexOf('X'), 'abc'.at(-1),
  'b,a'.split(',', 1));
const f = ([h, ...t], { k, ...o } = { k: 1, z: 2 }) => ({ h, t, o });
console.log(f([1, 2, 3]), Math.max(...a, ...[1]), { ...{ a: 1 }, ...null }, [...new Set([1, 1])],
  [...new Map([[1, 2]])]);
let big = 2n
big **= 70n
big -= 1n; big %= 10n ** 15n; big = (big * 3n + 1n) / 7n
console.log(big, 5 % 3, 2 ** 10, 7 / 2, 'a' + 1 + 2n, BigInt('123') * BigInt(4), typeof BigInt(1), 1n << 70n);
function* numbers() { yield* [1, 2]; return 3; }
console.log([...numbers()], Array.from(numbers(), (x) => x + 1), Object.entries({ a: [1] }),
  JSON.stringify({ a }));
console.log([3, 1, 2].toSorted?.(), [1, [2, [3]]].flat(Infinity), [1, 2,
  3].findLast?.((x) => x < 3), [NaN].includes(NaN));
console.log(a.indexOf(a[1]), a.includes(-1), a.concat([1], 2).length, a.splice(1, 2).length,
  new Int8Array([1, 2]).join());
console.log(Function.prototype.toString.call(Array.prototype.sort), typeof Map, new Map().set(1,
  2).size, isNaN('x'));
Promise.resolve(5).then((x) => console.log('later', x));
process.on('exit', (code) => console.log('end', code));
label: for (const i in { x: 1 }) { for (;;) break label; }
try { null.x; } catch ({ name }) { console.log(name); }
console.log(process.argv.length, require.main === module, typeof __filename, [1, 2].reduce((x, y) => x + y));
"""


def test_a_counted_javascript_program_prints_what_the_plain_one_does(sandbox: Sandbox) -> None:
    given = MemoryFile(b"8 3 1 4 1 5 9 2 6\n")
    row = find_language("javascript")
    with counted(sandbox, TRICKY, "javascript") as counter:
        cost = counter.run(given, limits=LIMITS)
    with sandbox.box(row) as box:
        program = box.compile(TRICKY.encode(), row)
        plain = box.start(Run(program=program, limits=LIMITS, input=given)).wait()
    assert plain.outcome.exit_code == 0, plain.error
    assert cost.failure is None
    assert cost.output.decode() == plain.output.read().decode()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param("Class.forName(\"Main\");", "Class.forName", id="reflection"),
        pytest.param("Runtime.getRuntime().halt(0);", "Runtime.halt", id="a sudden end"),
        pytest.param("List.of(1).parallelStream().count();", "parallelStream", id="threads unasked for"),
        pytest.param("new java.io.FileReader(\"x\");", "FileReader", id="files"),
        pytest.param("ClassLoader.getSystemClassLoader();", "ClassLoader", id="classes loaded"),
    ],
)  # fmt: skip
def test_java_that_could_run_uncounted_is_refused(
    sandbox: Sandbox, source: str, message: str
) -> None:
    main = f"public static void main(String[] a) throws Exception {{ {source} }}"
    text = f"import java.util.*; class Main {{ {main} }}"
    with (
        pytest.raises(AnalyserError, match=rf"{message}.*uncounted"),
        counted(sandbox, text, "java"),
    ):
        pass


def test_javascript_that_names_the_counter_is_refused() -> None:
    with pytest.raises(AnalyserError, match="name of the counter"):
        rewritten(b"globalThis.__ordojudge_spread = 1")
