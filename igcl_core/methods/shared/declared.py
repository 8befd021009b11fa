"""What declarations share: the curves of every embedding, defaults that depend on the data, and usual refusals."""

from __future__ import annotations

from igcl_core.data.cards import DatasetCard
from igcl_core.training.method import Curves

PROBE = Curves("Probe accuracy", ("probe_test",), "probe")
HEALTH = Curves("Health of the embedding", ("z_norm", "effective_rank"), "health")


def features_for(card: DatasetCard) -> str:
    """As given; where there are none, the degree of every node."""
    return "raw" if card.features else "onehot"


def graph_features_for(card: DatasetCard) -> str:
    """As given; where all nodes have none, or the same one, the degree of every node."""
    return "raw" if card.features > 1 else "onehot"


def graphs_at_once(card: DatasetCard, most: int) -> int:
    """So many, or 0, which takes all, where there are fewer."""
    return most if card.graphs >= most else 0


def width_for(card: DatasetCard, large: int) -> int:
    """A small graph is told apart by fewer numbers."""
    return min(large, 64) if card.nodes < 1000 else large


def needs_edges(title: str, purpose: str, card: DatasetCard) -> str | None:
    """Why a graph without edges is of no use to a method."""
    if card.edges:
        return None
    choose = "Choose a graph that has some, or a method that needs none."
    return f"{title} {purpose}, but {card.called!r} has no edges. {choose}"
