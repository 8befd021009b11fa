"""GCN, supervised: graph convolutions learn the classes of training nodes, or with pooling those of graphs."""

from __future__ import annotations

from typing import Any

from torch import Generator, Tensor, nn

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, NODE, Graphs
from igcl_core.methods.shared.declared import features_for, graph_features_for, graphs_at_once
from igcl_core.methods.shared.graph_trainer import Batch
from igcl_core.methods.supervised import graphs as of_graphs
from igcl_core.methods.supervised import nodes as of_nodes
from igcl_core.methods.supervised.classifier import GraphClassifierSettings, declared
from igcl_core.methods.supervised.graphs import SupervisedGraphs
from igcl_core.methods.supervised.nodes import NodeClassifier, SupervisedNodes
from igcl_core.nn.gcn import GCN, GCNLayer
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import PAPER, RECOMMENDED
from igcl_core.training.registry import register


class GCNClassifier(NodeClassifier):
    """Graph convolutions with ReLU between."""

    def hidden_layer(self, inputs: int, outputs: int, s: GraphClassifierSettings, generator: Generator) -> nn.Module:
        return GCNLayer(inputs, outputs, generator)

    def through(self, layer: nn.Module, structure: Structure, h: Tensor, depth: int, **noise: object) -> Tensor:
        return layer(structure, h, depth)


class SupervisedGCN(SupervisedNodes):
    """Only the first layer's weights are kept small, as in the official code."""

    network_type = GCNClassifier
    weight_decay = 0.0

    def penalty(self) -> Tensor:
        first = sum(weights.square().sum() for weights in self.network.hidden[0].parameters())
        return self.settings.weight_decay / 2 * first


class PooledGCN(nn.Module):
    """Graph convolutions with ReLU after each, and the mean over the nodes of each graph."""

    def __init__(self, inputs: int, size: int, layers: int, generator: Generator):
        super().__init__()
        self.convolutions, self.outputs = GCN(inputs, size, layers, "relu", generator), size

    def forward(self, batch: Batch, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        return batch.pool(self.convolutions(batch, p, generator), len(self.convolutions.layers), mean=True)


class SupervisedPooledGCN(SupervisedGraphs):
    """Graph convolutions and a mean over nodes."""

    def backbone(self, inputs: int) -> nn.Module:
        return PooledGCN(inputs, self.settings.D, self.settings.layers, self.generator)


def memory(graphs: Graphs, s: GraphClassifierSettings) -> list[Share]:
    return (of_nodes if graphs.task == NODE else of_graphs).memory(graphs, s)


def work(graphs: Graphs, s: GraphClassifierSettings) -> list[Share]:
    return (of_nodes if graphs.task == NODE else of_graphs).work(graphs, s)


# The official settings, the same for all datasets. Its early stop after ten epochs without a better validation loss is
# left out: the best step is chosen on validation items anyway. Photo and Computers are not in its paper: they borrow
# them, with a wider layer and a smaller penalty, which are guessed. So are all settings for whole graphs, of which
# GCN's paper has none: width, depth, batch and halved learning rate are GIN's.
_OFFICIAL = dict(D=16, dropout=0.5, lr=0.01, weight_decay=5e-4, epochs=200, features="row")
_AMAZON = dict(_OFFICIAL, D=64, features="raw", weight_decay=5e-5)
_GRAPHS = dict(D=64, layers=4, b=32, lr=0.01, halve_every=50, epochs=200, weight_decay=0.0, health_every=5)


def defaults(card: DatasetCard) -> dict[str, Any]:
    if card.task == GRAPH:
        return dict(_GRAPHS, b=graphs_at_once(card, 32), features=graph_features_for(card), epochs=100)
    return dict(lr=0.01, features=features_for(card), health_every=5)


GCN_METHOD = register(
    declared(
        "gcn",
        "GCN",
        "Kipf, Welling: Semi-Supervised Classification with Graph Convolutional Networks (2017)",
        GraphClassifierSettings,
        {NODE: SupervisedGCN, GRAPH: SupervisedPooledGCN},
        about="learns the classes of the training items; z is its hidden layer, of a graph the mean over its nodes.",
        presets={
            RECOMMENDED: {
                "karate": dict(epochs=100, lr=0.01),
                "digits": dict(D=64, epochs=100, lr=0.01, health_every=5),
                "planted": dict(epochs=100, lr=0.01),
                **{name: _OFFICIAL for name in ("cora", "citeseer", "pubmed")},
                **{name: _AMAZON for name in ("photo", "computers")},
            },
            PAPER: {name: _OFFICIAL for name in ("cora", "citeseer", "pubmed")},
        },
        defaults=defaults,
        memory=memory,
        work=work,
    )
)
