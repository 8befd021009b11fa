"""Neighbours: the exact k nearest of every item, found a block of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy import sparse

from igcl_core.threads import computing

BLOCK_BYTES = 32_000_000
SPARSE_SHARE = 0.05


class Neighbours(NamedTuple):
    """For every item the others nearest to it, nearest first, and how far they are."""

    index: np.ndarray
    distance: np.ndarray


@computing()
def neighbours(z: np.ndarray | sparse.csr_matrix, k: int) -> Neighbours:
    """The k nearest in Euclidean distance; an item is never its own neighbour."""
    z = prepared(z)
    k = checked_k(k, z.shape[0])
    index, distance = np.empty((z.shape[0], k), np.int32), np.empty((z.shape[0], k), np.float32)
    for rows, squared in squared_distances(z):
        np.put_along_axis(squared, rows[:, None], np.inf, axis=1)
        index[rows], distance[rows] = _smallest(squared, k)
    return Neighbours(index, np.sqrt(distance))


@computing()
def cosine_neighbours(z: np.ndarray | sparse.csr_matrix, item: int, k: int) -> Neighbours:
    """The k items with the largest cosine to one, as one row; their distance is 1 - cosine."""
    z = z if sparse.issparse(z) else np.asarray(z, np.float32)
    k = checked_k(k, z.shape[0])
    row = z[[item]]
    products = (z @ row.T).toarray().ravel() if sparse.issparse(z) else z @ row[0]
    lengths = np.sqrt(_squares(z))
    cosine = products / np.maximum(lengths * lengths[item], 1e-30)
    far = np.where(np.arange(len(cosine)) == item, np.inf, 1 - cosine).astype(np.float32)
    return Neighbours(*(found[0] for found in _smallest(far[None], k)))


def prepared(z: np.ndarray | sparse.csr_matrix) -> np.ndarray | sparse.csr_matrix:
    """float32 with the mean taken out, which leaves distances as they are and rounding small; sparse stays sparse."""
    if sparse.issparse(z):
        if z.nnz < SPARSE_SHARE * z.shape[0] * z.shape[1]:
            return z.tocsr().astype(np.float32)
        z = z.toarray()
    z = np.asarray(z)
    return np.ascontiguousarray(z - z.mean(axis=0, dtype=np.float64), np.float32)


def squared_distances(z: np.ndarray | sparse.csr_matrix) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Row numbers, and |z_i - z_j|^2 of these rows to all: a block at a time, so that N x N is never held."""
    total = z.shape[0]
    squares = _squares(z)
    size = max(1, BLOCK_BYTES // (4 * total))
    for start in range(0, total, size):
        rows = np.arange(start, min(start + size, total))
        part = z[rows[0] : rows[-1] + 1]
        squared = (part @ z.T).toarray() if sparse.issparse(z) else part @ z.T
        squared *= -2
        squared += squares[rows, None]
        squared += squares
        yield rows, np.maximum(squared, 0, out=squared)


def checked_k(k: int, items: int) -> int:
    if not 1 <= k < items:
        raise ValueError(f"Among {items} items, 1 to {items - 1} neighbours can be asked for, but {k} were.")
    return k


def _squares(z: np.ndarray | sparse.csr_matrix) -> np.ndarray:
    if sparse.issparse(z):
        return np.asarray(z.multiply(z).sum(axis=1), np.float32).ravel()
    return np.einsum("nd,nd->n", z, z)


def _smallest(values: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Places and values of the k smallest of each row, in order; equal values by place."""
    places = np.sort(np.argpartition(values, k - 1, axis=1)[:, :k], axis=1)
    order = np.argsort(np.take_along_axis(values, places, axis=1), axis=1, kind="stable")
    places = np.take_along_axis(places, order, axis=1)
    return places, np.take_along_axis(values, places, axis=1)
