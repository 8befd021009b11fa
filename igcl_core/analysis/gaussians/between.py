"""One number for how much classes still mix: the mean overlap of Gaussians of different classes."""

from __future__ import annotations

import math

import numpy as np

from igcl_core.analysis.gaussians.class_overlap import ClassSums
from igcl_core.analysis.gaussians.overlap import overlap_blocks
from igcl_core.analysis.gaussians.pick import by_class
from igcl_core.methods.implicit.contrasted import Contrasted

MOST_COMPARED = 1000


def overlap_between(state: Contrasted, y: np.ndarray, most: int = MOST_COMPARED, seed: int = 0) -> float | None:
    """Mean overlap of N(z_n, diag sigma_n^2) over pairs of different classes, among at most `most` items picked by
    class; None where there is one class only."""
    items = by_class(y, most, seed)
    part, sums = state.rows(items), ClassSums(y[items], int(y.max()) + 1)
    for block in overlap_blocks(part.z, part.sigma):
        sums.add(block)
    between = sums.means().between
    return None if math.isnan(between) else between
