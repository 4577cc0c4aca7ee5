"""What every `ports.Sandbox` does, whoever drives it.

A case is a program in each language and, for the fake, the script that stands for it.
"""

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from ordojudge.core.errors import SandboxError
from ordojudge.core.grading import classify
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import Limits
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Box, Program, Ran, Run, Sandbox
from ordojudge.sandbox.fake import Act, FakeSandbox, Script
from ordojudge.sandbox.memory_files import MemoryFile
from tests.conftest import opened_sandbox

MIB = 1 << 20
LIMITS = Limits(cpu_s=0.3, memory_bytes=64 * MIB, output_bytes=MIB)


@dataclass(frozen=True)
class Case:
    """One program, thrice."""

    python: str
    c: str
    script: Script

    def source(self, language: Language) -> bytes:
        return (self.python if language.id == "python" else self.c).encode()


HEADERS = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"


def c(body: str) -> str:
    return f"{HEADERS}int main(void) {{ {body} }}\n"


SUM = Case(
    python="import sys\nprint(sum(map(int, input().split())))\nprint('done', file=sys.stderr)\n",
    c=c(
        'int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); fputs("done\\n", stderr); return 0;'
    ),
    script=lambda text: Act(output=b"%d\n" % sum(map(int, text.split())), error=b"done\n"),
)
STATUS = Case(
    python="import sys\nprint('said')\nsys.exit(3)\n",
    c=c('puts("said"); return 3;'),
    script=lambda _: Act(output=b"said\n", exit_code=3),
)
SIGNAL = Case(
    python="import os\nprint('said', flush=True)\nos.abort()\n",
    c=c('puts("said"); fflush(stdout); abort();'),
    script=lambda _: Act(output=b"said\n", signal=6),
)
SPIN = Case(
    python="while True: pass\n",
    c=c("for (;;);"),
    script=lambda _: Act(cpu_s=100.0),
)
HOARD = Case(
    python="kept = []\nwhile True: kept.append(bytearray(b'x') * (1 << 20))\n",
    c=c("for (;;) memset(malloc(1 << 20), 1, 1 << 20);"),
    script=lambda _: Act(memory_bytes=65 * MIB),
)
FLOOD = Case(
    python="for _ in range(3 << 10): print('x' * 1023)\n",
    c=c(
        "char s[1024]; memset(s, 120, 1023); s[1023] = 0; for (int i = 0; i < 3 << 10; i++) puts(s); return 0;"
    ),
    script=lambda _: Act(output=b"x" * (3 * MIB)),
)
TRACES = Case(
    python=(
        "import os\n"
        "print(os.listdir('.'), os.listdir('/tmp'))\n"
        "open('left', 'w').close(); open('/tmp/left', 'w').close()\n"
        "if os.fork() == 0:\n    os.setsid()\n    while True: pass\n"
    ),
    c=c(
        'printf("%s %s\\n", access("left", F_OK) ? "[]" : "left", access("/tmp/left", F_OK) ? "[]" : "left");'
        'fclose(fopen("left", "w")); fclose(fopen("/tmp/left", "w")); fflush(stdout);'
        "if (!fork()) { setsid(); for (;;); } return 0;"
    ),
    script=lambda _: Act(output=b"[] []\n"),
)  # fmt: skip

CASES = [SUM, STATUS, SIGNAL, SPIN, HOARD, FLOOD, TRACES]
SCRIPTS = {source: case.script for case in CASES for source in (case.python, case.c)}


@contextmanager
def opened(driver: str) -> Iterator[Sandbox]:
    """The sandbox of a driver, with two slots however many cores there are."""
    if driver == "fake":
        yield FakeSandbox(SCRIPTS)
        return
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ORDOJUDGE_SANDBOX__SLOTS", "2")
        with opened_sandbox(driver) as sandbox:
            yield sandbox


