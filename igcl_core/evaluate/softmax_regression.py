"""Multinomial logistic regression, lean enough to be fitted many times a second while a model trains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from scipy.optimize import minimize


def fit_path(x: np.ndarray, target: np.ndarray, grid: Iterable[float], tol: float = 1e-8) -> Iterator[np.ndarray]:
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
    """Newton's method in a trust region: the optimum to all digits that an accuracy can depend on."""
    loss = _Loss(x, onehot, 1 / (c * len(x)))
    options = {"gtol": tol, "maxiter": 500}
    found = minimize(loss, start.ravel(), jac=True, hessp=loss.curvature, method="trust-ncg", options=options)
    return found.x.reshape(start.shape)


class _Loss:
    """Mean cross-entropy + decay / 2 |W|^2 with its gradient and its curvature along a direction, of flat weights."""

    def __init__(self, x: np.ndarray, onehot: np.ndarray, decay: float):
        self.x, self.onehot, self.decay = x, onehot, decay
        self.shape = x.shape[1] + 1, onehot.shape[1]
        self.at, self.p = np.empty(0), np.empty(0)

    def __call__(self, flat: np.ndarray) -> tuple[float, np.ndarray]:
        weights = flat.reshape(self.shape)
        logits = scores(self.x, weights)
        logits -= logits.max(axis=1, keepdims=True)
        p = np.exp(logits)
        total = p.sum(axis=1, keepdims=True)
        self.at, self.p = flat.copy(), p / total
        w, items = weights[:-1], len(self.x)
        value = (np.log(total).sum() - np.vdot(self.onehot, logits)) / items + self.decay / 2 * np.vdot(w, w)
        return value, self._back((self.p - self.onehot) / items, w)

    def curvature(self, flat: np.ndarray, direction: np.ndarray) -> np.ndarray:
        """H v = X' (P (U - <P, U>)) / n + decay V with U = X V."""
        if not np.array_equal(flat, self.at):
            self(flat)
        v = direction.reshape(self.shape)
        u = scores(self.x, v)
        u = self.p * (u - (self.p * u).sum(axis=1, keepdims=True)) / len(self.x)
        return self._back(u, v[:-1])

    def _back(self, error: np.ndarray, w: np.ndarray) -> np.ndarray:
        out = np.empty(self.shape)
        np.add(self.x.T @ error, self.decay * w, out=out[:-1])
        out[-1] = error.sum(axis=0)
        return out.ravel()
