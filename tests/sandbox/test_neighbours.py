"""While a hostile program rages in one slot, programs in the next one get the verdicts that they always get."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import find_language, language_of_suffix
from ordojudge.core.models import Limits, Submission
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Sandbox
from ordojudge.service import Judge
from tests.conftest import absent, opened_sandbox, required
from tests.corpus.test_corpus_languages import PROBLEM, PROGRAMS
from tests.corpus.test_zoo import ANIMALS, CAGE, ZOO

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

BOMBS = {
    "processes": "fork-bomb.c",
    "memory": "memory-processes.py",
    "disk": "memory-tmpfs.py",
    "output": "output-flood.c",
    "files": "inode-filler.c",
    "threads": "thread-bomb.cpp",
}
NEIGHBOURS = {
    "processes": ("python", "cpp"),
    "memory": ("python", "java"),
    "disk": ("python", "cpp"),
    "output": ("python", "java"),
    "files": ("python", "cpp"),
    "threads": ("python", "java"),
}
"""Languages whose programs run in the next slot meanwhile; one that the sandbox doesn't have is left out."""

QUICK = PROBLEM.model_copy(update={"limits": Limits(cpu_s=0.5, memory_bytes=128 << 20)})


@pytest.fixture(scope="module", params=["local", "docker"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ORDOJUDGE_SANDBOX__SLOTS", "2")
        with opened_sandbox(request.param) as sandbox:
            yield sandbox


class Rage:
    """Has a program judged again and again by a thread of its own."""

    def __init__(self, judge: Judge, name: str) -> None:
        language = language_of_suffix(Path(name).suffix)
        assert language is not None
        self._judge = judge
        self._submission = Submission(source=(ZOO / name).read_text(), language=language.id)
        self._ended = threading.Event()
        self._begun = threading.Event()
        self.verdicts: list[Verdict] = []
        self._thread = threading.Thread(target=self._go_on)

    def _go_on(self) -> None:
        try:
            while not self._ended.is_set():
                self.verdicts.append(self._judge.grade(self._submission, CAGE).verdict)
                self._begun.set()
        finally:
            self._begun.set()

    def __enter__(self) -> "Rage":
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


@pytest.mark.parametrize("kind", BOMBS)
def test_no_verdict_of_a_neighbour_changes(sandbox: Sandbox, kind: str) -> None:
    bomb = BOMBS[kind]
    judge = Judge(sandbox)
    wrong = []
    judged = set()
    with Rage(judge, bomb) as rage:
        before = len(rage.verdicts)
        for path in PROGRAMS:
            language = path.parent.name
            if language not in NEIGHBOURS[kind]:
                continue
            submission = Submission(language=language, source=path.read_text("utf-8"))
            try:
                report = judge.grade(submission, QUICK, all_tests=False)
            except SandboxUnavailable as error:
                if language == "python" or language in required():
                    absent(language, find_language(language).name, str(error))
                continue
            judged.add(language)
            if report.verdict is not Verdict(path.stem):
                wrong.append((language, path.stem, report.verdict, report.compile, report.tests))
    assert not wrong
    assert "python" in judged
    assert len(rage.verdicts) > before  # it did rage meanwhile
    assert {str(each) for each in rage.verdicts} <= {*ANIMALS[bomb]["verdicts"]}