@pytest.fixture(scope="module", params=["fake", "local", "docker"])
def driver(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def sandbox(driver: str) -> Iterator[Sandbox]:
    with opened(driver) as sandbox:
        yield sandbox


@pytest.fixture(params=["python", "c"])
def language(request: pytest.FixtureRequest) -> Language:
    return find_language(request.param)


@pytest.fixture
def box(sandbox: Sandbox, language: Language) -> Iterator[Box]:
    with sandbox.box(language) as box:
        yield box


def compiled(box: Box, case: Case, language: Language) -> Program:
    program = box.compile(case.source(language), language)
    assert program.ok, program.message
    assert program.language is language
    return program


def ran(box: Box, program: Program, text: bytes = b"", **fields: Any) -> Ran:
    fields = {"limits": LIMITS, **fields}
    return box.start(Run(program=program, input=MemoryFile(text), **fields)).wait()


def verdict(outcome_of: Ran, limits: Limits = LIMITS) -> Verdict | None:
    named = classify(outcome_of.outcome, limits)
    return named and named[0]


# ---------------------------------------------------------------------------- facts


def test_a_program_reads_its_input_and_its_output_is_kept(box: Box, language: Language) -> None:
    done = ran(box, compiled(box, SUM, language), b"3 4\n")
    outcome = done.outcome
    assert (outcome.exit_code, outcome.signal, outcome.stopped) == (0, None, None)
    assert (done.output.read(), done.error, done.result) == (b"7\n", b"done\n", None)
    assert (done.output.size, outcome.output_bytes, outcome.error_bytes) == (2, 2, 5)
    assert done.output.equals(b"7\n")
    assert not done.output.equals(b"7")
    assert (done.output.read(1), done.output.read(offset=1)) == (b"7", b"\n")
    assert 0 <= outcome.cpu_s <= LIMITS.cpu_s
    assert outcome.wall_s > 0
    assert 0 < outcome.peak_memory_bytes <= LIMITS.memory_bytes
    assert not outcome.out_of_memory
    assert verdict(done) is None


def test_an_exit_status_is_told(box: Box, language: Language) -> None:
    done = ran(box, compiled(box, STATUS, language))
    assert (done.outcome.exit_code, done.outcome.signal) == (3, None)
    assert done.output.read() == b"said\n"
    assert verdict(done) is Verdict.RTE


def test_a_signal_is_told(box: Box, language: Language) -> None:
    done = ran(box, compiled(box, SIGNAL, language))
    assert (done.outcome.exit_code, done.outcome.signal) == (None, 6)
    assert done.outcome.stopped is None
    assert done.output.read() == b"said\n"
    assert verdict(done) is Verdict.RTE


def test_a_program_is_stopped_soon_after_its_cpu_time(box: Box, language: Language) -> None:
    done = ran(box, compiled(box, SPIN, language))
    assert done.outcome.stopped == "cpu"
    assert LIMITS.cpu_s < done.outcome.cpu_s < LIMITS.cpu_s + 0.5
    assert verdict(done) is Verdict.TLE


def test_with_grace_it_is_stopped_later_by_as_much(box: Box, language: Language) -> None:
    limits = Limits(cpu_s=0.1, wall_s=20.0)
    done = ran(box, compiled(box, SPIN, language), limits=limits, grace=3.0)
    assert done.outcome.stopped == "cpu"
    assert 0.3 <= done.outcome.cpu_s < 0.8


def test_a_program_is_stopped_at_its_memory(box: Box, language: Language) -> None:
    limits = LIMITS.model_copy(update={"cpu_s": 5.0})
    done = ran(box, compiled(box, HOARD, language), limits=limits)
    assert verdict(done, limits) is Verdict.MLE


def test_output_is_cut_at_its_limit(box: Box, language: Language) -> None:
    done = ran(box, compiled(box, FLOOD, language))
    assert 0 < done.output.size <= LIMITS.output_bytes
    assert verdict(done) is Verdict.OLE


@pytest.mark.parametrize("source", ["int main(", "def main(:\n"], ids=["C", "Python"])
def test_a_source_that_is_none_is_refused_with_a_message(
    source: str, box: Box, language: Language
) -> None:
    program = box.compile(source.encode(), language)
    assert not program.ok
    assert program.message.strip()
    # and the box is as good as before
    assert ran(box, compiled(box, SUM, language), b"3 4").output.read() == b"7\n"


# ------------------------------------------------------------------------- apart


def test_two_runs_of_one_box_see_nothing_of_each_other(box: Box, language: Language) -> None:
    program = compiled(box, TRACES, language)
    for _ in range(2):
        assert ran(box, program).output.read() == b"[] []\n"


def test_one_input_serves_many_runs(box: Box, language: Language) -> None:
    program, text = compiled(box, SUM, language), MemoryFile(b"1 2", sealed=True)
    for _ in range(3):
        run = Run(program=program, limits=LIMITS, input=text)
        assert box.start(run).wait().output.read() == b"3\n"


def test_two_programs_of_one_box_take_turns(box: Box, language: Language) -> None:
    first, second = compiled(box, SUM, language), compiled(box, STATUS, language)
    for _ in range(2):
        assert ran(box, first, b"1 2").outcome.exit_code == 0
        assert ran(box, second).outcome.exit_code == 3


def test_a_box_is_as_new_for_the_next_job(sandbox: Sandbox, language: Language) -> None:
    with sandbox.box(language) as box:
        program = compiled(box, TRACES, language)
        assert ran(box, program).output.read() == b"[] []\n"
    with sandbox.box(language) as box:
        # a program is good for any box of its sandbox
        assert ran(box, program).output.read() == b"[] []\n"
        assert ran(box, compiled(box, SUM, language), b"3 4").output.read() == b"7\n"


def test_a_companion_works_beside_a_job_s_box(sandbox: Sandbox, language: Language) -> None:
    with sandbox.box(language) as box, sandbox.box(language, companion=True) as companion:
        assert companion is not box
        for each in (box, companion):
            assert ran(each, compiled(each, SUM, language), b"3 4").output.read() == b"7\n"


def test_a_job_that_raises_does_not_spoil_the_next_one(
    sandbox: Sandbox, language: Language
) -> None:
    with pytest.raises(ValueError, match="inside"), sandbox.box(language) as failed:  # noqa: PT012
        failed.start(Run(compiled(failed, SPIN, language), limits=LIMITS, input=MemoryFile()))
        raise ValueError("inside")  # while the program runs
    with sandbox.box(language) as box:
        assert box is not failed
        assert ran(box, compiled(box, SUM, language), b"3 4").output.read() == b"7\n"
    with sandbox.quiet():
        pass  # what was left behind doesn't count as running


def test_a_box_that_was_ended_fails_and_the_next_one_does_not(
    sandbox: Sandbox, language: Language
) -> None:
    with pytest.raises(SandboxError), sandbox.box(language) as ended:  # noqa: PT012
        program = compiled(ended, SUM, language)
        thread = threading.Thread(target=ended.abort)
        thread.start()
        thread.join()
        ran(ended, program, b"3 4")
    with sandbox.box(language) as box:
        assert ran(box, program, b"3 4").output.read() == b"7\n"


# -------------------------------------------------------------------- being alone


def test_while_one_is_alone_no_other_box_begins(sandbox: Sandbox, language: Language) -> None:
    order: queue.Queue[str] = queue.Queue()
    ready = threading.Event()

    def other() -> None:
        with sandbox.box(language) as box:
            program = compiled(box, SUM, language)
            ready.set()
            ran(box, program, b"1 2")
            order.put("the other ran")

    with sandbox.box(language) as mine:
        program = compiled(mine, SUM, language)
        with sandbox.quiet():
            thread = threading.Thread(target=other, daemon=True)
            thread.start()
            ready.wait()
            for _ in range(3):  # the other has the time of three runs to come in between
                ran(mine, program, b"3 4")
            order.put("alone")
        thread.join()
    assert [order.get(), order.get()] == ["alone", "the other ran"]


def test_a_companion_may_run_while_its_job_is_alone(sandbox: Sandbox, language: Language) -> None:
    with (
        sandbox.box(language) as box,
        sandbox.box(language, companion=True) as companion,
        sandbox.quiet(),
    ):
        for each in (box, companion):
            assert ran(each, compiled(each, SUM, language), b"3 4").output.read() == b"7\n"


# -------------------------------------------------------------------- taking down


def test_closing_twice_is_harmless(driver: str, language: Language) -> None:
    with opened(driver) as sandbox:
        with sandbox.box(language) as box:
            compiled(box, SUM, language)
        sandbox.close()
        sandbox.close()


def test_a_job_is_finished_though_its_sandbox_closes(driver: str, language: Language) -> None:
    with opened(driver) as sandbox, sandbox.box(language) as box:
        sandbox.close()
        assert ran(box, compiled(box, SUM, language), b"3 4").output.read() == b"7\n"
