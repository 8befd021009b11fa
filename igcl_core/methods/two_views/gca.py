"""GCA: GRACE that spares what matters: edges and features of well-linked nodes are dropped more seldom."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Generator, Tensor

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.shared.declared import needs_edges
from igcl_core.methods.two_views import grace
from igcl_core.methods.two_views.grace import CURVES, GRACE, METRICS, GRACESettings, memory, views, work
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import PAPER, RECOMMENDED, Method, Phase
from igcl_core.training.registry import register

MOST_DROPPED = 0.7


def spared(importance: Tensor) -> Tensor:
    """(s_max - s) / (s_max - s_mean): 0 for what matters most, 1 on average; all 1 where everything matters alike."""
    most = importance.max()
    room = most - importance.mean()
    return (most - importance) / room if room > 1e-6 * most.abs().clamp(min=1.0) else torch.ones_like(importance)


def edge_weights(structure: Structure) -> Tensor:
    """How readily each edge is dropped: by the logarithm of the mean degree of its ends."""
    degree = np.bincount(structure.edges.ravel(), minlength=structure.num_nodes)
    return spared(torch.from_numpy(degree[structure.edges].mean(0)).log().float())


def column_weights(structure: Structure) -> Tensor:
    """How readily each feature column is masked: by the logarithm of the degrees of the nodes that have it."""
    degree = torch.from_numpy(np.bincount(structure.edges.ravel(), minlength=structure.num_nodes)).float()
    x = structure.x
    if isinstance(x, SparseMatrix):
        size = x.values.abs() * degree[x.pattern.row_of_entry()]
        found = torch.zeros(x.shape[1]).index_add_(0, x.pattern.columns.long(), size)
    else:
        found = x.abs().T @ degree
    seen = found > 0
    weights = torch.ones(x.shape[1])
    if seen.any():
        weights[seen] = spared(found[seen].log())
    return weights


class GCA(GRACE):
    """As GRACE, with a chance of its own for every edge and every column."""

    loss_name = "GCA"

    def __init__(self, graphs: Graphs, settings: GRACESettings):
        super().__init__(graphs, settings)
        self.of_edges, self.of_columns = edge_weights(self.structure), column_weights(self.structure)

    def view(self, edges: float, columns: float, generator: Generator) -> Structure:
        """p_e = min(p w_e, 0.7) for every edge, and likewise for every column."""
        kept = [
            torch.rand(len(weights), generator=generator) >= (share * weights).clamp(max=MOST_DROPPED)
            for share, weights in ((edges, self.of_edges), (columns, self.of_columns))
        ]
        return self.structure.dropping(kept[0].float(), kept[1].float())


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("GCA", "spares the edges of well-linked nodes", card)


# The official settings of Photo and Computers; ours take a part of the nodes in each step and fewer epochs. Its paper
# has neither Cora, CiteSeer nor PubMed: they borrow GRACE's. Where its code draws each direction of an edge by the
# degree of one end, here as in its paper both ends count. RReLU, of Computers, is replaced by ReLU.
_PHOTO = dict(views(0.3, 0.5, 0.1, 0.1), D=128, head=64, lr=0.1, tau=0.3, epochs=2000)
_COMPUTERS = dict(views(0.6, 0.3, 0.2, 0.3), D=64, head=128, lr=0.01, tau=0.2, epochs=2000)
_OURS = dict(b=2000, epochs=300, health_every=5, lr=0.01)


def defaults(card: DatasetCard) -> dict[str, Any]:
    return grace.defaults(card)


GCA_METHOD = register(
    Method(
        "gca",
        "GCA",
        "two views",
        "Zhu, Xu, Yu, Liu, Wu, Wang: Graph Contrastive Learning with Adaptive Augmentation (2021)",
        "Is GRACE that spares what matters: edges and features of well-linked nodes are dropped more seldom.",
        GRACESettings,
        {NODE: GCA},
        phases=(Phase("two views", "GCA", "each node learns to find itself in the other view"),),
        curves=CURVES,
        arrays={"z": "GCA z"},
        metrics=METRICS,
        presets={
            RECOMMENDED: {
                **grace.GRACE_METHOD.presets[RECOMMENDED],
                "photo": dict(_PHOTO, **_OURS),
                "computers": dict(_COMPUTERS, **_OURS),
            },
            PAPER: {"photo": dict(_PHOTO, health_every=5), "computers": dict(_COMPUTERS, health_every=5)},
        },
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
