"""Rings: the contours of Gaussians in a linear projection, around their means or around the embeddings z."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.figures.points import xy
from igcl_core.analysis.gaussians import MEANS, LinearProjection, outline
from igcl_core.methods.implicit import Contrasted

CONTOURS = (1.0, 2.0)
POINTS = 32  # of an ellipse that is one of many


@dataclass(frozen=True, eq=False)
class Rings:
    """Where Gaussians stand in the plane [N, 2], and their covariances there [N, 2, 2]: exact, as it is linear."""

    centres: np.ndarray
    covariances: np.ndarray

    @classmethod
    def of(cls, projection: LinearProjection, state: Contrasted, place: str) -> Rings:
        """The spread sigma around the means, or the same spread around z."""
        centres = state.mu if place == MEANS else state.z
        return cls(projection.points(centres), projection.covariances(state.sigma))

    def corners(self, sigmas: float = 1.0) -> np.ndarray:
        """The corners of the boxes around all rings."""
        reach = sigmas * np.sqrt(np.diagonal(self.covariances, axis1=1, axis2=2))
        return np.concatenate([self.centres - reach, self.centres + reach])


def ring_points(rings: Rings, sigmas: float = 1.0) -> np.ndarray:
    """All ellipses of so many sigma as one line with gaps."""
    gap = np.full((1, 2), np.nan)
    closed = [
        part
        for centre, covariance in zip(rings.centres, rings.covariances, strict=True)
        for part in (centre + outline(covariance, sigmas, POINTS), gap)
    ]
    return np.concatenate(closed) if closed else np.zeros((0, 2))


def contours(centres: np.ndarray, covariances: np.ndarray, sigmas: Sequence[float] = CONTOURS) -> dict:
    """All ellipses of some Gaussians as one line with gaps."""
    gap = np.full((1, 2), np.nan)
    rings = [
        np.concatenate([centre + outline(covariance, size), gap])
        for centre, covariance in zip(centres, covariances, strict=True)
        for size in sigmas
    ]
    return xy(np.concatenate(rings)[:-1] if rings else np.zeros((0, 2)))
