"""What every evaluator asks of an embedding and its labels, and the row normalisation they share."""

from __future__ import annotations

import numpy as np


def checked_embedding(z: np.ndarray, name: str = "embedding") -> np.ndarray:
    """z as a finite float64 matrix with one row per item."""
    z = np.asarray(z, np.float64)
    if z.ndim != 2 or 0 in z.shape:
        raise ValueError(f"The {name} must be a matrix with one row per item, but its shape is {z.shape}.")
    if not np.isfinite(z).all():
        broken = int((~np.isfinite(z).all(axis=1)).sum())
        raise ValueError(
            f"The {name} must hold finite numbers, but {broken} of {len(z)} rows have NaN or infinite values. "
            "The training has probably diverged: lower the learning rate or go back to an earlier step."
        )
    return z


def checked_labels(y: np.ndarray | None, num_items: int) -> np.ndarray:
    """y as one whole-number label per item, of at least two classes."""
    if y is None:
        raise ValueError("The evaluation needs one label per item, but there are none. Choose a dataset with classes.")
    y = np.asarray(y)
    if y.shape != (num_items,):
        raise ValueError(f"The evaluation needs {num_items} labels, one per row, but labels of shape {y.shape} came.")
    if not np.issubdtype(y.dtype, np.integer):
        raise ValueError(f"Labels must be whole numbers 0, 1, 2, ..., but they are of type {y.dtype}.")
    if len(np.unique(y)) < 2:
        raise ValueError(f"The evaluation needs at least two classes, but every label is {y[0]}.")
    return y


def unit_rows(z: np.ndarray) -> np.ndarray:
    """Rows scaled to length 1; a row of zeros stays zero."""
    norm = np.sqrt(np.einsum("nd,nd->n", z, z))
    return z / np.where(norm > 0, norm, 1)[:, None]
