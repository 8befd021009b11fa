"""GAT, supervised: every node learns whom of its neighbours to heed in order to tell the training classes apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.cost.memory import FLOAT
from igcl_core.methods.implicit.cost.work import ELEMENT
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.declared import features_for
from igcl_core.methods.supervised import nodes
from igcl_core.methods.supervised.classifier import ClassifierSettings, declared
from igcl_core.methods.supervised.nodes import NodeClassifier, SupervisedNodes, network_of
from igcl_core.nn.gat import GATLayer
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import PAPER, RECOMMENDED
from igcl_core.training.registry import register
from igcl_core.training.settings import NETWORK, knob

OF_ENTRY = 10  # numbers kept for every head and edge: scores, exponentials, attention and their gradients


@dataclass(frozen=True)
class GATSettings(ClassifierSettings):
    """What a run of a supervised GAT computes."""

    D: int = knobs.width(64, "Width of a hidden layer, all heads together; z is the last one's output.", "Hidden size")
    dropout: float = knobs.dropout(0.6, "Share of every layer's input and of all attention set to 0 in training.")
    heads: int = knob(
        8,
        "Attention heads of a hidden layer; its width D must be a multiple.",
        label="Heads",
        group=NETWORK,
        low=1,
        high=64,
    )
    last_heads: int = knob(
        1,
        "Heads of the layer that gives the classes; their mean counts.",
        label="Last heads",
        group=NETWORK,
        low=1,
        high=64,
    )

    def check(self) -> None:
        if self.D % self.heads:
            raise ValueError(f"D must be a multiple of heads, but D={self.D} and heads={self.heads}.")


class MeanOfHeads(nn.Module):
    """A layer of attention whose heads each give all classes, of which the mean is taken."""

    def __init__(self, inputs: int, classes: int, heads: int, generator: Generator):
        super().__init__()
        self.heads = GATLayer(inputs, classes * heads, heads, generator)

    def forward(self, structure: Structure, h: Tensor, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        return self.heads(structure, h, p, generator).unflatten(1, (self.heads.heads, -1)).mean(1)


class GATClassifier(NodeClassifier):
    """Layers of attention with ELU between."""

    activation = staticmethod(F.elu)

    def hidden_layer(self, inputs: int, outputs: int, s: GATSettings, generator: Generator) -> nn.Module:
        return GATLayer(inputs, outputs, s.heads, generator)

    def last_layer(self, inputs: int, classes: int, s: GATSettings, generator: Generator) -> nn.Module:
        return MeanOfHeads(inputs, classes, s.last_heads, generator)

    def through(self, layer: nn.Module, structure: Structure, h: Tensor, depth: int, **noise: object) -> Tensor:
        return layer(structure, h, **noise)


class SupervisedGAT(SupervisedNodes):
    """Attention is dropped at random, too."""

    network_type = GATClassifier


def _heads(s: GATSettings) -> int:
    return s.layers * s.heads + s.last_heads


def memory(graphs: Graphs, s: GATSettings) -> list[Share]:
    net = network_of(graphs, s)
    attention = FLOAT * (OF_ENTRY * net.entries * _heads(s) + 3 * net.nodes * sum(net.widths))
    return nodes.memory(graphs, s, more=attention)


def work(graphs: Graphs, s: GATSettings) -> list[Share]:
    return nodes.work(graphs, s, more=ELEMENT * network_of(graphs, s).entries * _heads(s))


# The official settings of the citation graphs, PubMed with eight heads in the last layer. Its early stop is left out:
# the best step is chosen on validation items anyway. Photo and Computers are not in its paper: they borrow Cora's with
# a smaller penalty and less dropout, which are guessed.
_OFFICIAL = dict(D=64, heads=8, dropout=0.6, lr=5e-3, weight_decay=5e-4, epochs=200, features="row", health_every=5)
_PUBMED = dict(_OFFICIAL, last_heads=8, lr=0.01, weight_decay=1e-3)
_AMAZON = dict(_OFFICIAL, features="raw", weight_decay=5e-5, dropout=0.3)
_CITATIONS = {"cora": _OFFICIAL, "citeseer": _OFFICIAL, "pubmed": _PUBMED}


def defaults(card: DatasetCard) -> dict[str, Any]:
    return dict(D=16 if card.nodes < 1000 else 64, heads=4, lr=5e-3, features=features_for(card), health_every=5)


GAT_METHOD = register(
    declared(
        "gat",
        "GAT",
        "Veličković, Cucurull, Casanova, Romero, Liò, Bengio: Graph Attention Networks (2018)",
        GATSettings,
        {NODE: SupervisedGAT},
        about="learns the classes of the training items by learning whom of its neighbours each node heeds.",
        presets={
            RECOMMENDED: {
                "karate": dict(D=16, heads=4, epochs=100, lr=0.01),
                "digits": dict(D=64, epochs=100, lr=5e-3, dropout=0.3, health_every=5),
                "planted": dict(D=16, heads=4, epochs=100, lr=0.01),
                **_CITATIONS,
                **{name: _AMAZON for name in ("photo", "computers")},
            },
            PAPER: _CITATIONS,
        },
        defaults=defaults,
        memory=memory,
        work=work,
    )
)
