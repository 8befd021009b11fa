"""Align: a layout moved and turned to lie as close as it can to another one of the same items (Procrustes)."""

from __future__ import annotations

import numpy as np


def align(xy: np.ndarray, target: np.ndarray, *, scale: bool = False) -> np.ndarray:
    """xy with its centre on the target's, turned or mirrored to be nearest to it; with `scale` also made as large.

    Only a layout whose size means nothing, as in t-SNE and UMAP, may be scaled.
    """
    if xy.shape != target.shape:
        raise ValueError(f"Two layouts of the same items were expected, but shapes {xy.shape} and {target.shape} came.")
    centred, goal = xy - xy.mean(axis=0), target - target.mean(axis=0)
    turned = centred @ turn(centred, goal)
    size = float((turned * turned).sum())
    factor = float((turned * goal).sum()) / size if scale and size > 0 else 1.0
    return (factor * turned + target.mean(axis=0)).astype(xy.dtype)


def turn(xy: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The rotation or reflection R that makes |xy R - target| smallest."""
    left, _, right = np.linalg.svd(np.asarray(xy, np.float64).T @ np.asarray(target, np.float64))
    return left @ right
