"""The documents say what the tables in the code say."""

import ast
from pathlib import Path

import pytest

from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.core.models import MAX_SOURCE_BYTES

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs/languages.md").read_text("utf-8")


@pytest.mark.parametrize("row", LANGUAGES, ids=lambda row: row.id)
def test_a_language_is_documented_as_the_table_has_it(row: Language) -> None:
    names, endings = (
        ", ".join(f"`{name}`" for name in words) for words in (row.aliases, row.suffixes)
    )
    cells = f"| `{row.id}` | {row.name} | {names} | {endings} |".replace("|  |", "| |")
    assert cells in PAGE
    if row.compile:
        assert f"| `{row.id}` | `{' '.join(row.compile)}` |" in PAGE
        if row.run != ("{binary}",):
            assert f"| `{row.id}` | `{' '.join((*row.environment, *row.run))}` |" in PAGE


@pytest.mark.parametrize("row", LANGUAGES, ids=lambda row: row.id)
def test_a_language_s_limits_are_documented(row: Language) -> None:
    cells = [
        f"`{row.id}`",
        f"{row.cpu_factor:g}",
        f"{row.cpu_extra_s:g} s",
        f"{row.memory_extra_bytes >> 20} MiB",
        str(row.processes),
        str(row.files),
        f"{row.compile_cpu_s:g} s, {row.compile_memory_bytes >> 20} MiB",
    ]
    assert f"| {' | '.join(cells)} |" in PAGE


def test_the_length_of_a_source_is_documented() -> None:
    assert f"A source may have {MAX_SOURCE_BYTES:,} bytes." in PAGE


def test_the_modules_imported_beforehand_are_documented() -> None:
    # Read and not imported: the zygote acts on its command line.
    tree = ast.parse((ROOT / "judge/ordojudge/sandbox/zygote.py").read_text("utf-8"))
    (usual,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "USUAL"
    )
    roots = dict.fromkeys(name.partition(".")[0] for name in usual)
    assert f"The modules imported beforehand: {', '.join(roots)}." in PAGE


def test_the_readme_leads_to_every_document() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    names = [f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")]
    assert len(names) >= 10
    assert [name for name in names if f"({name})" not in readme] == []
