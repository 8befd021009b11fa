"""UMAP's fuzzy graph: how strongly every item is tied to its nearest neighbours, each on a scale of its own."""

from __future__ import annotations

import numpy as np
from scipy import optimize, sparse

from igcl_core.layout.neighbours import Neighbours

HALVINGS, LEAST_SHARE = 64, 1e-3


def fuzzy_graph(near: Neighbours) -> sparse.coo_matrix:
    """W + W' - W * W' with w_ij = exp(-max(0, d_ij - rho_i) / sigma_i); rho_i is the distance to the nearest other."""
    items, k = near.index.shape
    beyond = np.maximum(near.distance - _nearest(near.distance)[:, None], 0).astype(np.float64)
    weight = np.exp(-beyond / _bandwidth(beyond, near.distance, np.log2(k + 1))[:, None])
    rows = np.repeat(np.arange(items), k)
    w = sparse.csr_matrix((weight.ravel(), (rows, near.index.ravel())), (items, items))
    return (w + w.T - w.multiply(w.T)).tocoo()


def _nearest(distance: np.ndarray) -> np.ndarray:
    """Distance to the nearest neighbour that is not the very same point."""
    apart = np.where(distance > 0, distance, np.inf).min(axis=1)
    return np.where(np.isfinite(apart), apart, 0)


def _bandwidth(beyond: np.ndarray, distance: np.ndarray, target: float) -> np.ndarray:
    """sigma_i for which the weights of item i sum to log2 of its neighbours with itself, found by bisection."""
    low, high = np.zeros(len(beyond)), np.full(len(beyond), max(float(beyond.max()), 1e-12) * 1e3)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        heavy = np.exp(-beyond / middle[:, None]).sum(axis=1) > target
        low, high = np.where(heavy, low, middle), np.where(heavy, middle, high)
    mean = distance.mean(axis=1)
    return np.maximum(high, LEAST_SHARE * np.where(mean > 0, mean, max(float(distance.mean()), 1e-12)))


def curve(min_dist: float) -> tuple[float, float]:
    """a and b of 1 / (1 + a d^(2b)) nearest to a curve that is 1 up to `min_dist` and falls as exp(min_dist - d)."""
    d = np.linspace(0, 3, 300)
    wanted = np.where(d < min_dist, 1.0, np.exp(min_dist - d))
    (a, b), _ = optimize.curve_fit(lambda d, a, b: 1 / (1 + a * d ** (2 * b)), d, wanted)
    return float(a), float(b)
