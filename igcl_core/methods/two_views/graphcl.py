"""GraphCL: makes each graph recognise itself among others after it was spoiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.methods.implicit.cost.memory import FLOAT
from igcl_core.methods.implicit.cost.work import TRAINED
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.declared import HEALTH, PROBE, graph_features_for, graphs_at_once
from igcl_core.methods.shared.graph_cost import LOWER, GraphNetwork, memory_of, work_of
from igcl_core.methods.shared.graph_trainer import Batch, GraphTrainer
from igcl_core.methods.two_views.graph_views import KINDS, random_of, spoiled
from igcl_core.nn.gin import GIN
from igcl_core.nn.head import MLPHead
from igcl_core.training.method import PAPER, Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import Settings, knob

COLDEST = 0.01
ANY = "any"


@dataclass(frozen=True)
class ContrastedGraphsSettings(Settings):
    """What runs that contrast whole graphs have in common."""

    headline: ClassVar[tuple[str, ...]] = ("tau",)

    tau: float = knobs.temperature(0.2, coldest=COLDEST)
    b: int = knobs.batch(128, "Graphs contrasted at once; 0 means all of them.", group=knobs.CONTRAST, symbol="b")
    D: int = knobs.width(32, "Numbers that each layer adds to an embedding.", "Layer size", symbol="D")
    layers: int = knobs.depth(3)

    def check(self) -> None:
        if self.b == 1:
            raise ValueError("b must be 0 for all graphs or at least 2, for a graph is told from others, but 1 came.")


@dataclass(frozen=True)
class GraphCLSettings(ContrastedGraphsSettings):
    """What a run of GraphCL computes."""

    spoil: str = knob(
        ANY,
        "How a graph is spoiled: it loses nodes, edges, all but a piece, or some nodes' features; or any of these.",
        label="Spoil by",
        group=knobs.VIEWS,
        choices=(ANY, *KINDS[1:]),
        live=True,
    )


class ProjectedGIN(nn.Module):
    """A GIN whose sums over nodes, all layers side by side, are z, and a head of two layers."""

    def __init__(self, inputs: int, s: ContrastedGraphsSettings, generator: Generator):
        super().__init__()
        self.backbone = GIN(inputs, s.D, s.layers, generator)
        self.head = MLPHead(self.backbone.outputs, self.backbone.outputs, generator)

    def forward(self, batch: Batch, generator: Generator | None = None) -> Tensor:
        return self.backbone(batch, 0.0, generator)


def one_way_loss(u: Tensor, v: Tensor, tau: float) -> Tensor:
    """mean_i -log e^{cos(u_i, v_i) / tau} / sum_{j != i} e^{cos(u_i, v_j) / tau}, without the own view in the sum."""
    likeness = F.normalize(u) @ F.normalize(v).T / tau
    own = torch.eye(len(u), dtype=torch.bool)
    return (likeness.masked_fill(own, -torch.inf).logsumexp(1) - likeness.diagonal()).mean()


class GraphCL(GraphTrainer):
    """Every mini-batch is contrasted with itself, spoiled."""

    phase, loss_name = "two views", "GraphCL"
    advice = "Try a larger tau or a smaller learning rate."
    passes, merges, least = 2, False, 2

    def build(self, inputs: int) -> nn.Module:
        return ProjectedGIN(inputs, self.settings, self.generator)

    def embed(self, batch: Batch) -> Tensor:
        return self.network(batch)

    def kinds(self, count: int, random: np.random.Generator) -> np.ndarray:
        """How each of so many graphs is spoiled."""
        spoil = self.settings.spoil
        return random.integers(1, len(KINDS), count) if spoil == ANY else np.full(count, KINDS.index(spoil))

    def lose(
        self, batch: Batch, members: np.ndarray, generator: Generator, training: bool
    ) -> tuple[Tensor, dict[str, float], Tensor]:
        random = random_of(generator)
        return self.contrast(batch, self.kinds(len(members), random), random, generator if training else None)

    def contrast(
        self, batch: Batch, kinds: np.ndarray, random: np.random.Generator, source: Generator | None
    ) -> tuple[Tensor, dict[str, float], Tensor]:
        """The loss of graphs spoiled in these ways."""
        z, view = self.network(batch, source), self.network(spoiled(batch, kinds, random), source)
        u, v = self.network.head(z), self.network.head(view)
        loss = one_way_loss(u, v, self.settings.tau)
        with torch.no_grad():
            likeness = F.cosine_similarity(u, v).mean()
        return loss, {"graph_views": loss.item(), "likeness": float(likeness)}, z


def memory(graphs: Graphs, s: ContrastedGraphsSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    heads = FLOAT * (3 * net.batch**2 + 12 * net.batch * net.outputs)
    update = Share("an update on both views", GraphCL.passes * net.update + heads, LOWER)
    return memory_of(graphs, s, net, update, net.weights + 2 * net.outputs**2, net.outputs, GraphCL.passes)


def work(graphs: Graphs, s: ContrastedGraphsSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    pairs = net.items * (net.batch * net.outputs + 4 * net.outputs**2)
    updates = [
        Share("both views", TRAINED * GraphCL.passes * net.forward, LOWER),
        Share("the contrast of all pairs", TRAINED * pairs, LOWER),
    ]
    return work_of(graphs, net, updates, net.weights + 2 * net.outputs**2, GraphCL.passes)


def refused(title: str, card: DatasetCard) -> str | None:
    """Why one graph alone is of no use to a method that tells graphs apart."""
    if card.graphs < 2:
        return f"{title} tells every graph from the others, but {card.called!r} has {card.graphs} graph."
    return None


def cannot(card: DatasetCard) -> str | None:
    return refused("GraphCL", card)


# The official settings, one for all datasets, and its shares of what is lost. Its pieces never leave the neighbourhood
# of their first node, by mistake; ours grow on.
_OFFICIAL = dict(D=32, layers=3, b=128, lr=0.01, tau=0.2, epochs=20)
DATASETS = ("mutag", "nci1", "proteins", "collab", "imdb-b")


def fitted(card: DatasetCard, **official: Any) -> dict[str, Any]:
    """The official settings on this data, with fewer graphs at once where there are fewer."""
    return {**official, "b": graphs_at_once(card, official["b"]), "features": graph_features_for(card)}


def defaults(card: DatasetCard) -> dict[str, Any]:
    return fitted(card, **_OFFICIAL)


def official(values: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """These settings for the datasets of its paper; COLLAB and IMDB have no features, so the degree is taken."""
    degrees = {name: "onehot" if name in ("collab", "imdb-b", "imdb-m") else "raw" for name in DATASETS}
    return {PAPER: {name: dict(values, features=kind) for name, kind in degrees.items()}}


METRICS = {
    **COMMON,
    "graph_views": Metric(
        "Contrastive loss",
        "How hard it is to find a graph's spoiled self among the other graphs of its batch, in nats.",
    ),
    "likeness": Metric("Likeness", "Mean cosine of a graph and its spoiled self; 1 means that they are the same."),
}
CURVES = (Curves("Contrastive loss", ("graph_views",)), Curves("Likeness of the views", ("likeness",)), PROBE, HEALTH)

GRAPHCL_METHOD = register(
    Method(
        "graphcl",
        "GraphCL",
        "two views",
        "You, Chen, Sui, Chen, Wang, Shen: Graph Contrastive Learning with Augmentations (2020)",
        "Spoils every graph, by nodes, edges, features or all but a piece, and makes it recognise itself among others.",
        GraphCLSettings,
        {GRAPH: GraphCL},
        phases=(Phase("two views", "GraphCL", "each graph learns to find its spoiled self among the others"),),
        curves=CURVES,
        arrays={"z": "GraphCL z"},
        metrics=METRICS,
        presets=official(_OFFICIAL),
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
