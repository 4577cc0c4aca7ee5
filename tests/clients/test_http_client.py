"""The clients against the API itself: what `Judge` does in process, they do by a service."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.api_burst import served
from ordojudge.clients.blocking import Client
from ordojudge.clients.http import AsyncClient
from ordojudge.core.errors import (
    ConfigurationError,
    JobCancelled,
    JobExpired,
    JobNotFound,
    ProblemError,
    ProblemNotFound,
    ServiceError,
    SubmissionError,
    UnknownLanguage,
)
from ordojudge.core.models import Submission, problem_from_data
from ordojudge.core.reward import RewardScheme
from ordojudge.core.verdict import Verdict
from ordojudge.problems import load_problem, problem_digest
from tests.api.service import BROKEN, HELD, PAIR_SUM, RIGHT, WRONG, Opened, World, fenced
from tests.jobs.fakes import in_loop

PROBLEM = problem_from_data(PAIR_SUM)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "store")


@asynccontextmanager
async def opened(
    world: World, *, client: dict[str, Any] | None = None, **api: Any
) -> AsyncIterator[tuple[AsyncClient, Opened]]:
    async with world.open(**api) as service:
        transport = httpx.ASGITransport(service.app)
        async with AsyncClient("http://test", transport=transport, **(client or {})) as asking:
            await service.ready()
            yield asking, service


def source(text: str = RIGHT, **fields: Any) -> Submission:
    return Submission(source=text, language="python", **fields)


# ------------------------------------------------------------------------------ grading


@in_loop
async def test_a_grade_is_the_report_that_the_judge_gives(world: World) -> None:
    async with opened(world) as (client, _):
        there = await client.grade(source(WRONG), PROBLEM, reward=RewardScheme(wrong_value=-1.0))
    here = world.judge.grade(source(WRONG), PROBLEM, reward=RewardScheme(wrong_value=-1.0))
    moving = {"timings"}
    for test in (*there.tests, *here.tests):
        assert test.verdict is Verdict.WA
    assert there.model_dump(exclude=moving) == here.model_dump(exclude=moving)


@in_loop
async def test_choices_reach_the_judge(world: World) -> None:
    async with opened(world) as (client, _):
        stopped = await client.grade(source(WRONG), PROBLEM, all_tests=False, reward="acecoder")
        completion = Submission(completion=fenced(RIGHT), submission_id="mine")
        found = await client.grade(completion, PROBLEM)
    assert len(stopped.tests) == 1
    assert stopped.reward is not None
    assert stopped.reward.total == -1.0
    assert (found.submission_id, found.verdict, found.language) == ("mine", Verdict.AC, "python")


@in_loop
async def test_texts_that_stand_for_bytes_arrive(world: World) -> None:
    tests = ({"case_id": "1", "input": "1 2", "output": "\udcfe"},)
    problem = problem_from_data({"problem_id": "bytes", "tests": tests})
    async with opened(world) as (client, _):
        report = await client.grade(source(), problem)
        digest = await client.put_problem(problem)
        back = await client.problem("bytes")
    assert report.verdict is Verdict.WA
    assert digest == problem_digest(problem)
    assert back == problem


@in_loop
async def test_a_batch_comes_in_order_in_parts(world: World) -> None:
    wanted = [RIGHT, WRONG, BROKEN] * 5
    async with opened(world, client={"batch_size": 4, "concurrency": 2}) as (client, service):
        reports = await client.grade_batch([source(text) for text in wanted], PROBLEM)
        page = (await service.client.get("/metrics")).text
    verdicts = {RIGHT: Verdict.AC, WRONG: Verdict.WA, BROKEN: Verdict.JE}
    assert [report.verdict for report in reports] == [verdicts[text] for text in wanted]
    assert 'route="/v1/grade/batch",status="200"} 4.0' in page


@in_loop
async def test_each_submission_may_have_its_own_problem(world: World) -> None:
    other = PROBLEM.model_copy(update={"problem_id": "other"})
    async with opened(world) as (client, _):
        await client.put_problem(other)
        reports = await client.grade_batch([source(), source()], [PROBLEM, "other"])
        rewards = await client.reward([fenced(RIGHT), "none"], ["other", "other"])
        of_both = await client.reward([fenced(WRONG)] * 2, [PROBLEM, other], reward="acecoder")
        with pytest.raises(ProblemError, match="3 problems for 2 submissions"):
            await client.grade_batch([source(), source()], [PROBLEM] * 3)
        with pytest.raises(SubmissionError, match="either problems or ids"):
            await client.reward(["", ""], [PROBLEM, "other"])
    assert [report.problem_id for report in reports] == ["pair-sum", "other"]
    assert rewards == [1.1, 0.0]
    assert of_both == [-1.0, -1.0]


@in_loop
async def test_rewards_come_in_order_and_none_where_the_judge_failed(world: World) -> None:
    texts = [fenced(text) for text in (RIGHT, BROKEN, WRONG)] * 3
    async with opened(world, client={"batch_size": 2, "concurrency": 3}) as (client, _):
        rewards = await client.reward(texts, PROBLEM, language="python")
        nothing = await client.reward([], PROBLEM)
    assert rewards == [1.1, None, 0.1] * 3
    assert nothing == []


# --------------------------------------------------------------------------------- jobs


@in_loop
async def test_a_job_is_queued_looked_at_and_waited_for(world: World) -> None:
    async with opened(world) as (client, _):
        queued = await client.submit(source(HELD), PROBLEM)
        await asyncio.to_thread(world.begun.wait, 10)
        running = await client.job(queued.job_id)
        with pytest.raises(JobExpired):
            await client.result(queued, deadline_s=0.01)
        world.let_go.set()
        report = await client.result(queued)
        at_once = await client.submit(Submission(completion="no code"), PROBLEM)
    assert (queued.state, running.state) == ("queued", "running")
    assert report.verdict is Verdict.AC
    assert at_once.report is not None
    assert (at_once.state, at_once.report.verdict) == ("done", Verdict.SE)


@in_loop
async def test_a_cancelled_job_has_no_report(world: World) -> None:
    async with opened(world) as (client, _):
        queued = await client.submit(source(HELD), PROBLEM)
        await client.cancel(queued.job_id)
        with pytest.raises(JobCancelled):
            await client.result(queued)
        with pytest.raises(JobNotFound):
            await client.job("bm8")
        world.let_go.set()


# ----------------------------------------------------------------------------- problems


@in_loop
async def test_problems_are_put_found_listed_and_deleted(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "problem"
    folder.mkdir()
    (folder / "in.txt").write_bytes(b"1 2\n" + b"\xff" * 3_000_000)
    (folder / "out.txt").write_text("3\n")
    test = {"input_file": "in.txt", "case_id": "long", "output_file": "out.txt", "input": None}
    data = {"tests": [test, PAIR_SUM["tests"][0]], "problem_id": "a/long one", "statement": "é"}
    (folder / "problem.json").write_text(json.dumps(data))
    whole = load_problem(folder)
    async with opened(world) as (client, _):
        digest = await client.put_problem(folder)
        again = await client.put_problem(whole)
        found = await client.problem_digest("a/long one")
        back = await client.problem("a/long one")
        await client.put_problem(PROBLEM)
        ids = await client.problem_ids()
        await client.delete_problem("pair-sum")
        with pytest.raises(ProblemNotFound, match="pair-sum"):
            await client.problem_digest("pair-sum")
        with pytest.raises(ProblemNotFound, match="pair-sum"):
            await client.problem("pair-sum")
    assert digest == again == found == problem_digest(whole)
    assert (back.tests, back.statement) == (whole.tests, "é")
    assert ids == ["a/long one", "pair-sum"]


@in_loop
async def test_a_problem_that_cannot_be_used_is_refused_as_in_process(
    world: World, tmp_path: Path
) -> None:
    path = tmp_path / "p.json"
    async with opened(world) as (client, _):
        for content, told in (
            ({"problem_id": "p", "tests": []}, "tests"),
            ({"problem_id": 5}, "problem_id: a text"),
            ({"tests": []}, "problem_id: missing"),
            ({"problem_id": "p", "tests": [{"case_id": "1", "input_file": "../x"}]}, "outside"),
        ):
            path.write_text(json.dumps(content))
            with pytest.raises(ProblemError, match=told):
                await client.put_problem(path)
        with pytest.raises(ProblemError, match="no such file"):
            await client.put_problem(tmp_path / "none.json")


# ------------------------------------------------------------------------------- errors


@in_loop
async def test_errors_are_those_of_the_judge(world: World) -> None:
    async with opened(world, max_items=4) as (client, _):
        with pytest.raises(UnknownLanguage, match="'cobol'"):
            await client.grade(Submission(source="", language="cobol"), PROBLEM)
        with pytest.raises(ProblemNotFound, match="gone"):
            await client.grade(source(), "gone")
        with pytest.raises(ProblemNotFound, match="gone"):
            await client.grade_batch([source()], "gone")
        with pytest.raises(ServiceError, match="reward: 'lavish'") as caught:
            await client.grade(source(), PROBLEM, reward="lavish")
        with pytest.raises(ServiceError, match="at most 4") as many:
            await client.reward([""] * 5, PROBLEM)
    assert (caught.value.status, many.value.status) == (422, 413)


@in_loop
async def test_a_deadline_ends_the_job_there(world: World) -> None:
    async with opened(world) as (client, service):
        with pytest.raises(JobExpired):
            await client.grade(source(HELD), PROBLEM, deadline_s=0.3)
        [cut] = await client.grade_batch([source(HELD + "\n")], PROBLEM, deadline_s=0.3)
        stats = await service.queue.stats()
        world.let_go.set()
    assert cut.verdict is Verdict.JE
    assert sum(lane.queued for lane in stats.lanes.values()) == 0


@in_loop
async def test_keys_are_shown_and_missed(world: World) -> None:
    from pydantic import SecretStr

    keys = SecretStr("mine:0123456789")
    async with world.open(keys=keys) as service:
        transport = httpx.ASGITransport(service.app)
        for key, told in ((None, "key is needed"), ("another-key", "not accepted")):
            async with AsyncClient("http://test", key=key, transport=transport) as client:
                with pytest.raises(ConfigurationError, match=told):
                    await client.languages()
        async with AsyncClient("http://test", key="0123456789", transport=transport) as client:
            offered = await client.languages()
            ready = await client.ready()
            while not ready.ready:
                ready = await client.ready()
    assert "python" in {language.id for language in offered}
    assert set(ready.checks.values()) == {"ok"}


@pytest.mark.parametrize(
    "url", ["", "localhost:8000", "ftp://x", "http://", "http://x:99999", "http://["]
)
@in_loop
async def test_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="no URL of a service"):
        AsyncClient(url)


@pytest.mark.parametrize("key", ["", " padded", "two\nlines", "é"])
@in_loop
async def test_what_is_no_key_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(ConfigurationError, match="API key") as caught:
        AsyncClient("http://x", key=key)
    assert not key or key not in str(caught.value)


# --------------------------------------------------------------------- over a network


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"


def test_the_waiting_client_does_the_same(url: str, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(PAIR_SUM | {"problem_id": "by-file"}))
    with Client(url, batch_size=3) as client:
        assert client.grade(source(), PROBLEM).verdict is Verdict.AC
        reports = client.grade_batch([source(f"# {n}") for n in range(10)], PROBLEM)
        assert [report.verdict for report in reports] == [Verdict.AC] * 10
        streamed = dict(client.grade_stream([source(f"# {n}") for n in range(10)], PROBLEM))
        assert sorted(streamed) == list(range(10))
        assert client.reward([fenced("x")] * 7, PROBLEM) == [1.1] * 7
        assert client.put_problem(path) == client.problem_digest("by-file")
        assert client.problem_ids() == ["by-file"]
        assert client.problem("by-file").problem_id == "by-file"
        client.delete_problem("by-file")
        job = client.submit(source("# job"), PROBLEM)
        assert client.result(job).verdict is Verdict.AC
        assert client.job(job.job_id).state == "done"
        client.cancel(job.job_id)
        assert client.ready().checks["queue"] == "ok"
        assert client.languages()
        with pytest.raises(ProblemNotFound):
            client.grade(source(), "gone")
        with pytest.raises(ProblemNotFound):
            list(client.grade_stream([source()], "gone"))
    client.close()


def test_a_stream_may_be_left_early(url: str) -> None:
    with Client(url, batch_size=1, concurrency=1) as client:
        stream = client.grade_stream([source(f"# left {n}") for n in range(50)], PROBLEM)
        index, report = next(iter(stream))
        stream.close()  # type: ignore[attr-defined]
        assert (index, report.verdict) == (0, Verdict.AC)
        assert client.grade(source("# after"), PROBLEM).verdict is Verdict.AC


@in_loop
async def test_a_service_out_of_reach_is_told_after_some_patience() -> None:
    async with AsyncClient("http://127.0.0.1:1", patience_s=0.1) as client:
        with pytest.raises(ServiceError, match=r"127\.0\.0\.1:1: can't be reached"):
            await client.languages()
        with pytest.raises(ServiceError, match="can't be reached"):
            await client.grade_batch([source()], PROBLEM)
