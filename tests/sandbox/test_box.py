"""The judge's side of a box, with a runner that says what it is told to: its failures are never a verdict."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ordojudge.core.errors import RunnerMismatch, SandboxError, SandboxProtocolError
from ordojudge.core.languages import Language, find_language
from ordojudge.core.models import Limits
from ordojudge.ports import Program, Run, Running
from ordojudge.sandbox import wire
from ordojudge.sandbox.binary_cache import BinaryCache
from ordojudge.sandbox.box import RunnerBox
from ordojudge.sandbox.memory_files import MemoryFile
from ordojudge.sandbox.pool import Gate

PYTHON, C = find_language("python"), find_language("c")
HELLO = {"version": "1", "python": "3.11.2", "cgroup": True}
WELL = wire.Report(
    status=0,
    stopped=None,
    error=0,
    oom_kills=0,
    wall_us=2000,
    cpu_us=1000,
    run_delay_us=0,
    peak_bytes=1 << 20,
    left=0,
)


class Compilers:
    """A compiler without a machine."""

    judge_in_box = "/judge"

    def command(
        self, language: Language, source: bytes, *, source_path: str, product: str
    ) -> list[str]:
        return ["/usr/bin/cc", source_path, "-o", product]

    def server(self, language: Language) -> list[str]:
        return [*language.server]

    def version(self, language: Language) -> str:
        return f"{language.tool} 1"


class Scripted:
    """A runner whose answers are written beforehand."""

    def __init__(self, folder: Path) -> None:
        self.here, self.there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.gate = Gate()
        self._folder = folder

    def answers(self, answer: object, descriptors: list[int] | None = None) -> None:
        data = answer if isinstance(answer, bytes) else wire.encode(dict(answer))  # type: ignore[call-overload]
        wire.send(self.there, data, descriptors or [])

    def hangs_up(self) -> None:
        self.there.close()

    def asked(self) -> dict[str, Any]:
        message, descriptors = wire.receive(self.there)
        for descriptor in descriptors:
            os.close(descriptor)
        return wire.decode(message)

    def met(self) -> RunnerBox:
        return RunnerBox(
            self.here,
            version="1",
            toolchain=Compilers(),
            binaries=BinaryCache(self._folder, max_bytes=1 << 20),
            gate=self.gate,
        )


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Scripted]:
    runner = Scripted(tmp_path)
    with runner.here, runner.there:
        yield runner


@pytest.fixture
def box(runner: Scripted) -> RunnerBox:
    runner.answers(HELLO)
    return runner.met()


@pytest.fixture
def program(runner: Scripted, box: RunnerBox) -> Program:
    runner.answers(WELL._asdict())
    program = box.compile(b"pass", PYTHON)
    assert runner.asked()["harness"] == {"mode": "compile"}
    return program


def started(box: RunnerBox, program: Program) -> Running:
    return box.start(Run(program, limits=Limits(), input=MemoryFile(b"in")))


# ------------------------------------------------------------------------------- meeting


def test_a_runner_of_another_version_is_refused(runner: Scripted) -> None:
    runner.answers({**HELLO, "version": "2"})
    with pytest.raises(RunnerMismatch, match="of version 2, the judge of 1"):
        runner.met()


def test_a_runner_that_hangs_up_at_once_is_an_error(runner: Scripted) -> None:
    runner.hangs_up()
    with pytest.raises(SandboxError, match="the runner is gone"):
        runner.met()


# ---------------------------------------------------------------------------------- runs

BROKEN: dict[str, tuple[Callable[[Scripted], None], type[SandboxError], str]] = {
    "gone": (Scripted.hangs_up, SandboxError, "the runner is gone"),
    "no JSON": (lambda runner: runner.answers(b"{"), SandboxProtocolError, "can't be read"),
    "no object": (lambda runner: runner.answers(b"[]"), SandboxProtocolError, "can't be read"),
    "a failure": (
        lambda runner: runner.answers({"failure": "OSError: no space"}),
        SandboxError,
        "the runner failed: OSError: no space",
    ),
}
UNUSABLE: dict[str, tuple[dict[str, Any], type[SandboxError], str]] = {
    "nothing": ({}, SandboxProtocolError, "report can't be read"),
    "too much": ({**WELL._asdict(), "verdict": "AC"}, SandboxProtocolError, "can't be read"),
    "an error of the spawn server": (
        WELL._replace(error=11)._asdict(),
        SandboxError,
        "the spawn server failed: Resource temporarily unavailable",
    ),
    "the end of the judge's patience": (
        WELL._replace(stopped="deadline", status=9)._asdict(),
        SandboxError,
        "the machine may be stuck",
    ),
}


@pytest.mark.parametrize(("answer", "kind", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_run_without_an_answer_is_the_box_s_failure(
    answer: Callable[[Scripted], None],
    kind: type[SandboxError],
    message: str,
    runner: Scripted,
    box: RunnerBox,
    program: Program,
) -> None:
    running = started(box, program)
    answer(runner)
    with pytest.raises(kind, match=message):
        running.wait()
    assert (runner.gate.running, box.broken) == (0, True)


@pytest.mark.parametrize(("report", "kind", "message"), UNUSABLE.values(), ids=UNUSABLE.keys())
def test_a_run_without_a_usable_report_is_the_box_s_failure(
    report: dict[str, Any],
    kind: type[SandboxError],
    message: str,
    runner: Scripted,
    box: RunnerBox,
    program: Program,
) -> None:
    running = started(box, program)
    runner.answers(report)
    with pytest.raises(kind, match=message):
        running.wait()
    assert runner.gate.running == 0


@pytest.mark.parametrize(("report", "kind", "message"), UNUSABLE.values(), ids=UNUSABLE.keys())
@pytest.mark.parametrize("language", [PYTHON, C], ids=lambda row: row.id)
def test_a_compilation_without_a_usable_report_is_the_box_s_failure(
    report: dict[str, Any],
    kind: type[SandboxError],
    message: str,
    language: Language,
    runner: Scripted,
    box: RunnerBox,
) -> None:
    if language is C:
        runner.answers({})  # the source was put into the box
        report = {"report": report}
    runner.answers(report)
    with pytest.raises(kind, match=message):
        box.compile(b"x", language)


@pytest.mark.parametrize("answer", [row[0] for row in BROKEN.values()], ids=BROKEN.keys())
def test_a_box_that_failed_says_so_to_the_pool(
    answer: Callable[[Scripted], None], runner: Scripted, box: RunnerBox
) -> None:
    assert not box.broken
    answer(runner)
    with pytest.raises(SandboxError):
        box.reset()
    assert box.broken


def test_a_report_s_facts_become_the_outcome(
    runner: Scripted, box: RunnerBox, program: Program
) -> None:
    running = started(box, program)
    assert runner.gate.running == 1
    runner.answers(WELL._replace(status=9, stopped="cpu", oom_kills=2, run_delay_us=500)._asdict())
    outcome = running.wait().outcome
    assert runner.gate.running == 0
    assert (outcome.exit_code, outcome.signal, outcome.stopped) == (None, 9, "cpu")
    assert (outcome.cpu_s, outcome.wall_s, outcome.run_delay_s) == (0.001, 0.002, 0.0005)
    assert (outcome.peak_memory_bytes, outcome.out_of_memory) == (1 << 20, True)


def test_an_exit_status_is_not_a_signal(runner: Scripted, box: RunnerBox, program: Program) -> None:
    running = started(box, program)
    runner.answers(WELL._replace(status=3 << 8)._asdict())
    outcome = running.wait().outcome
    assert (outcome.exit_code, outcome.signal) == (3, None)


def test_a_run_that_nobody_waited_for_does_not_keep_others_from_being_alone(
    runner: Scripted, box: RunnerBox, program: Program
) -> None:
    started(box, program)
    assert runner.gate.running == 1
    box.close()
    assert runner.gate.running == 0
    box.close()
    assert runner.gate.running == 0


def test_a_run_that_could_not_be_asked_for_leaves_the_gate(
    runner: Scripted, box: RunnerBox, program: Program
) -> None:
    runner.hangs_up()
    with pytest.raises(SandboxError, match="the runner is gone"):
        started(box, program)
    assert (runner.gate.running, box.broken) == (0, True)


def test_an_ended_box_fails_whatever_is_asked_of_it(
    runner: Scripted, box: RunnerBox, program: Program
) -> None:
    box.abort()
    box.abort()
    for ask in (lambda: started(box, program), lambda: box.compile(b"x", C), box.reset):
        with pytest.raises(SandboxError):
            ask()
    assert box.broken


def test_something_else_is_no_program(box: RunnerBox) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(TypeError, match="not a program of this sandbox"):
        started(box, Program(ok=True, language=PYTHON, handle=object()))
    assert len(os.listdir("/proc/self/fd")) == before


# ------------------------------------------------------------------------------ compiling


def test_a_binary_is_compiled_once_and_loaded_where_it_is_needed(
    runner: Scripted, box: RunnerBox
) -> None:
    made = MemoryFile(b"\x7fELF")
    runner.answers({})
    runner.answers({"report": WELL._asdict()})
    runner.answers({}, [made.descriptor])
    first = box.compile(b"int main;", C)
    assert (first.ok, first.cached, first.cpu_s) == (True, False, 0.001)
    assert [runner.asked()["op"] for _ in range(3)] == ["put", "compile", "fetch"]
    again = box.compile(b"int main;", C)
    assert (again.ok, again.cached, again.cpu_s) == (True, True, 0.0)

    runner.answers(WELL._asdict())
    started(box, again).wait()
    assert runner.asked()["op"] == "run"  # the box has it since it was compiled
    runner.answers({})
    box.reset()
    runner.answers({})
    runner.answers(WELL._asdict())
    started(box, again).wait()
    assert [runner.asked()["op"] for _ in range(3)] == ["reset", "put", "run"]


def test_a_runtime_is_told_its_limits_and_says_when_they_are_reached(
    runner: Scripted, box: RunnerBox
) -> None:
    java, go = find_language("java"), find_language("go")
    extra = java.memory_extra_bytes
    for language in (java, go):
        made = MemoryFile(b"PK")
        runner.answers({})
        runner.answers({"report": WELL._asdict()})
        runner.answers({}, [made.descriptor])
        program = box.compile(b"class A {}", language)
        put, compile_, fetch = (runner.asked() for _ in range(3))
        assert (put["name"], fetch["name"]) == (language.source_file, language.program_file)
        assert compile_["product"] == f"/box/w/{language.program_file}"
        assert compile_.get("server", [])[:1] == (["java"] if language is java else [])
        limits = Limits(memory_bytes=(64 << 20) + extra)
        runner.answers(WELL._replace(status=3 << 8)._asdict())
        ran = box.start(Run(program, limits=limits, input=MemoryFile(b""))).wait()
        order = runner.asked()
        if language is java:
            assert "-Xmx64m" in order["argv"]
            assert order["argv"][-1] == "/box/s/main.jar"
            assert order["environment"] == []
        else:
            assert order["argv"] == ["/box/s/main"]
            assert order["environment"] == [
                "GOMAXPROCS=1",
                f"GOMEMLIMIT={64 + (extra >> 20)}MiB",
            ]
        assert order["allowance"]["processes"] == language.processes
        assert ran.outcome.exit_code == 3
        assert ran.outcome.out_of_memory == (language is java)


def test_a_checked_source_is_what_is_run(runner: Scripted, box: RunnerBox) -> None:
    ruby = find_language("ruby")
    source = MemoryFile(b"puts 1")
    runner.answers({})
    runner.answers({"report": WELL._asdict()})
    runner.answers({}, [source.descriptor])
    program = box.compile(b"puts 1", ruby)
    assert (program.ok, program.message) == (True, "")  # a checker says that all is well
    order = [runner.asked() for _ in range(3)][1]
    assert (order["product"], order["binary"]) == ("/box/s/main.rb", "main.rb")
    assert box.compile(b"puts 1", ruby).cached


def test_a_binary_that_left_the_cache_is_the_box_s_failure(
    runner: Scripted, box: RunnerBox, tmp_path: Path
) -> None:
    runner.answers({})
    runner.answers({"report": WELL._asdict()})
    made = MemoryFile(b"\x7fELF")
    runner.answers({}, [made.descriptor])
    box.compile(b"int main;", C)
    runner.answers({})
    box.reset()
    program = box.compile(b"int main;", C)
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.unlink()
    with pytest.raises(SandboxError, match="the binary left the cache"):
        started(box, program)
    assert runner.gate.running == 0


@pytest.mark.parametrize(
    ("report", "message"),
    [
        pytest.param(WELL._replace(status=1 << 8), "status 256", id="a refusal without a word"),
        pytest.param(WELL._replace(status=9, stopped="cpu"), "more than 20 s", id="time"),
        pytest.param(WELL._replace(status=9, stopped="wall"), "more than 20 s", id="wall time"),
        pytest.param(WELL._replace(status=9, stopped="memory"), "more than 1024 MiB", id="memory"),
    ],
)
def test_a_compiler_that_fails_or_takes_too_much_is_a_refusal(
    report: wire.Report, message: str, runner: Scripted, box: RunnerBox
) -> None:
    runner.answers({})
    runner.answers({"report": report._asdict()})
    program = box.compile(b"int main;", C)
    assert not program.ok
    assert message in program.message


def test_a_compiler_that_makes_no_program_is_a_refusal(runner: Scripted, box: RunnerBox) -> None:
    runner.answers({})
    runner.answers({"report": WELL._asdict(), "product": "the compiler made no usable program"})
    program = box.compile(b"int main;", C)
    assert (program.ok, program.message) == (False, "the compiler made no usable program")


def test_a_box_in_which_a_compiler_ran_out_of_memory_is_not_used_again(
    runner: Scripted, box: RunnerBox
) -> None:
    runner.answers({})
    runner.answers({"report": WELL._replace(status=9, oom_kills=1)._asdict()})
    assert not box.compile(b"int main;", C).ok
    assert box.out_of_memory
