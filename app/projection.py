"""An embedding in two dimensions that does not jump between steps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Plane(NamedTuple):
    """Coordinates in the plane of the two largest principal components, and the share of variance they hold."""

    xy: np.ndarray
    share: float


def plane(z: np.ndarray, like: Plane | None = None) -> Plane:
    """The principal plane of z, turned (never stretched) to lie as close as it can to the one before."""
    z = np.asarray(z, np.float64)
    u, s, _ = np.linalg.svd(z - z.mean(axis=0), full_matrices=False)
    xy = np.zeros((len(z), 2))
    xy[:, : min(2, len(s))] = u[:, :2] * s[:2]
    variance = float((s**2).sum())
    share = float((s[:2] ** 2).sum()) / variance if variance > 0 else 1.0
    return Plane(xy if like is None else xy @ _turn(xy, like.xy), share)


def _turn(xy: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The rotation or reflection that brings xy nearest to the target (Procrustes)."""
    left, _, right = np.linalg.svd(xy.T @ target)
    return left @ right
