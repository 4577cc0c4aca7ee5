"""Rewards: the laws every scheme keeps, and the numbers of published recipes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordojudge.core.errors import ConfigurationError
from ordojudge.core.extract import EXTRACTION_RULES, Extraction, FormatShape, extract
from ordojudge.core.models import ComplexityEstimate, Reward
from ordojudge.core.reward import (
    PRESETS,
    FormatPenalty,
    RewardScheme,
    parse_scheme,
    scheme_from_text,
    scheme_to_toml,
    score,
)
from ordojudge.core.verdict import Verdict

BLOCK = "```python\nprint(1)\n```"
FULL = f"<think>\nhm\n</think>\n<answer>\n{BLOCK}\n</answer>"
BARE = BLOCK
PROSE = "I don't know."


def extracted(completion: str, preset: str) -> Extraction:
    return extract(completion, "python", rule=PRESETS[preset].extraction)


def total(
    scheme: RewardScheme,
    pass_rate: float,
    extraction: Extraction | None = None,
    *,
    verdict: Verdict | None = None,
    complexity: ComplexityEstimate | None = None,
) -> float:
    if verdict is None:
        verdict = Verdict.AC if pass_rate == 1 else Verdict.WA
    reward = score(
        scheme,
        verdict=verdict,
        pass_rate=pass_rate,
        extraction=extraction,
        complexity=complexity,
    )
    assert reward is not None
    return reward.total


NUMBERS: dict[str, tuple[str, str, float, Verdict, float]] = {
    # id: preset, completion, pass rate, verdict, published reward
    "default: formatted, half passed": ("default", BARE, 0.5, Verdict.WA, 0.6),
    "default: no code": ("default", PROSE, 0, Verdict.SE, 0.0),
    "deepseek_like: right": ("deepseek_like", FULL, 1, Verdict.AC, 2.0),
    "deepseek_like: nearly": ("deepseek_like", FULL, 0.9, Verdict.WA, 1.0),
    "open_r1: right": ("open_r1", FULL, 1, Verdict.AC, 1.1),
    "open_r1: half, bad format": ("open_r1", BARE, 0.5, Verdict.WA, 0.5),
    "open_r1_binary: just below": ("open_r1_binary", BARE, 0.98, Verdict.WA, 0.0),
    "open_r1_binary: just above": ("open_r1_binary", BARE, 0.995, Verdict.WA, 1.0),
    "open_r1_cf: right": ("open_r1_cf", FULL, 1, Verdict.AC, 1.2),
    "open_r1_cf: right, bad format": ("open_r1_cf", BARE, 1, Verdict.AC, 1.1),
    "open_r1_cf: half, bad format": ("open_r1_cf", BARE, 0.5, Verdict.WA, 0.05),
    "open_r1_cf: compile error": ("open_r1_cf", BARE, 0, Verdict.CE, -0.1),
    "open_r1_cf: no code": ("open_r1_cf", PROSE, 0, Verdict.SE, -1.0),
    "deepcoder: right": ("deepcoder", BARE, 1, Verdict.AC, 1.0),
    "deepcoder: nearly": ("deepcoder", BARE, 0.99, Verdict.TLE, 0.0),
    "code_r1: right": ("code_r1", FULL, 1, Verdict.AC, 1.1),
    "code_r1: wrong": ("code_r1", FULL, 0.5, Verdict.WA, 0.1),
    "code_r1: right, bad format": ("code_r1", BARE, 1, Verdict.AC, -1.1),
    "code_r1: no code": ("code_r1", FULL.replace("```", ""), 0, Verdict.SE, -1.1),
    "klear: three quarters": ("klear", FULL, 0.75, Verdict.WA, 0.5),
    "klear: none": ("klear", FULL, 0, Verdict.RTE, -1.0),
    "klear: no end of reasoning": ("klear", BARE, 1, Verdict.AC, -0.5),
    "klear: no begin of reasoning": ("klear", f"</think>{BLOCK}", 1, Verdict.AC, -2.0),
    "klear: no code": ("klear", "<think></think>", 0, Verdict.SE, -1.0),
    "skywork: nearly": ("skywork", BARE, 0.9, Verdict.WA, 0.0),
    "skywork_fraction: half": ("skywork_fraction", BARE, 0.5, Verdict.WA, 0.5),
    "skywork_power4: half": ("skywork_power4", BARE, 0.5, Verdict.WA, 0.0625),
    "verl: half": ("verl", BARE, 0.5, Verdict.WA, 0.5),
    "acecoder: wrong": ("acecoder", BARE, 0.9, Verdict.WA, -1.0),
    "acecoder_think: wrong, no reasoning": ("acecoder_think", BARE, 0, Verdict.WA, -1.5),
    "acecoder_think: right": ("acecoder_think", FULL, 1, Verdict.AC, 1.0),
    "roll: wrong": ("roll", BARE, 0.9, Verdict.WA, -1.0),
    "nemo_gym: right": ("nemo_gym", BARE, 1, Verdict.AC, 1.0),
    "nouscoder: right": ("nouscoder", BARE, 1, Verdict.AC, 1.0),
    "nouscoder: wrong": ("nouscoder", BARE, 0.5, Verdict.MLE, -1.0),
    "open_instruct: half": ("open_instruct", BARE, 0.5, Verdict.WA, 0.5),
}


@pytest.mark.parametrize(
    ("preset", "completion", "pass_rate", "verdict", "expected"),
    NUMBERS.values(),
    ids=NUMBERS.keys(),
)
def test_published_numbers(
    preset: str, completion: str, pass_rate: float, verdict: Verdict, expected: float
) -> None:
    extraction = extracted(completion, preset)
    assert (extraction.kind == "none") == (verdict is Verdict.SE)
    earned = total(PRESETS[preset], pass_rate, extraction, verdict=verdict)
    assert earned == pytest.approx(expected)


MET = ComplexityEstimate(relation="equal", meets_target=True, confidence=0.8)
BETTER = ComplexityEstimate(relation="better", meets_target=True, confidence=1.0)
MISSED = ComplexityEstimate(relation="worse", meets_target=False, confidence=1.0)
UNKNOWN = ComplexityEstimate(relation="unknown")
UNDECIDED = ComplexityEstimate(relation="better", meets_target=None, confidence=0.5)
GRADED = RewardScheme(
    time="graded", time_weight=2.0, better_value=1.0, equal_value=0.5, worse_value=0.25
)

TIMES: dict[str, tuple[RewardScheme, ComplexityEstimate | None, float]] = {
    "binary: met": (RewardScheme(), MET, 0.5),
    "binary: missed": (RewardScheme(), MISSED, 0.0),
    "binary: unknown": (RewardScheme(), UNKNOWN, 0.0),
    "binary: not estimated": (RewardScheme(), None, 0.0),
    "binary: by relation": (RewardScheme(), UNDECIDED, 0.5),
    "graded: better": (GRADED, BETTER, 2.0),
    "graded: equal, less sure": (GRADED, MET, 0.8),
    "graded: worse": (GRADED, MISSED, 0.5),
    "graded: unknown": (GRADED, UNKNOWN, 0.0),
    "graded: not estimated": (GRADED, None, 0.0),
    "stage 1": (PRESETS["nanbeige_stage1"], MET, 0.0),
    "stage 2": (PRESETS["nanbeige_stage2"], MET, 0.5),
}


@pytest.mark.parametrize(("scheme", "complexity", "time"), TIMES.values(), ids=TIMES.keys())
def test_time_term(
    scheme: RewardScheme, complexity: ComplexityEstimate | None, time: float
) -> None:
    reward = score(
        scheme, verdict=Verdict.AC, pass_rate=1.0, extraction=None, complexity=complexity
    )
    assert reward is not None
    assert reward.time == pytest.approx(time)
    assert reward == Reward(
        format=0.1, correctness=1.0, time=reward.time, total=0.1 + 1.0 + reward.time
    )


MODES: dict[str, tuple[RewardScheme, float, float]] = {
    "threshold: reached": (RewardScheme(correctness="threshold", threshold=0.5), 0.5, 1.0),
    "threshold: missed": (RewardScheme(correctness="threshold", threshold=0.5), 0.49, 0.0),
    "cutoff: below": (RewardScheme(cutoff=0.5), 0.4, 0.0),
    "cutoff: at it": (RewardScheme(cutoff=0.5), 0.5, 0.5),
    "power": (RewardScheme(correctness="power", exponent=2), 0.5, 0.25),
    "weight": (RewardScheme(correctness_weight=3), 0.5, 1.5),
    "plus and minus": (RewardScheme(wrong_value=-1), 0.25, -0.5),
    "partial": (RewardScheme(correctness="all_pass", partial_weight=0.2), 0.5, 0.1),
    "an exact end": (RewardScheme(wrong_value=-1.1, right_value=0.3), 1.0, 0.3),
}


@pytest.mark.parametrize(("scheme", "pass_rate", "expected"), MODES.values(), ids=MODES.keys())
def test_correctness_modes(scheme: RewardScheme, pass_rate: float, expected: float) -> None:
    verdict = Verdict.AC if pass_rate == 1 else Verdict.WA
    reward = score(scheme, verdict=verdict, pass_rate=pass_rate, extraction=None, complexity=None)
    assert reward is not None
    assert reward.correctness == pytest.approx(expected, abs=1e-12)


def test_layout_tags_earn_a_quarter_each() -> None:
    scheme = RewardScheme(format="layout_tags", format_weight=1.0)
    assert total(scheme, 0.0, extract("<think>\nhm\n</think>\n" + BLOCK, "python")) == 0.5
    assert total(scheme, 0.0, None) == 1.0


def test_source_without_a_completion_has_every_format() -> None:
    assert total(PRESETS["code_r1"], 1.0, None) == pytest.approx(1.1)
    assert total(PRESETS["code_r1"], 0.0, None, verdict=Verdict.SE) == pytest.approx(-1.1)


@pytest.mark.parametrize("pass_rate", [-0.1, 1.1, math.nan])
def test_a_pass_rate_out_of_range_is_refused(pass_rate: float) -> None:
    with pytest.raises(ValueError, match="pass_rate"):
        total(RewardScheme(), pass_rate)


# -------------------------------------------------------------------------- laws

SHAPES: tuple[FormatShape, ...] = (
    "code", "fenced", "think_opened", "think_closed", "think_pair", "think",
    "think_answer", "think_answer_lines", "think_answer_code",
)  # fmt: skip
VALUES = st.floats(min_value=-10, max_value=10)
WEIGHTS = st.floats(min_value=0, max_value=10)
SHARES = st.floats(min_value=0, max_value=1)


@st.composite
def valid_schemes(draw: st.DrawFn) -> RewardScheme:
    wrong, right = sorted([draw(VALUES), draw(VALUES)])
    worse, equal, better = sorted([draw(SHARES), draw(SHARES), draw(SHARES)])
    weight = draw(WEIGHTS)
    below = st.none() | st.floats(min_value=0, max_value=5).map(lambda gap: wrong - gap)
    penalties = draw(
        st.lists(
            st.builds(
                FormatPenalty,
                lacks=st.sampled_from(SHAPES),
                value=st.floats(min_value=-20, max_value=0).map(
                    lambda gap: min(0.0, weight * wrong) + gap
                ),
                replaces=st.booleans(),
            ),
            max_size=3,
        )
    )
    return RewardScheme(
        extraction=draw(st.sampled_from(EXTRACTION_RULES)),
        stage=draw(st.sampled_from([1, 2])),
        format=draw(st.sampled_from(["none", "layout_tags", *SHAPES])),
        format_weight=draw(WEIGHTS),
        penalties=tuple(penalties),
        correctness=draw(st.sampled_from(["pass_fraction", "all_pass", "threshold", "power"])),
        correctness_weight=weight,
        threshold=draw(st.floats(min_value=0.01, max_value=1)),
        exponent=draw(st.floats(min_value=0.1, max_value=10)),
        cutoff=draw(SHARES),
        wrong_value=wrong,
        right_value=right,
        partial_weight=draw(WEIGHTS),
        compile_error_value=draw(below),
        time=draw(st.sampled_from(["binary", "graded"])),
        time_weight=draw(WEIGHTS),
        worse_value=worse,
        equal_value=equal,
        better_value=better,
    )


SCHEMES = st.one_of(st.sampled_from([*PRESETS.values()]), valid_schemes())
ESTIMATES = st.none() | st.builds(
    ComplexityEstimate,
    relation=st.sampled_from(["better", "equal", "worse", "unknown"]),
    meets_target=st.sampled_from([None, True, False]),
    confidence=SHARES,
)
EXTRACTIONS = st.none() | st.builds(
    Extraction,
    kind=st.just("fenced"),
    source=st.just("print(1)\n"),
    language=st.just("python"),
    shapes=st.sets(st.sampled_from(SHAPES)).map(lambda shapes: (*sorted(shapes | {"code"}),)),
    layout_tags=st.integers(0, 4),
)
FAILURES = st.sampled_from(
    [Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.MLE, Verdict.OLE, Verdict.SV]
)
TESTS = st.integers(1, 100).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1)))


@given(SCHEMES, TESTS, FAILURES, st.booleans(), EXTRACTIONS, ESTIMATES)
def test_rewards_are_bounded_sums(
    scheme: RewardScheme,
    tests: tuple[int, int],
    failure: Verdict,
    accepted: bool,
    extraction: Extraction | None,
    complexity: ComplexityEstimate | None,
) -> None:
    low, high = scheme.bounds
    reward = score(
        scheme,
        verdict=Verdict.AC if accepted else failure,
        pass_rate=1.0 if accepted else tests[1] / tests[0],
        extraction=extraction,
        complexity=complexity,
    )
    assert reward is not None
    assert low <= reward.total <= high
    assert reward.total == reward.format + reward.correctness + reward.time
    assert all(math.isfinite(value) for value in reward.model_dump().values())
    assert reward.time >= 0
    assert accepted or reward.time == 0


@given(SCHEMES, TESTS, FAILURES, EXTRACTIONS, ESTIMATES)
def test_more_tests_passed_never_earn_less(
    scheme: RewardScheme,
    tests: tuple[int, int],
    failure: Verdict,
    extraction: Extraction | None,
    complexity: ComplexityEstimate | None,
) -> None:
    count, most = tests
    earned = [
        total(scheme, passed / count, extraction, verdict=failure) for passed in range(most + 1)
    ]
    earned.append(total(scheme, 1.0, extraction, complexity=complexity))
    assert earned == sorted(earned)


@given(SCHEMES, TESTS, FAILURES | st.just(Verdict.CE), EXTRACTIONS, ESTIMATES, ESTIMATES)
def test_a_wrong_answer_never_outranks_a_right_one(
    scheme: RewardScheme,
    tests: tuple[int, int],
    failure: Verdict,
    extraction: Extraction | None,
    of_wrong: ComplexityEstimate | None,
    of_right: ComplexityEstimate | None,
) -> None:
    pass_rate = 0.0 if failure is Verdict.CE else tests[1] / tests[0]
    wrong = total(scheme, pass_rate, extraction, verdict=failure, complexity=of_wrong)
    assert wrong <= total(scheme, 1.0, extraction, complexity=of_right)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_right_answer_in_the_right_format_earns_most(preset: str) -> None:
    scheme = PRESETS[preset]
    best = total(scheme, 1.0, extracted(FULL, preset), complexity=BETTER)
    assert best == scheme.bounds[1]
    for completion in (BARE, PROSE, f"<think>{BLOCK}"):
        extraction = extracted(completion, preset)
        verdict = Verdict.SE if extraction.kind == "none" else Verdict.WA
        assert total(scheme, 0.0, extraction, verdict=verdict) < best


@given(SCHEMES, SHARES, EXTRACTIONS, ESTIMATES)
def test_a_failure_of_the_judge_has_no_reward(
    scheme: RewardScheme,
    pass_rate: float,
    extraction: Extraction | None,
    complexity: ComplexityEstimate | None,
) -> None:
    reward = score(
        scheme,
        verdict=Verdict.JE,
        pass_rate=pass_rate,
        extraction=extraction,
        complexity=complexity,
    )
    assert reward is None


# ----------------------------------------------------------------------- reading


@given(SCHEMES)
def test_schemes_survive_json_and_toml(scheme: RewardScheme) -> None:
    assert scheme_from_text(scheme.model_dump_json(), where="reward") == scheme
    assert scheme_from_text(scheme_to_toml(scheme), where="reward") == scheme
    assert parse_scheme(scheme.model_dump(), where="reward") == scheme


def test_a_preset_is_a_start_to_override() -> None:
    assert parse_scheme("klear", where="reward") == PRESETS["klear"]
    assert parse_scheme({}, where="reward") == PRESETS["default"]
    text = 'preset = "deepcoder"\nstage = 2\ntime_weight = 0.25\n'
    scheme = scheme_from_text(text, where="a.toml")
    assert scheme == PRESETS["deepcoder"].model_copy(update={"stage": 2, "time_weight": 0.25})
    cleared = scheme_from_text('{"preset": "open_r1_cf", "compile_error_value": null}', where="a")
    assert cleared.compile_error_value is None
    assert cleared.penalties == PRESETS["open_r1_cf"].penalties


CODE_PAYS: dict[str, object] = {"lacks": "code", "value": 0.5, "replaces": True}
COMPLAINTS: dict[str, tuple[dict[str, object] | str, str]] = {
    "unknown preset": ("best", "reward: 'best' is unknown; known are default"),
    "unknown preset to start from": ({"preset": "best"}, "reward: preset: 'best' is unknown"),
    "a preset that is no name": ({"preset": 3}, "reward: preset: a name is needed, not int"),
    "unknown field": ({"weight": 1}, "reward: weight: unknown key"),
    "negative weight": ({"time_weight": -1}, "reward: time_weight: "),
    "not a number": ({"format_weight": math.nan}, "reward: format_weight: "),
    "unknown rule": ({"extraction": "first"}, "reward: extraction: 'first' is unknown"),
    "unknown mode": ({"correctness": "best"}, "reward: correctness: "),
    "unknown shape": ({"penalties": [{"lacks": "style", "value": 0}]}, "reward: penalties.0.lacks"),
    "wrong above right": ({"wrong_value": 2}, "reward: wrong_value: must not exceed"),
    "compile error above wrong": ({"compile_error_value": 0.5}, "reward: compile_error_value: "),
    "worse above better": ({"worse_value": 1, "equal_value": 0}, "reward: worse_value, equal"),
    "a penalty that pays": ({"penalties": [{"lacks": "think", "value": 1}]}, "penalties.0.value"),
    "no code pays": ({"penalties": [CODE_PAYS]}, "reward: penalties.0.value: would pay more"),
}


@pytest.mark.parametrize(("data", "message"), COMPLAINTS.values(), ids=COMPLAINTS.keys())
def test_complaints_name_the_field(data: dict[str, object] | str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_scheme(data, where="reward")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_data_of_another_type_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="reward: a preset's name or fields are needed"):
        parse_scheme([1], where="reward")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param('{"stage": }', "a: line 1 column 11: not JSON", id="broken JSON"),
        pytest.param("stage = \n", "a: not TOML: .*line 1", id="broken TOML"),
        pytest.param('{"stage": ' + "1" * 5000 + "}", "a: not JSON: ", id="endless number"),
        pytest.param('{"a":' + "[" * 100_000, "a: not JSON: ", id="endless nesting"),
        pytest.param("[1, 2]", "a: not TOML: ", id="an array"),
        pytest.param("time_weight = inf", "a: time_weight: ", id="infinity"),
    ],
)
def test_unreadable_documents_are_refused(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        scheme_from_text(text, where="a")
