"""Mean overlap within classes, between them, and of all pairs of different items."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from igcl_core.analysis.gaussians.overlap import OverlapBlock


@dataclass(frozen=True, eq=False)
class ClassOverlap:
    """Means over pairs of different items; `matrix` is class by class. NaN where there is no such pair."""

    within: float
    between: float
    overall: float
    matrix: np.ndarray

    @property
    def contrast(self) -> float:
        """How many times as much items of one class overlap as items of two; NaN where that cannot be said."""
        return ratio(self.within, self.between)


class ClassSums:
    """Adds up blocks of overlaps by the classes of their rows and columns."""

    def __init__(self, y: np.ndarray, classes: int):
        self.member = np.eye(classes, dtype=np.float64)[y]
        self.sums = np.zeros((classes, classes))

    def add(self, block: OverlapBlock) -> None:
        """Every pair i < j once, put into the place of its two classes."""
        start, matrix = block
        rows, size = self.member[start : start + len(matrix)], len(matrix)
        square, right = np.triu(matrix[:, :size], 1), matrix[:, size:]
        self.sums += rows.T @ (square @ rows + right @ self.member[start + size :])

    def means(self) -> ClassOverlap:
        counts = self.member.sum(axis=0)
        pairs = np.outer(counts, counts) - np.diag(counts)
        sums = self.sums + self.sums.T
        same = np.eye(len(counts), dtype=bool)
        return ClassOverlap(
            ratio(sums[same].sum(), pairs[same].sum()),
            ratio(sums[~same].sum(), pairs[~same].sum()),
            ratio(sums.sum(), pairs.sum()),
            np.divide(sums, pairs, out=np.full_like(sums, np.nan), where=pairs > 0),
        )


def ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
