"""Source: where a run gets its data, a listed dataset by its name or data that somebody brought."""

from __future__ import annotations

from dataclasses import dataclass, field

from .as_graphs import GraphsLike, as_graphs
from .cards import DATASETS, DatasetCard, find_card
from .graphs import Graphs
from .identity import loadable_name
from .loading import load
from .own_card import card_of


@dataclass(frozen=True)
class Source:
    """Two sources are equal if their keys are; brought data is held, a listed dataset only if it is there already."""

    key: str
    card: DatasetCard = field(compare=False)
    graphs: Graphs | None = field(default=None, compare=False, repr=False)

    def load(self) -> Graphs:
        return load(self.key) if self.graphs is None else self.graphs


def source_of(data: GraphsLike) -> Source:
    """The source of a name, which loads nothing, or of data, which is a listed dataset if all its numbers are."""
    if isinstance(data, str):
        card = find_card(data)
        return Source(card.name, card)
    graphs = as_graphs(data)
    name = loadable_name(graphs)
    card = DATASETS[name] if name else card_of(graphs)
    return Source(card.name, card, graphs)
