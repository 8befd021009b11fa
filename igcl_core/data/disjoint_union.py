"""Many graphs given one by one, joined into one disjoint union, and taken apart again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from .graphs import GRAPH, Graphs, canonical_edges


def disjoint_union(
    name: str, features: Sequence[np.ndarray | sparse.spmatrix], edges: Sequence[np.ndarray], **about: Any
) -> Graphs:
    """Graph k has the rows `features[k]` and, between its own nodes 0, 1, 2, ..., the edges `edges[k]`."""
    sizes = [x.shape[0] for x in features]
    _check(name, sizes, [x.shape[1] for x in features])
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    checked = [canonical_edges(pairs, n, f"{name} {k}") for k, (pairs, n) in enumerate(zip(edges, sizes, strict=True))]
    together = np.concatenate([pairs + first for pairs, first in zip(checked, ptr, strict=False)], axis=1)
    stacked = sparse.vstack(features, "csr") if any(map(sparse.issparse, features)) else np.concatenate(features)
    return Graphs(name, GRAPH, stacked, together, ptr=ptr, **about)


def _check(name: str, sizes: list[int], widths: list[int]) -> None:
    for number, (size, width) in enumerate(zip(sizes, widths, strict=True)):
        if size == 0:
            raise ValueError(f"Graph {number} of {name!r} has no nodes. Take it out.")
        if width != widths[0]:
            raise ValueError(
                f"All graphs of {name!r} must have the same features, but graph 0 has {widths[0]} columns "
                f"and graph {number} has {width}."
            )


def taken_apart(graphs: Graphs) -> Iterator[tuple[np.ndarray | sparse.csr_matrix, np.ndarray]]:
    """Features and edges of every graph, its nodes numbered from 0; edges are sorted, hence sorted by graph."""
    cuts = np.searchsorted(graphs.edges[0], graphs.ptr)
    for number, (first, last) in enumerate(zip(graphs.ptr, graphs.ptr[1:], strict=False)):
        yield graphs.x[first:last], graphs.edges[:, cuts[number] : cuts[number + 1]] - first
