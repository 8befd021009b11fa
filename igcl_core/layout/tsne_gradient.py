"""The exact gradient of t-SNE, compiled: every pair in float32, x and y in arrays of their own so that it vectorises.

KL(P || Q) with q_ij = w_ij / Z, w_ij = 1 / (1 + |y_i - y_j|^2), Z = sum w_ij has the gradient (without its factor 4)
    sum_j p_ij w_ij (y_i - y_j)  -  1/Z sum_j w_ij^2 (y_i - y_j).
"""

from __future__ import annotations

import numpy as np
from numba import njit

COMPILED = {"nogil": True, "fastmath": True, "cache": True, "error_model": "numpy"}


@njit(**COMPILED)
def repulsion(x, y, force_x, force_y, weight):
    """sum_j w_ij^2 (y_i - y_j) and sum_j w_ij of every i."""
    one = np.float32(1)
    for i in range(len(x)):
        x_i, y_i = x[i], y[i]
        sum_x = sum_y = total = np.float32(0)
        for j in range(len(x)):
            dx, dy = x_i - x[j], y_i - y[j]
            w = one / (one + dx * dx + dy * dy)
            total += w
            w *= w
            sum_x += w * dx
            sum_y += w * dy
        force_x[i], force_y[i], weight[i] = sum_x, sum_y, total - one


@njit(**COMPILED)
def attraction(indptr, indices, p, x, y, force_x, force_y):
    """sum_j p_ij w_ij (y_i - y_j) of every i, over the neighbours that p knows."""
    one = np.float32(1)
    for i in range(len(x)):
        x_i, y_i = x[i], y[i]
        sum_x = sum_y = np.float32(0)
        for place in range(indptr[i], indptr[i + 1]):
            j = indices[place]
            dx, dy = x_i - x[j], y_i - y[j]
            w = p[place] / (one + dx * dx + dy * dy)
            sum_x += w * dx
            sum_y += w * dy
        force_x[i], force_y[i] = sum_x, sum_y


@njit(**COMPILED)
def divergence(indptr, indices, p, x, y):
    """sum_ij p_ij log(p_ij / w_ij): with log Z added, KL(P || Q)."""
    total = 0.0
    for i in range(len(x)):
        for place in range(indptr[i], indptr[i + 1]):
            j = indices[place]
            dx, dy = x[i] - x[j], y[i] - y[j]
            if p[place] > 0:
                total += p[place] * np.log(p[place] * (1.0 + dx * dx + dy * dy))
    return total


def exact_gradient(embedding, P, should_eval_error=False, **_):
    """KL and its gradient, called by openTSNE in place of its own approximations."""
    x, y = (np.ascontiguousarray(embedding[:, column], np.float32) for column in (0, 1))
    push_x, push_y, weight, pull_x, pull_y = (np.empty(len(x), np.float32) for _ in range(5))
    p = P.data if P.data.dtype == np.float32 else P.data.astype(np.float32)
    repulsion(x, y, push_x, push_y, weight)
    attraction(P.indptr, P.indices, p, x, y, pull_x, pull_y)
    z = float(weight.sum(dtype=np.float64))
    gradient = np.stack([pull_x - push_x / z, pull_y - push_y / z], axis=1).astype(np.float64)
    error = divergence(P.indptr, P.indices, p, x, y) + float(p.sum()) * np.log(z) if should_eval_error else 0.0
    return error, gradient
