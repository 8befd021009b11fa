"""PCA: an embedding in the plane in which it varies most, turned like the plane before so that it does not jump."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from igcl_core.layout.align import turn
from igcl_core.threads import computing

FEW, MANY_COLUMNS = 600, 2000


@dataclass(frozen=True, eq=False)
class Plane:
    """Coordinates in the plane of the two largest principal components, the share of variance they hold, and the
    plane's directions W [2, D]: xy = (z - mean) W'."""

    xy: np.ndarray
    share: float
    directions: np.ndarray


@computing()
def plane(z: np.ndarray | sparse.csr_matrix, like: Plane | None = None) -> Plane:
    """The principal plane of z, turned (never stretched) to lie as close as it can to the one before.

    One row, one column, or rows that are all alike have less than a plane; what is missing is 0.
    """
    z = _checked(z)
    squares, variance = _sums_of_squares(z)
    varies = variance > 1e-12 * max(squares, 1e-300)
    xy, directions = np.zeros((z.shape[0], 2)), np.zeros((2, z.shape[1]))
    if varies:
        found, along = _components(z)
        xy[:, : found.shape[1]], directions[: len(along)] = found, along
    share = min(1.0, float((xy**2).sum()) / variance) if varies else 1.0
    way = np.eye(2) if like is None else turn(xy, like.xy)
    return Plane(xy @ way, share, way.T @ directions)


def _checked(z: np.ndarray | sparse.csr_matrix) -> np.ndarray | sparse.csr_matrix:
    """float64; dense where that is small."""
    z = z if sparse.issparse(z) else np.asarray(z)
    if z.ndim != 2 or z.shape[0] == 0:
        raise ValueError(f"A plane needs a matrix with one row per item, but shape {z.shape} came.")
    z = z.toarray() if sparse.issparse(z) and min(z.shape) <= FEW else z
    z = z.astype(np.float64)
    if not np.isfinite(z.data if sparse.issparse(z) else z).all():
        raise ValueError("A plane needs finite numbers, but some are NaN or infinite: the run may have diverged.")
    return z


def _sums_of_squares(z: np.ndarray | sparse.csr_matrix) -> tuple[float, float]:
    """Sum of squares of z as it is, and around its mean."""
    mean = np.asarray(z.mean(axis=0)).ravel()
    squares = float(z.multiply(z).sum()) if sparse.issparse(z) else float(np.einsum("nd,nd->", z, z))
    return squares, squares - z.shape[0] * float(mean @ mean)


def _components(z: np.ndarray | sparse.csr_matrix) -> tuple[np.ndarray, np.ndarray]:
    """Rows along the largest components, two where there are as many, and the components."""
    from sklearn.decomposition import PCA

    pca = PCA(min(2, *z.shape), svd_solver=_solver(z), random_state=0)
    return pca.fit_transform(z), pca.components_


def _solver(z: np.ndarray | sparse.csr_matrix) -> str:
    """The quickest of scikit-learn's exact ones: D x D eigenvectors for tall rows, all singular vectors of a small
    matrix, else iterations, which keep sparse rows sparse."""
    rows, columns = z.shape
    if not sparse.issparse(z) and columns <= min(rows, MANY_COLUMNS):
        return "covariance_eigh"
    small = max(rows, columns) <= FEW or min(rows, columns) <= 2
    return "full" if small and not sparse.issparse(z) else "arpack"
