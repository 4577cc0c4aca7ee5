"""Submissions that talk to an interactor: who is right, who broke off first, and that nobody waits for ever."""

from collections.abc import Callable

import pytest

from ordojudge.core.models import (
    InteractiveChecker,
    Limits,
    Problem,
    Submission,
    TestResult,
)
from ordojudge.core.models import TestCase as Case
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge

GUESSING = """
import sys
secret, tries = map(int, open(sys.argv[1]).read().split())
for _ in range(tries):
    line = sys.stdin.readline()
    if not line:
        print("no guess", file=sys.stderr)
        sys.exit(1)
    guess = int(line)
    print("=" if guess == secret else "<" if secret < guess else ">", flush=True)
    if guess == secret:
        sys.exit(0)
print(f"more than {tries} tries", file=sys.stderr)
sys.exit(1)
"""

BISECTING = """
low, high = 1, 1000
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    answer = input()
    if answer == "=":
        break
    if answer == "<":
        high = middle - 1
    else:
        low = middle + 1
"""

BISECTING_IN_CPP = r"""
#include <bits/stdc++.h>
int main() {
  int low = 1, high = 1000;
  while (true) {
    int middle = (low + high) / 2;
    std::cout << middle << std::endl;
    char answer;
    std::cin >> answer;
    if (answer == '=') return 0;
    (answer == '<' ? high : low) = middle + (answer == '<' ? -1 : 1);
  }
}
"""

INTERACTOR_IN_CPP = r"""
#include <cstdio>
int main(int count, char **arguments) {
  int secret, tries, guess;
  std::FILE *input = std::fopen(arguments[1], "r");
  if (count != 4 || std::fscanf(input, "%d %d", &secret, &tries) != 2) return 3;
  while (tries--) {
    if (std::scanf("%d", &guess) != 1) return 2;
    std::puts(guess == secret ? "=" : secret < guess ? "<" : ">");
    std::fflush(stdout);
    if (guess == secret) return 0;
  }
  return 1;
}
"""

IN_PYTHON = InteractiveChecker(language="python", source=GUESSING)
IN_CPP = InteractiveChecker(language="cpp", source=INTERACTOR_IN_CPP)


def talking(source: str) -> InteractiveChecker:
    """An interactor in Python."""
    return InteractiveChecker(language="python", source=f"import sys, time\n{source}")


Talk = Callable[..., TestResult]


@pytest.fixture
def talk(judge: Judge) -> Talk:
    """Let a submission talk to an interactor about one test."""

    def talk(
        source: str, interactor: InteractiveChecker = IN_PYTHON, *, language: str = "python"
    ) -> TestResult:
        problem = Problem(
            problem_id="guess",
            tests=(Case(case_id="1", input="617 10", output="kept"),),
            checker=interactor,
            limits=Limits(cpu_s=0.4, memory_bytes=128 << 20, wall_s=0.6),
        )
        report = judge.grade(Submission(source=source, language=language), problem)
        [result] = report.tests
        assert (report.reward is None) == (report.verdict is Verdict.JE)
        return result

    return talk


KATTIS = InteractiveChecker(
    language="python",
    protocol="kattis",
    arguments=("more",),
    source="""
import sys
assert open(sys.argv[2]).read() == "kept" and sys.argv[4:] == ["more"]
open(sys.argv[3] + "judgemessage.txt", "w").close()
sys.exit(42 if input() == "617" else 43)
""",
)

RIGHT = {
    "Python with Python": (BISECTING, IN_PYTHON, "python"),
    "Python with C++": (BISECTING, IN_CPP, "python"),
    "C++ with Python": (BISECTING_IN_CPP, IN_PYTHON, "cpp"),
    "C++ with C++": (BISECTING_IN_CPP, IN_CPP, "cpp"),
    "by Kattis's protocol": ("print(617)", KATTIS, "python"),
    "through /dev/stdin": (
        "print(617, flush=True)\nassert open('/dev/stdin').read() == '=\\n'",
        IN_PYTHON,
        "python",
    ),
    "that goes on when nobody listens any more": (
        "for n in range(10 ** 6): print(617, flush=True)",
        IN_PYTHON,
        "python",
    ),
    "that ends before the interactor has decided": (
        "print(617)",
        talking("time.sleep(0.2)\nsys.exit(0 if input() == '617' else 1)"),
        "python",
    ),
}


