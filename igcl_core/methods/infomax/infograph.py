"""InfoGraph: every node learns to agree with the summary of its own graph and with no other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.methods.implicit.cost.memory import FLOAT
from igcl_core.methods.implicit.cost.work import ELEMENT, TRAINED
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.declared import HEALTH, PROBE, graph_features_for, graphs_at_once
from igcl_core.methods.shared.graph_cost import LOWER, GraphNetwork, memory_of, work_of
from igcl_core.methods.shared.graph_trainer import Batch, GraphTrainer
from igcl_core.nn.gin import GIN
from igcl_core.nn.parts import Linear
from igcl_core.training.method import PAPER, Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import Settings

DEEP = 3  # layers of the two networks before the product


@dataclass(frozen=True)
class InfoGraphSettings(Settings):
    """What a run of InfoGraph computes."""

    b: int = knobs.batch(128, "Graphs told apart at once; 0 means all.", group=knobs.CONTRAST, symbol="b")
    D: int = knobs.width(32, "Numbers that each layer adds to an embedding.", "Layer size", symbol="D")
    layers: int = knobs.depth(3)

    def check(self) -> None:
        if self.b == 1:
            raise ValueError("b must be 0 for all graphs or at least 2, for a graph is told from others, but 1 came.")


class Shortcut(nn.Module):
    """Three layers with ReLU after each, plus a linear shortcut."""

    def __init__(self, size: int, generator: Generator):
        super().__init__()
        self.layers = nn.ModuleList(Linear(size, size, generator) for _ in range(DEEP))
        self.shortcut = Linear(size, size, generator)

    def forward(self, x: Tensor) -> Tensor:
        h = x
        for layer in self.layers:
            h = layer(h).relu()
        return h + self.shortcut(x)


class InfoGraphNetwork(nn.Module):
    """A GIN, and what nodes and graphs go through before they are compared."""

    def __init__(self, inputs: int, s: InfoGraphSettings, generator: Generator):
        super().__init__()
        self.backbone = GIN(inputs, s.D, s.layers, generator)
        self.of_nodes, self.of_graphs = (Shortcut(self.backbone.outputs, generator) for _ in range(2))


def agreement_loss(scores: Tensor, graph_of_node: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """mean sp(-T) over nodes with their own graph + mean sp(T) over all others - 2 log 2; both kinds of scores, too."""
    own = F.one_hot(graph_of_node, scores.shape[1]).bool()
    on_own, on_others = scores[own], scores[~own]
    others = F.softplus(on_others).sum() / max(len(on_others), 1)
    return F.softplus(-on_own).mean() + others - 2 * math.log(2), on_own, on_others


class InfoGraph(GraphTrainer):
    """Every node of a mini-batch is compared with every graph of it."""

    phase, loss_name = "infomax", "InfoGraph"
    merges, least = False, 2

    def build(self, inputs: int) -> nn.Module:
        return InfoGraphNetwork(inputs, self.settings, self.generator)

    def embed(self, batch: Batch) -> Tensor:
        return self.network.backbone(batch)

    def lose(
        self, batch: Batch, members: np.ndarray, generator: Generator, training: bool
    ) -> tuple[Tensor, dict[str, float], Tensor]:
        backbone = self.network.backbone
        rows = backbone.rows(batch, 0.0, generator if training else None)
        z = backbone.pooled(batch, rows)
        scores = self.network.of_nodes(torch.cat(rows, dim=1)) @ self.network.of_graphs(z).T
        graph_of_node = torch.from_numpy(np.repeat(np.arange(len(members)), np.diff(batch.ptr)))
        loss, on_own, on_others = agreement_loss(scores, graph_of_node)
        with torch.no_grad():
            trust = {
                "own_trust": on_own.sigmoid().mean(),
                "other_trust": on_others.sigmoid().sum() / max(len(on_others), 1),
            }
        return loss, {"agreement": loss.item(), **{name: float(value) for name, value in trust.items()}}, z


def _weights(net: GraphNetwork) -> float:
    return net.weights + 2 * (DEEP + 1) * net.outputs**2


def memory(graphs: Graphs, s: InfoGraphSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    compared = FLOAT * net.in_batch * (6 * net.batch + (3 * DEEP + 4) * net.outputs)
    update = Share("an update, every node beside every graph", net.update + compared, LOWER)
    return memory_of(graphs, s, net, update, _weights(net), net.outputs, 1)


def work(graphs: Graphs, s: InfoGraphSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    compared = net.nodes * ((DEEP + 1) * net.outputs**2 + net.batch * (net.outputs + ELEMENT))
    updates = [
        Share("the layers", TRAINED * net.forward, LOWER),
        Share("every node beside every graph", TRAINED * compared, LOWER),
    ]
    return work_of(graphs, net, updates, _weights(net), 1)


def cannot(card: DatasetCard) -> str | None:
    if card.graphs < 2:
        return f"InfoGraph tells a node's own graph from others, but {card.called!r} has {card.graphs} graph."
    return None


# The official settings, one for all datasets, with the three layers of its read-me; its code has five where none are
# named. NCI1, PROTEINS and COLLAB are not in its paper: they borrow them.
_OFFICIAL = dict(D=32, layers=3, b=128, lr=1e-3, epochs=20)


def defaults(card: DatasetCard) -> dict[str, Any]:
    return {**_OFFICIAL, "b": graphs_at_once(card, 128), "features": graph_features_for(card)}


INFOGRAPH_METHOD = register(
    Method(
        "infograph",
        "InfoGraph",
        "infomax",
        "Sun, Hoffmann, Verma, Tang: InfoGraph: Unsupervised and Semi-supervised Graph-Level Representation Learning "
        "(2020)",
        "Makes every node agree with the summary of its own graph, and with that of no other.",
        InfoGraphSettings,
        {GRAPH: InfoGraph},
        phases=(Phase("infomax", "InfoGraph", "nodes learn to tell their own graph from others"),),
        curves=(
            Curves("InfoGraph loss", ("agreement",)),
            Curves("Whose graph it is", ("own_trust", "other_trust")),
            PROBE,
            HEALTH,
        ),
        arrays={"z": "InfoGraph z"},
        metrics={
            **COMMON,
            "agreement": Metric("InfoGraph loss", "How badly nodes tell their own graph from others; 0 is guessing."),
            "own_trust": Metric("Own graph", "Mean chance that nodes give to their own graph's being theirs."),
            "other_trust": Metric("Other graphs", "Mean chance that they give to another graph's being theirs."),
        },
        presets={
            PAPER: {
                "mutag": _OFFICIAL,
                **{name: dict(_OFFICIAL, features="onehot") for name in ("imdb-b", "imdb-m")},
            }
        },
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
