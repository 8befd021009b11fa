"""DGI: tells the nodes of a graph from those of the same graph with shuffled features, by a summary of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.cost.memory import FLOAT
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.cost import Network, memory_of, trained, work_of
from igcl_core.methods.shared.declared import HEALTH, PROBE, features_for, needs_edges, width_for
from igcl_core.methods.shared.node_trainer import NodeTrainer
from igcl_core.nn.gcn import GCNLayer
from igcl_core.nn.parts import glorot
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import PAPER, RECOMMENDED, Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import Settings


@dataclass(frozen=True)
class DGISettings(Settings):
    """What a run of DGI computes."""

    D: int = knobs.width(512, symbol="F'")


class DGINetwork(nn.Module):
    """One graph convolution with PReLU, and the bilinear discriminator."""

    def __init__(self, inputs: int, size: int, generator: Generator):
        super().__init__()
        self.layer = GCNLayer(inputs, size, generator)
        self.activation = nn.PReLU()
        self.discriminator = glorot(size, size, generator)

    def forward(self, structure: Structure) -> Tensor:
        return self.activation(self.layer(structure, structure.x, 1))

    def real_and_false(self, structure: Structure, order: Tensor) -> tuple[Tensor, Tensor]:
        """Embeddings of the graph, and of the graph whose nodes have each other's features in this order.

        Shuffled rows times the weights are the shuffled products, so that the features are multiplied once.
        """
        linear, spread = structure.x @ self.layer.weight, structure.gcn(1)
        real, false = (spread @ part for part in (linear, linear.index_select(0, order)))
        return self.activation(real + self.layer.bias), self.activation(false + self.layer.bias)


def scores(real: Tensor, false: Tensor, discriminator: Tensor) -> tuple[Tensor, Tensor]:
    """h'Ws of real and of false nodes, with s the squashed mean of the real ones."""
    towards = discriminator @ real.mean(0).sigmoid()
    return real @ towards, false @ towards


def infomax_loss(on_real: Tensor, on_false: Tensor) -> Tensor:
    """Cross-entropy of telling real nodes from false ones, mean over both."""
    return (F.softplus(-on_real).mean() + F.softplus(on_false).mean()) / 2


class DGI(NodeTrainer):
    """One step is one shuffle of all features and one update."""

    phase, loss_name = "infomax", "DGI"

    def build(self, inputs: int) -> nn.Module:
        return DGINetwork(inputs, self.settings.D, self.generator)

    def embed(self) -> Tensor:
        return self.network(self.structure)

    def lose(self, generator: Generator) -> tuple[Tensor, dict[str, float]]:
        order = torch.randperm(self.structure.num_nodes, generator=generator)
        on_real, on_false = scores(*self.network.real_and_false(self.structure, order), self.network.discriminator)
        loss = infomax_loss(on_real, on_false)
        with torch.no_grad():
            trust = {"real_trust": float(on_real.sigmoid().mean()), "false_trust": float(on_false.sigmoid().mean())}
        return loss, {"infomax": loss.item(), **trust}


def _network(graphs: Graphs, s: DGISettings) -> Network:
    return Network.of(graphs, s, s.D)


def memory(graphs: Graphs, s: DGISettings) -> list[Share]:
    """Both graphs, real and false, go through the layer at once."""
    net = _network(graphs, s)
    update = Share("an update on both graphs", 2 * net.layers + FLOAT * net.nodes * s.D, "D")
    return memory_of(graphs, s, net, update, net.weights + s.D**2, s.D)


def work(graphs: Graphs, s: DGISettings) -> list[Share]:
    net = _network(graphs, s)
    both = trained(net) + 3 * net.along_edges
    return work_of(graphs, net, [Share("an update on both graphs", both, "D")], net.weights + s.D**2)


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("DGI", "tells a graph from the same graph with shuffled features", card)


# The official settings, which are one for all datasets. Its patience looks at the bare loss, ours at a smoothed one.
# Photo and Computers are not in DGI's paper: they borrow them.
_OFFICIAL = dict(D=512, lr=1e-3, features="row", epochs=10_000, patience=20, health_every=10)
_OURS = dict(_OFFICIAL, epochs=300, patience=40)


def defaults(card: DatasetCard) -> dict[str, Any]:
    return dict(D=width_for(card, 512), features=features_for(card), epochs=200, health_every=5)


DGI_METHOD = register(
    Method(
        "dgi",
        "DGI",
        "infomax",
        "Veličković, Fedus, Hamilton, Liò, Bengio, Hjelm: Deep Graph Infomax (2019)",
        "Tells nodes from those of the same graph with shuffled features, by a summary of the whole graph.",
        DGISettings,
        {NODE: DGI},
        phases=(Phase("infomax", "DGI", "the discriminator learns to tell real nodes from false ones"),),
        curves=(
            Curves("DGI loss", ("infomax",)),
            Curves("What the discriminator believes", ("real_trust", "false_trust")),
            PROBE,
            HEALTH,
        ),
        arrays={"z": "DGI z"},
        metrics={
            **COMMON,
            "infomax": Metric(
                "DGI loss", "Cross-entropy of telling real nodes from false ones, in nats; 0.69 is guessing."
            ),
            "real_trust": Metric("Real nodes", "Mean chance of being real that the discriminator gives to real nodes."),
            "false_trust": Metric(
                "False nodes", "Mean chance of being real that it gives to nodes of the shuffled graph."
            ),
        },
        presets={
            RECOMMENDED: {
                "karate": dict(D=32, epochs=100, lr=5e-3),
                "digits": dict(D=128, epochs=100, health_every=5),
                "planted": dict(D=64, epochs=100, lr=5e-3),
                **{name: _OURS for name in ("cora", "citeseer", "pubmed", "photo", "computers")},
            },
            PAPER: {name: _OFFICIAL for name in ("cora", "citeseer", "pubmed")},
        },
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