@pytest.mark.parametrize(("source", "interactor", "language"), RIGHT.values(), ids=RIGHT.keys())
def test_a_right_submission_is_accepted(
    talk: Talk, source: str, interactor: InteractiveChecker, language: str
) -> None:
    result = talk(source, interactor, language=language)
    assert (result.verdict, result.reason) == (Verdict.AC, None)


OTHERS = {
    "a wrong strategy": (
        "for n in range(1, 1000):\n    print(n, flush=True)\n    if input() == '=': break",
        IN_PYTHON,
        Verdict.WA,
        "more than 10 tries",
    ),
    "silence": ("", IN_PYTHON, Verdict.WA, "no guess"),
    "a crash": (
        "print(1, flush=True)\ninput()\nraise ValueError('mine')",
        IN_PYTHON,
        Verdict.RTE,
        "ValueError: mine",
    ),
    "a crash over an answer that never comes is the interactor's doing": (
        "for n in range(20):\n    print(1, flush=True)\n    input()",
        IN_PYTHON,
        Verdict.WA,
        "more than 10 tries",
    ),
    "endless work": ("while True: pass", IN_PYTHON, Verdict.TLE, "cpu"),
    "each waits for the other": ("input()", talking("input()"), Verdict.TLE, "wall"),
    "a hog": ("x = bytearray(1 << 29)\nprint(len(x))", IN_PYTHON, Verdict.MLE, "of 128 MiB"),
    "a flood that nobody reads": (
        "while True: print('x' * 1000)",
        talking("sys.exit(1)"),
        Verdict.WA,
        "the interactor says so",
    ),
    "a submission that leaves early": (
        "print(1)",
        talking("input()\nfor n in range(10 ** 5): print(n, flush=True)\nsys.exit(1)"),
        Verdict.WA,
        "the interactor says so",
    ),
    # the interactor's own failures
    "an interactor that crashes": (
        "print(1)",
        talking("input()\nraise KeyError('theirs')"),
        Verdict.JE,
        "interactor: failed: exit status 70 KeyError: 'theirs'",
    ),
    "an interactor that answers what its protocol doesn't know": (
        "print(1)",
        talking("sys.exit(7)"),
        Verdict.JE,
        "interactor: failed: exit status 7",
    ),
    "an interactor that doesn't compile": (
        "print(1)",
        InteractiveChecker(language="c", source="int main("),
        Verdict.JE,
        "interactor: doesn't compile",
    ),
    "a crash that an interactor can't deal with": (
        "raise ValueError('mine')",
        talking("raise SystemExit(3 if not sys.stdin.read() else 0)"),
        Verdict.RTE,
        "ValueError: mine",
    ),
}


@pytest.mark.parametrize(
    ("source", "interactor", "verdict", "reason"), OTHERS.values(), ids=OTHERS.keys()
)
def test_what_else_can_happen(
    talk: Talk, source: str, interactor: InteractiveChecker, verdict: Verdict, reason: str
) -> None:
    result = talk(source, interactor)
    assert result.verdict is verdict
    assert reason in (result.reason or "")


def test_a_submission_learns_nothing_of_the_test_but_what_it_is_told(talk: Talk) -> None:
    snooping = (
        "import glob, os, sys\n"
        "found = glob.glob('/box/**/input', recursive=True) + glob.glob('/box/**/answer', recursive=True)\n"
        "assert not found, found\nassert sys.argv == ['solution.py']\n" + BISECTING
    )
    result = talk(snooping)
    assert (result.verdict, result.reason) == (Verdict.AC, None)


def test_several_tests_and_submissions_use_the_same_boxes(judge: Judge) -> None:
    problem = Problem(
        problem_id="guess",
        tests=tuple(Case(case_id=str(n), input=f"{n} 10", output="") for n in (1, 500, 1000)),
        checker=IN_PYTHON,
        limits=Limits(cpu_s=1.0),
    )
    for source, expected in (
        (BISECTING, Verdict.AC),
        ("print(1)", Verdict.WA),
        (BISECTING, Verdict.AC),
    ):
        report = judge.grade(Submission(source=source, language="python"), problem)
        assert report.verdict is expected
        assert len(report.tests) == 3
