"""card_of: the card of data that was brought, made from the data itself."""

from __future__ import annotations

from .cards import DatasetCard
from .graphs import Graphs
from .identity import own_key

BROUGHT = "Brought by whoever uses it here; the counts on this card are counted from the data itself."
UNKNOWN_SOURCE, UNKNOWN_LICENCE = "Known to whoever brought it.", "known to whoever brought it"


def card_of(graphs: Graphs) -> DatasetCard:
    """What the data tells of itself; its name is made from its numbers, its title is what its owner calls it."""
    homophily = graphs.homophily
    return DatasetCard(
        name=own_key(graphs),
        title=graphs.name,
        task=graphs.task,
        graphs=graphs.num_graphs,
        nodes=graphs.num_nodes,
        edges=graphs.num_edges,
        features=graphs.num_features,
        classes=graphs.num_classes,
        class_names=graphs.classes,
        homophily=None if homophily is None else round(homophily, 4),
        description=BROUGHT,
        source=UNKNOWN_SOURCE,
        licence=UNKNOWN_LICENCE,
        brought=True,
    )
