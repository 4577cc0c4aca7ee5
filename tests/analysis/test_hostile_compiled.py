"""Programs in Rust and Go that try to be counted for less never get a better relation than they deserve."""

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import find_language
from ordojudge.ports import Sandbox
from ordojudge.service import Judge
from tests.analysis.hostile_compiled import GO, RUST, RUST_FAST, RUST_HEAD, go
from tests.analysis.test_hostile import measured
from tests.conftest import absent


def require(language: str, sandbox: Sandbox) -> None:
    row = find_language(language)
    try:
        with sandbox.box(row) as box:
            box.compile(row.self_test.source.encode(), row)
    except SandboxUnavailable as error:
        absent(language, row.name, str(error))


@pytest.mark.slow
@pytest.mark.parametrize("trick", [*RUST])
def test_no_rust_program_is_counted_for_less(judge: Judge, sandbox: Sandbox, trick: str) -> None:
    require("rust", sandbox)
    estimate = measured(judge, RUST[trick], "rust")
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


@pytest.mark.slow
@pytest.mark.parametrize("trick", [*GO])
def test_no_go_program_is_counted_for_less(judge: Judge, sandbox: Sandbox, trick: str) -> None:
    require("go", sandbox)
    estimate = measured(judge, GO[trick], "go")
    assert estimate.relation in ("worse", "unknown"), estimate.evidence
    assert not estimate.meets_target


@pytest.mark.parametrize(
    ("source", "language"),
    [
        pytest.param(
            f'{RUST_HEAD}{RUST_FAST}\nfn main() {{ println!("{{}}", fast(&read())); }}\n',
            "rust",
            id="Rust",
        ),
        pytest.param(f"{go()}\nfunc main() {{ read(); fmt.Println(fast()) }}\n", "go", id="Go"),
    ],
)
def test_the_same_without_tricks_meets_the_bound(
    judge: Judge, sandbox: Sandbox, source: str, language: str
) -> None:
    require(language, sandbox)
    estimate = measured(judge, source, language)
    assert estimate.relation == "equal", estimate.evidence
    assert estimate.meets_target
