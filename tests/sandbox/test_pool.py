"""The slot pool and its gate, with boxes that only count."""

import fcntl
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest
from structlog.testing import capture_logs

from ordojudge.core.errors import SandboxError, SandboxUnavailable
from ordojudge.core.languages import Language, find_language
from ordojudge.ports import Program, Run, Running
from ordojudge.sandbox.pool import Gate, MachineLock, PooledBox, SlotPool


class TinyBox:
    """Holds nothing; remembers what the pool did to it."""

    def __init__(self, family: str, gate: Gate | None) -> None:
        self.family = family
        self.gate = gate
        self.jobs = 0
        self.broken = False
        self.out_of_memory = False
        self.lives = True
        self.resets = 0
        self.closed = 0
        self.reset_error: BaseException | None = None
        self.close_error: Exception | None = None

    def compile(
        self, source: bytes, language: Language, *, files: Mapping[str, bytes] | None = None
    ) -> Program:
        raise NotImplementedError

    def script(self, code: bytes) -> Program:
        raise NotImplementedError

    def start(self, run: Run) -> Running:
        raise NotImplementedError

    def count_instructions(self) -> None:
        raise NotImplementedError

    def abort(self) -> None:
        raise NotImplementedError

    def answers(self) -> bool:
        return self.lives

    def reset(self) -> None:
        self.jobs += 1
        self.resets += 1
        if self.reset_error:
            raise self.reset_error

    def close(self) -> None:
        self.closed += 1
        if self.close_error:
            raise self.close_error


@dataclass
class Factory:
    """Makes tiny boxes; the next ones fail with these errors first."""

    made: list[TinyBox] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)

    def make(self, family: str, gate: Gate | None) -> PooledBox:
        if self.errors:
            raise self.errors.pop(0)
        self.made.append(TinyBox(family, gate))
        return self.made[-1]


@pytest.fixture
def factory() -> Factory:
    return Factory()


def pool_of(factory: Factory, *, slots: int = 1, recycle_after: int = 1000) -> SlotPool:
    return SlotPool(factory.make, slots=slots, recycle_after=recycle_after)


@contextmanager
def taken(
    pool: SlotPool, language: str | None = None, *, companion: bool = False
) -> Iterator[TinyBox]:
    row = find_language(language) if language else None
    with pool.box(row, companion=companion) as box:
        yield cast(TinyBox, box)


class NoticedSemaphore(threading.Semaphore):
    """A semaphore that says when somebody has to wait for it."""

    def __init__(self, value: int) -> None:
        super().__init__(value)
        self.waiting = threading.Semaphore(0)

    def acquire(self, blocking: bool = True, timeout: float | None = None) -> bool:
        if super().acquire(blocking=False):
            return True
        self.waiting.release()
        return super().acquire(blocking, timeout)

    __enter__ = acquire


def noticed(pool: SlotPool, slots: int) -> NoticedSemaphore:
    """Have the pool say when a job waits for a slot."""
    pool._permits[False] = semaphore = NoticedSemaphore(slots)
    return semaphore


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


# ------------------------------------------------------------------------- slots


def test_boxes_are_made_when_first_needed_and_used_again(factory: Factory) -> None:
    pool = pool_of(factory)
    assert factory.made == []
    for _ in range(3):
        with taken(pool) as box:
            assert box is factory.made[0]
    assert len(factory.made) == 1
    assert (factory.made[0].resets, factory.made[0].closed) == (3, 0)


def test_an_idle_box_that_died_is_replaced_and_fails_no_job(factory: Factory) -> None:
    pool = pool_of(factory, slots=2)
    with taken(pool), taken(pool):
        pass
    dead = list(factory.made)
    for box in dead:
        box.lives = False
    with capture_logs() as logged, taken(pool) as box:
        assert box not in dead
    assert [each.closed for each in dead] == [1, 1]
    assert [entry["event"] for entry in logged] == ["idle box doesn't answer, replaced"] * 2


def test_a_job_beyond_the_slots_waits_for_one_of_them(factory: Factory) -> None:
    pool = pool_of(factory, slots=2)
    waiting = noticed(pool, 2).waiting
    got: queue.Queue[TinyBox] = queue.Queue()

    def third() -> None:
        with taken(pool) as box:
            got.put(box)

    with taken(pool) as first:
        with taken(pool) as second:
            assert first is not second
            thread = in_thread(third)
            waiting.acquire()
            assert got.empty()
        assert got.get() is second  # while the first is still busy
    thread.join()
    assert len(factory.made) == 2


