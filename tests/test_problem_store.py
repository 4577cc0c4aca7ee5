"""The store of files: damage, the bounded cache, several processes, memory; and judging from it."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import structlog
from structlog.testing import capture_logs

from ordojudge.core.errors import ProblemError, ProblemNotFound, StoreError
from ordojudge.core.models import Limits, Problem, Task, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.problem_cache import ProblemCache, locked
from ordojudge.problem_folder import document_of
from ordojudge.problem_store import ABANDONED_S, FileProblemStore
from ordojudge.problems import load_problem
from ordojudge.sandbox.fake import Act, FakeSandbox
from ordojudge.service import Judge

LONG = "1 2 3\n" * 1000


def problem(problem_id: str = "sum", *, size: int = 6000) -> Problem:
    """One with a long and a short test."""
    text = (LONG * (size // len(LONG) + 1))[:size]
    return problem_from_data(
        {
            "problem_id": problem_id,
            "tests": [
                {"case_id": "long", "input": text, "output": f"{problem_id}\n{text}"},
                {"case_id": "short", "input": "1", "output": "2"},
            ],
        }
    )


def files_of(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def archive_of(store: Path, digest: str) -> Path:
    return store / "content" / digest[:2] / f"{digest}.zip"


def cached(cache: Path) -> set[str]:
    return {path.name for path in cache.iterdir() if len(path.name) == 64}


# ------------------------------------------------------------------ damage


def test_an_archive_is_an_ordinary_problem_folder(tmp_path: Path) -> None:
    digest = FileProblemStore(tmp_path).put(problem())
    target = tmp_path / "unzipped"
    subprocess.run(
        [sys.executable, "-m", "zipfile", "-e", archive_of(tmp_path, digest), target], check=True
    )
    assert load_problem(target) == problem()


def test_a_damaged_archive_is_an_error_and_never_another_problem(tmp_path: Path) -> None:
    digest = FileProblemStore(tmp_path).put(problem())
    archive = archive_of(tmp_path, digest)
    good = archive.read_bytes()
    chance = random.Random(5)
    refused = 0
    complaints = set()
    for attempt in range(150):
        place = chance.randrange(len(good))
        if attempt % 3:
            bad = (
                good[:place] + bytes([good[place] ^ (1 << chance.randrange(8))]) + good[place + 1 :]
            )
        else:
            bad = good[:place]
        archive.unlink()
        archive.write_bytes(bad)
        store = FileProblemStore(tmp_path, cache_folder=tmp_path / f"cache-{attempt}")
        try:
            with store.folder(digest) as folder:
                document = b"".join(document_of(store.get(digest), folder))
        except StoreError as error:
            refused += 1
            complaints.add("damaged" in str(error))
        else:
            assert problem_from_data(json.loads(document)) == problem()
    assert complaints == {True}
    assert refused > 100  # the rest hit what nothing depends on, such as dates

    assert FileProblemStore(tmp_path).put(problem()) == digest
    store = FileProblemStore(tmp_path, cache_folder=tmp_path / "cache-last")
    with store.folder(digest) as folder:
        assert folder is not None
        assert load_problem(folder) == problem()


def test_a_damaged_id_is_an_error_until_the_problem_is_registered_again(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path)
    digest = store.put(problem())
    (named,) = files_of(tmp_path / "ids")
    for text in ("", "{}", '{"digests": []}', '{"digests": [1]}', "[]"):
        named.write_text(text)
        with pytest.raises(StoreError, match="damaged"):
            store.digest("sum")
    assert store.put(problem()) == digest == store.digest("sum")


def write_over(path: Path) -> None:
    path.write_bytes(b"9" + path.read_bytes()[1:])


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda path: path.unlink(), id="missing"),
        pytest.param(lambda path: os.truncate(path, 10), id="cut off"),
        pytest.param(write_over, id="written over"),
    ],
)
@pytest.mark.parametrize("field", ["input_file", "output_file"])
def test_a_damaged_test_file_is_no_verdict_and_is_fetched_anew(
    damage: Callable[[Path], None], field: str, tmp_path: Path
) -> None:
    store = FileProblemStore(tmp_path)
    digest = store.put(problem())
    name = getattr(store.get(digest).tests[0], field)
    path = tmp_path / "cache" / digest / name
    path.chmod(0o644)
    damage(path)
    judge = Judge(FakeSandbox({"echo": lambda given: Act(output=b"sum\n" + given)}))
    task = Task(problem_digest=digest, language="c", source="echo", all_tests=False)
    with pytest.raises(StoreError, match="test file"), store.folder(digest) as folder:
        judge.judge(task, store.get(digest), folder=folder)
    with store.folder(digest) as folder:
        judgement = judge.judge(task, store.get(digest), folder=folder)
    assert [test.verdict for test in judgement.tests] == [Verdict.AC, Verdict.WA]


def test_without_its_folder_a_stored_problem_is_not_judged(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path)
    stored = store.get(store.put(problem()))
    judge = Judge(FakeSandbox({"echo": lambda given: Act(output=given)}))
    with pytest.raises(ProblemError, match=r"tests\.0: its files were not read"):
        judge.judge(Task(language="c", source="echo"), stored)


def test_a_folder_that_is_none_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = FileProblemStore(tmp_path / "file" / "store", cache_folder=tmp_path / "cache")
    with pytest.raises(StoreError, match=r"registering a problem: .*Not a directory"):
        store.put(problem())


# ------------------------------------------------------------------ the cache


def test_the_least_recently_used_problems_leave_a_full_cache(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path, cache_bytes=200_000)
    digests = []
    for number in range(12):  # each takes two times 20,480 bytes and a document
        digests.append(store.put(problem(str(number), size=20_000)))
        with store.folder(digests[0]):
            pass
    kept = cached(tmp_path / "cache")
    assert digests[0] in kept
    assert digests[-1] in kept
    assert digests[1] not in kept
    used = sum(file.stat().st_blocks * 512 for file in files_of(tmp_path / "cache"))
    assert 100_000 < used <= 200_000
    with store.folder(digests[1]) as folder:  # still registered, so fetched anew
        assert folder is not None
        assert load_problem(folder) == problem("1", size=20_000)


def test_what_is_in_use_does_not_leave_and_what_was_opened_can_be_read(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path, cache_bytes=120_000)
    used = store.put(problem("used", size=20_000))
    with store.folder(used) as folder:
        assert folder is not None
        for number in range(6):
            store.put(problem(str(number), size=20_000))
        assert load_problem(folder) == problem("used", size=20_000)
        name = store.get(used).tests[0].input_file or ""
        opened = (folder / name).open()
    for number in range(6):
        store.put(problem(str(number), size=20_001))
    assert used not in cached(tmp_path / "cache")
    with opened:
        assert opened.read() == problem("used", size=20_000).tests[0].input


def test_two_stores_share_the_bound_of_one_cache(tmp_path: Path) -> None:
    stores = [FileProblemStore(tmp_path, cache_bytes=200_000) for _ in range(2)]
    for number in range(12):
        stores[number % 2].put(problem(str(number), size=20_000))
    used = sum(file.stat().st_blocks * 512 for file in files_of(tmp_path / "cache"))
    assert used <= 200_000


def test_a_problem_larger_than_the_cache_is_an_error_that_names_the_setting(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path, cache_bytes=10_000)
    digest = store.put(problem(size=20_000))
    with pytest.raises(StoreError, match="ORDOJUDGE_STORE__CACHE_BYTES"), store.folder(digest):
        pass
    roomy = FileProblemStore(tmp_path, cache_bytes=100_000)
    with roomy.folder(digest) as folder:
        assert folder is not None


def test_more_in_use_than_fits_is_said_but_no_error(tmp_path: Path) -> None:
    structlog.reset_defaults()
    store = FileProblemStore(tmp_path, cache_bytes=60_000)
    digests = [store.put(problem(str(number), size=20_000)) for number in range(2)]
    with capture_logs() as logs, store.folder(digests[0]), store.folder(digests[1]):
        assert cached(tmp_path / "cache") == set(digests)
    assert [entry["event"] for entry in logs] == ["problem cache over its size"]


def test_many_that_need_a_problem_fetch_it_once(tmp_path: Path) -> None:
    digest = FileProblemStore(tmp_path).put(problem())
    cache = ProblemCache(tmp_path / "other", max_bytes=1 << 20)
    fetched: list[Path] = []
    together = threading.Barrier(4)

    def fetch(folder: Path) -> None:
        fetched.append(folder)
        (folder / "file").write_text(digest)

    def use() -> None:
        together.wait(30)
        with cache.held(digest, fetch) as folder:
            assert (folder / "file").read_text() == digest

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(fetched) == 1


def test_a_fetch_that_fails_leaves_nothing_and_may_be_tried_again(tmp_path: Path) -> None:
    cache = ProblemCache(tmp_path, max_bytes=1 << 20)

    def fail(folder: Path) -> None:
        (folder / "half").touch()
        raise StoreError("out of reach")

    with pytest.raises(StoreError, match="out of reach"), cache.held("a" * 64, fail):
        pass
    assert {path.name for path in files_of(tmp_path)} == {"aa", "lock"}
    with cache.held("a" * 64, lambda folder: (folder / "whole").touch()) as folder:
        assert os.listdir(folder) == ["whole"]


# ------------------------------------------------------------------ processes

TRAFFIC = """
import random, sys
from pathlib import Path
from ordojudge.core.errors import ProblemNotFound
from ordojudge.core.models import problem_from_data
from ordojudge.problem_store import FileProblemStore
from ordojudge.problems import load_problem

