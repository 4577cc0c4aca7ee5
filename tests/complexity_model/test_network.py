"""A network without a library."""

from typing import Any

import pytest

from ordojudge_complexity.network import Network
from tests.complexity_model.models import small_network


def test_words_are_added_up_and_go_through_both_layers() -> None:
    # "for" once: 1 and -1 after scales, 10 times as long as its length of one.
    scores = small_network().scores({"for": 1, "unknown": 3})
    assert scores[:-1] == [0.0] * 6
    assert scores[-1] == pytest.approx(20.0)


def test_a_program_without_known_words_is_scored_by_its_numbers() -> None:
    assert small_network().scores({"=lines": 0})[-1] == pytest.approx(0.5)


def test_how_often_the_only_word_occurs_changes_nothing() -> None:
    network = small_network()
    assert network.scores({"x": 20}) == pytest.approx(network.scores({"x": 1}))


def test_a_network_survives_a_document() -> None:
    assert Network.from_data(small_network().as_data()) == small_network()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("words", ["for"]),
        ("table", "AAAA"),
        ("table", "?"),
        ("scales", [1.0]),
        ("bias", [0.0]),
        ("hidden", [[1.0, 0.0]]),
        ("output", [[1.0, 0.0]]),
    ],
)
def test_a_damaged_document_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match="network: "):
        Network.from_data({**small_network().as_data(), name: value})
