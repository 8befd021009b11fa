"""Multinomial logistic regression, lean enough to be fitted many times a second while a model trains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from scipy.optimize import minimize


def fit_path(x: np.ndarray, target: np.ndarray, grid: Iterable[float], tol: float = 1e-4) -> Iterator[np.ndarray]:
    """Weights [D + 1, K] for every C of the grid, each started from the one before.

    Minimises mean cross-entropy + |W|^2 / (2 C n) over W and an unpenalised bias (the last row), which is
    scikit-learn's objective; `target` holds the classes 0 to K - 1.
    """
    onehot = np.eye(int(target.max()) + 1)[target]
    mean, basis, inner = _row_space(x)
    weights = np.zeros((inner.shape[1] + 1, onehot.shape[1]))
    for c in grid:
        weights = _fit(inner, onehot, c, weights, tol)
        w = basis @ weights[:-1]
        yield np.vstack([w, weights[-1] - mean @ w])


def probabilities(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Class probabilities [N, K]."""
    logits = scores(x, weights)
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


def scores(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Logits [N, K]; the greatest of a row is its class."""
    return x @ weights[:-1] + weights[-1]


def _row_space(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean, orthonormal basis and coordinates of the rows: the best weights lie in the span of the centred rows."""
    mean = x.mean(axis=0)
    if len(x) >= x.shape[1]:
        return mean, np.eye(x.shape[1]), x - mean
    basis, coordinates = np.linalg.qr((x - mean).T)
    return mean, basis, np.ascontiguousarray(coordinates.T)


def _fit(x: np.ndarray, onehot: np.ndarray, c: float, start: np.ndarray, tol: float) -> np.ndarray:
    shape, decay = start.shape, 1 / (c * len(x))

    def objective(flat: np.ndarray) -> tuple[float, np.ndarray]:
        return _loss_and_gradient(x, onehot, decay, flat.reshape(shape))

    options = {"maxiter": 300, "gtol": tol, "ftol": 64 * np.finfo(float).eps, "maxls": 50}
    return minimize(objective, start.ravel(), jac=True, method="L-BFGS-B", options=options).x.reshape(shape)


def _loss_and_gradient(
    x: np.ndarray, onehot: np.ndarray, decay: float, weights: np.ndarray
) -> tuple[float, np.ndarray]:
    logits = scores(x, weights)
    logits -= logits.max(axis=1, keepdims=True)
    p = np.exp(logits)
    total = p.sum(axis=1, keepdims=True)
    w = weights[:-1]
    loss = (np.log(total).sum() - np.vdot(onehot, logits)) / len(x) + decay / 2 * np.vdot(w, w)
    error = (p / total - onehot) / len(x)
    gradient = np.empty_like(weights)
    np.add(x.T @ error, decay * w, out=gradient[:-1])
    gradient[-1] = error.sum(axis=0)
    return loss, gradient.ravel()