folder, seed, rounds = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
store = FileProblemStore(folder, cache_bytes=150_000)
done = 0
while done < rounds:
    number = chance.randrange(6)
    text = f"{number} " * 8000
    problem = problem_from_data(
        {"problem_id": f"p{number}", "tests": [{"case_id": "1", "input": text, "output": text}]}
    )
    action = chance.random()
    try:
        if action < 0.3:
            store.put(problem)
        elif action < 0.4:
            store.delete(problem.problem_id)
        else:
            digest = store.digest(problem.problem_id)
            with store.folder(digest) as files:
                assert load_problem(files) == problem
    except ProblemNotFound:
        pass
    done += 1
    print(done, flush=True)
"""


def traffic(folder: Path, *, seed: int, rounds: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", TRAFFIC, str(folder), str(seed), str(rounds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_that_are_killed_leave_a_store_that_others_go_on_with(tmp_path: Path) -> None:
    steady = [traffic(tmp_path, seed=seed, rounds=60) for seed in (1, 2)]
    chance = random.Random(3)
    for seed in range(4):
        doomed = traffic(tmp_path, seed=100 + seed, rounds=10_000)
        assert doomed.stdout is not None
        for _ in range(chance.randrange(3, 15)):
            doomed.stdout.readline()
        doomed.kill()
        doomed.communicate(timeout=60)
    for process in steady:
        _, complaints = process.communicate(timeout=90)
        assert (process.returncode, complaints) == (0, "")
    store = FileProblemStore(tmp_path, cache_bytes=150_000)
    for number in range(7, 9):
        store.put(problem(str(number)))
    for problem_id in store.ids():
        with store.folder(store.digest(problem_id)):
            pass
    assert [path.name for path in (tmp_path / "cache").iterdir() if path.name[0] == "."] == []


def test_what_a_killed_writer_left_is_removed_in_time(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path)
    store.put(problem("first"))
    old, new = tmp_path / "new" / "old", tmp_path / "new" / "new"
    old.touch()
    new.touch()
    then = time.time() - ABANDONED_S - 10
    os.utime(old, (then, then))
    store.put(problem("second"))
    assert files_of(tmp_path / "new") == [new]


def test_a_lock_is_held_against_other_threads(tmp_path: Path) -> None:
    entered = threading.Event()

    def enter() -> None:
        with locked(tmp_path / "lock"):
            entered.set()

    thread = threading.Thread(target=enter)
    with locked(tmp_path / "lock"):
        thread.start()
        assert not entered.wait(0.05)
    assert entered.wait(30)
    thread.join()


# ------------------------------------------------------------------ memory

STREAM = """
import resource, sys
from pathlib import Path
from ordojudge.problem_store import FileProblemStore

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10

