"""Problems of the shared corpus, whose types are Python's, solved in other languages."""

from pathlib import Path

import pytest

from ordojudge.core.verdict import Verdict
from ordojudge.datasets import judge_corpus
from ordojudge.service import Judge
from tests.functions.test_languages import graded

COLOURS = "lcd-check-if-two-chessboard-squares-have-the-same-color"
ENERGY = "lcd-maximum-energy-boost-from-two-drinks"

SOLUTIONS = {
    (COLOURS, "cpp"): """
class Solution {
public:
    bool checkTwoChessboards(string coordinate1, string coordinate2) {
        auto colour = [](const string& c) { return (c[0] + c[1]) % 2; };
        return colour(coordinate1) == colour(coordinate2);
    }
};""",
    (COLOURS, "java"): """
class Solution {
    public boolean checkTwoChessboards(String coordinate1, String coordinate2) {
        int sum = coordinate1.charAt(0) + coordinate1.charAt(1);
        return (sum + coordinate2.charAt(0) + coordinate2.charAt(1)) % 2 == 0;
    }
}""",
    (COLOURS, "javascript"): """
var checkTwoChessboards = function(coordinate1, coordinate2) {
    const colour = c => (c.charCodeAt(0) + c.charCodeAt(1)) % 2;
    return colour(coordinate1) === colour(coordinate2);
};""",
    (COLOURS, "typescript"): """
function checkTwoChessboards(coordinate1: string, coordinate2: string): boolean {
    const colour = (c: string): number => (c.charCodeAt(0) + c.charCodeAt(1)) % 2;
    return colour(coordinate1) === colour(coordinate2);
};""",
    (COLOURS, "go"): """
func checkTwoChessboards(coordinate1 string, coordinate2 string) bool {
	return (coordinate1[0]+coordinate1[1]+coordinate2[0]+coordinate2[1])%2 == 0
}""",
    (ENERGY, "cpp"): """
class Solution {
public:
    long long maxEnergyBoost(vector<int>& energyDrinkA, vector<int>& energyDrinkB) {
        long long a = 0, b = 0;
        for (int i = 0; i < energyDrinkA.size(); ++i) {
            long long c = max(a + energyDrinkA[i], b);
            b = max(b + energyDrinkB[i], a);
            a = c;
        }
        return max(a, b);
    }
};""",
    (ENERGY, "java"): """
class Solution {
    public long maxEnergyBoost(int[] energyDrinkA, int[] energyDrinkB) {
        long a = 0, b = 0;
        for (int i = 0; i < energyDrinkA.length; ++i) {
            long c = Math.max(a + energyDrinkA[i], b);
            b = Math.max(b + energyDrinkB[i], a);
            a = c;
        }
        return Math.max(a, b);
    }
}""",
    (ENERGY, "javascript"): """
var maxEnergyBoost = function(energyDrinkA, energyDrinkB) {
    let [a, b] = [0, 0];
    for (let i = 0; i < energyDrinkA.length; i++)
        [a, b] = [Math.max(a + energyDrinkA[i], b), Math.max(b + energyDrinkB[i], a)];
    return Math.max(a, b);
};""",
    (ENERGY, "typescript"): """
function maxEnergyBoost(energyDrinkA: number[], energyDrinkB: number[]): number {
    let [a, b]: [number, number] = [0, 0];
    for (let i = 0; i < energyDrinkA.length; i++)
        [a, b] = [Math.max(a + energyDrinkA[i], b), Math.max(b + energyDrinkB[i], a)];
    return Math.max(a, b);
};""",
    (ENERGY, "go"): """
func maxEnergyBoost(energyDrinkA []int, energyDrinkB []int) int64 {
	a, b := 0, 0
	for i := range energyDrinkA {
		a, b = max(a+energyDrinkA[i], b), max(b+energyDrinkB[i], a)
	}
	return int64(max(a, b))
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}""",
}


@pytest.mark.parametrize(("problem_id", "language"), SOLUTIONS)
def test_a_right_solution_is_accepted_and_a_wrong_one_is_not(
    judge: Judge, shared: Path, problem_id: str, language: str
) -> None:
    rows = judge_corpus.read_rows(shared / "data/corpus/problems-function.jsonl.gz")
    of = judge_corpus.problem(next(row for row in rows if row["id"] == problem_id))
    source = SOLUTIONS[problem_id, language]
    report, answers = graded(judge, language, source, of)
    assert report.verdict is Verdict.AC, (report.tests, answers, report.compile.message)
    for right, wrong in (("% 2 == 0", "% 2 != 0"), ("%2 == 0", "%2 != 0"), (") == c", ") != c"),
                         (") === c", ") !== c"), ("(b + ", "(b + 1 + "), ("(b+", "(b+1+")):  # fmt: skip
        source = source.replace(right, wrong)
    assert graded(judge, language, source, of)[0].verdict is Verdict.WA
