"""Words of programs, and programs without their comments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge_complexity.lexing import stripped, tokens

LANGUAGES = (
    *(
        "python",
        "cpp",
        "java",
        "javascript",
        "typescript",
        "go",
        "rust",
        "kotlin",
        "swift",
        "csharp",
    ),
    *("php", "ruby", "scala", "dart", "elixir", "erlang", "racket", "c"),
)


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("python", "x = 1  # one\ny = 2\n", "x = 1\ny = 2\n"),
        ("python", "s = '# no comment'\n", "s = '# no comment'\n"),
        ("python", 's = f"{x} # no"\n', 's = f"{x} # no"\n'),
        (
            "python",
            'def f():\n    """Says what.\n    O(n)."""\n    return 1\n',
            "def f():\n\n    return 1\n",
        ),
        ("python", 'def f():\n    """Only this."""\n', 'def f():\n    ""\n'),
        (
            "python",
            'def f(a):\n    """\n    :type a: int\n    """\n',
            'def f(a):\n    """\n    :type a: int\n    """\n',
        ),
        ("python", 'x = """kept"""\n', 'x = """kept"""\n'),
        ("cpp", "int x; // one\nint y; /* two\nlines */ int z;\n", "int x;\nint y;  int z;\n"),
        ("cpp", 'auto s = "// no";\n', 'auto s = "// no";\n'),
        ("cpp", "char c = '\"'; // quote\n", "char c = '\"';\n"),
        ("cpp", "/* never closed", "\n"),
        ("rust", "fn f<'a>(x: &'a str) {} // lifetime\n", "fn f<'a>(x: &'a str) {}\n"),
        ("javascript", "let s = `// ${x}`; // y\n", "let s = `// ${x}`;\n"),
        ("go", "s := `raw \\`\n// gone\n", "s := `raw \\`\n\n"),
        ("ruby", "x = 1 # one\n", "x = 1\n"),
        ("erlang", "f(X) -> X. % one\n", "f(X) -> X.\n"),
        ("racket", "(f x) ; one\n", "(f x)\n"),
        ("lua", "x = 1 -- one\n--[[ two\nlines ]] y = 2\n", "x = 1\n y = 2\n"),
        ("haskell", "f x = x -- one\n{- two -}\n", "f x = x\n"),
        ("ocaml", "let x = 1 (* one *)\n", "let x = 1\n"),
        ("pascal", "x := 1; { one } y := 2; // two\n", "x := 1;  y := 2;\n"),
        ("perl", "my $x = 1; # one\n", "my $x = 1;\n"),
        ("r", "x <- 1 # one\n", "x <- 1\n"),
        ("php", "$x = 1; # one\n#[Attribute]\n", "$x = 1;\n#[Attribute]\n"),
        ("java", "\r\nint x;\r\n\r\n\r\n\r\nint y;  \r\n", "int x;\n\nint y;\n"),
    ],
)
def test_comments_go_and_strings_stay(language: str, source: str, expected: str) -> None:
    assert stripped(source, language).strip("\n") == expected.strip("\n")


def test_words_come_in_order_with_their_kind() -> None:
    found = list(tokens('for (int i = 0; i <= n10; ++i) s += "a b"; // c', "cpp"))
    assert [text for _, text in found] == [
        *("for", "(", "int", "i", "=", "0", ";", "i", "<=", "n10", ";", "++", "i", ")"),
        *("s", "+=", '"a b"', ";"),
    ]
    assert {kind for kind, _ in found} == {"word", "operator", "number", "string"}


@given(text=st.text(max_size=200), language=st.sampled_from(LANGUAGES))
def test_any_text_has_words(text: str, language: str) -> None:
    assert "comment" not in {kind for kind, _ in tokens(text, language)}
    stripped(text, language)


@given(
    lines=st.lists(st.sampled_from(["x = 1", "y = 'a # b'", "z = x + y", "print(z)"]), max_size=8)
)
def test_a_program_without_comments_stays_as_it_is(lines: list[str]) -> None:
    source = "\n".join(lines) + "\n"
    assert stripped(source, "python").strip("\n") == source.strip("\n")
