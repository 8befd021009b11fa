"""Picture: what a map shows of one step: the array that learns there in its principal plane, with the Gaussians that
are around the VGAE's means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from igcl_core.analysis.gaussians import LinearProjection, by_class
from igcl_core.layout import Plane, plane, turn
from igcl_core.training import Arrays

MEANS, SPREAD = "mu", "sigma"
SIGNS = {MEANS: "μ", "z": "z"}
MOST_ELLIPSES = 150
TURNED = 48


@dataclass(frozen=True, eq=False)
class Picture:
    """The plane of an array at a step; `rows` are the items whose covariance W diag(sigma^2) W' in it is known."""

    step: int
    array: str
    plane: Plane
    rows: np.ndarray
    covariances: np.ndarray

    @property
    def of_means(self) -> bool:
        return self.array == MEANS


def picture(step: int, array: str, arrays: Arrays, y: np.ndarray | None, like: Plane | None = None) -> Picture:
    """The plane of this array, turned like the one before; of means with what one sigma is in it, for a sample of the
    items by class where they are many."""
    found = plane(arrays[array], like=like)
    if array != MEANS or SPREAD not in arrays:
        return Picture(step, array, found, np.zeros(0, np.int64), np.zeros((0, 2, 2)))
    items = len(arrays[array])
    rows = by_class(np.zeros(items, np.int64) if y is None else y, MOST_ELLIPSES)
    return Picture(step, array, found, rows, covariances(found, arrays[SPREAD][rows]))


def covariances(found: Plane, sigma: np.ndarray) -> np.ndarray:
    """W diag(sigma_n^2) W' for every row, [N, 2, 2]."""
    return LinearProjection(found.directions, ("", "")).covariances(sigma)


@lru_cache(maxsize=TURNED)
def turned(shown: Picture, like: Plane) -> Picture:
    """The same picture, turned (never stretched) to lie as close as it can to the map of another run."""
    found = shown.plane
    way = turn(found.xy, like.xy)
    flat = Plane(found.xy @ way, found.share, way.T @ found.directions)
    return replace(shown, plane=flat, covariances=way.T @ shown.covariances @ way)
