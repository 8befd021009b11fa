"""A small piece of the adjacency matrix beside what the VGAE's means make of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from igcl_core.data.graphs import NODE, Graphs

FAN_OUT = 4


@dataclass(frozen=True, eq=False)
class AdjacencyView:
    """Some nodes ordered by class, then by falling degree: their edges (0 or 1) and the chance of each edge.

    `shown` of `total` nodes are in it; `y` holds their classes, all 0 where the data has none.
    """

    nodes: np.ndarray
    y: np.ndarray
    adjacency: np.ndarray
    probability: np.ndarray
    shown: int
    total: int

    @property
    def caption(self) -> str:
        """How much of the graph is seen, and how it was chosen."""
        if self.shown == self.total:
            return f"all {self.total:,} nodes, ordered by class"
        return f"{self.shown:,} of {self.total:,} nodes, sampled by class along edges"


def adjacency_view(
    graphs: Graphs, mu: np.ndarray, size: int = 120, seed: int = 0, graph: int = 0
) -> AdjacencyView | None:
    """A beside sigmoid(mu_i . mu_j), for at most `size` nodes.

    None at graph level: there a snapshot holds one mu per graph, not one per node, so that no `graph` can be rebuilt.
    """
    if graphs.task != NODE:
        return None
    if len(mu) != graphs.num_nodes:
        raise ValueError(f"One mu per node was expected, {graphs.num_nodes} rows, but {len(mu)} came.")
    nodes = sample(graphs, size, seed)
    part = np.asarray(mu, np.float64)[nodes]
    probability = 0.5 * (1 + np.tanh(0.5 * (part @ part.T)))
    y = classes_of(graphs)[nodes]
    return AdjacencyView(nodes, y, adjacency(graphs, nodes), probability, len(nodes), graphs.num_nodes)


def classes_of(graphs: Graphs) -> np.ndarray:
    return np.zeros(graphs.num_nodes, np.int64) if graphs.y is None else graphs.y


def adjacency(graphs: Graphs, nodes: np.ndarray) -> np.ndarray:
    """The rows and columns of A that belong to these nodes."""
    place = np.full(graphs.num_nodes, -1)
    place[nodes] = np.arange(len(nodes))
    ends = place[graphs.edges]
    low, high = ends[:, (ends >= 0).all(axis=0)]
    matrix = np.zeros((len(nodes), len(nodes)), np.uint8)
    matrix[low, high] = matrix[high, low] = 1
    return matrix


@lru_cache(maxsize=4)
def sample(graphs: Graphs, size: int = 120, seed: int = 0) -> np.ndarray:
    """At most `size` nodes, each class with its share, ordered by class and falling degree.

    A random handful of a sparse graph has hardly an edge, so the sample walks: from random nodes to a few
    of their neighbours, and on, as long as their classes have places left.
    """
    y = classes_of(graphs)
    nodes = np.arange(graphs.num_nodes) if size >= graphs.num_nodes else _walk(graphs, quotas(y, size), seed)
    nodes = nodes[np.lexsort((nodes, -graphs.degree[nodes], y[nodes]))]
    nodes.flags.writeable = False
    return nodes


def quotas(y: np.ndarray, size: int) -> np.ndarray:
    """How many of `size` places each class gets: its share of the nodes, rounded, but one at least while they last."""
    counts = np.bincount(y)
    exact = size * counts / counts.sum()
    places = np.maximum(np.floor(exact), counts > 0).astype(int)
    while places.sum() > size:
        places[np.argmax(places)] -= 1
    while places.sum() < size:
        places[np.argmax(np.where(places < counts, exact - places, -np.inf))] += 1
    return places


def _walk(graphs: Graphs, places: np.ndarray, seed: int) -> np.ndarray:
    """Breadth first along edges from random starts, until every class has filled its places."""
    random, y = np.random.default_rng(seed), classes_of(graphs)
    neighbours = _neighbours(graphs)
    free, taken, queue = places.copy(), np.zeros(graphs.num_nodes, bool), []
    for start in random.permutation(graphs.num_nodes):
        queue.append(start)
        while queue:
            node = queue.pop(0)
            if taken[node] or not free[y[node]]:
                continue
            taken[node] = True
            free[y[node]] -= 1
            queue.extend(random.permutation(neighbours(node))[:FAN_OUT])
        if not free.any():
            break
    return np.flatnonzero(taken)


def _neighbours(graphs: Graphs) -> Callable[[int], np.ndarray]:
    """A function from a node to its neighbours."""
    both = np.concatenate([graphs.edges, graphs.edges[::-1]], axis=1)
    ends = both[1, np.argsort(both[0], kind="stable")]
    pointer = np.concatenate([[0], np.cumsum(graphs.degree)])
    return lambda node: ends[pointer[node] : pointer[node + 1]]
