"""Sizes: how large the matrices of a run are, told from its graph and settings without making any of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.graph_level import parts_of_pass
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.sparse.features import MAX_ONEHOT_DEGREE
from igcl_core.sparse.products import SPARSE_COST
from igcl_core.training.settings import Settings


@dataclass(frozen=True)
class Sizes:
    """Rows and columns of what one update computes with: the whole graph, or a mini-batch of graphs.

    `entries` are those of A + I, `stored` those of the features, `pairs` what the decoder looks at, `items` what is
    contrasted; `batches` mini-batches make a step, and `parts` steps a pass.
    """

    nodes: float
    entries: float
    pairs: float
    items: float
    inputs: int
    stored: float
    sparse: bool
    outputs: int
    latent: int
    batches: float = 1
    parts: int = 1

    def times(self, share: float) -> Sizes:
        """A part of the data with this share of everything."""
        scaled = {name: share * getattr(self, name) for name in ("nodes", "entries", "pairs", "items", "stored")}
        return replace(self, **scaled)


def whole(graphs: Graphs, s: IGCLSettings) -> Sizes:
    """All the data at once."""
    nodes, edges = graphs.num_nodes, graphs.num_edges
    inputs, stored, is_sparse = feature_sizes(graphs, s)
    outputs = s.D * s.layers if s.backbone == "gin" else s.D
    if graphs.task == NODE:
        pairs = nodes**2 / 2 if s.vgae_decoder == "dense" else 2 * edges
    else:
        each = np.diff(graphs.ptr).astype(float)
        pairs = float((each * (each - 1) / 2).sum())
    latent = outputs if s.head == "none" else s.D
    entries = nodes + 2 * edges
    return Sizes(nodes, entries, pairs, graphs.num_items, inputs, stored, is_sparse, outputs, latent)


def of_update(graphs: Graphs, s: IGCLSettings) -> Sizes:
    """What one update sees: at node level the graph and b nodes to contrast, at graph level b graphs on average."""
    everything = whole(graphs, s)
    rows = min(s.b or graphs.num_items, graphs.num_items)
    if graphs.task == NODE:
        return replace(everything, items=rows)
    share, parts = rows / graphs.num_items, parts_of_pass(np.diff(graphs.ptr), s)
    return replace(everything.times(share), batches=np.ceil(1 / share) / parts, parts=parts)


def feature_sizes(graphs: Graphs, s: Settings) -> tuple[int, float, bool]:
    """Columns and stored numbers of the features the settings ask for, and whether they stay sparse."""
    if s.features in ("degree", "onehot"):
        inputs = 1 if s.features == "degree" else MAX_ONEHOT_DEGREE + 1
        return inputs, graphs.num_nodes * inputs, False
    inputs = graphs.num_features + (s.features == "raw+degree")
    if sparse.issparse(graphs.x) and SPARSE_COST * graphs.x.nnz < graphs.num_nodes * inputs:
        return inputs, graphs.x.nnz, True
    return inputs, graphs.num_nodes * inputs, False


def batch_size(s: IGCLSettings) -> str:
    """b by its name, and what it means where it is 0."""
    return "b" if s.b else "b (0 takes all at once)"