def document():
    line = b"".join(b"%d\\\\n" % number for number in range(9000))
    yield b'{"problem_id": "large", "tests": ['
    for number in range(tests):
        yield b'%s{"case_id": "%d", "output": "1", ' % (b"," if number else b"", number)
        yield b'"input": "%d ' % number
        for _ in range(lines):
            yield line
        yield b'"}'
    yield b"]}"

tests, lines = int(sys.argv[2]), int(sys.argv[3])
store = FileProblemStore(Path(sys.argv[1]), cache_bytes=1 << 30)
before = peak()
digest = store.put_stream(document())
registered = peak()
with FileProblemStore(Path(sys.argv[1]), cache_folder=Path(sys.argv[1], "other")).folder(digest):
    print(registered - before, peak() - before)
"""


@pytest.mark.parametrize(
    ("tests", "lines"),
    [pytest.param(30, 20, id="thirty of a megabyte"), pytest.param(1, 600, id="one of thirty")],
)
def test_a_large_problem_passes_through_without_being_held_in_memory(
    tests: int, lines: int, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STREAM, str(tmp_path), str(tests), str(lines)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    stored = sum(file.stat().st_size for file in (tmp_path / "cache").rglob("*.*"))
    assert stored > 24 << 20
    register, fetch = map(int, done.stdout.split())
    assert register < 12 << 20
    assert fetch < 12 << 20


# ------------------------------------------------------------------ judging from it

TESTLIB_CHECKER = """
import sys
texts = [open(path).read() for path in sys.argv[1:4]]
print(len(texts[0]))
sys.exit(0 if texts[1].split() == texts[2].split() else 1)
"""

JUDGED = [
    pytest.param(
        {"tests": [{"case_id": "1", "input": LONG, "output": LONG}]},
        "import sys\nsys.stdout.write(sys.stdin.read())",
        "import sys\nsys.stdout.write(sys.stdin.read()[:-3])",
        id="stdio",
    ),
    pytest.param(
        {"tests": [{"case_id": "1", "input": LONG, "output": LONG.replace("\n", "\r\n")}]},
        "import sys\nsys.stdout.write(sys.stdin.read())",
        "import sys\nsys.stdout.write(sys.stdin.read().replace('1', '4'))",
        id="stdio, equal but for white space",
    ),
    pytest.param(
        {
            "interface": {"type": "function", "entry_point": "double"},
            "tests": [
                {"case_id": "1", "input": [[*range(900)]], "output": [*range(0, 1800, 2)]},
                {"case_id": "2", "input": [[1]], "output": [2]},
            ],
        },
        "def double(xs):\n    return [2 * x for x in xs]",
        "def double(xs):\n    return [2 * x for x in xs if x != 899]",
        id="function",
    ),
    pytest.param(
        {
            "interface": {"type": "asserts", "entry_point": "double"},
            "tests": [
                {
                    "case_id": "1",
                    "input": "\n".join(f"assert double({x}) == {2 * x}" for x in range(100)),
                }
            ],
        },
        "def double(x):\n    return 2 * x",
        "def double(x):\n    return 2 * x if x < 99 else 0",
        id="asserts",
    ),
    pytest.param(
        {
            "tests": [{"case_id": "1", "input": LONG, "output": LONG}],
            "checker": {
                "type": "program",
                "language": "python",
                "source": TESTLIB_CHECKER,
                "protocol": "testlib",
            },
        },
        "import sys\nsys.stdout.write(sys.stdin.read().replace('\\n', ' '))",
        "print(1)",
        id="checker program",
    ),
]


@pytest.mark.parametrize(("data", "right", "wrong"), JUDGED)
def test_a_stored_problem_is_judged_as_a_plain_one(
    data: dict[str, object], right: str, wrong: str, judge: Judge, tmp_path: Path
) -> None:
    plain = problem_from_data({"problem_id": "any", **data})
    store = FileProblemStore(tmp_path)
    digest = store.put(plain)
    for source, verdict in ((right, Verdict.AC), (wrong, Verdict.WA)):
        task = Task(problem_digest=digest, language="python", source=source)
        expected = judge.judge(task, plain)
        with store.folder(digest) as folder:
            assert folder is not None
            found = judge.judge(task, store.get(digest), folder=folder)
        assert found.verdict is expected.verdict is verdict
        assert [(t.case_id, t.verdict, t.reason) for t in found.tests] == [
            (t.case_id, t.verdict, t.reason) for t in expected.tests
        ]


TAMPERER = """
import os
said = []
for attempt in (
    lambda: os.write(0, b"9"),
    lambda: os.fchmod(0, 0o666),
    lambda: os.ftruncate(0, 0),
    lambda: os.truncate("/proc/self/fd/0", 0),
    lambda: os.write(os.open("/proc/self/fd/0", os.O_RDWR), b"9"),
    lambda: os.utime("/proc/self/fd/0", (1, 1)),
    lambda: os.unlink(os.readlink("/proc/self/fd/0")),
):
    try:
        attempt()
    except OSError:
        pass
