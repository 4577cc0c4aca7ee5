"""The labelled set: from clones made up here to rows, folds and files."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ordojudge_complexity.data import Row, build, counts, fold_of, main, read_rows, write_rows
from ordojudge_complexity.data_sources import SOURCES, UNTRAINED, slug
from tests.complexity_model.programs import made_up

PYTHON = """\
# Time:  {bound}
# Space: O(1)

class Solution(object):
    def f(self, nums):
        total = 0
        for x in nums:  # every one
            total += x
        return total
"""
ARTICLE = """\
## 1. Brute Force

```python
def f(nums):
    return [x + y for x in nums for y in nums]
```

```java
class S { int f(int[] a) { int s = 0; for (int x : a) for (int y : a) s += x * y; return s; } }
```

### Time & Space Complexity

- Time complexity: $O(n ^ 2)$
- Space complexity: $O(n)$
"""
TAGGED = """\
// #Easy #Array #Big_O_Time_O(n)_Space_O(1)
class S { int f(int[] a) { int s = 0; for (int x : a) s += x; return s; } }
"""
GO = """\
// sum.go
// time complexity: O(n)
package sum

func Sum(values []int) (total int) { for _, v := range values { total += v }; return }
"""
PAGE = """\
# [4001. 求和](https://leetcode.cn/problems/sum-up)

<!-- solution:start -->

### 方法一

时间复杂度 $O(n \\times \\log n)$, 空间复杂度 $O(n)$。其中 $n$ 为数组的长度。

#### Python3

```python
def f(nums):
    return sum(sorted(nums)[::2])
```

#### TypeScript

```ts
function f(nums: number[]): number { return nums.sort((a, b) => a - b)[0]; }
```

#### MySQL

```sql
SELECT sum(num) FROM nums ORDER BY num LIMIT 1 OFFSET 1;
```

<!-- solution:end -->

<!-- solution:start -->

### 方法二

每次 $O(1)$, 时间复杂度 $O(n)$。另一种做法的时间复杂度 $O(n^2)$。

```go
func f(nums []int) (total int) { for _, num := range nums { total += num }; return }
```

