"""Which job is next: nobody starves, shares are kept, and no job is lost or run twice."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.jobs.scheduling import WEIGHTS, DrainRate, Schedule, Shares
from ordojudge.ports import Lane

WEIGHT_TABLES = st.fixed_dictionaries({lane: st.integers(1, 12) for lane in Lane})
READY = st.sets(st.sampled_from(Lane), min_size=1)


def filled(schedule: Schedule, *arrivals: tuple[Lane, str, int]) -> Schedule:
    """A schedule with so many jobs of each lane and client, named after them."""
    for lane, client, count in arrivals:
        job_ids = [f"{lane}/{client}/{n}" for n in range(count)]
        assert schedule.add(job_ids, lane=lane, client=client)
    return schedule


def taken(schedule: Schedule, count: int) -> list[str]:
    return [job_id for _ in range(count) if (job_id := schedule.take()) is not None]


# ------------------------------------------------------------------------------------------- lanes


def test_of_twelve_jobs_each_lane_gets_its_weight() -> None:
    schedule = filled(Schedule(capacity=99), *((lane, "a", 24) for lane in reversed(Lane)))
    for _ in range(2):
        lanes = [job_id.split("/")[0] for job_id in taken(schedule, 12)]
        assert {lane: lanes.count(lane) for lane in Lane} == {"train": 8, "eval": 3, "batch": 1}


@given(WEIGHT_TABLES, st.lists(READY, max_size=120))
def test_lanes_that_are_ready_together_get_turns_by_weight(
    weights: Mapping[Lane, int], readiness: list[set[Lane]]
) -> None:
    shares = Shares(weights)
    turns = [shares.next(ready) for ready in readiness]

    assert all(turn in ready for turn, ready in zip(turns, readiness, strict=True))
    for a, b in combinations(Lane, 2):
        # over every stretch in which both are ready all the while, whatever was before
        bound = 1 / weights[a] + 1 / weights[b] + 1e-9
        for begin in range(len(turns)):
            got = dict.fromkeys(Lane, 0)
            for turn, ready in zip(turns[begin:], readiness[begin:], strict=True):
                if not {a, b} <= ready:
                    break
                got[turn] += 1
                assert abs(got[a] / weights[a] - got[b] / weights[b]) <= bound


@given(WEIGHT_TABLES, st.lists(READY, max_size=40), st.sampled_from(Lane))
def test_no_lane_waits_longer_than_its_weight_allows(
    weights: Mapping[Lane, int], before: list[set[Lane]], waiting: Lane
) -> None:
    shares = Shares(weights)
    for ready in before:
        shares.next(ready)
    others = [weight for lane, weight in weights.items() if lane is not waiting]
    most = sum(weight // weights[waiting] + 1 for weight in others) + 1

    assert waiting in [shares.next(set(Lane)) for _ in range(most)]


def test_an_idle_lane_saves_nothing_up() -> None:
    schedule = filled(Schedule(capacity=999), (Lane.TRAIN, "a", 200))
    taken(schedule, 100)
    filled(schedule, (Lane.BATCH, "b", 20))

    assert sum("batch" in job_id for job_id in taken(schedule, 27)) <= 4


# ----------------------------------------------------------------------------------------- clients


def test_clients_take_turns_and_keep_their_order() -> None:
    schedule = filled(
        Schedule(capacity=99), (Lane.EVAL, "a", 4), (Lane.EVAL, "b", 2), (Lane.EVAL, "c", 1)
    )
    assert [job_id.removeprefix("eval/") for job_id in taken(schedule, 9)] == [
        *("a/0", "b/0", "c/0", "a/1", "b/1", "a/2", "a/3")
    ]


# ---------------------------------------------------------------------------------- all operations


@dataclass(frozen=True)
class Add:
    lane: Lane
    client: str
    count: int


@dataclass(frozen=True)
class Remove:
    index: int


OPERATIONS = st.lists(
    st.one_of(
        st.builds(Add, st.sampled_from(Lane), st.sampled_from("abcd"), st.integers(0, 5)),
        st.just("take"),
        st.just("take"),
        st.builds(Remove, st.integers(0, 30)),
    ),
    max_size=80,
)


@given(OPERATIONS, st.integers(1, 20))
def test_every_job_leaves_once_in_its_order_and_clients_wait_one_round(
    operations: list[Add | Remove | str], capacity: int
) -> None:
    schedule = Schedule(capacity=capacity)
    lines: dict[tuple[Lane, str], list[str]] = defaultdict(list)
    passed_over: dict[tuple[Lane, str], set[str]] = defaultdict(set)
    """Clients that had a turn while this one was waiting, since its own last turn."""
    made = 0
    for operation in operations:
        queued = [(place, job_id) for place, line in lines.items() for job_id in line]
        match operation:
            case Add(lane, client, count):
                job_ids = [str(made + n) for n in range(count)]
                made += count
                room = len(queued) + count <= capacity
                assert schedule.add(job_ids, lane=lane, client=client) is room
                if room:
                    lines[lane, client] += job_ids
            case Remove(index):
                assert schedule.remove("unknown") is False
                if index < len(queued):
                    place, job_id = queued[index]
                    assert schedule.remove(job_id) is True
                    assert schedule.remove(job_id) is False
                    lines[place].remove(job_id)
                    if not lines[place]:
                        passed_over.pop(place, None)
            case _:
                next_id = schedule.take()
                assert (next_id is None) is (not queued)
                if next_id is None:
                    continue
                place = next(place for place, line in lines.items() if next_id in line)
                assert lines[place].pop(0) == next_id
                passed_over.pop(place, None)
                lane, client = place
                for (other_lane, other), line in lines.items():
                    if other_lane is lane and other != client and line:
                        assert client not in passed_over[lane, other]
                        passed_over[lane, other].add(client)
        assert len(schedule) == sum(map(len, lines.values())) <= capacity
        for lane in Lane:
            waiting = [line for (each, _), line in lines.items() if each is lane and line]
            assert schedule.queued(lane) == sum(map(len, waiting))
            assert set(schedule.heads(lane)) == {line[0] for line in waiting}


def test_an_empty_schedule_has_no_next_job() -> None:
    schedule = Schedule(capacity=1, weights=WEIGHTS)
    assert schedule.take() is None
    assert len(schedule) == 0


# -------------------------------------------------------------------------------------- drain rate


@pytest.mark.parametrize(
    ("slots", "took_s", "jobs_per_s", "wait_for_10_s"),
    [
        pytest.param(4, [], 0.0, 1.0, id="nothing known yet"),
        pytest.param(1, [2.0], 0.5, 20.0, id="one job, one slot"),
        pytest.param(4, [2.0], 2.0, 5.0, id="four slots drain four times as fast"),
        pytest.param(1, [1.0, 3.0], 0.5, 20.0, id="the mean of few jobs"),
        pytest.param(2, [0.0], 2e6, 5e-6, id="jobs that took no time"),
    ],
)
def test_the_drain_rate_is_what_busy_slots_end(
    slots: int, took_s: list[float], jobs_per_s: float, wait_for_10_s: float
) -> None:
    rate = DrainRate(slots=slots)
    for seconds in took_s:
        rate.add(seconds)
    assert rate.jobs_per_s == pytest.approx(jobs_per_s)
    assert rate.wait_s(10) == pytest.approx(wait_for_10_s)


def test_the_drain_rate_follows_the_latest_jobs() -> None:
    rate = DrainRate(slots=1)
    for seconds in [10.0] * 100 + [1.0] * 200:
        rate.add(seconds)
    assert rate.jobs_per_s == pytest.approx(1.0, rel=0.05)
