"""Subgraph: what is left of graphs when some of their nodes and edges are taken away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure, with_loops


def subgraph(structure: Structure, nodes: np.ndarray, edges: np.ndarray | None = None) -> Structure:
    """The kept nodes, in their order, with the kept edges between them; both are given as masks."""
    low, high = structure.edges
    kept = nodes[low] & nodes[high]
    kept = kept if edges is None else kept & edges
    number = np.cumsum(nodes) - 1
    left = number[structure.edges[:, kept]].astype(np.int32)
    adjacency, edge_of_entry = with_loops(left, int(nodes.sum()))
    ptr = np.concatenate([[0], np.cumsum(nodes)])[structure.ptr]
    x = _rows(structure.x, np.flatnonzero(nodes))
    return replace(structure, x=x, adjacency=adjacency, edge_of_entry=edge_of_entry, edges=left, ptr=ptr)


def _rows(x: Tensor | SparseMatrix, rows: np.ndarray) -> Tensor | SparseMatrix:
    return x.taking(rows) if isinstance(x, SparseMatrix) else x[torch.from_numpy(rows)]
