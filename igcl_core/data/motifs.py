"""Motif graphs: a random tree with one small motif hung on it; the motif is the class."""

from __future__ import annotations

import numpy as np

from .graphs import GRAPH, Graphs
from .splits import stratified_split

GRAPHS = 300
TREE_NODES = (8, 20)
MOTIF_NODES = 5
RING = ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4))
MOTIFS = {
    "star": ((0, 1), (0, 2), (0, 3), (0, 4)),
    "cycle": RING,
    "house": (*RING, (1, 4)),
    "clique": tuple((i, j) for i in range(MOTIF_NODES) for j in range(i + 1, MOTIF_NODES)),
}


def motifs() -> Graphs:
    """300 graphs of four motifs, all of 5 nodes so that size says nothing; every node has the same feature, 1."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(GRAPHS) % len(MOTIFS))
    shapes = list(MOTIFS.values())
    sizes = rng.integers(TREE_NODES[0], TREE_NODES[1], size=GRAPHS, endpoint=True) + MOTIF_NODES
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    edges = [
        _tree_with(rng, shapes[label], size) + start for label, size, start in zip(y, sizes, ptr[:-1], strict=True)
    ]
    return Graphs(
        name="motifs",
        task=GRAPH,
        x=np.ones((ptr[-1], 1), np.float32),
        edges=np.concatenate(edges, axis=1),
        y=y,
        ptr=ptr,
        split=stratified_split(y),
        classes=tuple(MOTIFS),
    )


def _tree_with(rng: np.random.Generator, motif: tuple[tuple[int, int], ...], size: int) -> np.ndarray:
    """A random recursive tree, the motif, one edge that joins them, and the nodes shuffled."""
    tree = np.array([(rng.integers(node), node) for node in range(1, size - MOTIF_NODES)])
    hung = np.array(motif) + size - MOTIF_NODES
    bridge = [(rng.integers(size - MOTIF_NODES), rng.integers(size - MOTIF_NODES, size))]
    return rng.permutation(size)[np.concatenate([tree, hung, bridge]).T]
