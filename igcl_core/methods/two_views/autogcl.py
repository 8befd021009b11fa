"""AutoGCL: two networks learn which nodes to keep, and a third makes each graph recognise itself in what is left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

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
from igcl_core.methods.two_views.graphcl import (
    COLDEST,
    METRICS,
    ContrastedGraphsSettings,
    ProjectedGIN,
    one_way_loss,
    refused,
)
from igcl_core.nn.gin import GIN
from igcl_core.nn.parts import Linear
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import PAPER, RECOMMENDED, Curves, Method, Phase
from igcl_core.training.metrics import Metric
from igcl_core.training.registry import register

VIEWS = 2


@dataclass(frozen=True)
class AutoGCLSettings(ContrastedGraphsSettings):
    """What a run of AutoGCL computes."""

    tau: float = knobs.temperature(0.5, coldest=COLDEST)


class ViewMaker(nn.Module):
    """A GIN whose last layer gives every node two scores: to be kept, and to be lost."""

    def __init__(self, inputs: int, s: AutoGCLSettings, generator: Generator):
        super().__init__()
        self.backbone, self.last = GIN(inputs, s.D, s.layers, generator), Linear(s.D, 2, generator)

    def forward(self, batch: Structure, source: Generator | None) -> Tensor:
        return self.last(self.backbone.rows(batch, 0.0, source)[-1])


class AutoGCLNetwork(ProjectedGIN):
    """The graph network with its head, and the two that make views."""

    def __init__(self, inputs: int, s: AutoGCLSettings, generator: Generator):
        super().__init__(inputs, s, generator)
        self.makers = nn.ModuleList(ViewMaker(inputs, s, generator) for _ in range(VIEWS))


def kept(scores: Tensor, generator: Generator) -> Tensor:
    """1 for every node that is kept and 0 for the others, drawn by their scores; slopes are those of the chances."""
    noise = torch.rand(scores.shape, generator=generator, dtype=scores.dtype).clamp(min=1e-20)
    chance = (scores - (-noise.log()).log()).softmax(1)[:, 0]
    return (chance > 0.5).to(scores.dtype) + (chance - chance.detach())


def viewed(batch: Structure, keep: Tensor) -> Structure:
    """The same nodes; those that are lost have no features and no edges."""
    low, high = torch.from_numpy(batch.edges.astype(np.int64))
    there = keep.detach()
    return replace(batch, x=batch.x * keep[:, None], edge_weight=there[low] * there[high])


def both_ways_loss(u: Tensor, v: Tensor, tau: float) -> Tensor:
    """Each graph finds its other view, from either side."""
    return (one_way_loss(u, v, tau) + one_way_loss(v, u, tau)) / 2


def alike_loss(first: Tensor, second: Tensor) -> Tensor:
    """1 - the mean squared difference of what two views keep: 1 where they are the same."""
    return 1.0 - F.mse_loss(first, second)


class AutoGCL(GraphTrainer):
    """Two of the graph itself and its two views, drawn anew for every mini-batch, are contrasted.

    Both may be the same one, as in the official code: then graphs are only told from each other.
    """

    phase, loss_name = "two views", "AutoGCL"
    advice = "Try a larger tau or a smaller learning rate."
    passes, merges, least = 2 * VIEWS, False, 2

    def build(self, inputs: int) -> nn.Module:
        return AutoGCLNetwork(inputs, self.settings, self.generator)

    def embed(self, batch: Batch) -> Tensor:
        return self.network(batch)

    def lose(
        self, batch: Batch, members: np.ndarray, generator: Generator, training: bool
    ) -> tuple[Tensor, dict[str, float], Tensor]:
        source = generator if training else None
        keep = [kept(maker(batch, source), generator) for maker in self.network.makers]
        offered = [batch, *(viewed(batch, each) for each in keep)]
        drawn = torch.randint(len(offered), (2,), generator=generator).tolist()
        z, other = (self.network(offered[number], source) for number in drawn)
        u, v = self.network.head(z), self.network.head(other)
        contrast, alike = both_ways_loss(u, v, self.settings.tau), alike_loss(*keep)
        with torch.no_grad():
            told = {"likeness": float(F.cosine_similarity(u, v).mean()), "views_differ": 1.0 - float(alike)}
            told |= {f"kept_{k}": float(each.mean()) for k, each in enumerate(keep, start=1)}
        return contrast + alike, {"graph_views": contrast.item(), **told}, z


def _weights(net: GraphNetwork) -> float:
    return (1 + VIEWS) * net.weights + 2 * net.outputs**2


def memory(graphs: Graphs, s: AutoGCLSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    heads = FLOAT * (6 * net.batch**2 + 12 * net.batch * net.outputs)
    update = Share("an update of all three networks", AutoGCL.passes * net.update + heads, LOWER)
    return memory_of(graphs, s, net, update, _weights(net), net.outputs, AutoGCL.passes)


def work(graphs: Graphs, s: AutoGCLSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    pairs = net.items * (2 * net.batch * net.outputs + 4 * net.outputs**2)
    updates = [
        Share("making views, and the views", TRAINED * AutoGCL.passes * net.forward, LOWER),
        Share("the contrast of all pairs", TRAINED * pairs, LOWER),
    ]
    return work_of(graphs, net, updates, _weights(net), AutoGCL.passes)


def cannot(card: DatasetCard) -> str | None:
    return refused("AutoGCL", card)


# The official settings, one for all datasets. Its features have the degree and the degree one-hot beside them; here
# they have the degree beside them, or where there are none, are the degree one-hot. That the makers of views are as
# deep and wide as the graph network is a guess, and so is that a lost node stays, without features and edges.
_OFFICIAL = dict(D=128, layers=5, b=128, lr=1e-3, tau=0.5, epochs=30)
_FEATURES = {"raw": "raw+degree", "onehot": "onehot"}
_LABELLED, _BARE = dict(_OFFICIAL, features="raw+degree"), dict(_OFFICIAL, features="onehot")
_IN_ITS_PAPER = {"mutag": _LABELLED, "nci1": _LABELLED, "proteins": _LABELLED, "collab": _BARE, "imdb-b": _BARE}
_SMALL = ("mutag", "proteins", "imdb-b")


def defaults(card: DatasetCard) -> dict[str, Any]:
    """A smaller network, and fewer passes over many nodes, for time."""
    epochs = 10 if card.nodes > 100_000 else 30
    fitted = dict(b=graphs_at_once(card, 128), features=_FEATURES[graph_features_for(card)])
    return {**_OFFICIAL, "D": 32, "layers": 3, "epochs": epochs, **fitted}


AUTOGCL = register(
    Method(
        "autogcl",
        "AutoGCL",
        "two views",
        "Yin, Wang, Huang, Xiong, Zhang: AutoGCL: Automated Graph Contrastive Learning via Learnable View Generators "
        "(2022)",
        "Learns which nodes two views of a graph keep, and makes the graph recognise itself in them among others.",
        AutoGCLSettings,
        {GRAPH: AutoGCL},
        phases=(Phase("two views", "AutoGCL", "each graph learns to find itself in what two networks leave of it"),),
        curves=(
            Curves("Contrastive loss", ("graph_views",)),
            Curves("What the views keep", ("kept_1", "kept_2", "views_differ")),
            Curves("Likeness of the views", ("likeness",)),
            PROBE,
            HEALTH,
        ),
        arrays={"z": "AutoGCL z"},
        metrics={
            **METRICS,
            "kept_1": Metric("Kept by the first", "Share of nodes that the first view keeps."),
            "kept_2": Metric("Kept by the second", "Share of nodes that the second view keeps."),
            "views_differ": Metric("Views differ", "Share of nodes that one view keeps and the other does not."),
        },
        presets={PAPER: _IN_ITS_PAPER, RECOMMENDED: {name: _IN_ITS_PAPER[name] for name in _SMALL}},
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