def test_a_companion_has_a_slot_of_its_own_and_passes_no_gate(factory: Factory) -> None:
    pool = pool_of(factory, slots=1)
    with taken(pool) as box, taken(pool, companion=True) as companion:
        assert box is not companion
    assert box.gate is not None
    assert companion.gate is None
    with taken(pool) as again, taken(pool, companion=True) as companion_again:
        assert (again, companion_again) == (box, companion)


def test_every_job_can_have_its_companion_at_once(factory: Factory) -> None:
    pool = pool_of(factory, slots=3)
    together = threading.Barrier(3)

    def job() -> None:
        with taken(pool):
            together.wait()  # all hold their first box before any asks for its second
            with taken(pool, companion=True):
                together.wait()

    threads = [in_thread(job) for _ in range(3)]
    for thread in threads:
        thread.join()
    assert not together.broken
    assert len(factory.made) == 6


# ----------------------------------------------------------------------- families


def test_a_box_serves_any_language_unless_there_are_families(factory: Factory) -> None:
    pool = pool_of(factory)
    for language in (None, "python", "cpp"):
        with taken(pool, language):
            pass
    assert [box.family for box in factory.made] == [""]


def test_with_families_a_box_serves_the_languages_of_its_image(factory: Factory) -> None:
    pool = SlotPool(factory.make, slots=1, recycle_after=1000, families=True)
    for language in (None, "python", "c", "cpp", "python", "cpp20"):
        with taken(pool, language) as box:
            assert box.family == find_language(language or "python").image
    assert [box.family for box in factory.made] == ["python", "cpp"]


def test_of_too_many_idle_boxes_the_one_unused_for_longest_goes(factory: Factory) -> None:
    pool = SlotPool(factory.make, slots=1, recycle_after=1000, families=True, spare=1)
    for language in ("python", "cpp", "cpp"):
        with taken(pool, language):
            pass
    python, cpp = factory.made
    assert (python.closed, cpp.closed, cpp.jobs) == (1, 0, 2)


# --------------------------------------------------------------- boxes that are replaced


def wear_out(box: TinyBox) -> None:
    box.jobs = 4


def break_it(box: TinyBox) -> None:
    box.broken = True


def run_out_of_memory(box: TinyBox) -> None:
    box.out_of_memory = True


def fail_to_reset(box: TinyBox) -> None:
    box.reset_error = SandboxError("a process is left")


@pytest.mark.parametrize("spoil", [wear_out, break_it, run_out_of_memory, fail_to_reset])
def test_a_spoilt_box_is_replaced(spoil: Callable[[TinyBox], None], factory: Factory) -> None:
    pool = pool_of(factory, recycle_after=5)
    with taken(pool) as first:
        spoil(first)
    assert first.closed == 1
    with taken(pool) as second:
        assert second is not first
    assert second.closed == 0


def test_a_failing_reset_is_told(factory: Factory) -> None:
    pool = pool_of(factory)
    with capture_logs() as logs, taken(pool) as box:
        fail_to_reset(box)
    assert [(entry["event"], entry["error"]) for entry in logs] == [
        ("box not clean, replaced", "a process is left")
    ]


def test_a_box_is_replaced_after_its_number_of_jobs(factory: Factory) -> None:
    pool = pool_of(factory, recycle_after=3)
    for _ in range(7):
        with taken(pool):
            pass
    assert [box.closed for box in factory.made] == [1, 1, 0]


@pytest.mark.parametrize("kind", [OSError, KeyboardInterrupt])
def test_a_reset_that_is_interrupted_loses_the_box_and_not_its_slot(
    kind: type[BaseException], factory: Factory
) -> None:
    pool = pool_of(factory)
    with pytest.raises(kind), taken(pool) as first:
        first.reset_error = kind()
    assert first.closed == 1
    with taken(pool) as second:
        assert second is not first


@pytest.mark.parametrize("kind", [ValueError, SandboxError, KeyboardInterrupt, GeneratorExit])
def test_a_job_that_raises_loses_its_box_and_not_its_slot(
    kind: type[BaseException], factory: Factory
) -> None:
    pool = pool_of(factory)

    def failing() -> None:
        with taken(pool):
            raise kind("inside")

    for _ in range(2):
        with pytest.raises(kind, match="inside"):
            failing()
    with taken(pool):
        pass
    assert [(box.resets, box.closed) for box in factory.made] == [(0, 1), (0, 1), (1, 0)]


