"""scipy at the door: a sparse adjacency as Graphs, and Graphs as a sparse adjacency."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from .graphs import GRAPH, NODE, Graphs, Split


def from_scipy(
    adjacency: sparse.spmatrix | sparse.sparray,
    x: Any = None,
    y: Any = None,
    *,
    ptr: Any = None,
    split: Split | None = None,
    classes: Sequence[str] = (),
    name: str = "graph",
) -> Graphs:
    """See Graphs.from_scipy."""
    nodes = _checked_size(adjacency, name)
    x = np.zeros((nodes, 0), np.float32) if x is None else x
    if np.ndim(x) == 2 and x.shape[0] != nodes:
        raise ValueError(f"The adjacency of {name!r} has {nodes} nodes, but its features have {x.shape[0]} rows.")
    task = NODE if ptr is None else GRAPH
    return Graphs(name, task, x, np.stack(adjacency.nonzero()), y, ptr, split, tuple(classes))


def _checked_size(adjacency: Any, name: str) -> int:
    """How many nodes an adjacency has, if it is one."""
    if not sparse.issparse(adjacency):
        raise TypeError(
            f"The adjacency of {name!r} must be a scipy sparse matrix, but {type(adjacency).__name__} came. "
            "Make one with scipy.sparse.csr_matrix(adjacency)."
        )
    shape = adjacency.shape
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] == 0:
        raise ValueError(f"The adjacency of {name!r} must have one row and one column per node, not the shape {shape}.")
    return shape[0]


def to_scipy(graphs: Graphs) -> sparse.csr_matrix:
    """See Graphs.to_scipy."""
    both = np.concatenate([graphs.edges, graphs.edges[::-1]], axis=1)
    ones = np.ones(both.shape[1], np.float32)
    return sparse.csr_matrix((ones, both), (graphs.num_nodes, graphs.num_nodes))
