"""COLLAB packed as bits: 1.4 MB in place of 350 MB of text."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from igcl_core.files.plain_npz import NotPlain, PlainNpz

from .cards import DatasetCard
from .errors import DataDamaged, expect
from .graphs import GRAPH, Graphs
from .raw_layout import Raw
from .splits import stratified_split

MOST_BYTES = 100_000_000


def read_packed_collab(card: DatasetCard, raw: Raw) -> Graphs:
    """Read node counts, labels, and the upper triangle of every adjacency matrix, row by row, one bit a pair."""
    path = raw.paths[0]
    sizes, y, bits = _arrays(path)
    expect(path, "graphs", card.graphs, len(sizes))
    expect(path, "labels", card.graphs, len(y))
    expect(path, "graphs with nodes", card.graphs, int((sizes > 0).sum()))
    expect(path, "nodes", card.nodes, int(sizes.sum()))
    expect(path, "bytes of edges", -(-int((sizes * (sizes - 1) // 2).sum()) // 8), len(bits))
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    return Graphs(
        name=card.name,
        task=GRAPH,
        x=np.zeros((int(ptr[-1]), 0), np.float32),
        edges=_edges(sizes, ptr, np.unpackbits(bits)),
        y=y,
        ptr=ptr,
        split=stratified_split(y),
        classes=card.class_names,
    )


def _arrays(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    try:
        with PlainNpz(path, MOST_BYTES) as file:
            return file["num_nodes"].astype(np.int64), file["y"].astype(np.int64), file["adj_bits"]
    except (NotPlain, TypeError) as problem:
        raise DataDamaged(
            f"{path} should have COLLAB as packed bits, but it cannot be read ({problem}). Fetch it again."
        ) from problem


def _edges(sizes: np.ndarray, ptr: np.ndarray, bits: np.ndarray) -> np.ndarray:
    """The pairs (i, j), i < j, whose bits are set; pairs are numbered row by row within each graph."""
    edges, start = [], 0
    for n, first in zip(sizes.tolist(), ptr[:-1].tolist(), strict=True):
        pairs = n * (n - 1) // 2
        chosen = np.flatnonzero(bits[start : start + pairs])
        edges.append(np.stack(np.triu_indices(n, 1))[:, chosen].astype(np.int32) + np.int32(first))
        start += pairs
    return np.concatenate(edges, axis=1)
