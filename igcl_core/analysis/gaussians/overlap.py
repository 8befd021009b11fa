"""Overlap of diagonal Gaussians: the Bhattacharyya coefficient, 1 where two are the same, 0 where they never meet.

    BC = exp( - sum_d (mu_id - mu_jd)^2 / (4 (s_id + s_jd)) - 1/2 sum_d log( (s_id + s_jd) / (2 sigma_id sigma_jd) ) )
with s = sigma^2. Neither sum is a matrix product, so all pairs are one fused loop, a block of rows at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

BLOCK, TILE = 256, 128
DIMENSIONS_PER_LOG = 8
SMALLEST, LARGEST = 1e-15, 1e15


class OverlapBlock(NamedTuple):
    """Overlaps of the items start .. start + len(matrix) with all items from `start` on."""

    start: int
    matrix: np.ndarray


def overlap_blocks(mu: np.ndarray, sigma: np.ndarray, block: int = BLOCK) -> Iterator[OverlapBlock]:
    """All pairs i <= j, `block` rows at a time: memory is one block, whatever the number of items."""
    if mu.shape != sigma.shape or mu.ndim != 2:
        raise ValueError(f"mu and sigma must have one shape [N, D], but {mu.shape} and {sigma.shape} came.")
    if not (sigma >= 0).all():
        raise ValueError("Every sigma must be at least 0.")
    fill, items = _kernel(), len(mu)
    mu = np.ascontiguousarray(mu, np.float32)
    variance = np.square(np.clip(sigma, SMALLEST, LARGEST, dtype=np.float64)).astype(np.float32)
    quarter_log = 0.25 * np.log(variance, dtype=np.float64).sum(axis=1)
    mu_columns, variance_columns = np.ascontiguousarray(mu.T), np.ascontiguousarray(variance.T)
    for start in range(0, items, block):
        matrix = np.empty((min(block, items - start), items - start), np.float32)
        fill(mu, variance, mu_columns, variance_columns, quarter_log, start, matrix)
        yield OverlapBlock(start, matrix)


def overlap_matrix(mu: np.ndarray, sigma: np.ndarray) -> np.ndarray:
    """The overlap of every two of a few Gaussians, [N, N]."""
    whole = np.empty((len(mu), len(mu)), np.float32)
    for start, matrix in overlap_blocks(mu, sigma):
        whole[start : start + len(matrix), start:] = matrix
        whole[start:, start : start + len(matrix)] = matrix.T
    return whole


@cache
def _kernel() -> Callable[..., None]:
    """The fused loop, compiled at its first use and kept; it lets go of Python's lock, so an app stays awake."""
    from numba import njit

    try:
        return njit(nogil=True, cache=True)(_fill)
    except RuntimeError:  # no folder in which the compiled code could be kept
        return njit(nogil=True)(_fill)


def _fill(
    mu: np.ndarray,
    variance: np.ndarray,
    mu_columns: np.ndarray,
    variance_columns: np.ndarray,
    quarter_log: np.ndarray,
    start: int,
    out: np.ndarray,
) -> None:
    """Columns in tiles that stay in the cache; one logarithm per eight dimensions, of the product of their sums."""
    dimensions, items = mu_columns.shape
    square, product, logarithm = np.empty(TILE), np.empty(TILE), np.empty(TILE)
    for first in range(start, items, TILE):
        width = min(TILE, items - first)
        for row in range(out.shape[0]):
            square[:], product[:], logarithm[:] = 0.0, 1.0, 0.0
            for d in range(dimensions):
                own_mu, own_variance = mu[start + row, d], variance[start + row, d]
                for j in range(width):
                    both = own_variance + variance_columns[d, first + j]
                    gap = own_mu - mu_columns[d, first + j]
                    square[j] += gap * gap / both
                    product[j] *= 0.5 * both
                if d % DIMENSIONS_PER_LOG == DIMENSIONS_PER_LOG - 1 or d == dimensions - 1:
                    for j in range(width):
                        logarithm[j] += np.log(product[j])
                        product[j] = 1.0
            for j in range(width):
                distance = 0.25 * square[j] + 0.5 * logarithm[j]
                distance -= quarter_log[start + row] + quarter_log[first + j]
                out[row, first + j - start] = np.exp(-max(distance, 0.0))
