"""The problems with stated bounds: each can be judged, and its inputs grow."""

import json

import pytest

from bench.stated_problems import PROBLEMS, Stated
from ordojudge.core.models import Submission, problem_from_data
from ordojudge.core.verdict import Verdict
from ordojudge.service import Judge


@pytest.mark.parametrize("stated", PROBLEMS, ids=lambda stated: stated.name)
def test_a_problem_is_whole(stated: Stated) -> None:
    problem = problem_from_data(stated.document(), where=stated.name)
    assert problem.reference is not None
    assert problem.reference.bound == stated.bound
    for variant in stated.inputs:
        given = {
            int(test.case_id.removeprefix(f"{variant}-")): len(json.dumps(test.input))
            for test in problem.tests
            if test.case_id.rpartition("-")[0] == variant
        }
        assert len(given) == 3
        assert given[min(given)] < given[max(given)]


def test_names_are_unique() -> None:
    names = [stated.name for stated in PROBLEMS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["two-sum", "find-the-duplicate-number", "edit-distance"])
def test_the_project_s_own_solution_meets_the_bound(name: str, judge: Judge) -> None:
    stated = next(each for each in PROBLEMS if each.name == name)
    problem = problem_from_data(stated.document(), where=name)
    reference = problem.reference
    assert reference is not None
    assert reference.solution is not None
    source = str(reference.solution.source)
    report = judge.grade(Submission(source=source, language="python"), problem, complexity=True)
    assert report.verdict is Verdict.AC
    assert report.complexity is not None
    assert report.complexity.meets_target
