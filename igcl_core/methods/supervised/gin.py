"""GIN, supervised: sums over neighbours and over nodes learn the classes of the training graphs."""

from __future__ import annotations

from typing import Any

from torch import nn

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH
from igcl_core.methods.shared.declared import graph_features_for, graphs_at_once
from igcl_core.methods.supervised.classifier import GraphClassifierSettings, declared
from igcl_core.methods.supervised.graphs import SupervisedGraphs, memory, work
from igcl_core.nn.gin import GIN
from igcl_core.training.registry import register


class SupervisedGIN(SupervisedGraphs):
    """The sums over nodes of every layer, side by side, give the classes."""

    def backbone(self, inputs: int) -> nn.Module:
        return GIN(inputs, self.settings.D, self.settings.layers, self.generator)


# Width, depth (five with the input, which is not read off here), batch, dropout and the halved learning rate are
# official. An epoch is a pass here, where the official one is fifty batches of any size of data, so its 350 are not the
# same; 200 are ours.
_OFFICIAL = dict(D=64, layers=4, b=32, lr=0.01, halve_every=50, dropout=0.5, weight_decay=0.0)


def defaults(card: DatasetCard) -> dict[str, Any]:
    epochs = 200 if card.nodes < 10_000 else 50 if card.nodes < 200_000 else 20
    halve_every = max(5, epochs // 4)
    often = dict(health_every=5, epochs=epochs, halve_every=halve_every)
    return {**_OFFICIAL, **often, "b": graphs_at_once(card, 32), "features": graph_features_for(card)}


GIN_METHOD = register(
    declared(
        "gin",
        "GIN",
        "Xu, Hu, Leskovec, Jegelka: How Powerful are Graph Neural Networks? (2019)",
        GraphClassifierSettings,
        {GRAPH: SupervisedGIN},
        about="learns the classes of the training graphs by sums over neighbours; z sums every layer over nodes.",
        defaults=defaults,
        memory=memory,
        work=work,
    )
)
