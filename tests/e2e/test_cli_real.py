"""The ``ordojudge`` command as a person runs it: a process of its own, the real sandbox, the examples."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ordojudge.core.models import MAX_SOURCE_BYTES

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
SUM = EXAMPLES / "pair-sum"
BRACKETS = EXAMPLES / "completion"
ACCEPTED = SUM / "solutions/AC.py"

pytestmark = pytest.mark.usefixtures("sandbox")


def command_line() -> list[str]:
    """The installed script of this interpreter, or its module where only the source tree is used."""
    script = Path(sys.executable).with_name("ordojudge")
    return [str(script)] if script.exists() else [sys.executable, "-m", "ordojudge_api.cli"]


class Done(NamedTuple):
    """How the command ended."""

    code: int
    out: str
    err: str


def ordojudge(
    *arguments: str | Path,
    within: list[str] | None = None,
    stdin: str = "",
    **environment: str | Path,
) -> Done:
    """Run the command in the root of the clone.

    Args:
        arguments: As typed after ``ordojudge``.
        within: A command line that runs it, e.g. one that hides a program from it.
        stdin: Its standard input.
        environment: Variables to set.
    """
    done = subprocess.run(
        [*(within or []), *command_line(), *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def grade(
    solution: str | Path = ACCEPTED,
    *arguments: str | Path,
    problem: str | Path = SUM,
    **others: Any,
) -> Done:
    return ordojudge("grade", solution, "--problem", problem, *arguments, **others)


def sum_problem(**fields: object) -> dict[str, Any]:
    """The example, with the tests that need no files, and fields replaced."""
    problem: dict[str, Any] = json.loads((SUM / "problem.json").read_text("utf-8"))
    return {**problem, "tests": problem["tests"][:4], **fields}


def written(folder: Path, problem: dict[str, Any] | str) -> Path:
    path = folder / "p.json"
    path.write_text(problem if isinstance(problem, str) else json.dumps(problem), "utf-8")
    return path


def assert_one_complaint(done: Done, pattern: str) -> None:
    assert (done.code, done.out) == (2, ""), done
    assert re.fullmatch(rf"ordojudge: {pattern}[^\n]*\n", done.err), done.err


# ------------------------------------------------------------------ what people and programs read


def documented() -> Iterator[Any]:
    """Each ``grade`` whose output a document shows, with that output."""
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        shown = re.findall(
            r"^```\w*\n\$ ordojudge (grade .*)\n((?:.*\n)*?)```$", document.read_text("utf-8"), re.M
        )
        for line, output in shown:
            yield pytest.param(line, output, id=f"{document.name}: {line.split()[1]}")


def comparable(output: str) -> list[str]:
    """The lines, without what differs from run to run."""
    measured = r"^((?:slowest|memory) +)[\d.]+( (?:s CPU|MiB) of \S+ \w+) \(test \w+\)"
    lines = [re.sub(measured, r"\1#\2", line.rstrip()) for line in output.splitlines()]
    return lines[:-1] if lines and not lines[-1] else lines


@pytest.mark.parametrize(("line", "output"), list(documented()))
def test_a_documented_report_is_what_the_command_prints(line: str, output: str) -> None:
    done = ordojudge(*line.split())
    assert (done.code, done.err) == (0, "")
    assert comparable(done.out) == comparable(output)


def test_the_documents_show_reports() -> None:
    assert len(list(documented())) >= 2


@pytest.mark.parametrize(
    ("solution", "options"),
    [
        pytest.param(ACCEPTED, [], id="accepted"),
        pytest.param(SUM / "solutions/AC.cpp", [], id="accepted C++"),
        pytest.param(SUM / "solutions/CE.cpp", [], id="not compiled"),
        pytest.param(SUM / "solutions/WA.py", ["--stop-early"], id="stopped early"),
        pytest.param(SUM / "solutions/MLE.py", ["--fail-on-reject"], id="rejected"),
    ],
)
def test_json_is_exactly_one_document(solution: Path, options: list[str]) -> None:
    done = grade(solution, "--json", *options)
    report = json.loads(done.out)
    assert (done.out.count("\n"), done.err) == (1, "")
    assert (report["verdict"], report["problem_id"]) == (solution.stem, "pair-sum")
    assert report["reward"]["total"] >= 0
    assert report["judge_version"].startswith("ordojudge ")
    assert done.code == ("--fail-on-reject" in options)


def test_standard_input_can_be_the_solution() -> None:
    done = grade("-", "--language", "py3", "--json", stdin=ACCEPTED.read_text("utf-8"))
    assert json.loads(done.out)["verdict"] == "AC"


@pytest.mark.parametrize(
    ("completion", "verdict"), [("AC.md", "AC"), ("WA.md", "WA"), ("SE.md", "SE")]
)
def test_a_completion_is_judged_even_if_there_is_no_code_in_it(
    completion: str, verdict: str
) -> None:
    done = grade(BRACKETS / "solutions" / completion, "--completion", "--json", problem=BRACKETS)
    assert (done.code, done.err, json.loads(done.out)["verdict"]) == (0, "", verdict)


FAILING_CHECKER = {
    "type": "program",
    "language": "python",
    "source": "raise SystemExit(3)",
    "protocol": "testlib",
}


@pytest.mark.parametrize(
    ("solution", "checker", "options", "code"),
    [
        pytest.param("AC.py", None, [], 0, id="accepted"),
        pytest.param("WA.py", None, [], 0, id="rejected"),
        pytest.param("AC.py", None, ["--fail-on-reject"], 0, id="accepted, rejection asked for"),
        pytest.param("WA.py", None, ["--fail-on-reject"], 1, id="rejected, rejection asked for"),
        pytest.param("AC.py", None, ["--langauge", "python"], 2, id="wrong usage"),
        pytest.param("AC.py", FAILING_CHECKER, [], 3, id="the judge failed"),
        pytest.param("AC.py", FAILING_CHECKER, ["--fail-on-reject"], 3, id="failed, not rejected"),
    ],
)
def test_the_exit_code(
    solution: str, checker: object, options: list[str], code: int, tmp_path: Path
) -> None:
    problem = written(tmp_path, sum_problem(**({"checker": checker} if checker else {})))
    done = grade(SUM / "solutions" / solution, *options, problem=problem)
    assert done.code == code, done
    if code == 3:
        assert done.err == "ordojudge: the judge failed on test 1: checker: failed: exit status 3\n"
        assert "Judging Error (JE)" in done.out


def test_problems_are_checked_with_their_reference_solutions() -> None:
    done = ordojudge("problems", "check", "--run", "examples")
    assert (done.code, done.err) == (0, "")
    rows = {words[0]: words[-1] for words in map(str.split, done.out.splitlines()) if words}
    assert rows["pair-sum"] == "AC"
    assert {"two-sum", "balanced-brackets"} < set(rows)


def test_the_doctor_finds_this_machine_well() -> None:
    done = ordojudge("doctor", "--json")
    document = json.loads(done.out)
    assert (done.code, done.err, document["works"]) == (0, "", True)
    tried = [entry for entry in document["findings"] if entry["name"].startswith("language ")]
    assert len(tried) >= 4
    assert [entry for entry in tried if not entry["ok"]] == []


# ------------------------------------------------------------------ bad input


def with_test(**fields: object) -> dict[str, Any]:
    first, second, *more = sum_problem()["tests"]
    return sum_problem(tests=[first, {**second, **fields}, *more])


BAD_PROBLEMS: dict[str, tuple[dict[str, Any] | str, str]] = {
    "broken JSON": ('{\n "problem_id":\n}', r"line 3 column 1: not JSON"),
    "an unknown key": (sum_problem(limts={}), r"limts: unknown key"),
    "an unknown key in a test": (with_test(ouput="x"), r"tests\.1\.ouput: unknown key"),
    "no tests": (sum_problem(tests=[]), r"tests: .*at least 1"),
    "a case id twice": (with_test(case_id="1"), r"tests\.1\.case_id: '1' is used twice"),
    "a limit of zero": (sum_problem(limits={"cpu_s": 0}), r"limits\.cpu_s: "),
    "a negative limit": (sum_problem(limits={"memory_bytes": -1}), r"limits\.memory_bytes: "),
    "a limit that is no number": (
        sum_problem(limits={"wall_s": float("nan")}),
        r"limits\.wall_s: ",
    ),
    "a test file that isn't there": (
        with_test(input=None, input_file="2.in"),
        r"tests\.1\.input_file: '2\.in': no such file",
    ),
}


@pytest.mark.parametrize(("content", "complaint"), BAD_PROBLEMS.values(), ids=BAD_PROBLEMS.keys())
def test_a_bad_problem_is_one_line_with_its_file_and_field(
    content: dict[str, Any] | str, complaint: str, tmp_path: Path
) -> None:
    problem = written(tmp_path, content)
    assert_one_complaint(grade(problem=problem), rf"{re.escape(str(problem))}: {complaint}")


def too_long(folder: Path) -> Path:
    path = folder / "long.py"
    path.write_text("#" * (MAX_SOURCE_BYTES + 1))
    return path


def unreadable(folder: Path) -> Path:
    """Even to root, to whom permissions mean nothing."""
    path = folder / "folder.py"
    path.mkdir()
    return path


BAD_SOLUTIONS: dict[str, tuple[Callable[[Path], Path], list[str], str]] = {
    "missing": (lambda folder: folder / "none.py", [], r"\S+none\.py: No such file"),
    "unreadable": (unreadable, [], r"\S+folder\.py: Is a directory"),
    "too long": (too_long, [], rf"\S+long\.py: longer than the {MAX_SOURCE_BYTES:,} bytes"),
    "in an unknown language": (
        lambda _: ACCEPTED,
        ["--language", "klingon"],
        r"language: 'klingon' is unknown; known are ",
    ),
    "in a language that its name doesn't tell": (
        lambda _: ROOT / "README.md",
        [],
        r"\S+README\.md: its name doesn't tell the language",
    ),
}


@pytest.mark.parametrize(
    ("path", "options", "complaint"), BAD_SOLUTIONS.values(), ids=BAD_SOLUTIONS.keys()
)
def test_a_bad_solution_is_one_line_with_its_file(
    path: Callable[[Path], Path], options: list[str], complaint: str, tmp_path: Path
) -> None:
    assert_one_complaint(grade(path(tmp_path), *options), complaint)


def test_a_problem_that_is_not_there_is_one_line() -> None:
    assert_one_complaint(grade(problem="no/such.json"), r"no/such\.json: no such file")


# ------------------------------------------------------------------ what a machine may lack


def found(program: str) -> str:
    path = shutil.which(program)
    assert path is not None, f"{program}: needed by the sandbox"
    return path


def hiding(*paths: str) -> list[str]:
    """A command line that runs another without programs at these places, as on a machine that lacks them."""
    masks = [part for path in paths for part in ("--ro-bind", "/dev/null", path)]
    return [found("bwrap"), "--dev-bind", "/", "/", *masks, "--"]


def with_small_disk(folder: Path, *, size: int, first: str = "") -> list[str]:
    """A command line that runs another with a disk of its own at this place.

    Args:
        first: Shell commands that go before, in the same place.
    """
    disk = ["--size", str(size), "--tmpfs", str(folder)]
    return [found("bwrap"), "--dev-bind", "/", "/", *disk, "--", "sh", "-c", f'{first}\n"$@"', "sh"]


def test_without_bubblewrap_nothing_runs(tmp_path: Path) -> None:
    done = grade("--json", "--problem", SUM, ACCEPTED, PATH=tmp_path)
    assert_one_complaint(done, r"bubblewrap: missing: apt-get install bubblewrap")


def test_without_a_compiler_the_spawn_server_cannot_be_built(tmp_path: Path) -> None:
    (tmp_path / "bwrap").symlink_to(found("bwrap"))
    done = grade(PATH=tmp_path, ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path / "cache")
    assert_one_complaint(done, r"gcc: missing; .*apt-get install gcc libc6-dev")


def test_a_missing_compiler_costs_its_languages_alone() -> None:
    solution = SUM / "solutions/AC.cpp"
    without = hiding("/usr/bin/g++")
    assert_one_complaint(
        grade(solution, within=without), r"/usr/bin/g\+\+: missing; apt-get install"
    )
    assert (
        json.loads(grade("--json", "--problem", SUM, ACCEPTED, within=without).out)["verdict"]
        == "AC"
    )


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    done = grade(ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path / "cache")
    assert_one_complaint(done, rf"{re.escape(str(tmp_path / 'cache'))}/.*Not a directory")


def test_a_full_disk_under_the_cache_is_named(tmp_path: Path) -> None:
    disk = with_small_disk(tmp_path, size=64 << 10)
    done = grade(within=disk, ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path)
    assert_one_complaint(done, rf"{re.escape(str(tmp_path))}/.*No space left on device")


def test_a_cache_that_fills_up_later_costs_the_cache_and_not_the_verdict(tmp_path: Path) -> None:
    # The disk is full once the spawn server is built.
    build = shlex.join([*command_line(), "doctor", "--no-self-test"])
    fill = f"{build} >{tmp_path}/doctor; cat /dev/zero >{tmp_path}/filler 2>/dev/null"
    done = grade(
        "-",
        "--language",
        "c",
        "--json",
        stdin='#include <stdio.h>\nint main(void) { puts("3"); }\n',
        within=with_small_disk(tmp_path, size=8 << 20, first=fill),
        ORDOJUDGE_SANDBOX__CACHE_DIR=tmp_path,
    )
    assert (done.code, json.loads(done.out)["tests"][0]["verdict"]) == (0, "AC"), done
    assert "binary not cached" in done.err
    assert "Traceback" not in done.err


# ------------------------------------------------------------------ without root


def as_ordinary_user() -> list[str]:
    """A command line that runs another under a user id that has no privileges, whoever runs the tests."""
    ids = ["--unshare-user", "--uid", "1000", "--gid", "1000"]
    return [found("bwrap"), "--dev-bind", "/", "/", *ids, "--"]


COMPARING_CHECKER = {
    "type": "program",
    "language": "python",
    "source": "def output_judging_function(input, output, answer):\n"
    "    return output.split() == answer.split() and input.split()[0].isdigit()\n",
    "protocol": "python-function",
}
ENDS_WITH_EXIT = "print(min({a + b for a in [1] for b in [2]}))\nexit()\n"


@pytest.mark.parametrize(
    ("solution", "problem", "verdict"),
    [
        pytest.param("AC.py", sum_problem(), "AC", id="Python"),
        pytest.param("AC.cpp", sum_problem(), "AC", id="C++"),
        pytest.param("AC.cpp", sum_problem(checker=COMPARING_CHECKER), "AC", id="by a program"),
        pytest.param("WA.py", sum_problem(checker=COMPARING_CHECKER), "WA", id="rejected by one"),
        pytest.param("RTE.py", sum_problem(), "RTE", id="a crash"),
        pytest.param("CE.cpp", sum_problem(), "CE", id="not compiled"),
        pytest.param("MLE.py", SUM, "MLE", id="memory"),
        pytest.param("TLE.py", SUM, "TLE", id="time"),
    ],
)
def test_an_ordinary_user_gets_the_same_verdicts(
    solution: str, problem: dict[str, Any] | Path, verdict: str, tmp_path: Path
) -> None:
    where = problem if isinstance(problem, Path) else written(tmp_path, problem)
    within = as_ordinary_user()
    done = grade(SUM / "solutions" / solution, "--json", problem=where, within=within)
    assert (done.code, done.err, json.loads(done.out)["verdict"]) == (0, "", verdict)


def test_an_ordinary_user_s_interpreter_is_a_full_one(tmp_path: Path) -> None:
    first = {**sum_problem()["tests"][0]}
    done = grade(
        "-",
        "--language",
        "python",
        "--json",
        stdin=ENDS_WITH_EXIT,
        problem=written(tmp_path, sum_problem(tests=[first])),
        within=as_ordinary_user(),
    )
    assert (done.code, done.err, json.loads(done.out)["verdict"]) == (0, "", "AC")


# ------------------------------------------------------------------ Ctrl-C


def stat_of(pid: int) -> list[str]:
    """Fields of /proc/PID/stat from the state on; none if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def descendants(pid: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := stat_of(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    reached = [pid]
    for parent in reached:
        reached += children.get(parent, [])
    return set(reached[1:])


def ended(pids: set[int]) -> bool:
    """Whether none of these runs any more; what is left of orphans is for the machine's init to collect."""
    return all(stat_of(pid)[:1] in ([], ["Z"]) for pid in pids)


def ticks(pid: int) -> int:
    """CPU time that a process has used, in clock ticks."""
    fields = stat_of(pid)
    return int(fields[11]) + int(fields[12]) if fields else 0


def wait_until(holds: Callable[[], bool], *, patience_s: float = 60) -> None:
    end = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def groups_of(pid: int) -> list[Path]:
    """Control groups that a judge made for its boxes."""
    return list(Path("/sys/fs/cgroup").rglob(f"ordojudge-{pid}-*"))


@pytest.fixture
def judging(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The command in the middle of a test that would take minutes, and a temporary folder of its own."""
    (tmp_path / "forever.py").write_text("while True:\n    pass\n")
    problem = written(tmp_path, sum_problem(limits={"cpu_s": 300, "wall_s": 600}))
    (tmp_path / "tmp").mkdir()
    with subprocess.Popen(
        [*command_line(), "grade", str(tmp_path / "forever.py"), "--problem", str(problem)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Started in the background, tests inherit an ignored SIGINT, which the command respects.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            wait_until(lambda: max(map(ticks, descendants(process.pid)), default=0) > 20)
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_command_that_is_stopped_leaves_nothing_behind(
    number: signal.Signals, code: int, judging: subprocess.Popen[str], tmp_path: Path
) -> None:
    inside = descendants(judging.pid)
    assert any("bwrap" in command_of(pid) for pid in inside)
    judging.send_signal(number)
    out, err = judging.communicate(timeout=30)
    assert (judging.returncode, out, err) == (code, "", "ordojudge: stopped\n")
    wait_until(lambda: ended(inside), patience_s=10)
    assert groups_of(judging.pid) == []
    assert str(tmp_path) not in Path("/proc/self/mountinfo").read_text()
    # The folder of locks on user ids is there to stay, with one empty file for each id ever used.
    left = [path.name for path in (tmp_path / "tmp").iterdir()]
    assert set(left) <= {"ordojudge-uids"}


def test_boxes_end_with_a_command_that_is_killed(judging: subprocess.Popen[str]) -> None:
    inside = descendants(judging.pid)
    judging.kill()
    judging.wait()
    wait_until(lambda: ended(inside), patience_s=10)
    for group in groups_of(judging.pid):  # all that is left, and empty
        group.rmdir()


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""
