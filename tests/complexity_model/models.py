"""Models made by hand."""

from ordojudge_complexity.backends.embedded import EmbeddedModel
from ordojudge_complexity.network import Network
from ordojudge_complexity.trees import Trees

__all__ = ["constant_model", "small_network"]


def small_network(outputs: int = 7) -> Network:
    """Knows two words, with two numbers each, and one number of a program; says little of any."""
    return Network(
        words={"for": 0, "x": 1},
        table=bytes([129, 126, 128, 255]),
        scales=[1.0, 0.5],
        numbers=["=lines"],
        number_weights=[[1.0], [0.0]],
        bias=[0.0, 0.25],
        hidden=[[1.0, 0.0], [0.0, -1.0]],
        hidden_bias=[0.0, 0.0],
        output=[[0.0, 0.0]] * (outputs - 1) + [[1.0, 2.0]],
        output_bias=[0.0] * outputs,
    )


def constant_model(leaves: list[float], exceeds: float) -> EmbeddedModel:
    """Says the same of every program, by its trees alone; abstains from 0.2 to 0.8."""
    return EmbeddedModel(
        vocabulary={},
        classes=Trees(7, roots=[~place for place in range(7)], leaves=leaves),
        network=small_network(),
        share=0.0,
        temperature=1.0,
        verdict=Trees(1, roots=[~0], leaves=[exceeds]),
        slope=1.0,
        intercept=0.0,
        accept_below=0.2,
        reject_above=0.8,
        trained={},
    )
