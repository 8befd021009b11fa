"""Surroundings: what there is to see around one item: its neighbours and their links, its words, a whole graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from igcl_core.data.graphs import NODE, Graphs

MOST, FEW = 60, 12


class Part(NamedTuple):
    """Some nodes of the data, the edges between them by their places among these, and how many were left out."""

    nodes: np.ndarray
    edges: np.ndarray
    left_out: int


def ego(graphs: Graphs, node: int, most: int = MOST) -> Part:
    """A node (first), its neighbours and, where these are few, theirs: at most `most`, those linked best to all."""
    near = linked(graphs, [node])
    nodes, left_out = np.concatenate([[node], _best(graphs, near, most - 1)]), max(len(near) - (most - 1), 0)
    if 0 < len(near) <= FEW:
        beyond = np.setdiff1d(linked(graphs, near), nodes)
        nodes = np.concatenate([nodes, _best(graphs, beyond, most - len(nodes))])
        left_out = max(1 + len(near) + len(beyond) - most, 0)
    return Part(nodes, inner_edges(graphs, nodes), left_out)


def graph(graphs: Graphs, item: int) -> Part:
    """All nodes and edges of one graph of many."""
    nodes = np.arange(graphs.ptr[item], graphs.ptr[item + 1])
    return Part(nodes, inner_edges(graphs, nodes), 0)


def linked(graphs: Graphs, nodes: np.ndarray | list[int]) -> np.ndarray:
    """The nodes with a link to one of these, without these."""
    low, high = graphs.edges
    ends = np.concatenate([high[np.isin(low, nodes)], low[np.isin(high, nodes)]])
    return np.setdiff1d(ends, nodes)


def _best(graphs: Graphs, nodes: np.ndarray, most: int) -> np.ndarray:
    return nodes[np.argsort(-graphs.degree[nodes], kind="stable")[: max(most, 0)]]


def inner_edges(graphs: Graphs, nodes: np.ndarray) -> np.ndarray:
    """The edges between these nodes, by their places among them: [2, E]."""
    place = np.full(graphs.num_nodes, -1)
    place[nodes] = np.arange(len(nodes))
    ends = place[graphs.edges]
    return ends[:, (ends >= 0).all(axis=0)]


def inner_homophily(graphs: Graphs, nodes: np.ndarray) -> float | None:
    """Share of the edges between these nodes that join two of one class; None without classes or such edges."""
    if graphs.task != NODE or graphs.y is None:
        return None
    low, high = nodes[inner_edges(graphs, nodes)]
    return float((graphs.y[low] == graphs.y[high]).mean()) if len(low) else None


def telling_features(graphs: Graphs, node: int, most: int = 10) -> tuple[np.ndarray, int]:
    """The features that are not zero at a node, the rarest among all nodes first, and how many these are in all."""
    x = graphs.x
    row = x[[node]].toarray().ravel() if sparse.issparse(x) else x[node]
    on = np.flatnonzero(row)
    seen = np.asarray((x != 0).sum(axis=0)).ravel()[on] if len(on) else np.zeros(0)
    weight = np.abs(row[on]) * np.log(graphs.num_nodes / np.maximum(seen, 1))
    return on[np.argsort(-weight, kind="stable")[:most]], len(on)