<!-- solution:end -->
"""
CONTEST = {
    "src": "import sys\nprint(sum(int(word) for word in sys.stdin.read().split()))\n",
    "complexity": "linear",
    "problem": "1_A",
}


def laid(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def clones(tmp_path: Path) -> Path:
    two = (
        PYTHON.format(bound="O(n)")
        + "\n"
        + PYTHON.format(bound="O(n + m)").replace("Solution", "Solution2").replace("total", "sums")
    )
    return laid(
        tmp_path / "clones",
        {
            "kamyu104+LeetCode-Solutions/Python/two-sum.py": two,
            "kamyu104+LeetCode-Solutions/Python/three-sum.py": PYTHON.format(bound="ctor: O(n)"),
            "neetcode-gh+leetcode/articles/duplicate-integer.md": ARTICLE,
            "neetcode-gh+leetcode/articles/self-attention.md": ARTICLE.replace("x + y", "x * y"),
            "javadev+LeetCode-in-All/src/main/java/g0001/s0001_two_sum/Solution.java": TAGGED,
            "TheAlgorithms+Go/math/sum.go": GO,
            "TheAlgorithms+Go/math/sum_test.go": GO.replace("values", "tested"),
            "suhanmen+MECO/data/x/python-multi_test_data.jsonl": json.dumps(CONTEST) + "\n",
        },
    )


def test_every_source_is_read_in_its_own_way(clones: Path) -> None:
    refused: Counter[tuple[str, str]] = Counter()
    rows = {row.id: row for row in build(clones, refused)}
    assert {name: (row.problem, row.label, row.language) for name, row in rows.items()} == {
        "kamyu104-python-two-sum-1": ("lc:two-sum", "O(n)", "python"),
        "kamyu104-python-two-sum-2": ("lc:two-sum", "O(m + n)", "python"),
        "neetcode-python-duplicate-integer-1": ("lc:contains-duplicate", "O(n^2)", "python"),
        "neetcode-java-duplicate-integer-1": ("lc:contains-duplicate", "O(n^2)", "java"),
        "javadev-java-two-sum": ("lc:two-sum", "O(n)", "java"),
        "thealgorithms-go-sum": ("alg:sum", "O(n)", "go"),
        "codecomplex-python-python-multi_test_data-0": ("cf:1_A", "O(n)", "python"),
    }
    assert refused["kamyu104/LeetCode-Solutions", "bound of one operation"] == 1
    assert refused["soapyigu/LeetCode-Swift", "no clone"] == 1


def test_what_nothing_is_learned_from_is_read_apart(
    clones: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laid(clones, {"doocs+leetcode/solution/4000-4099/4001.Sum Up/README.md": PAGE})
    out = tmp_path / "out.jsonl"
    assert main(["build", "--untrained", str(clones), str(out)]) == 0
    assert capsys.readouterr().out == "2\n"
    assert [(row.id, row.problem, row.label, row.language) for row in read_rows(out)] == [
        ("doocs-python-sum-up-1", "lc:sum-up", "O(n log n)", "python"),
        ("doocs-typescript-sum-up-1", "lc:sum-up", "O(n log n)", "typescript"),
    ]
    assert "doocs/leetcode" not in {row.source for row in build(clones)}


def test_no_row_says_its_bound_or_has_a_comment(clones: Path) -> None:
    for row in build(clones):
        assert "omplexity" not in row.code
        assert "every one" not in row.code


def test_the_same_program_is_one_row(clones: Path) -> None:
    folder = clones / "kamyu104+LeetCode-Solutions"
    laid(folder, {"Python/again.py": PYTHON.format(bound="O(n)").replace("    ", "  ")})
    refused: Counter[tuple[str, str]] = Counter()
    rows = [row for row in build(clones, refused) if row.source == "kamyu104/LeetCode-Solutions"]
    assert refused["kamyu104/LeetCode-Solutions", "duplicate"] == 1
    assert len(rows) == 2


def test_what_is_built_is_read_again(clones: Path, tmp_path: Path) -> None:
    rows = list(build(clones))
    assert write_rows(rows, tmp_path / "rows.jsonl") == len(rows)
    assert list(read_rows(tmp_path / "rows.jsonl")) == rows


def test_a_line_that_is_no_row_is_named(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"id": "x"}\n')
    with pytest.raises(ValueError, match=r"rows.jsonl, line 1: not a row"):
        list(read_rows(tmp_path / "rows.jsonl"))


def test_folds_are_of_problems_and_of_the_agreed_size() -> None:
    folds = Counter(fold_of(f"lc:problem-{number}") for number in range(4_000))
    assert 0.17 < folds["final"] / 4_000 < 0.23
    assert 0.09 < folds["tune"] / 4_000 < 0.14


@pytest.mark.parametrize(
    ("problem", "fold"),
    [
        ("lc:two-sum", "train"),
        ("lc:3sum", "final"),
        ("lc:lru-cache", "final"),
        ("cf:0001_B", "tune"),
    ],
)
def test_a_problem_stays_in_its_fold(problem: str, fold: str) -> None:
    assert fold_of(problem) == fold


def test_counts_add_up() -> None:
    rows: list[Row] = made_up(20)
    for counter in counts(rows).values():
        assert counter.total() == len(rows)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("TwoSum", "two-sum"), ("1. Two Sum II", "1-two-sum-ii"), ("k_th-Largest", "k-th-largest")],
)
def test_names_of_problems_agree(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_sources_are_distinct() -> None:
    assert len({source.folder for source in (UNTRAINED, *SOURCES)}) == 1 + len(SOURCES)


def test_the_command_builds_and_says_what_it_found(
    clones: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(clones), str(tmp_path / "out.jsonl")]) == 0
    said = capsys.readouterr()
    assert said.out == "7\n"
    assert "no clone" in said.err


@pytest.mark.parametrize("made", [False, True], ids=["no folder", "a folder without clones"])
def test_the_command_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], made: bool
) -> None:
    folder = tmp_path / "clones"
    if made:
        folder.mkdir()
    with pytest.raises(SystemExit) as caught:
        main(["build", str(folder), str(tmp_path / "out.jsonl")])
    assert caught.value.code == 2
    assert "clones:" in capsys.readouterr().err