def test_a_box_that_cannot_be_made_gives_its_slot_back(factory: Factory) -> None:
    factory.errors = [SandboxUnavailable("no user namespaces"), OSError("no processes")]
    pool = pool_of(factory)
    with pytest.raises(SandboxUnavailable), taken(pool):
        pass
    with pytest.raises(OSError, match="no processes"), taken(pool):
        pass
    with taken(pool) as box:
        assert box is factory.made[0]


def test_a_spoilt_box_that_cannot_be_taken_down_gives_its_slot_back(factory: Factory) -> None:
    pool = pool_of(factory)
    with taken(pool) as first:
        first.broken = True
        first.close_error = OSError("already gone")
    with taken(pool) as second:
        assert second is not first


# ------------------------------------------------------------------------- closing


def test_closing_takes_down_idle_boxes_once(factory: Factory) -> None:
    pool = pool_of(factory, slots=2)
    with taken(pool), taken(pool, companion=True):
        pass
    pool.close()
    pool.close()
    assert [box.closed for box in factory.made] == [1, 1]
    with pytest.raises(SandboxError, match="the sandbox is closed"), taken(pool):
        pass


def test_a_box_that_is_busy_while_the_pool_closes_goes_when_it_comes_back(
    factory: Factory,
) -> None:
    pool = pool_of(factory)
    with taken(pool) as box:
        pool.close()
        assert box.closed == 0
    assert box.closed == 1


def test_one_box_that_cannot_be_taken_down_keeps_none_of_the_others(factory: Factory) -> None:
    pool = pool_of(factory, slots=2)
    with taken(pool) as first, taken(pool) as second:
        first.close_error = second.close_error = OSError("busy")
    pool.close()
    assert (first.closed, second.closed) == (1, 1)


# ------------------------------------------------------------------------- contention


def test_a_machine_is_contended_while_something_runs_or_its_load_is_high(
    factory: Factory, monkeypatch: pytest.MonkeyPatch
) -> None:
    cores = os.cpu_count() or 1
    monkeypatch.setattr(os, "getloadavg", lambda: (0.5 * cores, 9.0, 9.0))
    pool = pool_of(factory)
    with taken(pool) as box:
        assert box.gate is not None
        assert not pool.contended  # held, but nothing runs in it
        box.gate.enter()
        assert pool.contended
        box.gate.leave()
        assert not pool.contended
    monkeypatch.setattr(os, "getloadavg", lambda: (1.5 * cores, 0.0, 0.0))
    assert pool.contended


# ----------------------------------------------------------------------------- the gate


class NoticedCondition(threading.Condition):
    """A condition that says when somebody waits for it."""

    def __init__(self, said: "queue.Queue[str]") -> None:
        super().__init__()
        self._said = said

    def wait(self, timeout: float | None = None) -> bool:
        self._said.put("waits")
        return super().wait(timeout)


@pytest.fixture
def said() -> "queue.Queue[str]":
    return queue.Queue()


@pytest.fixture
def gate(said: "queue.Queue[str]") -> Gate:
    """A gate at which one can hear who waits."""
    gate = Gate()
    gate._changed = NoticedCondition(said)
    return gate


def test_many_pass_together(gate: Gate) -> None:
    for running in (1, 2, 3):
        gate.enter()
        assert gate.running == running
    for running in (2, 1, 0):
        gate.leave()
        assert gate.running == running


def test_alone_waits_for_all_that_run(gate: Gate, said: "queue.Queue[str]") -> None:
    gate.enter()
    gate.enter()

    def alone() -> None:
        with gate.alone():
            said.put(f"alone with {gate.running}")

    thread = in_thread(alone)
    assert said.get() == "waits"
    gate.leave()
    assert said.get() == "waits"  # woken, but one still runs
    gate.leave()
    assert said.get() == "alone with 0"
    thread.join()


def next_but_waiting(said: "queue.Queue[str]") -> str:
    """The next thing said, but for that somebody waits: who is woken too early waits again."""
    while (heard := said.get()) == "waits":
        pass
    return heard


