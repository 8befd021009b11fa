"""Placed: a map of many items, laid out for a sample of them, the others placed among those that are nearest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy import sparse

from igcl_core.layout.frame import Frame
from igcl_core.layout.neighbours import Neighbours, prepared
from igcl_core.layout.projections import project
from igcl_core.threads import computing

NEAREST = 5


class Placement:
    """Where all items go on a map of some: x_i = sum_j w_ij x_j over the nearest j that are laid out.

    w_ij falls with the distance in the true space, to nothing at the nearest that is left out, so that a small move of
    an item moves its place a little. Items that are laid out stay where they are.
    """

    def __init__(self, z: np.ndarray | sparse.csr_matrix, rows: np.ndarray):
        z = prepared(z)
        k = min(NEAREST + 1, len(rows))
        found = nearest_among(z, rows, k)
        self.rows, self.index = np.asarray(rows), found.index
        weight = np.maximum(found.distance[:, -1:] - found.distance, 0) if k > 1 else np.ones((z.shape[0], 1))
        weight[weight.sum(axis=1) == 0] = 1
        self.weight = (weight / weight.sum(axis=1, keepdims=True)).astype(np.float32)

    def of(self, xy: np.ndarray) -> np.ndarray:
        """The places of all items, given those of the sample."""
        placed = np.einsum("nk,nkd->nd", self.weight, xy[self.index]).astype(np.float32)
        placed[self.rows] = xy
        return placed


@computing()
def nearest_among(z: np.ndarray | sparse.csr_matrix, rows: np.ndarray, k: int) -> Neighbours:
    """For every item the k nearest among `rows`, as places in `rows`; one of them may be the item itself."""
    from sklearn.neighbors import NearestNeighbors

    distance, index = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(z[rows]).kneighbors(z)
    return Neighbours(index.astype(np.int32), distance.astype(np.float32))


def project_placed(
    z: np.ndarray | sparse.csr_matrix,
    rows: np.ndarray,
    method: str = "tsne",
    *,
    start: np.ndarray | None = None,
    **about: float,
) -> Iterator[Frame]:
    """Frames of all items while those of `rows` settle; `start`, if given, is a layout of all."""
    placement = Placement(z, rows)
    for frame in project(z[rows], method, start=None if start is None else start[rows], **about):
        yield replace(frame, xy=placement.of(frame.xy))
