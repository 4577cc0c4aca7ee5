"""What is read of a submission, and what is compiled for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.languages import LANGUAGES, find_language
from ordojudge.core.models import FunctionInterface, Parameter
from ordojudge.functions.building import calls_functions, sources_of
from ordojudge.functions.outline import Routine, outline
from ordojudge.functions.sources import Refused, Sources

FAMILIES = ("cpp", "java", "javascript", "typescript", "go")

READ = {
    "a method in C++": (
        "cpp",
        "struct A;\nclass Solution {\n  int g(int);\npublic:\n  vector<int>& f(vector<int>& a, int b = 3);\n};",
        "Solution.f(a vector<int>, b? int) public",
    ),
    "a method that is defined outside": (
        "cpp",
        "class S { public: int f(int a); };\nint S::f(int a) { return a; }",
        "S.f(a int) public",
    ),
    "a function in a conditional part": ("cpp", "#ifdef X\nint f(int a) {}\n#endif", "f(a int) public"),
    "a pointer to nodes": ("cpp", "ListNode *f(ListNode *a) { return a; }", "f(a ListNode) public"),
    "a method in Java": (
        "java",
        "class S { private int g() { return 1; } public int[] f(int[] a, List<String> b) { return a; } }",
        "S.f(a int[], b List<String>) public",
    ),
    "a hidden method in Java": ("java", "class S { private int f(int a) { return 1; } }", "S.f(a int) hidden"),
    "a variable in JavaScript": ("javascript", "/** x */\nvar f = function (a, b = 1) {}", "f(a , b? ) public"),
    "an arrow without parentheses": ("javascript", "f = a => a", "f(a ) public"),
    "an exported function": ("javascript", "export default function f(a) {}", "f(a ) public"),
    "a field of a class": ("javascript", "class S { f = (a) => a }", "S.f(a ) public"),
    "annotations": (
        "typescript",
        "const f = (a: number[], b?: T | null): T => a",
        "f(a number[], b? T | null) public",
    ),
    "parameters that share a type": (
        "go",
        "func f(a, b int, c []string) {}",
        "f(a int, b int, c []string) public",
    ),
    "a receiver": ("go", "func (s *Solution) f(a int) int { return a }", "Solution.f(a int) public"),
}  # fmt: skip


def made_of(source: bytes, family: str, interface: FunctionInterface) -> Sources | Refused:
    try:
        return sources_of(source, find_language(family), interface)
    except Refused as error:
        return error


def shown(routine: Routine) -> str:
    parameters = ", ".join(
        f"{each.name}{'?' if each.optional else ''} {each.type}" for each in routine.parameters
    )
    owner = f"{routine.owner}." if routine.owner else ""
    return f"{owner}{routine.name}({parameters}) {'public' if routine.public else 'hidden'}"


@pytest.mark.parametrize(("family", "source", "expected"), READ.values(), ids=READ.keys())
def test_a_function_is_found_with_its_parameters(family: str, source: str, expected: str) -> None:
    found = outline(source.encode(), family)
    assert found is not None
    assert [shown(each) for each in found.routines if each.name == "f"] == [expected]


def test_what_a_go_file_says_of_packages() -> None:
    source = 'package x\n\nimport m "math"\n\nfunc f() { sort.Ints(nil); m.Abs(1) }\n'
    found = outline(source.encode(), "go")
    assert found is not None
    assert found.package is not None
    assert source[slice(*found.package)] == "x"
    assert source[: found.header_end].endswith('"math"')
    assert found.selected == {"sort", "m"}


@pytest.mark.parametrize("family", FAMILIES)
@given(source=st.text(alphabet="class fSolution(){}[]<>;=,:\n\"'/*#intvoidpublic ", max_size=120))
def test_any_text_can_be_read(family: str, source: str) -> None:
    interface = FunctionInterface(entry_point="f", class_name="Solution")
    made = made_of(source.encode(), family, interface)
    if isinstance(made, Refused):
        assert "defines no Solution.f" in str(made)
    else:
        assert source.encode() in (made.source + b"".join(made.files.values())) or family == "go"


def test_deep_nesting_is_read_or_refused() -> None:
    interface = FunctionInterface(entry_point="f")
    for family in FAMILIES:
        for source in (
            b"{" * 10_000,
            b"(" * 10_000,
            b"class f {" * 4_000,
            b"namespace a {" * 4_000,
        ):
            assert made_of(source, family, interface)


@pytest.mark.parametrize(
    ("declared", "picked"),
    [
        (("int[]",), "vector<int>& a"),
        (("int[]", "int"), "vector<int>& a, int k"),
        (("string",), "string a"),
    ],
)
def test_of_overloads_the_one_that_is_declared_is_called(
    declared: tuple[str, ...], picked: str
) -> None:
    source = (
        "class Solution { public: int f(string a); int f(vector<int>& a); int f(vector<int>& a, int k);"
        " private: int f(vector<int>& a, int k, int l); };"
    )
    interface = FunctionInterface(
        entry_point="f",
        parameters=tuple(Parameter(name=f"p{i}", type=kind) for i, kind in enumerate(declared)),
    )
    made = sources_of(source.encode(), find_language("cpp"), interface)
    assert f"[]({picked}) -> decltype(auto)" in made.source.decode()


def test_nodes_are_defined_unless_the_submission_does_it() -> None:
    interface = FunctionInterface(entry_point="f")
    plain = "int f(ListNode* a) { return 1; } // struct ListNode { };"
    own = "struct ListNode { int val; };\n" + plain
    for source, defined in ((plain, True), (own, False)):
        made = sources_of(source.encode(), find_language("cpp20"), interface).source
        assert (b"struct ListNode { int val; ListNode *next;" in made) is defined
        assert b"struct TreeNode" in made


def test_lines_keep_their_numbers() -> None:
    interface = FunctionInterface(entry_point="f")
    source = "import java.util.*;\n\nclass S {\n  int f(int marked) { return 1; }\n}\n"
    made = sources_of(source.encode(), find_language("java"), interface).source.decode()
    assert "marked" in made.split("\n")[3]
    made = sources_of(b"\n\nfunction f(marked) {}", find_language("js"), interface).source.decode()
    assert "marked" in made.split("\n")[2]


def test_the_languages_that_have_functions() -> None:
    assert {row.id for row in LANGUAGES if calls_functions(row)} == {
        "python", "cpp", "cpp20", "cpp23", "java", "javascript", "typescript", "go",
    }  # fmt: skip
