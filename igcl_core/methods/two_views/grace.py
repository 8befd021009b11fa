"""GRACE: drops edges and masks features twice, and makes each node recognise itself in the other view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Generator, Tensor, nn

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.cost.memory import FLOAT
from igcl_core.methods.implicit.cost.work import ELEMENT, TRAINED
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.cost import Network, memory_of, trained, work_of
from igcl_core.methods.shared.declared import HEALTH, PROBE, features_for, width_for
from igcl_core.methods.shared.node_trainer import NodeTrainer
from igcl_core.methods.two_views.two_views_loss import BLOCK, two_views_parts
from igcl_core.nn.gcn import GCNLayer
from igcl_core.nn.parts import ACTIVATIONS, Linear
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import PAPER, RECOMMENDED, Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import Settings

COLDEST = 0.05  # below, exp(-2 / tau) leaves the range of single precision


@dataclass(frozen=True)
class GRACESettings(Settings):
    """What a run of GRACE computes. The first graph convolution is twice as wide as the embedding, as in its code."""

    headline: ClassVar[tuple[str, ...]] = ("tau",)

    tau: float = knobs.temperature(coldest=COLDEST)
    b: int = knobs.batch(
        0,
        "Nodes contrasted in a step, drawn at random; 0 takes all, as GRACE does.",
        "Nodes per step",
        group=knobs.CONTRAST,
        live=True,
    )
    edges_1: float = knobs.share(
        0.2, "Share of edges dropped in the first view.", label="Edges dropped, view 1", group=knobs.VIEWS
    )
    edges_2: float = knobs.share(0.4, "The same in the second view.", label="Edges dropped, view 2", group=knobs.VIEWS)
    features_1: float = knobs.share(
        0.3, "Share of feature columns masked in the first view.", label="Features masked, view 1", group=knobs.VIEWS
    )
    features_2: float = knobs.share(
        0.4, "The same in the second view.", label="Features masked, view 2", group=knobs.VIEWS
    )
    D: int = knobs.width(128)
    head: int = knobs.width(128, "Width of the projection that is contrasted.", "Projection size")
    activation: str = knobs.activation("relu", "Activation after every layer.")
    weight_decay: float = knobs.weight_decay(1e-5)


class GRACENetwork(nn.Module):
    """Two graph convolutions, and a head of two layers with ELU between."""

    def __init__(self, inputs: int, s: GRACESettings, generator: Generator):
        super().__init__()
        self.first, self.second = GCNLayer(inputs, 2 * s.D, generator), GCNLayer(2 * s.D, s.D, generator)
        self.activation = ACTIVATIONS[s.activation]()
        self.head_in, self.head_out = Linear(s.D, s.head, generator), Linear(s.head, s.D, generator)

    def forward(self, structure: Structure) -> Tensor:
        hidden = self.activation(self.first(structure, structure.x, 1))
        return self.activation(self.second(structure, hidden, 2))

    def project(self, z: Tensor) -> Tensor:
        return self.head_out(nn.functional.elu(self.head_in(z)))


def view(structure: Structure, edges: float, columns: float, generator: Generator) -> Structure:
    """The graph without this share of its edges, and with this share of feature columns masked for all nodes."""
    kept_edges = torch.rand(structure.edges.shape[1], generator=generator) >= edges
    kept_columns = torch.rand(structure.x.shape[1], generator=generator) >= columns
    return structure.dropping(kept_edges.float(), kept_columns.float())


class GRACE(NodeTrainer):
    """One step makes two views of the whole graph and contrasts all of its nodes, or b of them."""

    phase, loss_name = "two views", "GRACE"
    advice = "Try a larger tau or a smaller learning rate."

    def build(self, inputs: int) -> nn.Module:
        return GRACENetwork(inputs, self.settings, self.generator)

    def embed(self) -> Tensor:
        return self.network(self.structure)

    def lose(self, generator: Generator) -> tuple[Tensor, dict[str, float]]:
        s = self.settings
        rows = self.rows(generator)
        u, v = (
            self.network.project(self.network(self.view(edges, columns, generator))[rows])
            for edges, columns in ((s.edges_1, s.features_1), (s.edges_2, s.features_2))
        )
        attraction, repulsion = two_views_parts(u, v, s.tau)
        loss, likeness = attraction + repulsion, -s.tau * attraction.item()
        return loss, {"two_views": loss.item(), "likeness": likeness}

    def view(self, edges: float, columns: float, generator: Generator) -> Structure:
        return view(self.structure, edges, columns, generator)

    def rows(self, generator: Generator) -> Tensor | slice:
        n, b = self.structure.num_nodes, self.settings.b
        return torch.randperm(n, generator=generator)[: max(b, 2)] if 0 < b < n else slice(None)


def _network(graphs: Graphs, s: GRACESettings) -> Network:
    return Network.of(graphs, s, 2 * s.D, s.D)


def _contrasted(graphs: Graphs, s: GRACESettings) -> int:
    return 2 * min(s.b or graphs.num_nodes, graphs.num_nodes)


def memory(graphs: Graphs, s: GRACESettings) -> list[Share]:
    """Both views are alive until their gradients are there; of all pairs one block is."""
    net, rows = _network(graphs, s), _contrasted(graphs, s)
    pairs = 3 * FLOAT * min(BLOCK, rows) ** 2 + FLOAT * rows * (3 * s.head + 6 * s.D)
    update = Share("an update on both views", 2 * net.layers + pairs, "D, head or b")
    return memory_of(graphs, s, net, update, net.weights + 2 * s.head * s.D, s.D)


def work(graphs: Graphs, s: GRACESettings) -> list[Share]:
    """Pairs are multiplied twice by halves, and once more for the gradient; two exponentials for each half."""
    net, rows = _network(graphs, s), _contrasted(graphs, s)
    pairs = rows**2 * (2 * s.D + ELEMENT)
    head = TRAINED * 2 * rows * s.D * s.head
    updates = [
        Share("the contrast of all pairs", pairs + head, "b (0 takes all at once), D or head"),
        Share("both views", trained(net, passes=2), "D"),
    ]
    return work_of(graphs, net, updates, net.weights + 2 * s.head * s.D)


def cannot(card: DatasetCard) -> str | None:
    if card.nodes < 2:
        return f"GRACE tells every node from the others, but {card.called!r} has {card.nodes} node."
    return None


def views(edges_1: float, edges_2: float, features_1: float, features_2: float) -> dict[str, float]:
    return dict(edges_1=edges_1, edges_2=edges_2, features_1=features_1, features_2=features_2)


# The official settings. Photo and Computers are not in GRACE's paper: they borrow its views of Cora, with a part of the
# nodes in each step. Of PubMed all pairs take some ten seconds a step, so ours takes a part there, too.
_CORA = dict(views(0.2, 0.4, 0.3, 0.4), D=128, head=128, lr=5e-4, tau=0.4, epochs=200)
_CITESEER = dict(views(0.2, 0.0, 0.3, 0.2), D=256, head=256, activation="prelu", lr=1e-3, tau=0.9, epochs=200)
_PUBMED = dict(views(0.4, 0.1, 0.0, 0.2), D=256, head=256, lr=1e-3, tau=0.7, epochs=1500)
_OFTEN = dict(features="row", health_every=5)
_AMAZON = dict(_CORA, health_every=5, lr=1e-3, b=2000)


def defaults(card: DatasetCard) -> dict[str, Any]:
    size = width_for(card, 128)
    return dict(D=size, head=size, features=features_for(card), b=min(2000, card.nodes), health_every=5)


METRICS = {
    **COMMON,
    "two_views": Metric(
        "Contrastive loss", "How hard it is to find a node's other view among all nodes of both views, in nats."
    ),
    "likeness": Metric("Likeness", "Mean cosine of a node's two views; 1 means that they are the same."),
}
CURVES = (Curves("Contrastive loss", ("two_views",)), Curves("Likeness of the views", ("likeness",)), PROBE, HEALTH)

GRACE_METHOD = register(
    Method(
        "grace",
        "GRACE",
        "two views",
        "Zhu, Xu, Yu, Liu, Wu, Wang: Deep Graph Contrastive Representation Learning (2020)",
        "Drops edges and features twice, and makes each node recognise itself in the other view among all nodes.",
        GRACESettings,
        {NODE: GRACE},
        phases=(Phase("two views", "GRACE", "each node learns to find itself in the other view"),),
        curves=CURVES,
        arrays={"z": "GRACE z"},
        metrics=METRICS,
        presets={
            RECOMMENDED: {
                "karate": dict(D=32, head=32, epochs=100, lr=5e-3),
                "digits": dict(D=64, head=64, epochs=100, b=512, health_every=5),
                "planted": dict(D=32, head=32, epochs=100, lr=5e-3),
                "cora": dict(_CORA, **_OFTEN),
                "citeseer": dict(_CITESEER, **_OFTEN),
                "pubmed": dict(_PUBMED, **_OFTEN, b=2000, epochs=300),
                "photo": _AMAZON,
                "computers": _AMAZON,
            },
            PAPER: {
                "cora": dict(_CORA, **_OFTEN),
                "citeseer": dict(_CITESEER, **_OFTEN),
                "pubmed": dict(_PUBMED, **_OFTEN),
            },
        },
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
