"""From a judgement to one number: R = R_format + R_correctness, and R_time once all tests pass."""

import json
import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from ordojudge.core.errors import ConfigurationError
from ordojudge.core.extract import EXTRACTION_RULES, Extraction, FormatShape
from ordojudge.core.models import ComplexityEstimate, Model, Reward, first_complaint
from ordojudge.core.verdict import Verdict

MAX_VALUE = 1_000_000.0
"""Bound on every number of a scheme, so that no sum of them overflows."""


class FormatPenalty(Model):
    """What a completion earns for lacking a shape."""

    lacks: FormatShape
    value: float = Field(ge=-MAX_VALUE, le=MAX_VALUE)
    replaces: bool = False
    """The value is the whole reward, rather than added to it; the first such penalty decides."""


class RewardScheme(Model):
    """How a judgement is turned into a reward. The defaults are the ``default`` preset.

    ``correctness_weight`` times ``wrong_value + (right_value - wrong_value) * solved +
    partial_weight * pass_rate``, where the correctness mode maps the pass rate to ``solved``.
    """

    extraction: str = "default"
    """Rule by which code is found in completions."""

    stage: Literal[1, 2] = 2
    """1: no time term. 2: with it."""

    format: FormatShape | Literal["none", "layout_tags"] = "fenced"
    """The shape that earns ``format_weight``; ``layout_tags`` earns a quarter of it per tag."""

    format_weight: float = Field(default=0.1, ge=0, le=MAX_VALUE)
    penalties: tuple[FormatPenalty, ...] = Field(default=(), max_length=16)

    correctness: Literal["pass_fraction", "all_pass", "threshold", "power"] = "pass_fraction"
    correctness_weight: float = Field(default=1.0, ge=0, le=MAX_VALUE)
    threshold: float = Field(default=1.0, gt=0, le=1)
    """For ``threshold``: the least pass rate that counts as solved."""

    exponent: float = Field(default=1.0, ge=0.1, le=100)
    """For ``power``: solved is the pass rate to this power."""

    cutoff: float = Field(default=0.0, ge=0, le=1)
    """Pass rates below it count as none passed."""

    wrong_value: float = Field(default=0.0, ge=-MAX_VALUE, le=MAX_VALUE)
    right_value: float = Field(default=1.0, ge=-MAX_VALUE, le=MAX_VALUE)
    partial_weight: float = Field(default=0.0, ge=0, le=MAX_VALUE)
    """Paid for the pass rate on top of the mode's value."""

    compile_error_value: float | None = Field(default=None, ge=-MAX_VALUE, le=MAX_VALUE)
    """Stands in for the mode's value when the program did not compile."""

    time: Literal["binary", "graded"] = "binary"
    """``binary``: 1 if the bound meets the target. ``graded``: by relation, times confidence."""

    time_weight: float = Field(default=0.5, ge=0, le=MAX_VALUE)
    better_value: float = Field(default=1.0, ge=0, le=1)
    equal_value: float = Field(default=1.0, ge=0, le=1)
    worse_value: float = Field(default=0.0, ge=0, le=1)

    @field_validator("extraction")
    @classmethod
    def _known_rule(cls, rule: str) -> str:
        if rule not in EXTRACTION_RULES:
            raise ValueError(f"{rule!r} is unknown; known are {', '.join(EXTRACTION_RULES)}")
        return rule

    @model_validator(mode="after")
    def _keeps_the_order(self) -> Self:
        """No scheme may pay more for less."""
        if self.wrong_value > self.right_value:
            raise ValueError("wrong_value: must not exceed right_value")
        if self.compile_error_value is not None and self.compile_error_value > self.wrong_value:
            raise ValueError("compile_error_value: must not exceed wrong_value")
        if not self.worse_value <= self.equal_value <= self.better_value:
            raise ValueError("worse_value, equal_value, better_value: must not fall")
        right = _correctness(self, Verdict.AC, 1.0)
        wrong = _correctness(self, Verdict.WA, 0.0)
        for index, penalty in enumerate(self.penalties):
            place = f"penalties.{index}.value"
            if not penalty.replaces and penalty.value > 0:
                raise ValueError(f"{place}: must not be positive where it is added")
            if penalty.replaces and penalty.value > (wrong if penalty.lacks == "code" else right):
                raise ValueError(f"{place}: would pay more than an answer in the right format")
        return self

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest reward that the scheme can give."""
        whole = [penalty.value for penalty in self.penalties if penalty.replaces]
        added = 0.0
        for penalty in self.penalties:
            added += 0.0 if penalty.replaces else penalty.value
        failing = Verdict.WA if self.compile_error_value is None else Verdict.CE
        share = self.better_value if self.time == "graded" else 1.0
        time = self.time_weight * share if self.stage == 2 else 0.0
        low = added + _correctness(self, failing, 0.0)
        high = self.format_weight + _correctness(self, Verdict.AC, 1.0) + time
        return min([low, *whole]), max([high, *whole])


def score(
    scheme: RewardScheme,
    *,
    verdict: Verdict,
    pass_rate: float,
    extraction: Extraction | None,
    complexity: ComplexityEstimate | None,
) -> Reward | None:
    """Turn one judgement into a reward.

    Args:
        scheme: Weights and modes.
        verdict: The report's verdict.
        pass_rate: Fraction of the problem's tests that were accepted, in 0 to 1.
        extraction: How the code was found; none if it was given as source, which has every format.
        complexity: What is known of the time bound; only looked at when all tests passed.

    Returns:
        The components, each already weighted, and their sum; none exactly for JE.

    Raises:
        ValueError: the pass rate is outside of 0 to 1.
    """
    if verdict is Verdict.JE:
        return None
    if not 0 <= pass_rate <= 1:
        raise ValueError(f"pass_rate: {pass_rate} is outside of 0 to 1")
    lacking = [
        penalty
        for penalty in scheme.penalties
        if not _has_shape(penalty.lacks, verdict=verdict, extraction=extraction)
    ]
    for penalty in lacking:
        if penalty.replaces:
            return _sum(penalty.value, 0.0, 0.0)
    form = scheme.format_weight * _format_share(scheme, verdict, extraction)
    for penalty in lacking:
        form += penalty.value
    solved = verdict is Verdict.AC and pass_rate == 1
    time = _time(scheme, complexity) if solved and scheme.stage == 2 else 0.0
    return _sum(form, _correctness(scheme, verdict, pass_rate), time)


def _sum(form: float, correctness: float, time: float) -> Reward:
    # Adding zero turns -0.0, which would look odd in a report, into 0.0.
    form, correctness = form + 0.0, correctness + 0.0
    return Reward(format=form, correctness=correctness, time=time, total=form + correctness + time)


def _has_shape(shape: FormatShape, *, verdict: Verdict, extraction: Extraction | None) -> bool:
    if shape == "code" and verdict is Verdict.SE:
        return False
    return extraction is None or shape in extraction.shapes


def _format_share(scheme: RewardScheme, verdict: Verdict, extraction: Extraction | None) -> float:
    if scheme.format == "none":
        return 0.0
    if scheme.format == "layout_tags":
        return 1.0 if extraction is None else extraction.layout_tags / 4
    return float(_has_shape(scheme.format, verdict=verdict, extraction=extraction))


def _correctness(scheme: RewardScheme, verdict: Verdict, pass_rate: float) -> float:
    if verdict is Verdict.CE and scheme.compile_error_value is not None:
        return scheme.correctness_weight * scheme.compile_error_value
    passed = pass_rate if pass_rate >= scheme.cutoff else 0.0
    match scheme.correctness:
        case "pass_fraction":
            solved = passed
        case "all_pass":
            solved = float(verdict is Verdict.AC and passed == 1)
        case "threshold":
            solved = float(passed >= scheme.threshold)
        case "power":
            solved = passed**scheme.exponent
    span = scheme.right_value - scheme.wrong_value
    # Exact at the end, and never above it by a rounding error.
    value = scheme.right_value
    if solved < 1:
        value = min(value, scheme.wrong_value + span * solved)
    return scheme.correctness_weight * (value + scheme.partial_weight * passed)


def _time(scheme: RewardScheme, complexity: ComplexityEstimate | None) -> float:
    """The time term of a program that passed every test; the unknown earns and costs nothing."""
    if complexity is None:
        return 0.0
    relation = complexity.relation
    if scheme.time == "binary":
        meets = complexity.meets_target
        met = relation in ("better", "equal") if meets is None else meets
        return scheme.time_weight * float(met)
    values = {
        "better": scheme.better_value,
        "equal": scheme.equal_value,
        "worse": scheme.worse_value,
        "unknown": 0.0,
    }
    return scheme.time_weight * (values[relation] * complexity.confidence)


# ----------------------------------------------------------------------- presets


def _published(**fields: object) -> RewardScheme:
    """A recipe of others: none of them has a time term, few pay for format."""
    plain = {"stage": 1, "format": "none", "format_weight": 0.0, "time_weight": 0.0}
    return RewardScheme.model_validate(plain | fields)


PRESETS: Mapping[str, RewardScheme] = MappingProxyType(
    {
        "default": RewardScheme(),
        "nanbeige_stage1": RewardScheme(stage=1),
        "nanbeige_stage2": RewardScheme(stage=2),
        "deepseek_like": _published(
            format="think_answer", format_weight=1.0, correctness="all_pass"
        ),
        "open_r1": _published(extraction="open_r1", format="think_answer_lines", format_weight=0.1),
        "open_r1_binary": _published(
            extraction="open_r1",
            format="think_answer_lines",
            format_weight=0.1,
            correctness="threshold",
            threshold=0.99,
        ),
        "open_r1_cf": _published(
            extraction="open_r1",
            format="think_answer_code",
            format_weight=0.1,
            penalties=[{"lacks": "code", "value": -1.0}],
            correctness="all_pass",
            partial_weight=0.1,
            compile_error_value=-0.1,
        ),
        "deepcoder": _published(extraction="deepcoder", correctness="all_pass"),
        "code_r1": _published(
            extraction="code_r1",
            format="think_answer",
            format_weight=0.1,
            penalties=[
                {"lacks": "think_answer", "value": -1.1, "replaces": True},
                {"lacks": "code", "value": -1.1, "replaces": True},
            ],
            correctness="all_pass",
        ),
        "klear": _published(
            penalties=[
                {"lacks": "think_closed", "value": -0.5, "replaces": True},
                {"lacks": "think_opened", "value": -2.0, "replaces": True},
                {"lacks": "code", "value": -1.0, "replaces": True},
            ],
            wrong_value=-1.0,
        ),
        "skywork": _published(extraction="skywork", correctness="all_pass"),
        "skywork_fraction": _published(extraction="skywork"),
        "skywork_power4": _published(extraction="skywork", correctness="power", exponent=4.0),
        "verl": _published(extraction="verl"),
        "acecoder": _published(correctness="all_pass", wrong_value=-1.0),
        "acecoder_think": _published(
            penalties=[{"lacks": "think_pair", "value": -0.5}],
            correctness="all_pass",
            wrong_value=-1.0,
        ),
        "roll": _published(correctness="all_pass", wrong_value=-1.0),
        "nemo_gym": _published(extraction="lcb", correctness="all_pass"),
        "nouscoder": _published(correctness="all_pass", wrong_value=-1.0),
        "open_instruct": _published(extraction="deepcoder"),
    }
)
"""Named schemes: ours, and published recipes with their numbers."""


def parse_scheme(data: Mapping[str, object] | str, *, where: str) -> RewardScheme:
    """Read a scheme given as a preset's name or as plain data.

    Args:
        data: The name, or fields; ``preset`` among them names what the others override.
        where: Where it stands, for error messages.

    Raises:
        ConfigurationError: one line that names ``where`` and the field.
    """
    if isinstance(data, str):
        return _preset(data, where=where)
    if not isinstance(data, Mapping):
        raise ConfigurationError(
            f"{where}: a preset's name or fields are needed, not {type(data).__name__}"
        )
    fields = dict(data)
    name = fields.pop("preset", "default")
    if not isinstance(name, str):
        raise ConfigurationError(f"{where}: preset: a name is needed, not {type(name).__name__}")
    base = _preset(name, where=f"{where}: preset").model_dump()
    try:
        return RewardScheme.model_validate(base | fields)
    except ValidationError as error:
        raise ConfigurationError(f"{where}: {first_complaint(error)}") from None


def _preset(name: str, *, where: str) -> RewardScheme:
    scheme = PRESETS.get(name)
    if scheme is None:
        raise ConfigurationError(f"{where}: {name!r} is unknown; known are {', '.join(PRESETS)}")
    return scheme


def scheme_from_text(text: str, *, where: str) -> RewardScheme:
    """Read a scheme from a TOML or JSON document; JSON begins with a brace.

    Raises:
        ConfigurationError: one line that names ``where``, and the line and column or the field.
    """
    form = "JSON" if text.lstrip().startswith("{") else "TOML"
    try:
        data = json.loads(text) if form == "JSON" else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise ConfigurationError(
            f"{where}: line {error.lineno} column {error.colno}: not JSON: {error.msg}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{where}: not {form}: {error}") from None
    return parse_scheme(data, where=where)


def scheme_to_toml(scheme: RewardScheme) -> str:
    """A scheme as a TOML document that ``scheme_from_text`` reads back."""
    fields = scheme.model_dump(exclude_none=True, exclude={"penalties"})
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    for penalty in scheme.penalties:
        lines += ["", "[[penalties]]"]
        lines += [f"{name} = {json.dumps(value)}" for name, value in penalty.model_dump().items()]
    return "\n".join(lines) + "\n"