print(len(os.read(0, 1 << 20)))
"""


def test_a_program_can_neither_spoil_its_input_nor_find_the_answer(
    judge: Judge, tmp_path: Path
) -> None:
    data = {
        "problem_id": "spoil",
        "tests": [{"case_id": "1", "input": LONG, "output": "6000\n" * 500}],
    }
    store = FileProblemStore(tmp_path)
    digest = store.put(problem_from_data(data))
    task = Task(problem_digest=digest, language="python", source=TAMPERER)
    lookout = Task(
        problem_digest=digest,
        language="python",
        source="import os\nprint(os.listdir(os.path.dirname(os.readlink('/proc/self/fd/0'))))",
    )
    outputs: list[bytes] = []
    sights: list[bytes] = []
    with store.folder(digest) as folder:
        assert folder is not None
        for _ in range(2):
            judge.judge(
                task,
                store.get(digest),
                folder=folder,
                observe=lambda _test, _result, output: outputs.append(output),
            )
        judge.judge(
            lookout,
            store.get(digest),
            folder=folder,
            observe=lambda _test, _result, output: sights.append(output),
        )
        names = [path.name for path in folder.rglob("*")]
        assert load_problem(folder) == problem_from_data(data)
        name = store.get(digest).tests[0].input_file or ""
        assert (folder / name).stat().st_mtime_ns == 0
        assert (folder / name).stat().st_mode & 0o777 == 0o444
    assert outputs == [b"6000\n"] * 2
    (sight,) = sights  # of nothing, or of a box's own root where the input is a file in memory
    assert len(names) >= 2
    assert [name for name in names if name.encode() in sight] == []


def test_missing_content_is_named_by_its_digest(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path)
    digest = store.put(problem())
    archive_of(tmp_path, digest).unlink()
    with pytest.raises(ProblemNotFound, match=digest):
        store.get(digest)


def test_limits_travel_with_a_stored_problem(tmp_path: Path) -> None:
    store = FileProblemStore(tmp_path)
    limited = problem().model_copy(update={"limits": Limits(cpu_s=0.5, wall_s=7.0)})
    assert store.get(store.put(limited)).limits == limited.limits
