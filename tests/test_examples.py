"""The examples are what their names say, and the README's own example runs."""

import re
import runpy
from pathlib import Path

import pytest

from ordojudge.core.languages import language_of_suffix
from ordojudge.core.models import Submission
from ordojudge.core.verdict import Verdict
from ordojudge.problems import load_problem
from ordojudge.service import Judge

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
SOLUTIONS = sorted(EXAMPLES.glob("*/solutions/*"))


def submission_of(path: Path) -> Submission:
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        return Submission(completion=text, language="python")
    language = language_of_suffix(path.suffix)
    assert language is not None
    return Submission(source=text, language=language.id)


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=f"{path.parts[-3]}-{path.name}") for path in SOLUTIONS]
)
def test_a_solution_gets_the_verdict_it_is_named_for(judge: Judge, path: Path) -> None:
    problem = load_problem(path.parents[1])
    report = judge.grade(submission_of(path), problem)
    assert report.verdict is Verdict(path.stem)


def test_each_example_has_an_accepted_and_a_rejected_solution() -> None:
    verdicts = {folder.name: set[str]() for folder in EXAMPLES.iterdir()}
    for path in SOLUTIONS:
        verdicts[path.parts[-3]].add(path.stem)
    assert len(verdicts) >= 3
    assert [name for name, seen in verdicts.items() if not {"AC"} < seen] == []


@pytest.mark.usefixtures("sandbox")
def test_the_python_example_of_the_readme_prints_a_full_reward(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    script = tmp_path / "readme.py"
    script.write_text(block, "utf-8")
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(script))
    assert "correctness=1.0" in capsys.readouterr().out