def test_nothing_begins_while_one_is_alone_or_waits_to_be(
    gate: Gate, said: "queue.Queue[str]"
) -> None:
    gate.enter()
    may_end = threading.Event()

    def alone() -> None:
        with gate.alone():
            said.put("alone")
            may_end.wait()

    def run() -> None:
        gate.enter()
        said.put("runs")

    threads = [in_thread(alone)]
    assert said.get() == "waits"
    threads.append(in_thread(run))
    assert said.get() == "waits"  # else one that waits to be alone might wait for ever
    gate.leave()
    assert next_but_waiting(said) == "alone"
    threads.append(in_thread(run))
    assert said.get() == "waits"
    assert gate.running == 0
    may_end.set()
    assert [next_but_waiting(said) for _ in range(2)] == ["runs", "runs"]
    for thread in threads:
        thread.join()
    assert gate.running == 2


def test_the_one_that_is_alone_may_run(gate: Gate, said: "queue.Queue[str]") -> None:
    with gate.alone():
        gate.enter()
        assert gate.running == 1
        gate.leave()
    assert said.empty()


def test_only_one_is_alone_at_a_time(gate: Gate, said: "queue.Queue[str]") -> None:
    def alone() -> None:
        with gate.alone():
            said.put("second")

    with gate.alone():
        thread = in_thread(alone)
        assert said.get() == "waits"
        said.put("first")
    assert [said.get(), said.get()] == ["first", "second"]
    thread.join()


def test_others_go_on_after_one_that_was_alone_raised(gate: Gate) -> None:
    def failing() -> None:
        with gate.alone():
            raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        failing()
    thread = in_thread(gate.enter)
    thread.join()
    assert gate.running == 1


def test_quiet_is_being_alone_at_the_pool_s_gate(
    factory: Factory, said: "queue.Queue[str]"
) -> None:
    pool = pool_of(factory)
    with taken(pool) as box:
        gate = box.gate
    assert gate is not None
    gate._changed = NoticedCondition(said)

    def run() -> None:
        gate.enter()
        said.put("runs")

    with pool.quiet():
        gate.enter()  # this thread's own measurement
        gate.leave()
        thread = in_thread(run)
        assert said.get() == "waits"
        said.put("measured")
    assert [said.get(), said.get()] == ["measured", "runs"]
    thread.join()


# ----------------------------------------------------------------- between processes


def enter(gate: Gate, entered: threading.Event) -> None:
    gate.enter()
    entered.set()


def test_gates_of_several_processes_let_many_run_or_one_alone(tmp_path: Path) -> None:
    # Locks belong to opened files, so that two in one process stand for two processes.
    here, there = Gate(MachineLock(tmp_path)), Gate(MachineLock(tmp_path))
    for gate in (here, there):
        assert not gate.busy
    here.enter()
    there.enter()
    assert here.busy
    assert there.busy
    there.leave()
    assert there.busy  # by what runs here
    alone, over = threading.Event(), threading.Event()

    def be_alone() -> None:
        with there.alone():
            there.enter()
            alone.set()
            over.wait()
            there.leave()

    thread = in_thread(be_alone)
    assert not alone.wait(0.1)
    here.leave()
    assert alone.wait(10)
    assert here.busy
    entered = threading.Event()
    other = in_thread(lambda: enter(here, entered))
    assert not entered.wait(0.1)
    over.set()
    assert entered.wait(10)
    here.leave()
    thread.join()
    other.join()
    assert not there.busy


def is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def test_who_wants_to_be_alone_is_not_kept_waiting_by_newcomers(tmp_path: Path) -> None:
    gates = [Gate(MachineLock(tmp_path)) for _ in range(3)]
    gates[0].enter()
    alone, entered = threading.Event(), threading.Event()

    def be_alone() -> None:
        with gates[1].alone():
            alone.set()
            assert not entered.wait(0.1)

    thread = in_thread(be_alone)
    with (tmp_path / "door").open("rb") as door:
        while not is_locked(door.fileno()):
            pass
    other = in_thread(lambda: enter(gates[2], entered))
    assert not entered.wait(0.1)
    assert not alone.is_set()
    gates[0].leave()
    assert alone.wait(10)
    assert entered.wait(10)
    gates[2].leave()
    thread.join()
    other.join()


def test_a_process_that_dies_alone_keeps_nobody_waiting(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from ordojudge.sandbox.pool import Gate, MachineLock\n"
        "with Gate(MachineLock(Path(sys.argv[1]))).alone():\n"
        "    print('alone', flush=True); sys.stdin.read()"
    )
    gate = Gate(MachineLock(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", code, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"alone\n"
        assert gate.busy
        process.kill()
    gate.enter()
    gate.leave()
    assert not gate.busy
