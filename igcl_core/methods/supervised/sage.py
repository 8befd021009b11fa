"""GraphSAGE, supervised: a node's own features beside the mean of its neighbours' learn the training classes."""

from __future__ import annotations

from functools import partial
from typing import Any

from torch import Generator, nn

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE
from igcl_core.methods.shared.declared import features_for
from igcl_core.methods.supervised.classifier import ClassifierSettings, declared
from igcl_core.methods.supervised.nodes import NodeClassifier, SupervisedNodes, memory, work
from igcl_core.nn.sage import SAGELayer
from igcl_core.training.method import RECOMMENDED
from igcl_core.training.registry import register

MATRICES = 2  # of weights in a layer: for a node itself, and for its neighbours


class SAGEClassifier(NodeClassifier):
    """Mean aggregators with ReLU between."""

    def hidden_layer(self, inputs: int, outputs: int, s: ClassifierSettings, generator: Generator) -> nn.Module:
        return SAGELayer(inputs, outputs, generator)


class SupervisedSAGE(SupervisedNodes):
    """All neighbours are averaged, where the official code samples some: that is for graphs too large to hold."""

    network_type = SAGEClassifier


# Width and learning rate are official. Its paper has none of these datasets: dropout, penalty, epochs and the features'
# scale are borrowed from GCN.
_BORROWED = dict(D=128, dropout=0.5, lr=0.01, weight_decay=5e-4, epochs=200, features="row", health_every=5)
_AMAZON = dict(_BORROWED, features="raw", weight_decay=5e-5)


def defaults(card: DatasetCard) -> dict[str, Any]:
    return dict(D=16 if card.nodes < 1000 else 64, lr=0.01, features=features_for(card), health_every=5)


SAGE_METHOD = register(
    declared(
        "sage",
        "GraphSAGE",
        "Hamilton, Ying, Leskovec: Inductive Representation Learning on Large Graphs (2017)",
        ClassifierSettings,
        {NODE: SupervisedSAGE},
        about="learns the classes of the training items from their own features and the mean of their neighbours'.",
        presets={
            RECOMMENDED: {
                "karate": dict(epochs=100, lr=0.01),
                "digits": dict(D=64, epochs=100, lr=0.01, health_every=5),
                "planted": dict(epochs=100, lr=0.01),
                **{name: _BORROWED for name in ("cora", "citeseer", "pubmed")},
                **{name: _AMAZON for name in ("photo", "computers")},
            },
        },
        defaults=defaults,
        memory=partial(memory, weights=MATRICES),
        work=partial(work, weights=MATRICES),
    )
)
