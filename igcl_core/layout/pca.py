"""PCA: an embedding in the plane in which it varies most, turned like the plane before so that it does not jump."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.linalg import LinearOperator, svds

from igcl_core.layout.align import turn

FEW = 600


@dataclass(frozen=True, eq=False)
class Plane:
    """Coordinates in the plane of the two largest principal components, and the share of variance they hold."""

    xy: np.ndarray
    share: float


def plane(z: np.ndarray | sparse.csr_matrix, like: Plane | None = None) -> Plane:
    """The principal plane of z, turned (never stretched) to lie as close as it can to the one before."""
    mean = np.asarray(z.mean(axis=0), np.float64).ravel()
    few = min(z.shape) <= FEW
    xy = _plane_of_few(_dense(z) - mean) if few else _plane_of_many(z, mean)
    squares = float(z.multiply(z).sum()) if sparse.issparse(z) else float(np.einsum("nd,nd->", z, z, dtype=np.float64))
    variance = squares - z.shape[0] * float(mean @ mean)
    share = min(1.0, float((xy**2).sum()) / variance) if variance > 1e-12 * max(squares, 1e-300) else 1.0
    return Plane(xy if like is None else xy @ turn(xy, like.xy), share)


def _dense(z: np.ndarray | sparse.csr_matrix) -> np.ndarray:
    return (z.toarray() if sparse.issparse(z) else np.asarray(z)).astype(np.float64)


def _plane_of_few(centred: np.ndarray) -> np.ndarray:
    """The two largest eigenvectors of the smaller of X'X and XX'."""
    wide = centred.shape[0] < centred.shape[1]
    gram = centred @ centred.T if wide else centred.T @ centred
    wanted = min(2, len(gram))
    values, vectors = linalg.eigh(gram, subset_by_index=[len(gram) - wanted, len(gram) - 1])
    vectors = _signed(vectors[:, ::-1])
    xy = np.zeros((len(centred), 2))
    xy[:, :wanted] = vectors * np.sqrt(np.maximum(values[::-1], 0)) if wide else centred @ vectors
    return xy


def _plane_of_many(z: np.ndarray | sparse.csr_matrix, mean: np.ndarray) -> np.ndarray:
    """The two largest singular vectors of a matrix that is centred only in thought, so that it stays sparse."""
    rows, columns = z.shape
    centred = LinearOperator(
        (rows, columns),
        matvec=lambda v: z @ v.ravel() - mean @ v.ravel(),
        rmatvec=lambda u: z.T @ u.ravel() - mean * u.sum(),
        dtype=np.float64,
    )
    start = np.random.default_rng(0).standard_normal(min(rows, columns))
    _, values, right = svds(centred, k=2, v0=start)
    vectors = _signed(right[np.argsort(-values)].T)
    return z @ vectors - mean @ vectors


def _signed(vectors: np.ndarray) -> np.ndarray:
    """Each column with its largest entry positive: an eigenvector has no sign of its own."""
    largest = np.abs(vectors).argmax(axis=0)
    return vectors * np.where(vectors[largest, range(vectors.shape[1])] < 0, -1.0, 1.0)
