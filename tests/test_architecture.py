"""Rules of the whole tree that no single module can keep."""

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import typer

import ordojudge
from ordojudge.core.languages import LANGUAGES, Language
from ordojudge.sandbox.guest import SCRIPTS
from ordojudge.sandbox.images import FAMILIES
from ordojudge.settings import described_settings
from ordojudge_api.cli import app

ROOT = Path(__file__).resolve().parents[1]
GUEST_PACKAGE = "ordojudge.sandbox"
GUEST = ROOT / "judge/ordojudge/sandbox"
HEAVY = ("torch", "transformers", "docker", "redis", "fastapi")
MADE_BY_TOOLS = {"__pycache__", "build", "dist"}


def files_of_the_tree() -> Iterator[Path]:
    """Every file that people wrote."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name == ".ci" or not (name.startswith(".") or name in MADE_BY_TOOLS)
        ]
        yield from (Path(folder, name) for name in names)


def imported_names(node: ast.AST) -> Iterator[str]:
    """Dotted names of everything imported, but for imports that may fail."""
    if isinstance(node, ast.Try) and "ImportError" in map(ast.unparse, handled_types(node)):
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from imported_names(child)


def handled_types(node: ast.Try) -> list[ast.expr]:
    return [handler.type for handler in node.handlers if handler.type is not None]


def test_the_package_offers_exactly_what_all_lists() -> None:
    public = {
        name
        for name, value in vars(ordojudge).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    listed: Counter[str] = Counter(ordojudge.__all__)
    assert public <= set(listed)
    assert [name for name in listed if not hasattr(ordojudge, name)] == []
    assert listed.most_common(1)[0][1] == 1


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_guest_file_needs_only_the_standard_library_and_its_neighbours(name: str) -> None:
    # Only these files are laid into a box: `ordojudge` is a folder without any other module there.
    modules = {f"{GUEST_PACKAGE}.{script.removesuffix('.py')}" for script in SCRIPTS}
    foreign = {
        imported
        for imported in imported_names(ast.parse((GUEST / name).read_text("utf-8")))
        if imported.partition(".")[0] not in sys.stdlib_module_names
        and imported not in modules
        and imported.rpartition(".")[0] not in modules
    }
    assert foreign == set()


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    # Stand-ins that import at once: the real packages may be absent, and then nothing could fail.
    for name in HEAVY:
        (tmp_path / f"{name}.py").touch()
    program = f"""
import sys
sys.argv = ["ordojudge", "--help"]
from ordojudge_api.cli import main
try:
    main()
finally:
    sys.stderr.write(",".join(name for name in {HEAVY!r} if name in sys.modules))
"""
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "grade" in done.stdout


def test_no_two_languages_share_a_name_or_an_ending() -> None:
    # The table is looked up by these, and a second row would silently win.
    names = Counter(name.lower() for row in LANGUAGES for name in (row.id, *row.aliases))
    endings = Counter(ending for row in LANGUAGES for ending in row.suffixes)
    assert [name for name, count in (names + endings).items() if count > 1] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_language_has_an_image_that_says_what_is_in_it(family: str) -> None:
    lines = (ROOT / "sandbox_images" / family / "Dockerfile").read_text("utf-8").splitlines()
    steps = [line for line in lines if line and not line.startswith(("#", " "))]
    assert steps[0] == "ARG BASE"
    assert all(line.startswith("FROM ${BASE}") for line in steps if line.startswith("FROM"))
    assert f"python3 /survey/survey.py /survey/{family}.json" in lines[-1]
    for requirements in (ROOT / "sandbox_images" / family).glob("requirements.txt"):
        pins = requirements.read_text("utf-8").split()
        assert pins
        assert all(re.fullmatch(r"[\w-]+==[\d.]+", pin) for pin in pins)


@pytest.mark.parametrize("row", LANGUAGES, ids=lambda row: row.id)
def test_every_language_has_a_self_test_that_reads_and_prints(row: Language) -> None:
    test = row.self_test
    assert test.input.strip()
    assert test.output.strip()
    assert test.output.strip() not in test.source


@pytest.mark.parametrize(
    "meaning",
    [pytest.param(meaning, id=variable) for variable, meaning, _ in described_settings()],
)
def test_every_setting_says_in_one_line_what_it_is_for(meaning: str) -> None:
    assert re.fullmatch(r"[A-Z].*\.", meaning)


def command_lines(command: object, words: str) -> Iterator[str]:
    """What a person types for each command, groups opened."""
    members: dict[str, object] = getattr(command, "commands", {})
    if not members:
        yield words
    for name, member in members.items():
        yield from command_lines(member, f"{words} {name}")


@pytest.mark.parametrize("line", list(command_lines(typer.main.get_command(app), "ordojudge")))
def test_every_command_is_documented(line: str) -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert any(line in document.read_text("utf-8") for document in documents)


def test_links_between_documents_lead_somewhere() -> None:
    link = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
    dead = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in files_of_the_tree()
        if document.suffix == ".md" and "solutions" not in document.parts
        for target in link.findall(document.read_text("utf-8"))
        if not (document.parent / target).exists()
    ]
    assert dead == []


def test_no_file_names_a_path_of_one_machine() -> None:
    homes = re.compile(rb"/(?:home|Users)/\w+/|/root/\w")
    here = os.fsencode(ROOT) + b"/"
    hostile = ROOT / "tests"  # hostile programs there look for such paths
    found = [
        str(file.relative_to(ROOT))
        for file in files_of_the_tree()
        if here in (content := file.read_bytes())
        or (not file.is_relative_to(hostile) and homes.search(content))
    ]
    assert found == []
